//! Reasons: everything that stands against an action, with rule, place and numbers.

mod answer;
mod cards;
mod found;
mod step;

use std::fmt;

use super::question::Question;
use super::view::View;
use crate::action::Action;
use crate::count::counted;
use crate::resource::Resources;
use crate::rules::{Answer, Failure, Origin, Rule};
use crate::set::Id;
use crate::table::{Player, Players, Step};

/// One reason against an action.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize)]
pub struct Reason {
    /// What stands against it, with the numbers.
    pub text: String,
    /// The rule or declaration behind it; empty for the course of the game itself.
    pub rule: String,
    /// The rulings that the rule carries out; empty for declarations.
    pub rulings: String,
    /// Where that is written.
    pub origin: Origin,
}

impl Reason {
    /// A reason without a rule behind it.
    pub fn new(text: impl Into<String>, origin: Origin) -> Self {
        Self { text: text.into(), rule: String::new(), rulings: String::new(), origin }
    }

    /// A reason of a rule.
    pub(super) fn of(rule: &Rule, text: impl Into<String>, origin: Origin) -> Self {
        Self { rule: rule.id.clone(), rulings: rule.rulings.clone(), ..Self::new(text, origin) }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match (self.rule.as_str(), self.rulings.as_str()) {
            ("", _) => Ok(()),
            (rule, "") => write!(f, " [{rule} {}]", self.origin),
            (rule, rulings) => write!(f, " [{rule} {rulings} {}]", self.origin),
        }
    }
}

/// The reasons found so far.
struct Found<'a> {
    view: View<'a>,
    /// The answers that the running effect has been given.
    answers: &'a [Answer],
    player: Player,
    reasons: Vec<Reason>,
}

impl View<'_> {
    /// Everything that stands against an action of the player; nothing when it is legal.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn reasons(self, player: Player, action: &Action) -> Result<Vec<Reason>, Failure> {
        let mut found = Found { view: self, answers: &[], player, reasons: Vec::new() };
        if player.0 >= self.table().players {
            found.course(format!("the game has {}", counted(self.table().players, "player")));
            return Ok(found.reasons);
        }
        if let Action::AnswerInAdvance { answerable, .. } = *action {
            if answerable.index() >= self.rules().answerables.len() {
                found.course("there is no such rule to answer in advance".into());
            } else if self.table().step == Step::Over {
                found.course(self.expected());
            }
            return Ok(found.reasons);
        }
        if matches!(action, Action::PayFirst { .. }) {
            if self.table().step == Step::Over {
                found.course(self.expected());
            }
            return Ok(found.reasons);
        }
        found.step(action);
        found.look_at(action)?;
        Ok(found.reasons)
    }

    /// What stands against the discard of these cards at once; nothing where none is due.
    pub fn reasons_against_discard(self, player: Player, cards: Resources) -> Vec<Reason> {
        let mut found = Found { view: self, answers: &[], player, reasons: Vec::new() };
        if self.table().seat(player).due > 0 {
            found.discard(cards);
        }
        found.reasons
    }

    /// What stands against an answer to a rule's question, by the laws that made its options or by
    /// what the rule selects.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn reasons_against_answer(
        self,
        player: Player,
        action: &Action,
        (question, answers): (&Question, &[Answer]),
    ) -> Result<Vec<Reason>, Failure> {
        let mut found = Found { view: self, answers, player, reasons: Vec::new() };
        found.answer(*action, question)?;
        Ok(found.reasons)
    }

    /// Whether an offer to other players is legal.
    pub fn may_offer(self, player: Player, give: Resources, get: Resources, to: Players) -> bool {
        let action = Action::Offer { give, get, to };
        self.reasons(player, &action).is_ok_and(|reasons| reasons.is_empty())
    }
}
