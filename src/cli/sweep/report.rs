//! The result of `sweep`.

use serde::Serialize;

use super::axes::Axis;
use super::setup::{CellAbout, SweepAbout};
use crate::cli::stored::{Ending, Extent};
use crate::count::counted;
use crate::sim::{CellGame, CellSummary, CellTally, Mean, Share};

/// The result of `sweep`.
#[derive(Serialize)]
pub(super) struct SweepReport {
    /// The scenario, without changes.
    pub(super) scenario: String,
    /// The axes of the grid.
    pub(super) axes: Vec<Axis>,
    /// The first seed, and the number of seeds requested.
    pub(super) seed: u64,
    pub(super) wanted: u64,
    /// Why no more were played.
    pub(super) end: Ending,
    /// All cells; the last axis changes first.
    pub(super) cells: Vec<CellReport>,
}

/// The games of a cell.
#[derive(Serialize)]
pub(super) struct CellReport {
    /// The value on each axis.
    pub(super) values: Vec<String>,
    /// The number of the value on each axis.
    #[serde(skip)]
    pub(super) at: Vec<usize>,
    /// The scenario with its changes.
    pub(super) game: String,
    /// The kinds of players in the first game of each seed.
    pub(super) players: Vec<String>,
    /// The names of the players, clockwise.
    pub(super) names: Vec<String>,
    #[serde(flatten)]
    pub(super) summary: CellSummary,
}

/// The games of all cells.
pub(super) struct SweepSums {
    tallies: Vec<CellTally>,
    /// The cell of each game of a seed.
    cells: Vec<usize>,
}

impl SweepSums {
    pub(super) fn new(about: &SweepAbout) -> Self {
        let tally = |cell: &CellAbout| CellTally::new(cell.names.len(), cell.rotations);
        let cells = about.cells.iter().enumerate();
        let cells = cells.flat_map(|(number, cell)| vec![number; cell.rotations]).collect();
        Self { tallies: about.cells.iter().map(tally).collect(), cells }
    }

    /// Adds all games of a seed.
    pub(super) fn add(&mut self, games: Vec<CellGame>) {
        for (&cell, game) in self.cells.iter().zip(games) {
            self.tallies[cell].add(game);
        }
    }
}

/// A table, with its heading and titles.
pub(super) struct Table {
    pub(super) heading: &'static str,
    pub(super) titles: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl SweepReport {
    /// The result of these seeds.
    pub(super) fn new(about: &SweepAbout, extent: Extent, sums: &SweepSums) -> Self {
        let Extent { first, wanted, ending } = extent;
        let value = |(axis, &at): (&Axis, &usize)| axis.values[at].clone();
        let cells = about.cells.iter().zip(&sums.tallies).map(|(cell, tally)| CellReport {
            values: about.axes.iter().zip(&cell.at).map(value).collect(),
            at: cell.at.clone(),
            game: cell.label.clone(),
            players: cell.players.clone(),
            names: cell.names.clone(),
            summary: tally.summary(),
        });
        Self {
            scenario: about.scenario.clone(),
            axes: about.axes.clone(),
            seed: about.seed.wrapping_add(first),
            wanted,
            end: ending,
            cells: cells.collect(),
        }
    }

    /// The number of seeds that all cells have played.
    pub(super) fn seeds(&self) -> u64 {
        self.cells[0].summary.seeds
    }

    /// The scenario, the number of cells, the seeds and what all cells have in common.
    pub(super) fn extent(&self) -> String {
        let cells = counted(self.cells.len(), "cell");
        let seeds = self.seeds();
        let range = match seeds {
            0 => String::new(),
            _ => format!(", seeds {} to {}", self.seed, self.seed.wrapping_add(seeds - 1)),
        };
        let fixed = self.axes.iter().filter(|axis| !axis.is_varied());
        let fixed: Vec<String> =
            fixed.map(|axis| format!(", {}={}", axis.name, axis.values[0])).collect();
        let fixed = fixed.concat();
        let early = self.end.early(&counted(self.wanted, "seed"));
        format!("{}: {cells}{range}{fixed}{early}", self.scenario)
    }

    /// The values of a cell on the axes that differ.
    pub(super) fn name(&self, cell: &CellReport) -> String {
        let axes = self.axes.iter().zip(&cell.values).filter(|(axis, _)| axis.is_varied());
        let value = |(axis, value): (&Axis, &String)| match axis.name.as_str() {
            "players" => value.clone(),
            "with" if value == "-" => "with none".into(),
            "without" if value == "-" => "all rules".into(),
            name @ ("with" | "without") => format!("{name} {value}"),
            name => format!("{name}={value}"),
        };
        axes.map(value).collect::<Vec<_>>().join(", ")
    }

    /// All tables, each with a row for each cell.
    pub(super) fn tables(&self) -> Vec<Table> {
        let length =
            self.table("length", &["games", "turns", "95 %", "decisions", "95 %"], |cell| {
                let games = [cell.summary.games.to_string()];
                games
                    .into_iter()
                    .chain(means(&[cell.summary.turns, cell.summary.decisions]))
                    .collect()
            });
        let titles = ["best", "95 %", "average", "95 %", "margin", "95 %"];
        let points = self.table("points at the end", &titles, |cell| {
            let CellSummary { best, average, margin, .. } = cell.summary;
            means(&[best, average, margin]).collect()
        });
        let mut tables = vec![length, points];
        let names = self.names();
        let titles: Vec<&str> = names.iter().map(String::as_str).chain(["undecided"]).collect();
        tables.push(self.table("wins, with 95 % intervals", &titles, |cell| {
            let wins = names.iter().map(|name| {
                let seat = cell.names.iter().position(|it| it == name)?;
                Some(&cell.summary.wins[seat])
            });
            wins.chain([Some(&cell.summary.undecided)]).map(share).collect()
        }));
        if self.cells.iter().any(|cell| cell.summary.failures > 0) {
            tables.push(self.table("rules that failed and were left out", &["times"], |cell| {
                vec![cell.summary.failures.to_string()]
            }));
        }
        tables
    }

    fn table(
        &self,
        heading: &'static str,
        titles: &[&str],
        row: impl Fn(&CellReport) -> Vec<String>,
    ) -> Table {
        let rows = self.cells.iter().map(|cell| {
            let name = std::iter::once(self.name(cell));
            name.chain(row(cell)).collect()
        });
        let titles = std::iter::once("").chain(titles.iter().copied()).map(str::to_owned);
        Table { heading, titles: titles.collect(), rows: rows.collect() }
    }

    /// The names of all players, in the order in which they first come.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.cells.iter().flat_map(|cell| &cell.names) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}

/// The means and their intervals.
fn means(all: &[Mean]) -> impl Iterator<Item = String> {
    all.iter().flat_map(|mean| {
        let interval = mean.interval.map(|[low, high]| format!("{low:.2} to {high:.2}"));
        let number = mean.mean.map(|mean| format!("{mean:.2}"));
        [number, interval].map(|text| text.unwrap_or_else(|| "-".into()))
    })
}

/// A share and its interval; nothing if there is no such player.
fn share(share: Option<&Share>) -> String {
    let Some(Share { share: Some(share), interval: Some([low, high]), .. }) = share else {
        return "-".into();
    };
    format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
}
