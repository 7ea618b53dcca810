//! Writes whole files atomically.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::is_own;

/// Writes a file and replaces an existing one. The text is first written to a temporary file, so
/// that the old file survives a failure. Devices and pipes are written directly.
///
/// # Errors
/// When the system refuses; the file is then unchanged.
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
            // Links are preserved, and files without write permission are not replaced.
            let path = fs::canonicalize(path)?;
            let file = OpenOptions::new().write(true).open(&path)?.metadata()?;
            replace(&path, text, Some(file.permissions()))
        }
        // A link to a missing file is preserved.
        None if path.is_symlink() => fs::write(path, text),
        None => replace(path, text, None),
    }
}

/// Checks that a file can be written by [`save`], which comes later, and leaves it as it is.
///
/// # Errors
/// When the system refuses.
pub fn check_savable(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            let beside = beside(path);
            File::create_new(&beside)?;
            fs::remove_file(beside)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        // Opening a pipe would wait for its reader.
        Ok(found) if is_own(path) || !found.is_file() && !found.is_dir() => Ok(()),
        _ => OpenOptions::new().write(true).open(path).map(drop),
    }
}

/// Writes several files, and creates their folders. If one cannot be written, all new files and
/// folders are removed.
///
/// # Errors
/// When the system refuses; the error contains the path of the file.
pub fn save_all(files: &[(PathBuf, String)]) -> Result<(), (&Path, io::Error)> {
    let mut made = Vec::new();
    let mut save_one = |file: &Path, text: &str| {
        let folders = file.ancestors().skip(1).filter(|folder| *folder != Path::new(""));
        let missing: Vec<&Path> = folders.take_while(|folder| !folder.exists()).collect();
        for folder in missing.into_iter().rev() {
            // Another process may create it at the same time.
            match fs::create_dir(folder) {
                Err(error) if !folder.is_dir() => return Err(error),
                Err(_) => {}
                Ok(()) => made.push(folder.to_owned()),
            }
        }
        let is_new = !file.exists();
        save(file, text)?;
        made.extend(is_new.then(|| file.to_owned()));
        Ok(())
    };
    let saved = files
        .iter()
        .try_for_each(|(file, text)| save_one(file, text).map_err(|error| (file.as_path(), error)));
    saved.inspect_err(|_| {
        for path in made.iter().rev() {
            let _ = if path.is_dir() { fs::remove_dir(path) } else { fs::remove_file(path) };
        }
    })
}

/// Makes a new folder that only its owner can enter.
///
/// # Errors
/// When it exists already, or the system refuses.
pub fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path)
}

/// Writes a new file that only its owner can read.
///
/// # Errors
/// When it exists already, or the system refuses.
pub fn save_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Writes a new file, replacing an existing one.
fn replace(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let beside = beside(path);
    let new = File::create_new(&beside)?;
    let filled = fill(new, text, permissions).and_then(|()| fs::rename(&beside, path));
    filled.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

/// A temporary name in the same folder.
fn beside(path: &Path) -> PathBuf {
    path.with_file_name(format!(".newcatan.{}.new", std::process::id()))
}

/// Writes a string to a new file, and flushes it to disk.
fn fill(mut file: File, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    // If the disk is full, some file systems report it only here.
    file.sync_all()
}
