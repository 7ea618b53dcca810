//! The names of intersections and borders, small, inside the hexes after which they are called.

use super::doubles::doubles;
use super::element::Element;
use super::layout::{Layout, SIDES, TURNS};
use super::palette::INK;
use super::tokens::labels;
use crate::board::Place;
use crate::game::Seen;

/// How big the names are.
const SIZE: i32 = 7;

/// The names.
pub(super) fn names(seen: &Seen<'_>, layout: &Layout) -> Element {
    let board = &seen.rules().board;
    let (labels, doubles) = (labels(seen, layout), doubles(seen, layout));
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
        // Clear of labels, and of the names of halves, which stand outside.
        let label = labels.iter().find(|label| label.place == site.thing);
        let aside = label.map_or(0, |label| label.spot.y - label.site.y);
        let mut halves = layout.halves.iter();
        let half = halves.find(|half| half.middle.by(half.reach) == site.spot);
        let open = half.map_or(0, |half| SIDES[half.number].1);
        let usual = site.number % 2 == 0;
        let is_below = match (aside, open) {
            (-20..=20, 0) => usual,
            (-20..=20, open) => open < 0,
            _ => aside < 0,
        };
        let is_inside = half.is_some() && open == 0 && is_below != usual;
        let inward = if is_inside { 14 * (layout.middle().x - site.spot.x).signum() } else { 0 };
        let spot = site.spot.by((inward, if is_below { below } else { above }));
        let dot = Element::new("circle").set("cx", site.spot.x).set("cy", site.spot.y).set("r", 2);
        let name = Element::text(spot, SIZE, &board.intersection_name(site.thing));
        layer = layer.add(&dot.set("fill", INK)).add(&name.set("fill", INK));
    }
    for line in layout.lines.iter().filter(|line| !line.again) {
        let name = board.border_name(line.thing);
        if let Some(open) = doubles.iter().find_map(|double| double.seam(line)) {
            let spot = line.spot.by((open.0 * 9 / 5, open.1 * 9 / 5));
            layer = layer.add(&Element::text(spot, SIZE, &name).set("fill", INK));
            continue;
        }
        let outward = SIDES[line.number];
        let hexes = board.border(line.thing).hexes;
        // Within a double-hex there are labels, and beside a steep one the names of its hexes.
        let double = doubles
            .iter()
            .find(|double| hexes.len() == 1 && double.hexes.iter().any(|&hex| hexes.contains(hex)));
        let is_outside = double.is_some_and(|double| double.is_level() || outward.1 != 0);
        let far = if is_outside { 8 } else { -11 };
        let spot = line.spot.by((outward.0 * far / 52, outward.1 * far / 52));
        let turn = format!("rotate({})", TURNS[line.number]);
        let text = Element::new("text").set("y", 2).set("transform", turn).say(&name);
        layer = layer.add(&Element::at(spot).set("fill", INK).add(&text));
    }
    for half in &layout.halves {
        let name = board.border_name(half.thing);
        let outward = SIDES[half.number];
        let spot = half.spot().by((outward.0 * 12 / 52, outward.1 * 12 / 52));
        let turn = format!("rotate({})", TURNS[half.number]);
        let text = Element::new("text").set("y", 2).set("font-size", 6).set("transform", turn);
        layer = layer.add(&Element::at(spot).set("fill", INK).add(&text.say(&name)));
    }
    layer
}
