//! Interpolated strings.

use super::{Caller, EvalExit, Machine, RunResult};
use crate::script::limits::TEXT;
use crate::script::lower::{Node, ResultMode};
use crate::script::thing::Thing;
use crate::script::value::Value;

/// The initial capacity, sufficient for most strings.
const SHORT: usize = 48;

impl<W: Caller> Machine<'_, W> {
    #[inline(never)]
    pub(super) fn text(&mut self, parts: &[Node]) -> RunResult {
        let mut text = String::with_capacity(SHORT);
        for part in parts {
            match self.node(part)? {
                Value::Text(part) => {
                    text.push_str(&part);
                    continue;
                }
                Value::Number(number) => text.push_str(&number.to_string()),
                Value::Truth(truth) => text.push_str(&truth.to_string()),
                Value::Thing(thing) => text.push_str(&thing.in_words(self.game.view())),
                _ => return Err(EvalExit::Unsupported),
            }
            self.reads.operations += 1;
        }
        if text.len() > TEXT { Err(EvalExit::Unsupported) } else { Ok(Value::Text(text.into())) }
    }

    /// A string that the hook returns. If the caller does not need its words, one of its literal
    /// parts is returned instead.
    #[inline(never)]
    pub(super) fn reason(&mut self, parts: &[Node]) -> RunResult {
        let any = parts.iter().find_map(|part| match part {
            Node::Literal(text @ Value::Text(_)) => Some(text),
            _ => None,
        });
        let Some(any) = any.filter(|_| matches!(self.mode, ResultMode::Verdict(_))) else {
            return self.text(parts);
        };
        let (before, mut length) = (self.reads.operations, 0);
        for part in parts {
            let (letters, is_counted) = match self.node(part)? {
                Value::Text(text) => (text.len(), false),
                Value::Number(_) | Value::Truth(_) => (SHORT, true),
                Value::Thing(Thing::Player(player)) => (self.game.view().name(player).len(), true),
                _ => (TEXT, true),
            };
            length += letters;
            self.reads.operations += u64::from(is_counted);
        }
        if length < TEXT {
            return Ok(any.clone());
        }
        self.reads.operations = before;
        self.text(parts)
    }
}
