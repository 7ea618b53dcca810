//! The common setup of all pairs of a comparison: sides, players and seeds.

use super::about::{PairAbout, playing_run};
use super::arguments::CompareArgs;
use crate::cli::described::RulesRun;
use crate::cli::labels::label;
use crate::cli::options::{GameArgs, PlayingArgs};
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::side::{Side, rotations};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::draw::BoardOutline;
use crate::seat::Strategy;
use crate::sim::Course;

/// The setup of all pairs.
pub(super) struct PairSetup {
    pub(super) sides: [Side; 2],
    /// What a result tells.
    pub(super) about: PairAbout,
    /// The players of each game of a seed.
    rotations: Vec<Vec<Strategy>>,
}

impl PairSetup {
    /// Loads both sides.
    pub(super) fn new(args: &CompareArgs, pairs: u64) -> Result<Self, Problem> {
        let PlayingArgs { seed, execution, .. } = args.playing;
        let games = both(args);
        let [first, second] = &games;
        let load = |game: &GameArgs| -> Result<LoadedGame, Diagnostics> {
            setup::load_game(game)?.with_execution(execution)
        };
        let loaded = [load(first)?, load(second)?];
        let labels = [0, 1].map(|side| label(&loaded[side].rules.scenario, &games[side]));
        if !args.rules.different_seeds {
            check_different(&loaded.each_ref().map(|it| RulesRun::of(&it.rules)), &labels)?;
        }
        let mut kinds = args.rules.players.clone();
        if kinds.is_empty() {
            let most = loaded.iter().map(|loaded| *loaded.rules.seats.end()).min();
            kinds = vec![Strategy::Greedy; most.unwrap_or(0)];
        }
        let names = loaded[0].begin(kinds.len(), seed)?.names().to_vec();
        let side = |at: usize, name| {
            let side = Side::new(&loaded[at], &games[at], kinds.len(), args.playing);
            side.map(|side| side.named(name))
        };
        let other = if args.rules.different_seeds { seed.wrapping_add(pairs) } else { seed };
        let sides = [side(0, "first")?, side(1, "second")?];
        let rotations = rotations(&kinds);
        let about = PairAbout {
            sides: labels,
            players: kinds.iter().map(|kind| kind.word().to_string()).collect(),
            rotations: rotations.len(),
            names,
            seeds: [seed, other],
            detect: args.rules.detect,
            boards: sides.each_ref().map(|side| BoardOutline::of(&side.rules)),
            things: sides.each_ref().map(|side| side.things.list().to_vec()),
            rules: sides.each_ref().map(|side| RulesRun::of(&side.rules)),
            playing: playing_run(args.playing),
        };
        Ok(Self { sides, about, rotations })
    }

    /// Plays the pair with this number: all games of each side.
    pub(super) fn play(&self, loaded: &[LoadedGame; 2], number: u64) -> Result<Pair, Problem> {
        let play = |side: usize| -> Result<Vec<Course>, Problem> {
            let seed = self.about.seeds[side].wrapping_add(number);
            let rotations = self.rotations.iter();
            rotations.map(|it| self.sides[side].play_course(&loaded[side], it, seed)).collect()
        };
        Ok([play(0)?, play(1)?])
    }
}

/// The games of a pair: on each side, one in each rotation of the players.
pub(super) type Pair = [Vec<Course>; 2];

/// Refuses two sides that have the same rules, whatever they are called.
fn check_different(rules: &[RulesRun; 2], labels: &[String; 2]) -> Result<(), Diagnostic> {
    if rules[0] != rules[1] {
        return Ok(());
    }
    let hint = if labels[0] == labels[1] {
        "change the second side, such as by `--with my_rule.rhai`".into()
    } else {
        format!("`{}` changes nothing: give another value or rule", labels[1])
    };
    Err(Diagnostic::new("both sides have the same rules").hint(hint))
}

/// The game of each side.
fn both(args: &CompareArgs) -> [GameArgs; 2] {
    let common = |game: &GameArgs| {
        let (mut changes, rules) = (game.changes.clone(), &args.rules);
        changes.sources.rules.splice(0..0, rules.both_rules.iter().cloned());
        changes.sources.with.splice(0..0, rules.both_with.iter().cloned());
        changes.without.splice(0..0, rules.both_without.iter().cloned());
        // The second side may give a setting of both sides another value.
        let is_kept = |(key, _): &&(String, String)| game.changes.set.iter().all(|it| it.0 != *key);
        changes.set.splice(0..0, rules.both_set.iter().filter(is_kept).cloned());
        GameArgs { scenario: game.scenario.clone(), changes }
    };
    let plain = GameArgs { scenario: args.game.scenario.clone(), ..GameArgs::default() };
    let scenario = args.rules.against.clone().unwrap_or_else(|| args.game.scenario.clone());
    let changed = GameArgs { scenario, changes: args.game.changes.clone() };
    [common(&plain), common(&changed)]
}
