//! The wording of objections about laws of building and the permitted places of markers.

use super::{Explainer, Reason};
use crate::board::Place;
use crate::game::law::Law;
use crate::game::markers;
use crate::rules::Rules;
use crate::set::Set;
use crate::table::{Kind, Marker};

impl Explainer<'_> {
    /// The reason against a place that does not meet a law.
    pub(super) fn law(self, law: Law, kind: Kind, place: Place) -> Reason {
        let (rules, text) = (self.view.rules(), self.law_text(law, kind, place));
        let marker = markers::marker_at(self.view, place).filter(|_| law == Law::Marker);
        if let Some(marker) = marker.map(|marker| rules.marker(marker)) {
            return self.by_key(text, ("markers", &marker.name), &["bars"], &marker.origin);
        }
        let piece = rules.kind(kind);
        self.by_key(text, ("pieces", &piece.name), keys(law), &piece.origin)
    }

    fn law_text(self, law: Law, kind: Kind, place: Place) -> String {
        let rules = self.view.rules();
        let piece = rules.kind(kind);
        let at = rules.board.place_name(place);
        match law {
            Law::Vacancy => match self.view.table().piece(place) {
                Some(there) => {
                    let owner = self.view.name(there.owner());
                    let there = &rules.kind(there.kind()).name;
                    format!("`{at}` is occupied by a {there} of {owner}")
                }
                None => {
                    format!("`{at}` has no {} of {}", names(rules, piece.replaces), self.name())
                }
            },
            Law::Supply => {
                let each = piece.each;
                format!("{} has no {} left: all {each} are on the board", self.name(), piece.name)
            }
            Law::Marker => {
                let marker = markers::marker_at(self.view, place);
                let marker = marker.map_or("marker", |marker| &rules.marker(marker).name);
                format!("the {marker} is at `{at}`: no {} can be built there", piece.name)
            }
            Law::Ground if rules.board.is_middle(place) => {
                format!("`{at}` is the middle of a gap: nothing can be built there")
            }
            Law::Ground => {
                let ground = if piece.beside_land == Some(false) { "water" } else { "land" };
                format!("`{at}` is not next to {ground}")
            }
            Law::Connection => {
                let joins = names(rules, piece.joins);
                format!(
                    "`{at}` is not connected to a {joins} of {}, or is connected only past an \
                     opponent's building",
                    self.name()
                )
            }
            Law::Distance => {
                let Place::Intersection(intersection) = place else { return String::new() };
                let near = rules.board.intersection(intersection).neighbors
                    & self.view.table().taken_intersections();
                let near: Vec<String> = near
                    .iter()
                    .map(|s| format!("`{}`", rules.board.intersection_name(s)))
                    .collect();
                format!("`{at}` is one border away from the building at {}", near.join(" and "))
            }
            Law::Route => format!("no route of {} leads to `{at}`", self.name()),
            Law::Beginning => {
                let last = rules.board.intersection_name(self.view.table().last_placed());
                format!("`{at}` does not touch the piece just placed at `{last}`")
            }
        }
    }

    /// Describes the places at which the marker can be.
    pub(super) fn places_of_marker(self, marker: Marker) -> &'static str {
        let kind = self.view.rules().marker(marker);
        let land = self.view.rules().board.land();
        if kind.on_tokens {
            "at an intersection with a token"
        } else if (kind.places - land).is_empty() {
            "on a land hex"
        } else if (kind.places & land).is_empty() {
            "on a water hex"
        } else {
            "on a hex"
        }
    }
}

/// The keys of a kind of piece that declare a law, the most specific first.
fn keys(law: Law) -> &'static [&'static str] {
    match law {
        Law::Vacancy => &["converts", "replaces"],
        Law::Ground => &["beside"],
        Law::Connection => &["joins"],
        Law::Distance => &["keeps_distance"],
        Law::Route => &["needs_route"],
        Law::Supply => &["per_player"],
        Law::Beginning | Law::Marker => &[],
    }
}

/// The names of kinds of pieces, as in `road or settlement or city`.
fn names(rules: &Rules, kinds: Set<Kind>) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| rules.kind(kind).name.as_str()).collect();
    names.join(" or ")
}
