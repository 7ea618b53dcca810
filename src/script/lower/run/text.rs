//! Interpolated strings.

use super::{Caller, EvalExit, Machine, RunResult};
use crate::script::limits::TEXT;
use crate::script::lower::ResultMode;
use crate::script::lower::bytecode::Text;
use crate::script::thing::Thing;
use crate::script::value::Value;

/// The initial capacity, sufficient for most strings.
const SHORT: usize = 48;

impl<W: Caller> Machine<'_, W> {
    /// Makes a string. If only the verdict is wanted, one of its literal parts replaces it.
    #[inline(never)]
    pub(super) fn text(&mut self, text: &Text) -> RunResult {
        text.parts.iter().for_each(|&part| self.note(part));
        let substitute = text.substitute.filter(|_| matches!(self.mode, ResultMode::Verdict(_)));
        let counted = substitute.and_then(|it| Some((it, self.short(text)?)));
        let value = match counted {
            Some((substitute, operations)) => {
                self.reads.operations += operations;
                self.values.get(substitute).clone()
            }
            None => self.words(text)?,
        };
        self.values.set(text.to, value);
        Ok(())
    }

    fn words(&mut self, text: &Text) -> RunResult<Value> {
        let mut words = String::with_capacity(SHORT);
        for &part in &text.parts {
            match self.values.get(part) {
                Value::Text(part) => {
                    words.push_str(part);
                    continue;
                }
                Value::Number(number) => words.push_str(&number.to_string()),
                Value::Truth(truth) => words.push_str(&truth.to_string()),
                Value::Thing(thing) => words.push_str(&thing.in_words(self.game.view())),
                _ => return Err(EvalExit::Unsupported),
            }
            self.reads.operations += 1;
        }
        if words.len() > TEXT { Err(EvalExit::Unsupported) } else { Ok(Value::Text(words.into())) }
    }

    /// The operations of making a string, if that is certainly short enough.
    #[inline]
    fn short(&self, text: &Text) -> Option<u64> {
        let (mut longest, mut operations) = (0, text.parts.len() as u64);
        for &part in &text.parts {
            longest += match self.values.get(part) {
                Value::Text(text) => {
                    operations -= 1;
                    text.len()
                }
                Value::Number(_) | Value::Truth(_) => SHORT,
                Value::Thing(Thing::Player(player)) => self.game.view().name(*player).len(),
                _ => return None,
            };
        }
        (longest < TEXT).then_some(operations)
    }
}
