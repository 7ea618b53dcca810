//! Rewrites files in place.

use std::path::Path;

use super::problem::unwritable;
use super::setup;
use crate::diagnostic::Result;
use crate::files::save;
use crate::transcript::{ReplayReport, Transcript};

/// Replaces the text of a transcript, unless it is unchanged.
pub(super) fn rewrite(file: &Path, transcript: &Transcript, report: &ReplayReport) -> Result<bool> {
    if report.rewritten == *transcript.source.text {
        return Ok(false);
    }
    replace(file, &report.rewritten)?;
    Ok(true)
}

/// Replaces the text of a file, and keeps its byte order mark.
pub(super) fn replace(file: &Path, text: &str) -> Result {
    let written = setup::mark(file).and_then(|mark| save(file, &format!("{mark}{text}")));
    written.map_err(|error| unwritable(file, &error).hint("the file was not changed"))
}
