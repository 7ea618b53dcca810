//! A prefix of a transcript: its lines up to a given one.
//!
//! Works on the text only; `replay` plays the lines.

use super::check::group_end;
use super::parser::{check_lines, read};
use super::print::{pack_line, scenario_hash_line};
use super::tree::{Body, Line, Transcript};
use crate::diagnostic::Diagnostics;
use crate::rules::Rules;

/// Parses a transcript up to a line, counted from 1, including the whole group of that line. Later
/// lines may be invalid.
///
/// # Errors
/// Every invalid line up to there, a line within the header, or a missing scenario.
pub fn parse_prefix(text: &str, file: &str, line: usize) -> Result<Transcript, Diagnostics> {
    check_lines(text, file)?;
    let (mut transcript, mut wrong) = read(text, file);
    let lines = &transcript.lines;
    let mut end = 0;
    while end < line.min(lines.len()) {
        end = group_end(lines, end);
    }
    if let Some(header) = lines.iter().rposition(|line| line.body == Body::Header)
        && header >= end
    {
        let wrong = transcript.source.error_on(line, "the header continues below this line");
        let hint = format!("choose line {}, which ends the header, or a later line", header + 1);
        return Err(wrong.hint(hint).into());
    }
    transcript.lines.truncate(end);
    wrong.0.retain(|wrong| wrong.line <= end);
    transcript.unless_any(wrong)
}

impl Transcript {
    /// The text of the lines. With `rules`, their packs and scenario replace those of the header.
    pub fn rows(&self, rules: Option<&Rules>) -> String {
        let row = |(at, line): (usize, &Line)| {
            let now = rules.and_then(|rules| self.header_now(line, rules));
            self.row_with(at, now.as_deref().unwrap_or(&self.source.text[line.span.clone()]))
        };
        let rows: Vec<String> = self.lines.iter().enumerate().map(row).collect();
        rows.join("\n")
    }

    /// The line ending of the text.
    pub fn line_end(&self) -> &'static str {
        let first = self.source.text.split('\n').next();
        if first.is_some_and(|row| row.ends_with('\r')) { "\r\n" } else { "\n" }
    }

    /// The header line of a pack, or of the scenario's hash, for these rules; `None` for other
    /// lines.
    pub(super) fn header_now(&self, line: &Line, rules: &Rules) -> Option<String> {
        let hash = self.header.scenario_hash.as_ref();
        if hash.is_some_and(|hash| line.span.contains(&hash.span.start)) {
            return Some(scenario_hash_line(rules));
        }
        let mut packs = self.header.packs.iter();
        let written = packs.find(|pack| line.span.contains(&pack.id.span.start))?;
        let now = rules.packs.iter().find(|pack| pack.id == written.id.text)?;
        Some(pack_line(now))
    }

    /// The row of a line with other words; surrounding spaces and its comment are unchanged.
    pub(super) fn row_with(&self, at: usize, words: &str) -> String {
        let (before, after) = self.around(at);
        format!("{before}{words}{after}")
    }

    /// The text before and after the words of a line in its row.
    pub(super) fn around(&self, at: usize) -> (&str, &str) {
        let text = &*self.source.text;
        let span = &self.lines[at].span;
        let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |length| span.end + length);
        (&text[start..span.start], &text[span.end..end])
    }
}
