//! The common setup of all pairs of a comparison: sides, players and seeds.

use super::arguments::CompareArgs;
use crate::cli::labels::label;
use crate::cli::options::{GameArgs, PlayingArgs};
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::side::{Side, rotations};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::seat::Strategy;
use crate::sim::Course;

/// The setup of all pairs.
pub(super) struct PairSetup {
    pub(super) sides: [Side; 2],
    pub(super) labels: [String; 2],
    /// The players of each game of a seed.
    pub(super) rotations: Vec<Vec<Strategy>>,
    pub(super) names: Vec<String>,
    /// The first seed of each side.
    pub(super) seeds: [u64; 2],
}

impl PairSetup {
    /// Loads both sides.
    pub(super) fn lay(args: &CompareArgs, pairs: u64) -> Result<Self, Problem> {
        let PlayingArgs { seed, execution, .. } = args.playing;
        let games = both(args);
        let [first, second] = &games;
        let load = |game: &GameArgs| -> Result<LoadedGame, Diagnostics> {
            setup::load_game(game)?.with_execution(execution)
        };
        let loaded = [load(first)?, load(second)?];
        let labels = [0, 1].map(|side| label(&loaded[side].rules.scenario, &games[side]));
        let is_same = games[0].scenario == games[1].scenario && labels[0] == labels[1];
        if is_same && !args.rules.different_seeds {
            let message = "both sides have the same rules";
            let hint = "change the second side, such as by `--with my_rule.rhai`";
            return Err(Diagnostic::new(message).hint(hint).into());
        }
        let mut kinds = args.rules.players.clone();
        if kinds.is_empty() {
            let most = loaded.iter().map(|loaded| *loaded.rules.seats.end()).min();
            kinds = vec![Strategy::Greedy; most.unwrap_or(0)];
        }
        let names = loaded[0].begin(kinds.len(), seed)?.names().to_vec();
        let [first, second] = &loaded;
        let sides = [first, second].map(|loaded| Side::new(loaded, kinds.len(), args.playing));
        let [first, second] = sides;
        let other = if args.rules.different_seeds { seed.wrapping_add(pairs) } else { seed };
        Ok(Self {
            sides: [first?, second?],
            labels,
            rotations: rotations(&kinds),
            names,
            seeds: [seed, other],
        })
    }

    /// Plays the game with this number: of each pair, first all games of the first side.
    pub(super) fn play(&self, loaded: &[LoadedGame; 2], number: u64) -> Result<Course, Problem> {
        let in_side = self.rotations.len() as u64;
        let pair = number / (2 * in_side);
        let side = usize::from(number % (2 * in_side) >= in_side);
        let rotation = usize::try_from(number % in_side).expect("there are few players");
        let seed = self.seeds[side].wrapping_add(pair);
        self.sides[side].play_course(&loaded[side], &self.rotations[rotation], seed)
    }
}

/// The game of each side.
fn both(args: &CompareArgs) -> [GameArgs; 2] {
    let common = |game: &GameArgs| {
        let (mut changes, rules) = (game.changes.clone(), &args.rules);
        changes.sources.rules.splice(0..0, rules.both_rules.iter().cloned());
        changes.sources.with.splice(0..0, rules.both_with.iter().cloned());
        changes.without.splice(0..0, rules.both_without.iter().cloned());
        changes.set.splice(0..0, rules.both_set.iter().cloned());
        GameArgs { scenario: game.scenario.clone(), changes }
    };
    let plain = GameArgs { scenario: args.game.scenario.clone(), ..GameArgs::default() };
    let scenario = args.rules.against.clone().unwrap_or_else(|| args.game.scenario.clone());
    let changed = GameArgs { scenario, changes: args.game.changes.clone() };
    [common(&plain), common(&changed)]
}
