//! Rewrites the text of a transcript: with the changes that happened, and all else to the byte.
//!
//! Gets the changes from `replay`, and knows nothing of games.

use std::cmp::Reverse;
use std::ops::Range;

use super::merge::MergeStep;
use super::tree::Transcript;

/// Which changes that happened and are not written are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AddedChanges {
    /// All.
    #[default]
    All,
    /// Those that take the place of a line that is not so; all where the transcript says that it
    /// has all changes.
    InPlace,
}

/// Rewrites a transcript row by row.
pub(super) struct Rewriter<'a> {
    transcript: &'a Transcript,
    rows: Vec<&'a str>,
    is_sparing: bool,
    text: String,
}

impl<'a> Rewriter<'a> {
    /// Begins with nothing.
    pub(super) fn new(transcript: &'a Transcript, added: AddedChanges) -> Self {
        let rows = transcript.source.text.split('\n').collect();
        let is_sparing = added == AddedChanges::InPlace && !transcript.header.is_complete;
        Self { transcript, rows, is_sparing, text: String::new() }
    }

    /// The text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Keeps a line as it is written, to the byte.
    pub(super) fn keep(&mut self, at: usize) {
        self.row(at, self.rows[at]);
    }

    /// Keeps some lines.
    pub(super) fn keep_all(&mut self, rows: Range<usize>) {
        rows.for_each(|row| self.keep(row));
    }

    /// Replaces the words of a line, and keeps the space around them and its comment.
    pub(super) fn replace(&mut self, at: usize, words: &str) {
        self.row(at, &self.transcript.row_with(at, words));
    }

    /// Keeps a line, and writes what happened in the places of what is written below it.
    pub(super) fn changes(&mut self, at: usize, mut steps: Vec<MergeStep<'_>>) {
        if self.is_sparing {
            leave_out(&mut steps);
        }
        self.keep(at);
        for between in steps.split_inclusive(|step| matches!(step, MergeStep::Both(..))) {
            self.put(between);
        }
    }

    /// Puts what happened in the places of what did not, with the comments there; what is left
    /// of it follows below.
    fn put(&mut self, steps: &[MergeStep<'_>]) {
        let missed = |step: &MergeStep<'_>| match *step {
            MergeStep::Missed(change) => Some(change.text.clone()),
            _ => None,
        };
        let mut missed = steps.iter().filter_map(missed);
        for step in steps {
            match *step {
                MergeStep::Both(row, _) | MergeStep::Other(row) => self.keep(row),
                MergeStep::Written(row, _) => match missed.next() {
                    Some(text) => self.replace(row, &text),
                    None => self.keep_comment(row),
                },
                MergeStep::Missed(_) => {
                    if let Some(text) = missed.next() {
                        self.write(&format!("  {text}"));
                    }
                }
            }
        }
    }

    /// Keeps the comment of a line that is dropped.
    fn keep_comment(&mut self, at: usize) {
        let comment = self.transcript.around(at).1.trim();
        if !comment.is_empty() {
            self.write(&format!("  {comment}"));
        }
    }

    /// Writes what stands in the row of a line.
    fn row(&mut self, at: usize, row: &str) {
        self.end_line();
        self.text.push_str(row);
        if at + 1 < self.rows.len() {
            self.text.push('\n');
        }
    }

    /// Writes a line anew.
    fn write(&mut self, row: &str) {
        self.end_line();
        self.text.push_str(row);
        self.text.push_str(self.transcript.line_end());
    }

    /// Ends a last line that has no end.
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str(self.transcript.line_end());
        }
    }
}

/// Leaves out what is not written, but for each line that is not so the change most like it.
fn leave_out(steps: &mut Vec<MergeStep<'_>>) {
    let missed = steps.iter().enumerate().filter_map(|(at, step)| match step {
        MergeStep::Missed(change) => Some((at, change.text.as_str())),
        _ => None,
    });
    // There are few of these, whatever is written.
    let mut missed: Vec<(usize, &str)> = missed.collect();
    let mut kept: Vec<usize> = Vec::new();
    for step in steps.iter() {
        let MergeStep::Written(_, text) = step else { continue };
        let alike = missed.iter().enumerate().filter_map(|(number, &(_, change))| {
            likeness(text, change).map(|words| (words, Reverse(number)))
        });
        if let Some((_, Reverse(number))) = alike.max() {
            kept.push(missed.remove(number).0);
        }
    }
    let mut at = 0..steps.len();
    steps.retain(|step| {
        let is_kept = at.next().is_some_and(|at| kept.contains(&at));
        is_kept || !matches!(step, MergeStep::Missed(_))
    });
}

/// How many words two changes share, where those are half of the shorter one at least.
fn likeness(one: &str, other: &str) -> Option<usize> {
    let [one, other] = [one, other].map(|text| text.split(' ').collect::<Vec<_>>());
    let shared = one.iter().filter(|word| other.contains(word)).count();
    (2 * shared >= one.len().min(other.len())).then_some(shared)
}
