//! What is pending between actions: calls, a suspended effect with its questions, and the action
//! that led to them; and the same as plain data ([`State`]).

use std::any::Any;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::agenda::Entry;
use super::question::Questions;
use super::streams::Outcome;
use crate::action::Action;
use crate::rules::{Call, Frame, Hook, RuleId};
use crate::table::{Player, Table};

/// A game as plain data, also in the middle of a question: what is saved, copied and compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The table, with a running effect's changes left out.
    pub table: Table,
    /// What still has to happen; nothing between most actions.
    pub pending: Option<Box<Pending>>,
    /// The operations of rules since the game began, as [`Game::limit_operations`](super::Game::limit_operations) counts them.
    #[serde(default)]
    pub spent: u64,
}

/// What still has to happen.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pending {
    /// The calls that wait.
    pub agenda: Vec<Entry>,
    /// The hook that waits for an answer.
    pub frame: Option<Frame>,
    /// How many of the frame's changes have been reported.
    pub reported: usize,
    /// The written results of chance, from those that the frame drew first.
    pub written: Vec<Outcome>,
    /// How many calls the action has brought about so far, where one of them waits for an answer.
    pub calls: u16,
    /// The hooks that failed in this action and are left out of it, where it goes on.
    pub skipped: Vec<(RuleId, Hook)>,
    /// The action that led to the question, for when it has to be undone.
    pub before: Option<Box<Before>>,
}

/// An action and the game before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Before {
    /// The game before the action.
    pub state: State,
    /// Who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The written results of chance.
    pub written: Vec<Outcome>,
}

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
    /// What lets it go on from its question; without it the effect runs again from its beginning.
    pub(super) journal: Option<Journal>,
}

/// What a [`Script`](super::Script) needs to let a suspended effect go on from its question.
pub(super) type Journal = Rc<dyn Any>;

/// The state of a game at the beginning of an effect, to which the game returns when the effect
/// runs again.
#[derive(Clone, Default)]
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
    /// The table before the action, unless it is the stored table of the ledger.
    pub(super) table: Option<Box<Table>>,
    /// The operations of rules before the action.
    pub(super) spent: u64,
}
