//! The wording of objections about rules that do not work for a player.

use super::Explainer;
use crate::board::Place;
use crate::game::{copies, markers};
use crate::rules::{Ownership, Running, of_copy};
use crate::set::Id;
use crate::table::Token;

impl Explainer<'_> {
    /// Explains why a rule does not work for the player.
    pub(super) fn not_owned(self, ownership: Ownership) -> String {
        let (rules, name) = (self.view.rules(), self.name());
        match ownership {
            Ownership::Access { token, .. } => self.no_access(token),
            Ownership::Played(card) => {
                format!("{name} has played no {} this turn", rules.card(card).name)
            }
            Ownership::Affected(event) => {
                format!("{} affects no building of {name}", rules.hex_event(event).name)
            }
            Ownership::Owned(goods) => {
                let title = &rules.goods[goods.index()].name;
                let seat = self.view.table().seat(self.player);
                if seat.goods()[goods] == 0 {
                    format!("{name} owns no {title}")
                } else if seat.fresh_goods().contains(goods) {
                    format!("{name} got the {title} this turn: it works from the next turn onward")
                } else {
                    format!("the {title} works only during {name}'s turns")
                }
            }
        }
    }

    /// Explains why the benefit of a token does not work for the player.
    fn no_access(self, token: Token) -> String {
        let (view, rules, table) = (self.view, self.view.rules(), self.view.table());
        let (name, title) = (self.name(), &rules.token(token).name);
        let seat = table.seat(self.player);
        if seat.fresh_access().contains(token) {
            let gained = format!("{name} gained access to {title} this turn");
            return format!("{gained}: it works from the next turn onward");
        }
        if seat.access().contains(token) {
            return format!("{title} works only during {name}'s turns");
        }
        let Some(intersection) = table.tokens()[token] else {
            return format!("{title} is not in this game");
        };
        let at = rules.board.intersection_name(intersection);
        let blocked = markers::marker_at(view, Place::Intersection(intersection))
            .map(|marker| format!("the {} blocks {title} at `{at}`", rules.marker(marker).name));
        let own = table.on_intersections()[intersection].is_some_and(|piece| {
            piece.owner() == self.player && rules.kind(piece.kind()).is_building
        });
        let missing = (!own)
            .then(|| format!("{name} has no access to {title}: {name} has no building at `{at}`"));
        missing.into_iter().chain(blocked).collect::<Vec<_>>().join("; ")
    }

    /// Explains why the player cannot use a copy of a card.
    pub(super) fn no_copy(self, by: Running) -> String {
        let name = self.view.rules().rule(by.rule).name();
        let played = copies::copies_played(self.view, by.rule);
        let copy = of_copy(&name, by.copy);
        match copies::same_copy_before(self.view, by) {
            Some(same) if by.copy < played => {
                let same = of_copy(&name, same);
                format!("{copy} is in the same state as {same}: use the earlier copy")
            }
            _ => format!(
                "{} has played {played} {name} this turn, so there is no {copy}",
                self.name()
            ),
        }
    }
}
