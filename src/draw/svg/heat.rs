//! A map of the intersections of a board, each with a number.

use serde::{Deserialize, Serialize};

use super::element::{Element, Point, fitting, width};
use super::frame;
use super::land::{hexagon, number_marker};
use super::layout::{Layout, Positioned};
use super::palette::{self, AROUND, BRIGHT, FAINT, INK, WATER};
use crate::board::{Hex, Intersection, Place};
use crate::rules::Rules;
use crate::set::Id;

/// The radius of the largest circle.
const RADIUS: f64 = 20.0;
/// The size of texts.
const TEXT: i32 = 12;

/// The opacity of the colors of hexes.
const PALE: &str = "0.5";
/// The greatest size of the label of a hex, the room for it between circles, and the distance of
/// its baseline from the center of the hex.
const LABEL: i32 = 11;
const LABEL_ROOM: i32 = 64;
const LABEL_AT: i32 = -17;

/// A number at an intersection.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatSpot {
    /// The intersection.
    pub at: Intersection,
    /// The size of the circle, from 0 to 1. The area grows with it.
    pub size: f64,
    /// Whether the circle is filled.
    pub is_filled: bool,
    /// The text in the circle.
    pub text: String,
    /// The text that a pointer at the circle shows, after the name of the intersection.
    pub tip: String,
}

/// What such a map shows of a board, as plain data that can be stored beside results: all that is
/// needed to draw them where the scenario is not at hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardOutline {
    /// The left and upper edge, the width and the height of the map.
    frame: [i32; 4],
    /// The centers of the water hexes around the board.
    around: Vec<[i32; 2]>,
    hexes: Vec<HexOutline>,
    /// The name of each intersection, and where it is drawn.
    sites: Vec<(String, Option<[i32; 2]>)>,
}

/// A hex as it is in all games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct HexOutline {
    /// Its center.
    at: [i32; 2],
    /// Whether it is drawn in full at another position.
    again: bool,
    /// The color of its terrain.
    fill: String,
    /// Its name and that of its terrain, if the map fixes the terrain. Plain water has none.
    label: String,
    /// Its number marker, if the map fixes it.
    number: Option<u8>,
}

impl HexOutline {
    fn of(rules: &Rules, hex: &Positioned<Hex>) -> Self {
        let (setup, at) = (&rules.setup, hex.thing.index());
        let mut label = rules.board.hex_name(hex.thing);
        let mut fill = BRIGHT;
        if let Some(terrain) = setup.terrain.get(at).copied().flatten() {
            let (all, kind) = (setup.terrain.iter().flatten(), rules.terrain(terrain));
            fill = palette::terrain_among(rules, all.copied(), terrain);
            if kind.closed || palette::is_plain_water(rules, kind) {
                label.clear();
            } else {
                label = format!("{label} {}", kind.name);
            }
        } else if !rules.board.shore().land().contains(hex.thing) {
            fill = WATER;
        }
        let number = setup.numbers.get(at).copied().flatten().filter(|number| *number > 0);
        Self { at: pair(hex.point), again: hex.again, fill: fill.into(), label, number }
    }

    /// The label and the number marker. Circles at the corners cover neither of them.
    fn inside(&self) -> Element {
        let center = point(self.at);
        let size = fitting(&self.label, LABEL, LABEL_ROOM);
        let label = Element::text(center.by((0, LABEL_AT)), size, &self.label).muted(self.again);
        let mut inside = Element::new("g");
        inside.extend((!self.label.is_empty()).then_some(label.set("fill", INK)));
        inside.extend(self.number.map(|number| number_marker(center, number, self.again)));
        inside
    }
}

impl BoardOutline {
    /// The outline of the board of these rules.
    pub fn of(rules: &Rules) -> Self {
        let board = &rules.board;
        let layout = Layout::new(board);
        let site = |at| (board.place_name(Place::Intersection(at)), layout.site(at).map(pair));
        Self {
            frame: frame(&layout),
            around: layout.around.iter().copied().map(pair).collect(),
            hexes: layout.hexes.iter().map(|hex| HexOutline::of(rules, hex)).collect(),
            sites: board.intersections().iter().map(site).collect(),
        }
    }

    /// All intersections.
    pub fn intersections(&self) -> impl Iterator<Item = Intersection> {
        (0..self.sites.len()).map(Intersection::new)
    }

    /// The names of all intersections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sites.iter().map(|(name, _)| name.as_str())
    }
}

fn pair(point: Point) -> [i32; 2] {
    [point.x, point.y]
}

fn point([x, y]: [i32; 2]) -> Point {
    Point::new(x, y)
}

/// Draws the hexes in pale colors, and a circle at each intersection.
pub fn heat_map(board: &BoardOutline, title: &str, spots: &[HeatSpot]) -> String {
    let [left, top, across, down] = board.frame;
    let mut around = Element::new("g").paint(AROUND, AROUND, 2);
    around.extend(board.around.iter().map(|&center| hexagon(point(center))));
    let mut hexes = Element::new("g").set("stroke", FAINT).set("stroke-width", 1);
    hexes.extend(board.hexes.iter().map(|hex| {
        let shape = hexagon(point(hex.at)).set("fill", &hex.fill);
        shape.set("fill-opacity", PALE).muted(hex.again)
    }));
    let mut insides = Element::new("g");
    insides.extend(board.hexes.iter().map(HexOutline::inside).filter(|it| !it.is_empty()));
    let mut circles = Element::new("g");
    for spot in spots {
        if let Some((name, Some(at))) = board.sites.get(spot.at.index()) {
            circles.extend([circle(spot, point(*at), name)]);
        }
    }
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("{left} {top} {across} {down}"))
        .set("role", "img")
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .tip(title)
        .add(&around)
        .add(&hexes)
        .add(&insides)
        .add(&circles)
        .to_string()
}

fn circle(spot: &HeatSpot, point: Point, name: &str) -> Element {
    #[expect(clippy::cast_possible_truncation, reason = "it is small")]
    let radius = (RADIUS * spot.size.clamp(0.0, 1.0).sqrt()).round() as i32;
    let (fill, ink) = if spot.is_filled { (INK, BRIGHT) } else { (BRIGHT, INK) };
    let shape = Element::new("circle").set("r", radius.max(2)).paint(fill, INK, 2);
    let drawn = Element::at(point).tip(&format!("{name}: {}", spot.tip)).add(&shape);
    if spot.text.is_empty() {
        return drawn;
    }
    // The text stands below a circle that is too small for it.
    let text = if radius >= 9 && width(&spot.text, TEXT) <= 2 * radius - 4 {
        Element::text(Point::new(0, 4), TEXT, &spot.text).set("fill", ink)
    } else {
        Element::text(Point::new(0, radius + TEXT), TEXT, &spot.text).set("fill", INK)
    };
    drawn.add(&text)
}
