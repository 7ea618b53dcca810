//! `test`: replays all transcripts under folders.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::args::{SourceArgs, TestArgs};
use super::{Problem, Streams, setup};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::transcript::{Options, replay};

/// Replays all transcripts, reports those that fail, and sums up.
pub(super) fn test(args: &TestArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut files = Vec::new();
    for path in &args.paths {
        collect(path, "game", &mut files)?;
    }
    if files.is_empty() {
        let paths: Vec<String> =
            args.paths.iter().map(|path| format!("`{}`", path.display())).collect();
        let message = format!("no transcripts under {}", paths.join(", "));
        return Err(Diagnostic::new(message).hint("transcripts end in `.game`").into());
    }
    let mut failed = 0;
    for file in &files {
        if let Err(diagnostics) = one(file, &args.sources) {
            failed += 1;
            writeln!(streams.out, "{}: failed\n{}\n", file.display(), diagnostics.render(true))?;
        }
    }
    writeln!(streams.out, "{} passed, {failed} failed", files.len() - failed)?;
    if failed > 0 { Err(Problem::Reported) } else { Ok(()) }
}

fn one(file: &Path, sources: &SourceArgs) -> Result<(), Diagnostics> {
    let transcript = setup::read(file)?;
    let loaded = setup::load_for(&transcript, sources)?;
    replay(&transcript, &loaded.rules, Rc::clone(&loaded.script), Options::default()).map(|_| ())
}

/// Adds a file, or all of a folder and those in it that end so, in the order of their names.
pub(super) fn collect(
    path: &Path,
    ending: &str,
    files: &mut Vec<PathBuf>,
) -> Result<(), Diagnostic> {
    let unreadable = |error: std::io::Error| Diagnostic {
        file: path.display().to_string(),
        ..Diagnostic::new(format!("`{}` cannot be read: {error}", path.display()))
    };
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == ending) {
            collect(&entry, ending, files)?;
        }
    }
    Ok(())
}
