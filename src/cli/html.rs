//! Pages with results, and their parts: the head, tables and pictures. A page needs no other file.

use std::fmt::Write as _;
use std::path::Path;

use super::problem::{check_writable, unwritable};
use crate::diagnostic::{Diagnostic, escaped_html};
use crate::files;

/// How a result is printed and saved.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    /// Whether it is printed as JSON.
    pub(super) as_json: bool,
    /// The file to which it is also written as a page.
    pub(super) page: Option<&'a Path>,
}

impl Form<'_> {
    /// Checks before the games that the page can be written, if it is wanted. It replaces an existing
    /// page, but no other file.
    pub(super) fn check(self) -> Result<(), Diagnostic> {
        let Some(file) = self.page else { return Ok(()) };
        let is_file = file.is_file() && !files::is_own(file);
        if is_file && file.extension().is_none_or(|found| found != "html") {
            let message = format!("`{}` already exists and might not be a page", file.display());
            return Err(Diagnostic::new(message).hint("use a file name that ends in `.html`"));
        }
        check_writable(Some(file))
    }

    /// Writes the page, if it is wanted and there are any games. Commands do so before they print, so
    /// that the page exists even if nobody reads the output to its end.
    pub(super) fn save_page(
        self,
        games: u64,
        page: impl FnOnce() -> String,
    ) -> Result<(), Diagnostic> {
        self.page.filter(|_| games > 0).map_or(Ok(()), |file| {
            files::save(file, &page()).map_err(|error| unwritable(file, &error))
        })
    }
}

/// The style sheet. It works on paper, too. Where the window is narrower than a table or a picture,
/// these are scrolled alone, and not the page.
const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, p { overflow-wrap: anywhere; } .wide { overflow-x: auto; } td { white-space: nowrap; }
table { border-collapse: collapse; margin: .6rem 0; } caption { text-align: left; font-weight: bold; }
td, th { padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #ddd; text-align: right; }
td:first-child, th:first-child { text-align: left; } svg { max-width: 100%; height: auto; }
figure { margin: 1rem 0; } figcaption { color: #444; } .maps { display: flex; flex-wrap: wrap; }
.maps figure { flex: 1 1 22rem; min-width: 0; margin: .5rem; }
@media screen and (max-width: 40rem) { svg { min-width: 28rem; } svg[width] { min-width: 34rem; } }
@media print { figure { break-inside: avoid; } .wide { overflow: visible; } }
@media print { td { white-space: normal; } }
";

/// The beginning of a page with this title.
pub(super) fn begin(title: &str) -> String {
    let title = escaped_html(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n<h1>{title}</h1>\n"
    )
}

/// Writes a paragraph; text between backticks is code.
pub(super) fn write_paragraph(page: &mut String, text: &str) {
    let text = escaped_html(text);
    let mut parts: Vec<&str> = text.split('`').collect();
    // Without its partner, the last backtick is text.
    let rest = if parts.len().is_multiple_of(2) { parts.pop() } else { None };
    let part = |(at, part): (usize, &&str)| {
        if at.is_multiple_of(2) { (*part).to_owned() } else { format!("<code>{part}</code>") }
    };
    let text: String = parts.iter().enumerate().map(part).collect();
    let rest = rest.map_or_else(String::new, |rest| format!("`{rest}"));
    writeln!(page, "<p>{text}{rest}").expect("text grows");
}

/// Writes a heading with a capital letter.
pub(super) fn write_heading(page: &mut String, heading: &str) {
    let mut letters = heading.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    let heading: String = first.chain(letters).collect();
    writeln!(page, "<h2>{}</h2>", escaped_html(&heading)).expect("text grows");
}

/// Writes a table.
pub(super) fn write_table(
    page: &mut String,
    titles: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) {
    let head: Vec<String> = titles.iter().map(|title| format!("<th>{title}")).collect();
    writeln!(page, "<div class=\"wide\"><table>\n<tr>{}</tr>", head.concat()).expect("text grows");
    for row in rows {
        let cells: Vec<String> =
            row.iter().map(|cell| format!("<td>{}", escaped_html(cell))).collect();
        writeln!(page, "<tr>{}</tr>", cells.concat()).expect("text grows");
    }
    page.push_str("</table></div>\n");
}

/// Writes a picture with its caption.
pub(super) fn write_figure(page: &mut String, picture: &str, caption: &str) {
    let picture = format!("<div class=\"wide\">{picture}</div>");
    writeln!(page, "<figure>{picture}<figcaption>{}</figcaption></figure>", escaped_html(caption))
        .expect("text grows");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_of_a_paragraph_mark_code() {
        let written = |text: &str| {
            let mut page = String::new();
            write_paragraph(&mut page, text);
            page
        };
        assert_eq!(
            written("use `a <b>` and `c`."),
            "<p>use <code>a &lt;b&gt;</code> and <code>c</code>.\n"
        );
        assert_eq!(written("`a` and `b"), "<p><code>a</code> and `b\n");
        assert_eq!(written("plain"), "<p>plain\n");
    }
}
