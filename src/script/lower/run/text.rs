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
        let substitute = text
            .substitute
            .filter(|_| matches!(self.mode, ResultMode::Verdict(_)) && self.longest(text) < TEXT);
        let value = match substitute {
            Some(substitute) => {
                let counted = |part: &Value| !matches!(part, Value::Text(_));
                let parts = text.parts.iter().map(|&part| self.values.get(part));
                self.reads.operations += parts.filter(|part| counted(part)).count() as u64;
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

    /// An upper bound of the length of a string in bytes.
    fn longest(&self, text: &Text) -> usize {
        let bytes = |value: &Value| match value {
            Value::Text(text) => text.len(),
            Value::Number(_) | Value::Truth(_) => SHORT,
            Value::Thing(Thing::Player(player)) => self.game.view().name(*player).len(),
            _ => TEXT,
        };
        let mut longest = 0;
        for &part in &text.parts {
            longest += bytes(self.values.get(part));
        }
        longest
    }
}
