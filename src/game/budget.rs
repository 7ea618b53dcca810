//! The limits on operations of rules. The script host counts operations; this module adds them up
//! for each action and for the whole game.

use crate::rules::{Failure, Origin};

/// The maximum number of operations of all calls caused by one action.
pub(super) const OPERATIONS: u64 = 10_000_000;
/// The default limit on the operations of all effects of a game.
pub const GAME_OPERATIONS: u64 = 20 * OPERATIONS;
/// The highest limit that can be set.
pub const MAX_GAME_OPERATIONS: u64 = 10 * GAME_OPERATIONS;
/// The number of operations that a question counts as.
const QUESTION: u64 = 1_000;

/// The operations of the rules of a game so far, and their limit.
#[derive(Clone, Copy)]
pub(super) struct Budget {
    /// The operations since the last action or answer.
    of_action: u64,
    /// The operations of all effects of the game that have ended.
    spent: u64,
    /// The operations of effects that were undone.
    taken_back: u64,
    /// The maximum number of operations of the game.
    most: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { of_action: 0, spent: 0, taken_back: 0, most: GAME_OPERATIONS }
    }
}

impl Budget {
    /// The operations since the last action or answer.
    pub(super) fn of_action(&self) -> u64 {
        self.of_action
    }

    /// The operations of all effects of the game that have ended.
    #[inline]
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The maximum number of operations of the game.
    pub(super) fn most(&self) -> u64 {
        self.most
    }

    /// Limits the operations of the game.
    pub(super) fn limit(&mut self, operations: u64) {
        self.most = operations.min(MAX_GAME_OPERATIONS);
    }

    /// Starts counting the operations of an action or an answer.
    #[inline]
    pub(super) fn begin_action(&mut self) {
        self.of_action = 0;
    }

    /// Counts the operations of an effect in its action.
    pub(super) fn count(&mut self, operations: u64) {
        self.of_action += operations;
    }

    /// Whether the action has taken more operations than it may.
    pub(super) fn is_action_spent(&self) -> bool {
        self.of_action > OPERATIONS
    }

    /// Counts the operations and questions of an effect that has ended or failed.
    pub(super) fn spend(&mut self, operations: u64, questions: usize) {
        self.spent += operations + QUESTION * questions as u64;
    }

    /// Restores an earlier value of the spent operations. The operations since then count as
    /// undone.
    pub(super) fn return_to(&mut self, spent: u64) {
        self.taken_back += self.spent.saturating_sub(spent);
        self.spent = spent;
    }

    /// Whether the rules have taken more operations than the game may take.
    pub(super) fn is_spent(&self) -> bool {
        self.spent + self.taken_back > self.most
    }

    /// The failure of a game whose rules have used more operations than allowed. `origin` is the
    /// position of the last call. No single call is the cause, so none can be left out.
    pub(super) fn failure(&self, origin: Origin) -> Failure {
        let message =
            format!("the rules take too long: more than {} operations in this game", self.most);
        let hint =
            "`newcatan bench --rules` shows what each rule costs; `--operations` raises the limit";
        Failure::new(message, origin).with_hint(hint)
    }
}
