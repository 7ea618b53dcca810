//! Parts of the page: tables and pictures.

use std::fmt::Write as _;

use crate::diagnostic::visible;

/// Writes a table.
pub(super) fn write_table(
    page: &mut String,
    titles: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) {
    let head: Vec<String> = titles.iter().map(|title| format!("<th>{title}")).collect();
    writeln!(page, "<table>\n<tr>{}</tr>", head.concat()).expect("text grows");
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("<td>{}", escaped(cell))).collect();
        writeln!(page, "<tr>{}</tr>", cells.concat()).expect("text grows");
    }
    page.push_str("</table>\n");
}

/// Writes a picture with its caption.
pub(super) fn write_figure(page: &mut String, picture: &str, caption: &str) {
    writeln!(page, "<figure>{picture}<figcaption>{}</figcaption></figure>", escaped(caption))
        .expect("text grows");
}

/// Escapes text for HTML.
pub(super) fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
