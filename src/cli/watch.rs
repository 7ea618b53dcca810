//! `watch`: replays games whenever a file that they depend on is saved, and shows the differences.
//!
//! Compares the contents of files, so it does not matter how an editor saves them.

mod files;
mod game;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::AnsiColor;

use super::check;
use super::diff::write_first;
use super::options::SourceArgs;
use super::problem::Problem;
use super::streams::Streams;
use super::streams::shown;
use crate::diagnostic::{Diagnostic, Diagnostics};
use files::{FileHashes, Listener};
use game::{WatchResult, WatchedGame};

/// The arguments of `watch`.
#[derive(clap::Args, Debug)]
pub(super) struct WatchArgs {
    /// Folders and files.
    #[arg(value_name = "PATH", default_value = ".")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    sources: SourceArgs,
}

/// The games under the watched folders.
struct WatchedGames<'a> {
    args: &'a WatchArgs,
    games: BTreeMap<PathBuf, WatchedGame>,
}

/// Plays all games, and then those affected by saved files, until the user stops the program.
pub(super) fn watch(args: &WatchArgs, streams: &mut Streams) -> Result<(), Problem> {
    let mut listener = Listener::new(&args.paths)?;
    let mut files = FileHashes::default();
    let mut watched = WatchedGames { args, games: BTreeMap::new() };
    let all = files.changed(&args.paths)?;
    watched.round(&files, &all, streams)?;
    watched.watch_rules(&mut files, &mut listener)?;
    let paths: Vec<String> =
        args.paths.iter().map(|path| format!("`{}`", path.display())).collect();
    let paths = paths.join(", ");
    if files.games().next().is_none() {
        let none = Diagnostic::new(format!("there are no games in {paths}")).warning();
        let hint = "the games of a pack are outside its folder: watch the parent folder";
        let none = Diagnostics::from(none.hint(hint)).render(true);
        streams.out.styled(&format!("{none}\n"))?;
    }
    writeln!(streams.out, "watching {paths}; press Ctrl-C to stop")?;
    streams.out.flush()?;
    loop {
        listener.wait()?;
        let changed = match files.changed(&args.paths) {
            // A folder may disappear while it is read; that is a change, and will be reported.
            Err(_) if args.paths.iter().all(|path| path.exists()) => continue,
            changed => changed?,
        };
        if !changed.is_empty() {
            let names: Vec<String> = changed.iter().map(|file| shown(file)).collect();
            writeln!(streams.out, "\nchanged {}", names.join(", "))?;
            watched.round(&files, &changed, streams)?;
            watched.watch_rules(&mut files, &mut listener)?;
            streams.out.flush()?;
        }
    }
}

impl WatchedGames<'_> {
    /// Checks the files and plays the games that the changes affect.
    fn round(
        &mut self,
        files: &FileHashes,
        changed: &BTreeSet<PathBuf>,
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        let found = self.recheck();
        if !found.0.is_empty() {
            streams.out.styled(&format!("{}\n\n", found.render_with_codes(true)))?;
        }
        self.games.retain(|file, _| files.has(file));
        let (mut played, mut others) = (Vec::new(), Vec::new());
        for file in files.games() {
            let known = self.games.get(file);
            if let Some(known) = known.filter(|known| !known.is_concerned(file, changed)) {
                others.push(known.passes);
                continue;
            }
            let (mut outcome, known) = game::play(file, known, &self.args.sources);
            outcome.leave_out(&found);
            report(file, &outcome, streams)?;
            played.push(known.passes);
            self.games.insert(file.to_owned(), known);
        }
        Ok(sum_up(&played, &others, streams)?)
    }

    /// Watches the rules of all games, also those that are not under the named paths.
    fn watch_rules(
        &self,
        files: &mut FileHashes,
        listener: &mut Listener,
    ) -> Result<(), Diagnostic> {
        let all: BTreeSet<&PathBuf> = self.games.values().flat_map(WatchedGame::files).collect();
        for path in all {
            if files.add(path, &self.args.paths)? {
                listener.add(path)?;
            }
        }
        Ok(())
    }

    /// Diagnostics from checking the files.
    fn recheck(&self) -> Diagnostics {
        check::findings(&self.args.paths, &self.args.sources)
            .map_or_else(|_| Diagnostics::default(), |(_, found)| found)
    }
}

/// Prints how many of the played games pass and fail, and how many games are not affected.
fn sum_up(played: &[bool], others: &[bool], streams: &mut Streams) -> std::io::Result<()> {
    let failing = |games: &[bool]| games.iter().filter(|passes| !**passes).count();
    let failed = failing(played);
    let color = if failed == 0 { AnsiColor::Green } else { AnsiColor::Red }.on_default();
    let passed = played.len() - failed;
    streams.out.styled(&format!("{color}{passed} passed, {failed} failed{color:#}"))?;
    match (others.len(), failing(others)) {
        (0, _) => writeln!(streams.out),
        (count, 0) => writeln!(streams.out, ", {count} not affected"),
        (count, failing) => {
            writeln!(streams.out, ", {count} not affected, {failing} of them failing")
        }
    }
}

/// Reports the errors of a game, and its difference from the previous result.
fn report(file: &Path, outcome: &WatchResult, streams: &mut Streams) -> Result<(), Problem> {
    let (out, shown) = (&mut streams.out, shown(file));
    if let Some(wrong) = &outcome.wrong {
        if wrong.0.is_empty() {
            writeln!(out, "{shown}: failed, see above\n")?;
        } else {
            writeln!(out, "{shown}: failed")?;
            out.styled(&format!("{}\n\n", wrong.render(true)))?;
        }
    }
    if let Some((first, files)) = &outcome.difference {
        writeln!(out, "{shown}: before (-) and now (+)")?;
        write_first(out, first, files)?;
        writeln!(out)?;
    }
    Ok(())
}
