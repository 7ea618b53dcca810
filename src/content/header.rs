//! The header of a rule file: its title, its description and its rulings.

use crate::diagnostic::{Code, Diagnostic, Source};

/// Parses the three parts of the header.
pub(super) fn read(source: &Source) -> Result<[String; 3], Diagnostic> {
    let example = "begin the file with `//! Title`, `//! One sentence.` and `//! Rulings: C-1.`";
    let missing = |number: usize, what: &str| {
        let missing = source.error_on(number, format!("the header has no {what}"));
        missing.code(Code::MissingHeader).hint(example)
    };
    let lines: Vec<&str> =
        source.text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let at = |number: usize| lines.get(number).copied().filter(|line| !line.is_empty());
    let title = at(0).ok_or_else(|| missing(1, "title"))?;
    let last = lines.iter().position(|line| line.starts_with("Rulings:"));
    let last = last.ok_or_else(|| missing(lines.len(), "line `Rulings: …`"))?;
    let text = lines[1.min(last)..last].join(" ");
    if text.trim().is_empty() {
        return Err(missing(2, "sentence that describes the rule"));
    }
    let rulings = lines[last..].join(" ").replace("Rulings:", "");
    let rulings = rulings.trim().trim_end_matches('.');
    if rulings.is_empty() {
        return Err(missing(last + 1, "rulings"));
    }
    Ok([title.into(), text.trim().into(), rulings.into()])
}
