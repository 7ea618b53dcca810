//! The distributions of a number on two sides, as step lines.

use super::scale::Scale;
use super::{DASHES, WIDTH, chart, grid, label, line, path};
use crate::draw::svg::element::{Element, Point};
use crate::draw::svg::palette::{FAINT, INK};

/// The edges of the plot: left, right, top and bottom.
const EDGES: [i32; 4] = [56, WIDTH - 16, 40, 240];
/// The height of the chart.
const HEIGHT: i32 = 286;
/// The largest number of steps.
const STEPS: u64 = 40;

/// How often each number came on one side.
pub type SideCounts = Vec<(u64, u64)>;

/// Draws two distributions: a solid line for the first side, a dashed one for the second. Many
/// numbers are put together in steps of equal width.
pub fn steps(title: &str, unit: &str, names: [&str; 2], sides: &[SideCounts; 2]) -> String {
    let all = || sides.iter().flatten().map(|&(number, _)| number);
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let width = (most - least) / STEPS + 1;
    let count = usize::try_from((most - least) / width + 1).unwrap_or(1);
    let shares = sides.each_ref().map(|side| shares(side, least, width, count));
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let [left, right, top, bottom] = EDGES;
    let ends = [real(least), real(least + width * count as u64)];
    let across = Scale::new(ends, [left, right]);
    let up = Scale::new([0.0, 100.0 * highest * 1.05], [bottom, top]);
    let mut picture = chart(HEIGHT, title);
    for (number, text) in up.ticks(4) {
        let y = up.at(number);
        picture = picture.add(&grid(Point::new(left, y), Point::new(right, y)));
        picture = picture.add(&label(Point::new(left - 6, y + 4), "end", &format!("{text} %")));
    }
    for (number, text) in across.ticks(10) {
        picture = picture.add(&label(Point::new(across.at(number), bottom + 18), "middle", &text));
    }
    let axis = line(Point::new(left, bottom), Point::new(right, bottom), FAINT, 1);
    picture = picture.add(&axis);
    let middle = Point::new(i32::midpoint(left, right), bottom + 38);
    picture = picture.add(&label(middle, "middle", unit));
    for (side, shares) in shares.iter().enumerate() {
        let mut points = vec![Point::new(left, bottom)];
        for (step, share) in shares.iter().enumerate() {
            let edge = |step: usize| across.at(real(least + width * step as u64));
            let y = up.at(100.0 * share);
            points.extend([Point::new(edge(step), y), Point::new(edge(step + 1), y)]);
        }
        points.push(Point::new(right, bottom));
        picture = picture.add(&styled(path(&points), side));
        picture.extend(legend(names[side], side));
    }
    picture.to_string()
}

/// The share of the numbers in each step.
fn shares(side: &SideCounts, least: u64, width: u64, count: usize) -> Vec<f64> {
    let total: u64 = side.iter().map(|&(_, times)| times).sum();
    let mut shares = vec![0.0; count];
    for &(number, times) in side {
        let step = usize::try_from((number - least) / width).unwrap_or(0);
        shares[step] += real(times) / real(total);
    }
    shares
}

/// A line of the first or second side.
pub(super) fn styled(line: Element, side: usize) -> Element {
    let line = line.set("stroke-width", 2).set("stroke-linejoin", "round");
    if side == 1 { line.set("stroke-dasharray", DASHES) } else { line }
}

/// The line of a side with its name.
fn legend(name: &str, side: usize) -> [Element; 2] {
    let x = if side == 0 { EDGES[0] } else { i32::midpoint(EDGES[0], EDGES[1]) };
    let sample = line(Point::new(x, 16), Point::new(x + 36, 16), INK, 2);
    let sample = if side == 1 { sample.set("stroke-dasharray", DASHES) } else { sample };
    [sample, label(Point::new(x + 44, 20), "start", name)]
}

#[expect(clippy::cast_precision_loss, reason = "games are far below 2^53")]
fn real(number: u64) -> f64 {
    number as f64
}
