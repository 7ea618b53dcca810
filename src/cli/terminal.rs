//! The standard streams, as everything that is shown goes through them.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::diagnostic::{is_hidden, visible};

/// A standard stream. What is written to it is text from anywhere, so characters that steer
/// terminals are written out; what has colors of our own goes through [`Terminal::styled`].
pub(super) struct Terminal(Box<dyn Write>);

impl Terminal {
    /// The stream of results.
    pub(super) fn stdout() -> Self {
        Self(Box::new(anstream::AutoStream::auto(io::stdout())))
    }

    /// The stream of progress and notes.
    pub(super) fn stderr() -> Self {
        Self(Box::new(anstream::AutoStream::auto(io::stderr())))
    }

    /// Writes a JSON text, with escapes for hidden characters: they can only stand in its strings.
    pub(super) fn json(&mut self, json: &str) -> io::Result<()> {
        let mut plain = String::with_capacity(json.len() + 1);
        for character in json.chars() {
            if is_hidden(character) {
                write!(plain, "\\u{:04x}", u32::from(character)).expect("a string takes text");
            } else {
                plain.push(character);
            }
        }
        plain.push('\n');
        self.0.write_all(plain.as_bytes())
    }

    /// Writes a text with escape codes of colors, whose other parts are visible already.
    pub(super) fn styled(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(visible(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
