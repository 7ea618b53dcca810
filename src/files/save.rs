//! Writes whole files: as a whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::is_own;

/// Writes a file, over one that may be there: first beside it, so that the old one stays where
/// the new one cannot be written. Devices and pipes are written to as they are.
///
/// # Errors
/// When the system refuses; the file is as it was then.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    let there = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        found => Some(found?),
    };
    match there {
        Some(found) if is_own(path) || !found.is_file() => {
            OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())
        }
        Some(_) => {
            // A link stays one, and what may not be written is not replaced either.
            let path = fs::canonicalize(path)?;
            let file = OpenOptions::new().write(true).open(&path)?.metadata()?;
            replace(&path, text, Some(file.permissions()))
        }
        // A link to a file that is not there yet stays a link.
        None if path.is_symlink() => fs::write(path, text),
        None => replace(path, text, None),
    }
}

/// Puts a new file in the place of another, or where there is none.
fn replace(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let beside = beside(path);
    let new = File::create_new(&beside)?;
    let filled = fill(new, text, permissions).and_then(|()| fs::rename(&beside, path));
    filled.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// A name for a while, in the same folder.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".newcatan.{}.new", std::process::id()))
}

/// Writes a text to a new file, down to the disk.
fn fill(mut file: File, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // Where the disk is full, some file systems only say so now.
    file.sync_all()
}
