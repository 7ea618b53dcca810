//! The result of a match as one self-contained HTML page.

use super::match_report::MatchReport;
use crate::cli::html::{begin, write_figure, write_heading, write_paragraph, write_table};
use crate::draw::chart::{self, IntervalRow};
use crate::sim::Share;

/// Renders the page.
pub(super) fn page(report: &MatchReport) -> String {
    let [first, second] = &report.summary.kinds;
    let title = format!("{}: {} against {}", report.scenario, first.seat, second.seat);
    let mut page = begin(&title);
    write_paragraph(&mut page, &format!("{}.", report.extent()));
    for text in report.verdict().into_iter().flatten() {
        write_paragraph(&mut page, &format!("{text}."));
    }
    for table in report.tables() {
        write_heading(&mut page, &table.heading);
        let titles: Vec<&str> = table.titles.iter().map(String::as_str).collect();
        write_table(&mut page, &titles, table.rows.into_iter());
    }
    let kinds = [first, second].map(|kind| row(kind.seat.clone(), &kind.wins));
    let seats = report.summary.seats.iter().flat_map(|seat| {
        let of_kinds = [first, second].into_iter().zip(&seat.kinds);
        of_kinds.map(|(kind, wins)| row(format!("{} as {}", seat.name, kind.seat), wins))
    });
    let rows: Vec<IntervalRow> = kinds.into_iter().chain(seats).flatten().collect();
    if !rows.is_empty() {
        write_heading(&mut page, "intervals");
        let picture = chart::estimates("Wins", "% of games", &rows);
        let caption = "Wins of each kind of players, and of each seat with a player of this kind, \
                       with 95 % intervals.";
        write_figure(&mut page, &picture, caption);
    }
    page
}

fn row(name: String, wins: &Share) -> Option<IntervalRow> {
    let interval = wins.interval?.map(|end| 100.0 * end);
    Some(IntervalRow { name, number: 100.0 * wins.share?, interval })
}
