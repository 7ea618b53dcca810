//! Finds the errors in a function that Rhai cannot parse. Each one is removed from the text before
//! the next one is searched for.

use std::collections::BTreeSet;
use std::ops::Range;

use rhai::{AST, ParseError, ParseErrorType, Position};

use crate::diagnostic::Diagnostic;
use crate::script::tokens::{SyntaxKind, SyntaxToken, tokens};

/// Words that precede a block in braces.
const HEADS: [&str; 7] = ["if", "while", "for", "switch", "loop", "else", "do"];

/// The braces of a text fragment.
#[derive(Default)]
pub(super) struct Braces {
    /// The unclosed braces as token indices, the outermost first.
    pub(super) unclosed: Vec<usize>,
    /// The first brace whose closing brace has a smaller indent: its own closing brace may be
    /// missing.
    outdented: Option<usize>,
}

impl Braces {
    /// Finds the braces among the tokens of a fragment.
    pub(super) fn of(text: &str, tokens: &[SyntaxToken]) -> Self {
        let mut braces = Self::default();
        for (at, token) in tokens.iter().enumerate() {
            match &text[token.span.clone()] {
                "{" => braces.unclosed.push(at),
                "}" => {
                    let Some(open) = braces.unclosed.pop() else { continue };
                    let begins = |at: usize| indent(text, tokens[at].span.start);
                    let (own, end) = (begins(open), begins(at));
                    let is_first = text[..token.span.start].ends_with(end);
                    if is_first && end.len() < own.len() && braces.outdented.is_none() {
                        braces.outdented = Some(open);
                    }
                }
                _ => {}
            }
        }
        braces
    }

    /// The brace that most likely lacks its closing brace.
    fn blamed(&self) -> Option<usize> {
        let last = self.unclosed.last()?;
        Some(self.outdented.unwrap_or(*last))
    }
}

/// The indent of the line that contains an offset.
fn indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}

/// A fragment of a file.
pub(super) struct Fragment<'t> {
    file: &'t str,
    span: Range<usize>,
    tokens: Vec<SyntaxToken>,
}

/// Replacements for some tokens of a fragment, in order.
type Patches = Vec<(Range<usize>, String)>;

impl<'t> Fragment<'t> {
    pub(super) fn new(file: &'t str, span: Range<usize>) -> Self {
        let tokens = tokens(&file[span.clone()]);
        Self { file, span, tokens }
    }

    pub(super) fn text(&self) -> &'t str {
        &self.file[self.span.clone()]
    }

    /// Whether a brace is unclosed.
    pub(super) fn is_open(&self) -> bool {
        !Braces::of(self.text(), &self.tokens).unclosed.is_empty()
    }

    fn token(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| &self.text()[token.span.clone()])
    }

    /// The errors, without errors that follow from others. `left` is the number of bytes that may
    /// still be parsed again.
    pub(super) fn mistakes(
        &self,
        compile: &impl Fn(&str) -> Result<AST, ParseError>,
        explain: &impl Fn(&ParseError) -> Diagnostic,
        left: &mut usize,
    ) -> Vec<Diagnostic> {
        let (mut found, mut patches) = (Vec::new(), Patches::new());
        // Names that are unknown now, since their declarations have been removed.
        let mut gone: BTreeSet<String> = BTreeSet::new();
        while let Err(error) = compile(&self.patched(&patches)) {
            if let Some(open) = self.brace(explain) {
                return vec![open];
            }
            let at = self.place(&patches, error.position());
            let Some(at) = at.filter(|&at| !self.is_beside(&patches, at)) else {
                // The error follows from a removed part.
                if patches.is_empty() {
                    found.push(explain(&error));
                }
                break;
            };
            let is_news = match error.err_type() {
                ParseErrorType::VariableUndefined(name) => gone.insert(name.clone()),
                _ => true,
            };
            if is_news {
                found.push(explain(&ParseError(error.0.clone(), self.position(at))));
            }
            // A statement may overlap a removed part.
            let patch = self.patch(at).filter(|(span, _)| !overlaps(&patches, span));
            let (Some(patch), Some(less)) = (patch, left.checked_sub(self.span.len())) else {
                break;
            };
            *left = less;
            let words = self.tokens.iter().filter(|it| it.kind == SyntaxKind::Identifier);
            let within = words.filter(|word| patch.0.contains(&word.span.start));
            gone.extend(within.map(|word| self.text()[word.span.clone()].to_owned()));
            patches.push(patch);
            patches.sort_by_key(|(span, _)| span.start);
        }
        found
    }
}

/// Whether a span overlaps a removed part.
fn overlaps(patches: &Patches, part: &Range<usize>) -> bool {
    patches.iter().any(|(span, _)| span.start < part.end && part.start < span.end)
}

impl Fragment<'_> {
    /// The diagnostic about an unclosed brace, with its position and function. Other errors of the
    /// function may follow from it.
    fn brace(&self, explain: &impl Fn(&ParseError) -> Diagnostic) -> Option<Diagnostic> {
        let ends_in_text = |last: &SyntaxToken| {
            last.kind == SyntaxKind::Text && last.span.end == self.text().len()
        };
        if self.tokens.last().is_some_and(ends_in_text) {
            // The last text is unclosed, and may contain closing braces.
            return None;
        }
        let braces = Braces::of(self.text(), &self.tokens);
        let open = &self.tokens[braces.blamed()?];
        let head = self.tokens.iter().position(|token| &self.text()[token.span.clone()] == "fn");
        let name = head.map_or("", |head| self.token(head + 1));
        let place = self.position(self.span.start + open.span.start);
        let missing = ParseErrorType::MissingToken("}".into(), String::new());
        let wrong = explain(&ParseError(Box::new(missing), place));
        let count = braces.unclosed.len();
        let more = if count == 1 { "one more `}`".into() } else { format!("{count} more `}}`") };
        let hint = format!("the function `{name}` needs {more}");
        Some(Diagnostic { message: "this `{` is never closed".into(), hints: vec![hint], ..wrong })
    }

    /// The text of the fragment with these replacements.
    fn patched(&self, patches: &Patches) -> String {
        let (mut text, mut at) = (String::new(), self.span.start);
        for (span, words) in patches {
            text.push_str(&self.file[at..span.start]);
            text.push_str(words);
            at = span.end;
        }
        text + &self.file[at..self.span.end]
    }

    /// Converts a position in the patched text to an offset in the file.
    fn place(&self, patches: &Patches, place: Position) -> Option<usize> {
        let text = self.patched(patches);
        let line = place.line()?.checked_sub(1)?;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let column = place.position().unwrap_or(1).saturating_sub(1);
        let rest = &text[start..];
        let mut left = start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at);
        let mut at = self.span.start;
        for (span, words) in patches {
            if left < span.start - at {
                break;
            }
            left -= span.start - at;
            if left < words.len() {
                return Some(span.start);
            }
            left -= words.len();
            at = span.end;
        }
        Some(at + left)
    }

    /// Converts an offset in the file to a Rhai position.
    fn position(&self, at: usize) -> Position {
        let before = &self.file[..at];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let number = |count: usize| u16::try_from(count + 1).unwrap_or(u16::MAX);
        Position::new(number(before.matches('\n').count()), number(before[start..].chars().count()))
    }

    /// Whether an offset is within a removed part, or directly after it.
    fn is_beside(&self, patches: &Patches, at: usize) -> bool {
        patches.iter().any(|(span, _)| {
            let between = self.file.get(span.end..at).unwrap_or("x");
            span.contains(&at) || between.trim().is_empty()
        })
    }

    /// The span of the statement or block head at this offset, and a replacement without effects or
    /// errors.
    fn patch(&self, at: usize) -> Option<(Range<usize>, String)> {
        let here = at.checked_sub(self.span.start)?;
        let is_edge = |at: &usize| matches!(self.token(*at), ";" | "{" | "}");
        let wrong = self.tokens.iter().position(|token| token.span.end > here)?;
        let end = (wrong..self.tokens.len()).find(is_edge)?;
        let start = (0..wrong).rev().find(is_edge)? + 1;
        let (first, last) = (self.tokens.get(start)?, self.tokens.get(end.checked_sub(1)?)?);
        if start >= end {
            return None;
        }
        let span = self.span.start + first.span.start..self.span.start + last.span.end;
        let words = match self.token(end) {
            "{" => {
                let head = (start..end).rev().find(|&at| HEADS.contains(&self.token(at)))?;
                let begin = self.span.start + self.tokens[head].span.start;
                let before = &self.file[span.start..begin];
                match self.token(head) {
                    _ if wrong < head => return None,
                    "if" => format!("{before}if true"),
                    "while" | "for" => format!("{before}while true"),
                    "switch" => format!("{before}switch 0"),
                    other => format!("{before}{other}"),
                }
            }
            _ => match self.token(start) {
                "let" => format!("let {} = ()", self.token(start + 1)),
                until @ ("while" | "until") => format!("{until} true"),
                _ => String::new(),
            },
        };
        Some((span, words))
    }

    /// The fragment with an empty function body; `None` if it has no complete head.
    pub(super) fn emptied(&self) -> Option<String> {
        let open = (0..self.tokens.len()).find(|&at| self.token(at) == "{")?;
        let head = &self.text()[..self.tokens[open].span.end];
        let is_function = matches!(self.token(0), "fn" | "private");
        let rest = &self.text()[head.len()..];
        is_function.then(|| format!("{head}}}{}", "\n".repeat(rest.matches('\n').count())))
    }
}
