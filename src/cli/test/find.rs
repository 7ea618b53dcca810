//! Finds the transcripts to test: those under the paths that match the filter.

use std::io;
use std::path::{Path, PathBuf};

use crate::cli::setup;
use crate::diagnostic::{Diagnostic, Result};
use crate::files::DirectoryWalk;

/// The prefix of a filter for a ruling.
const COVERS: &str = "covers:";

/// Finds all transcripts under the paths, sorted by name; at least one.
pub(in crate::cli) fn find(paths: &[PathBuf], filter: Option<&str>) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, "game", &mut files)?;
    }
    let shown: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
    let shown = shown.join(", ");
    if files.is_empty() {
        let message = format!("no transcripts under {shown}");
        return Err(Diagnostic::new(message).hint("transcripts end in `.game`"));
    }
    let Some(filter) = filter else { return Ok(files) };
    files.retain(|file| file.is_dir() || passes(file, filter));
    if files.is_empty() {
        let message = format!("no transcript under {shown} passes the filter `{filter}`");
        let hint = "a filter is a part of the path, or a ruling: `covers:A-40`";
        return Err(Diagnostic::new(message).hint(hint));
    }
    Ok(files)
}

/// Adds a file, or all files with this ending below a folder. Files and folders that cannot be read
/// are added too: their tests fail, and the others are played.
pub(in crate::cli) fn collect(path: &Path, ending: &str, files: &mut Vec<PathBuf>) -> Result {
    if path.is_dir() {
        return collect_in(path, ending, files, &mut DirectoryWalk::default());
    }
    path.metadata().map_err(|error| unreadable(path, &error))?;
    files.push(path.into());
    Ok(())
}

/// Adds all files with this ending below a folder.
fn collect_in(
    folder: &Path,
    ending: &str,
    files: &mut Vec<PathBuf>,
    walk: &mut DirectoryWalk,
) -> Result {
    if !walk.is_new(folder) {
        return Ok(());
    }
    let entries = match walk.entries(folder) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            files.push(folder.into());
            return Ok(());
        }
        entries => entries.map_err(|error| unreadable(folder, &error))?,
    };
    for entry in entries {
        if entry.is_dir() {
            collect_in(&entry, ending, files, walk)?;
        } else if entry.extension().is_some_and(|extension| extension == ending) {
            files.push(entry);
        }
    }
    Ok(())
}

/// The diagnostic for a file or folder that cannot be read.
fn unreadable(path: &Path, error: &io::Error) -> Diagnostic {
    let shown = path.display().to_string();
    let message = format!("`{shown}` cannot be read: {error}");
    Diagnostic { file: shown, ..Diagnostic::new(message) }
}

/// Whether a transcript matches a filter: by its path, or by the rulings that it names.
fn passes(file: &Path, filter: &str) -> bool {
    let Some(ruling) = filter.strip_prefix(COVERS) else {
        return file.display().to_string().contains(filter);
    };
    let text = setup::text(file).unwrap_or_default();
    let covers = text.lines().filter_map(|line| line.strip_prefix("# covers:"));
    covers.flat_map(|ids| ids.split(',')).any(|id| id.trim() == ruling.trim())
}
