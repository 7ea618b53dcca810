//! The result of `sweep` as aligned tables.

use std::io::{self, Write};

use super::report::SweepReport;
use crate::cli::columns::write_parts;

impl SweepReport {
    /// Writes the result as text: tables with a row for each cell.
    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.extent())?;
        if self.seeds() == 0 {
            return writeln!(out, "\nno seed was played in all cells");
        }
        for table in self.tables() {
            writeln!(out, "\n{}", table.heading)?;
            let titles: Vec<&str> = table.titles.iter().map(String::as_str).collect();
            write_parts(out, &titles, &table.rows)?;
        }
        Ok(())
    }
}
