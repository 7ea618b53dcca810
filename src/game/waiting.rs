//! What waits between actions: calls, an effect with its open questions, and the way back to before
//! the action that led to them; all of it as plain data, and from there.
//!
//! Knows nothing of how effects run.

use super::agenda::Entry;
use super::effect::Resume;
use super::question::Questions;
use super::run::{redo, undetermined};
use super::{Before, Game, Outcome, Pending, Refused, State};
use crate::action::Action;
use crate::rules::{Call, Frame};
use crate::table::{Player, Table};

/// An effect that waits for answers. Those that it has stand where they did while it ran.
#[derive(Clone)]
pub(super) struct Suspended {
    /// What it asks.
    pub(super) questions: Questions,
    /// The effect.
    pub(super) call: Call,
    /// The number of the question, and the hash of the changes and questions up to it.
    pub(super) at: (usize, u64),
    /// Where it checkpoint.
    pub(super) checkpoint: Checkpoint,
    /// From where it can go on, if not from its beginning.
    pub(super) resume: Option<Resume>,
}

/// Where an effect checkpoint, and what belongs to it from there.
#[derive(Clone)]
pub(super) struct Checkpoint {
    /// How many changes were kept.
    pub(super) changes: usize,
    /// How many calls waited: an effect adds to them at most.
    pub(super) waiting: usize,
    /// The length of the log of hook calls.
    pub(super) log_length: usize,
    /// How many of its changes have been reported.
    pub(super) reported: usize,
    /// The written results of chance, from those that it draws first.
    pub(super) written: Vec<Outcome>,
}

/// The action that led to the open questions.
#[derive(Clone)]
pub(super) struct PendingAction {
    pub(super) player: Player,
    pub(super) action: Action,
    pub(super) written: Vec<Outcome>,
    /// The table before it, where that is not the past that the game keeps.
    pub(super) table: Option<Box<Table>>,
    /// The operations of rules up to it.
    pub(super) spent: u64,
}

/// Calls that wait, if any, as plain data.
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
        self.work.told = self.work.since.len();
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
