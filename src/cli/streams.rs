//! The standard streams; all output of the program goes through them.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::problem::Problem;
use crate::diagnostic::{Diagnostics, in_line, is_hidden, visible};

/// Whether stdout is in the middle of a line.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// A standard stream. Control characters in its text are escaped, since the text can come from
/// anywhere; colors go through [`Out::styled`].
pub(super) struct Out {
    stream: Box<dyn Write>,
    is_stdout: bool,
}

impl Out {
    /// The stream of results.
    pub(super) fn stdout() -> Self {
        Self { stream: Box::new(anstream::AutoStream::auto(io::stdout())), is_stdout: true }
    }

    /// The stream of progress and notes.
    pub(super) fn stderr() -> Self {
        Self { stream: Box::new(anstream::AutoStream::auto(io::stderr())), is_stdout: false }
    }

    /// Records that the user has ended the line by pressing Enter.
    pub(super) fn entered() {
        IS_OPEN.store(false, Ordering::Relaxed);
    }

    /// Writes a value as JSON and escapes hidden characters, which can only occur in its strings.
    pub(super) fn json(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        let json = serde_json::to_string_pretty(value).expect("these types serialize to JSON");
        let mut plain = String::with_capacity(json.len() + 1);
        for character in json.chars() {
            if is_hidden(character) {
                write!(plain, "\\u{:04x}", u32::from(character)).expect("writing cannot fail");
            } else {
                plain.push(character);
            }
        }
        plain.push('\n');
        self.styled(&plain)
    }

    /// Writes text with escape codes for colors; the rest of it must already be escaped.
    pub(super) fn styled(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())?;
        if self.is_stdout && !text.is_empty() {
            IS_OPEN.store(!text.ends_with('\n'), Ordering::Relaxed);
        }
        Ok(())
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.styled(&visible(&String::from_utf8_lossy(bytes)))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The name of a file, escaped to fit on one line.
pub(super) fn shown(file: &Path) -> String {
    in_line(&file.to_string_lossy())
}

/// The output streams of a command.
pub(super) struct Streams {
    /// Results.
    pub(super) out: Out,
    /// Progress and notes.
    pub(super) err: Out,
}

impl Streams {
    /// The streams of the process.
    pub(super) fn standard() -> Self {
        Self { out: Out::stdout(), err: Out::stderr() }
    }

    /// Prints a result as JSON, or as `text` writes it.
    pub(super) fn print<T: Serialize>(
        &mut self,
        result: &T,
        as_json: bool,
        text: impl FnOnce(&T, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        if as_json { self.out.json(result) } else { text(result, &mut self.out) }
    }

    /// Reports diagnostics on stderr, after ending an open line.
    pub(super) fn report(&mut self, diagnostics: &Diagnostics) -> Result<(), Problem> {
        self.end_line()?;
        Ok(self.err.styled(&format!("{}\n", diagnostics.render(true)))?)
    }

    /// Ends an open line on stdout.
    pub(super) fn end_line(&mut self) -> io::Result<()> {
        if IS_OPEN.load(Ordering::Relaxed) {
            writeln!(self.out)?;
        }
        self.out.flush()
    }
}
