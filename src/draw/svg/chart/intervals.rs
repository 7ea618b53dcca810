//! Intervals, one below the other, around a line at 0.

use super::scale::Scale;
use super::{TEXT, WIDTH, chart, grid, label, line};
use crate::draw::svg::element::{Element, Point, fitting};
use crate::draw::svg::palette::{BRIGHT, FAINT, INK};

/// The room for names at the left.
const NAMES: i32 = 230;
/// The height of a row.
const ROW: i32 = 22;
/// The room above the rows.
const HEAD: i32 = 16;
/// The room below the rows, for the axis.
const FOOT: i32 = 44;

/// A number and its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct IntervalRow {
    /// What it is.
    pub name: String,
    /// The number.
    pub number: f64,
    /// The interval.
    pub interval: [f64; 2],
}

impl IntervalRow {
    /// Whether 0 is outside the interval.
    fn is_clear(&self) -> bool {
        let [low, high] = self.interval;
        low > 0.0 || high < 0.0
    }
}

/// Draws intervals. Those that do not contain 0 have a filled circle and a bold line, the others a
/// hollow circle. The axis ends at `limit`: an arrow shows that an interval goes on, and a number
/// beyond the end has no circle.
pub fn intervals(title: &str, unit: &str, rows: &[IntervalRow], limit: f64) -> String {
    let ends = rows.iter().flat_map(|row| row.interval).map(f64::abs);
    let most = ends.fold(0.0, f64::max).min(limit) * 1.05;
    let scale = Scale::new([-most, most], [NAMES, WIDTH - 24]);
    let (mut picture, bottom) = axis(title, unit, rows.len(), &scale);
    let zero = scale.at(0.0);
    picture =
        picture.add(&line(Point::new(zero, HEAD - 8), Point::new(zero, bottom + 4), FAINT, 2));
    draw_rows(picture, rows, &scale, IntervalRow::is_clear)
}

/// Draws intervals of numbers that are compared with each other, not with 0. All have a filled
/// circle and a bold line.
pub fn estimates(title: &str, unit: &str, rows: &[IntervalRow]) -> String {
    let ends = || rows.iter().flat_map(|row| row.interval);
    let (least, most) =
        (ends().fold(f64::INFINITY, f64::min), ends().fold(f64::NEG_INFINITY, f64::max));
    let room = 0.05 * (most - least);
    let scale = Scale::new([least - room, most + room], [NAMES, WIDTH - 24]);
    let (picture, _) = axis(title, unit, rows.len(), &scale);
    draw_rows(picture, rows, &scale, |_| true)
}

/// The axis below this number of rows, and its height.
fn axis(title: &str, unit: &str, rows: usize, scale: &Scale) -> (Element, i32) {
    let bottom = HEAD + i32::try_from(rows).unwrap_or(0) * ROW;
    let mut picture = chart(bottom + FOOT, title);
    for (number, text) in scale.ticks(8) {
        let x = scale.at(number);
        picture = picture.add(&grid(Point::new(x, HEAD - 8), Point::new(x, bottom + 4)));
        picture = picture.add(&label(Point::new(x, bottom + 19), "middle", &text));
    }
    let middle = i32::midpoint(NAMES, WIDTH - 24);
    (picture.add(&label(Point::new(middle, bottom + 37), "middle", unit)), bottom)
}

fn draw_rows(
    mut picture: Element,
    rows: &[IntervalRow],
    scale: &Scale,
    is_bold: impl Fn(&IntervalRow) -> bool,
) -> String {
    for (row, y) in rows.iter().zip((HEAD + ROW / 2..).step_by(ROW as usize)) {
        picture.extend(draw_row(row, scale, y, is_bold(row)));
    }
    picture.to_string()
}

fn draw_row(row: &IntervalRow, scale: &Scale, y: i32, is_bold: bool) -> Vec<Element> {
    let size = fitting(&row.name, TEXT, NAMES - 20);
    let name = Element::text(Point::new(NAMES - 12, y + 4), size, &row.name);
    let name = name.set("text-anchor", "end").set("fill", INK);
    let width = if is_bold { 4 } else { 2 };
    let [low, high] = row.interval.map(|end| scale.at(end));
    let mut drawn = vec![name, line(Point::new(low, y), Point::new(high, y), INK, width)];
    for (end, x, back) in [(row.interval[0], low, 7), (row.interval[1], high, -7)] {
        if scale.is_beyond(end) {
            let tip = format!("M{x} {y}L{} {}L{} {}Z", x + back, y - 5, x + back, y + 5);
            drawn.push(Element::new("path").set("d", tip).set("fill", INK));
        } else {
            drawn.push(line(Point::new(x, y - 4), Point::new(x, y + 4), INK, width));
        }
    }
    if !scale.is_beyond(row.number) {
        let fill = if is_bold { INK } else { BRIGHT };
        let mark = Element::new("circle").set("cx", scale.at(row.number)).set("cy", y).set("r", 5);
        drawn.push(mark.paint(fill, INK, 2));
    }
    drawn
}
