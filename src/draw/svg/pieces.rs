//! Pieces on borders and intersections, and markers.

use super::element::{Element, Point, width};
use super::layout::{Layout, Positioned, TURNS};
use super::palette::{self, FAINT, INK};
use super::shape::{self, Shape};
use crate::board::{Border, Intersection, Place};
use crate::draw::letter;
use crate::game::PlayerView;
use crate::set::Id;
use crate::table::{Marker, Piece};

/// The pieces on borders.
pub(super) fn on_borders(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "borders");
    for line in &layout.borders {
        let place = Place::Border(line.thing);
        if let Some(piece) = view.piece(place) {
            let drawn = Element::at(line.point).muted(line.again);
            layer = layer.add(&stand(view, drawn, piece, place, TURNS[line.number]));
        }
    }
    for half in &layout.halves {
        let place = Place::Border(half.thing);
        if let Some(piece) = view.piece(place) {
            let (rules, kind) = (view.rules(), piece.kind());
            let mark = shape::mark(rules, kind, letter(view, piece.owner()));
            let mut group = Element::at(half.middle).tip(&tip(view, piece, place));
            let paint = palette::player(view, piece.owner());
            group.extend(Shape::of(rules, kind).draw_half(paint, half, &mark));
            layer = layer.add(&group);
        }
    }
    layer
}

/// The pieces on intersections.
pub(super) fn on_intersections(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "intersections");
    for site in &layout.intersections {
        let place = Place::Intersection(site.thing);
        if let Some(piece) = view.piece(place) {
            let drawn = Element::at(site.point).muted(site.again);
            layer = layer.add(&stand(view, drawn, piece, place, 0));
        }
    }
    layer
}

/// The pieces that stand on hexes or beside others: small, around the place.
pub(super) fn beside_others(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "beside");
    for (place, piece, point) in small(view, layout) {
        let small = Element::new("g").set("transform", "scale(0.7)");
        let small = stand(view, small, piece, place, 0);
        layer = layer.add(&Element::at(point).add(&small));
    }
    layer
}

/// The pieces that stand on hexes or beside others, with their places and centers.
pub(super) fn small(view: &PlayerView<'_>, layout: &Layout) -> Vec<(Place, Piece, Point)> {
    let mut small = Vec::new();
    let mut drawn: Vec<Place> = Vec::new();
    for (ground, place) in view.rules().board.layered_places() {
        let Some((piece, point)) = view.piece(place).zip(layout.place(ground)) else { continue };
        let around = match ground {
            Place::Hex(_) => [(30, 16), (-30, 16), (-30, -20), (0, 38)],
            _ => [(13, 12), (-13, 12), (-13, -12), (13, -12)],
        };
        let number = drawn.iter().filter(|&&other| other == ground).count();
        small.push((place, piece, point.by(around[number % around.len()])));
        drawn.push(ground);
    }
    small
}

/// Draws a piece into a group at its place.
fn stand(view: &PlayerView<'_>, group: Element, piece: Piece, place: Place, turn: i32) -> Element {
    let (rules, owner, kind) = (view.rules(), piece.owner(), piece.kind());
    let mark = shape::mark(rules, kind, letter(view, owner));
    let mut group = group.tip(&tip(view, piece, place));
    group.extend(Shape::of(rules, kind).draw(palette::player(view, owner), turn, &mark));
    group
}

/// The name of a piece, its place and its owner.
fn tip(view: &PlayerView<'_>, piece: Piece, place: Place) -> String {
    let (at, what) = (view.rules().board.place_name(place), view.piece_name(piece, place));
    format!("{at}: {what} of {}", view.name(piece.owner()))
}

/// The markers: beside the number of their hex, or beside the piece on their intersection.
pub(super) fn markers(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "markers");
    for (marker, point, again) in on_hexes(view, layout) {
        let declared = view.rules().marker(marker);
        let mut drawn = Element::at(point).muted(again).tip(&declared.name);
        drawn.extend(shape::pawn(&declared.symbol));
        layer = layer.add(&drawn);
    }
    for site in layout.intersections.iter().filter(|site| !site.again) {
        let place = Place::Intersection(site.thing);
        for (index, marker) in at(view, place).into_iter().enumerate() {
            let aside = beside(view, layout, site);
            let point = site.point.by(if index == 0 { aside } else { (-aside.0, aside.1) });
            let declared = view.rules().marker(marker);
            let name = view.rules().board.place_name(place);
            let mut pawn = Element::new("g").set("transform", "scale(0.85)");
            pawn.extend(shape::pawn(&declared.symbol));
            let drawn = Element::at(point).tip(&format!("{} at {name}", declared.name));
            layer = layer.add(&drawn.add(&pawn));
        }
    }
    layer
}

/// The markers on hexes, with their centers, and whether the hex is drawn in full elsewhere.
pub(super) fn on_hexes(view: &PlayerView<'_>, layout: &Layout) -> Vec<(Marker, Point, bool)> {
    let mut markers = Vec::new();
    for hex in &layout.hexes {
        let aside = if view.number(hex.thing) == 0 {
            [(0, 8), (-30, 8), (30, 8)]
        } else {
            [(33, -6), (-33, -6), (0, 38)]
        };
        for (index, marker) in at(view, Place::Hex(hex.thing)).into_iter().enumerate() {
            markers.push((marker, hex.point.by(aside[index % aside.len()]), hex.again));
        }
    }
    markers
}

/// The offset of a marker from its intersection. The marker is on the intersection if there is no
/// piece, otherwise along a border without a piece, otherwise in a land hex.
fn beside(view: &PlayerView<'_>, layout: &Layout, site: &Positioned<Intersection>) -> (i32, i32) {
    if view.piece(Place::Intersection(site.thing)).is_none() {
        return (0, -3);
    }
    let board = &view.rules().board;
    let adjoining = board.intersection(site.thing);
    let free = |line: &&Positioned<Border>| {
        let on_land = board.border(line.thing).hexes.meets(&view.shore().land());
        let empty = view.piece(Place::Border(line.thing)).is_none();
        adjoining.borders.contains(line.thing) && !line.again && empty && on_land
    };
    let away = |point: Point| (point.x - site.point.x, point.y - site.point.y);
    let along = layout.borders.iter().filter(free).map(|line| away(line.point));
    if let Some((x, y)) = along.min_by_key(|&(x, _)| x == 0) {
        return (x * 28 / 30, y * 28 / 30);
    }
    let inland = adjoining.hexes & view.shore().land();
    let inland = inland.iter().filter_map(|hex| layout.point(hex)).map(away);
    match inland.min_by_key(|&(x, _)| x == 0) {
        // Clear of the number.
        Some((0, y)) if y < 0 => (11, -23),
        Some((x, y)) => (x * 27 / 60, y * 27 / 60),
        None => (24, 0),
    }
}

/// The markers off the board, in a row.
pub(super) fn outside(view: &PlayerView<'_>, start: Point) -> Element {
    let rules = view.rules();
    let mut layer = Element::new("g").set("class", "outside").set("text-anchor", "start");
    let markers = (0..rules.markers.len()).map(Marker::new);
    let off: Vec<Marker> = markers.filter(|&marker| view.marker(marker).is_none()).collect();
    if off.is_empty() {
        return layer;
    }
    let label = "off the board:";
    layer = layer.add(&Element::text(start, 15, label).set("fill", FAINT));
    let mut x = width(label, 15) + 14;
    for marker in off {
        let declared = rules.marker(marker);
        let name = &declared.name;
        let mut drawn = Element::at(start.by((x, -7))).set("text-anchor", "middle");
        drawn.extend(shape::pawn(&declared.symbol));
        let text = Element::text(start.by((x + 20, 0)), 15, name).set("fill", INK);
        layer = layer.add(&drawn).add(&text);
        x += width(name, 15) + 60;
    }
    layer
}

/// The markers at a place.
fn at(view: &PlayerView<'_>, place: Place) -> Vec<Marker> {
    let markers = (0..view.rules().markers.len()).map(Marker::new);
    markers.filter(|&marker| view.marker(marker) == Some(place)).collect()
}
