//! Reads and checks a shard's file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use super::header::{Header, Run};
use super::write::{Closing, End};
use crate::chance::{FNV1A, fnv1a_after};
use crate::files::{self, NewFile, ReadError};
use crate::limits;

/// A complete shard.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// The file.
    pub path: PathBuf,
    /// Its header.
    pub header: Header,
}

/// A file that is not a complete shard.
#[derive(Clone, Debug)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The reason, which continues a sentence such as `the file is not a shard`.
    pub why: String,
    /// Its header, if that can be read.
    pub header: Option<Header>,
}

impl ShardFile {
    /// Reads a whole file and checks that it is complete.
    ///
    /// # Errors
    /// When it cannot be read, is not a shard, or is not as it was written.
    pub fn check(path: &Path) -> Result<Self, Damage> {
        let damage = |why: String, header| Damage { path: path.to_owned(), why, header };
        let mut lines = Lines::open(path).map_err(|error| damage(error.to_string(), None))?;
        let header = lines.next().map_err(|error| damage(error.to_string(), None))?;
        let header = header.unwrap_or_default();
        let header = Header::parse(header).map_err(|why| damage(why, None))?;
        match rest(&mut lines, header.count) {
            Ok(()) => Ok(Self { path: path.to_owned(), header }),
            Err(why) => Err(damage(why, Some(header))),
        }
    }

    /// Finds the complete file of a shard in a folder. Removes what killed processes have left of
    /// it.
    ///
    /// # Errors
    /// When there is such a file, but it is not complete, or belongs to another run.
    pub fn find(folder: &Path, header: &Header) -> Result<Option<Self>, Damage> {
        let path = folder.join(header.file_name());
        if !path.exists() {
            return Ok(None);
        }
        let found = Self::check(&path)?;
        if found.header.run != header.run {
            let (why, header) = ("belongs to another run".into(), Some(found.header));
            return Err(Damage { path, why, header });
        }
        NewFile::clean_up(&path);
        Ok(Some(found))
    }

    /// Finds the complete files of a run in a folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn find_all(folder: &Path, run: &Run) -> io::Result<Vec<Self>> {
        let begin = format!("{}-{:016x}-", run.command, run.hash());
        let name =
            |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut found = files::entries(folder)?;
        found.retain(|path| name(path).starts_with(&begin) && is_named_as_shard(path));
        let found = found.iter().filter_map(|path| Self::check(path).ok());
        Ok(found.filter(|found| found.header.run == *run).collect())
    }
}

/// Whether a file has a name as shards have.
pub fn is_named_as_shard(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(name) = name.strip_suffix(".jsonl") else { return false };
    let parts: Vec<&str> = name.rsplitn(4, '-').collect();
    let is_number = |text: &str| text.parse::<u64>().is_ok();
    match parts[..] {
        [count, first, hash, command] => {
            let is_hash = hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok();
            is_number(count) && is_number(first) && is_hash && !command.starts_with('.')
        }
        _ => false,
    }
}

/// Reads the lines behind the header, and checks them against the closing line.
fn rest(lines: &mut Lines, rows: u64) -> Result<(), String> {
    let mut found = 0;
    loop {
        let hash = lines.hash;
        let Some(line) = lines.next().map_err(|error| error.to_string())? else {
            return Err(format!("ends after {found} of {rows} rows"));
        };
        let Some(end) = closing(line) else {
            found += 1;
            continue;
        };
        if (found, end.rows) != (rows, rows) {
            return Err(format!("has {found} of {rows} rows"));
        }
        if end.hash != format!("{hash:016x}") {
            return Err("has been changed since it was written".into());
        }
        return match lines.next().map_err(|error| error.to_string())? {
            None => Ok(()),
            Some(_) => Err("goes on behind its closing line".into()),
        };
    }
}

fn closing(line: &[u8]) -> Option<End> {
    // Rows are many, and begin with other keys.
    let closing: Option<Closing> =
        line.starts_with(b"{\"end\":").then(|| serde_json::from_slice(line).ok()).flatten();
    closing.map(|closing| closing.end)
}

/// The lines of a file, read one after the other.
pub(super) struct Lines {
    file: BufReader<File>,
    line: Vec<u8>,
    /// The hash of all lines so far.
    hash: u64,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, ReadError> {
        Ok(Self { file: files::open_regular(path)?, line: Vec::new(), hash: FNV1A })
    }

    /// The next line without its end; `None` behind the last one, and for a line that does not
    /// end.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        let most = limits::MESSAGE as u64;
        self.file.by_ref().take(most).read_until(b'\n', &mut self.line)?;
        self.hash = fnv1a_after(self.hash, &self.line);
        Ok(self.line.strip_suffix(b"\n"))
    }
}
