//! The failures of rules.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::{Hook, Origin, RuleId};
use crate::action::Action;
use crate::table::Player;

/// A result with the failure of a rule as its error, unless another error type is named.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// The failure of a rule, which undoes the action. It is behind a pointer, since failures are rare
/// and most functions may return one.
///
/// All functions that may call a rule return it. Their docs have an `# Errors` section only if
/// there are other errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message)]
pub struct Failure(Box<FailureDetails>);

/// What is known about a failure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FailureDetails {
    /// The message.
    pub message: String,
    /// The position of the failure.
    pub origin: Origin,
    /// The column, counted from 1; 0 if only the line is known.
    pub column: usize,
    /// The call stack in words, innermost first: each function with the position that it had
    /// reached.
    pub trace: Vec<String>,
    /// A suggestion for fixing it.
    pub hint: Option<String>,
    /// Whether the rule refused the action on purpose.
    pub refused: bool,
    /// Whether the cause is a written random result and not a rule.
    pub is_written: bool,
    /// The hook that failed, if a rule caused it.
    pub call: Option<(RuleId, Hook)>,
    /// The action that was undone, with its player.
    pub undone: Option<(Player, Action)>,
}

impl Deref for Failure {
    type Target = FailureDetails;

    fn deref(&self) -> &FailureDetails {
        &self.0
    }
}

impl DerefMut for Failure {
    fn deref_mut(&mut self) -> &mut FailureDetails {
        &mut self.0
    }
}

impl Failure {
    /// A failure with only a message and a position.
    pub fn new(message: impl Into<String>, origin: Origin) -> Self {
        let message = message.into();
        Self(Box::new(FailureDetails { message, origin, ..FailureDetails::default() }))
    }

    /// Converts the failure to what is known about it.
    pub fn into_details(self) -> FailureDetails {
        *self.0
    }

    /// The failure with a suggestion for fixing it.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds a function to the call stack, with the position that it had reached.
    pub fn push_call(&mut self, function: &str, place: &dyn fmt::Display) {
        self.trace.push(format!("in {function}, {place}"));
    }
}
