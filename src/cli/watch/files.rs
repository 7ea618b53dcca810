//! The files that are watched, and when to look at them again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher, recommended_watcher};

use crate::chance::fnv1a;
use crate::cli::test::collect;
use crate::diagnostic::Diagnostic;

/// The endings of the files that games depend on.
const ENDINGS: [&str; 3] = ["game", "rhai", "toml"];
/// How long nothing has to happen before files are read: editors save in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Hears that something has changed.
pub(super) struct Listener {
    heard: Receiver<()>,
    _watcher: RecommendedWatcher,
}

impl Listener {
    /// Listens to folders and all below them, and to the folders of files.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let (tell, heard) = channel();
        let hear = move |event: notify::Result<Event>| {
            // That files are read is no change; and nobody hears it once the program ends.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                let _ = tell.send(());
            }
        };
        let mut watcher = recommended_watcher(hear).map_err(|error| unwatched("files", &error))?;
        for path in paths {
            let shown = format!("`{}`", path.display());
            if !path.exists() {
                let message = format!("there is no folder or file {shown}");
                return Err(Diagnostic::new(message).hint("name the folder of rules and games"));
            }
            let (folder, mode) = match path.parent() {
                Some(folder) if path.is_file() => (folder, RecursiveMode::NonRecursive),
                _ => (path.as_path(), RecursiveMode::Recursive),
            };
            let folder = if folder == Path::new("") { Path::new(".") } else { folder };
            watcher.watch(folder, mode).map_err(|error| unwatched(&shown, &error))?;
        }
        Ok(Self { heard, _watcher: watcher })
    }

    /// Waits until something has changed and then nothing for a while.
    pub(super) fn wait(&self) -> Result<(), Diagnostic> {
        self.heard.recv().map_err(|error| unwatched("files", &error))?;
        while self.heard.recv_timeout(QUIET).is_ok() {}
        Ok(())
    }
}

/// Says that something cannot be watched.
fn unwatched(what: &str, error: &dyn std::error::Error) -> Diagnostic {
    Diagnostic::new(format!("{what} cannot be watched: {error}"))
}

/// The files below the paths, each with a hash of what it holds.
#[derive(Default)]
pub(super) struct Files(BTreeMap<PathBuf, u64>);

impl Files {
    /// Reads the files anew; answers those that are new, gone or not what they were.
    pub(super) fn changed(&mut self, paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Diagnostic> {
        let mut found = Vec::new();
        for (path, ending) in paths.iter().flat_map(|path| ENDINGS.map(|ending| (path, ending))) {
            collect(path, ending, &mut found)?;
        }
        let hash = |file: PathBuf| {
            // Pipes are waited for, and devices never end.
            let is_file = fs::metadata(&file).is_ok_and(|found| found.is_file());
            let text = if is_file { fs::read(&file).unwrap_or_default() } else { Vec::new() };
            (plain(&file), fnv1a(&text))
        };
        let now: BTreeMap<PathBuf, u64> = found.into_iter().map(hash).collect();
        let before = std::mem::replace(&mut self.0, now);
        let differs = |file: &&PathBuf| before.get(*file) != self.0.get(*file);
        Ok(before.keys().chain(self.0.keys()).filter(differs).cloned().collect())
    }

    /// Whether there is such a file.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.0.contains_key(file)
    }

    /// The games.
    pub(super) fn games(&self) -> impl Iterator<Item = &Path> {
        let files = self.0.keys().map(PathBuf::as_path);
        files.filter(|file| file.extension().is_some_and(|found| found == ENDINGS[0]))
    }
}

/// A path without a dot before it.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
