//! A map of the intersections of a board, each with a number.

use serde::{Deserialize, Serialize};

use super::element::{Element, Point, width};
use super::frame;
use super::land::hexagon;
use super::layout::Layout;
use super::palette::{AROUND, BRIGHT, FAINT, INK, WATER};
use crate::board::{Board, Intersection, Place};
use crate::set::Id;

/// The radius of the largest circle.
const RADIUS: f64 = 20.0;
/// The size of texts.
const TEXT: i32 = 12;

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

/// The center of a hex, whether it is land, and whether it is drawn in full at another position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct HexOutline([i32; 2], bool, bool);

impl BoardOutline {
    /// The outline of a board.
    pub fn of(board: &Board) -> Self {
        let layout = Layout::new(board);
        let land = board.shore().land();
        let hexes = layout.hexes.iter();
        let hexes = hexes.map(|it| HexOutline(pair(it.point), land.contains(it.thing), it.again));
        let site = |at| (board.place_name(Place::Intersection(at)), layout.site(at).map(pair));
        Self {
            frame: frame(&layout),
            around: layout.around.iter().copied().map(pair).collect(),
            hexes: hexes.collect(),
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

/// Draws the outlines of the hexes, and a circle at each intersection.
pub fn heat_map(board: &BoardOutline, title: &str, spots: &[HeatSpot]) -> String {
    let [left, top, across, down] = board.frame;
    let mut around = Element::new("g").paint(AROUND, AROUND, 2);
    around.extend(board.around.iter().map(|&center| hexagon(point(center))));
    let mut hexes = Element::new("g").set("stroke", FAINT).set("stroke-width", 1);
    hexes.extend(board.hexes.iter().map(|&HexOutline(center, is_land, again)| {
        let fill = if is_land { BRIGHT } else { WATER };
        hexagon(point(center)).set("fill", fill).muted(again)
    }));
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
