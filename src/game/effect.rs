//! The effects of actions and rule hooks on a game. A running hook has questions, answers and a
//! position from which it can continue after being suspended.

use std::any::Any;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use super::access;
use super::agenda::Entry;
use super::budget::Budget;
use super::cause::Cause;
use super::fingerprint::Fingerprint;
use super::ledger::{CAPACITY, Ledger};
use super::pending::{Checkpoint, QuestionId, ResumeData};
use super::question::Questions;
use super::view::{Ask, Position, View};
use crate::change::Change;
use crate::resource::Resources;
use crate::rules::{Answer, Call, Failure, Hook, RuleId, Rules};
use crate::table::{Player, Table};

/// The interface of a script host to a game.
pub trait Script: Ask {
    /// Runs a hook to its end or to an open question, and returns its operations. If the effect has
    /// resume data, the run continues from its question. A failure is stored in the effect.
    fn effect(&self, effect: &mut Effect, call: &Call) -> u64;
}

/// A game on which actions and hooks have effects.
#[derive(Clone)]
pub struct Effect {
    script: Rc<dyn Script>,
    pub(super) ledger: Ledger,
    /// The pending calls.
    pub(super) agenda: Vec<Entry>,
    /// The number of calls that this action has caused.
    pub(super) calls: u16,
    /// The operations that rules have used and may use.
    pub(super) budget: Budget,
    /// The hooks that failed in this action and are skipped.
    pub(super) skipped: Vec<(RuleId, Hook)>,
    pub(super) run: EffectRun,
}

/// The progress of a running effect, from which it can continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffectProgress {
    /// The number of changes.
    pub(super) changes: usize,
    /// The number of pending calls.
    pub(super) waiting: usize,
    /// The number of questions asked so far.
    pub(super) asked: usize,
    /// The hash of the changes and questions so far.
    pub(super) fingerprint: u64,
}

/// The state of a running effect. Its buffers are reused for the next effect.
#[derive(Clone, Default)]
pub(super) struct EffectRun {
    /// The running effect, which may ask questions.
    pub(super) call: Option<Call>,
    /// The state at the beginning of the effect.
    pub(super) checkpoint: Checkpoint,
    pub(super) answers: Vec<Answer>,
    pub(super) asked: usize,
    pub(super) open: Questions,
    /// Whether nobody but the player who gave the last answer learns it.
    pub(super) answered_unseen: bool,
    /// A hash of the changes and questions so far.
    pub(super) fingerprint: u64,
    /// The question at which the effect was suspended.
    pub(super) expected: Option<QuestionId>,
    /// The data with which the effect can continue from its question.
    pub(super) resume_data: Option<ResumeData>,
    /// Whether the effect continues from its question.
    pub(super) is_resuming: bool,
}

impl Effect {
    /// Creates a game at a position, with no pending calls and no running effect.
    pub(super) fn new(
        rules: Arc<Rules>,
        script: Rc<dyn Script>,
        names: &[String],
        table: &Table,
    ) -> Self {
        let asked: Rc<dyn Ask> = Rc::clone(&script) as _;
        let position = Position::new(rules, asked, names.into(), table);
        Self {
            script,
            ledger: Ledger::new(position),
            agenda: Vec::new(),
            calls: 0,
            budget: Budget::default(),
            skipped: Vec::new(),
            run: EffectRun::default(),
        }
    }

    /// Reserves memory, so that a typical game allocates none during play.
    pub(super) fn reserve(&mut self) {
        self.ledger.reserve();
        self.agenda.reserve(CAPACITY);
    }

    /// Copies another game with the same rules, without its cached results.
    pub(super) fn copy_from(&mut self, other: &Self) {
        // A new field must be copied or explicitly left out here.
        let Self { script: _, ledger, agenda, calls, budget, skipped, run } = other;
        self.ledger.copy_from(ledger);
        self.agenda.clone_from(agenda);
        (self.calls, self.budget) = (*calls, *budget);
        self.skipped.clone_from(skipped);
        self.run.clone_from(run);
    }

    /// Restarts from a saved table, with no pending calls and no running effect.
    pub(super) fn restart(&mut self, table: &Table) {
        self.ledger.restart(table);
        self.agenda.clear();
        self.calls = 0;
        self.skipped.clear();
        self.run = EffectRun::default();
    }

    /// A view of the position.
    #[inline]
    pub fn view(&self) -> View<'_> {
        self.ledger.view()
    }

    /// The script host, which runs the hooks of rules.
    pub(super) fn script(&self) -> &Rc<dyn Script> {
        &self.script
    }

    /// The rules.
    #[inline]
    pub fn rules(&self) -> &Arc<Rules> {
        self.view().rules()
    }

    /// The table.
    #[inline]
    pub fn table(&self) -> &Table {
        self.view().table()
    }

    /// The names of the players in the order of their seats.
    pub fn names(&self) -> &Arc<[String]> {
        self.view().names()
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        self.view().name(player)
    }

    /// Makes a change, notes the running call as its cause, updates the access to tokens that
    /// depends on it, and returns cards that are too many for a hand.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub(super) fn make(&mut self, change: Change) {
        let is_of_board = change.is_of_board();
        self.ledger.make(&change);
        if let Some(call) = self.run.call {
            self.ledger.note_cause(call);
            self.add_to_fingerprint(&change);
        }
        if is_of_board {
            access::update_access(self, &change);
        }
        if let (Some(player), Some(most)) = (change.gets_cards(), self.rules().classes.most_in_hand)
        {
            self.return_excess(player, most);
        }
    }

    /// Returns the cards of a hand that are too many of their kind to the supply.
    #[cold]
    fn return_excess(&mut self, player: Player, most: Resources) {
        let excess = self.table().seat(player).hand().less(most);
        if !excess.is_empty() {
            self.make(Change::Paid(player, excess));
        }
    }

    /// Sets the current position of the running script.
    pub(crate) fn set_cause(&mut self, cause: Option<Cause>) {
        self.ledger.position.set_cause(cause);
    }

    /// Draws a number below `bound` from a stream of the game.
    pub(super) fn draw(&mut self, stream: usize, bound: usize) -> usize {
        let value = self.ledger.peek(stream, bound);
        self.make(Change::StreamAdvanced(u8::try_from(stream).expect("few streams")));
        value
    }

    /// Puts a list into random order.
    pub(super) fn shuffle<T>(&mut self, stream: usize, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let place = self.draw(stream, last + 1);
            list.swap(last, place);
        }
    }

    /// Marks the beginning of an effect, which receives the written random results.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        let written = self.ledger.streams.written.drain(..).collect();
        Checkpoint {
            changes: self.ledger.len(),
            waiting: self.agenda.len(),
            log_length: self.view().hook_log_length(),
            reported: 0,
            written,
        }
    }

    /// Prepares an effect to run.
    pub(super) fn start(
        &mut self,
        call: Call,
        checkpoint: Checkpoint,
        resume_data: Option<ResumeData>,
    ) {
        let run = &mut self.run;
        run.call = Some(call);
        run.checkpoint = checkpoint;
        run.resume_data = resume_data;
        self.start_run();
    }

    fn start_run(&mut self) {
        let run = &mut self.run;
        (run.asked, run.fingerprint, run.is_resuming) = (0, 0, false);
        run.open.clear();
        let Ledger { position, streams, .. } = &mut self.ledger;
        *position.hooks.failure.get_mut() = None;
        streams.written.clear();
        if !run.checkpoint.written.is_empty() {
            streams.written.extend(&run.checkpoint.written);
        }
    }

    /// Returns to the beginning of the running effect.
    pub(crate) fn restart_run(&mut self) {
        let Checkpoint { changes, waiting, log_length, .. } = self.run.checkpoint;
        self.return_to(changes, waiting);
        self.view().truncate_hook_log(log_length);
        self.run.resume_data = None;
        self.start_run();
    }

    /// Undoes the changes and drops the pending calls beyond these numbers. The log of hook calls
    /// is kept.
    pub(super) fn return_to(&mut self, changes: usize, waiting: usize) {
        self.ledger.rewind(changes);
        self.agenda.truncate(waiting);
    }

    /// Ends the run of an effect and returns its failure. If it asks a question, the question and
    /// the answers so far are kept until they are taken.
    pub(super) fn end_effect(&mut self) -> Option<Failure> {
        let hooks = &mut self.ledger.position.hooks;
        hooks.cause = None;
        let failure = hooks.failure.take();
        let run = &mut self.run;
        (run.call, run.expected) = (None, None);
        if failure.is_some() {
            run.open.clear();
        }
        if run.open.is_empty() {
            run.answers.clear();
        }
        failure
    }

    /// Adds something to the fingerprint of the running effect.
    pub(super) fn add_to_fingerprint(&mut self, thing: &impl Hash) {
        let mut fingerprint = Fingerprint(self.run.fingerprint);
        thing.hash(&mut fingerprint);
        self.run.fingerprint = fingerprint.0;
    }

    /// Returns the progress of the running effect.
    #[inline]
    pub(crate) fn progress(&self) -> EffectProgress {
        let EffectRun { asked, fingerprint, .. } = self.run;
        EffectProgress {
            changes: self.ledger.len(),
            waiting: self.agenda.len(),
            asked,
            fingerprint,
        }
    }

    /// Whether a question is open and no change or call was added since this position.
    pub(crate) fn is_asking_at(
        &self,
        EffectProgress { changes, waiting, .. }: EffectProgress,
    ) -> bool {
        self.is_asking() && (self.ledger.len(), self.agenda.len()) == (changes, waiting)
    }

    /// Continues the running effect from the question that it had reached.
    pub(crate) fn resume_from(&mut self, progress: EffectProgress) {
        let run = &mut self.run;
        (run.asked, run.fingerprint) = (progress.asked, progress.fingerprint);
        run.is_resuming = true;
    }

    /// Takes the data with which the running effect can continue from its question.
    pub(crate) fn take_resume_data(&mut self) -> Option<Rc<dyn Any>> {
        self.run.resume_data.take()
    }

    /// Stores data with which the running effect can continue from its question.
    pub(crate) fn set_resume_data(&mut self, resume_data: Rc<dyn Any>) {
        self.run.resume_data = Some(resume_data);
    }
}
