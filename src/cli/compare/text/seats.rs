//! The result of a match as aligned tables.

use std::io::{self, Write};

use crate::cli::columns::write_figures;
use crate::cli::compare::match_report::MatchReport;

impl MatchReport {
    /// Writes the result as text.
    pub(in crate::cli::compare) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.extent())?;
        if self.summary.games == 0 {
            return writeln!(out, "\nno game was played");
        }
        for table in self.tables() {
            writeln!(out, "\n{}", table.heading)?;
            let titles: Vec<&str> = table.titles.iter().map(String::as_str).collect();
            write_figures(out, &titles, table.rows.into_iter())?;
        }
        match self.verdict() {
            Some([verdict, shares]) => writeln!(out, "\n{verdict}\n  {shares}"),
            None => Ok(()),
        }
    }
}
