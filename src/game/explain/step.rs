//! The wording of objections about the current player and the step of the turn.

use super::{Explainer, Reason};
use crate::action::Action;
use crate::count::counted;
use crate::game::law::{places, step};
use crate::game::view::View;
use crate::table::{Player, Players, Step};

impl Explainer<'_> {
    /// The reason against an action that is not possible in the current step of the turn.
    pub(super) fn not_now(self, action: &Action) -> Reason {
        match self.view.table().step() {
            Step::Act => Reason::course(out_of_place(self.view, self.player, action)),
            Step::Place(_) => self.placement(expected(self.view)),
            _ => Reason::course(expected(self.view)),
        }
    }

    /// The reason against an action of a player while others have to act.
    pub(super) fn out_of_turn(self, is_reply: bool) -> Reason {
        let (view, expected) = (self.view, expected(self.view));
        let in_turn = view.name(view.table().in_turn());
        let text = match view.table().step() {
            Step::Offer if is_reply => format!("{}: {expected}", self.not_asked()),
            Step::Offer | Step::Discard | Step::Over => expected,
            Step::Act => format!("it is {in_turn}'s turn"),
            _ => format!("it is {in_turn}'s turn: {expected}"),
        };
        Reason::course(text)
    }

    /// Explains why the player may not answer the open offer.
    fn not_asked(self) -> String {
        let (table, name) = (self.view.table(), self.name());
        if self.player == table.in_turn() {
            format!("{name} made the offer")
        } else if table.offer().willing.contains(self.player) {
            format!("{name} has already agreed to trade")
        } else {
            format!("the offer is not open to {name}")
        }
    }
}

/// Explains why an action is not possible while the player is trading and building.
fn out_of_place(view: View<'_>, player: Player, action: &Action) -> String {
    match action {
        Action::Roll => "the dice have already been rolled".into(),
        Action::Discard { .. } => format!("{} has nothing to discard", view.name(player)),
        Action::Move { marker, .. } => {
            format!("the {} cannot be moved now", view.rules().marker(*marker).name)
        }
        Action::Take { .. } => "no card can be taken now".into(),
        Action::Choose(_) => "no question is open".into(),
        Action::Accept
        | Action::Refuse
        | Action::Withdraw
        | Action::Counter { .. }
        | Action::Conclude { .. } => "no offer is open".into(),
        _ => expected(view),
    }
}

/// Describes the action that is expected now.
pub(super) fn expected(view: View<'_>) -> String {
    let who = |players: Players| {
        let names: Vec<&str> = players.iter().map(|player| view.name(player)).collect();
        match names.as_slice() {
            [most @ .., one, last] => {
                format!("{} and {last}", [most, &[*one]].concat().join(", "))
            }
            _ => names.concat(),
        }
    };
    let now = step::to_act(view);
    match view.table().step() {
        Step::Place(number) => {
            let kinds = places::placed_kinds(view, number)
                .iter()
                .map(|kind| view.rules().kind(kind).name.as_str());
            format!("{} has to place a {}", who(now), kinds.collect::<Vec<_>>().join(" or "))
        }
        Step::Roll => format!("{} has to roll the dice first", who(now)),
        Step::Rolled { .. } | Step::Produced => "the roll has not taken effect yet".into(),
        Step::Discard => {
            let due = |player| {
                let cards = counted(view.table().seat(player).due(), "card");
                format!("{} has {cards} to discard", view.name(player))
            };
            now.iter().map(due).collect::<Vec<_>>().join(", ")
        }
        Step::Move(group) => {
            let markers = view.rules().markers.iter().filter(|marker| marker.group == group);
            let names: Vec<_> = markers.map(|marker| format!("the {}", marker.name)).collect();
            format!("{} has to move {} first", who(now), names.join(" or "))
        }
        Step::Take(_) => format!("{} still has to choose from whom to take a card", who(now)),
        Step::Act => format!("{} is trading and building", who(now)),
        Step::Offer if view.table().offer().waiting.is_empty() => {
            format!("{} has to conclude or withdraw the offer first", who(now))
        }
        Step::Offer => {
            let has = if now.len() > 1 { "have" } else { "has" };
            format!("{} {has} to answer the offer first", who(now))
        }
        Step::TurnEnd => "the turn is ending".into(),
        Step::Over => "the game is over".into(),
    }
}
