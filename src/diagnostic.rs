//! Diagnostics about files, shown with line, caret and hints.
//!
//! All loaders and checkers report through this module, so it uses only `count` and `limits` of the
//! crate.

mod code;
mod parser_error;
mod suggest;
mod visible;

pub use code::Code;
pub use parser_error::misread;
pub use suggest::{is_slip, suggest, suggestion};
pub use visible::{escaped_html, in_line, is_hidden, shortened_to, visible};

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstyle::AnsiColor;

use crate::count::counted;
use crate::limits::FINDINGS;

/// The maximum number of names in a hint.
const LISTED: usize = 12;
/// The maximum number of errors, and of warnings, that are shown.
pub const SHOWN: usize = 100;
/// The maximum number of characters of a line that are shown, starting with the marked part.
const EXCERPT: usize = 200;
/// The maximum number of characters of a message that are shown.
const MESSAGE: usize = 1_000;

/// A file with its text, for diagnostics about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// The path of the file, as messages show it.
    pub file: String,
    /// Its whole text.
    pub text: Arc<str>,
    /// The offsets at which its lines begin.
    starts: Arc<[usize]>,
}

impl Source {
    /// Makes a source with this path and text.
    pub fn new(file: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let starts = text.match_indices('\n').map(|(end, _)| end + 1);
        let starts = std::iter::once(0).chain(starts).collect();
        Self { file: file.into(), text, starts }
    }

    /// Decodes the bytes of a file as UTF-8.
    ///
    /// # Errors
    /// When the bytes are not UTF-8 or contain terminal control characters. The diagnostic points
    /// at the position.
    pub fn decoded(file: &str, bytes: Vec<u8>) -> Result<String, Diagnostic> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let text = String::from_utf8_lossy(error.as_bytes());
            let at = error.utf8_error().valid_up_to();
            let span = at..at + char::REPLACEMENT_CHARACTER.len_utf8();
            let wrong = Self::new(file, text.as_ref()).error(span, "this is not valid UTF-8");
            wrong.code(Code::UnreadableFile)
        })?;
        match first_hidden(&text) {
            None => Ok(text),
            Some((at, character)) => Err(Self::new(file, text).hidden(at, character)),
        }
    }

    /// The diagnostic about a control character at this byte.
    fn hidden(&self, at: usize, character: char) -> Diagnostic {
        let message =
            format!("there is a control character here: `{}`", character.escape_unicode());
        let wrong = self.error(at..at + character.len_utf8(), message);
        wrong.code(Code::UnreadableFile).hint("delete this character, which is invisible")
    }

    /// The line of a byte offset, counted from 1.
    pub fn line_of(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at).max(1)
    }

    /// The text of a line without its end; empty if there is no such line. Lines are counted from
    /// 1.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = self.starts.get(line.saturating_sub(1)) else { return "" };
        self.text[start..].lines().next().unwrap_or_default()
    }

    /// A diagnostic about a span of the text, in bytes.
    pub fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        let start = floor(&self.text, span.start);
        let line = self.line_of(start);
        let line_start = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = 1 + self.text[line_start..start].chars().count();
        let length = self.text[start..floor(&self.text, span.end).max(start)].chars().count();
        Diagnostic { line, column, length, ..self.whole(message) }
    }

    /// A diagnostic about the word or text at a line and column, both counted from 1.
    pub fn error_at(&self, line: usize, column: usize, message: impl Into<String>) -> Diagnostic {
        let found = self.line(line);
        let rest: String = found.chars().skip(column.saturating_sub(1)).collect();
        let length = match rest.strip_prefix('"').and_then(|text| text.split_once('"')) {
            Some((text, _)) => text.chars().count() + 2,
            None => rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').count().max(1),
        };
        Diagnostic { line, column: column.max(1), length, ..self.whole(message) }
    }

    /// A diagnostic about a whole line, counted from 1.
    pub fn error_on(&self, line: usize, message: impl Into<String>) -> Diagnostic {
        let found = self.line(line);
        let indent = found.chars().take_while(|c| c.is_whitespace()).count();
        let length = found.trim().chars().count();
        Diagnostic { line, column: indent + 1, length, ..self.whole(message) }
    }

    /// A diagnostic about the whole file.
    pub fn whole(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            file: self.file.clone(),
            source: Some(self.text.clone()),
            ..Diagnostic::new(message)
        }
    }
}

/// The first terminal control character, with its position; line ends do not count.
fn first_hidden(text: &str) -> Option<(usize, char)> {
    let is_line_end = |at: usize| text[at..].starts_with("\r\n");
    text.char_indices().find(|&(at, character)| is_hidden(character) && !is_line_end(at))
}

/// The start of the character that contains this byte.
fn floor(text: &str, index: usize) -> usize {
    text.floor_char_boundary(index)
}

/// A diagnostic about a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostic {
    /// The path of the file, as messages show it; empty if no file is the cause.
    pub file: String,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
    /// The column in characters, counted from 1; 0 for the whole line.
    pub column: usize,
    /// The number of marked characters.
    pub length: usize,
    /// Whether it is a warning and not an error.
    pub is_warning: bool,
    /// The kind of mistake; `None` for mistakes in a command.
    pub code: Option<Code>,
    /// The message.
    pub message: String,
    /// Additional text, such as a call stack; lines that begin with `-` and `+` are a diff.
    pub notes: Vec<String>,
    /// Suggestions for fixing the mistake.
    pub hints: Vec<String>,
    /// The text of the file.
    pub source: Option<Arc<str>>,
}

impl Diagnostic {
    /// A diagnostic without a position.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Turns this diagnostic into a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.is_warning = true;
        self
    }

    /// Sets the code.
    #[must_use]
    pub fn code(mut self, code: Code) -> Self {
        self.code = Some(code);
        self
    }

    /// Moves this diagnostic to the position of another one.
    #[must_use]
    pub fn at(self, place: Self) -> Self {
        let Self { is_warning, code, message, notes, hints, .. } = self;
        Self { is_warning, code, message, notes, hints, ..place }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds hints.
    #[must_use]
    pub fn hints(mut self, hints: impl IntoIterator<Item: Into<String>>) -> Self {
        self.hints.extend(hints.into_iter().map(Into::into));
        self
    }

    /// Adds a hint with the candidate that was probably meant, or with all candidates if there are
    /// few.
    #[must_use]
    pub fn did_you_mean(self, name: &str, candidates: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let candidates: Vec<_> = candidates.into_iter().collect();
        self.meant(name, &candidates.iter().map(AsRef::as_ref).collect::<Vec<_>>())
    }

    /// The body of `did_you_mean`, compiled once for all iterator types.
    fn meant(mut self, name: &str, candidates: &[&str]) -> Self {
        self.code.get_or_insert(Code::UnknownName);
        if let Some(meant) = suggestion(name, candidates.iter().copied()) {
            return self.hint(meant);
        }
        let mut known: Vec<String> = Vec::new();
        for name in candidates.iter().map(|name| format!("`{name}`")) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        match known.len() {
            1 => self.hint(format!("expected {}", known[0])),
            2..=LISTED => self.hint(format!("expected one of {}", known.join(", "))),
            _ => self,
        }
    }

    /// Renders the diagnostic as text, with color codes if `styled`.
    pub fn render(&self, styled: bool) -> String {
        self.rendered(styled, None)
    }

    fn rendered(&self, styled: bool, code: Option<Code>) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let level = if self.is_warning { Level::WARNING } else { Level::ERROR };
        let message = in_line(&self.message);
        let message = shortened(&message);
        let title = level.primary_title(&*message);
        let title = match code {
            Some(code) => title.id(code.name()),
            None => title,
        };
        let file = in_line(&self.file);
        let group = match self.excerpt() {
            Some((excerpt, span)) => title.element(
                Snippet::source(excerpt)
                    .path(&*file)
                    .line_start(self.line)
                    .annotation(AnnotationKind::Primary.span(span)),
            ),
            _ if self.file.is_empty() => Group::with_title(title),
            _ if self.line == 0 => title.element(Origin::path(&*file)),
            _ => title.element(Origin::path(&*file).line(self.line)),
        };
        let note = |note: &String| colored(&visible(note), styled);
        let notes: Vec<String> = self.notes.iter().map(note).collect();
        let notes = notes.iter().map(|note| Level::NOTE.message(note.as_str()));
        let hints: Vec<_> = self.hints.iter().map(|hint| visible(hint)).collect();
        let hints = hints.iter().map(|hint| Level::HELP.message(&**hint));
        renderer.decor_style(DecorStyle::Ascii).render(&[group.elements(notes.chain(hints))])
    }

    /// The visible part of the source line, and the span of the marked part in it.
    fn excerpt(&self) -> Option<(String, Range<usize>)> {
        let text = self.source.as_ref()?;
        let line = text.split('\n').nth(self.line.checked_sub(1)?)?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let byte = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
        let column = self.column.saturating_sub(1);
        let (start, end) = (byte(column), byte(column + self.length.clamp(1, EXCERPT)));
        let [before, marked] = [&line[..start], &line[start..end]].map(visible);
        let span = before.len()..before.len() + marked.len();
        let after = visible(&line[end..byte(column + EXCERPT)]);
        Some((format!("{before}{marked}{after}"), span))
    }
}

/// Shortens a long message.
fn shortened(message: &str) -> Cow<'_, str> {
    match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}...", &message[..end]).into(),
        None => message.into(),
    }
}

/// A note with the lines of its diff in red and green, if `styled`.
fn colored(note: &str, styled: bool) -> String {
    let lines = note.split('\n').map(|line| {
        let color = match line.as_bytes() {
            [b'-', b' ', ..] if styled => AnsiColor::Red,
            [b'+', b' ', ..] if styled => AnsiColor::Green,
            _ => return line.to_owned(),
        };
        let style = color.on_default();
        format!("{style}{line}{style:#}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

/// A result whose error is a diagnostic, unless another error type is given.
pub type Result<T = (), E = Diagnostic> = std::result::Result<T, E>;

/// All diagnostics about the files of a game; never empty when used as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// Adds a diagnostic, unless it is a duplicate or there are already [`FINDINGS`] of them. In
    /// the second case, the last diagnostic reports that there are more.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() || self.0.contains(&diagnostic) {
            return;
        }
        if self.0.len() == FINDINGS {
            let more = format!("more than {FINDINGS} findings: the others are not shown");
            let more = Diagnostic::new(more).code(Code::TooMany);
            self.0.push(Diagnostic { is_warning: diagnostic.is_warning, ..more.at(diagnostic) });
        } else {
            self.0.push(diagnostic);
        }
    }

    /// Whether no more diagnostics are added, so that callers can stop early.
    pub fn is_full(&self) -> bool {
        self.0.len() > FINDINGS
    }

    /// Adds diagnostics.
    pub fn extend(&mut self, more: impl IntoIterator<Item = Diagnostic>) {
        more.into_iter().for_each(|one| self.push(one));
    }

    /// Unwraps a result, and stores its error.
    pub fn keep<T>(&mut self, result: Result<T, Diagnostic>) -> Option<T> {
        result.map_err(|diagnostic| self.push(diagnostic)).ok()
    }

    /// Unwraps a result, and stores its errors.
    pub fn keep_all<T>(&mut self, result: Result<T, Self>) -> Option<T> {
        result.map_err(|wrong| wrong.0.into_iter().for_each(|one| self.push(one))).ok()
    }

    /// Sets the code of diagnostics without one.
    pub fn or_code(&mut self, code: Code) {
        for diagnostic in &mut self.0 {
            diagnostic.code.get_or_insert(code);
        }
    }

    /// Adds a hint to each diagnostic for which `hint` returns one.
    #[must_use]
    pub fn hinted(self, hint: impl Fn(&Diagnostic) -> Option<String>) -> Self {
        let hinted = |wrong: Diagnostic| {
            let hint = hint(&wrong);
            wrong.hints(hint)
        };
        Self(self.0.into_iter().map(hinted).collect())
    }

    /// Returns the value if there are no diagnostics.
    ///
    /// # Errors
    /// The diagnostics, if there are any.
    pub fn unless_any<T>(self, value: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }

    /// The text of all diagnostics, with color codes if `styled`; only the first ones if there are
    /// many.
    pub fn render(&self, styled: bool) -> String {
        self.rendered(|one| one.render(styled))
    }

    /// The text of all diagnostics, each with its code.
    pub fn render_with_codes(&self, styled: bool) -> String {
        self.rendered(|one| one.rendered(styled, one.code))
    }

    fn rendered(&self, render: impl Fn(&Diagnostic) -> String) -> String {
        let mut counts = [0; 2];
        let mut shown = Vec::new();
        for one in &self.0 {
            let count = &mut counts[usize::from(one.is_warning)];
            *count += 1;
            if *count <= SHOWN {
                shown.push(render(one));
            }
        }
        let more = |(count, what): (usize, &str)| match count.saturating_sub(SHOWN) {
            0 => None,
            _ if count > FINDINGS => {
                Some(format!("... and over {} more {what}s", FINDINGS - SHOWN))
            }
            more => Some(format!("... and {}", counted(more, &format!("more {what}")))),
        };
        shown.extend(counts.into_iter().zip(["error", "warning"]).filter_map(more));
        shown.join("\n\n")
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_line_caret_and_hint() {
        let source = Source::new("rules/x/pack.toml", "id = \"x\"\nprize = \"2 wool\"\n");
        let at = source.text.find("wool").unwrap();
        let shown = source
            .error(at..at + 4, "no resource `wool`")
            .did_you_mean("wool", ["wood", "ore"])
            .to_string();
        insta::assert_snapshot!(shown, @r#"
        error: no resource `wool`
         --> rules/x/pack.toml:2:12
          |
        2 | prize = "2 wool"
          |            ^^^^
          |
          = help: did you mean `wood`?
        "#);
    }

    #[test]
    fn a_diagnostic_without_a_line_names_its_file() {
        let shown = Source::new("rules/x.rhai", "").whole("no title").to_string();
        insta::assert_snapshot!(shown, @r"
        error: no title
        --> rules/x.rhai
        ");
    }

    #[test]
    fn of_many_diagnostics_the_first_are_shown() {
        let source = Source::new("a.game", "x\n".repeat(300));
        let mut many = Diagnostics::default();
        for line in 1..=102 {
            many.0.push(source.error(2 * line..2 * line + 1, format!("error {line}.")));
        }
        many.0.extend((1..=101).map(|line| source.error_on(line, "strange").warning()));
        let shown = many.to_string();
        assert!(shown.contains("error 100.\n   --> a.game:101:1") && !shown.contains("error 101."));
        assert!(shown.ends_with("\n\n... and 2 more errors\n\n... and 1 more warning"), "{shown}");
    }

    #[test]
    fn of_a_long_line_the_mark_and_what_is_near_is_shown() {
        let source = Source::new("a.game", format!("{}{}", "é".repeat(50), "x".repeat(9_000_000)));
        let shown = source.error(100..9_000_100, "too long").to_string();
        assert!(shown.contains("--> a.game:1:51\n") && shown.contains("éxxx"), "{shown}");
        assert!(shown.len() < 800, "{shown}");
    }
}
