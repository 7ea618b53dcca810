//! The result of `balance` as one self-contained HTML page, with plots as inline SVG.

use super::report::{BalanceReport, CAUTION, CHANCE_TITLES, FAMILIES, TITLES};
use crate::cli::html::{begin, write_figure, write_heading, write_paragraph, write_table};
use crate::count::counted;
use crate::draw::chart::{self, IntervalRow};
use crate::draw::{BoardOutline, HeatSpot, heat_map};
use crate::sim::{GroupSummary, PlaceSummary};

/// The number of standard errors from which on a place is marked.
const MARKED: f64 = 2.0;
/// The number of players who must have begun at a place, so that it is marked.
const LEAST: u64 = 10;

/// Renders the page.
pub(super) fn page(report: &BalanceReport, board: &BoardOutline) -> String {
    let mut page = begin(&format!("Balance: {}", report.scenario));
    write_paragraph(&mut page, &format!("{}.", report.extent()));
    write_paragraph(&mut page, CAUTION);
    for (family, heading) in FAMILIES {
        let rows = report.rows(family);
        if rows.is_empty() {
            continue;
        }
        write_heading(&mut page, heading);
        let intervals: Vec<IntervalRow> =
            report.of_family(family).filter_map(interval_row).collect();
        if !intervals.is_empty() {
            let title = format!("Wins of {heading}");
            let unit = "percentage points above or below the fair share";
            let picture = chart::intervals(&title, unit, &intervals, f64::INFINITY);
            let caption =
                "A filled circle and a bold line: the fair share is outside the interval.";
            write_figure(&mut page, &picture, caption);
        }
        write_table(&mut page, &TITLES, rows.into_iter());
    }
    write_places(&mut page, report, board);
    let chances = report.rows_of_chances();
    if !chances.is_empty() {
        let decisions = counted(report.summary.decisions, "decision");
        write_heading(&mut page, &format!("what a turn offers, in {decisions}"));
        write_table(&mut page, &CHANCE_TITLES, chances.into_iter());
    }
    let never = report.rows_of_never();
    if !never.is_empty() {
        write_heading(&mut page, "never used");
        write_table(&mut page, &["thing", "why"], never.into_iter());
    }
    let failures = report.summary.failures.iter();
    let failures: Vec<Vec<String>> =
        failures.map(|(rule, times)| vec![rule.clone(), times.to_string()]).collect();
    if !failures.is_empty() {
        write_heading(&mut page, "rules that failed and were left out");
        write_table(&mut page, &["rule", "times"], failures.into_iter());
    }
    page
}

/// The difference of a group from its share, in percentage points; `None` if it is not tested.
fn interval_row(group: &GroupSummary) -> Option<IntervalRow> {
    let interval = group.interval?.map(|end| 100.0 * (end - group.fair));
    Some(IntervalRow { name: group.name.clone(), number: 100.0 * group.difference, interval })
}

/// Writes the map of the places of first buildings.
fn write_places(page: &mut String, report: &BalanceReport, board: &BoardOutline) {
    let spots: Vec<HeatSpot> =
        report.summary.places.iter().filter_map(|place| spot(place, board)).collect();
    if spots.is_empty() {
        return;
    }
    write_heading(page, "openings: places of the first buildings");
    let picture = heat_map(board, "Wins by places of first buildings", &spots);
    let caption = "The share of wins of players who began at a place, in percentage points above \
                   (filled circles) or below (hollow ones) their fair share. A dot is a place where \
                   the difference is less than 2 standard errors, or where fewer than 10 players \
                   began; of the others, some are due to chance.";
    write_figure(page, &picture, caption);
}

fn spot(place: &PlaceSummary, board: &BoardOutline) -> Option<HeatSpot> {
    let (at, _) = board.intersections().zip(board.names()).find(|(_, it)| *it == place.place)?;
    #[expect(clippy::cast_precision_loss, reason = "games are far below 2^53")]
    let [players, wins] = [place.players, place.wins].map(|it| it as f64);
    let excess = wins - place.expected;
    let is_marked = place.players >= LEAST && excess.abs() > MARKED * place.error;
    let difference = excess / players;
    Some(HeatSpot {
        at,
        // A difference of half of all games has the greatest circle.
        size: if is_marked { 2.0 * difference.abs() } else { 0.0 },
        is_filled: excess > 0.0,
        text: if is_marked { format!("{:+.0}", 100.0 * difference) } else { String::new() },
        tip: format!(
            "{wins} of {} won, {:+.1} percentage points",
            place.players,
            100.0 * difference
        ),
    })
}
