//! The result of a comparison as one self-contained HTML page, with plots as inline SVG.

mod charts;
mod places;

use std::fmt::Write as _;

use super::per_cent::shown;
use super::report::{CompareReport, Finding, MeasureReport};
use super::text::figures;
use crate::cli::html::{begin, write_paragraph, write_table};
use crate::diagnostic::escaped_html;
use crate::draw::BoardOutline;
use crate::sim::Comparison;

/// Renders the page.
pub(super) fn page(
    report: &CompareReport,
    boards: &[BoardOutline; 2],
    comparison: &Comparison,
) -> String {
    let [first, second] = &report.sides;
    let mut page = begin(&format!("{first} and {second}"));
    write_paragraph(&mut page, &format!("{}.", report.extent()));
    if let Some(until) = report.until() {
        write_paragraph(&mut page, &format!("{until}."));
    }
    write_paragraph(&mut page, &report.headline());
    write_findings(&mut page, report);
    write_only(&mut page, report);
    charts::write(&mut page, report, comparison);
    places::write(&mut page, report, boards, comparison);
    page
}

fn write_findings(page: &mut String, report: &CompareReport) {
    let titles = ["measure", "first", "second", "difference", "95 % interval"];
    let differs = report.with(Finding::Differs);
    if differs.is_empty() {
        page.push_str("<h2>No difference is found</h2>\n");
    } else {
        page.push_str("<h2>What differs</h2>\n");
        write_table(page, &titles, differs.iter().map(|measure| figures(measure)));
    }
    let open = report.with(Finding::Open);
    if !open.is_empty() {
        page.push_str("<h2>Still open</h2>\n");
        let settled = |measure: &&MeasureReport| {
            let pairs = measure.to_settle.map_or("-".into(), |pairs| pairs.to_string());
            [figures(measure), vec![pairs]].concat()
        };
        let titles = [&titles[..], &["settled by pairs"]].concat();
        write_table(page, &titles, open.iter().map(settled));
    }
    let detect = shown(report.detect.share);
    let rest = [
        (Finding::Alike, format!("No difference of {detect} or more")),
        (Finding::Equal, "Equal in every pair".to_owned()),
        (Finding::Rare, "Too rare to tell: fewer than 10 pairs differ".to_owned()),
    ];
    for (finding, title) in rest {
        let found = report.with(finding);
        if !found.is_empty() {
            let names = found.iter().map(|measure| escaped_html(&measure.measure.name));
            let names: Vec<String> = names.collect();
            writeln!(page, "<h2>{title}</h2>\n<p>{}.", names.join(", ")).expect("text grows");
        }
    }
}

fn write_only(page: &mut String, report: &CompareReport) {
    for (side, word) in ["first", "second"].iter().enumerate() {
        let rows = report.rows_of_only(side);
        if !rows.is_empty() {
            writeln!(page, "<h2>Only on the {word} side</h2>").expect("text grows");
            write_table(page, &["thing", "uses a game"], rows.into_iter());
        }
    }
    for (side, word) in ["first", "second"].iter().enumerate() {
        let rows = report.rows_of_failures(side);
        if !rows.is_empty() {
            writeln!(page, "<h2>Rules that failed on the {word} side</h2>").expect("text grows");
            write_table(page, &["rule", "times"], rows.into_iter());
        }
    }
}
