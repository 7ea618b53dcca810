//! Writes a transcript anew in its place: as a whole or not at all.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;

use super::setup;
use crate::diagnostic::Diagnostic;
use crate::transcript::{Report, Transcript};

/// Writes a transcript anew with the changes that happened, unless it says the same already.
pub(super) fn rewrite(
    file: &Path,
    transcript: &Transcript,
    report: &Report,
) -> Result<bool, Diagnostic> {
    if report.blessed == *transcript.source.text {
        return Ok(false);
    }
    let written =
        setup::mark(file).and_then(|mark| replace(file, &format!("{mark}{}", report.blessed)));
    written.map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", file.display());
        Diagnostic::new(message).hint("it is as it was before")
    })?;
    Ok(true)
}

/// Puts a new file in the place of one, or of the one that a link leads to.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let file = fs::canonicalize(file)?;
    // What may not be written is not replaced either.
    let permissions = OpenOptions::new().write(true).open(&file)?.metadata()?.permissions();
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let new = File::create_new(&beside)?;
    let filled = fill(new, text, permissions).and_then(|()| fs::rename(&beside, &file));
    if filled.is_err() {
        // The cause is what is told, not that a rest of it stays.
        let _ = fs::remove_file(&beside);
    }
    filled
}

/// Writes a text to a new file, down to the disk.
fn fill(mut file: File, text: &str, permissions: Permissions) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}
