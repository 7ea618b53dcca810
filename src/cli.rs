//! The command line: one file for each verb.
//!
//! The only module that knows clap, the terminal and the standard streams. Results go to
//! stdout, progress and errors to stderr.

mod args;
mod bench;
mod board;
mod check;
mod columns;
mod completions;
mod coverage;
mod diff;
mod engine;
mod fork;
mod human;
mod impact;
mod lsp;
mod man;
mod mutate;
mod new;
mod play;
mod program;
mod project;
mod replay;
mod report;
mod rewrite;
mod rules;
mod run;
mod schema;
mod setup;
mod sim;
mod streams;
mod terminal;
mod test;
mod watch;
mod why;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::Refused;
use crate::rules::Failure;
use crate::seat::Stop;
use args::{Args, Verb};
use streams::Streams;

/// The exit code of a program that is ended from the keyboard.
const INTERRUPTED: u8 = 130;
/// The exit code of a game that a player has left before it was over.
const LEFT: u8 = 3;

/// Why a verb did not do what it was asked to.
#[derive(Debug)]
enum Problem {
    /// Files are wrong.
    Files(Diagnostics),
    /// What was found is reported already; only the exit code remains to be told.
    Reported,
    /// Nobody reads the output any more.
    Closed,
    /// Somebody at the keyboard has ended it; what was there is told.
    Interrupted,
    /// A player has left the game, and a message has said so.
    Left,
}

impl From<Diagnostics> for Problem {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Files(diagnostics)
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Files(diagnostic.into())
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Diagnostic::new(error.to_string()).into(),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        failed(&failure).into()
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Illegal(_) => Diagnostic::new(refused.to_string()).into(),
            Refused::Failed(failure) => (*failure).into(),
        }
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Failed(failure) => (*failure).into(),
            Stop::Watcher(error) => error.into(),
            Stop::Left(_) | Stop::Bot(_) | Stop::Stuck { .. } => {
                Diagnostic::new(stop.to_string()).into()
            }
        }
    }
}

/// A rule's failure as a diagnostic, with the way there.
fn failed(failure: &Failure) -> Diagnostic {
    let mut diagnostic = Diagnostic {
        file: failure.origin.file.clone(),
        line: failure.origin.line,
        column: failure.column,
        ..Diagnostic::new(failure.message.clone())
    };
    diagnostic.notes.extend(failure.trace.iter().cloned());
    match &failure.hint {
        Some(hint) => diagnostic.hint(hint.clone()),
        None => diagnostic,
    }
}

/// Runs what it is given, and answers how often that has allocated memory.
pub type Allocations = fn(&mut dyn FnMut()) -> u64;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    run_with(std::env::args_os(), None)
}

/// Runs `newcatan bench` with these arguments, and counts allocations too, which the program by
/// itself cannot.
#[must_use]
pub fn bench(args: impl Iterator<Item = OsString>, allocations: Allocations) -> ExitCode {
    let verb = ["newcatan", "bench"].map(OsString::from);
    run_with(verb.into_iter().chain(args), Some(allocations))
}

fn run_with(args: impl Iterator<Item = OsString>, allocations: Option<Allocations>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // Help goes to stdout and is no failure; a closed pipe is not worth a word.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let mut streams = Streams::standard();
    let result = dispatch(args.verb, allocations, &mut streams);
    match result.and_then(|()| Ok(streams.out.flush()?)) {
        Ok(()) | Err(Problem::Closed) => ExitCode::SUCCESS,
        Err(Problem::Reported) => ExitCode::FAILURE,
        Err(Problem::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(Problem::Left) => ExitCode::from(LEFT),
        Err(Problem::Files(diagnostics)) => {
            let _ = streams.report(&diagnostics);
            ExitCode::FAILURE
        }
    }
}

fn dispatch(
    verb: Verb,
    allocations: Option<Allocations>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    match verb {
        Verb::Run(args) => run::run(&args, streams),
        Verb::Replay(args) => replay::replay(&args, streams),
        Verb::Fork(args) => fork::fork(&args, streams),
        Verb::Test(args) => test::test(&args, streams),
        Verb::Diff(args) => diff::diff(&args, streams),
        Verb::Why(args) => why::why(&args, streams),
        Verb::WhyNot(args) => why::why_not(&args, streams),
        Verb::Impact(args) => impact::impact(&args, streams),
        Verb::Check(args) => check::check(&args, streams),
        Verb::Board(args) => board::board(&args, streams),
        Verb::Rules(args) => rules::rules(&args, streams),
        Verb::New(args) => new::new(&args, streams),
        Verb::Watch(args) => watch::watch(&args, streams),
        Verb::Lsp(args) => lsp::lsp(&args),
        Verb::Engine(args) => engine::engine(&args),
        Verb::Schema(args) => schema::schema(&args, streams),
        Verb::Completions(args) => completions::completions(&args, streams),
        Verb::Man(args) => man::man(&args, streams),
        Verb::Sim(args) => sim::sim(&args, streams),
        Verb::Bench(args) => bench::bench(&args, allocations, streams),
        Verb::Coverage(args) => coverage::coverage(&args, streams),
        Verb::Mutate(args) => mutate::mutate(&args, streams),
    }
}
