//! Mutants that change nothing, each with the reason that somebody who looked at it gave.

use serde::Deserialize;
use toml::Spanned;

use super::mutate::Shown;
use crate::content::toml_file;
use crate::diagnostic::{Diagnostic, Source};

/// The largest share of all mutants that may be listed, in per cent.
const MOST: usize = 5;

/// A reviewed list.
#[derive(Clone, Default, Debug)]
pub struct Equivalents {
    source: Source,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default)]
    equivalent: Vec<Row>,
}

/// A mutant that changes nothing.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Row {
    file: Spanned<String>,
    old: String,
    new: String,
    reason: String,
}

impl Row {
    fn is(&self, mutant: &Shown) -> bool {
        *self.file.get_ref() == mutant.file && self.old == mutant.old && self.new == mutant.new
    }
}

impl Equivalents {
    /// Reads a list.
    ///
    /// # Errors
    /// When it is no such list, or a reason is missing.
    pub fn read(source: Source) -> Result<Self, Diagnostic> {
        let rows: Rows = toml_file::read(&source)?;
        if let Some(row) = rows.equivalent.iter().find(|row| row.reason.trim().is_empty()) {
            let message = "a mutant is listed without a reason";
            let hint = "say why no game can tell it from the rule";
            return Err(source.error(row.file.span(), message).hint(hint));
        }
        Ok(Self { source, rows: rows.equivalent })
    }

    /// Whether a mutant is listed.
    pub fn has(&self, mutant: &Shown) -> bool {
        self.rows.iter().any(|row| row.is(mutant))
    }

    /// The rows that are no longer true, of files all mutants of which were judged: those of
    /// mutants that are caught, and those without a mutant.
    pub fn stale(&self, caught: &[Shown], listed: &[Shown], judged: &[String]) -> Vec<Diagnostic> {
        let wrong = |row: &Row| {
            let is_among = |mutants: &[Shown]| mutants.iter().any(|mutant| row.is(mutant));
            // Lines that are alike in one file share a row.
            if is_among(listed) || !judged.contains(row.file.get_ref()) {
                return None;
            }
            let message =
                if is_among(caught) { "this mutant is caught" } else { "there is no such mutant" };
            Some(self.source.error(row.file.span(), message).hint("take the row out of the list"))
        };
        self.rows.iter().filter_map(wrong).collect()
    }

    /// What is wrong with listing so many of all mutants.
    pub fn too_many(&self, listed: usize, all: usize) -> Option<Diagnostic> {
        let message = format!("{listed} of {all} mutants are listed, expected at most {MOST} %");
        let wrong = || self.source.whole(message).hint("write games that catch some of them");
        (listed * 100 > all * MOST).then(wrong)
    }
}
