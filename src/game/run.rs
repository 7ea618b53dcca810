//! Runs an action and then the pending effects, until none is left or one asks a question. Undoes
//! them all if something fails.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::budget::OPERATIONS;
use super::failure::nondeterministic;
use super::pending::{Checkpoint, PendingAction, QuestionId, ResumeData, Suspended};
use super::{CALLS, Game, Outcome, Reason, Refusal, State, award, calls, flow, setup, turn};
use crate::action::Action;
use crate::change::Change;
use crate::rules::{Answer, Call, Failure, FailureDetails, Hook, Origin, RuleId, Rules};
use crate::table::{Player, Players, Step};

/// The number of changes after which the stored table is moved forward.
const MAX_CHANGES: usize = 64;

impl Game {
    /// The players who have to answer the open questions.
    #[inline(never)]
    pub(super) fn asked(&self) -> Players {
        self.questions().iter().map(|question| question.player).collect()
    }

    /// Plays an action that is known to be legal. Undoes it if something fails.
    pub(super) fn play_checked(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refusal> {
        if self.suspended.is_some() {
            return self.play_answer(player, action, written);
        }
        self.begin();
        let changes = self.effect.ledger.len();
        self.agenda_before.clear();
        // Mostly, there are no pending calls.
        if !self.effect.agenda.is_empty() {
            self.agenda_before.extend_from_slice(&self.effect.agenda);
        }
        let spent = self.effect.budget.spent();
        self.begin_action(written);
        let acted = flow::act(&mut self.effect, player, &action).map_err(Refusal::from);
        let refused = match acted.and_then(|()| self.finish()) {
            Ok(()) if self.suspended.is_none() => return Ok(()),
            Ok(()) => None,
            Err(refused) => Some(refused),
        };
        self.effect.ledger.rebase_to(changes);
        self.before =
            Some(PendingAction { player, action, written: written.to_vec(), table: None, spent });
        self.end(player, action, None, refused.map_or(Ok(()), Err))
    }

    /// Runs the rules that prepare the table before the first piece is placed.
    ///
    /// # Errors
    /// When a rule fails or prevents the game.
    pub(super) fn run_game_start(&mut self) -> Result<(), Refusal> {
        calls::trigger(&mut self.effect, Hook::OnGameStart, Player(0), &[]);
        self.run_calls(true).map_err(|refused| unfit(self.rules(), refused))
    }

    /// Gives the first possible answer to each open question and those that follow.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn give_first_answers(&mut self) -> Result<(), Refusal> {
        while let Some(question) = self.question() {
            let (player, answer) = (question.player, question.options[0]);
            self.take_answer(player, answer)?;
            self.run_calls(true)?;
        }
        Ok(())
    }

    /// Plays an answer to an open question.
    #[inline(never)]
    fn play_answer(
        &mut self,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<(), Refusal> {
        // After a failure, the question is asked again if no action led to it, as at the start of a
        // game, or if random results were written with the answer, since these may be impossible.
        let from_here = self.before.is_none() || !written.is_empty();
        let again = from_here.then(|| Box::new(self.state()));
        self.begin_report(written);
        let answered = self.take_answer(player, action);
        // The answer may have been the last one for which a step of the turn waited.
        let settled = answered.and_then(|()| self.run_calls(false));
        let played = settled.and_then(|()| self.check_all_written());
        self.end(player, action, again, played)
    }

    /// Ends an action that was played completely, in part or not at all. If it fails, the game
    /// returns to `again`, or else to the state before the action that led to the questions.
    #[cold]
    fn end(
        &mut self,
        player: Player,
        action: Action,
        again: Option<Box<State>>,
        mut played: Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        while let Err(Refusal::Failed(failure)) = &played
            && self.effect.ledger.position.hooks.skips.get()
            && let Some(before) = self.before()
        {
            // An answer belongs to the action that led to the question: that action is played
            // again.
            let failed = failure.call.filter(|call| !self.effect.skipped.contains(call));
            let Some(call) = failed else { break };
            let mut skipped = std::mem::take(&mut self.effect.skipped);
            skipped.push(call);
            self.restore(before.state)?;
            self.effect.skipped = skipped;
            self.begin_action(&before.written);
            let acted = flow::act(&mut self.effect, before.player, &before.action);
            played = acted.map_err(Refusal::from).and_then(|()| self.finish());
        }
        if let Err(refused) = &mut played {
            let before = self.before().map(|it| (it.state, (it.player, it.action)));
            let before = again.map(|state| (*state, (player, action))).or(before);
            let (state, undone) = before.expect("an action or a question was played");
            if let Refusal::Failed(failure) = refused {
                failure.undone = Some(undone);
            }
            self.restore(state)?;
        } else if self.suspended.is_none() {
            self.before = None;
        }
        played
    }

    /// Prepares for an action. When there are many changes, the stored table is moved forward.
    #[inline]
    fn begin(&mut self) {
        if self.effect.ledger.len() > MAX_CHANGES {
            self.effect.ledger.rebase();
        }
        self.effect.skipped.clear();
    }

    /// Begins an action with these written random results.
    #[expect(clippy::inline_always, reason = "most actions consist of this call")]
    #[inline(always)]
    fn begin_action(&mut self, written: &[Outcome]) {
        self.begin_report(written);
        self.effect.calls = 0;
        for number in 0..self.effect.skipped.len() {
            self.effect.make(Change::Skipped(self.effect.skipped[number].0));
        }
    }

    /// Begins the report of an action or an answer with these written random results.
    #[inline]
    fn begin_report(&mut self, written: &[Outcome]) {
        self.effect.ledger.reported = self.effect.ledger.len();
        self.effect.budget.begin_action();
        if !written.is_empty() {
            self.effect.ledger.streams.written.extend(written);
        }
    }

    /// Settles the consequences of an action or an answer.
    #[inline]
    fn finish(&mut self) -> Result<(), Refusal> {
        self.settle(false)?;
        self.check_all_written()
    }

    /// Requires that all written random results were drawn.
    #[inline]
    fn check_all_written(&self) -> Result<(), Refusal> {
        if self.effect.ledger.streams.written.is_empty() { Ok(()) } else { Err(unused_outcomes()) }
    }

    /// Runs pending calls until there are none or somebody has to act. If there are none, no step of
    /// the turn waits for them.
    #[inline]
    pub(super) fn settle(&mut self, is_start: bool) -> Result<(), Refusal> {
        let is_quiet = self.suspended.is_none()
            && self.effect.agenda.is_empty()
            && !self.effect.rules().worth.has_merit_rule;
        if is_quiet && award::is_known_below_goal(self.effect.view()) {
            Ok(())
        } else {
            self.run_calls(is_start)
        }
    }

    /// Runs pending calls. At the start of a game, no award changes its holder, since it is not known
    /// yet whether rules that fail are skipped.
    #[inline(never)]
    fn run_calls(&mut self, is_start: bool) -> Result<(), Refusal> {
        let mut last_calls: Vec<Call> = Vec::new();
        while self.suspended.is_none() {
            if self.effect.table().step().is_of_roll() {
                // Calls about the roll wait until its normal consequences are settled.
                return Ok(());
            }
            if self.effect.table().step() == Step::Over {
                self.effect.agenda.clear();
                return Ok(());
            }
            let Some(call) = calls::next_call(&mut self.effect) else {
                if self.effect.table().step() == Step::PREPARING {
                    setup::begin(&mut self.effect)?;
                    continue;
                }
                if self.effect.table().step().goes_on() {
                    turn::continue_turn(&mut self.effect)?;
                    continue;
                }
                if !is_start {
                    award::update_awards_of_rules(&mut self.effect)?;
                }
                return Ok(award::check_victory(&mut self.effect)?);
            };
            self.effect.calls += 1;
            // Pending calls count, since they will run as well.
            let calls = usize::from(self.effect.calls) + self.effect.agenda.len();
            if calls + 8 > usize::from(CALLS) {
                last_calls.push(call);
            }
            if calls > usize::from(CALLS) {
                let message = format!("more than {CALLS} calls");
                return Err(endless_calls(self.effect.rules(), &message, &last_calls).into());
            }
            if self.effect.budget.is_action_spent() {
                let message = format!("more than {OPERATIONS} operations");
                return Err(endless_calls(self.effect.rules(), &message, &[call]).into());
            }
            let checkpoint = self.effect.checkpoint();
            self.run_effect(call, checkpoint, None, None)?;
        }
        Ok(())
    }

    /// Takes an answer to an open question and resumes its effect.
    ///
    /// With resume data, the effect continues from its question. Otherwise it runs again from its
    /// beginning and must ask the same question again.
    fn take_answer(&mut self, player: Player, action: Action) -> Result<(), Refusal> {
        let suspended = self.suspended.take().expect("a question is open");
        let Suspended { call, at, mut checkpoint, resume_data, questions } = suspended;
        let mut to_player = questions.iter().filter(|question| question.player == player);
        self.effect.run.answered_unseen = to_player.any(|question| question.unseen);
        let answers = &mut self.effect.run.answers;
        answers.push(Answer { question: at.index, player, action });
        answers.sort_unstable();
        checkpoint.written.extend(self.effect.ledger.streams.written.drain(..));
        let resume_data = resume_data
            .filter(|_| checkpoint.written.is_empty() && !self.effect.view().keeps_hook_log());
        if resume_data.is_none() {
            self.effect.return_to(checkpoint.changes, checkpoint.waiting);
        }
        checkpoint.log_length = self.effect.view().hook_log_length();
        self.run_effect(call, checkpoint, resume_data, Some(at))
    }

    /// Runs an effect with the answers so far, to its end or to its next question. It starts from
    /// its last question if there are resume data. A suspended effect must ask its `expected`
    /// question again.
    pub(super) fn run_effect(
        &mut self,
        call: Call,
        checkpoint: Checkpoint,
        resume_data: Option<ResumeData>,
        expected: Option<QuestionId>,
    ) -> Result<(), Refusal> {
        self.effect.start(call, checkpoint, resume_data);
        self.effect.run.expected = expected;
        let script = Rc::clone(self.effect.script());
        let ran = script.effect(&mut self.effect, &call);
        self.effect.budget.count(ran);
        award::update_awards_of_effect(&mut self.effect);
        let mut checkpoint = std::mem::take(&mut self.effect.run.checkpoint);
        if let Some(failure) = self.effect.end_effect() {
            self.spend(&call, ran)?;
            return Err(self.refusal(failure, call.rule));
        }
        // An effect that ran from its beginning has repeated changes that are already reported.
        if !self.effect.run.is_resuming {
            self.effect.ledger.reported += checkpoint.reported;
        }
        if self.effect.run.open.is_empty() {
            self.spend(&call, ran)?;
            let run = &self.effect.run;
            if expected.is_some_and(|expected| run.asked <= expected.index) {
                return Err(
                    nondeterministic(self.effect.view().origin(call.rule, call.hook)).into()
                );
            }
            return Ok(());
        }
        let run = &mut self.effect.run;
        let at = QuestionId { index: run.asked - 1, fingerprint: run.fingerprint };
        let resume_data = run.resume_data.take();
        let questions = std::mem::take(&mut run.open);
        self.effect.ledger.streams.written.clear();
        checkpoint.reported = self.effect.ledger.len() - checkpoint.changes;
        self.suspended = Some(Suspended { questions, call, at, checkpoint, resume_data });
        Ok(())
    }

    /// Counts the operations and questions of an effect that has ended or failed.
    fn spend(&mut self, call: &Call, operations: u64) -> Result<(), Refusal> {
        self.effect.budget.spend(operations, self.effect.run.asked);
        if !self.is_spent() {
            return Ok(());
        }
        let origin = self.effect.view().origin(call.rule, call.hook);
        Err(self.effect.budget.failure(origin).into())
    }

    /// Whether the rules have used more operations than [`Game::limit_operations`] allows, in the
    /// current game and in undone actions.
    pub fn is_spent(&self) -> bool {
        self.effect.budget.is_spent()
    }

    /// Converts a rule's failure to a refusal. If the rule refused the action, the action is
    /// illegal.
    fn refusal(&self, failure: Failure, rule: RuleId) -> Refusal {
        if !failure.refused {
            return failure.into();
        }
        let rule = self.effect.rules().rule(rule);
        let FailureDetails { message, origin, .. } = failure.into_details();
        Refusal::Illegal(vec![Reason::of(rule, message, origin)])
    }
}

/// The refusal of an action with more written random results than draws.
#[cold]
fn unused_outcomes() -> Refusal {
    let text = "the line gives more random results than were drawn";
    Refusal::Illegal(vec![Reason::new(text, Origin::default())])
}

/// The failure of rules that call each other without end; `calls` are their last calls.
fn endless_calls(rules: &Rules, why: &str, calls: &[Call]) -> Failure {
    let message = format!("the rules call each other endlessly: {why}");
    let origin = calls.last().map(|call| rules.rule(call.rule).origin(Some(call.hook)));
    let hint = "look for a hook that causes its own calls, and add a condition that ends them";
    let mut failure = Failure::new(message, origin.unwrap_or_default()).with_hint(hint);
    failure.call = calls.last().map(|call| (call.rule, call.hook));
    let called: BTreeSet<_> = calls.iter().map(|call| (call.rule, call.hook)).collect();
    for (rule, hook) in called {
        let rule = rules.rule(rule);
        failure.push_call(&rule.named(hook), &rule.origin(Some(hook)));
    }
    failure
}

/// Names the pack whose rule prevents the game, the scenario and the other packs.
fn unfit(rules: &Rules, refused: Refusal) -> Refusal {
    let Refusal::Illegal(mut reasons) = refused else { return refused };
    for reason in &mut reasons {
        let Some((pack, _)) = reason.rule.split_once('/') else { continue };
        let others = rules.packs.iter().filter(|other| other.id != pack);
        let others: Vec<String> = others.map(|other| format!("`{}`", other.id)).collect();
        let (scenario, others) = (&rules.scenario, others.join(", "));
        let text = &reason.text;
        reason.text = format!("`{pack}` does not fit `{scenario}` with {others}: {text}");
    }
    Refusal::Illegal(reasons)
}
