//! Writes a file with a row for each game. `docs/sim.md` describes its format.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde::Serialize;

use super::SimSetup;
use crate::cli::play::{RecordFile, create};
use crate::diagnostic::Diagnostic;
use crate::set::Id;
use crate::sim::{Row, Usable};
use crate::table::Player;

/// The format of the file.
#[derive(Clone, Copy)]
enum RowFormat {
    /// Comma-separated values, below a line of column names.
    Csv,
    /// A line of JSON.
    Jsonl,
}

/// A file with a row for each game.
pub(super) struct Rows<'a> {
    file: RecordFile,
    format: RowFormat,
    table: &'a SimSetup<'a>,
}

/// A game in JSON.
#[derive(Serialize)]
struct GameRow<'a> {
    game: u64,
    seed: u64,
    winner: Option<&'a str>,
    turns: u16,
    decisions: u32,
    players: Vec<PlayerRow<'a>>,
    failures: Vec<&'a str>,
}

/// A player of the game; unused things are omitted.
#[derive(Serialize)]
struct PlayerRow<'a> {
    name: &'a str,
    seat: Cow<'static, str>,
    points: i64,
    sources: BTreeMap<&'a str, i64>,
    uses: BTreeMap<&'static str, BTreeMap<&'a str, u32>>,
}

impl<'a> Rows<'a> {
    /// Creates the file.
    pub(super) fn create(
        path: &Path,
        force: bool,
        table: &'a SimSetup<'a>,
    ) -> Result<Self, super::Problem> {
        let format = RowFormat::of(path)?;
        let mut rows = Self { file: create(path, force)?, format, table };
        if let RowFormat::Csv = format {
            let columns = rows.columns();
            rows.write_columns(&columns)?;
        }
        Ok(rows)
    }

    /// Writes the row of a game.
    pub(super) fn write(&mut self, number: u64, row: &Row) -> io::Result<()> {
        match self.format {
            RowFormat::Csv => self.write_columns(&self.cells(number, row)),
            RowFormat::Jsonl => {
                let json = serde_json::to_string(&self.line(number, row))?;
                writeln!(self.file, "{json}")
            }
        }
    }

    fn write_columns(&mut self, cells: &[String]) -> io::Result<()> {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        writeln!(self.file, "{}", cells.join(","))
    }

    /// The names of the columns.
    fn columns(&self) -> Vec<String> {
        let common = ["game", "seed", "winner", "turns", "decisions", "failures"];
        let mut columns: Vec<String> = common.map(str::to_owned).into();
        for name in &self.table.names {
            columns.push(format!("{name}.points"));
            let used = |thing: &Usable| format!("{name}.{}.{}", thing.category.word(), thing.name);
            columns.extend(self.table.things.list().iter().map(used));
        }
        columns
    }

    /// The cells for a game.
    fn cells(&self, number: u64, row: &Row) -> Vec<String> {
        let mut cells = vec![
            number.to_string(),
            row.seed.to_string(),
            self.winner(row).unwrap_or_default().to_owned(),
            row.turns.to_string(),
            row.decisions.to_string(),
            row.failures.len().to_string(),
        ];
        for seat in 0..self.table.names.len() {
            cells.push(row.points_of(Player::new(seat)).to_string());
            cells.extend(row.uses.iter().map(|times| times[seat].to_string()));
        }
        cells
    }

    fn line<'r>(&'r self, number: u64, row: &'r Row) -> GameRow<'r> {
        let rules = &self.table.rules;
        GameRow {
            game: number,
            seed: row.seed,
            winner: self.winner(row),
            turns: row.turns,
            decisions: row.decisions,
            players: (0..self.table.names.len()).map(|seat| self.part(row, seat)).collect(),
            failures: row.failures.iter().map(|&rule| rules.rule(rule).id.as_str()).collect(),
        }
    }

    fn part<'r>(&'r self, row: &'r Row, seat: usize) -> PlayerRow<'r> {
        let mut uses: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (thing, times) in self.table.things.list().iter().zip(&row.uses) {
            if times[seat] > 0 {
                let of_category = uses.entry(thing.category.word()).or_default();
                of_category.insert(thing.name.as_str(), times[seat]);
            }
        }
        let sources = row.points[seat].iter();
        PlayerRow {
            name: &self.table.names[seat],
            seat: self.table.kinds[seat].word(),
            points: row.points_of(Player::new(seat)),
            sources: sources.map(|(source, points)| (source.as_str(), *points)).collect(),
            uses,
        }
    }

    fn winner(&self, row: &Row) -> Option<&str> {
        row.winner.map(|winner| self.table.names[winner.index()].as_str())
    }
}

impl RowFormat {
    /// The format for the extension of a file.
    fn of(path: &Path) -> Result<Self, Diagnostic> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("jsonl") => Ok(Self::Jsonl),
            _ => {
                let message = format!("`{}` does not end in `.csv` or `.jsonl`", path.display());
                let hint = "name it `games.csv` for comma-separated values, or `games.jsonl` for \
                            JSON lines";
                Err(Diagnostic::new(message).hint(hint))
            }
        }
    }
}

/// Quotes a cell of a CSV file.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
