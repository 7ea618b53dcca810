//! How a number and its interval become narrow with more and more pairs.

use super::scale::Scale;
use super::{WIDTH, chart, grid, label, line, path};
use crate::draw::svg::element::{Element, Point};
use crate::draw::svg::palette::{FAINT, INK};

/// The edges of the plot: left, right, top and bottom.
const EDGES: [i32; 4] = [64, WIDTH - 16, 34, 170];
/// The height of the chart.
const HEIGHT: i32 = 214;

/// The number after some pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// The number of pairs.
    pub pairs: f64,
    /// The number.
    pub number: f64,
    /// Its interval.
    pub interval: [f64; 2],
}

/// Draws a number as a line in the band of its intervals, with a line at 0.
pub fn curve(title: &str, unit: &str, points: &[CurvePoint]) -> String {
    let [left, right, top, bottom] = EDGES;
    let last = points.last().map_or(1.0, |point| point.pairs);
    // The first intervals are so wide that they would flatten the rest.
    let settled = points.iter().filter(|point| 10.0 * point.pairs >= last);
    let ends = settled.flat_map(|point| point.interval);
    let (low, high) =
        ends.fold((0.0, 0.0), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    let room = 0.05 * (high - low);
    let across = Scale::new([0.0, last], [left, right]);
    let up = Scale::new([low - room, high + room], [bottom, top]);
    let mut picture = chart(HEIGHT, title).add(&label(Point::new(left, 18), "start", title));
    for (number, text) in up.ticks(4) {
        let y = up.at(number);
        picture = picture.add(&grid(Point::new(left, y), Point::new(right, y)));
        picture = picture.add(&label(Point::new(left - 6, y + 4), "end", &text));
    }
    for (number, text) in across.ticks(8) {
        picture = picture.add(&label(Point::new(across.at(number), bottom + 18), "middle", &text));
    }
    let middle = Point::new(i32::midpoint(left, right), bottom + 37);
    picture = picture.add(&label(middle, "middle", unit));
    picture = picture.add(&band(points, &across, &up));
    let zero = up.at(0.0);
    picture = picture.add(&line(Point::new(left, zero), Point::new(right, zero), FAINT, 2));
    let at = |point: &CurvePoint| Point::new(across.at(point.pairs), up.at(point.number));
    let drawn: Vec<Point> = points.iter().map(at).collect();
    picture.add(&path(&drawn).set("stroke-width", 2)).to_string()
}

/// The band of the intervals.
fn band(points: &[CurvePoint], across: &Scale, up: &Scale) -> Element {
    let end = |point: &CurvePoint, end: usize| {
        format!("{},{}", across.at(point.pairs), up.at(point.interval[end]))
    };
    let lower = points.iter().map(|point| end(point, 0));
    let upper = points.iter().rev().map(|point| end(point, 1));
    let corners: Vec<String> = lower.chain(upper).collect();
    let band = Element::new("polygon").set("points", corners.join(" "));
    band.set("fill", INK).set("fill-opacity", "0.15").set("stroke", INK).set("stroke-width", 1)
}
