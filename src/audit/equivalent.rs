//! The reviewed list of equivalent mutants, each with the reason why no game can detect it.

use std::collections::BTreeSet;

use serde::Deserialize;
use toml::Spanned;

use super::mutate::{MutantSummary, MutationReport};
use crate::content::toml_file;
use crate::diagnostic::{Diagnostic, Source};

/// The maximum percentage of all mutants that may be listed; one mutant is always allowed.
const MAX_PERCENT: usize = 5;
/// The hint for an obsolete row.
const GONE: &str = "remove the row from the list";

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

/// An equivalent mutant.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Row {
    file: Spanned<String>,
    old: String,
    new: String,
    /// The line, if the text alone is ambiguous.
    line: Option<usize>,
    reason: String,
}

impl Row {
    fn is(&self, mutant: &MutantSummary) -> bool {
        *self.file.get_ref() == mutant.file
            && self.line.is_none_or(|line| line == mutant.line)
            && (&self.old, &self.new) == (&mutant.old, &mutant.new)
    }
}

impl Equivalents {
    /// Parses a list.
    ///
    /// # Errors
    /// When the source is not a list of equivalent mutants, or a reason is missing.
    pub fn read(source: Source) -> Result<Self, Diagnostic> {
        let rows: Rows = toml_file::read(&source)?;
        if let Some(row) = rows.equivalent.iter().find(|row| row.reason.trim().is_empty()) {
            let message = "a mutant is listed without a reason";
            let hint =
                "explain in `reason` why no game can distinguish the mutant from the original rule";
            return Err(source.error(row.file.span(), message).hint(hint));
        }
        Ok(Self { source, rows: rows.equivalent })
    }

    /// Whether a mutant is listed. A mutant that no game runs never counts as listed.
    pub fn has(&self, mutant: &MutantSummary) -> bool {
        mutant.games > 0 && self.rows.iter().any(|row| row.is(mutant))
    }

    /// Reports rows that match more than one line, and rows whose mutants are caught, run by no
    /// game, or missing. The latter are reported only in files whose mutants have all been tested.
    pub fn wrong(
        &self,
        report: &MutationReport,
        caught: &[MutantSummary],
        is_tested: impl Fn(&str) -> bool,
    ) -> Vec<Diagnostic> {
        let wrong = |row: &Row| {
            let is_among = |mutants: &[MutantSummary]| mutants.iter().any(|mutant| row.is(mutant));
            let meant = caught.iter().chain(&report.equivalent).filter(|mutant| row.is(mutant));
            let lines: BTreeSet<usize> = meant.map(|mutant| mutant.line).collect();
            let (message, hint) = if let Some(line) = lines.first().filter(|_| lines.len() > 1) {
                let message =
                    format!("this row matches mutants on {} lines of the file", lines.len());
                (message, format!("add the line number, such as `line = {line}`"))
            } else if is_among(&report.equivalent) || !is_tested(row.file.get_ref()) {
                return None;
            } else if is_among(&report.survivors) {
                ("no game runs this mutant".into(), "write a game that runs it".into())
            } else if is_among(caught) {
                ("this mutant is caught".into(), GONE.into())
            } else {
                ("there is no such mutant".into(), GONE.into())
            };
            Some(self.source.error(row.file.span(), message).hint(hint))
        };
        self.rows.iter().filter_map(wrong).collect()
    }

    /// Reports a list that is too long for the number of mutants.
    pub fn too_many(&self, listed: usize, all: usize) -> Option<Diagnostic> {
        let message =
            format!("{listed} of {all} mutants are listed, but the limit is {MAX_PERCENT}%");
        let wrong = || self.source.whole(message).hint("write games that catch some of them");
        (listed > (all * MAX_PERCENT / 100).max(1)).then(wrong)
    }
}
