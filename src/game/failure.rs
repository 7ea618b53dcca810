//! Failures of the running hook, and the log of hook calls. Both are stored in cells of the
//! position, since a hook that only reads can fail and is logged too.

use super::view::View;
use crate::rules::{Failure, Origin};

/// The error of a verb that cannot continue: a question is open, or something failed. A script
/// cannot suppress it, since every later verb returns it again.
///
/// Every verb returns this as soon as the run has halted. Doc comments have a section about errors
/// only if there are other reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt;

/// The result of a verb.
pub(super) type Result<T = (), E = Halt> = std::result::Result<T, E>;

/// The hint if a rule uses a place at which no piece stands any more as a piece.
pub(super) const STALE: &str = "if the piece has moved, use the piece that `move_to` returns";

/// The failure of a hook that does something else when it runs again.
pub(super) fn nondeterministic(origin: Origin) -> Failure {
    Failure::new("the rule is not deterministic", origin).with_hint(
        "a hook has to make the same changes and ask the same questions whenever it runs again",
    )
}

impl View<'_> {
    /// Whether something has failed in the running hook.
    pub(crate) fn has_failed(self) -> bool {
        self.0.hooks.failure.borrow().is_some()
    }

    /// The failure of the running hook.
    pub(crate) fn failure(self) -> Option<Failure> {
        self.0.hooks.failure.borrow().clone()
    }

    /// Fails the running rule permanently with this failure, unless it has already failed.
    pub(crate) fn adopt(self, failure: Failure) -> Halt {
        self.0.hooks.failure.borrow_mut().get_or_insert(failure);
        Halt
    }

    /// Adopts the failure of a result.
    pub(crate) fn adopted<T>(self, result: Result<T, Failure>) -> Result<T> {
        result.map_err(|failure| self.adopt(failure))
    }

    /// Calls a function, and returns `None` if it returns `None` or fails. In that case its hook
    /// calls are removed from the log and its failure is dropped. Meanwhile, failing hooks are not
    /// skipped.
    #[inline]
    pub(crate) fn attempt<T>(self, act: impl FnOnce(Self) -> Option<T>) -> Option<T> {
        let log_length = self.hook_log_length();
        let (before, skips) = (self.0.hooks.failure.take(), self.0.hooks.skips.take());
        let result = act(self);
        self.0.hooks.skips.set(skips);
        let failed = self.0.hooks.failure.replace(before).is_some();
        let result = result.filter(|_| !failed);
        if result.is_none() {
            self.truncate_hook_log(log_length);
        }
        result
    }

    /// Whether calls of pure hooks are logged.
    pub(crate) fn keeps_hook_log(self) -> bool {
        self.0.hooks.log.is_some()
    }

    /// The number of calls of pure hooks in the log.
    pub(super) fn hook_log_length(self) -> usize {
        self.0.hooks.log.as_ref().map_or(0, |log| log.borrow().len())
    }

    /// Shortens the log of calls to this length.
    pub(super) fn truncate_hook_log(self, length: usize) {
        if let Some(hook_log) = &self.0.hooks.log {
            hook_log.borrow_mut().truncate(length);
        }
    }

    /// The position of the running script in its file.
    pub(super) fn current_origin(self) -> Origin {
        self.0.hooks.cause.map_or_else(Origin::default, |cause| cause.origin(self.rules()))
    }

    /// Fails the running rule permanently.
    pub fn fail(self, message: &str, hint: Option<&str>) -> Halt {
        self.halt(message, hint, false)
    }

    /// Refuses the action that started the running rule.
    pub fn refuse(self, message: &str) -> Halt {
        self.halt(message, None, true)
    }

    fn halt(self, message: &str, hint: Option<&str>, refused: bool) -> Halt {
        let mut failure = Failure::new(message, self.current_origin());
        failure.column = self.0.hooks.cause.map_or(0, |cause| cause.column);
        failure.hint = hint.map(Into::into);
        failure.refused = refused;
        self.adopt(failure)
    }
}
