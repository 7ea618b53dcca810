//! Recordings that were cut off: the program was killed, or only a part was copied.
//!
//! Whoever writes a transcript by hand need not say where it ends.

use super::tree::{Body, Line, Transcript};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What is said of the line where a recording breaks off.
const MESSAGE: &str = "the recording is cut off here";

/// Whether a note says that a recording was cut off.
pub(super) fn is_cut(note: &Diagnostic) -> bool {
    note.message == MESSAGE
}

/// Whether this is a recording without its last line; not where only its beginning was read.
fn lacks_end(transcript: &Transcript) -> bool {
    let is_whole = transcript.lines.len() >= transcript.source.text.lines().count();
    let has_end = transcript.lines.iter().any(|line| line.body == Body::Finish);
    is_whole && transcript.header.engine.is_some() && !has_end
}

/// A warning at the last line of a recording that lacks its end.
pub(super) fn cut_off(transcript: &Transcript) -> Option<Diagnostic> {
    if let Some(known) = transcript.notes.iter().find(|note| is_cut(note)) {
        return Some(known.clone());
    }
    let last = transcript.lines.iter().rfind(|line| line.body != Body::Blank)?;
    lacks_end(transcript).then(|| {
        let note = transcript.source.error(last.span.clone(), MESSAGE).warning();
        note.hint("`end of recording` is missing: the program was stopped, or a part was copied")
    })
}

/// The place of the last line that is not indented, in a recording that lacks its end: what it
/// says may not be whole.
pub(super) fn last_cut(transcript: &Transcript) -> Option<usize> {
    let has_begun = |line: &Line| !matches!(line.body, Body::Header | Body::Blank);
    if !lacks_end(transcript) || !transcript.lines.iter().any(has_begun) {
        return None;
    }
    let begins = |row: &str| !row.is_empty() && !row.starts_with([' ', '\t', '#', '\r']);
    let rows = transcript.source.text.lines().enumerate();
    rows.filter(|(_, row)| begins(row)).last().map(|(at, _)| at)
}

/// Whether the last line may lack a part of its words.
pub(super) fn ends_in_a_line(transcript: &Transcript) -> bool {
    !transcript.source.text.ends_with('\n')
}

/// The recording up to its last whole line, where nothing is wrong above the one that was
/// cut off.
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

/// What is wrong as a result of the recording breaking off after this line began.
pub(super) fn as_cut(transcript: &Transcript, wrong: Diagnostic, last: usize) -> Diagnostic {
    let mut hints = vec![format!("line {} is left out: what stands above it is whole", last + 1)];
    if last > 0 {
        let above = format!("{}:{last}", transcript.source.file);
        hints.push(format!("to copy that, type `newcatan fork {above} --record branch.game`"));
    }
    let notes = std::iter::once(wrong.message).chain(wrong.notes).collect();
    Diagnostic { message: MESSAGE.into(), notes, hints, ..wrong }.warning()
}
