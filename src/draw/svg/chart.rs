//! Charts of numbers, which can be read without color: sides differ by line styles and shapes.

mod curve;
mod intervals;
mod number_grid;
mod scale;
mod steps;

pub use curve::{CurvePoint, curve};
pub use intervals::{IntervalRow, estimates, intervals};
pub use number_grid::{GridAxis, number_grid};
pub use steps::{SideCounts, steps};

use super::element::{Element, Point};
use super::palette::{BRIGHT, FAINT, INK};

/// The width of a chart.
const WIDTH: i32 = 760;
/// The size of texts.
const TEXT: i32 = 13;
/// The pattern of dashes for the second side.
const DASHES: &str = "6 4";

/// An empty chart of this height, with a title for those who cannot see it.
fn chart(height: i32, title: &str) -> Element {
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .set("viewBox", format_args!("0 0 {WIDTH} {height}"))
        .set("width", WIDTH)
        .set("height", height)
        .set("role", "img")
        .set("font-family", "sans-serif")
        .tip(title)
        .add(&Element::new("rect").set("width", WIDTH).set("height", height).set("fill", BRIGHT))
}

/// A straight line.
fn line(from: Point, to: Point, color: &str, width: i32) -> Element {
    Element::new("line")
        .set("x1", from.x)
        .set("y1", from.y)
        .set("x2", to.x)
        .set("y2", to.y)
        .set("stroke", color)
        .set("stroke-width", width)
}

/// Text beside a point: `start`, `middle` or `end` of the text is there.
fn label(point: Point, anchor: &str, text: &str) -> Element {
    Element::text(point, TEXT, text).set("text-anchor", anchor).set("fill", INK)
}

/// A faint line for a number of an axis.
fn grid(from: Point, to: Point) -> Element {
    line(from, to, FAINT, 1).set("opacity", "0.25")
}

/// A path along these points.
fn path(points: &[Point]) -> Element {
    let places: Vec<String> = points.iter().map(|it| format!("{} {}", it.x, it.y)).collect();
    let data = format!("M{}", places.join("L"));
    Element::new("path").set("d", data).set("fill", "none").set("stroke", INK)
}
