//! Double-hexes: their outlines, names and label positions, and the borders between them that count
//! as two.

use super::element::{Element, Point, fitting, wrapped};
use super::layout::{CORNERS, Layout, Positioned, SIDES, across};
use super::palette::{self, FAINT, INK, RIM, SEAM};
use crate::board::{Border, Hex};
use crate::draw::titled;
use crate::game::PlayerView;

/// The maximum font size of the names, and their maximum width.
const SIZE: i32 = 14;
const ROOM: i32 = 104;

/// An offset from the center of a double-hex.
type Offset = (i32, i32);

/// Label positions in a double-hex whose hexes are side by side, above the land. Each entry is an
/// intersection on the coast with the center of its label.
const LEVEL: [(Offset, Offset); 5] = [
    ((-104, 30), (-68, -1)),
    ((-52, 60), (-52, 26)),
    ((0, 30), (0, -1)),
    ((52, 60), (52, 26)),
    ((104, 30), (68, -1)),
];
/// Label positions in a double-hex whose right hex is lower, with the land on the left.
const STEEP: [(Offset, Offset); 5] = [
    ((-78, -75), (-24, -73)),
    ((-78, -15), (-24, -17)),
    ((-26, 15), (28, 21)),
    ((-26, 75), (28, 48)),
    ((26, 105), (26, 75)),
];

/// A double-hex in the picture.
pub(super) struct Double {
    /// Its hexes.
    pub(super) hexes: [Hex; 2],
    /// The centers of its hexes.
    points: [Point; 2],
    /// The direction of the board's center as signs: left or right, above or below.
    inward: Offset,
}

/// All double-hexes.
pub(super) fn doubles(view: &PlayerView<'_>, layout: &Layout) -> Vec<Double> {
    let places = &view.rules().setup.double_hexes.places;
    let middle = layout.middle();
    let double = |hexes: &Vec<Hex>| {
        let &[one, other] = hexes.as_slice() else { return None };
        let points = [layout.point(one)?, layout.point(other)?];
        let x = (2 * middle.x - points[0].x - points[1].x).signum();
        let y = (2 * middle.y - points[0].y - points[1].y).signum();
        Some(Double { hexes: [one, other], points, inward: (x, y) })
    };
    places.iter().filter_map(double).collect()
}

impl Double {
    /// Moves a point within one of its hexes away from the other hex.
    pub(super) fn outer(&self, point: Point) -> Point {
        let middle = self.middle();
        point.by(((point.x - middle.x) / 4, (point.y - middle.y) / 4))
    }

    /// Whether its hexes are side by side.
    pub(super) fn is_level(&self) -> bool {
        self.points[0].y == self.points[1].y
    }

    /// The point between its two hexes.
    fn middle(&self) -> Point {
        let [one, other] = self.points;
        one.halfway(other)
    }

    /// Mirrors an offset from the tables for this double-hex.
    fn mirrored(&self, (x, y): Offset) -> Offset {
        let (left, above) = if self.is_level() { (1, self.inward.1) } else { self.steep() };
        (x * left, y * above)
    }

    /// The signs that mirror a double-hex whose hexes are not side by side.
    fn steep(&self) -> Offset {
        let left = if self.inward.0 > 0 { -1 } else { 1 };
        (left, left * self.falls())
    }

    /// 1 if the right hex is lower, -1 if it is higher.
    fn falls(&self) -> i32 {
        let [one, other] = self.points;
        ((other.x - one.x) * (other.y - one.y)).signum()
    }

    /// The center of the label for an intersection.
    pub(super) fn label(&self, site: Point) -> Point {
        let middle = self.middle();
        let from = self.mirrored((site.x - middle.x, site.y - middle.y));
        let table = if self.is_level() { &LEVEL } else { &STEEP };
        match table.iter().find(|(site, _)| *site == from) {
            Some(&(_, label)) => middle.by(self.mirrored(label)),
            None => site.halfway(middle),
        }
    }

    /// The center of its name.
    fn name(&self, has_labels: bool) -> Point {
        let aside = match (has_labels, self.is_level()) {
            (false, true) => (0, 0),
            (true, true) => (0, -22),
            (false, false) => (3, 0),
            (true, false) => (-22, -45),
        };
        self.middle().by(self.mirrored(aside))
    }

    /// The offset to the outside, if this is the border between its two hexes.
    pub(super) fn seam(&self, line: &Positioned<Border>) -> Option<Offset> {
        let (left, above) = if self.is_level() { (0, self.inward.1) } else { self.steep() };
        let outward = if left == 0 { (0, -30 * above) } else { (26 * left, -15 * above) };
        (line.point == self.middle()).then_some(outward)
    }

    /// The offset of a hex's name, which is printed outside the double-hex, away from the land.
    pub(super) fn aside(&self) -> Offset {
        if self.is_level() { (0, -self.inward.1 * 69 + 4) } else { (-self.inward.0 * 73, 4) }
    }
}

/// The outlines and the names.
pub(super) fn layer(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let mut layer = Element::new("g").set("class", "double-hexes");
    for double in doubles(view, layout) {
        layer.extend(outline(view, &double));
        layer.extend(title(view, &double));
    }
    layer
}

/// The outline of a double-hex, with a faint line between its two hexes.
fn outline(view: &PlayerView<'_>, double: &Double) -> [Element; 3] {
    let mut rim = String::new();
    let mut seam = String::new();
    for (hex, point) in double.hexes.into_iter().zip(double.points) {
        for side in 0..6 {
            let [start, end] = [side, (side + 1) % 6].map(|corner| point.by(CORNERS[corner]));
            let line = format!("M{} {}L{} {}", start.x, start.y, end.x, end.y);
            if !double.points.contains(&across(point, side)) {
                rim.push_str(&line);
            } else if hex == double.hexes[0] {
                seam = line;
            }
        }
    }
    let fill = palette::terrain(view, view.terrain(double.hexes[0]));
    let seam = Element::new("path").set("d", seam).set("stroke", fill).set("stroke-width", 5);
    let faint = Element::new("path").set("d", dashed(double)).set("stroke", SEAM);
    let rim = Element::new("path").set("d", rim).set("stroke", RIM).set("stroke-width", 2);
    [
        seam,
        faint.set("stroke-width", 1).set("stroke-dasharray", "3 4"),
        rim.set("stroke-linecap", "round"),
    ]
}

/// The name of a double-hex: on one line if the double-hex has labels, otherwise wrapped to fit.
fn title(view: &PlayerView<'_>, double: &Double) -> Vec<Element> {
    let kind = view.rules().terrain(view.terrain(double.hexes[0]));
    let name = titled(&kind.name);
    let room = if double.is_level() { ROOM } else { ROOM * 3 / 4 };
    let lines = if kind.outpost { vec![name] } else { wrapped(&name, SIZE, room) };
    let count = i32::try_from(lines.len()).expect("the name is short");
    // If the hexes are not side by side, the second line is shifted.
    let (aside, down) = match count {
        2 if !double.is_level() => (36 * double.falls(), 34),
        _ => (0, 18),
    };
    let first = double.name(kind.outpost).by((-aside / 2, 5 - (count - 1) * down / 2));
    let line = |(number, line): (i32, &String)| {
        let point = first.by((aside * number, down * number));
        let text = Element::text(point, fitting(line, SIZE, room), line).set("fill", INK);
        text.set("font-style", "italic").set("font-weight", "bold")
    };
    (0..).zip(&lines).map(line).collect()
}

/// The line between the two hexes, shortened a little.
fn dashed(double: &Double) -> String {
    let [one, other] = double.points;
    let middle = double.middle();
    let side = (0..6).find(|&side| across(one, side) == other).unwrap_or(0);
    let (x, y) = (CORNERS[side].0 - SIDES[side].0, CORNERS[side].1 - SIDES[side].1);
    let [start, end] = [1, -1].map(|way| middle.by((x * way * 9 / 10, y * way * 9 / 10)));
    format!("M{} {}L{} {}", start.x, start.y, end.x, end.y)
}

/// The borders that count as two, with a mark in the middle.
pub(super) fn gaps(view: &PlayerView<'_>, layout: &Layout) -> Element {
    let board = &view.rules().board;
    let mut layer = Element::new("g").set("class", "gaps");
    for half in &layout.halves {
        let line =
            format!("M{0} {1}l{2} {3}", half.middle.x, half.middle.y, half.reach.0, half.reach.1);
        let line = Element::new("path").set("d", line).set("stroke", FAINT);
        layer = layer.add(&line.set("stroke-width", 3).set("stroke-dasharray", "5 4"));
    }
    for gap in board.gaps() {
        let half = layout.halves.iter().find(|half| gap.halves.contains(&half.thing));
        let Some(half) = half else { continue };
        let tip = format!("{}: the middle of a gap", board.intersection_name(gap.middle));
        let tick = Element::new("path").set("d", "M0 -10V10").paint("none", INK, 3);
        let tick = tick.set("transform", format_args!("rotate({})", half.turn()));
        layer = layer.add(&Element::at(half.middle).tip(&tip).add(&tick));
    }
    layer
}
