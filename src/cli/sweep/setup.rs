//! The common setup of all games of a grid.

use super::SweepArgs;
use serde::{Deserialize, Serialize};

use super::axes::{Axis, PLAYERS, cells};
use crate::cli::described::{PlayingRun, RulesRun, SWEEP, add, add_changes, add_playing};
use crate::cli::labels::label;
use crate::cli::options::{ChangeArgs, PlayingArgs, SourceArgs};
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::shards::command_line;
use crate::cli::side::{Side, rotations};
use crate::seat::Strategy;
use crate::shards::Run;
use crate::sim::CellGame;

/// The common setup of all games.
pub(super) struct SweepSetup {
    /// What decides the games and what a result tells.
    pub(super) about: SweepAbout,
    cells: Vec<CellSetup>,
    /// The cell and the rotation of each game of a seed.
    games: Vec<(usize, usize)>,
}

/// What decides the games, besides the engine and their number, and what a result tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SweepAbout {
    /// The scenario, without changes.
    pub(super) scenario: String,
    pub(super) axes: Vec<Axis>,
    pub(super) cells: Vec<CellAbout>,
    /// The first seed.
    pub(super) seed: u64,
    playing: PlayingRun,
}

/// What a result tells about a cell.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct CellAbout {
    /// The number of the value on each axis.
    pub(super) at: Vec<usize>,
    /// The scenario with its changes.
    pub(super) label: String,
    /// The kinds of players in the first game of each seed, and the number of these games.
    pub(super) players: Vec<String>,
    pub(super) rotations: usize,
    pub(super) names: Vec<String>,
    rules: RulesRun,
}

/// The setup of a cell.
struct CellSetup {
    side: Side,
    /// The players of each game of a seed.
    rotations: Vec<Vec<Strategy>>,
}

impl SweepSetup {
    /// Begins a first game of each cell, to report errors that would affect all its games.
    pub(super) fn new(args: &SweepArgs) -> Result<Self, Problem> {
        let axes = Axis::of(args)?;
        let (mut found, mut about_cells) = (Vec::new(), Vec::new());
        for cell in cells(args, &axes) {
            let loaded = setup::load_game(&cell.game)?.with_execution(args.playing.execution)?;
            let kinds = cell.players.map_or_else(
                || vec![Strategy::Greedy; *loaded.rules.seats.end()],
                |seating| seating.0,
            );
            let side = Side::new(&loaded, &cell.game, kinds.len(), args.playing)?;
            let names = loaded.begin(kinds.len(), args.playing.seed)?.names().to_vec();
            let label = label(&side.rules.scenario, &cell.game);
            let rotations = rotations(&kinds);
            about_cells.push(CellAbout {
                at: cell.at,
                label,
                players: kinds.iter().map(|kind| kind.word().to_string()).collect(),
                rotations: rotations.len(),
                names,
                rules: RulesRun::of(&side.rules),
            });
            found.push(CellSetup { side, rotations });
        }
        let games = found.iter().enumerate();
        let games = games
            .flat_map(|(number, cell)| (0..cell.rotations.len()).map(move |it| (number, it)))
            .collect();
        let PlayingArgs { seed, on_rule_error, limit, execution, .. } = args.playing;
        let about = SweepAbout {
            scenario: found[0].side.rules.scenario.clone(),
            axes,
            cells: about_cells,
            seed,
            playing: PlayingRun::of(on_rule_error, limit, execution),
        };
        Ok(Self { about, cells: found, games })
    }

    /// The number of games of a seed.
    pub(super) fn in_seed(&self) -> usize {
        self.games.len()
    }

    /// The run of this number of seeds.
    pub(super) fn run(&self, seeds: u64) -> Run {
        Run::new(SWEEP, seeds, &self.about)
    }

    /// The command line that plays the whole run, without the options that do not change its games.
    pub(super) fn repeat(&self, args: &SweepArgs) -> String {
        let mut words: Vec<String> = vec!["newcatan".into(), SWEEP.into()];
        words.push(args.scenario.to_string_lossy().into_owned());
        let (varied, common) = (&args.varied, &args.common);
        let changes = ChangeArgs {
            packs: common.packs.clone(),
            sources: SourceArgs { rules: common.rules.clone(), with: varied.with.clone() },
            without: varied.without.clone(),
            set: varied.set.clone(),
        };
        add_changes(&mut words, &changes);
        for path in &common.also {
            add(&mut words, "--also", &path.display());
        }
        for axis in self.about.axes.iter().filter(|axis| axis.name == PLAYERS) {
            axis.values.iter().for_each(|players| add(&mut words, "--players", players));
        }
        let PlayingArgs { seed, on_rule_error, limit, execution, .. } = args.playing;
        add(&mut words, "--games", &args.games);
        add(&mut words, "--seed", &seed);
        add_playing(&mut words, on_rule_error, limit, execution);
        command_line(&words)
    }

    /// What one thread does: it plays the game with a number. All games of a seed follow each other.
    pub(super) fn worker(&self) -> impl FnMut(u64) -> Result<CellGame, Problem> {
        let mut loaded: Vec<Option<LoadedGame>> = self.cells.iter().map(|_| None).collect();
        let in_seed = self.games.len() as u64;
        move |number| {
            let at = usize::try_from(number % in_seed).expect("there are few cells");
            let (number, seed) = (self.games[at], self.about.seed.wrapping_add(number / in_seed));
            let cell = &self.cells[number.0];
            let loaded = loaded[number.0].get_or_insert_with(|| cell.side.loaded());
            let row = cell.side.play(loaded, &cell.rotations[number.1], seed)?;
            Ok(CellGame::from(&row))
        }
    }
}
