//! Converts a game to plain data and back, even while a question is open.

use super::agenda::Entry;
use super::failure::nondeterministic;
use super::pending::{Before, Checkpoint, Pending, PendingAction, QuestionId, State, Suspended};
use super::{Game, Refusal};
use crate::rules::SuspendedCall;

/// Pending calls as plain data, if there are any.
fn waiting(calls: &[Entry]) -> Option<Box<Pending>> {
    let pending = || Box::new(Pending { agenda: calls.to_vec(), ..Pending::default() });
    (!calls.is_empty()).then(pending)
}

impl Game {
    /// The game as plain data.
    pub fn state(&self) -> State {
        let spent = self.effect.budget.spent();
        let Some(suspended) = &self.suspended else {
            return State {
                table: self.effect.table().clone(),
                pending: waiting(&self.effect.agenda),
                spent,
            };
        };
        let &Suspended { call, at, ref checkpoint, .. } = suspended;
        let frame = SuspendedCall {
            call,
            answers: self.effect.run.answers.clone(),
            question: at.index,
            hash: at.fingerprint,
        };
        let pending = Pending {
            agenda: self.effect.agenda[..checkpoint.waiting].to_vec(),
            frame: Some(frame),
            reported: checkpoint.reported,
            written: checkpoint.written.clone(),
            calls: self.effect.calls,
            skipped: self.effect.skipped.clone(),
            before: self.before(),
        };
        State {
            table: self.effect.ledger.table_at(checkpoint.changes),
            pending: Some(Box::new(pending)),
            spent,
        }
    }

    /// The action that led to the open questions, with the game before it.
    pub(super) fn before(&self) -> Option<Box<Before>> {
        let &PendingAction { player, action, ref written, ref table, spent } =
            self.before.as_ref()?;
        let table = table.as_deref().unwrap_or(self.effect.ledger.base()).clone();
        let state = State { table, pending: waiting(&self.agenda_before), spent };
        Some(Box::new(Before { state, player, action, written: written.clone() }))
    }

    /// Resumes a state: restores its table and runs its suspended effect again, up to the open
    /// question.
    pub(super) fn restore(&mut self, state: State) -> Result<(), Refusal> {
        self.effect.restart(&state.table);
        self.effect.budget.return_to(state.spent);
        self.suspended = None;
        let Some(pending) = state.pending else { return Ok(()) };
        let Pending { agenda, frame, reported, written, calls, skipped, before } = *pending;
        self.effect.agenda.clone_from(&agenda);
        (self.effect.calls, self.effect.skipped) = (calls, skipped);
        let Some(SuspendedCall { call, answers, question, hash }) = frame else { return Ok(()) };
        self.before = before.map(|before| self.pending_action(*before));
        self.effect.run.answers = answers;
        let checkpoint = Checkpoint { reported, written, ..self.effect.checkpoint() };
        self.run_effect(
            call,
            checkpoint,
            None,
            Some(QuestionId { index: question, fingerprint: hash }),
        )?;
        self.effect.ledger.reported = self.effect.ledger.len();
        if self.suspended.is_none() {
            return Err(nondeterministic(self.effect.view().origin(call.rule, call.hook)).into());
        }
        Ok(())
    }

    fn pending_action(&mut self, before: Before) -> PendingAction {
        let Before { state: State { table, pending, spent }, player, action, written } = before;
        self.agenda_before = pending.map_or_else(Vec::new, |pending| pending.agenda);
        PendingAction { player, action, written, table: Some(Box::new(table)), spent }
    }
}
