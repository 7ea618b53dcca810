//! The rows of a run from the files of its shards, in order.

use std::path::PathBuf;

use thiserror::Error;

use super::read::{Lines, ShardFile};

/// Why rows cannot be read.
#[derive(Error, Debug)]
pub enum RowError {
    /// A file that has been checked can no longer be read.
    #[error("`{0}` cannot be read any more: {1}")]
    Unreadable(PathBuf, String),
    /// Two files have different rows with the same number.
    #[error("row {number} of the run is not the same in `{one}` and `{other}`", one = files[0].display(), other = files[1].display())]
    Different {
        /// The number of the row.
        number: u64,
        /// The files.
        files: Box<[PathBuf; 2]>,
    },
}

/// Reads the rows of a run in order. A row that several files contain is compared and read once.
pub struct Rows<'a> {
    /// The files that begin later, the last one first.
    later: Vec<&'a ShardFile>,
    /// The files that contain the next row.
    open: Vec<Open<'a>>,
    next: u64,
}

/// A file whose next line is the next row.
struct Open<'a> {
    file: &'a ShardFile,
    lines: Lines,
}

impl<'a> Rows<'a> {
    /// The rows of complete files, beginning with their first one. No row between the first and the
    /// last one may be missing.
    pub fn of(files: &'a [ShardFile]) -> Self {
        let mut later: Vec<&ShardFile> = files.iter().filter(|it| it.header.count > 0).collect();
        later.sort_by_key(|file| std::cmp::Reverse((file.header.first, &file.path)));
        let next = later.last().map_or(0, |file| file.header.first);
        Self { later, open: Vec::new(), next }
    }

    /// The next row, as JSON; `None` behind the last one.
    ///
    /// # Errors
    /// When a file cannot be read, or two files differ.
    pub fn next_row(&mut self) -> Result<Option<(u64, String)>, RowError> {
        while let Some(file) = self.later.pop_if(|file| file.header.first <= self.next) {
            let mut lines = Lines::open(&file.path).map_err(|error| unreadable(file, &error))?;
            lines.next().map_err(|error| unreadable(file, &error))?;
            self.open.push(Open { file, lines });
        }
        let mut row: Option<(&ShardFile, String)> = None;
        for Open { file, lines } in &mut self.open {
            let line = lines.next().map_err(|error| unreadable(file, &error))?;
            let line = line.ok_or_else(|| unreadable(file, &"it has become shorter"))?;
            let line = str::from_utf8(line).map_err(|error| unreadable(file, &error))?;
            match &row {
                None => row = Some((file, line.to_owned())),
                Some((_, text)) if text == line => {}
                Some((other, _)) => {
                    let files = Box::new([other.path.clone(), file.path.clone()]);
                    return Err(RowError::Different { number: self.next, files });
                }
            }
        }
        let number = self.next;
        self.next += 1;
        self.open.retain(|open| open.file.header.numbers().contains(&(number + 1)));
        Ok(row.map(|(_, text)| (number, text)))
    }
}

fn unreadable(file: &ShardFile, why: &impl ToString) -> RowError {
    RowError::Unreadable(file.path.clone(), why.to_string())
}
