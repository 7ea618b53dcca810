//! The positions of declarations.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;

/// The position of a declaration.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The path of the file, including the folder of its pack.
    pub file: String,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
}

impl Origin {
    /// The position of a diagnostic.
    pub(crate) fn of(place: &Diagnostic) -> Self {
        Self { file: place.file.clone(), line: place.line }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.file)
        } else {
            write!(f, "{}:{}", self.file, self.line)
        }
    }
}
