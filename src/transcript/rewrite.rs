//! Rewrites the changes in the text of a transcript; all other bytes are unchanged.
//!
//! Gets the changes from `replay`, and does not depend on games.

use std::cmp::Reverse;
use std::ops::Range;

use super::merge::MergeStep;
use super::tree::Transcript;

/// Which missing changes are added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AddedChanges {
    /// All.
    #[default]
    All,
    /// Only changes that replace a wrong line; all changes if the transcript is marked as complete.
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
    /// Begins with an empty text.
    pub(super) fn new(transcript: &'a Transcript, added: AddedChanges) -> Self {
        let rows = transcript.source.text.split('\n').collect();
        let is_sparing = added == AddedChanges::InPlace && !transcript.header.is_complete;
        Self { transcript, rows, is_sparing, text: String::new() }
    }

    /// Returns the text.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Copies a line verbatim.
    pub(super) fn keep(&mut self, at: usize) {
        self.row(at, self.rows[at]);
    }

    /// Copies some lines verbatim.
    pub(super) fn keep_all(&mut self, rows: Range<usize>) {
        rows.for_each(|row| self.keep(row));
    }

    /// Replaces the words of a line; surrounding spaces and its comment are unchanged.
    pub(super) fn replace(&mut self, at: usize, words: &str) {
        self.row(at, &self.transcript.row_with(at, words));
    }

    /// Copies a line, and replaces the changes written below it with the actual ones.
    pub(super) fn changes(&mut self, at: usize, mut steps: Vec<MergeStep<'_>>) {
        if self.is_sparing {
            leave_out(&mut steps);
        }
        self.keep(at);
        for between in steps.split_inclusive(|step| matches!(step, MergeStep::Both(..))) {
            self.put(between);
        }
    }

    /// Writes the actual changes in place of wrong lines, with the comments of these lines. The
    /// remaining changes follow below.
    fn put(&mut self, steps: &[MergeStep<'_>]) {
        let missed = |step: &MergeStep<'_>| match *step {
            MergeStep::Missing(change) => Some(change.text.clone()),
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
                MergeStep::Missing(_) => {
                    if let Some(text) = missed.next() {
                        self.write(&format!("  {text}"));
                    }
                }
            }
        }
    }

    /// Keeps the comment of a removed line.
    fn keep_comment(&mut self, at: usize) {
        let comment = self.transcript.around(at).1.trim();
        if !comment.is_empty() {
            self.write(&format!("  {comment}"));
        }
    }

    /// Writes a row in place of a line.
    fn row(&mut self, at: usize, row: &str) {
        self.end_line();
        self.text.push_str(row);
        if at + 1 < self.rows.len() {
            self.text.push('\n');
        }
    }

    /// Writes a new line.
    fn write(&mut self, row: &str) {
        self.end_line();
        self.text.push_str(row);
        self.text.push_str(self.transcript.line_end());
    }

    /// Adds a missing newline at the end.
    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str(self.transcript.line_end());
        }
    }
}

/// Drops missing changes, except for the one most similar to each wrong line.
fn leave_out(steps: &mut Vec<MergeStep<'_>>) {
    let missed = steps.iter().enumerate().filter_map(|(at, step)| match step {
        MergeStep::Missing(change) => Some((at, change.text.as_str())),
        _ => None,
    });
    // There are few missing changes.
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
        is_kept || !matches!(step, MergeStep::Missing(_))
    });
}

/// The number of words that two changes share, if these are at least half of the words in the
/// shorter change.
fn likeness(one: &str, other: &str) -> Option<usize> {
    let [one, other] = [one, other].map(|text| text.split(' ').collect::<Vec<_>>());
    let shared = one.iter().filter(|word| other.contains(word)).count();
    (2 * shared >= one.len().min(other.len())).then_some(shared)
}
