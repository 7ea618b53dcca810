//! A comparison of two rule sets: pairs of games with the same seeds and players.

use std::ops::ControlFlow;

use super::labels::label;
use super::report::CompareReport;
use super::side::{Side, play_all};
use super::until::Stop;
use super::{CompareArgs, PlayingArgs};
use crate::cli::options::GameArgs;
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::sim::progress::Progress;
use crate::cli::streams::Streams;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::seat::Strategy;
use crate::sim::{Comparison, Course, Measures};

/// The default number of pairs.
const PAIRS: u64 = 1000;

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

/// Compares two rule sets. After an interruption, only complete pairs are reported.
pub(super) fn compare_rules(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    let pairs = args.games.unwrap_or(PAIRS);
    let setup = PairSetup::lay(args, pairs)?;
    let measures = Measures::new(&setup.names, [0, 1].map(|side| &setup.sides[side].things));
    let until = args.rules.until.as_ref();
    let stop = until.map(|until| Stop::new(until, &measures, setup.names.len())).transpose()?;
    let in_pair = 2 * setup.rotations.len() as u64;
    let mut output = PairOutput {
        rotations: setup.rotations.len(),
        pair: [Vec::new(), Vec::new()],
        comparison: Comparison::new(measures),
        progress: Progress::new(pairs * in_pair),
        stop,
        is_enough: false,
        end: Ok(()),
    };
    let worker = || {
        let loaded = [0, 1].map(|side| setup.sides[side].loaded());
        let setup = &setup;
        move |number| setup.play(&loaded, number)
    };
    let numbers = 0..pairs * in_pair;
    let played = play_all(numbers, args.playing, &worker, &mut |played| output.hear(played));
    output.progress.clear();
    played?;
    let PairOutput { comparison, is_enough, end, .. } = output;
    let is_whole = is_enough || comparison.differences.pairs() as u64 == pairs;
    let report = CompareReport::new(&setup, &comparison, pairs, args.rules.detect);
    if args.json {
        streams.out.json(&report)?;
    } else {
        report.print_text(&mut streams.out)?;
    }
    end.and(if is_whole { Ok(()) } else { Err(Problem::Interrupted) })
}

impl PairSetup {
    fn lay(args: &CompareArgs, pairs: u64) -> Result<Self, Problem> {
        let PlayingArgs { seed, execution, .. } = args.playing;
        let games = both(args);
        let [first, second] = &games;
        let load = |game: &GameArgs| -> Result<LoadedGame, Diagnostics> {
            setup::load_game(game)?.with_execution(execution)
        };
        let loaded = [load(first)?, load(second)?];
        let labels = [0, 1].map(|side| label(&loaded[side].rules.scenario, &games[side]));
        if labels[0] == labels[1] && !args.rules.different_seeds {
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
    fn play(&self, loaded: &[LoadedGame; 2], number: u64) -> Result<Course, Problem> {
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

/// The distinct rotations of the players.
fn rotations(kinds: &[Strategy]) -> Vec<Vec<Strategy>> {
    let mut rotations: Vec<Vec<Strategy>> = Vec::new();
    for first in 0..kinds.len() {
        let rotation = [&kinds[first..], &kinds[..first]].concat();
        if !rotations.contains(&rotation) {
            rotations.push(rotation);
        }
    }
    rotations
}

/// Receives the games in order, and adds them pair by pair.
struct PairOutput {
    /// The games of a side in each pair.
    rotations: usize,
    /// The games of the current pair.
    pair: [Vec<Course>; 2],
    comparison: Comparison,
    progress: Progress,
    stop: Option<Stop>,
    /// Whether the interval is narrow enough.
    is_enough: bool,
    /// The final result.
    end: Result<(), Problem>,
}

impl PairOutput {
    /// Receives the next game; stops after an error, or when the pairs are enough.
    fn hear(&mut self, played: Result<Course, Problem>) -> ControlFlow<()> {
        let course = match played {
            Ok(course) => course,
            Err(problem) => {
                self.end = Err(problem);
                return ControlFlow::Break(());
            }
        };
        self.progress.tell(&course.row);
        let side = usize::from(self.pair[0].len() == self.rotations);
        self.pair[side].push(course);
        if self.pair[1].len() < self.rotations {
            return ControlFlow::Continue(());
        }
        self.comparison.add(&self.pair);
        self.pair = [Vec::new(), Vec::new()];
        let differences = &self.comparison.differences;
        self.is_enough = self.stop.as_mut().is_some_and(|stop| stop.is_enough(differences));
        if self.is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_have_one_rotation() {
        let [greedy, random] = [Strategy::Greedy, Strategy::Random];
        assert_eq!(rotations(&[greedy; 4]), [[greedy; 4]]);
        assert_eq!(
            rotations(&[greedy, random, greedy, random]),
            [[greedy, random, greedy, random], [random, greedy, random, greedy]]
        );
        assert_eq!(rotations(&[greedy, greedy, random]).len(), 3);
    }
}
