//! Editor features for a file that is being written: diagnostics, completions and documentation.
//!
//! Completions and documentation depend only on the text of a file, a position in it and the rules
//! of its game.
//! They come from the declarations of the language. This module does not depend on a protocol.

mod complete;
mod cursor;
mod definitions;
mod hover;
mod lines;
pub mod problems;
mod terms;
#[cfg(test)]
mod tests;

pub use definitions::definitions;
pub use hover::{definition, hover};
pub use terms::{Term, TermKind};

use std::ops::Range;
use std::path::Path;

use crate::rules::Rules;

/// Returns the completions at a position, and the span before it that they replace.
pub fn complete(file: &Path, text: &str, at: usize, rules: &Rules) -> (Range<usize>, Vec<Term>) {
    let at = text.floor_char_boundary(at);
    let before = &text[..at];
    let terms = match file.extension().and_then(|ending| ending.to_str()) {
        Some("rhai") => complete::complete(text, at, rules),
        Some("game") => lines::complete(text, at, rules),
        _ => Vec::new(),
    };
    let is_part = |c: char| match terms.first().map(|term| term.kind) {
        Some(TermKind::Rule) => c.is_ascii_alphanumeric() || "_-/".contains(c),
        Some(TermKind::Place) => c.is_ascii_alphanumeric() || "-.".contains(c),
        _ => c.is_ascii_alphanumeric() || c == '_',
    };
    (before.trim_end_matches(is_part).len()..at, terms)
}
