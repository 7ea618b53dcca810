//! A watched game: the files it depends on, and its results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::cli::options::SourceArgs;
use crate::cli::setup::{self, LoadedGame};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rules::{PackInfo, Rules};
use crate::transcript::{
    AnnotatedReplay, Basis, Divergence, FileDifference, Options, Transcript, annotate, compare,
    files_that_differ, replay,
};

/// A watched game.
#[derive(Default)]
pub(super) struct WatchedGame {
    /// The game and its rules when they were last loaded successfully.
    last: Option<Rc<(Transcript, LoadedGame)>>,
    /// Whether the game passes.
    pub(super) passes: bool,
    /// The files and folders that it depends on; `None` if they are unknown.
    depends: Option<BTreeSet<PathBuf>>,
    /// The files and folders with rules that it or the command names.
    named: BTreeSet<PathBuf>,
}

/// The result of playing a watched game.
#[derive(Default)]
pub(super) struct WatchResult {
    /// The errors of the game, or the reason why it could not be played.
    pub(super) wrong: Option<Diagnostics>,
    /// The difference from the previous game, and the files that cause it.
    pub(super) difference: Option<(Divergence, Vec<FileDifference>)>,
}

impl WatchResult {
    /// Removes diagnostics that have already been reported.
    pub(super) fn leave_out(&mut self, reported: &Diagnostics) {
        if let Some(wrong) = &mut self.wrong {
            let is_reported = |one: &Diagnostic| {
                let place = |one: &Diagnostic| (one.file.clone(), one.line, one.message.clone());
                reported.0.iter().any(|other| place(other) == place(one))
            };
            wrong.0.retain(|one| !is_reported(one));
        }
    }
}

impl WatchedGame {
    /// The files and folders whose changes may affect the game.
    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.depends.iter().flatten().chain(&self.named)
    }

    /// Whether changes to these files can affect the game.
    pub(super) fn is_concerned(&self, file: &Path, changed: &BTreeSet<PathBuf>) -> bool {
        let Some(depends) = &self.depends else { return true };
        let is_in = |changed: &PathBuf| depends.iter().any(|path| real(changed).starts_with(path));
        changed.contains(file) || changed.iter().any(is_in)
    }
}

/// Plays a game, and compares it with its previous result.
pub(super) fn play(
    file: &Path,
    known: Option<&WatchedGame>,
    sources: &SourceArgs,
) -> (WatchResult, WatchedGame) {
    let before = known.and_then(|known| known.last.clone());
    let transcript = setup::read(file, sources);
    let named = transcript.as_ref().map_or_else(|_| BTreeSet::new(), |it| named(it, sources));
    let loaded = transcript.and_then(|it| Ok((setup::load_for(&it, sources)?, it)));
    let (loaded, transcript) = match loaded {
        Ok(now) => now,
        Err(wrong) => {
            let outcome = WatchResult { wrong: Some(wrong), difference: None };
            return (outcome, WatchedGame { last: before, named, ..WatchedGame::default() });
        }
    };
    let script = Rc::clone(&loaded.script);
    let wrong = replay(&transcript, &loaded.rules, script, Options::default()).err();
    let depends = Some(depends(&loaded.rules));
    let now = Rc::new((transcript, loaded));
    let difference = before.and_then(|before| difference(&before, &now));
    let known = WatchedGame { last: Some(now), passes: wrong.is_none(), depends, named };
    (WatchResult { wrong, difference }, known)
}

/// The files and folders with rules that a transcript or the command names.
fn named(transcript: &Transcript, sources: &SourceArgs) -> BTreeSet<PathBuf> {
    let request = setup::request_for(transcript, sources);
    request.with.iter().chain(&request.rules_dirs).map(|path| real(path)).collect()
}

/// The difference between a game and its previous version, if both can begin.
fn difference(
    before: &(Transcript, LoadedGame),
    now: &(Transcript, LoadedGame),
) -> Option<(Divergence, Vec<FileDifference>)> {
    let first = compare((&annotated(before)?, Basis::Played), (&annotated(now)?, Basis::Played))?;
    Some((first, files_that_differ(&before.1.rules, &now.1.rules)))
}

/// The annotated replay of a game.
fn annotated((transcript, loaded): &(Transcript, LoadedGame)) -> Option<AnnotatedReplay<'_>> {
    annotate(transcript, &loaded.rules, Rc::clone(&loaded.script)).ok()
}

/// The files and folders that the rules were loaded from.
fn depends(rules: &Rules) -> BTreeSet<PathBuf> {
    let files = rules.sources.iter().map(|(file, _)| file.clone());
    let folders = rules.packs.iter().map(PackInfo::folder).chain(rules.with.iter().cloned());
    files.chain(folders).map(|path| real(Path::new(&path))).collect()
}

/// The resolved path of a file, which may have been removed.
fn real(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
