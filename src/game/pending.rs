//! The pending parts of a game between actions: calls, a suspended effect with its questions, and
//! the action that led to them. This module also defines plain data: [`State`] for a whole
//! game, and [`Pending`] for its pending parts.

use std::any::Any;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::agenda::Entry;
use super::question::Questions;
use super::streams::Outcome;
use crate::action::Action;
use crate::rules::{Call, Hook, RuleId, SuspendedCall};
use crate::table::{Player, Table};

/// A game as plain data, for saving, copying and comparing; a question may be open.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The table without the changes of a running effect.
    pub table: Table,
    /// The state of an unfinished action, such as pending calls and a suspended hook; `None`
    /// between most actions.
    pub pending: Option<Box<Pending>>,
    /// The operations of rules since the game began, as
    /// [`Game::spent_operations`](super::Game::spent_operations) counts them.
    #[serde(default)]
    pub spent: u64,
}

/// The pending parts of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pending {
    /// The pending calls.
    pub agenda: Vec<Entry>,
    /// The hook that is waiting for an answer.
    pub frame: Option<SuspendedCall>,
    /// The number of changes of that hook that have been reported.
    pub reported: usize,
    /// The written random results, starting with the first one that the hook draws.
    pub written: Vec<Outcome>,
    /// The number of calls in the action so far, if one of them is waiting for an answer.
    pub calls: u16,
    /// The hooks that failed in this action and are skipped in it.
    pub skipped: Vec<(RuleId, Hook)>,
    /// The action that led to the question, in case it has to be undone.
    pub before: Option<Box<Before>>,
}

/// An action and the game before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Before {
    /// The game before the action.
    pub state: State,
    /// The player who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The written random results.
    pub written: Vec<Outcome>,
}

/// An effect that is waiting for answers to its questions. Earlier answers are in
/// [`EffectRun`](super::effect::EffectRun).
#[derive(Clone)]
pub(super) struct Suspended {
    /// The open questions.
    pub(super) questions: Questions,
    /// The effect.
    pub(super) call: Call,
    /// The question at which it is suspended.
    pub(super) at: QuestionId,
    /// The state at its beginning.
    pub(super) checkpoint: Checkpoint,
    /// The data with which it continues from its question. Without them, the effect runs again from
    /// its beginning.
    pub(super) resume_data: Option<ResumeData>,
}

/// A question of an effect, which the effect has to reach again when it is resumed.
#[derive(Clone, Copy)]
pub(super) struct QuestionId {
    /// The index of the question in the effect.
    pub(super) index: usize,
    /// The fingerprint of the changes and questions up to it.
    pub(super) fingerprint: u64,
}

/// The data with which a [`Script`](super::Script) continues a suspended effect from its question.
pub(super) type ResumeData = Rc<dyn Any>;

/// The state of a game at the beginning of an effect, to which the game returns when the effect
/// runs again.
#[derive(Clone, Default)]
pub(super) struct Checkpoint {
    /// The number of changes.
    pub(super) changes: usize,
    /// The number of pending calls. An effect only adds calls, so all later calls are its own.
    pub(super) waiting: usize,
    /// The length of the log of hook calls.
    pub(super) log_length: usize,
    /// The number of changes of the effect that have been reported.
    pub(super) reported: usize,
    /// The written random results, starting with the first one that the effect draws.
    pub(super) written: Vec<Outcome>,
}

/// The action that led to the open questions.
#[derive(Clone)]
pub(super) struct PendingAction {
    pub(super) player: Player,
    pub(super) action: Action,
    pub(super) written: Vec<Outcome>,
    /// The table before the action; `None` if it is the ledger's stored table.
    pub(super) table: Option<Box<Table>>,
    /// The operations of rules before the action.
    pub(super) spent: u64,
}
