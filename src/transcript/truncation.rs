//! Recordings that are incomplete because the program was killed or only a part was copied.
//!
//! Transcripts written by hand need no `end` line.

use super::tree::{Body, Line, Transcript};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The message for the line at which a recording ends.
const MESSAGE: &str = "the recording is cut off here";

/// Whether a note is about an incomplete recording.
pub(super) fn is_cut(note: &Diagnostic) -> bool {
    note.message == MESSAGE
}

/// How a comment begins that `fork` writes below the beginning of a game.
pub const FORKED: &str = "# forked from ";

/// Whether a recording lacks its `end` line; false if only its beginning was parsed or written.
fn lacks_end(transcript: &Transcript) -> bool {
    let is_whole = transcript.lines.len() >= transcript.source.text.lines().count();
    let has_end = transcript.lines.iter().any(|line| line.body == Body::Finish);
    let last = transcript.source.text.lines().rfind(|row| !row.trim().is_empty());
    let is_beginning = last.is_some_and(|row| row.starts_with(FORKED));
    is_whole && transcript.header.engine.is_some() && !has_end && !is_beginning
}

/// A warning at the last line of an incomplete recording.
pub(super) fn cut_off(transcript: &Transcript) -> Option<Diagnostic> {
    if let Some(known) = transcript.notes.iter().find(|note| is_cut(note)) {
        return Some(known.clone());
    }
    let last = transcript.lines.iter().rfind(|line| line.body != Body::Blank)?;
    lacks_end(transcript).then(|| {
        let note = transcript.source.error(last.span.clone(), MESSAGE).warning();
        note.hint("`end of recording` is missing: the program was stopped, or only part of the file was copied")
    })
}

/// The index of the last line of an incomplete recording that is not indented. This line may
/// itself be incomplete.
pub(super) fn last_cut(transcript: &Transcript) -> Option<usize> {
    let has_begun = |line: &Line| !matches!(line.body, Body::Header | Body::Blank);
    if !lacks_end(transcript) || !transcript.lines.iter().any(has_begun) {
        return None;
    }
    let begins = |row: &str| !row.is_empty() && !row.starts_with([' ', '\t', '#', '\r']);
    let rows = transcript.source.text.lines().enumerate();
    rows.filter(|(_, row)| begins(row)).last().map(|(at, _)| at)
}

/// Whether the last line may be incomplete.
pub(super) fn ends_in_a_line(transcript: &Transcript) -> bool {
    !transcript.source.text.ends_with('\n')
}

/// Drops an incomplete last line, if all errors are at or below it.
pub(super) fn up_to_cut(
    mut transcript: Transcript,
    wrong: Diagnostics,
) -> Result<Transcript, Diagnostics> {
    let last = last_cut(&transcript).filter(|_| ends_in_a_line(&transcript));
    let Some(last) = last.filter(|last| wrong.0.iter().all(|one| one.line > *last)) else {
        return Err(Diagnostics(transcript.notes.into_iter().chain(wrong.0).collect()));
    };
    let first = wrong.0.into_iter().next();
    transcript.notes.extend(first.map(|wrong| as_cut(&transcript, wrong, last)));
    transcript.lines[last..].iter_mut().for_each(|line| line.body = Body::Blank);
    Ok(transcript)
}

/// The warning for an error caused by the incomplete line `last`.
pub(super) fn as_cut(transcript: &Transcript, wrong: Diagnostic, last: usize) -> Diagnostic {
    let mut hints = vec![format!("line {} is ignored: everything above it is complete", last + 1)];
    if last > 0 {
        let above = format!("{}:{last}", transcript.source.file);
        hints.push(format!(
            "to copy the lines above it, type `newcatan fork {above} --record branch.game`"
        ));
    }
    let notes = std::iter::once(wrong.message).chain(wrong.notes).collect();
    Diagnostic { message: MESSAGE.into(), notes, hints, ..wrong }.warning()
}
