//! The result of a comparison as one self-contained HTML page, with plots as inline SVG.

mod charts;
mod html;
mod places;

use std::fmt::Write as _;

use super::pair_setup::PairSetup;
use super::per_cent::shown;
use super::report::{CompareReport, Finding, MeasureReport};
use super::text::figures;
use crate::sim::Comparison;
use html::{escaped, write_table};

/// The style sheet. It works on paper, too.
const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0; } caption { text-align: left; font-weight: bold; }
td, th { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #ddd; text-align: right; }
td:first-child, th:first-child { text-align: left; } svg { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } figcaption { color: #444; } .maps { display: flex; flex-wrap: wrap; }
.maps figure { flex: 1 1 22rem; margin: .5rem; } @media print { figure { break-inside: avoid; } }
";

/// Renders the page.
pub(super) fn page(report: &CompareReport, setup: &PairSetup, comparison: &Comparison) -> String {
    let [first, second] = report.sides.each_ref().map(|side| escaped(side));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{first} and {second}</title>\n<style>\n{STYLE}</style>\n\
         <h1>{first} and {second}</h1>\n<p>{}.\n<p>{}\n",
        escaped(&report.extent()),
        escaped(&report.headline()),
    );
    write_findings(&mut page, report);
    write_only(&mut page, report);
    charts::write(&mut page, report, comparison);
    places::write(&mut page, report, setup, comparison);
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
            let names = found.iter().map(|measure| escaped(&measure.measure.name));
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
