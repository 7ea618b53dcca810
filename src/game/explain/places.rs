//! The wording of objections about laws of building and the permitted places of markers.

use super::{Explainer, Reason};
use crate::board::Place;
use crate::game::law::{Law, places};
use crate::game::markers;
use crate::rules::{AreaLimit, MarkerGround, PieceKind, Rules};
use crate::set::Set;
use crate::table::{Kind, Marker};

impl Explainer<'_> {
    /// The reason against a place that does not meet a law.
    pub(super) fn law(self, law: Law, kind: Kind, place: Place) -> Reason {
        let (rules, text) = (self.view.rules(), self.law_text(law, kind, place));
        if let Some(marker) =
            markers::barring_from(self.view, kind, place).filter(|_| law == Law::Marker)
        {
            let marker = rules.marker(marker);
            return self.by_key(text, ("markers", &marker.name), &["bars"], &marker.origin);
        }
        if let (Law::Beginning, Place::Intersection(_)) = (law, place) {
            let declared = rules.setup.start_in.as_ref();
            let origin = declared.map(|(_, origin)| origin.clone()).unwrap_or_default();
            return Reason::declared(text, "start_in", &origin);
        }
        let piece = rules.kind(kind);
        let keys = match self.wrong_area(piece, place).filter(|_| law == Law::Ground) {
            Some(AreaLimit { inside: true, .. }) => &["area"],
            Some(_) => &["not_in"],
            None => keys(law),
        };
        self.by_key(text, ("pieces", &piece.name), keys, &piece.origin)
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
            Law::Supply if piece.neutral => format!("a {} belongs to nobody", piece.name),
            Law::Supply => {
                let each = piece.each;
                format!("{} has no {} left: all {each} are on the board", self.name(), piece.name)
            }
            Law::Marker => {
                let marker = markers::barring_from(self.view, kind, place);
                let name = marker.map_or("marker", |marker| &rules.marker(marker).name);
                let spot = marker.and_then(|marker| self.view.table().markers()[marker]);
                let spot = spot.filter(|spot| matches!(spot, Place::Hex(_))).unwrap_or(place);
                let spot = rules.board.place_name(spot);
                format!("the {name} is at `{spot}`: no {} can be built there", piece.name)
            }
            Law::Ground => self.ground_text(piece, place),
            Law::Connection => {
                let joins = names(rules, piece.joins);
                if piece.layer.is_some() {
                    return format!("`{at}` touches no {joins} of {}", self.name());
                }
                format!(
                    "`{at}` is not connected to a {joins} of {}, or is connected only past an \
                     opponent's building",
                    self.name()
                )
            }
            Law::Distance => self.distance_text(kind, place),
            Law::Route => format!("no route of {} leads to `{at}`", self.name()),
            Law::Beginning if !piece.on_border => {
                format!("`{at}` is outside the area in which the game begins")
            }
            Law::Beginning => {
                let last = rules.board.intersection_name(self.view.table().last_placed());
                format!("`{at}` does not touch the piece just placed at `{last}`")
            }
        }
    }

    fn distance_text(self, kind: Kind, place: Place) -> String {
        let Place::Intersection(intersection) = place else { return String::new() };
        let board = &self.view.rules().board;
        let apart = places::kinds_apart(self.view, kind);
        let near = board.intersection(intersection).neighbors.iter().filter_map(|site| {
            let there = self.view.table().piece(Place::Intersection(site))?.kind();
            let name = &self.view.rules().kind(there).name;
            let text = || format!("the {name} at `{}`", board.intersection_name(site));
            apart.contains(there).then(text)
        });
        let near = near.collect::<Vec<_>>().join(" and ");
        format!("`{}` is one border away from {near}", board.place_name(place))
    }

    /// The area because of which a piece cannot be built at a place.
    fn wrong_area(self, piece: &PieceKind, place: Place) -> Option<&AreaLimit> {
        let ground = self.view.rules().board.ground(place);
        piece.areas.iter().find(|area| !area.allows(ground))
    }

    fn ground_text(self, piece: &PieceKind, place: Place) -> String {
        let board = &self.view.rules().board;
        let at = board.place_name(place);
        if let Some(AreaLimit { area, inside, .. }) = self.wrong_area(piece, place) {
            return match (inside, board.area_named(area)) {
                (true, None) => format!("this board has no area `{area}` for a {}", piece.name),
                (true, _) => format!("`{at}` is outside the area `{area}`"),
                (false, _) => format!("`{at}` is in the area `{area}`"),
            };
        }
        if board.is_middle(place) {
            return format!("`{at}` is the middle of a gap: nothing can be built there");
        }
        if matches!(place, Place::Border(line) if board.closed().contains(line)) {
            return format!("`{at}` is at the edge of the map: nothing can be built there");
        }
        let ground = if piece.beside_land == Some(false) { "water" } else { "land" };
        format!("`{at}` is not {}{ground}", if piece.on_hex { "on " } else { "next to " })
    }

    /// Describes the places at which the marker can be.
    pub(super) fn places_of_marker(self, marker: Marker) -> &'static str {
        match self.view.rules().marker(marker).on {
            MarkerGround::Land => "on a land hex",
            MarkerGround::Water => "on a water hex",
            MarkerGround::Tokens => "at an intersection with a token",
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
pub(super) fn names(rules: &Rules, kinds: Set<Kind>) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| rules.kind(kind).name.as_str()).collect();
    names.join(" or ")
}
