//! `replay`: replays transcripts and checks every change.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::options::{ExecutionArgs, SourceArgs};
use super::problem::Problem;
use super::rewrite::rewrite;
use super::streams::Streams;
use super::streams::shown;
use super::{setup, test};
use crate::count::counted;
use crate::diagnostic::Diagnostics;
use crate::transcript::{Body, Options, ReplayReport, Transcript, replay as play_again};

/// The arguments of `replay`.
#[derive(clap::Args, Debug)]
pub(super) struct ReplayArgs {
    /// The transcripts.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// Rewrite all changes from the actions, and add the missing ones.
    #[arg(long)]
    bless: bool,
    /// Play the lines above this one without checks, and check or rewrite starting with this one.
    #[arg(long, value_name = "LINE")]
    from: Option<usize>,
    /// Fail on warnings too, such as a pack that differs from the recorded one.
    #[arg(long, conflicts_with = "bless")]
    strict: bool,
}

/// Replays the transcripts.
pub(super) fn replay(args: &ReplayArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut failed = 0;
    for file in &args.files {
        match one(args, file, streams) {
            Ok(summary) => writeln!(streams.out, "{}: {summary}", shown(file))?,
            Err(Problem::Files(diagnostics)) => {
                failed += 1;
                streams.err.styled(&format!("{}\n", diagnostics.render(true)))?;
            }
            Err(problem) => return Err(problem),
        }
    }
    if args.files.len() > 1 {
        writeln!(streams.out, "{} replayed, {failed} failed", args.files.len() - failed)?;
    }
    if failed > 0 { Err(Problem::Reported) } else { Ok(()) }
}

/// Replays one transcript and reports the result.
fn one(args: &ReplayArgs, file: &Path, streams: &mut Streams) -> Result<String, Problem> {
    let transcript = setup::read(file, &args.sources)?;
    let loaded = setup::load_for(&transcript, &args.sources)?.with_execution(args.execution)?;
    if let Some(line) = args.from {
        setup::check_line(&transcript, line)?;
    }
    let options = Options {
        strict: args.strict,
        rewrite: args.bless,
        from: args.from,
        uncached: args.execution.uncached,
        ..Options::default()
    };
    let report = play_again(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    if !report.notes.is_empty() {
        let notes = Diagnostics(report.notes.clone()).render(true);
        streams.err.styled(&format!("{notes}\n"))?;
    }
    let mut summary = summary(&transcript, &report);
    if args.bless {
        let is_rewritten = rewrite(file, &transcript, &report)?;
        if !report.left.0.is_empty() {
            let others = if is_rewritten { "rewritten" } else { "already correct" };
            let hint = format!("{}; the changes are {others}", test::LEFT);
            return Err(report.left.hinted(|_| Some(hint.clone())).into());
        }
        summary.push_str(if is_rewritten { ", rewritten" } else { ", unchanged" });
    }
    Ok(summary)
}

/// The numbers of turns, actions and expectations, and the result of the game.
fn summary(transcript: &Transcript, ReplayReport { game, actions, .. }: &ReplayReport) -> String {
    let expected = transcript.lines.iter().filter(|line| matches!(line.body, Body::Expect(_)));
    let table = game.table();
    let mut parts = vec![
        counted(usize::from(table.turn()), "turn"),
        counted(*actions, "action"),
        counted(expected.count(), "expectation"),
    ];
    parts.retain(|part| !part.starts_with("0 "));
    match table.winner() {
        Some(winner) => parts.push(format!("{} wins", game.names()[usize::from(winner.0)])),
        None if game.is_over() => parts.push("undecided".into()),
        None if transcript.lines.iter().any(|line| line.body == Body::Finish) => {
            parts.push("not over".into());
        }
        None => {}
    }
    if parts.is_empty() {
        parts.push("nothing is played".into());
    }
    parts.join(", ")
}
