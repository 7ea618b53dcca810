//! Recordings that were cut off: the program was killed, or only a part was copied.
//!
//! Whoever writes a transcript by hand need not say where it ends.

use super::tree::{Body, Line, Transcript};
use crate::diagnostic::{Diagnostic, Diagnostics};

/// What is said of the line where a recording breaks off.
const MESSAGE: &str = "the recording is cut off here";

impl Transcript {
    /// Whether this is a recording without its last line; not where only its beginning was read.
    fn lacks_end(&self) -> bool {
        let is_whole = self.lines.len() >= self.source.text.lines().count();
        let has_end = self.lines.iter().any(|line| line.body == Body::Finish);
        is_whole && self.header.engine.is_some() && !has_end
    }

    /// A warning at the last line of a recording that lacks its end.
    pub(super) fn cut_off(&self) -> Option<Diagnostic> {
        let last = self.lines.iter().rfind(|line| line.body != Body::Blank)?;
        self.lacks_end().then(|| {
            let note = self.source.error(last.span.clone(), MESSAGE).warning();
            note.hint(
                "`end of recording` is missing: the program was stopped, or a part was copied",
            )
        })
    }

    /// What is wrong with a recording; in the last lines of one that lacks its end, told as what
    /// it is.
    pub(super) fn cut_off_at(&self, wrong: Diagnostics) -> Diagnostics {
        let has_begun = |line: &Line| !matches!(line.body, Body::Header | Body::Blank);
        if !self.lacks_end() || !self.lines.iter().any(has_begun) {
            return wrong;
        }
        let rows = self.source.text.lines().enumerate().map(|(index, row)| (index + 1, row));
        let begins = |row: &str| !row.is_empty() && !row.starts_with([' ', '\t', '#']);
        let last = rows.filter(|(_, row)| begins(row)).last().map_or(0, |(line, _)| line);
        let is_above = |wrong: &Diagnostic| wrong.line < last.max(1);
        let told = |wrong| if is_above(&wrong) { wrong } else { self.as_cut(wrong, last) };
        Diagnostics(wrong.0.into_iter().map(told).collect())
    }

    /// What is wrong as a result of the recording breaking off after this line began.
    fn as_cut(&self, wrong: Diagnostic, last: usize) -> Diagnostic {
        let mut hints = vec![format!("delete from line {last} on: what stands above it is whole")];
        if last > 1 {
            let above = format!("{}:{}", self.source.file, last - 1);
            hints.push(format!("or copy it: `newcatan fork {above} --record branch.game`"));
        }
        let notes = std::iter::once(wrong.message).chain(wrong.notes).collect();
        Diagnostic { message: MESSAGE.into(), notes, hints, ..wrong }
    }
}
