//! The names of intersections and borders in small type, inside the hexes after which they are
//! named.

use super::doubles::{Double, doubles};
use super::element::{Element, Point};
use super::layout::{Layout, Positioned, SIDES, TURNS};
use super::palette::{BRIGHT, INK};
use super::tokens::{Label, labels};
use crate::board::{Border, Intersection, Place};
use crate::game::PlayerView;

/// The font size of the names.
const SIZE: i32 = 7;

/// The names.
pub(super) fn names(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "names").set("fill", INK);
    // An outline keeps them readable on any background.
    layer = layer.set("stroke", BRIGHT).set("stroke-width", 2).set("stroke-opacity", "0.6");
    layer = layer.set("stroke-linejoin", "round").set("paint-order", "stroke");
    let labels = labels(view, layout);
    for site in layout.intersections.iter().filter(|site| !site.again) {
        let point = beside(view, layout, &labels, site);
        let name = view.rules().board.intersection_name(site.thing);
        if view.piece(Place::Intersection(site.thing)).is_none() {
            let dot = Element::new("circle").set("cx", site.point.x).set("cy", site.point.y);
            layer = layer.add(&dot.set("r", 2).set("stroke", "none"));
        }
        layer = layer.add(&Element::text(point, SIZE, &name));
    }
    let doubles = doubles(view, layout);
    for line in layout.borders.iter().filter(|line| !line.again) {
        layer = layer.add(&along(view, &doubles, line));
    }
    for half in &layout.halves {
        let name = view.rules().board.border_name(half.thing);
        let outward = SIDES[half.number];
        let point = half.point().by((outward.0 * 12 / 52, outward.1 * 12 / 52));
        layer = layer.add(&turned(point, half.number, &name, 6));
    }
    layer
}

/// The position of an intersection's name: below or above it, clear of other things.
fn beside(
    view: &PlayerView<'_>,
    layout: &Layout,
    labels: &[Label],
    site: &Positioned<Intersection>,
) -> Point {
    // Every second corner points down into a hex, the others point up.
    let borders = view.rules().board.intersection(site.thing).borders;
    let (below, above) = if view.piece(Place::Intersection(site.thing)).is_some() {
        (24, -24)
    } else if borders.iter().any(|border| view.piece(Place::Border(border)).is_some()) {
        (20, -15)
    } else {
        (13, -8)
    };
    // Clear of labels, and of the names of halves, which are outside.
    let label = labels.iter().find(|label| label.place == site.thing);
    let aside = label.map_or(0, |label| label.point.y - label.site.y);
    let mut halves = layout.halves.iter();
    let half = halves.find(|half| half.middle.by(half.reach) == site.point);
    let open = half.map_or(0, |half| SIDES[half.number].1);
    let usual = site.number.is_multiple_of(2);
    let is_below = match (aside, open) {
        (-20..=20, 0) => usual,
        (-20..=20, open) => open < 0,
        _ => aside < 0,
    };
    let inward = match half {
        Some(half) if open == 0 && is_below != usual => {
            if view.piece(Place::Border(half.thing)).is_some() { 22 } else { 14 }
        }
        _ => 0,
    };
    let side = (layout.middle().x - site.point.x).signum();
    let point = site.point.by((inward * side, if is_below { below } else { above }));
    if labels.iter().any(|label| label.covers(point)) {
        return site.point.by((20 * side, if is_below { -14 } else { 19 }));
    }
    point
}

/// The name of a border: inside the hex that it is named after, but outside a double-hex.
fn along(view: &PlayerView<'_>, doubles: &[Double], line: &Positioned<Border>) -> Element {
    let board = &view.rules().board;
    let name = board.border_name(line.thing);
    if let Some(open) = doubles.iter().find_map(|double| double.seam(line)) {
        return Element::text(line.point.by((open.0 * 9 / 5, open.1 * 9 / 5)), SIZE, &name);
    }
    let outward = SIDES[line.number];
    let hexes = board.border(line.thing).hexes;
    let is_rim = |double: &Double| double.hexes.iter().any(|&hex| hexes.contains(hex));
    let far = if hexes.len() == 1 && doubles.iter().any(is_rim) { 8 } else { -11 };
    let point = line.point.by((outward.0 * far / 52, outward.1 * far / 52));
    turned(point, line.number, &name, SIZE)
}

/// A name that is rotated along a side of a hex.
fn turned(point: Point, side: usize, name: &str, size: i32) -> Element {
    let turn = format!("rotate({})", TURNS[side]);
    let text = Element::new("text").set("y", 2).set("font-size", size).set("transform", turn);
    Element::at(point).add(&text.say(name))
}
