//! Questions that rules ask players, with all possible answers.

use std::hash::Hash;

use smallvec::SmallVec;

use super::cause::Cause;
use super::view::View;
use crate::action::Action;
use crate::rules::{Origin, RuleId, Rules};
use crate::table::Player;

/// A question that a rule asks a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The player who has to answer.
    pub player: Player,
    /// The text of the question, as the rule words it.
    pub prompt: String,
    /// The possible answers, in a fixed order: at least two, or one that the player is to see, such as
    /// an opponent to take a card from.
    pub options: Vec<Action>,
    /// Whether nobody but the player learns the answer.
    pub unseen: bool,
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

/// The maximum number of answers that are named one by one.
pub(super) const NAMED: usize = 8;

/// The maximum number of questions that one effect can ask: enough to give away a whole hand card
/// by card.
pub const QUESTIONS: usize = 128;

impl View<'_> {
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
}
