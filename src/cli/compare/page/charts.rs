//! The plots of a comparison: intervals, distributions, and how intervals become narrow.

use crate::cli::compare::report::{CompareReport, MeasureReport};
use crate::cli::html::write_figure;
use crate::draw::chart::{self, CurvePoint, IntervalRow};
use crate::sim::{Comparison, Counts};

/// The largest relative difference in the plot of intervals, in per cent.
const LIMIT: f64 = 50.0;
/// The number of points of a curve.
const POINTS: usize = 60;

/// Writes all plots.
pub(super) fn write(page: &mut String, report: &CompareReport, comparison: &Comparison) {
    write_intervals(page, report);
    write_distributions(page, report, comparison);
    write_curves(page, report, comparison);
}

fn write_intervals(page: &mut String, report: &CompareReport) {
    let rows = |is_share: bool| -> Vec<IntervalRow> {
        let of_kind = report.measures.iter().filter(|measure| measure.is_share() == is_share);
        of_kind.filter_map(interval_row).collect()
    };
    let caption = "A filled circle and a bold line: 0 is outside the interval.";
    page.push_str("<h2>Intervals of the differences</h2>\n");
    let endings = rows(true);
    let others = if endings.is_empty() { "All measures" } else { "All other measures" };
    let plots = [
        (endings, "Endings of games", "percentage points", f64::INFINITY),
        (rows(false), others, "% of the first side", LIMIT),
    ];
    for (rows, title, unit, limit) in plots {
        if !rows.is_empty() {
            let picture = chart::intervals(title, unit, &rows, limit);
            write_figure(page, &picture, &format!("{title}. {caption}"));
        }
    }
}

/// The interval of a measure in per cent; `None` if it is not tested, or has no relative size.
fn interval_row(measure: &MeasureReport) -> Option<IntervalRow> {
    let scale = if measure.is_share() { 100.0 } else { 100.0 / measure.means[0].abs() };
    let interval = measure.interval?.map(|end| scale * end);
    scale.is_finite().then(|| IntervalRow {
        name: measure.measure.name.clone(),
        number: scale * measure.difference,
        interval,
    })
}

fn write_distributions(page: &mut String, report: &CompareReport, comparison: &Comparison) {
    if comparison.games == 0 {
        return;
    }
    let names = report.sides.each_ref().map(String::as_str);
    let counts = |sides: &[Counts; 2]| sides.each_ref().map(Counts::to_vec);
    page.push_str("<h2>Distributions</h2>\n");
    let turns = counts(&comparison.turns);
    let picture = chart::steps("Turns of a game", "turns", names, &turns);
    write_figure(page, &picture, "How long games last: the share of games.");
    let points = counts(&comparison.points);
    let picture = chart::steps("Points of a player", "points at the end", names, &points);
    write_figure(page, &picture, "How many points players have at the end: the share of players.");
}

fn write_curves(page: &mut String, report: &CompareReport, comparison: &Comparison) {
    let Some(critical) = report.critical else { return };
    let main = report.measures.iter().enumerate().filter(|(_, measure)| {
        let is_main = measure.is_share() || matches!(measure.measure.name.as_str(), "turns");
        is_main && measure.interval.is_some()
    });
    page.push_str("<h2>Convergence</h2>\n");
    for (number, measure) in main {
        let scale = if measure.is_share() { 100.0 } else { 1.0 };
        let unit = if measure.is_share() { "in percentage points" } else { "" };
        let points = curve(comparison, number, critical, scale);
        let title = format!("difference of {} {unit}", measure.measure.name);
        let picture = chart::curve(title.trim_end(), "pairs", &points);
        write_figure(page, &picture, "");
    }
}

/// The difference of a measure after more and more pairs.
fn curve(comparison: &Comparison, measure: usize, critical: f64, scale: f64) -> Vec<CurvePoint> {
    let pairs = comparison.differences.pairs();
    let after = (1..=POINTS).map(|point| (pairs * point / POINTS).max(2));
    let after = after.filter(|&after| after <= pairs);
    let point = |after: usize| {
        let difference = comparison.differences.first(after).of(measure);
        #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 pairs")]
        let pairs = after as f64;
        CurvePoint {
            pairs,
            number: scale * difference.mean,
            interval: difference.interval(critical).map(|end| scale * end),
        }
    };
    after.map(point).collect()
}
