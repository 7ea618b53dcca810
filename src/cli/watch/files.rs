//! The watched files, and a listener for their changes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::chance::fnv1a;
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
    _watcher: RecommendedWatcher,
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
        let mut watcher =
            RecommendedWatcher::new(notify, config).map_err(|error| unwatched("files", &error))?;
        for path in paths {
            let shown = format!("`{}`", path.display());
            if !path.exists() {
                let message = format!("there is no file or folder {shown}");
                return Err(
                    Diagnostic::new(message).hint("name a folder that contains rules and games")
                );
            }
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
                watcher.watch(&folder, mode).map_err(|error| unwatched(&shown, &error))?;
            }
        }
        Ok(Self { changed, _watcher: watcher })
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

/// The files under the paths, each with a hash of its contents.
#[derive(Default)]
pub(super) struct FileHashes(BTreeMap<PathBuf, u64>);

impl FileHashes {
    /// Reads the files again. Returns those that are new, removed or changed.
    pub(super) fn changed(&mut self, paths: &[PathBuf]) -> Result<BTreeSet<PathBuf>, Diagnostic> {
        let mut found = Vec::new();
        for (path, ending) in paths.iter().flat_map(|path| ENDINGS.map(|ending| (path, ending))) {
            collect(path, ending, &mut found)?;
        }
        let hash = |file: PathBuf| {
            let text = files::read(&file, limits::TRANSCRIPT).unwrap_or_default();
            (plain(&file), fnv1a(&text))
        };
        let now: BTreeMap<PathBuf, u64> = found.into_iter().map(hash).collect();
        let before = std::mem::replace(&mut self.0, now);
        let differs = |file: &&PathBuf| before.get(*file) != self.0.get(*file);
        Ok(before.keys().chain(self.0.keys()).filter(differs).cloned().collect())
    }

    /// Whether the file exists.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.0.contains_key(file)
    }

    /// The games.
    pub(super) fn games(&self) -> impl Iterator<Item = &Path> {
        let files = self.0.keys().map(PathBuf::as_path);
        files.filter(|file| file.extension().is_some_and(|found| found == ENDINGS[0]))
    }
}

/// A path without a leading `.`.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}
