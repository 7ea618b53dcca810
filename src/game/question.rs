//! Questions of rules to players, with all possible answers.

use std::hash::Hash;

use smallvec::SmallVec;

use super::cause::Cause;
use super::view::View;
use crate::action::Action;
use crate::rules::{Failure, Origin, RuleId, Rules};
use crate::table::Player;

/// A question of a rule to a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The player who has to answer.
    pub player: Player,
    /// The text of the question, as the rule words it.
    pub prompt: String,
    /// The possible answers, in a fixed order: at least two, or one opponent to take a card from.
    pub options: Vec<Action>,
    /// The rule that asks.
    pub rule: RuleId,
    /// The place in the script that asks the question.
    pub cause: Option<Cause>,
}

/// Questions, usually one.
pub(super) type Questions = SmallVec<[Question; 1]>;
/// The players who are asked, each with the possible answers.
pub(super) type Choices = SmallVec<[(Player, Vec<Action>); 1]>;
/// The answers of the players who were asked; `None` for a player without a choice.
pub(super) type Answered = SmallVec<[Option<Action>; 1]>;

impl Question {
    /// The place in the script that asks the question.
    pub fn origin(&self, rules: &Rules) -> Origin {
        self.cause.map_or_else(Origin::default, |cause| cause.origin(rules))
    }

    /// Whether an action is of a kind that can answer the question.
    pub(super) fn is_answered_by(&self, action: &Action) -> bool {
        let sort = std::mem::discriminant(action);
        matches!(action, Action::Choose(_))
            || self.options.iter().any(|option| std::mem::discriminant(option) == sort)
    }
}

/// The error of a verb that cannot continue: a question is open, or something failed. A script
/// cannot suppress it, since every later verb returns it again.
///
/// Every verb returns this as soon as the run has halted. Doc comments have a section about errors
/// only if there are other reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt;

/// The result of a verb.
pub(super) type Result<T = (), E = Halt> = std::result::Result<T, E>;

/// The maximum number of answers that are named one by one.
pub(super) const NAMED: usize = 8;

/// The maximum number of questions of one effect: enough to give away a whole hand card by card.
pub const QUESTIONS: usize = 128;

impl View<'_> {
    /// Whether something has failed in the running hook.
    pub(crate) fn has_failed(self) -> bool {
        self.0.hooks.failure.borrow().is_some()
    }

    /// The failure of the running hook.
    pub(crate) fn failure(self) -> Option<Failure> {
        self.0.hooks.failure.borrow().as_deref().cloned()
    }

    /// Fails the running rule permanently with this failure, unless it has already failed.
    pub(crate) fn adopt(self, failure: Failure) -> Halt {
        self.0.hooks.failure.borrow_mut().get_or_insert_with(|| failure.into());
        Halt
    }

    /// Adopts the failure of a result.
    pub(crate) fn adopted<T>(self, result: Result<T, Failure>) -> Result<T, Halt> {
        result.map_err(|failure| self.adopt(failure))
    }

    /// The possible answers to a question in words; only some of them if there are many.
    pub(super) fn answers(self, question: &Question) -> String {
        let options = &question.options;
        let named = options.iter().map(|option| self.answer(option));
        let mut names: Vec<String> = named.take(NAMED).collect();
        let last = match options.len() - names.len() {
            0 => names.pop().unwrap_or_default(),
            others => format!("{others} more"),
        };
        if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
    }

    /// An answer in words.
    pub(super) fn answer(self, option: &Action) -> String {
        let rules = self.rules();
        let at = |place| rules.board.place_name(place);
        match *option {
            Action::Choose(choice) => rules.choice(choice, self.names()),
            Action::Build { kind, place, .. } => {
                format!("{} at {}", rules.kind(kind).name, at(place))
            }
            Action::Move { marker, place } => {
                format!("{} to {}", rules.marker(marker).name, at(place))
            }
            Action::Take { from: Some(from) } => self.name(from).into(),
            _ => "nothing".into(),
        }
    }

    /// Calls a function, and returns `None` if it returns `None` or fails. In that case its hook
    /// calls are removed from the log and its failure is dropped. Meanwhile, failing hooks are not
    /// skipped.
    #[inline]
    pub(crate) fn attempt<T>(self, look: impl FnOnce(Self) -> Option<T>) -> Option<T> {
        let log_length = self.hook_log_length();
        let (before, skips) = (self.0.hooks.failure.take(), self.0.hooks.skips.take());
        let seen = look(self);
        self.0.hooks.skips.set(skips);
        let failed = self.0.hooks.failure.replace(before).is_some();
        let seen = seen.filter(|_| !failed);
        if seen.is_none() {
            self.truncate_hook_log(log_length);
        }
        seen
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

    /// The current position of the running script.
    fn place(self) -> Origin {
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
        let failure = Failure {
            column: self.0.hooks.cause.map_or(0, |cause| cause.column),
            hint: hint.map(Into::into),
            refused,
            ..Failure::new(message, self.place())
        };
        self.adopt(failure)
    }
}
