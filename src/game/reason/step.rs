//! What stands against an action by the course of the game: whose turn it is, and its step.

use super::Found;
use crate::action::Action;
use crate::game::view::View;
use crate::rules::Origin;
use crate::table::{Player, Players, Step};

impl Found<'_> {
    /// That the player has to act, and that the step has room for the action.
    pub(super) fn step(&mut self, action: &Action) {
        let view = self.view;
        if !view.to_act().contains(self.player) {
            self.out_of_turn(action);
        } else if !view.fits_step(action) {
            match view.table().step {
                Step::Act => self.course(view.out_of_place(self.player, action)),
                Step::Place(_) => self.placement(view.expected()),
                _ => self.course(view.expected()),
            }
        }
    }

    /// A reason by the declared placement.
    pub(super) fn placement(&mut self, text: String) {
        self.in_manifest(text, "placement", "");
    }

    /// A reason by what packs declare under a key of a table; the last one counts.
    pub(super) fn in_manifest(&mut self, text: String, table: &str, key: &str) {
        match self.view.rules().declared(table, key).pop() {
            Some(origin) => self.declared(text, table, &origin),
            None => self.course(text),
        }
    }

    /// A reason by the first of these keys that packs declare of something, such as a kind of
    /// piece; of its declaration where they state none of them.
    pub(super) fn by_key(
        &mut self,
        text: String,
        (table, name): (&str, &str),
        keys: &[&str],
        origin: &Origin,
    ) {
        let place = self.key_place((table, name), keys, origin);
        self.declared(text, name, &place);
    }

    /// Where the first of these keys is declared that packs state of something; its declaration
    /// where they state none.
    pub(super) fn key_place(
        &self,
        (table, name): (&str, &str),
        keys: &[&str],
        origin: &Origin,
    ) -> Origin {
        let table = format!("{table}.{name}");
        let stated = keys.iter().find_map(|key| self.view.rules().declared(&table, key).pop());
        stated.unwrap_or_else(|| origin.clone())
    }

    /// That the player is not to act, and who is.
    fn out_of_turn(&mut self, action: &Action) {
        let (view, expected) = (self.view, self.view.expected());
        let in_turn = view.name(view.table().in_turn);
        let is_reply = matches!(action, Action::Accept | Action::Refuse | Action::Counter { .. });
        let text = match view.table().step {
            Step::Offer if is_reply => format!("{}: {expected}", self.not_asked()),
            Step::Offer | Step::Discard | Step::Over => expected,
            Step::Act => format!("it is the turn of {in_turn}"),
            _ => format!("it is the turn of {in_turn}: {expected}"),
        };
        self.course(text);
    }

    /// Why the offer that lies open is not for the player to answer.
    fn not_asked(&self) -> String {
        let (table, name) = (self.view.table(), self.name());
        if self.player == table.in_turn {
            format!("the offer is made by {name}")
        } else if table.offer.willing.contains(self.player) {
            format!("{name} has agreed to trade already")
        } else {
            format!("the offer is not open to {name}")
        }
    }
}

impl View<'_> {
    /// Why an action has no place while the player is trading and building.
    fn out_of_place(self, player: Player, action: &Action) -> String {
        match action {
            Action::Roll => "the dice were rolled already".into(),
            Action::Discard { .. } => format!("{} has nothing to discard", self.name(player)),
            Action::Move { marker, .. } => {
                format!("the {} is not to be moved now", self.rules().marker(*marker).name)
            }
            Action::Take { .. } => "no card is to be taken now".into(),
            Action::Choose(_) => "nobody is asked anything".into(),
            Action::Accept
            | Action::Refuse
            | Action::Withdraw
            | Action::Counter { .. }
            | Action::Conclude { .. } => "no offer lies open".into(),
            _ => self.expected(),
        }
    }

    /// Whether the step of the turn has room for such an action.
    fn fits_step(self, action: &Action) -> bool {
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
        match self.table().step {
            Step::Place(_) => matches!(action, Action::Build { .. }),
            Step::Roll => matches!(action, Action::Roll | Action::Play { .. }),
            Step::Discard => matches!(action, Action::Discard { .. }),
            Step::Move(_) => matches!(action, Action::Move { .. }),
            Step::Take(_) => matches!(action, Action::Take { .. }),
            Step::Act => in_turn(action),
            Step::Offer if self.table().offer.waiting.is_empty() => {
                matches!(action, Action::Conclude { .. } | Action::Withdraw)
            }
            Step::Offer => {
                matches!(action, Action::Accept | Action::Refuse | Action::Counter { .. })
            }
            Step::Over => false,
        }
    }

    /// What has to be done now, in words.
    pub fn expected(self) -> String {
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
        match self.table().step {
            Step::Place(number) => {
                let kinds = self
                    .placed_kinds(number)
                    .iter()
                    .map(|kind| self.rules().kind(kind).name.as_str());
                format!("{} has to place a {}", who(now), kinds.collect::<Vec<_>>().join(" or "))
            }
            Step::Roll => format!("{} has to roll the dice first", who(now)),
            Step::Discard => {
                let due = |player| {
                    format!(
                        "{} has {} to discard",
                        self.name(player),
                        self.table().seat(player).due
                    )
                };
                now.iter().map(due).collect::<Vec<_>>().join(", ")
            }
            Step::Move(group) => {
                let markers = self.rules().markers.iter().filter(|marker| marker.group == group);
                let names: Vec<_> = markers.map(|marker| format!("the {}", marker.name)).collect();
                format!("{} has to move {} first", who(now), names.join(" or "))
            }
            Step::Take(_) => format!("{} has to say from whom to take a card first", who(now)),
            Step::Act => format!("{} is trading and building", who(now)),
            Step::Offer if self.table().offer.waiting.is_empty() => {
                format!("{} has to conclude or withdraw the offer first", who(now))
            }
            Step::Offer => {
                let has = if now.len() > 1 { "have" } else { "has" };
                format!("{} {has} to answer the offer first", who(now))
            }
            Step::Over => "the game is over".into(),
        }
    }
}
