//! Games in shards: played into a folder, and read from there.

use std::path::Path;

use super::described::{self, SimRun};
use super::{OutputArgs, SimArgs, SimOutput, SimReport, SimSetup, Summed, interrupted, play_all};
use crate::cli::problem::Problem;
use crate::cli::shards;
use crate::cli::sim::progress::Progress;
use crate::cli::sim::rows::Rows;
use crate::cli::stored::{Ending, about};
use crate::cli::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::shards::{self as files, Header, Run, Shard, ShardFile, Writer};
use crate::sim::Tally;

/// Plays the games that the folder does not contain yet, and summarizes all of them.
pub(super) fn sim(
    args: &SimArgs,
    setup: &SimSetup<'_>,
    folder: &Path,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let (run, shard) = (described::run(args, setup), args.shards.shard);
    let repeat = described::repeat(args, &setup.layout);
    let is_interrupted = interrupted()?;
    let mut play = |header: &Header, writer: &mut Writer| {
        let progress = Progress::new(header.count);
        let mut played = 0;
        let mut add = |number, row: &_| {
            played += 1;
            Ok(writer.row(&setup.layout.line(number, row))?)
        };
        let mut output = SimOutput { add: &mut add, end: Ok(()) };
        play_all(setup, header.numbers(), &is_interrupted, &progress, &mut output);
        progress.clear();
        output.end?;
        if played == header.count { Ok(()) } else { Err(Problem::Interrupted) }
    };
    let files = shards::play((folder, shard), (&run, &repeat), &mut play, streams)?;
    let about = about(&run)?;
    // An interrupted run leaves no file, since the same command goes on and would find it.
    let rows = args.output.create(&setup.layout)?;
    report(&about, (&run, shard), &files, rows, &args.output, streams)
}

/// Summarizes the games of a complete run.
pub(in crate::cli) fn merge(
    run: &Run,
    files: &[ShardFile],
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: SimRun = about(run)?;
    let rows = output.create(&about.layout)?;
    report(&about, (run, None), files, rows, output, streams)
}

/// Prints the same as a run that has kept nothing.
fn report(
    about: &SimRun,
    (run, shard): (&Run, Option<Shard>),
    files: &[ShardFile],
    rows: Option<Rows<'_>>,
    output: &OutputArgs,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let mut summed = Summed { tally: Tally::new(&about.layout), rows };
    let reader = about.layout.reader();
    let mut stored = files::Rows::of(files);
    while let Some((number, line)) =
        stored.next_row().map_err(|it| Diagnostic::new(it.to_string()))?
    {
        let read = reader.read(&line).and_then(|(game, row)| {
            if game == number { Ok(row) } else { Err(format!("it is game {game}")) }
        });
        let wrong = |why| Diagnostic::new(format!("row {number} cannot be read: {why}"));
        summed.add(number, &read.map_err(wrong)?)?;
    }
    let numbers = shard.unwrap_or_default().numbers(run.rows);
    let file = shard.and_then(|_| Some(files.first()?.path.clone()));
    let report = SimReport {
        scenario: about.rules.scenario.clone(),
        first: numbers.start,
        seed: about.seed.wrapping_add(numbers.start),
        wanted: numbers.end - numbers.start,
        end: Ending::Complete,
        shard,
        file,
        summary: summed.finish(&about.layout)?,
    };
    Ok(streams.print(&report, output.json, SimReport::print_text)?)
}
