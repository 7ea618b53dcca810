//! The result of `sweep` as one self-contained HTML page, with pictures as inline SVG.

use super::axes::Axis;
use super::report::{CellReport, SweepReport};
use crate::cli::html::{begin, write_figure, write_heading, write_paragraph, write_table};
use crate::draw::chart::{self, IntervalRow};
use crate::sim::Mean;

/// What is drawn: its name, its unit, and its number in a cell with the interval.
type Drawn<'a> = (String, &'static str, Box<dyn Fn(&CellReport) -> Option<(f64, [f64; 2])> + 'a>);

/// Renders the page.
pub(super) fn page(report: &SweepReport) -> String {
    let mut page = begin(&format!("Sweep: {}", report.scenario));
    write_paragraph(&mut page, &format!("{}.", report.extent()));
    for table in report.tables() {
        write_heading(&mut page, table.heading);
        let titles: Vec<&str> = table.titles.iter().map(String::as_str).collect();
        write_table(&mut page, &titles, table.rows.into_iter());
    }
    let all = drawn(report);
    write_maps(&mut page, report, &all);
    write_heading(&mut page, "intervals");
    for (title, unit, number) in &all {
        let row = |cell: &CellReport| {
            let (number, interval) = number(cell)?;
            Some(IntervalRow { name: report.name(cell), number, interval })
        };
        let rows: Vec<IntervalRow> = report.cells.iter().filter_map(row).collect();
        if !rows.is_empty() {
            let picture = chart::estimates(title, unit, &rows);
            write_figure(&mut page, &picture, &format!("{title}, with 95 % intervals."));
        }
    }
    page
}

/// Everything that is drawn.
fn drawn(report: &SweepReport) -> Vec<Drawn<'_>> {
    let mean = |of: fn(&CellReport) -> Mean| -> Box<dyn Fn(&CellReport) -> _> {
        Box::new(move |cell| {
            let mean = of(cell);
            Some((mean.mean?, mean.interval?))
        })
    };
    let mut all: Vec<Drawn<'_>> = vec![
        ("Turns of a game".into(), "turns", mean(|cell| cell.summary.turns)),
        ("Points of an average player".into(), "points", mean(|cell| cell.summary.average)),
        ("Margin of the best player".into(), "points", mean(|cell| cell.summary.margin)),
    ];
    for name in report.names() {
        let title = format!("Wins of {name}");
        let wins = move |cell: &CellReport| {
            let seat = cell.names.iter().position(|it| *it == name)?;
            let wins = cell.summary.wins[seat];
            Some((100.0 * wins.share?, wins.interval?.map(|end| 100.0 * end)))
        };
        all.push((title, "% of games", Box::new(wins)));
    }
    all
}

/// Writes maps of the grid, if it has two axes.
fn write_maps(page: &mut String, report: &SweepReport, all: &[Drawn<'_>]) {
    let axes = report.axes.iter().enumerate().filter(|(_, axis)| axis.is_varied());
    let axes: Vec<(usize, &Axis)> = axes.collect();
    let [(down, rows), (across, columns)] = axes[..] else { return };
    write_heading(page, "grid");
    for (title, unit, number) in all {
        let at = |row: usize, column: usize| {
            let mut cells = report.cells.iter();
            let cell = cells.find(|cell| cell.at[down] == row && cell.at[across] == column)?;
            Some(number(cell)?.0)
        };
        let numbers: Vec<Vec<Option<f64>>> = (0..rows.values.len())
            .map(|row| (0..columns.values.len()).map(|column| at(row, column)).collect())
            .collect();
        let axis =
            |axis: &Axis| chart::GridAxis { name: axis.name.clone(), values: axis.values.clone() };
        let picture = chart::number_grid(title, [&axis(rows), &axis(columns)], &numbers);
        let caption = format!("{title} ({unit}): the darker, the more.");
        write_figure(page, &picture, &caption);
    }
}
