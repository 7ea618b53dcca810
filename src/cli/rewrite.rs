//! Writes a transcript anew in its place.

use std::path::Path;

use super::setup;
use crate::diagnostic::Diagnostic;
use crate::files::save;
use crate::transcript::{ReplayReport, Transcript};

/// Writes a transcript anew with the changes that happened, unless it says the same already.
pub(super) fn rewrite(
    file: &Path,
    transcript: &Transcript,
    report: &ReplayReport,
) -> Result<bool, Diagnostic> {
    if report.rewritten == *transcript.source.text {
        return Ok(false);
    }
    let written =
        setup::mark(file).and_then(|mark| save(file, &format!("{mark}{}", report.rewritten)));
    written.map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", file.display());
        Diagnostic::new(message).hint("it is as it was before")
    })?;
    Ok(true)
}
