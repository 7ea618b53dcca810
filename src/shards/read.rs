//! Reads and checks a shard's file.

use std::io::{self, BufRead, Read};
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
    pub header: Option<Box<Header>>,
}

impl ShardFile {
    /// Reads a whole file and checks that it is complete.
    ///
    /// # Errors
    /// When it cannot be read, is not a shard, or is not as it was written.
    pub fn check(path: &Path) -> Result<Self, Damage> {
        let damage = |why: String, header: Option<Header>| {
            let header = header.map(Box::new);
            Damage { path: path.to_owned(), why, header }
        };
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
            let (why, header) = ("belongs to another run".into(), Some(Box::new(found.header)));
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
            return Err(if found == rows {
                "breaks off before its closing line".into()
            } else {
                format!("breaks off after {found} of {rows} rows")
            });
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
    file: Box<dyn BufRead>,
    line: Vec<u8>,
    /// The hash of all lines so far.
    hash: u64,
}

impl Lines {
    pub(super) fn open(path: &Path) -> Result<Self, ReadError> {
        let file = Box::new(files::open_regular(path)?);
        Ok(Self { file, line: Vec::new(), hash: FNV1A })
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

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::super::{RowError, Rows, Shard, Writer};
    use super::*;

    fn run() -> Run {
        Run::new("play", 20, &json!({"seed": 1}))
    }

    fn header(shard: &str) -> Header {
        Header::new(run(), shard.parse().unwrap(), "program play --rows 20".into())
    }

    fn row(number: u64) -> String {
        json!({"row": number, "square": number * number}).to_string()
    }

    fn write(folder: &Path, shard: &str) -> PathBuf {
        let header = header(shard);
        let mut writer = Writer::begin(folder, &header).unwrap();
        header.numbers().for_each(|number| writer.row(&row(number)).unwrap());
        writer.finish().unwrap()
    }

    fn why(path: &Path) -> String {
        ShardFile::check(path).unwrap_err().why
    }

    #[test]
    fn rows_of_shards_are_those_of_the_run_whatever_the_parts() {
        for shards in [&["1/1"][..], &["3/3", "1/3", "2/3"], &["2/2", "1/3", "1/4", "2/4", "7/30"]]
        {
            let folder = tempfile::tempdir().unwrap();
            for shard in shards {
                write(folder.path(), shard);
            }
            let files = ShardFile::find_all(folder.path(), &run()).unwrap();
            assert_eq!(files.len(), shards.len());
            let mut rows = Rows::of(&files);
            for number in 0..20 {
                assert_eq!(rows.next_row().unwrap(), Some((number, row(number))), "{shards:?}");
            }
            assert_eq!(rows.next_row().unwrap(), None);
        }
    }

    #[test]
    fn each_changed_byte_and_each_lost_end_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "2/5");
        let text = fs::read(&path).unwrap();
        for length in 0..text.len() {
            fs::write(&path, &text[..length]).unwrap();
            assert!(ShardFile::check(&path).is_err(), "{length} bytes");
        }
        for at in 0..text.len() {
            let mut changed = text.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(ShardFile::check(&path).is_err(), "byte {at}");
        }
        fs::write(&path, [&text[..], b"\n"].concat()).unwrap();
        assert_eq!(why(&path), "goes on behind its closing line");
        fs::write(&path, &text).unwrap();
        assert_eq!(ShardFile::check(&path).unwrap().header, header("2/5"));
    }

    #[test]
    fn damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path(), "2/5");
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let damaged = |lines: &[&str]| {
            fs::write(&path, lines.concat()).unwrap();
            why(&path)
        };
        assert_eq!(damaged(&lines[..3]), "breaks off after 2 of 4 rows");
        assert_eq!(damaged(&lines[..5]), "breaks off before its closing line");
        assert_eq!(damaged(&[&lines[..2], &lines[3..]].concat()), "has 3 of 4 rows");
        let swapped = [lines[0], lines[2], lines[1], lines[3], lines[4], lines[5]];
        assert_eq!(damaged(&swapped), "has been changed since it was written");
        assert_eq!(damaged(&lines[1..]), "is not a shard");
        assert_eq!(damaged(&[]), "is not a shard");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(why(&path), "is a folder");
    }

    #[test]
    fn a_shard_is_found_by_its_content() {
        let folder = tempfile::tempdir().unwrap();
        assert!(ShardFile::find(folder.path(), &header("2/5")).unwrap().is_none());
        let path = write(folder.path(), "2/5");
        // What a killed process leaves.
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let left = folder.path().join(format!(".{name}.7-00000000.part"));
        fs::write(&left, "half").unwrap();
        let found = ShardFile::find(folder.path(), &header("2/5")).unwrap().unwrap();
        assert_eq!((found.path, left.exists()), (path.clone(), false));
        assert!(ShardFile::find(folder.path(), &header("3/5")).unwrap().is_none());
        // The same file under the name of another one.
        let other = Header { run: Run { rows: 21, ..run() }, ..header("2/5") };
        fs::rename(&path, folder.path().join(other.file_name())).unwrap();
        let damage = ShardFile::find(folder.path(), &other).unwrap_err();
        assert_eq!(damage.why, "belongs to another run");
    }

    #[test]
    fn shards_that_overlap_have_to_be_equal() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "1/1");
        let header = header("2/2");
        let mut writer = Writer::begin(folder.path(), &header).unwrap();
        header.numbers().for_each(|it| writer.row(&row(if it == 13 { 0 } else { it })).unwrap());
        writer.finish().unwrap();
        let files = ShardFile::find_all(folder.path(), &run()).unwrap();
        let mut rows = Rows::of(&files);
        for _ in 0..13 {
            rows.next_row().unwrap();
        }
        let error = rows.next_row().unwrap_err();
        assert!(matches!(error, RowError::Different { number: 13, .. }), "{error}");
    }

    #[test]
    fn a_writer_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::begin(&folder.path().join("new"), &header("1/4")).unwrap();
        writer.row(&row(0)).unwrap();
        drop(writer);
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 0);
        assert_eq!("1/4".parse(), Ok(Shard { part: 1, of: 4 }));
    }
}
