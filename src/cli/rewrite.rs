//! Rewrites a transcript in place.

use std::path::Path;

use super::setup;
use crate::diagnostic::{Diagnostic, Result};
use crate::files::save;
use crate::transcript::{ReplayReport, Transcript};

/// Replaces the text of a transcript, unless it is unchanged.
pub(super) fn rewrite(file: &Path, transcript: &Transcript, report: &ReplayReport) -> Result<bool> {
    if report.rewritten == *transcript.source.text {
        return Ok(false);
    }
    let written =
        setup::mark(file).and_then(|mark| save(file, &format!("{mark}{}", report.rewritten)));
    written.map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", file.display());
        Diagnostic::new(message).hint("it was not changed")
    })?;
    Ok(true)
}
