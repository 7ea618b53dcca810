//! Runs an effect as bytecode. An effect that asks a question is suspended, and continues from that
//! question when it is answered.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use smallvec::SmallVec;

use super::run::{Caller, Registers};
use crate::game::{Cause, Effect, EffectProgress, View};
use crate::rules::Running;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::script::vocabulary::{CallResult, Function, HasView};

/// An effect that is suspended at its question.
#[derive(Clone)]
pub(in crate::script) struct SuspendedEffect {
    pub(in crate::script) machine: SuspendedMachine,
    pub(in crate::script) question: QuestionPosition,
}

/// The index of the instruction that each running function has reached, innermost first.
pub(super) type Reached = SmallVec<[usize; 4]>;

/// The state of a machine before the call at which it has halted.
#[derive(Clone)]
pub(in crate::script) struct SuspendedMachine {
    /// The values of its registers.
    pub(super) registers: Registers,
    pub(super) reached: Reached,
    /// The operations so far, without those of pure hooks.
    pub(super) operations: u64,
}

/// The position of an effect before the call that asks, if that call has done nothing else.
#[derive(Clone, Copy)]
pub(in crate::script) struct QuestionPosition {
    progress: EffectProgress,
    /// The operations of the pure hooks so far.
    pub(in crate::script) operations: u64,
}

impl SuspendedEffect {
    /// Lets an effect continue from its question.
    pub(in crate::script) fn resume(data: Rc<dyn Any>, effect: &mut Effect) -> Option<Self> {
        let suspended: Self = data.downcast().ok().map(Rc::unwrap_or_clone)?;
        effect.resume_from(suspended.question.progress);
        Some(suspended)
    }
}

/// The access of an effect to its game, which it modifies.
pub(in crate::script) struct Mutating<'a> {
    effect: &'a mut Effect,
    /// Set by a call that asks a question.
    asked: &'a mut Option<QuestionPosition>,
    /// The operations of the pure hooks of this run.
    operations: &'a Cell<u64>,
}

impl<'a> Mutating<'a> {
    pub(in crate::script) fn new(
        effect: &'a mut Effect,
        asked: &'a mut Option<QuestionPosition>,
        operations: &'a Cell<u64>,
    ) -> Self {
        Self { effect, asked, operations }
    }
}

impl HasView for Mutating<'_> {
    #[inline]
    fn view(&self) -> View<'_> {
        self.effect.view()
    }
}

/// An effect modifies the game; the cause of each change is the position of a call in its file.
impl Caller for Mutating<'_> {
    #[inline]
    fn call(
        &mut self,
        function: &Function,
        running: Running,
        cause: Option<Cause>,
        (of, args): (&Thing, &[Value]),
    ) -> CallResult {
        if !function.acts() {
            return function.read(self.effect.view(), running, of, args);
        }
        self.effect.set_cause(cause.or(self.effect.view().cause()));
        let (progress, operations) = (self.effect.progress(), self.operations.get());
        let answer = function.call(self.effect, running, of, args);
        if answer.is_err() && self.effect.is_asking_at(progress) {
            *self.asked = Some(QuestionPosition { progress, operations });
        }
        answer
    }
}
