//! What happened in an action, and what stands behind it.
//!
//! The changes themselves are kept for the way back; which rule made one is noted beside them.

use super::work::Work;
use crate::change::Change;
use crate::rules::{Call, Origin, RuleId, Rules};

/// A change with what brought it about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CausedChange {
    /// What happened.
    pub change: Change,
    /// The rule and its line, for changes that a script made.
    pub cause: Option<Cause>,
    /// The call of the rule that was running.
    pub call: Option<Call>,
}

/// The place in a rule that made a change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cause {
    /// The rule.
    pub rule: RuleId,
    /// The file among the sources of the rules: the rule's own, or one with verbs of a pack.
    pub source: usize,
    /// The line of the file, from 1; 0 before the first word is said.
    pub line: usize,
    /// The column, from 1; 0 where only the line is known.
    pub column: usize,
}

impl Cause {
    /// The place where a rule begins.
    pub fn start(rules: &Rules, rule: RuleId) -> Self {
        Self { rule, source: rules.rule(rule).source, line: 0, column: 0 }
    }

    /// The file and the line.
    pub fn origin(self, rules: &Rules) -> Origin {
        Origin { file: rules.sources[self.source].0.clone(), line: self.line }
    }
}

/// What stands behind a change that a rule made.
#[derive(Clone)]
pub(super) struct Behind {
    /// The number of the change among those that are kept.
    number: usize,
    cause: Option<Cause>,
    call: Call,
}

impl Work {
    /// Notes which rule makes the next change, if one does.
    pub(super) fn note_cause(&mut self) {
        if let Some(call) = self.run.call {
            let number = self.since.len();
            self.behind.push(Behind { number, cause: self.cause, call });
        }
    }

    /// Keeps only so many of the changes.
    pub(super) fn keep_changes(&mut self, count: usize) {
        self.since.truncate(count);
        while self.behind.last().is_some_and(|behind| behind.number >= count) {
            self.behind.pop();
        }
    }

    /// Replaces a list by what happened in this action, as far as it has not been told.
    pub(super) fn list_events(&self, list: &mut Vec<CausedChange>) {
        list.clear();
        let mut behind = self.behind.iter().skip_while(|it| it.number < self.reported).peekable();
        let event = |(number, &change): (usize, &Change)| {
            let rule = behind.next_if(|behind| behind.number == number);
            let cause = rule.and_then(|behind| behind.cause);
            CausedChange { change, cause, call: rule.map(|behind| behind.call) }
        };
        list.extend(self.since.iter().enumerate().skip(self.reported).map(event));
    }
}
