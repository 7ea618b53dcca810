//! Running an action and what it brings about: effects from the agenda, their questions, and the
//! way back when something fails.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::agenda::Entry;
use super::effect::SoFar;
use super::{Asked, Before, Game, Outcome, Pending, Reason, Refused, State, Tried, Work};
use crate::action::Action;
use crate::board::Board;
use crate::change::Change;
use crate::rules::{Answer, Call, Failure, Frame, Hook, Origin, RuleId, Rules};
use crate::table::{Player, Table};

/// The most calls of rules that one action may bring about.
pub const CALLS: u16 = 1_000;
/// The most operations of all these calls.
const OPERATIONS: u64 = 10_000_000;
/// After so many changes the table is copied anew.
const KEPT: usize = 64;

/// The action that led to the open questions.
#[derive(Clone)]
pub(super) struct Led {
    player: Player,
    action: Action,
    written: Vec<Outcome>,
    /// What had still to happen before it.
    pending: Option<Box<Pending>>,
    /// The table before it, where that is not the past that the game keeps.
    table: Option<Box<Table>>,
}

/// The way back to where an effect began.
#[derive(Clone)]
pub(super) struct WayBack {
    /// How many changes were kept then.
    pub(super) changes: usize,
    agenda: Vec<Entry>,
    /// How many pure hooks had been asked.
    heeds: usize,
}

impl Game {
    /// Plays an action that nothing stands against; undoes it where something fails.
    pub(super) fn play_checked(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refused> {
        if self.asked.is_some() {
            return self.play_answer(player, action, written);
        }
        self.begin();
        let (changes, pending) = (self.work.since.len(), self.pending.clone());
        let played = self.go_on(player, action, written);
        if self.asked.is_none() && played.is_ok() {
            return Ok(());
        }
        self.come_to(changes);
        let written = written.to_vec();
        self.before = Some(Box::new(Led { player, action, written, pending, table: None }));
        self.end(player, action, None, played)
    }

    /// Plays an answer to an open question.
    #[inline(never)]
    fn play_answer(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refused> {
        // A question is asked again that has no action before it, at the beginning of a game, or
        // whose answer came with a result of chance, which may be impossible.
        let from_here = self.before.is_none() || !written.is_empty();
        let again = from_here.then(|| Box::new(self.state()));
        self.ready(written);
        let pending = self.pending.as_mut().expect("a question waits");
        self.work.calls = pending.calls;
        let frame = pending.frame.take().expect("a hook asks it");
        let answered = self.run_frame(frame, Some((player, action)));
        let played = answered.and_then(|()| self.finish());
        self.end(player, action, again, played)
    }

    /// Ends an action that was played, in part or not at all; `again` is the game before it where
    /// that is no other action's end.
    #[cold]
    fn end(
        &mut self,
        player: Player,
        action: Action,
        again: Option<Box<State>>,
        mut played: Result<(), Refused>,
    ) -> Result<(), Refused> {
        while let Err(Refused::Failed(failure)) = &played
            && self.work.skips.get()
            && let Some(before) = self.before()
        {
            // An answer belongs to the action that led to the question: both are played again.
            let failed = failure.call.filter(|call| !self.work.skipped.contains(call));
            let Some(call) = failed else { break };
            let mut skipped = std::mem::take(&mut self.work.skipped);
            skipped.push(call);
            self.take_up(before.state)?;
            self.work.skipped = skipped;
            played = self.go_on(before.player, before.action, &before.written);
        }
        if let Err(refused) = &mut played {
            let before = self.before().map(|it| (it.state, (it.player, it.action)));
            let before = again.map(|state| (*state, (player, action))).or(before);
            let (state, undone) = before.expect("an action or a question was played");
            if let Refused::Failed(failure) = refused {
                failure.undone = Some(undone);
            }
            self.take_up(state)?;
        } else if self.asked.is_none() {
            self.before = None;
        }
        played
    }

    /// What rules say against an action that would bring the player to the goal, where they
    /// forbid winning. The action is tried on a copy; where the win hangs on chance or on an answer,
    /// it stands, and the win waits.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn reasons_against_winning(
        &self,
        player: Player,
        action: &Action,
    ) -> Result<Vec<Reason>, Failure> {
        if !self.work.may_be_kept_from_winning(player) || self.work.has_reached_goal(player)? {
            return Ok(Vec::new());
        }
        self.try_out(|trial| {
            // What fails is told when it is played.
            let played = trial.play_checked(player, *action, &[]);
            if played.is_err() || !self.wins_surely(trial, player)? {
                return Ok(Vec::new());
            }
            let vetoes = trial.work().vetoes(Hook::MayWin, player, &[])?.into_iter();
            let reason = |(rule, text)| {
                let rule = self.rules().rule(rule);
                Reason::of(rule, text, rule.origin(Some(Hook::MayWin)))
            };
            Ok(vetoes.map(reason).collect())
        })
    }

    /// Whether a game that went on from here has come to the goal without chance, whatever the
    /// player answers next; somebody else's answer is not known.
    fn wins_surely(&self, trial: &Self, player: Player) -> Result<bool, Failure> {
        let wins = |game: &Self| {
            let after = game.work();
            Ok(after.table.drawn == self.work.table.drawn && after.has_reached_goal(player)?)
        };
        if !wins(trial)? {
            return Ok(false);
        }
        for question in trial.questions() {
            if question.player != player {
                return Ok(false);
            }
            for &option in &question.options {
                let mut answered = trial.clone();
                if answered.play_checked(player, option, &[]).is_ok() && !wins(&answered)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Makes ready for an action; once in a while the table is kept as it lies, and none of the
    /// changes before it.
    #[inline]
    fn begin(&mut self) {
        if self.work.since.len() > KEPT {
            self.pass();
        }
        self.work.skipped.clear();
    }

    #[cold]
    fn pass(&mut self) {
        *self.past = self.work.table;
        self.work.keep_changes(0);
        self.passed = 0;
    }

    /// Brings the past up to so many of the changes that are kept.
    #[cold]
    fn come_to(&mut self, changes: usize) {
        redo(&mut self.past, &self.work.since[self.passed..changes], &self.work.rules.board);
        self.passed = changes;
    }

    /// The table after so many of the changes that are kept.
    pub(super) fn table_after(&self, changes: usize) -> Table {
        let mut table = *self.past;
        redo(&mut table, &self.work.since[self.passed..changes], &self.work.rules.board);
        table
    }

    /// The action that led to the open questions, with the game before it.
    pub(super) fn before(&self) -> Option<Box<Before>> {
        let Led { player, action, written, pending, table } = self.before.as_deref()?;
        let table = **table.as_ref().unwrap_or(&self.past);
        let state = State { table, pending: pending.clone() };
        let (player, action, written) = (*player, *action, written.clone());
        Some(Box::new(Before { state, player, action, written }))
    }

    #[expect(clippy::inline_always, reason = "it is what most actions come to")]
    #[inline(always)]
    fn go_on(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refused> {
        self.ready(written);
        self.pending = None;
        self.work.calls = 0;
        for number in 0..self.work.skipped.len() {
            self.work.make(Change::Skipped(self.work.skipped[number].0));
        }
        self.work.act(player, &action)?;
        self.finish()
    }

    /// Takes up what is written for an action or an answer.
    #[inline]
    fn ready(&mut self, written: &[Outcome]) {
        self.work.told = self.work.since.len();
        self.work.operations = 0;
        if !written.is_empty() {
            self.work.take_up_written(written);
        }
    }

    /// Settles what an action or an answer has brought about.
    #[inline]
    fn finish(&mut self) -> Result<(), Refused> {
        self.settle()?;
        if self.work.written.is_empty() { Ok(()) } else { Err(left_over()) }
    }

    /// Takes up a state: lays its table and lets its rule come to its question again.
    pub(super) fn take_up(&mut self, state: State) -> Result<(), Refused> {
        *self.past = state.table;
        self.passed = 0;
        self.work.take_up(&state.table);
        self.pending = None;
        self.asked = None;
        let Some(mut pending) = state.pending else { return Ok(()) };
        self.work.agenda.clone_from(&pending.agenda);
        self.work.calls = pending.calls;
        self.work.skipped.clone_from(&pending.skipped);
        if pending.frame.is_some() {
            self.before = pending.before.take().map(|before| Box::new(Led::from(*before)));
        }
        let Some(frame) = pending.frame.take() else {
            self.pending = Some(pending);
            return Ok(());
        };
        let Call { rule, hook, .. } = frame.call;
        self.pending = Some(pending);
        self.run_frame(frame, None)?;
        self.work.told = self.work.since.len();
        if self.asked.is_none() {
            return Err(undetermined(self.work.origin(rule, hook)).into());
        }
        Ok(())
    }

    /// Runs what waits, until nothing does or somebody has to act.
    #[inline]
    pub(super) fn settle(&mut self) -> Result<(), Refused> {
        let is_quiet = self.asked.is_none() && self.work.agenda.is_empty();
        if is_quiet && self.work.is_judged() { Ok(()) } else { self.run_calls() }
    }

    #[inline(never)]
    fn run_calls(&mut self) -> Result<(), Refused> {
        let mut last_calls: Vec<Call> = Vec::new();
        while self.asked.is_none() {
            if self.work.table.step.is_of_roll() {
                // What was heard of the roll waits until its normal consequences are settled.
                if !self.work.agenda.is_empty() {
                    self.pending = Some(Box::new(self.waiting(self.work.agenda.clone(), None)));
                }
                return Ok(());
            }
            let Some(call) = self.work.next_call() else {
                return Ok(self.work.judge_victory()?);
            };
            self.work.calls += 1;
            // Those that wait will run as well.
            let calls = usize::from(self.work.calls) + self.work.agenda.len();
            if calls + 8 > usize::from(CALLS) {
                last_calls.push(call);
            }
            if calls > usize::from(CALLS) {
                let message = format!("more than {CALLS} calls");
                return Err(endless(&self.work.rules, &message, &last_calls).into());
            }
            if self.work.operations > OPERATIONS {
                let message = format!("more than {OPERATIONS} operations");
                return Err(endless(&self.work.rules, &message, &[call]).into());
            }
            self.run_frame(Frame::of(call), None)?;
        }
        Ok(())
    }

    /// What waits now.
    fn waiting(&self, agenda: Vec<Entry>, frame: Option<Frame>) -> Pending {
        Pending {
            agenda,
            frame,
            reported: 0,
            written: Vec::new(),
            calls: self.work.calls,
            skipped: self.work.skipped.clone(),
            before: None,
        }
    }

    /// Runs a hook with the answers so far, to its end or to its next question.
    ///
    /// A hook that has waited runs again from its beginning, and has to come to the question at
    /// which it waited.
    fn run_frame(
        &mut self,
        mut frame: Frame,
        answer: Option<(Player, Action)>,
    ) -> Result<(), Refused> {
        let (waited, asked) = (self.pending.take(), self.asked.take());
        let expected = waited.is_some().then_some((frame.question, frame.hash));
        if let Some((player, action)) = answer {
            frame.answers.push(Answer { question: frame.question, player, action });
            frame.answers.sort_unstable();
        }
        let (reported, mut written) = waited.map_or((0, Vec::new()), |p| (p.reported, p.written));
        written.extend(self.work.written.drain(..));
        let (way_back, so_far) = match asked {
            Some(asked) => self.back_to_work(*asked, &written),
            None => (self.way_back(), None),
        };
        let call = frame.call;
        self.work.start(call, so_far, &written);
        self.work.run.answers = std::mem::take(&mut frame.answers);
        self.work.run.expected = expected;
        let script = Rc::clone(&self.work.script);
        let mut tried = script.try_effect(&mut self.work, &call);
        if tried == Tried::InDoubt {
            self.go_back(&way_back);
            self.work.forget_heeds(way_back.heeds);
            self.work.start(call, None, &written);
            tried = Tried::Nothing;
        }
        let result = if tried == Tried::Done { Ok(()) } else { self.call_effect(&call) };
        if let Some(failure) = self.work.end_effect() {
            return Err(self.refusal(*failure, call.rule));
        }
        // What stays as it was is told already.
        self.work.told += if self.work.run.goes_on { 0 } else { reported };
        if self.work.run.open.is_empty() {
            result?;
            if expected.is_some_and(|(question, _)| self.work.run.asked <= question) {
                return Err(undetermined(self.work.origin(call.rule, call.hook)).into());
            }
            return Ok(());
        }
        let reported = self.work.since.len() - way_back.changes;
        self.work.written.clear();
        let run = &mut self.work.run;
        (frame.question, frame.hash) = (run.asked - 1, run.trail);
        frame.answers = std::mem::take(&mut run.answers);
        let (questions, so_far) = (std::mem::take(&mut run.open), run.so_far.take());
        let waiting = self.waiting(way_back.agenda.clone(), Some(frame));
        self.pending = Some(Box::new(Pending { reported, written, ..waiting }));
        self.asked = Some(Box::new(Asked { questions, way_back, so_far }));
        Ok(())
    }

    /// Lays the game for an effect that has waited: as its question left it, where the effect can
    /// go on from there, or else as it began.
    fn back_to_work(&mut self, asked: Asked, written: &[Outcome]) -> (WayBack, Option<SoFar>) {
        let Asked { way_back, so_far, .. } = asked;
        let so_far = so_far.filter(|_| written.is_empty() && !self.work.keeps_heeds());
        if so_far.is_none() {
            self.go_back(&way_back);
        }
        (WayBack { heeds: self.work.heeds(), ..way_back }, so_far)
    }

    /// Marks the beginning of an effect.
    fn way_back(&self) -> WayBack {
        let Work { since, agenda, .. } = &*self.work;
        WayBack { changes: since.len(), agenda: agenda.clone(), heeds: self.work.heeds() }
    }

    /// Lays the table as it was at the beginning of an effect; what is logged stays.
    fn go_back(&mut self, way: &WayBack) {
        if self.work.since.len() > way.changes {
            let Work { table, since, rules, .. } = &mut *self.work;
            let was_placement = table.is_placement();
            table.clone_from(&self.past);
            redo(table, &since[self.passed..way.changes], &rules.board);
            self.work.forget_after(way.changes, was_placement);
            self.work.keep_changes(way.changes);
            self.work.told = self.work.told.min(way.changes);
        }
        self.work.agenda.clone_from(&way.agenda);
    }

    /// What becomes of an action in which this rule has failed, or which it refuses.
    fn refusal(&self, failure: Failure, rule: RuleId) -> Refused {
        if !failure.refused {
            return failure.into();
        }
        let rule = self.work.rules.rule(rule);
        Refused::Illegal(vec![Reason::of(rule, failure.message, failure.origin)])
    }

    fn call_effect(&mut self, call: &Call) -> Result<(), Failure> {
        let script = Rc::clone(&self.work.script);
        let placeholder = Work::new(
            Arc::clone(&self.work.rules),
            Rc::clone(&script),
            Arc::clone(&self.work.names),
            &Table::empty(0, 0),
        );
        let work = std::mem::replace(&mut self.work, Box::new(placeholder));
        let (work, result) = script.effect(work, call);
        self.work = work;
        result
    }
}

impl From<Before> for Led {
    fn from(Before { state, player, action, written }: Before) -> Self {
        let (pending, table) = (state.pending, Some(Box::new(state.table)));
        Self { player, action, written, pending, table }
    }
}

/// That more results of chance are written than there are draws.
#[cold]
fn left_over() -> Refused {
    let text = "more results of chance are written than were drawn";
    Refused::Illegal(vec![Reason::new(text, Origin::default())])
}

/// Makes changes happen again.
fn redo(table: &mut Table, changes: &[Change], board: &Board) {
    for change in changes {
        table.apply(change, board);
    }
}

/// The failure of a hook that does not repeat what it did.
fn undetermined(origin: Origin) -> Failure {
    Failure {
        hint: Some("a hook has to ask the same questions whenever it runs again".into()),
        ..Failure::new("the rule is not deterministic", origin)
    }
}

/// The failure of rules that hear each other for ever, of which these were the last.
fn endless(rules: &Rules, why: &str, calls: &[Call]) -> Failure {
    let message = format!("the rules call each other without end: {why}");
    let origin = calls.last().map(|call| rules.rule(call.rule).origin(Some(call.hook)));
    let mut failure = Failure {
        hint: Some("look for a hook that does what it hears of, and end it by a condition".into()),
        ..Failure::new(message, origin.unwrap_or_default())
    };
    failure.call = calls.last().map(|call| (call.rule, call.hook));
    let called: BTreeSet<_> = calls.iter().map(|call| (call.rule, call.hook)).collect();
    for (rule, hook) in called {
        let rule = rules.rule(rule);
        failure.passed(&rule.named(hook), &rule.origin(Some(hook)));
    }
    failure
}
