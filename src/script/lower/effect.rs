//! Runs an effect as bytecode. The answers of its calls are stored in a journal, so that it
//! can resume at the question where it was suspended.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use super::run::Caller;
use crate::game::{Cause, Effect, EffectProgress, View};
use crate::rules::Running;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::script::vocabulary::{CallResult, Function, HasView};

/// The maximum number of answers in a journal. An effect with more answers before its question, or
/// with a list among them, is run again from its beginning.
const ANSWERS: usize = 256;

/// The answers of the calls of an effect, up to the call that asks a question.
#[derive(Clone, Default)]
pub(in crate::script) struct Journal {
    answers: Vec<Value>,
    /// The operations of the pure hooks that these calls ran.
    pub(in crate::script) operations: u64,
    /// The progress of the effect before the call that asks, if that call did nothing else.
    pub(in crate::script) question_position: Option<EffectProgress>,
}

/// The access of an effect to its game, which it modifies. Calls in the journal are not executed
/// again.
pub(in crate::script) struct Mutating<'a> {
    effect: &'a mut Effect,
    /// The journal; `None` while hook calls are logged.
    journal: Option<&'a mut Journal>,
    /// The number of answers used in this run.
    answered: usize,
    /// The operations of the pure hooks of this run.
    operations: &'a Cell<u64>,
}

impl Journal {
    /// Prepares an effect to resume at its question. Returns its journal.
    pub(in crate::script) fn prepare_resume(
        journal: Rc<dyn Any>,
        effect: &mut Effect,
    ) -> Option<Self> {
        let mut journal: Self = journal.downcast().ok().map(Rc::unwrap_or_clone)?;
        effect.resume_from(journal.question_position.take()?);
        Some(journal)
    }

    /// An empty journal that reuses the memory of this one.
    pub(in crate::script) fn cleared(mut self) -> Self {
        self.answers.clear();
        Self { answers: self.answers, ..Self::default() }
    }
}

impl<'a> Mutating<'a> {
    pub(in crate::script) fn new(
        effect: &'a mut Effect,
        journal: Option<&'a mut Journal>,
        operations: &'a Cell<u64>,
    ) -> Self {
        Self { effect, journal, answered: 0, operations }
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
        if self.journal.is_some() {
            return self.journaled(function, running, cause, (of, args));
        }
        if function.acts() {
            self.effect.set_cause(cause.or(self.effect.view().cause()));
        }
        function.call(self.effect, running, of, args)
    }
}

impl Mutating<'_> {
    /// Calls a function whose answer is in the journal, or will be.
    #[inline(never)]
    fn journaled(
        &mut self,
        function: &Function,
        running: Running,
        cause: Option<Cause>,
        (of, args): (&Thing, &[Value]),
    ) -> CallResult {
        if let Some(answer) = self.journal.as_ref().and_then(|it| it.answers.get(self.answered)) {
            self.answered += 1;
            return Ok(answer.clone());
        }
        let before = function.acts().then(|| {
            self.effect.set_cause(cause.or(self.effect.view().cause()));
            (self.effect.progress(), self.operations.get())
        });
        let answer = function.call(self.effect, running, of, args);
        if let Some(journal) = self.journal.as_deref_mut() {
            if let Ok(value) = &answer {
                if journal.answers.len() == ANSWERS
                    || matches!(value, Value::List(_) | Value::Foreign(_))
                {
                    journal.answers.clear();
                    self.journal = None;
                } else {
                    journal.answers.push(value.clone());
                    self.answered += 1;
                }
            } else if let Some((progress, operations)) = before {
                journal.question_position = self.effect.is_asking_at(progress).then_some(progress);
                journal.operations = operations;
            }
        }
        answer
    }
}
