//! Questions: what a rule asks a player, with all the answers there are.

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
    /// Who has to answer.
    pub player: Player,
    /// What is asked, in the rule's words.
    pub prompt: String,
    /// The answers, in a fixed order; at least two, or one opponent to take a card from.
    pub options: Vec<Action>,
    /// The rule that asks.
    pub rule: RuleId,
    /// Where it is asked.
    pub cause: Option<Cause>,
}

/// Questions, most often one.
pub(super) type Questions = SmallVec<[Question; 1]>;
/// Who is asked, and what each may answer.
pub(super) type Choices = SmallVec<[(Player, Vec<Action>); 1]>;
/// What each of those who were asked has answered, or nothing where there was nothing to choose.
pub(super) type Answered = SmallVec<[Option<Action>; 1]>;

impl Question {
    /// Where it is asked.
    pub fn origin(&self, rules: &Rules) -> Origin {
        self.cause.map_or_else(Origin::default, |cause| cause.origin(rules))
    }

    /// Whether an action is of the sort that answers the question.
    pub(super) fn is_answered_by(&self, action: &Action) -> bool {
        let sort = std::mem::discriminant(action);
        matches!(action, Action::Choose(_))
            || self.options.iter().any(|option| std::mem::discriminant(option) == sort)
    }
}

/// Why a verb cannot go on: a question is open, or something failed. A script cannot swallow it,
/// since every later verb answers with it again.
///
/// Every verb returns this as soon as the run has halted. Docs have a section about errors only
/// where there are other reasons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halt;

/// The most answers that are named one by one.
pub(super) const NAMED: usize = 8;

/// The most questions that one effect may ask: more than a giver of a whole hand is asked.
pub const QUESTIONS: usize = 128;

impl View<'_> {
    /// Whether something has failed in the running hook.
    pub(crate) fn has_failed(self) -> bool {
        self.0.hooks.failure.borrow().is_some()
    }

    /// What has failed in the running hook.
    pub(crate) fn failure(self) -> Option<Failure> {
        self.0.hooks.failure.borrow().as_deref().cloned()
    }

    /// Lets the running rule fail as another one has, for good; what failed first is what counts.
    pub(crate) fn adopt(self, failure: Failure) -> Halt {
        self.0.hooks.failure.borrow_mut().get_or_insert_with(|| failure.into());
        Halt
    }

    /// The answers to a question in words: some of them where there are many.
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

    /// Looks at the game in a way that may come to nothing; then what it asked of rules and what
    /// failed is forgotten. Meanwhile no failure is left out: what looks fails with it.
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

    /// How many calls of pure hooks are in the log.
    pub(super) fn hook_log_length(self) -> usize {
        self.0.hooks.log.as_ref().map_or(0, |log| log.borrow().len())
    }

    /// Keeps only so many calls of the log.
    pub(super) fn truncate_hook_log(self, length: usize) {
        if let Some(hook_log) = &self.0.hooks.log {
            hook_log.borrow_mut().truncate(length);
        }
    }

    /// Where the running script is.
    fn place(self) -> Origin {
        self.0.hooks.cause.map_or_else(Origin::default, |cause| cause.origin(self.rules()))
    }

    /// Lets the running rule fail, for good.
    pub fn fail(self, message: &str, hint: Option<&str>) -> Halt {
        self.halt(message, hint, false)
    }

    /// Lets the running rule refuse the action that started it.
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
