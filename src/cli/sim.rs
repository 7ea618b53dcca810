//! `sim`: plays many games on all cores and summarizes them.

mod described;
pub(super) mod progress;
mod rows;
mod stored;
mod table;
mod text;

pub(super) use described::COMMAND;
pub(super) use stored::merge;

use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::options::{ExecutionArgs, GameArgs, LimitArgs, OnRuleError};
use super::problem::{INTERRUPTED, Problem};
use super::setup;
use super::shards::ShardArgs;
use super::stored::{Ending, ended};
use super::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::seat::Strategy;
use crate::shards::Shard;
use crate::sim::{self, Layout, Row, Summary, Tally};
use progress::Progress;
use rows::Rows;
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
    #[command(flatten)]
    shards: ShardArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// What to do when a rule fails.
    #[arg(long, value_enum, default_value = "stop")]
    on_rule_error: OnRuleError,
    #[command(flatten)]
    limit: LimitArgs,
}

/// The options for results.
#[derive(clap::Args, Debug)]
pub(super) struct OutputArgs {
    /// Write a row for each game to this file, whose name ends in `.csv`, `.jsonl` or, if the
    /// program is built with it, `.parquet`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
}

impl OutputArgs {
    /// Whether the summary is printed as JSON, for commands that write no rows.
    pub(super) fn json_only(&self, command: &str) -> Result<bool, Diagnostic> {
        match &self.out {
            None => Ok(self.json),
            Some(_) => {
                let message =
                    format!("`--out` writes the games of `sim`, not those of `{command}`");
                Err(Diagnostic::new(message))
            }
        }
    }

    /// Checks that the file of rows can be created later.
    fn check(&self) -> Result<(), Diagnostic> {
        self.out.as_ref().map_or(Ok(()), |path| rows::check(path, self.force))
    }

    fn create<'a>(&self, layout: &'a Layout) -> Result<Option<Rows<'a>>, Problem> {
        self.out.as_ref().map(|path| Rows::create(path, self.force, layout)).transpose()
    }
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
    /// Why no more were played.
    end: Ending,
    shard: Option<Shard>,
    /// The file with the games of the shard.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
    #[serde(flatten)]
    summary: Summary,
}

/// Plays many games and summarizes them. After an interruption, only finished games are summarized.
pub(super) fn sim(args: &SimArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?.with_execution(args.execution)?;
    let setup = SimSetup::new(args, &loaded)?;
    if let Some(folder) = &args.shards.shards {
        args.output.check()?;
        return stored::sim(args, &setup, folder, streams);
    }
    let rows = args.output.create(&setup.layout)?;
    let numbers = args.shards.shard.unwrap_or_default().numbers(args.games);
    let (first, wanted) = (numbers.start, numbers.end - numbers.start);
    let mut summed = Summed { tally: Tally::new(&setup.layout), rows };
    let mut output = SimOutput { add: &mut |number, row| summed.add(number, row), end: Ok(()) };
    let progress = Progress::new(wanted);
    play_all(&setup, numbers, &*interrupted()?, &progress, &mut output);
    progress.clear();
    let (played, summary) = (output.end, summed.finish(&setup.layout)?);
    let (end, ending) = ended(played, summary.games == wanted);
    let report = SimReport {
        scenario: setup.rules.scenario.clone(),
        first,
        seed: setup.seed(first),
        wanted,
        end: ending,
        shard: args.shards.shard,
        file: None,
        summary,
    };
    streams.print(&report, args.output.json, SimReport::print_text)?;
    end
}

/// Plays the games with these numbers, unless interrupted.
fn play_all(
    setup: &SimSetup<'_>,
    numbers: Range<u64>,
    is_interrupted: &AtomicBool,
    progress: &Progress,
    output: &mut SimOutput<'_>,
) {
    let is_over = || is_interrupted.load(Ordering::Relaxed);
    let worker = || {
        let loaded = setup.loaded();
        move |number| Ok((number, setup.play(&loaded, number)?))
    };
    let threads = setup.threads().map_or_else(all_cores, usize::from);
    sim::in_order(numbers, threads, &is_over, &worker, &mut |played| {
        output.receive(played, progress)
    });
}

/// The sums of all games, and the file with their rows.
struct Summed<'a> {
    tally: Tally,
    rows: Option<Rows<'a>>,
}

impl Summed<'_> {
    fn add(&mut self, number: u64, row: &Row) -> Result<(), Problem> {
        if let Some(rows) = &mut self.rows {
            rows.write(number, row)?;
        }
        self.tally.add(row);
        Ok(())
    }

    fn finish(self, layout: &Layout) -> Result<Summary, Problem> {
        if let Some(rows) = self.rows {
            rows.finish()?;
        }
        Ok(self.tally.summary(layout))
    }
}

/// Receives the games in order.
struct SimOutput<'a> {
    add: &'a mut dyn FnMut(u64, &Row) -> Result<(), Problem>,
    /// The final result.
    end: Result<(), Problem>,
}

impl SimOutput<'_> {
    /// Receives the next game and shows the progress; stops after an error.
    fn receive(
        &mut self,
        played: Result<(u64, Row), Problem>,
        progress: &Progress,
    ) -> ControlFlow<()> {
        let received = played.and_then(|(number, row)| {
            (self.add)(number, &row)?;
            progress.count(row.decisions);
            Ok(())
        });
        match received {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.end = Err(problem);
                ControlFlow::Break(())
            }
        }
    }
}

/// The number of cores.
pub(super) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The message after Ctrl-C.
const ENDING: &str = "running games are being finished; Ctrl-C again stops now";

/// Whether the user has pressed Ctrl-C. The first time, running games are completed; the second
/// time, the program ends.
pub(super) fn interrupted() -> Result<Arc<AtomicBool>, Diagnostic> {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    let end = move || {
        if seen.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        // At a terminal, the message takes the line of the bar, which is drawn again below.
        let mut err = io::stderr();
        let line = if err.is_terminal() { "\r\x1b[2K" } else { "" };
        let _ = writeln!(err, "{line}{ENDING}");
        seen.store(true, Ordering::Relaxed);
    };
    ctrlc::set_handler(end).map_err(|error| Diagnostic::new(error.to_string()))?;
    Ok(flag)
}
