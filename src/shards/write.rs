//! Writes a shard's file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::header::Header;
use crate::chance::{FNV1A, fnv1a_after};
use crate::files::{self, NewFile};

/// Writes a file: its header, a line for each row, and a closing line. The file is there only when
/// it is complete.
pub struct Writer {
    file: NewFile,
    path: PathBuf,
    /// The number of rows that are still to be written.
    left: u64,
    hash: u64,
    end: End,
}

/// The closing line of a file.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Closing {
    pub(super) end: End,
}

/// The content of a closing line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct End {
    /// The number of rows.
    pub(super) rows: u64,
    /// A hash of all lines before this one, with their line ends: 16 hexadecimal digits.
    pub(super) hash: String,
}

impl Writer {
    /// Begins the file of a shard in a folder, which is made if it does not exist.
    ///
    /// # Errors
    /// When the system refuses.
    ///
    /// # Panics
    /// When the header cannot be converted to JSON.
    pub fn begin(folder: &Path, header: &Header) -> io::Result<Self> {
        files::make_folder(folder)?;
        let path = folder.join(header.file_name());
        let end = End { rows: header.count, hash: String::new() };
        let file = NewFile::create(&path)?;
        let mut writer = Self { file, path, left: header.count, hash: FNV1A, end };
        writer.line(&serde_json::to_string(header).expect("a header is valid JSON"))?;
        Ok(writer)
    }

    /// Writes the next row, which is JSON without line ends.
    ///
    /// # Errors
    /// When the system refuses.
    ///
    /// # Panics
    /// When all rows have been written.
    pub fn row(&mut self, json: &str) -> io::Result<()> {
        self.left = self.left.checked_sub(1).expect("a shard has no more rows than it says");
        self.line(json)
    }

    /// Completes the file. Returns its path.
    ///
    /// # Errors
    /// When the system refuses; then the file does not exist.
    ///
    /// # Panics
    /// When rows are missing.
    pub fn finish(mut self) -> io::Result<PathBuf> {
        assert_eq!(self.left, 0, "a shard has all its rows");
        self.end.hash = format!("{:016x}", self.hash);
        let closing = Closing { end: self.end.clone() };
        self.line(&serde_json::to_string(&closing).expect("a closing line is valid JSON"))?;
        self.file.finish()?;
        Ok(self.path)
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        debug_assert!(!text.contains('\n'), "a row is one line");
        for bytes in [text.as_bytes(), b"\n"] {
            self.file.write_all(bytes)?;
            self.hash = fnv1a_after(self.hash, bytes);
        }
        Ok(())
    }
}
