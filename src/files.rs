//! Reads files, lists folders and writes whole files. No other module does so.
//!
//! Only regular files are read, up to a maximum size. Opening never waits for a pipe or a device,
//! and directory walks do not follow cycles of links.

mod new_file;
mod save;

pub use new_file::NewFile;
pub use save::{check_savable, make_private_folder, save, save_all, save_private};

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use thiserror::Error;

use crate::limits;

/// The reason why a file is not read, worded to continue a sentence such as `the file is a folder`.
#[derive(Error, Debug)]
pub enum ReadError {
    /// An error of the operating system.
    #[error("cannot be read: {0}")]
    Failed(#[from] io::Error),
    /// It is a folder.
    #[error("is a folder")]
    Folder,
    /// It is a pipe, a socket or a device.
    #[error("is not a regular file")]
    Irregular,
    /// It exceeds the maximum size.
    #[error("has {found} bytes, but at most {most} are allowed")]
    TooLarge {
        /// The size of the file, or the number of bytes read if it was growing.
        found: u64,
        /// The maximum size in bytes.
        most: usize,
    },
}

impl ReadError {
    /// Whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Failed(error) if error.kind() == io::ErrorKind::NotFound)
    }
}

impl From<ReadError> for io::Error {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Failed(error) => error,
            error => Self::other(error),
        }
    }
}

/// Reads a regular file.
///
/// # Errors
/// When the file does not exist, is not a regular file or is too large, or when the system refuses.
pub fn read(path: &Path, most: usize) -> Result<Vec<u8>, ReadError> {
    // Opening can alter a device, so the type is checked first; it is checked again afterwards,
    // since the file may have been replaced.
    check_regular(&fs::metadata(path)?)?;
    let file = open(path)?;
    let found = file.metadata()?;
    check_regular(&found)?;
    if found.len() > most as u64 {
        return Err(ReadError::TooLarge { found: found.len(), most });
    }
    up_to(file, most)
}

/// Reads the first bytes of a regular file, at most `count`.
///
/// # Errors
/// The errors of [`read`], except [`ReadError::TooLarge`].
pub fn read_first(path: &Path, count: usize) -> Result<Vec<u8>, ReadError> {
    check_regular(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    open(path)?.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file to read it piece by piece, whatever its size.
///
/// # Errors
/// The errors of [`read`], except [`ReadError::TooLarge`].
pub fn open_regular(path: &Path) -> Result<BufReader<File>, ReadError> {
    check_regular(&fs::metadata(path)?)?;
    let file = open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(BufReader::new(file))
}

/// Creates a file to write it piece by piece; replaces an existing one only if forced.
///
/// # Errors
/// When it exists and is not to be replaced, or the system refuses.
pub fn create(path: &Path, force: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    let options =
        if force { options.create(true).truncate(true) } else { options.create_new(true) };
    options.open(path)
}

/// Whether a file may be run as a program. Only Unix tells.
pub fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(path).is_ok_and(|found| {
        found.is_file()
            && std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 != 0
    });
    #[cfg(not(unix))]
    path.is_file()
}

/// The names of the program's own input and output, and the folders that contain them.
const OWN: [&str; 5] = ["/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];

/// Whether a path names the program's own input or output.
pub fn is_own(path: &Path) -> bool {
    OWN.iter().any(|own| path.starts_with(own))
}

/// Reads the program's own input, such as `/dev/stdin`. If the input is a pipe, the function waits
/// until the pipe is closed.
///
/// # Errors
/// The errors of [`read`].
pub fn read_input(path: &Path, most: usize) -> Result<Vec<u8>, ReadError> {
    up_to(File::open(path)?, most)
}

/// A path without parts such as `folder/..`, if it leads to the same file without them.
pub fn without_detours(path: &Path) -> PathBuf {
    if !path.components().any(|part| part == Component::ParentDir) {
        return path.to_owned();
    }
    let mut plain = PathBuf::new();
    for part in path.components() {
        let is_back = part == Component::ParentDir;
        match plain.components().next_back() {
            Some(Component::Normal(_)) if is_back => drop(plain.pop()),
            _ => plain.push(part),
        }
    }
    if plain.as_os_str().is_empty() {
        plain.push(Component::CurDir);
    }
    let is_same =
        path.canonicalize().is_ok_and(|real| plain.canonicalize().is_ok_and(|it| it == real));
    if is_same { plain } else { path.to_owned() }
}

/// A path with `/` as the separator on every system.
pub fn with_slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    // On other systems, a backslash is an ordinary character.
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// The text of a regular file; `None` if it cannot be read, or is not UTF-8.
pub fn text(path: &Path, most: usize) -> Option<String> {
    String::from_utf8(read(path, most).ok()?).ok()
}

fn check_regular(found: &Metadata) -> Result<(), ReadError> {
    match found {
        found if found.is_dir() => Err(ReadError::Folder),
        found if !found.is_file() => Err(ReadError::Irregular),
        _ => Ok(()),
    }
}

/// Opens a file without waiting for a writer.
fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

fn up_to(file: File, most: usize) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(ReadError::TooLarge { found: bytes.len() as u64, most });
    }
    Ok(bytes)
}

/// When a file was last changed.
///
/// # Errors
/// When the file does not exist, or the system does not know.
pub fn modified(path: &Path) -> io::Result<SystemTime> {
    fs::metadata(path)?.modified()
}

/// Opens a file to write behind its end.
///
/// # Errors
/// When the file does not exist, or the system refuses.
pub fn append(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Opens a file to write behind its end; it is made if it does not exist.
///
/// # Errors
/// When the system refuses.
pub fn append_or_create(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// A locked file. It is unlocked when this value is dropped, or when the program ends in any way.
pub struct Lock {
    _file: File,
}

/// Locks a file, which is made if it does not exist. `None` if it is locked already.
///
/// # Errors
/// When the system refuses to open the file.
pub fn lock(path: &Path) -> io::Result<Option<Lock>> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(Lock { _file: file })),
    }
}

/// Makes a folder, and those that contain it. It may exist already.
///
/// # Errors
/// When the system refuses.
pub fn make_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// Removes a folder with everything in it.
///
/// # Errors
/// When the system refuses.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path)
}

/// The entries of a folder, in order.
///
/// # Errors
/// When the path is not a folder, the folder contains too many entries, or the system refuses.
pub fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        if entries.len() == limits::VISITED {
            return Err(too_many());
        }
        entries.push(entry?.path());
    }
    entries.sort();
    Ok(entries)
}

fn too_many() -> io::Error {
    io::Error::other(format!("there are more than {} files and folders", limits::VISITED))
}

/// The folder itself, and all folders outside it that are reached through links inside it. Together
/// they contain everything below the folder.
///
/// # Errors
/// The errors of [`entries`].
pub fn real_folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut walk, mut found) = (DirectoryWalk::default(), Vec::<PathBuf>::new());
    let mut open = vec![folder.canonicalize()?];
    while let Some(folder) = open.pop() {
        if !walk.is_new(&folder) {
            continue;
        }
        if !found.iter().any(|known| folder.starts_with(known)) {
            found.push(folder.clone());
        }
        for entry in walk.entries(&folder)?.iter().filter(|entry| entry.is_dir()) {
            open.push(entry.canonicalize()?);
        }
    }
    Ok(found)
}

/// A directory walk that visits each file and folder once, even if links form cycles or lead to the
/// same place.
#[derive(Default)]
pub struct DirectoryWalk {
    visited: BTreeSet<PathBuf>,
    /// The number of files and folders listed so far.
    listed: usize,
}

impl DirectoryWalk {
    /// Whether a file or folder is visited for the first time.
    pub fn is_new(&mut self, path: &Path) -> bool {
        self.visited.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    /// The entries of a folder, in order.
    ///
    /// # Errors
    /// The errors of [`entries`], and an error if the walk has listed too many files and folders.
    pub fn entries(&mut self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let entries = entries(folder)?;
        self.listed += entries.len();
        if self.listed > limits::VISITED { Err(too_many()) } else { Ok(entries) }
    }
}
