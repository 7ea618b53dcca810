//! What is pending between actions: calls, a suspended effect with its questions, and the action
//! that led to them. This file converts it to plain data ([`State`]) and back.
//!
//! It does not know how effects run.

use super::agenda::Entry;
use super::effect::Resume;
use super::question::Questions;
use super::run::{redo, undetermined};
use super::{Before, Game, Outcome, Pending, Refused, State};
use crate::action::Action;
use crate::rules::{Call, Frame};
use crate::table::{Player, Table};

/// An effect that waits for answers to its questions. Answers that were given before stay in
/// [`Run`](super::effect::Run).
#[derive(Clone)]
pub(super) struct Suspended {
    /// The open questions.
    pub(super) questions: Questions,
    /// The effect.
    pub(super) call: Call,
    /// The number of the question, and the hash of the changes and questions up to it.
    pub(super) at: (usize, u64),
    /// The state at its beginning.
    pub(super) checkpoint: Checkpoint,
    /// The position from which it can go on; without it the effect runs again from its beginning.
    pub(super) resume: Option<Resume>,
}

/// The state of a game at the beginning of an effect, to which the game returns when the effect
/// runs again.
#[derive(Clone)]
pub(super) struct Checkpoint {
    /// The number of changes.
    pub(super) changes: usize,
    /// The number of pending calls: an effect only adds calls.
    pub(super) waiting: usize,
    /// The length of the log of hook calls.
    pub(super) log_length: usize,
    /// The number of changes of the effect that have been reported.
    pub(super) reported: usize,
    /// The written results of chance, from the first that the effect draws.
    pub(super) written: Vec<Outcome>,
}

/// The action that led to the open questions.
#[derive(Clone)]
pub(super) struct PendingAction {
    pub(super) player: Player,
    pub(super) action: Action,
    pub(super) written: Vec<Outcome>,
    /// The table before the action, unless it is `Game::past`.
    pub(super) table: Option<Box<Table>>,
    /// The operations of rules before the action.
    pub(super) spent: u64,
}

/// Pending calls as plain data, if there are any.
fn waiting(calls: &[Entry]) -> Option<Box<Pending>> {
    let pending = || Box::new(Pending { agenda: calls.to_vec(), ..Pending::default() });
    (!calls.is_empty()).then(pending)
}

impl Game {
    /// The game as plain data.
    pub fn state(&self) -> State {
        let spent = self.work.spent;
        let Some(suspended) = &self.suspended else {
            return State { table: self.work.table, pending: waiting(&self.work.agenda), spent };
        };
        let &Suspended { call, at: (question, hash), ref checkpoint, .. } = suspended;
        let frame = Frame { call, answers: self.work.run.answers.clone(), question, hash };
        let pending = Pending {
            agenda: self.work.agenda[..checkpoint.waiting].to_vec(),
            frame: Some(frame),
            reported: checkpoint.reported,
            written: checkpoint.written.clone(),
            calls: self.work.calls,
            skipped: self.work.skipped.clone(),
            before: self.before(),
        };
        State {
            table: self.table_after(checkpoint.changes),
            pending: Some(Box::new(pending)),
            spent,
        }
    }

    /// The table after so many of the changes that are kept.
    pub(super) fn table_after(&self, changes: usize) -> Table {
        let mut table = *self.past;
        redo(&mut table, &self.work.since[self.passed..changes], &self.work.rules.board);
        table
    }

    /// The action that led to the open questions, with the game before it.
    pub(super) fn before(&self) -> Option<Box<Before>> {
        let &PendingAction { player, action, ref written, ref table, spent } =
            self.before.as_ref()?;
        let table = **table.as_ref().unwrap_or(&self.past);
        let state = State { table, pending: waiting(&self.waited), spent };
        Some(Box::new(Before { state, player, action, written: written.clone() }))
    }

    /// Takes up a state: lays its table and lets its rule come to its question again.
    pub(super) fn take_up(&mut self, state: State) -> Result<(), Refused> {
        *self.past = state.table;
        self.passed = 0;
        self.work.take_up(&state.table);
        // What is taken back has run all the same.
        self.work.taken_back += self.work.spent.saturating_sub(state.spent);
        self.work.spent = state.spent;
        self.suspended = None;
        let Some(pending) = state.pending else { return Ok(()) };
        let Pending { agenda, frame, reported, written, calls, skipped, before } = *pending;
        self.work.agenda.clone_from(&agenda);
        (self.work.calls, self.work.skipped) = (calls, skipped);
        let Some(Frame { call, answers, question, hash }) = frame else { return Ok(()) };
        self.before = before.map(|before| self.pending_action(*before));
        self.work.run.answers = answers;
        let checkpoint = Checkpoint { reported, written, ..self.checkpoint() };
        self.run_effect(call, checkpoint, None, Some((question, hash)))?;
        self.work.reported = self.work.since.len();
        if self.suspended.is_none() {
            return Err(undetermined(self.work.origin(call.rule, call.hook)).into());
        }
        Ok(())
    }

    fn pending_action(&mut self, before: Before) -> PendingAction {
        let Before { state: State { table, pending, spent }, player, action, written } = before;
        self.waited = pending.map_or_else(Vec::new, |pending| pending.agenda);
        PendingAction { player, action, written, table: Some(Box::new(table)), spent }
    }
}
