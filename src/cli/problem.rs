//! The reasons why a command fails.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::files;
use crate::game::Refusal;
use crate::rules::Failure;
use crate::seat::Stop;

/// The exit code of a program that is interrupted from the keyboard.
pub(super) const INTERRUPTED: u8 = 130;

/// The reason why a command failed.
#[derive(Debug)]
pub(super) enum Problem {
    /// Files have errors.
    Files(Diagnostics),
    /// The error is already reported; only the exit code is missing.
    Reported,
    /// The output has been closed.
    Closed,
    /// The user has interrupted the program; the results so far are printed.
    Interrupted,
    /// A player has left the game, and this has been reported.
    Left,
}

impl From<Diagnostics> for Problem {
    fn from(diagnostics: Diagnostics) -> Self {
        Self::Files(diagnostics)
    }
}

impl From<Diagnostic> for Problem {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Files(diagnostic.into())
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Diagnostic::new(error.to_string()).into(),
        }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        failed(&failure).into()
    }
}

impl From<Refusal> for Problem {
    fn from(refused: Refusal) -> Self {
        match refused {
            Refusal::Illegal(_) => Diagnostic::new(refused.to_string()).into(),
            Refusal::Failed(failure) => failure.into(),
        }
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Failed(failure) => failure.into(),
            Stop::Watcher(error) => error.into(),
            Stop::Left(_) | Stop::Bot(_) | Stop::Stuck { .. } => {
                Diagnostic::new(stop.to_string()).into()
            }
        }
    }
}

/// Checks before a long run that the file with its result can be written, if one is wanted.
pub(super) fn check_writable(file: Option<&Path>) -> Result<(), Diagnostic> {
    let Some(file) = file else { return Ok(()) };
    files::check_savable(file).map_err(|error| unwritable(file, &error))
}

/// The diagnostic for a file that cannot be written.
pub(super) fn unwritable(file: &Path, error: &impl Display) -> Diagnostic {
    Diagnostic::new(format!("`{}` cannot be written: {error}", file.display()))
}

/// The diagnostic for a failure of a rule, with its call stack.
pub(super) fn failed(failure: &Failure) -> Diagnostic {
    let mut diagnostic = Diagnostic {
        file: failure.origin.file.clone(),
        line: failure.origin.line,
        column: failure.column,
        ..Diagnostic::new(failure.message.clone())
    };
    diagnostic.notes.extend(failure.trace.iter().cloned());
    diagnostic.hints(failure.hint.clone())
}

/// Calls a function and returns the number of its memory allocations.
pub type Allocations = fn(&mut dyn FnMut()) -> u64;
