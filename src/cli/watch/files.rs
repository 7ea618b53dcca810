//! The watched files, and a listener for their changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::chance::fnv1a;
use crate::cli::project;
use crate::cli::test::collect;
use crate::diagnostic::Diagnostic;
use crate::{files, limits};

/// The extensions of files that games depend on.
const ENDINGS: [&str; 3] = ["game", "rhai", "toml"];
/// The time without changes before files are read, since editors save in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Receives notifications of changed files.
pub(super) struct Listener {
    changed: Receiver<()>,
    watcher: RecommendedWatcher,
}

impl Listener {
    /// Watches folders recursively, and for a file, the folder that contains it.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self, Diagnostic> {
        let (sender, changed) = channel();
        let notify = move |event: notify::Result<Event>| {
            // Reading files is not a change; and the receiver is gone once the program ends.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                let _ = sender.send(());
            }
        };
        // Links may form cycles, so they are not followed.
        let config = Config::default().with_follow_symlinks(false);
        let watcher =
            RecommendedWatcher::new(notify, config).map_err(|error| unwatched("files", &error))?;
        let mut listener = Self { changed, watcher };
        for path in paths {
            if !path.exists() {
                let message = format!("there is no file or folder `{}`", path.display());
                return Err(
                    Diagnostic::new(message).hint("name a folder that contains rules and games")
                );
            }
            listener.add(path)?;
        }
        Ok(listener)
    }

    /// Watches one more file or folder.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let shown = format!("`{}`", path.display());
        let (folders, mode) = match path.parent() {
            Some(folder) if path.is_file() => {
                let is_here = folder == Path::new("");
                let folder = if is_here { Path::new(".") } else { folder };
                (vec![folder.to_owned()], RecursiveMode::NonRecursive)
            }
            _ => {
                let folders = files::real_folders(path);
                let folders = folders.map_err(|error| unwatched(&shown, &error))?;
                (folders, RecursiveMode::Recursive)
            }
        };
        for folder in folders {
            self.watcher.watch(&folder, mode).map_err(|error| unwatched(&shown, &error))?;
        }
        Ok(())
    }

    /// Waits for a change, and then until no more changes follow for a short time.
    pub(super) fn wait(&self) -> Result<(), Diagnostic> {
        self.changed.recv().map_err(|error| unwatched("files", &error))?;
        while self.changed.recv_timeout(QUIET).is_ok() {}
        Ok(())
    }
}

/// The diagnostic for something that cannot be watched.
fn unwatched(what: &str, error: &dyn std::error::Error) -> Diagnostic {
    Diagnostic::new(format!("{what} cannot be watched: {error}"))
}

/// The watched files, each with a hash of its contents.
#[derive(Default)]
pub(super) struct FileHashes {
    hashes: BTreeMap<PathBuf, u64>,
    /// The files and folders outside the named ones on which games depend, resolved.
    outside: BTreeSet<PathBuf>,
}

impl FileHashes {
    /// Reads the files again. Returns those that are new, removed or changed.
    pub(super) fn changed(&mut self, paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Diagnostic> {
        let mut now = BTreeMap::new();
        for path in paths {
            now.extend(hashes(path, &ENDINGS)?);
        }
        for path in self.outside.iter().filter(|path| path.exists()) {
            now.extend(hashes(path, &ENDINGS[1..])?);
        }
        let before = std::mem::replace(&mut self.hashes, now);
        let differs = |file: &&PathBuf| before.get(*file) != self.hashes.get(*file);
        Ok(before.keys().chain(self.hashes.keys()).filter(differs).cloned().collect())
    }

    /// Also reads a file or folder outside these paths on which a game depends. Returns whether it
    /// is new.
    pub(super) fn add(&mut self, path: &Path, paths: &[PathBuf]) -> Result<bool, Diagnostic> {
        let folders = paths.iter().filter_map(|path| path.canonicalize().ok());
        let is_known = folders.chain(self.outside.iter().cloned()).any(|it| path.starts_with(it));
        if is_known || !path.exists() {
            return Ok(false);
        }
        self.hashes.extend(hashes(path, &ENDINGS[1..])?);
        Ok(self.outside.insert(path.to_owned()))
    }

    /// Whether the file exists.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.hashes.contains_key(file)
    }

    /// The games.
    pub(super) fn games(&self) -> impl Iterator<Item = &Path> {
        let files = self.hashes.keys().map(PathBuf::as_path);
        files.filter(|file| file.extension().is_some_and(|found| found == ENDINGS[0]))
    }
}

/// The files with these extensions at or under a path, each with a hash of its contents.
fn hashes(path: &Path, endings: &[&str]) -> Result<Vec<(PathBuf, u64)>, Diagnostic> {
    let mut found = Vec::new();
    for ending in endings {
        collect(path, ending, &mut found)?;
    }
    let hash = |file: PathBuf| {
        let text = files::read(&file, limits::TRANSCRIPT).unwrap_or_default();
        (project::plain(&file), fnv1a(&text))
    };
    Ok(found.into_iter().map(hash).collect())
}
