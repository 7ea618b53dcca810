//! The result of `balance` as aligned tables.

use std::io::{self, Write};

use super::report::{BalanceReport, CAUTION, CHANCE_TITLES, FAMILIES, TITLES};
use crate::cli::columns::{write_columns, write_figures, write_note};
use crate::count::counted;

impl BalanceReport {
    /// Writes the result as text: the groups, then the chances, then what was never used.
    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.extent())?;
        if self.summary.games == 0 {
            return writeln!(out, "\nno game was played");
        }
        write_note(out, CAUTION)?;
        for (family, heading) in FAMILIES {
            let rows = self.rows(family);
            if !rows.is_empty() {
                writeln!(out, "\n{heading}")?;
                write_figures(out, &TITLES, rows.into_iter())?;
            }
        }
        let chances = self.rows_of_chances();
        if !chances.is_empty() {
            let decisions = counted(self.summary.decisions, "decision");
            writeln!(out, "\nwhat a turn offers, in {decisions}")?;
            write_figures(out, &CHANCE_TITLES, chances.into_iter())?;
        }
        let never = self.rows_of_never();
        if !never.is_empty() {
            write_columns(out, "never used", &never)?;
        }
        let failures = self.summary.failures.iter();
        let failures: Vec<Vec<String>> =
            failures.map(|(rule, times)| vec![rule.clone(), times.to_string()]).collect();
        if !failures.is_empty() {
            writeln!(out, "\nrules that failed and were left out")?;
            write_figures(out, &["", "times"], failures.into_iter())?;
        }
        Ok(())
    }
}
