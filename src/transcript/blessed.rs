//! The text of a transcript written anew: changes as they happened, all else to the byte.
//!
//! Is told what happened, and knows nothing of games.

use std::ops::Range;

use super::merge::Step;
use super::tree::Transcript;

/// Writes a transcript anew, row by row.
pub(super) struct Blessed<'a> {
    transcript: &'a Transcript,
    rows: Vec<&'a str>,
    text: String,
}

impl<'a> Blessed<'a> {
    /// Begins with nothing.
    pub(super) fn new(transcript: &'a Transcript) -> Self {
        let rows = transcript.source.text.split('\n').collect();
        Self { transcript, rows, text: String::new() }
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

    /// Keeps the space around a line and its comment, with these words in place of its own.
    pub(super) fn say(&mut self, at: usize, words: &str) {
        self.row(at, &self.transcript.row_saying(at, words));
    }

    /// Keeps a line, and writes what happened in the places of what is written below it.
    pub(super) fn changes(&mut self, at: usize, steps: Vec<Step<'_>>) {
        self.keep(at);
        for between in steps.split_inclusive(|step| matches!(step, Step::Both(..))) {
            self.put(between);
        }
    }

    /// Puts what happened in the places of what did not, with the comments there; what is left
    /// of it follows below.
    fn put(&mut self, steps: &[Step<'_>]) {
        let missed = |step: &Step<'_>| match *step {
            Step::Missed(change) => Some(change.text.clone()),
            _ => None,
        };
        let mut missed = steps.iter().filter_map(missed);
        for step in steps {
            match *step {
                Step::Both(row, _) | Step::Other(row) => self.keep(row),
                Step::Written(row, _) => match missed.next() {
                    Some(text) => self.say(row, &text),
                    None => self.keep_comment(row),
                },
                Step::Missed(_) => {
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
