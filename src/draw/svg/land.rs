//! Hexes: terrain, its names, and number markers.

use std::collections::BTreeSet;

use super::doubles::{Double, doubles};
use super::element::{Element, Point, fitting};
use super::layout::{CORNERS, Layout, Positioned, across};
use super::palette::{self, AROUND, BRIGHT, FAINT, INK, OFTEN, PAPER, WAVES};
use crate::board::Hex;
use crate::game::PlayerView;

/// The vertical offset of a terrain's name from the center of its hex.
const LABEL: i32 = -27;

/// The water around the board.
pub(super) fn around(layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "around").paint(AROUND, AROUND, 2);
    layer.extend(layout.around.iter().map(|&point| hexagon(point)));
    layer
}

/// The hexes in the colors of their terrain.
pub(super) fn hexes(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let rules = view.rules();
    let hex = |hex: &Positioned<Hex>| {
        let terrain = view.terrain(hex.thing);
        let mut tip =
            format!("{}: {}", rules.board.hex_name(hex.thing), rules.terrain(terrain).name);
        let numbers = rules.terrain(terrain).numbers_in_words(view.number(hex.thing));
        if !numbers.is_empty() {
            tip = format!("{tip}, {numbers}");
        }
        let shape = hexagon(hex.point).set("fill", palette::terrain(view, terrain));
        shape.muted(hex.again).tip(&tip)
    };
    let layer = Element::new("g").set("class", "terrain");
    let mut layer = layer.set("stroke", BRIGHT).set("stroke-width", 3);
    layer.extend(layout.hexes.iter().map(hex));
    layer
}

/// The outline of a hex.
pub(super) fn hexagon(center: Point) -> Element {
    let corners = CORNERS.map(|corner| {
        let point = center.by(corner);
        format!("{},{}", point.x, point.y)
    });
    Element::new("polygon").set("points", corners.join(" "))
}

/// The names of the terrains. Land is named in each hex, plain water is marked with its symbol, and
/// every other terrain is named once for each group of adjacent hexes.
pub(super) fn labels(
    view: &PlayerView<'_>,
    layout: &Layout,
    ports: &BTreeSet<Point>,
    names: bool,
) -> Element {
    let rules = view.rules();
    let doubles = doubles(view, layout);
    let mut layer = Element::new("g").set("class", "labels").set("fill", INK);
    for hex in &layout.hexes {
        let kind = rules.terrain(view.terrain(hex.thing));
        let plain = palette::is_plain_water(rules, kind);
        if names {
            // Keep clear of numbers, ports and the names of groups.
            let double = doubles.iter().find(|double| double.hexes.contains(&hex.thing));
            let aside = double.map_or_else(
                || match (kind.land || plain, ports.contains(&hex.point)) {
                    (true, false) => (-29, 10),
                    (true, true) => (-37, 24),
                    (false, _) => (0, -22),
                },
                Double::aside,
            );
            let name = Element::text(hex.point.by(aside), 10, &rules.board.hex_name(hex.thing));
            layer = layer.add(&name.set("font-weight", "bold").muted(hex.again));
        }
        if kind.land {
            let point = hex.point.by((0, if names { LABEL + 6 } else { LABEL }));
            let size = fitting(&kind.name, 12, 76);
            layer = layer.add(&Element::text(point, size, &kind.name).muted(hex.again));
        } else if plain && !ports.contains(&hex.point) {
            let wave = Element::text(hex.point.by((0, 8)), 22, &kind.symbol).set("fill", WAVES);
            layer = layer.add(&wave.muted(hex.again));
        }
    }
    layer.extend(groups(view, layout, &doubles));
    layer
}

/// The names of terrains that are neither land nor plain water nor double-hexes, each at the center
/// of its hexes.
fn groups(view: &PlayerView<'_>, layout: &Layout, doubles: &[Double]) -> Vec<Element> {
    let rules = view.rules();
    let terrain = |hex: &Positioned<Hex>| view.terrain(hex.thing);
    let is_named = |hex: &&Positioned<Hex>| {
        let kind = rules.terrain(terrain(hex));
        let doubled = doubles.iter().any(|double| double.hexes.contains(&hex.thing));
        let plain = kind.closed || palette::is_plain_water(rules, kind);
        !hex.again && !kind.land && !doubled && !plain
    };
    let mut left: Vec<&Positioned<Hex>> = layout.hexes.iter().filter(is_named).collect();
    let mut named = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut next = 0;
        while let Some(&hex) = group.get(next) {
            let sides: Vec<Point> = (0..6).map(|side| across(hex.point, side)).collect();
            let adjoins = |other: &&Positioned<Hex>| {
                sides.contains(&other.point) && terrain(other) == terrain(first)
            };
            let (new, rest) = left.into_iter().partition(adjoins);
            left = rest;
            group.extend::<Vec<_>>(new);
            next += 1;
        }
        let point = middle(&group);
        let name = &rules.terrain(terrain(first)).name;
        let side_by_side = group.len() > 1 && group.iter().all(|hex| hex.point.y == point.y);
        let size = fitting(name, 16, if side_by_side { 150 } else { 90 });
        let text = Element::text(point.by((0, size / 3)), size, name);
        named.push(text.set("font-style", "italic").set("fill", FAINT));
    }
    named
}

/// The center of a group of hexes. If there are more than two, they may form a curve, so this is
/// the center of the hex closest to the middle.
fn middle(group: &[&Positioned<Hex>]) -> Point {
    let count = i32::try_from(group.len()).expect("the board is small");
    let sum = |part: fn(Point) -> i32| group.iter().map(|hex| part(hex.point)).sum::<i32>() / count;
    let middle = Point::new(sum(|point| point.x), sum(|point| point.y));
    if count <= 2 {
        return middle;
    }
    let away = |point: &Point| (point.x - middle.x).pow(2) + (point.y - middle.y).pow(2);
    group.iter().map(|hex| hex.point).min_by_key(away).unwrap_or(middle)
}

/// The number markers, with a dot for each combination of dice that rolls the number.
pub(super) fn numbers(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "numbers");
    for hex in &layout.hexes {
        let number = view.number(hex.thing);
        if number == 0 {
            let numbers = view.rules().terrain(view.terrain(hex.thing)).numbers_in_words(0);
            let text = Element::text(hex.point.by((0, 12)), 15, &numbers).set("fill", INK);
            layer.extend((!numbers.is_empty()).then(|| text.muted(hex.again)));
            continue;
        }
        layer = layer.add(&number_marker(hex.point, number, hex.again));
    }
    layer
}

/// The marker with this number on the hex with this center, which may be drawn again elsewhere.
pub(super) fn number_marker(center: Point, number: u8, again: bool) -> Element {
    let ways = 6 - (7 - i32::from(number)).abs();
    let (ink, weight) = if ways == 5 { (OFTEN, "bold") } else { (INK, "normal") };
    let text = Element::text(Point::new(0, 4), 19, &number.to_string());
    let disc = Element::new("circle").set("cy", 0).set("r", 19).paint(PAPER, ink, 1);
    let mut marker = Element::at(center.by((0, 6))).muted(again);
    marker = marker.add(&disc).add(&text.set("fill", ink).set("font-weight", weight));
    for dot in 0..ways.max(0) {
        let dot = Element::new("circle").set("cx", 5 * dot - (ways - 1) * 5 / 2).set("cy", 11);
        marker = marker.add(&dot.set("r", 2).set("fill", ink));
    }
    marker
}
