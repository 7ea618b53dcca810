//! The common setup of all games: rules, players and seeds.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::BalanceArgs;
use crate::cli::described::{BALANCE, PlayingRun, RulesRun, add, add_changes, add_playing};
use crate::cli::labels::label;
use crate::cli::options::PlayingArgs;
use crate::cli::problem::Problem;
use crate::cli::setup;
use crate::cli::shards::command_line;
use crate::cli::side::{Side, rotations};
use crate::draw::BoardOutline;
use crate::seat::Strategy;
use crate::shards::Run;
use crate::sim::{BalanceGame, BalanceLayout, Usables, play_balance};

/// The common setup of all games.
pub(super) struct BalanceSetup {
    side: Side,
    /// What decides the games and what a result tells.
    pub(super) about: BalanceAbout,
    /// The players of each game of a seed.
    rotations: Vec<Vec<Strategy>>,
}

/// What decides the games, besides the engine and their number, and what a result tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct BalanceAbout {
    /// The scenario and its changes.
    pub(super) label: String,
    /// The kinds of players in the first game of each seed.
    pub(super) players: Vec<String>,
    /// The first seed.
    pub(super) seed: u64,
    /// The board, for the map of openings.
    pub(super) board: BoardOutline,
    #[serde(flatten)]
    pub(super) layout: BalanceLayout,
    #[serde(flatten)]
    rules: RulesRun,
    #[serde(flatten)]
    playing: PlayingRun,
}

impl BalanceSetup {
    /// Begins a first game, to report errors that would affect all games.
    pub(super) fn new(args: &BalanceArgs) -> Result<Self, Problem> {
        let loaded = setup::load_game(&args.game)?.with_execution(args.playing.execution)?;
        let mut kinds = args.players.clone();
        if kinds.is_empty() {
            kinds = vec![Strategy::Greedy; *loaded.rules.seats.end()];
        }
        let side = Side::new(&loaded, &args.game, kinds.len(), args.playing)?;
        let rotations = rotations(&kinds);
        let layout = BalanceLayout {
            names: loaded.begin(kinds.len(), args.playing.seed)?.names().to_vec(),
            in_seed: rotations.len(),
            things: side.things.list().to_vec(),
            choosable: side.things.choosable(&side.rules),
            priced: side.things.priced(&side.rules),
            excused: side.things.excused(&side.rules),
        };
        let label = label(&side.rules.scenario, &args.game);
        let PlayingArgs { seed, on_rule_error, limit, execution, .. } = args.playing;
        let about = BalanceAbout {
            label,
            players: kinds.iter().map(|kind| kind.word().to_string()).collect(),
            seed,
            board: BoardOutline::of(&side.rules),
            layout,
            rules: RulesRun::of(&side.rules),
            playing: PlayingRun::of(on_rule_error, limit, execution),
        };
        Ok(Self { side, about, rotations })
    }

    /// The run of this number of seeds.
    pub(super) fn run(&self, seeds: u64) -> Run {
        Run::new(BALANCE, seeds, &self.about)
    }

    /// The command line that plays the whole run, without the options that do not change its games.
    pub(super) fn repeat(&self, args: &BalanceArgs) -> String {
        let scenario = args.game.scenario.to_string_lossy().into_owned();
        let mut words = vec!["newcatan".into(), BALANCE.into(), scenario];
        let PlayingArgs { seed, on_rule_error, limit, execution, .. } = args.playing;
        add_changes(&mut words, &args.game.changes);
        add(&mut words, "--players", &self.about.players.join(","));
        add(&mut words, "--games", &args.games);
        add(&mut words, "--seed", &seed);
        add_playing(&mut words, on_rule_error, limit, execution);
        command_line(&words)
    }

    /// What one thread does: it plays the game with a number.
    pub(super) fn worker(&self) -> impl FnMut(u64) -> Result<BalanceGame, Problem> {
        let loaded = self.side.loaded();
        let things = Rc::new(Usables::of(&self.side.rules));
        let in_seed = self.rotations.len() as u64;
        move |number| {
            let rotation = usize::try_from(number % in_seed).expect("there are few players");
            let kinds = &self.rotations[rotation];
            let words: Vec<String> = kinds.iter().map(|kind| kind.word().into()).collect();
            let seed = self.about.seed.wrapping_add(number / in_seed);
            self.side.play_by(&loaded, kinds, seed, |game, seats, _| {
                play_balance(game, seats, &words, &things)
            })
        }
    }
}
