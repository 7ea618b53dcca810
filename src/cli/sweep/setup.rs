//! The common setup of all games of a grid.

use super::SweepArgs;
use super::axes::{Axis, cells};
use crate::cli::labels::label;
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::side::{Side, rotations};
use crate::seat::Strategy;
use crate::sim::CellGame;

/// The common setup of all games.
pub(super) struct SweepSetup {
    pub(super) axes: Vec<Axis>,
    pub(super) cells: Vec<CellSetup>,
    /// The cell and the rotation of each game of a seed.
    games: Vec<(usize, usize)>,
    seed: u64,
}

/// The setup of a cell.
pub(super) struct CellSetup {
    pub(super) side: Side,
    /// The number of the value on each axis.
    pub(super) at: Vec<usize>,
    /// The scenario with its changes.
    pub(super) label: String,
    /// The players of each game of a seed.
    pub(super) rotations: Vec<Vec<Strategy>>,
    pub(super) names: Vec<String>,
}

impl SweepSetup {
    /// Begins a first game of each cell, to report errors that would affect all its games.
    pub(super) fn lay(args: &SweepArgs) -> Result<Self, Problem> {
        let axes = Axis::of(args)?;
        let mut found = Vec::new();
        for cell in cells(args, &axes) {
            let loaded = setup::load_game(&cell.game)?.with_execution(args.playing.execution)?;
            let kinds = cell.players.map_or_else(
                || vec![Strategy::Greedy; *loaded.rules.seats.end()],
                |seating| seating.0,
            );
            let side = Side::new(&loaded, kinds.len(), args.playing)?;
            let names = loaded.begin(kinds.len(), args.playing.seed)?.names().to_vec();
            let label = label(&side.rules.scenario, &cell.game);
            found.push(CellSetup { side, at: cell.at, label, rotations: rotations(&kinds), names });
        }
        let games = found.iter().enumerate();
        let games = games
            .flat_map(|(number, cell)| (0..cell.rotations.len()).map(move |it| (number, it)))
            .collect();
        Ok(Self { axes, cells: found, games, seed: args.playing.seed })
    }

    /// The number of games with this number of seeds.
    pub(super) fn games(&self, seeds: u64) -> u64 {
        seeds * self.games.len() as u64
    }

    /// The cell of the game with this number.
    pub(super) fn cell_of(&self, number: usize) -> usize {
        self.games[number % self.games.len()].0
    }

    /// What one thread does: it plays the game with a number. All games of a seed follow each other.
    pub(super) fn worker(&self) -> impl FnMut(u64) -> Result<CellGame, Problem> {
        let mut loaded: Vec<Option<LoadedGame>> = self.cells.iter().map(|_| None).collect();
        let in_seed = self.games.len() as u64;
        move |number| {
            let at = usize::try_from(number % in_seed).expect("there are few cells");
            let (number, seed) = (self.games[at], self.seed.wrapping_add(number / in_seed));
            let cell = &self.cells[number.0];
            let loaded = loaded[number.0].get_or_insert_with(|| cell.side.loaded());
            let row = cell.side.play(loaded, &cell.rotations[number.1], seed)?;
            Ok(CellGame::from(&row))
        }
    }
}
