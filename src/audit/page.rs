//! Coverage as a self-contained HTML page.

use std::fmt::Write as _;

use super::coverage::{Coverage, FileCoverage};
use super::rulings::Ruling;
use crate::count::counted;
use crate::diagnostic::escaped_html;

/// The style sheet.
const STYLE: &str = "\
body { font: 15px/1.4 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { text-align: left; vertical-align: top; }
td, th { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd; }
td:nth-child(2) { min-width: 22rem; } td code { overflow-wrap: anywhere; }
pre { background: #f8f8f8; padding: .6rem 0; overflow-x: auto; } pre span { display: block; }
pre span { padding: 0 .8rem; } i { color: #888; font-style: normal; user-select: none; }
.ran { background: #e2f5e2; } .missed { background: #fbdcdc; } .gap { color: #b00020; }
summary { cursor: pointer; } code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
";

/// Renders the page.
pub fn page(coverage: &Coverage) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>Coverage of the rules</title>\n<style>\n{STYLE}</style>\n\
         <h1>Coverage of the rules</h1>\n<p>{}.</p>\n<h2>Rulings</h2>\n<table>\n\
         <tr><th>Ruling<th>Text<th>Rules<th>Tests</tr>\n",
        escaped_html(&coverage.summary())
    );
    for ruling in &coverage.rulings {
        page.push_str(&row(ruling));
    }
    page.push_str("</table>\n");
    for (id, place) in &coverage.unlisted {
        writeln!(
            page,
            "<p class=\"gap\">{id} is named in {}, but is not in any RULINGS.md.",
            code(place)
        )
        .expect("writing cannot fail");
    }
    page.push_str("<h2>Rule files</h2>\n");
    for file in &coverage.files {
        page.push_str(&section(file));
    }
    page
}

/// The table row for a ruling.
fn row(ruling: &Ruling) -> String {
    let list =
        |places: &[String]| places.iter().map(|place| code(place)).collect::<Vec<_>>().join("<br>");
    let tests = match ruling.tests.len() {
        0 => "<span class=\"gap\">none</span>".into(),
        1..=3 => list(&ruling.tests),
        many => {
            format!("<details><summary>{many} tests</summary>{}</details>", list(&ruling.tests))
        }
    };
    format!(
        "<tr><td>{}<td>{}<td>{}<td>{tests}</tr>\n",
        ruling.id,
        escaped_html(&ruling.text),
        list(&ruling.rules)
    )
}

/// The section for a file, whose lines are colored by whether they ran. It is expanded if anything
/// never ran.
fn section(file: &FileCoverage) -> String {
    let ran = file.lines.values().filter(|&&has_run| has_run).count();
    let open = if file.is_complete() { "" } else { " open" };
    let mut section = format!(
        "<details{open}><summary>{} {ran} of {}</summary>\n<pre>",
        code(&file.file),
        counted(file.lines.len(), "line")
    );
    for (number, line) in (1..).zip(file.text.lines()) {
        let class = match file.lines.get(&number) {
            Some(true) => " class=\"ran\"",
            Some(false) => " class=\"missed\"",
            None => "",
        };
        write!(section, "<span{class}><i>{number:4}</i>  {}</span>", escaped_html(line))
            .expect("writing cannot fail");
    }
    section.push_str("</pre>\n");
    for function in file.functions.iter().filter(|function| !function.has_run) {
        let place = format!("{}:{}", function.name, function.line);
        writeln!(section, "<p class=\"gap\">{} never ran.", code(&place))
            .expect("writing cannot fail");
    }
    section.push_str("</details>\n");
    section
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped_html(text))
}
