//! The running calls of hooks, with their games and their operation counts.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::limits::{ALL_OPERATIONS, DEPTH, OPERATIONS};
use super::lower::{Registers, RunResult};
use super::thing::Thing;
use crate::game::{Cause, Effect, Position, Reads, View};

/// The game of a running call.
pub(super) enum StackFrame {
    /// An effect modifies it.
    Effect(Box<Effect>),
    /// A pure hook reads a copy of it.
    Hook(Box<Position>),
}

impl StackFrame {
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

    /// Whether a question is open or something has failed, so that the script has to stop.
    pub(super) fn has_halted(&self) -> bool {
        match self {
            Self::Effect(effect) => effect.has_halted(),
            Self::Hook(position) => position.view().has_failed(),
        }
    }
}

/// The running calls of hooks, with their games and their operation counts.
#[derive(Default)]
pub(super) struct CallStack {
    /// The games of the running calls: the game of the effect, and above it the games of pure
    /// hooks.
    pub(super) frames: RefCell<Vec<StackFrame>>,
    /// The number of nested calls.
    pub(super) depth: Cell<usize>,
    /// The number of the card's copy for which the innermost call runs.
    pub(super) copy: Cell<u8>,
    /// The operations of the running call.
    pub(super) operations: Cell<u64>,
    /// The number of operations in the outermost call, including all calls within it.
    pub(super) all_operations: Cell<u64>,
    /// The member of a family for which the running rule was made.
    pub(super) each: Cell<Option<Thing>>,
    /// The registers of running hooks, by the number of calls around them. They are used again, so a
    /// register has an old value until it is set.
    registers: [Cell<Registers>; DEPTH],
}

impl CallStack {
    /// Whether the running call has exceeded a limit on operations, including the operations of
    /// failed callbacks.
    pub(super) fn is_exhausted(&self) -> bool {
        self.operations.get() > OPERATIONS || self.all_operations.get() > ALL_OPERATIONS
    }

    /// Adds the operations of cached answers. Returns whether another nested call is within the
    /// limits.
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

    /// Runs bytecode as a nested call; `None` if the interpreter has to run it. Also returns
    /// the total number of operations of the outermost call.
    #[inline]
    pub(super) fn within<T>(
        &self,
        reads: &mut Reads,
        run: impl FnOnce(&mut Reads, &mut Registers) -> RunResult<T>,
    ) -> Option<(RunResult<T>, u64)> {
        let depth = self.depth.get();
        if depth == DEPTH {
            return None;
        }
        let before = if depth == 0 { 0 } else { self.all_operations.get() };
        self.all_operations.set(before);
        self.depth.set(depth + 1);
        let mut registers = self.registers[depth].take();
        let ran = catch_unwind(AssertUnwindSafe(|| run(reads, &mut registers))).ok();
        self.registers[depth].set(registers);
        self.depth.set(depth);
        let all = self.all_operations.get() + reads.operations;
        let ran = ran.filter(|_| all <= ALL_OPERATIONS);
        // Failed runs are counted when the interpreter repeats them.
        let went_well = matches!(ran, Some(Ok(_)));
        self.all_operations.set(if went_well { all } else { before });
        ran.map(|outcome| (outcome, all))
    }
}
