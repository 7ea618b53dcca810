//! Plays the same games on several threads at once.

use std::num::NonZero;
use std::sync::{Arc, Barrier};
use std::thread::{self, available_parallelism};

use super::figures::float;
use super::measure::{Round, Span, Work};
use crate::cli::problem::Problem;
use crate::cli::setup::LoadedGame;
use crate::diagnostic::Diagnostic;

/// Checks that each thread can have a core of its own; otherwise, they would only take turns.
pub(super) fn check(threads: u16) -> Result<(), Diagnostic> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    if usize::from(threads) <= cores {
        return Ok(());
    }
    let (has, hint) = match cores {
        1 => ("1 core".to_owned(), "leave `--threads` out".to_owned()),
        _ => (format!("{cores} cores"), format!("`--threads {cores}` uses all of them")),
    };
    let message =
        format!("`--threads {threads}` needs {threads} cores; this program may use {has}");
    Err(Diagnostic::new(message).hint(hint))
}

/// Plays a round on each of several threads at once. All threads play the games that `work` would
/// play next. The result contains the games of all threads and the mean of their times.
pub(super) fn round(work: &Work, threads: u16, span: Span) -> Result<Round, Problem> {
    let (rules, execution, seed) = (&work.loaded.rules, work.loaded.execution, work.seed);
    let barrier = Barrier::new(usize::from(threads));
    let play = || {
        let warmed_up = || {
            let loaded = LoadedGame::new(Arc::clone(rules), execution)?;
            let mut work = Work::new(loaded, seed);
            work.round(Span::Games(1))?;
            work.seed = seed;
            Ok::<_, Problem>(work)
        };
        let work = warmed_up();
        barrier.wait();
        work?.round(span)
    };
    let rounds = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
        let rounds = threads.into_iter().map(|thread| thread.join().expect("games do not panic"));
        rounds.collect::<Result<Vec<Round>, Problem>>()
    })?;
    Ok(Round {
        decisions: rounds.iter().map(|round| round.decisions).sum(),
        games: rounds.iter().map(|round| round.games).sum(),
        undecided: rounds.iter().map(|round| round.undecided).sum(),
        seconds: rounds.iter().map(|round| round.seconds).sum::<f64>() / float(threads.into()),
    })
}
