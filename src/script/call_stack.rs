//! The running calls of hooks, with the games on which they run and the operations that they count.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::limits::{ALL_OPERATIONS, DEPTH, OPERATIONS};
use super::lower::{Journal, RunResult};
use super::thing::Thing;
use crate::game::{Cause, Effect, Position, Reads, View};

/// The game of a running call.
pub(super) enum Frame {
    /// An effect alters it.
    Effect(Box<Effect>),
    /// A pure hook reads a copy of it.
    Hook(Box<Position>),
}

impl Frame {
    pub(super) fn view(&self) -> View<'_> {
        match self {
            Self::Effect(effect) => effect.view(),
            Self::Hook(position) => position.view(),
        }
    }

    pub(super) fn set_cause(&mut self, cause: Option<Cause>) {
        match self {
            Self::Effect(effect) => effect.set_cause(cause),
            Self::Hook(position) => position.set_cause(cause),
        }
    }

    /// Whether a question is open or something has failed, so that the script has to end.
    pub(super) fn has_halted(&self) -> bool {
        match self {
            Self::Effect(effect) => effect.has_halted(),
            Self::Hook(position) => position.view().has_failed(),
        }
    }
}

/// The running calls of hooks, with the games on which they run and the operations that they count.
#[derive(Default)]
pub(super) struct CallStack {
    /// The games of the running calls: that of the effect, and above it those of pure hooks.
    pub(super) frames: RefCell<Vec<Frame>>,
    /// How many calls run within each other.
    pub(super) depth: Cell<usize>,
    /// For which copy of its rule's card the innermost call runs.
    pub(super) copy: Cell<u8>,
    /// The operations of the running call.
    pub(super) operations: Cell<u64>,
    /// The operations of the running call and of those within and around it.
    pub(super) all_operations: Cell<u64>,
    /// What the running rule stands for in its family.
    pub(super) each: Cell<Option<Thing>>,
    /// The memory for the journal of the next effect.
    pub(super) journal: Cell<Journal>,
}

impl CallStack {
    /// Whether the running call goes on for too long; the counts forget nothing.
    pub(super) fn is_exhausted(&self) -> bool {
        self.operations.get() > OPERATIONS || self.all_operations.get() > ALL_OPERATIONS
    }

    /// Counts operations of answers that are known already; whether the calls that run may go on,
    /// and one more within them.
    pub(super) fn count(&self, operations: &dyn Fn() -> u64) -> bool {
        let depth = self.depth.get();
        if depth == 0 {
            return true;
        }
        let all = self.all_operations.get() + operations();
        let may_go_on = depth < DEPTH && all <= ALL_OPERATIONS;
        if may_go_on {
            self.all_operations.set(all);
        }
        may_go_on
    }

    /// Runs a native tree within the calls that run already; nothing where the engine has to run
    /// it. Answers also all the operations that the outermost call has come to.
    pub(super) fn within<T>(
        &self,
        reads: &mut Reads,
        run: impl FnOnce(&mut Reads) -> RunResult<T>,
    ) -> Option<(RunResult<T>, u64)> {
        let depth = self.depth.get();
        if depth == DEPTH {
            return None;
        }
        let before = if depth == 0 { 0 } else { self.all_operations.get() };
        self.all_operations.set(before);
        self.depth.set(depth + 1);
        let ran = catch_unwind(AssertUnwindSafe(|| run(reads))).ok();
        self.depth.set(depth);
        let all = self.all_operations.get() + reads.operations;
        let ran = ran.filter(|_| all <= ALL_OPERATIONS);
        // What did not go well is counted where the engine runs it.
        let went_well = matches!(ran, Some(Ok(_)));
        self.all_operations.set(if went_well { all } else { before });
        ran.map(|outcome| (outcome, all))
    }
}
