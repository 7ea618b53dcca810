//! The command line: one file for each command.
//!
//! This is the only module that uses clap, the terminal and the standard streams. Results go to
//! stdout, progress and errors to stderr.

mod args;
mod balance;
mod bench;
mod board;
mod check;
mod columns;
mod compare;
mod completions;
mod coverage;
mod described;
mod diff;
mod engine;
mod fork;
mod html;
mod human;
mod impact;
mod labels;
mod lsp;
mod man;
mod merge;
mod mutate;
mod new;
mod options;
mod play;
mod position;
mod problem;
mod program;
mod project;
mod replay;
mod report;
mod rewrite;
mod rules;
mod run;
mod schema;
#[cfg(feature = "terminal")]
mod screen;
#[cfg(feature = "serve")]
mod serve;
mod setup;
mod shards;
mod side;
mod sim;
mod stored;
mod streams;
mod sweep;
mod terminal;
mod test;
mod train;
mod watch;
mod why;
#[cfg(feature = "terminal")]
mod wrap;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Verb};
pub use problem::Allocations;
use problem::{INTERRUPTED, Problem};
use streams::Streams;

/// The exit code if a player leaves a game before its end.
const LEFT: u8 = 3;

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    run_with(std::env::args_os(), None)
}

/// Runs `newcatan bench` with these arguments, and counts allocations, which the program itself
/// does not count.
#[must_use]
pub fn bench(args: impl Iterator<Item = OsString>, allocations: Allocations) -> ExitCode {
    let verb = ["newcatan", "bench"].map(OsString::from);
    run_with(verb.into_iter().chain(args), Some(allocations))
}

fn run_with(args: impl Iterator<Item = OsString>, allocations: Option<Allocations>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // Help goes to stdout and is not a failure; a closed pipe is not reported.
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
        #[cfg(feature = "terminal")]
        Verb::Play(args) => screen::play(&args, streams),
        #[cfg(feature = "terminal")]
        Verb::Resume(args) => screen::resume(&args, streams),
        #[cfg(feature = "serve")]
        Verb::Serve(args) => serve::run(&args, streams),
        Verb::Engine(args) => engine::engine(&args),
        Verb::Schema(args) => schema::schema(&args, streams),
        Verb::Completions(args) => completions::completions(&args, streams),
        Verb::Man(args) => man::man(&args, streams),
        Verb::Balance(args) => balance::balance(&args, streams),
        Verb::Sweep(args) => sweep::sweep(&args, streams),
        Verb::Merge(args) => merge::merge(&args, streams),
        Verb::Sim(args) => sim::sim(&args, streams),
        Verb::Train(args) => train::train(&args, streams),
        Verb::Compare(args) => compare::compare(&args, streams),
        Verb::Bench(args) => bench::bench(&args, allocations, streams),
        Verb::Coverage(args) => coverage::coverage(&args, streams),
        Verb::Mutate(args) => mutate::mutate(&args, streams),
    }
}
