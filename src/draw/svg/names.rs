//! The names of intersections and borders, small, inside the hexes after which they are called.

use super::element::Element;
use super::layout::{Layout, SIDES, TURNS};
use super::palette::INK;
use crate::board::Place;
use crate::game::Seen;

/// How big the names are.
const SIZE: i32 = 7;

/// The names.
pub(super) fn names(seen: &Seen<'_>, layout: &Layout) -> Element {
    let board = &seen.rules().board;
    let mut layer = Element::new("g").set("class", "names").set("font-size", SIZE);
    for site in layout.sites.iter().filter(|site| !site.again) {
        // A hex hangs below every second corner; the others stand on one.
        let borders = board.intersection(site.thing).borders;
        let (below, above) = if seen.piece(Place::Intersection(site.thing)).is_some() {
            (24, -24)
        } else if borders.iter().any(|border| seen.piece(Place::Border(border)).is_some()) {
            (20, -15)
        } else {
            (13, -8)
        };
        let spot = site.spot.by((0, if site.number % 2 == 0 { below } else { above }));
        let dot = Element::new("circle").set("cx", site.spot.x).set("cy", site.spot.y).set("r", 2);
        let name = Element::text(spot, SIZE, &board.intersection_name(site.thing));
        layer = layer.add(&dot.set("fill", INK)).add(&name.set("fill", INK));
    }
    for line in layout.lines.iter().filter(|line| !line.again) {
        let name = board.border_name(line.thing);
        let inward = SIDES[line.number];
        let spot = line.spot.by((-inward.0 * 11 / 52, -inward.1 * 11 / 52));
        let turn = format!("rotate({})", TURNS[line.number]);
        let text = Element::new("text").set("y", 2).set("transform", turn).say(&name);
        layer = layer.add(&Element::at(spot).set("fill", INK).add(&text));
    }
    for half in &layout.halves {
        let name = board.border_name(half.thing);
        let inward = SIDES[half.number];
        let spot = half.spot().by((-inward.0 * 13 / 52, -inward.1 * 13 / 52));
        let turn = format!("rotate({})", TURNS[half.number]);
        let text = Element::new("text").set("y", 2).set("font-size", 6).set("transform", turn);
        layer = layer.add(&Element::at(spot).set("fill", INK).add(&text.say(&name)));
    }
    layer
}
