//! `replay`: plays transcripts again and checks every change.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use super::args::ReplayArgs;
use super::{Problem, Streams, setup};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::Game;
use crate::transcript::{Options, Report, Transcript, replay as play_again};

/// Plays the transcripts again.
pub(super) fn replay(args: &ReplayArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut is_wrong = false;
    for file in &args.files {
        match one(args, file, streams) {
            Ok(summary) => writeln!(streams.out, "{}: {summary}", file.display())?,
            Err(Problem::Files(diagnostics)) => {
                is_wrong = true;
                writeln!(streams.err, "{}", diagnostics.render(true))?;
            }
            Err(problem) => return Err(problem),
        }
    }
    if is_wrong { Err(Problem::Reported) } else { Ok(()) }
}

/// Plays one transcript again and says what came of it.
fn one(args: &ReplayArgs, file: &Path, streams: &mut Streams) -> Result<String, Problem> {
    let transcript = setup::read(file)?;
    let loaded = setup::load_for(&transcript, &args.sources)?;
    let options = Options { strict: args.strict, rewrite: args.bless, ..Options::default() };
    let report = play_again(&transcript, &loaded.rules, Rc::clone(&loaded.script), options)?;
    if !report.notes.is_empty() {
        writeln!(streams.err, "{}", Diagnostics(report.notes.clone()).render(true))?;
    }
    let mut summary = outcome(&report.game);
    if args.bless {
        let is_rewritten = rewrite(file, &transcript, &report)?;
        summary.push_str(if is_rewritten { ", rewritten" } else { ", unchanged" });
    }
    Ok(summary)
}

/// Writes a transcript anew with the changes that happened, unless it says the same already.
pub(super) fn rewrite(
    file: &Path,
    transcript: &Transcript,
    report: &Report,
) -> Result<bool, Diagnostic> {
    if report.blessed == *transcript.source.text {
        return Ok(false);
    }
    let unwritable = |error: std::io::Error| {
        Diagnostic::new(format!("`{}` cannot be written: {error}", file.display()))
    };
    let before = std::fs::read(file).map_err(unwritable)?;
    let mark = if before.starts_with(setup::MARK.as_bytes()) { setup::MARK } else { "" };
    std::fs::write(file, format!("{mark}{}", report.blessed)).map_err(unwritable)?;
    Ok(true)
}

/// How a game stands.
pub(super) fn outcome(game: &Game) -> String {
    let table = game.table();
    let turns = format!("{} turn{}", table.turn, if table.turn == 1 { "" } else { "s" });
    match table.winner {
        Some(winner) => format!("{turns}, {} wins", game.names()[usize::from(winner.0)]),
        None if game.is_over() => format!("{turns}, undecided"),
        None => turns,
    }
}
