//! `sim`: plays many games on all cores and summarizes them.

pub(super) mod progress;
mod rows;
mod shard;
mod table;
mod text;

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::options::{ExecutionArgs, GameArgs, LimitArgs, OnRuleError};
use super::problem::{INTERRUPTED, Problem};
use super::setup;
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::seat::Strategy;
use crate::sim::{self, Row, Summary, Tally};
use progress::Progress;
use rows::Rows;
use shard::{Shard, shard};
use table::SimSetup;

/// The arguments of `sim`.
#[derive(clap::Args, Debug)]
pub(super) struct SimArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// The number of games.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The players; by default, as many greedy players as possible.
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    players: Vec<Strategy>,
    /// The seed of the first game; each further game uses the next seed, so `run` can repeat any of
    /// them.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Play only this part of the games, such as `2/4`; all parts together contain every game.
    #[arg(long, value_name = "PART/PARTS", value_parser = shard)]
    shard: Option<Shard>,
    /// Write a row for each game to this file, whose name ends in `.csv` or `.jsonl`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
    /// What to do when a rule fails.
    #[arg(long, value_enum, default_value = "stop")]
    on_rule_error: OnRuleError,
    #[command(flatten)]
    limit: LimitArgs,
}

/// The results of all games.
#[derive(Serialize)]
struct SimReport {
    scenario: String,
    /// The number of the first game, and its seed.
    first: u64,
    seed: u64,
    /// The number of games requested.
    wanted: u64,
    shard: Option<Shard>,
    #[serde(flatten)]
    summary: Summary,
}

/// Plays many games and summarizes them. After an interruption, only finished games are summarized.
pub(super) fn sim(args: &SimArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?.with_execution(args.execution)?;
    let table = SimSetup::lay(args, &loaded)?;
    let rows = match &args.out {
        Some(path) => Some(Rows::create(path, args.force, &table)?),
        None => None,
    };
    let numbers = args.shard.unwrap_or_default().numbers(args.games);
    let (first, wanted) = (numbers.start, numbers.end - numbers.start);
    let mut output = SimOutput {
        tally: Tally::new(table.names.len(), &table.things),
        rows,
        progress: Progress::new(wanted),
        end: Ok(()),
    };
    let played = play_all(&table, numbers, args.threads, &mut output);
    output.progress.clear();
    played?;
    let seats: Vec<String> = table.kinds.iter().map(|&kind| kind.into()).collect();
    let summary = output.tally.summary((&table.rules, &table.things), &table.names, &seats);
    let is_whole = summary.games == wanted;
    SimReport {
        scenario: table.rules.scenario.clone(),
        first,
        seed: table.seed(first),
        wanted,
        shard: args.shard,
        summary,
    }
    .print(args.json, streams)?;
    output.end.and(if is_whole { Ok(()) } else { Err(Problem::Interrupted) })
}

/// Plays the games with these numbers, unless interrupted.
fn play_all(
    table: &SimSetup<'_>,
    numbers: Range<u64>,
    threads: Option<u16>,
    output: &mut SimOutput<'_>,
) -> Result<(), Problem> {
    let is_interrupted = interrupted()?;
    let is_over = || is_interrupted.load(Ordering::Relaxed);
    let worker = || {
        let loaded = table.loaded();
        move |number| Ok((number, table.play(&loaded, number)?))
    };
    let threads = threads.map_or_else(all_cores, usize::from);
    sim::in_order(numbers, threads, &is_over, &worker, &mut |played| output.hear(played));
    Ok(())
}

/// Receives the games in order: counts them, writes their rows and shows the progress.
struct SimOutput<'a> {
    tally: Tally,
    rows: Option<Rows<'a>>,
    progress: Progress,
    /// The final result.
    end: Result<(), Problem>,
}

impl SimOutput<'_> {
    /// Receives the next game; stops after an error.
    fn hear(&mut self, played: Result<(u64, Row), Problem>) -> ControlFlow<()> {
        match played.and_then(|(number, row)| self.add(number, &row)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.end = Err(problem);
                ControlFlow::Break(())
            }
        }
    }

    fn add(&mut self, number: u64, row: &Row) -> Result<(), Problem> {
        if let Some(rows) = &mut self.rows {
            rows.write(number, row)?;
        }
        self.tally.add(row);
        self.progress.tell(row);
        Ok(())
    }
}

impl SimReport {
    fn print(&self, as_json: bool, streams: &mut Streams) -> Result<(), Problem> {
        if as_json {
            streams.out.json(self)?;
        } else {
            self.print_text(&mut streams.out)?;
        }
        Ok(())
    }
}

/// The number of cores.
pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Whether the user has pressed Ctrl-C. The first time, running games are completed; the second
/// time, the program ends.
pub(super) fn interrupted() -> Result<Arc<AtomicBool>, Diagnostic> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    let end = move || {
        if seen.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    };
    ctrlc::set_handler(end).map_err(|error| Diagnostic::new(error.to_string()))?;
    Ok(flag)
}
