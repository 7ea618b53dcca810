//! What stands on the board: pieces on borders and intersections, and markers.

use super::element::Element;
use super::layout::{Drawn, Layout, TURNS};
use super::palette;
use super::shape::{self, Shape};
use crate::board::{Hex, Place};
use crate::draw::letter;
use crate::game::Seen;
use crate::set::Id;
use crate::table::{Marker, Piece};

/// The pieces on borders.
pub(super) fn on_borders(seen: &Seen<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "borders");
    for line in &layout.lines {
        let place = Place::Border(line.thing);
        if let Some(piece) = seen.piece(place) {
            let drawn = Element::at(line.spot).muted(line.again);
            layer = layer.add(&stand(seen, drawn, piece, place, TURNS[line.number]));
        }
    }
    layer
}

/// The pieces on intersections.
pub(super) fn on_intersections(seen: &Seen<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "intersections");
    for site in &layout.sites {
        let place = Place::Intersection(site.thing);
        if let Some(piece) = seen.piece(place) {
            let drawn = Element::at(site.spot).muted(site.again);
            layer = layer.add(&stand(seen, drawn, piece, place, 0));
        }
    }
    layer
}

/// Draws a piece into a group that stands at its place.
fn stand(seen: &Seen<'_>, group: Element, piece: Piece, place: Place, turn: i32) -> Element {
    let (rules, owner, kind) = (seen.rules(), piece.owner(), piece.kind());
    let what = &rules.kind(kind).name;
    let tip = format!("{}: {what} of {}", rules.board.place_name(place), seen.name(owner));
    let mark = shape::mark(rules, kind, letter(seen, owner));
    let mut group = group.tip(&tip);
    group.extend(Shape::of(rules, kind).draw(palette::player(seen, owner), turn, &mark));
    group
}

/// The markers on hexes, beside the number where there is one.
pub(super) fn markers(seen: &Seen<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "markers");
    for hex in &layout.hexes {
        for (index, marker) in on_hex(seen, hex).into_iter().enumerate() {
            let declared = seen.rules().marker(marker);
            let aside = if seen.number(hex.thing) == 0 {
                [(0, 8), (-30, 8), (30, 8)]
            } else {
                [(33, -6), (-33, -6), (0, 38)]
            };
            let spot = hex.spot.by(aside[index % aside.len()]);
            let mut drawn = Element::at(spot).muted(hex.again).tip(&declared.name);
            drawn.extend(shape::pawn(&declared.symbol));
            layer = layer.add(&drawn);
        }
    }
    layer
}

fn on_hex(seen: &Seen<'_>, hex: &Drawn<Hex>) -> Vec<Marker> {
    let markers = (0..seen.rules().markers.len()).map(Marker::new);
    markers.filter(|&marker| seen.marker(marker) == Some(Place::Hex(hex.thing))).collect()
}
