//! A file that gets its name only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::entries;
use crate::chance;

/// A file that is written under a temporary name in the same folder, and gets its own name when it
/// is finished. If it is dropped before, nothing remains.
///
/// Several processes may write the same file at once: each one has a temporary name of its own, the
/// last one to finish replaces the file, and files that killed processes have left are removed.
pub struct NewFile {
    file: BufWriter<File>,
    path: PathBuf,
    /// The temporary name; `None` once the file is finished.
    temporary: Option<PathBuf>,
}

/// The end of temporary names.
const UNFINISHED: &str = ".part";

impl NewFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When the system refuses to create the temporary file.
    pub fn create(path: &Path) -> io::Result<Self> {
        loop {
            // On a file system that several machines share, a process id is not unique.
            let tag = format!("{}-{:08x}", std::process::id(), chance::draw_seed());
            let temporary = path.with_file_name(format!("{}{tag}{UNFINISHED}", lead(path)));
            match File::create_new(&temporary) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                file => {
                    let (file, temporary) = (BufWriter::new(file?), Some(temporary));
                    return Ok(Self { file, path: path.to_owned(), temporary });
                }
            }
        }
    }

    /// Gives the file its name, after its bytes are on the disk.
    ///
    /// # Errors
    /// When writing fails; then there is no such file, or the old one.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        let Some(temporary) = self.temporary.take() else { return Ok(()) };
        match fs::rename(&temporary, &self.path) {
            // Another process has finished the file, and has removed this one.
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.path.exists() => {}
            Err(error) => {
                let _ = fs::remove_file(&temporary);
                return Err(error);
            }
            Ok(()) => {}
        }
        Self::clean_up(&self.path);
        Ok(())
    }

    /// Removes temporary files of a file that is finished.
    pub fn clean_up(path: &Path) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let (lead, folder) = (lead(path), folder.unwrap_or(Path::new(".")));
        for found in entries(folder).unwrap_or_default() {
            let name = found.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with(&lead) && name.ends_with(UNFINISHED) {
                let _ = fs::remove_file(&found);
            }
        }
    }
}

/// The beginning of temporary names for a file.
fn lead(path: &Path) -> String {
    format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        entries(folder).unwrap().iter().map(name).collect()
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"one").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(folder.path()), Vec::<String>::new());
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"two").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(names(folder.path()), ["a.jsonl"]);
    }

    #[test]
    fn two_writers_of_a_file_do_no_harm_and_leave_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut writers = [(); 2].map(|()| NewFile::create(&path).unwrap());
        for writer in &mut writers {
            writer.write_all(b"same").unwrap();
        }
        // A killed process leaves such a file, and other files have similar names.
        fs::write(folder.path().join(".a.jsonl.1-2.part"), "").unwrap();
        fs::write(folder.path().join(".b.jsonl.1-2.part"), "").unwrap();
        for writer in writers {
            writer.finish().unwrap();
            assert_eq!(names(folder.path()), [".b.jsonl.1-2.part", "a.jsonl"]);
            assert_eq!(fs::read_to_string(&path).unwrap(), "same");
        }
    }
}
