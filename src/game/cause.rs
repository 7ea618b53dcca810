//! Changes with their causes.

use crate::change::Change;
use crate::rules::{Call, Origin, RuleId, Rules};

/// A change with its cause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CausedChange {
    /// The change.
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
    /// The index of the file in the sources of the rules: the rule's own file, or a file with verbs
    /// of a pack.
    pub source: usize,
    /// The line of the file, counted from 1; 0 before the first function is called.
    pub line: usize,
    /// The column, counted from 1; 0 if only the line is known.
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
