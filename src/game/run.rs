//! Running an action and what it brings about: effects from the agenda, up to their questions, and
//! back again where something fails.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::effect::Resume;
use super::waiting::{Checkpoint, PendingAction, Suspended};
use super::{Game, Outcome, Reason, Refused, State, Tried, Work};
use crate::action::Action;
use crate::board::Board;
use crate::change::Change;
use crate::rules::{Answer, Call, Failure, Origin, RuleId, Rules};
use crate::table::{Player, Table};

/// The most calls of rules that one action may bring about.
pub const CALLS: u16 = 1_000;
/// The most operations of all these calls.
const OPERATIONS: u64 = 10_000_000;
/// The most operations of all effects of a game, unless somebody says otherwise.
pub const GAME_OPERATIONS: u64 = 20 * OPERATIONS;
/// The most that anybody may say.
pub const MOST_OPERATIONS: u64 = 10 * GAME_OPERATIONS;
/// What a question counts as, in operations.
const QUESTION: u64 = 1_000;
/// After so many changes the table is copied anew.
const KEPT: usize = 64;

impl Game {
    /// Plays an action that nothing stands against; undoes it where something fails.
    pub(super) fn play_checked(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refused> {
        if self.suspended.is_some() {
            return self.play_answer(player, action, written);
        }
        self.begin();
        let changes = self.work.since.len();
        self.waited.clone_from(&self.work.agenda);
        let spent = self.work.spent;
        let refused = match self.go_on(player, action, written) {
            Ok(()) if self.suspended.is_none() => return Ok(()),
            Ok(()) => None,
            Err(refused) => Some(refused),
        };
        self.rebase_to(changes);
        self.before =
            Some(PendingAction { player, action, written: written.to_vec(), table: None, spent });
        self.end(player, action, None, refused.map_or(Ok(()), Err))
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
        self.begin_report(written);
        let answered = self.take_answer(player, action);
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
        } else if self.suspended.is_none() {
            self.before = None;
        }
        played
    }

    /// Prepares for an action. When there are many changes, the stored table is moved forward.
    #[inline]
    fn begin(&mut self) {
        if self.work.since.len() > KEPT {
            self.rebase_to_now();
        }
        self.work.skipped.clear();
    }

    /// Stores the table as it is, and drops the changes before it.
    #[cold]
    fn rebase_to_now(&mut self) {
        *self.past = self.work.table;
        self.work.keep_changes(0);
        self.passed = 0;
    }

    /// Moves the stored table forward to the state after so many of the changes.
    #[cold]
    fn rebase_to(&mut self, changes: usize) {
        redo(&mut self.past, &self.work.since[self.passed..changes], &self.work.rules.board);
        self.passed = changes;
    }

    #[expect(clippy::inline_always, reason = "it is what most actions come to")]
    #[inline(always)]
    fn go_on(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refused> {
        self.begin_report(written);
        self.work.calls = 0;
        for number in 0..self.work.skipped.len() {
            self.work.make(Change::Skipped(self.work.skipped[number].0));
        }
        self.work.act(player, &action)?;
        self.finish()
    }

    /// Begins the report of an action or an answer, for which these results of chance are written.
    #[inline]
    fn begin_report(&mut self, written: &[Outcome]) {
        self.work.reported = self.work.since.len();
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

    /// Runs what waits, until nothing does or somebody has to act.
    #[inline]
    pub(super) fn settle(&mut self) -> Result<(), Refused> {
        let is_quiet = self.suspended.is_none() && self.work.agenda.is_empty();
        if is_quiet && self.work.is_judged() { Ok(()) } else { self.run_calls() }
    }

    #[inline(never)]
    fn run_calls(&mut self) -> Result<(), Refused> {
        let mut last_calls: Vec<Call> = Vec::new();
        while self.suspended.is_none() {
            if self.work.table.step.is_of_roll() {
                // What was heard of the roll waits until its normal consequences are settled.
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
            let checkpoint = self.checkpoint();
            self.run_effect(call, checkpoint, None, None)?;
        }
        Ok(())
    }

    /// Takes an answer to an open question; its effect runs on, if all have answered.
    ///
    /// It goes on from where its question left it, or else runs again from its beginning, and has
    /// to come to the question at which it waited.
    fn take_answer(&mut self, player: Player, action: Action) -> Result<(), Refused> {
        let suspended = self.suspended.take().expect("a question waits");
        let Suspended { call, at, mut checkpoint, resume, questions: _ } = suspended;
        let answers = &mut self.work.run.answers;
        answers.push(Answer { question: at.0, player, action });
        answers.sort_unstable();
        checkpoint.written.extend(self.work.written.drain(..));
        let resume =
            resume.filter(|_| checkpoint.written.is_empty() && !self.work.keeps_hook_log());
        if resume.is_none() {
            self.return_to(&checkpoint);
        }
        checkpoint.log_length = self.work.hook_log_length();
        self.run_effect(call, checkpoint, resume, Some(at))
    }

    /// Marks the beginning of an effect, which gets the written results of chance.
    pub(super) fn checkpoint(&mut self) -> Checkpoint {
        let Work { since, agenda, written, .. } = &mut *self.work;
        let (changes, waiting, written) = (since.len(), agenda.len(), written.drain(..).collect());
        Checkpoint {
            changes,
            waiting,
            log_length: self.work.hook_log_length(),
            reported: 0,
            written,
        }
    }

    /// Runs an effect with the answers so far, to its end or to its next question: from where it
    /// can go on, if that is known, and to the question at which it waited, if it did.
    pub(super) fn run_effect(
        &mut self,
        call: Call,
        mut checkpoint: Checkpoint,
        resume: Option<Resume>,
        expected: Option<(usize, u64)>,
    ) -> Result<(), Refused> {
        self.work.start(call, resume, &checkpoint.written);
        self.work.run.expected = expected;
        let operations = self.work.operations;
        let script = Rc::clone(&self.work.script);
        let mut tried = script.try_effect(&mut self.work, &call);
        if tried == Tried::InDoubt {
            self.return_to(&checkpoint);
            self.work.truncate_hook_log(checkpoint.log_length);
            self.work.start(call, None, &checkpoint.written);
            tried = Tried::Nothing;
        }
        let result = if tried == Tried::Done { Ok(()) } else { self.call_effect(&call) };
        let ran = self.work.operations - operations;
        if let Some(failure) = self.work.end_effect() {
            self.spend(&call, ran)?;
            return Err(self.refusal(*failure, call.rule));
        }
        // What stays as it was is told already.
        self.work.reported += if self.work.run.goes_on { 0 } else { checkpoint.reported };
        if self.work.run.open.is_empty() {
            self.spend(&call, ran)?;
            result?;
            let run = &self.work.run;
            if expected.is_some_and(|(question, _)| run.asked <= question) {
                return Err(undetermined(self.work.origin(call.rule, call.hook)).into());
            }
            return Ok(());
        }
        let run = &mut self.work.run;
        let (at, resume) = ((run.asked - 1, run.fingerprint), run.resume.take());
        let questions = std::mem::take(&mut run.open);
        self.work.written.clear();
        checkpoint.reported = self.work.since.len() - checkpoint.changes;
        self.suspended = Some(Suspended { questions, call, at, checkpoint, resume });
        Ok(())
    }

    /// Counts the operations and questions of an effect that has come to its end, or has failed.
    fn spend(&mut self, call: &Call, operations: u64) -> Result<(), Refused> {
        let questions = QUESTION * self.work.run.asked as u64;
        self.work.spent += operations + questions;
        if !self.is_spent() {
            return Ok(());
        }
        Err(spent(self.work.most_operations, self.work.origin(call.rule, call.hook)).into())
    }

    /// Whether the rules have taken more operations than [`Game::limit_operations`] allows: those
    /// of the game as it stands, and of what was taken back.
    pub fn is_spent(&self) -> bool {
        self.work.spent + self.work.taken_back > self.work.most_operations
    }

    /// Lays the game as it was at the beginning of an effect; what is logged stays.
    fn return_to(&mut self, checkpoint: &Checkpoint) {
        if self.work.since.len() > checkpoint.changes {
            let Work { table, since, rules, memo, .. } = &mut *self.work;
            table.clone_from(&self.past);
            redo(table, &since[self.passed..checkpoint.changes], &rules.board);
            memo.rewind(&since[checkpoint.changes..]);
            self.work.keep_changes(checkpoint.changes);
            self.work.reported = self.work.reported.min(checkpoint.changes);
        }
        self.work.agenda.truncate(checkpoint.waiting);
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

/// That more results of chance are written than there are draws.
#[cold]
fn left_over() -> Refused {
    let text = "more results of chance are written than were drawn";
    Refused::Illegal(vec![Reason::new(text, Origin::default())])
}

/// Makes changes happen again.
pub(super) fn redo(table: &mut Table, changes: &[Change], board: &Board) {
    for change in changes {
        table.apply(change, board);
    }
}

/// The failure of a hook that does not repeat what it did.
pub(super) fn undetermined(origin: Origin) -> Failure {
    Failure {
        hint: Some("a hook has to ask the same questions whenever it runs again".into()),
        ..Failure::new("the rule is not deterministic", origin)
    }
}

/// The failure of a game whose rules have taken all their operations, the last of them here. It is
/// not the fault of one call, so none can be left out.
fn spent(most: u64, origin: Origin) -> Failure {
    let message = format!("the rules take too long: more than {most} operations in this game");
    let hint = "`newcatan bench --rules` shows what each rule costs; `--operations` allows more";
    Failure { hint: Some(hint.into()), ..Failure::new(message, origin) }
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
