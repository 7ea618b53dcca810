//! Reasons: everything that stands against an action, with rule, place and numbers.

mod cards;
mod found;

use std::fmt;

use super::work::Work;
use crate::action::Action;
use crate::resource::Resources;
use crate::rules::{Failure, Origin, Rule};
use crate::set::Id;
use crate::table::{Marker, Player, Players, Step};

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
    work: &'a Work,
    player: Player,
    reasons: Vec<Reason>,
}

impl Work {
    /// Everything that stands against an action of the player; nothing when it is legal.
    ///
    /// # Errors
    /// When a rule fails.
    pub fn reasons(&self, player: Player, action: &Action) -> Result<Vec<Reason>, Failure> {
        let mut found = Found { work: self, player, reasons: Vec::new() };
        if player.0 >= self.table.players {
            found.course(format!("there are {} players", self.table.players));
            return Ok(found.reasons);
        }
        if let Action::Stand { boon, .. } = *action {
            if boon.index() >= self.rules.boons.len() {
                found.course("there is no such rule to answer in advance".into());
            } else if self.table.step == Step::Over {
                found.course(self.expected());
            }
            return Ok(found.reasons);
        }
        if matches!(action, Action::PayFirst { .. }) {
            if self.table.step == Step::Over {
                found.course(self.expected());
            }
            return Ok(found.reasons);
        }
        if !self.to_act().contains(player) {
            found.out_of_turn();
        } else if !self.fits_step(action) {
            found.course(self.expected());
        }
        found.look_at(action)?;
        Ok(found.reasons)
    }

    /// What stands against an answer to a rule's question, by the laws that made its options.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn reasons_against_answer(
        &self,
        player: Player,
        action: &Action,
        options: &[Action],
    ) -> Result<Vec<Reason>, Failure> {
        let mut found = Found { work: self, player, reasons: Vec::new() };
        match *action {
            Action::Build { kind, place, .. } => found.stand(kind, place, false)?,
            Action::Move { marker, place } => found.marker(marker, place)?,
            Action::Take { from: Some(victim) } => {
                // The question does not say after the move of which marker it is asked.
                for marker in (0..self.rules.markers.len()).map(Marker::new) {
                    if self.takes(player, marker)? == options {
                        found.take_by(marker, victim)?;
                        break;
                    }
                }
            }
            _ => {}
        }
        Ok(found.reasons)
    }

    /// Whether the step of the turn has room for such an action.
    fn fits_step(&self, action: &Action) -> bool {
        let in_turn = |action: &Action| {
            matches!(
                action,
                Action::End
                    | Action::Build { .. }
                    | Action::Buy { .. }
                    | Action::Trade { .. }
                    | Action::Play { .. }
                    | Action::Use { .. }
                    | Action::Offer { .. }
            )
        };
        match self.table.step {
            Step::Place(_) => matches!(action, Action::Build { .. }),
            Step::Roll => matches!(action, Action::Roll | Action::Play { .. }),
            Step::Discard => matches!(action, Action::Discard { .. }),
            Step::Move(_) => matches!(action, Action::Move { .. }),
            Step::Take(_) => matches!(action, Action::Take { .. }),
            Step::Act => in_turn(action),
            Step::Offer if self.table.offer.waiting.is_empty() => {
                matches!(action, Action::Conclude { .. } | Action::Withdraw)
            }
            Step::Offer => {
                matches!(action, Action::Accept | Action::Refuse | Action::Counter { .. })
            }
            Step::Over => false,
        }
    }

    /// What has to be done now, in words.
    pub fn expected(&self) -> String {
        let who = |players: Players| {
            let names: Vec<&str> = players.iter().map(|player| self.name(player)).collect();
            match names.as_slice() {
                [most @ .., one, last] => {
                    format!("{} and {last}", [most, &[*one]].concat().join(", "))
                }
                _ => names.concat(),
            }
        };
        let now = self.to_act();
        match self.table.step {
            Step::Place(number) => {
                let kinds = self
                    .placed_kinds(number)
                    .iter()
                    .map(|kind| self.rules.kind(kind).name.as_str());
                format!("{} has to place a {}", who(now), kinds.collect::<Vec<_>>().join(" or "))
            }
            Step::Roll => format!("{} has to roll the dice first", who(now)),
            Step::Discard => {
                let due = |player| {
                    format!("{} has {} to discard", self.name(player), self.table.seat(player).due)
                };
                now.iter().map(due).collect::<Vec<_>>().join(", ")
            }
            Step::Move(_) => format!("{} has to move a marker first", who(now)),
            Step::Take(_) => format!("{} has to say from whom to take a card first", who(now)),
            Step::Act => format!("{} is trading and building", who(now)),
            Step::Offer if self.table.offer.waiting.is_empty() => {
                format!("{} has to conclude or withdraw the offer first", who(now))
            }
            Step::Offer => {
                let has = if now.len() > 1 { "have" } else { "has" };
                format!("{} {has} to answer the offer first", who(now))
            }
            Step::Over => "the game is over".into(),
        }
    }

    /// Whether an offer to other players is legal.
    pub fn may_offer(&self, player: Player, give: Resources, get: Resources, to: Players) -> bool {
        let action = Action::Offer { give, get, to };
        self.reasons(player, &action).is_ok_and(|reasons| reasons.is_empty())
    }
}
