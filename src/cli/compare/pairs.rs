//! A comparison of two rule sets: pairs of games with the same seeds and players.

use std::ops::ControlFlow;

use super::arguments::CompareArgs;
use super::page::page;
use super::pair_setup::PairSetup;
use super::report::CompareReport;
use super::until::Stop;
use crate::cli::problem::{Problem, unwritable};
use crate::cli::side::play_all;
use crate::cli::sim::progress::Progress;
use crate::cli::streams::Streams;
use crate::files::save;
use crate::sim::{Comparison, Course, Measures};

/// The default number of pairs.
const PAIRS: u64 = 1000;

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
    streams.print(&report, args.json, CompareReport::print_text)?;
    if let Some(file) = &args.rules.html {
        let page = page(&report, &setup, &comparison);
        save(file, &page).map_err(|error| unwritable(file, &error))?;
    }
    end.and(if is_whole { Ok(()) } else { Err(Problem::Interrupted) })
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
        self.progress.tell(course.row.decisions);
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
