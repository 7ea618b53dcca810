//! `bench`: measures how fast random games are played, and what each rule costs.

mod beside;
mod clock;
mod costs;
mod figures;
mod measure;
mod meter;
mod table;
mod threads;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::options::{ChangeArgs, ExecutionArgs, GameArgs};
use super::problem::{Allocations, Problem};
use super::setup;
use super::streams::Streams;
use crate::content::{built_in_scenarios, names_scenario};
use crate::diagnostic::Diagnostic;
use beside::Beside;
use figures::BenchLine;
use measure::{Span, Work};

/// The arguments of `bench`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("rules", |arg| arg.long("packs-from").help(
    "Look for packs in this folder before all others, and add them to what is in play where \
     the scenario names none of them",
)))]
pub(super) struct BenchArgs {
    /// The scenarios: files, or names of files in `scenarios`; by default, all built-in scenarios.
    scenarios: Vec<OsString>,
    #[command(flatten)]
    changes: ChangeArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// The number of rounds; the scenarios take turns.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// The length of a round of each scenario and program, in seconds.
    #[arg(long, default_value = "1", value_parser = seconds)]
    seconds: Duration,
    /// The number of games in a round, regardless of the time that they take.
    #[arg(long, conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of the first game; each further game uses the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also measure the same games on this number of threads at once.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..))]
    threads: Option<u16>,
    /// Also measure another program, alternately with the scenarios: an executable file that gets a
    /// number of seconds, plays random games for that long, and prints a line of JSON with `engine`,
    /// `decisions`, `games` and `seconds`. Can be given several times.
    #[arg(long, value_name = "PROGRAM")]
    beside: Vec<PathBuf>,
    /// Show the cost of each rule in play, measured in one round.
    #[arg(long = "rules", conflicts_with_all = ["rounds", "threads", "beside"])]
    costs: bool,
    /// Print the result as JSON, and nothing else.
    #[arg(long)]
    json: bool,
}

/// Parses the length of a round.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=3600.0).contains(seconds));
    let wrong = || format!("expected a number of seconds from 0.01 to 3600, found `{text}`");
    seconds.map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// Plays random games and prints their speed, or the costs of their rules.
pub(super) fn bench(
    args: &BenchArgs,
    allocations: Option<Allocations>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let mut beside: Vec<Beside> = args.beside.iter().map(Beside::new).collect::<Result<_, _>>()?;
    args.threads.map_or(Ok(()), threads::check)?;
    let span = args.games.map_or(Span::Time(args.seconds), Span::Games);
    let mut works = works(args)?;
    if args.costs {
        let tables = works.iter().map(|work| costs::measured(work, args.seed, span));
        let tables = tables.collect::<Result<Vec<_>, _>>()?;
        return costs::write(&tables, args.json, &mut streams.out);
    }
    beside.iter_mut().try_for_each(|program| program.warm_up(args.seconds / 5))?;
    let mut lines = Vec::new();
    for work in &mut works {
        let counted = work.count(span.fifth(), allocations)?;
        lines.push(BenchLine::of(work, args.threads, counted));
    }
    for _ in 0..args.rounds {
        for (work, line) in works.iter_mut().zip(&mut lines) {
            if let Some((threads, rounds)) = &mut line.threaded {
                rounds.push(threads::round(work, *threads, span)?);
            }
            line.rounds.push(work.round(span)?);
        }
        beside.iter_mut().try_for_each(|program| program.round(args.seconds))?;
    }
    let beside: Vec<BenchLine> = beside.into_iter().map(Beside::line).collect();
    let table = table::BenchResults::new(&lines, &beside, allocations.is_some());
    if args.json { Ok(streams.out.json(&table)?) } else { table.write(&mut streams.out) }
}

/// Loads the games that the arguments name.
fn works(args: &BenchArgs) -> Result<Vec<Work>, Problem> {
    let usual = if args.scenarios.is_empty() { built_in_scenarios() } else { Vec::new() };
    let usual = usual.into_iter().map(OsString::from);
    args.scenarios.iter().cloned().chain(usual).map(|scenario| work(args, scenario)).collect()
}

fn work(args: &BenchArgs, scenario: OsString) -> Result<Work, Problem> {
    let is_named = scenario.to_str().is_some_and(names_scenario);
    if std::path::Path::new(&scenario).is_dir() && !is_named {
        let shown = scenario.display();
        let hint = format!("`--packs-from {shown}` looks for packs there");
        return Err(Diagnostic::new(format!("`{shown}` is a folder, not a scenario"))
            .hint(hint)
            .into());
    }
    let game = GameArgs { scenario, changes: args.changes.clone() };
    Ok(Work::new(setup::load_game(&game)?.with_execution(args.execution)?, args.seed))
}
