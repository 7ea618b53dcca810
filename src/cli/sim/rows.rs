//! Writes a file with a row for each game. `docs/sim.md` describes its formats.

mod columns;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::{self, Write};
use std::path::Path;

use crate::cli::play::{RecordFile, create, unrecorded};
use crate::cli::problem::{Problem, check_writable};
use crate::diagnostic::Diagnostic;
use crate::sim::{Layout, Row};
use columns::{Cell, cells, columns};

/// The format of the file.
#[derive(Clone, Copy)]
enum RowFormat {
    /// Comma-separated values, below a line of column names.
    Csv,
    /// A line of JSON.
    Jsonl,
    /// Parquet, with the columns of CSV.
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A file with a row for each game.
pub(super) struct Rows<'a> {
    layout: &'a Layout,
    file: RowsFile,
}

enum RowsFile {
    Csv(RecordFile),
    Jsonl(RecordFile),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::ParquetFile>),
}

/// Checks that a file of rows can be created later: its name, whether it exists already, and its
/// folder.
pub(super) fn check(path: &Path, force: bool) -> Result<(), Diagnostic> {
    RowFormat::of(path)?;
    if !force && path.exists() {
        return Err(unrecorded(path, &io::ErrorKind::AlreadyExists.into()));
    }
    check_writable(Some(path))
}

impl<'a> Rows<'a> {
    /// Creates the file.
    pub(super) fn create(path: &Path, force: bool, layout: &'a Layout) -> Result<Self, Problem> {
        let file = match RowFormat::of(path)? {
            RowFormat::Csv => {
                let mut file = create(path, force)?;
                let names: Vec<String> = columns(layout).into_iter().map(|it| it.name).collect();
                writeln!(file, "{}", names.join(","))?;
                RowsFile::Csv(file)
            }
            RowFormat::Jsonl => RowsFile::Jsonl(create(path, force)?),
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => {
                let columns = columns(layout);
                RowsFile::Parquet(Box::new(parquet::ParquetFile::create(path, force, columns)?))
            }
        };
        Ok(Self { layout, file })
    }

    /// Writes the row of a game.
    pub(super) fn write(&mut self, number: u64, row: &Row) -> io::Result<()> {
        match &mut self.file {
            RowsFile::Csv(file) => {
                let cells = cells(self.layout, number, row);
                let cells: Vec<String> = cells.into_iter().map(Cell::into_text).collect();
                writeln!(file, "{}", cells.join(","))
            }
            RowsFile::Jsonl(file) => writeln!(file, "{}", self.layout.line(number, row)),
            #[cfg(feature = "parquet")]
            RowsFile::Parquet(file) => file.write(cells(self.layout, number, row)),
        }
    }

    /// Completes the file.
    pub(super) fn finish(self) -> io::Result<()> {
        match self.file {
            RowsFile::Csv(mut file) | RowsFile::Jsonl(mut file) => file.flush(),
            #[cfg(feature = "parquet")]
            RowsFile::Parquet(file) => file.finish(),
        }
    }
}

impl Cell {
    /// The cell in a file of comma-separated values.
    fn into_text(self) -> String {
        match self {
            Self::Large(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.unwrap_or_default(),
        }
    }
}

impl RowFormat {
    /// The format for the extension of a file.
    fn of(path: &Path) -> Result<Self, Diagnostic> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Jsonl),
            #[cfg(feature = "parquet")]
            Some("parquet") => Ok(Self::Parquet),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => {
                let message = format!("`{}`: this program cannot write Parquet", path.display());
                let hint = "build it with `--features parquet`, or write `.csv`, which programs \
                            for Parquet can convert";
                Err(Diagnostic::new(message).hint(hint))
            }
            _ => {
                let message = format!("`{}` does not end in `.csv` or `.jsonl`", path.display());
                let hint = "name it `games.csv` for comma-separated values, or `games.jsonl` for \
                            JSON lines";
                Err(Diagnostic::new(message).hint(hint))
            }
        }
    }
}
