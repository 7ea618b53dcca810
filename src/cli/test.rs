//! `test`: replays all transcripts under folders in parallel.

mod find;
mod junit;

pub(super) use find::{collect, find};

use std::io::Write;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::options::{ExecutionArgs, SourceArgs};
use super::problem::Problem;
use super::rewrite::rewrite;
use super::setup;
use super::streams::Streams;
use super::streams::shown;
use crate::clock::now;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::transcript::{self, AddedChanges, Options};

/// The hint for lines that `--bless` leaves unchanged.
pub(super) const LEFT: &str =
    "left as it is: `--bless` rewrites changes, not what is expected or refused";

/// The arguments of `test`.
#[derive(clap::Args, Debug)]
pub(super) struct TestArgs {
    /// Folders and transcripts.
    #[arg(value_name = "PATH", default_value = "tests/games")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Only transcripts whose path contains this text, or, with `covers:A-40`, that name the
    /// ruling.
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// List the transcripts instead of replaying them.
    #[arg(long)]
    list: bool,
    /// In transcripts that fail, rewrite the changes that did not happen.
    #[arg(long)]
    bless: bool,
    /// Write the results to this file, as `JUnit` XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Show this number of the slowest transcripts.
    #[arg(long, value_name = "N")]
    slow: Option<usize>,
    /// The number of transcripts replayed at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    jobs: Option<u8>,
}

/// The result of testing a transcript.
struct TestResult {
    file: PathBuf,
    time: Duration,
    notes: Vec<Diagnostic>,
    /// Whether its changes were rewritten.
    is_rewritten: bool,
    result: Result<(), Diagnostics>,
}

/// Replays all transcripts, reports failures, and prints a summary.
pub(super) fn test(args: &TestArgs, streams: &mut Streams) -> Result<(), Problem> {
    let files = find(&args.paths, args.filter.as_deref())?;
    if args.list {
        for file in &files {
            writeln!(streams.out, "{}", shown(file))?;
        }
        return Ok(());
    }
    let begun = now();
    let jobs = args.jobs.map_or(0, usize::from);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|error| Diagnostic::new(error.to_string()))?;
    let outcomes: Vec<TestResult> =
        pool.install(|| files.into_par_iter().map(|file| outcome(file, args)).collect());
    let time = begun.elapsed();
    // The file is written even if nobody reads the output to its end.
    let saved = args.junit.as_ref().map_or(Ok(()), |file| junit::save(file, &outcomes, time));
    for outcome in &outcomes {
        report(outcome, streams)?;
    }
    if let Some(count) = args.slow {
        report_slowest(&outcomes, count, streams)?;
    }
    saved?;
    let failed = outcomes.iter().filter(|outcome| outcome.result.is_err()).count();
    let is_rewritten = |outcome: &&TestResult| outcome.is_rewritten && outcome.result.is_ok();
    let rewritten = match outcomes.iter().filter(is_rewritten).count() {
        0 => String::new(),
        count => format!(" ({count} rewritten)"),
    };
    let passed = outcomes.len() - failed;
    writeln!(streams.out, "{passed} passed{rewritten}, {failed} failed in {}", seconds(time))?;
    if failed > 0 { Err(Problem::Reported) } else { Ok(()) }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Tests a transcript and measures the time.
fn outcome(file: PathBuf, args: &TestArgs) -> TestResult {
    let begun = now();
    let mut outcome = TestResult {
        file,
        time: Duration::default(),
        notes: Vec::new(),
        is_rewritten: false,
        result: Ok(()),
    };
    outcome.result = one(args, &mut outcome);
    outcome.time = begun.elapsed();
    outcome
}

/// Replays a transcript, and again if its changes were rewritten.
fn one(args: &TestArgs, outcome: &mut TestResult) -> Result<(), Diagnostics> {
    let transcript = setup::read(&outcome.file, &args.sources)?;
    let loaded = setup::load_for(&transcript, &args.sources)?.with_execution(args.execution)?;
    let play = |rewrite| {
        let uncached = args.execution.uncached;
        let added = AddedChanges::InPlace;
        let options = Options { rewrite, added, uncached, ..Options::default() };
        transcript::replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)
    };
    match play(false) {
        Ok(report) => {
            outcome.notes = report.notes;
            Ok(())
        }
        Err(wrong) if args.bless => match play(true) {
            Ok(report) => {
                outcome.is_rewritten = rewrite(&outcome.file, &transcript, &report)?;
                left_alone(wrong, report.left)
            }
            Err(_) => {
                let hint = "nothing is rewritten, since the game cannot go on at one of its lines";
                Err(wrong.hinted(|_| Some(hint.into())))
            }
        },
        Err(wrong) => Err(wrong),
    }
}

/// The diagnostics that remain after the changes of a transcript were rewritten, with the earlier
/// ones.
fn left_alone(before: Diagnostics, left: Diagnostics) -> Result<(), Diagnostics> {
    if left.0.is_empty() {
        return Ok(());
    }
    let is_left = |one: &Diagnostic| {
        left.0.iter().any(|other| other.message == one.message && other.line == one.line)
    };
    let mut wrong = before;
    wrong.0.retain(|one| !is_left(one));
    let mut wrong = wrong.hinted(|_| Some("this is rewritten".into()));
    wrong.0.extend(left.hinted(|_| Some(LEFT.into())).0);
    wrong.0.sort_by_key(|one| one.line);
    Err(wrong)
}

/// Reports a transcript that failed, was rewritten or has notes.
fn report(outcome: &TestResult, streams: &mut Streams) -> Result<(), Problem> {
    let shown = shown(&outcome.file);
    if !outcome.notes.is_empty() {
        let notes = Diagnostics(outcome.notes.clone()).render(true);
        streams.err.styled(&format!("{notes}\n\n"))?;
    }
    match &outcome.result {
        Ok(()) if outcome.is_rewritten => writeln!(streams.out, "{shown}: rewritten")?,
        Ok(()) => {}
        Err(wrong) => {
            let what =
                if outcome.is_rewritten { "rewritten in part, and failed" } else { "failed" };
            writeln!(streams.out, "{shown}: {what}")?;
            streams.out.styled(&format!("{}\n\n", wrong.render(true)))?;
        }
    }
    Ok(())
}

/// Prints the slowest transcripts.
fn report_slowest(
    outcomes: &[TestResult],
    count: usize,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let mut slowest: Vec<&TestResult> = outcomes.iter().collect();
    slowest.sort_by_key(|outcome| std::cmp::Reverse(outcome.time));
    for TestResult { file, time, .. } in slowest.into_iter().take(count) {
        writeln!(streams.out, "{:>7} ms  {}", time.as_millis(), shown(file))?;
    }
    Ok(())
}
