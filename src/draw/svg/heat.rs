//! A map of the intersections of a board, each with a number.

use super::element::{Element, Point, width};
use super::frame;
use super::land::hexagon;
use super::layout::Layout;
use super::palette::{AROUND, BRIGHT, FAINT, INK, WATER};
use crate::board::{Board, Intersection, Place};

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

/// Draws the outlines of the hexes, and a circle at each intersection.
pub fn heat_map(board: &Board, title: &str, spots: &[HeatSpot]) -> String {
    let layout = Layout::new(board);
    let [left, top, across, down] = frame(&layout);
    let mut around = Element::new("g").paint(AROUND, AROUND, 2);
    around.extend(layout.around.iter().map(|&point| hexagon(point)));
    let land = board.shore().land();
    let mut hexes = Element::new("g").set("stroke", FAINT).set("stroke-width", 1);
    hexes.extend(layout.hexes.iter().map(|hex| {
        let fill = if land.contains(hex.thing) { BRIGHT } else { WATER };
        hexagon(hex.point).set("fill", fill).muted(hex.again)
    }));
    let mut circles = Element::new("g");
    for spot in spots {
        if let Some(point) = layout.site(spot.at) {
            let name = board.place_name(Place::Intersection(spot.at));
            circles.extend([circle(spot, point, &name)]);
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
