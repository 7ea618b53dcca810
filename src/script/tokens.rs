//! The tokens of a rule file, with their spans.
//!
//! Rhai's own tokens do not record where they end. This module knows no grammar; `rule_outline`
//! interprets the tokens.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SyntaxKind {
    /// A name or a keyword.
    Identifier,
    /// A number.
    Number,
    /// A string in quotes, or a literal part of a string in backticks.
    Text,
    /// An operator, a bracket or a punctuation mark.
    Symbol,
}

/// A token and its span in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SyntaxToken {
    pub(crate) kind: SyntaxKind,
    pub(crate) span: Range<usize>,
}

/// The symbols with more than one character, longer ones first.
const SYMBOLS: [&str; 27] = [
    "..=", "**=", "<<=", ">>=", "..", "&&", "||", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=",
    "%=", "|=", "&=", "^=", "=>", "::", "**", "<<", ">>", "??", "?.", "?[",
];

/// All tokens of a source text, without comments.
pub(crate) fn tokens(text: &str) -> Vec<SyntaxToken> {
    let mut found = Vec::new();
    add(text, 0, &mut found);
    found
}

/// Adds all tokens at or after an offset.
fn add(text: &str, mut at: usize, found: &mut Vec<SyntaxToken>) {
    while let Some(token) = next(text, at) {
        at = token.span.end;
        if text[token.span.clone()].starts_with('`') {
            parts(text, token.span, found);
        } else {
            found.push(token);
        }
    }
}

/// Adds the literal parts of a string in backticks, and the tokens of the code in it.
fn parts(text: &str, whole: Range<usize>, found: &mut Vec<SyntaxToken>) {
    let text = &text[..whole.end];
    let mut start = whole.start;
    let mut at = start;
    while let Some(mark) = text[at..].find("${") {
        let open = at + mark + 1;
        let close = inset(text, open);
        let inner = close.saturating_sub(1).max(open + 1);
        found.push(SyntaxToken { kind: SyntaxKind::Text, span: start..open + 1 });
        add(&text[..inner], open + 1, found);
        (start, at) = (inner, inner);
    }
    found.push(SyntaxToken { kind: SyntaxKind::Text, span: start..whole.end });
}

/// The first token at or after an offset.
fn next(text: &str, at: usize) -> Option<SyntaxToken> {
    let at = skip(text, at);
    let rest = &text[at..];
    let first = rest.chars().next()?;
    let run = || rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (kind, length) = match first {
        '"' | '\'' => (SyntaxKind::Text, quoted(rest, first)),
        '`' => (SyntaxKind::Text, template(rest)),
        '0'..='9' => (SyntaxKind::Number, run()),
        'a'..='z' | 'A'..='Z' | '_' => (SyntaxKind::Identifier, run()),
        _ => {
            let one = first.len_utf8();
            let may_go_on = rest[one..].starts_with(|c: char| c.is_ascii_punctuation());
            let long = SYMBOLS.iter().find(|symbol| may_go_on && rest.starts_with(**symbol));
            (SyntaxKind::Symbol, long.map_or(one, |symbol| symbol.len()))
        }
    };
    Some(SyntaxToken { kind, span: at..at + length })
}

/// The beginning of the first function, or the end of the text if there is none.
pub(crate) fn first_function(text: &str) -> usize {
    let mut at = 0;
    while let Some(SyntaxToken { span, .. }) = next(text, at) {
        if matches!(&text[span.clone()], "fn" | "private") {
            return span.start;
        }
        at = span.end;
    }
    text.len()
}

/// The text after an offset. Blanks replace the text before the offset, so that every token keeps
/// its position. Omitting text that is not needed saves time, since Rhai parses slowly.
pub(crate) fn from(text: &str, at: usize) -> String {
    let (before, rest) = text.split_at(at);
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let (lines, columns) = (before.matches('\n').count(), before[line..].chars().count());
    ["\n".repeat(lines), " ".repeat(columns), rest.to_owned()].concat()
}

/// The first offset at or after this one that is neither blank nor in a comment.
pub(crate) fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        at += match rest {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => comment(rest),
            _ if rest.starts_with(char::is_whitespace) => rest.len() - rest.trim_start().len(),
            _ => return at,
        };
    }
}

/// The length of the comment at the beginning; comments nest.
fn comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let (step, deeper) = match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (2, 1),
            [b'*', b'/', ..] => (2, -1),
            _ => (1, 0),
        };
        at += step;
        depth += deeper;
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of the quoted text at the beginning, up to its closing quote or to the end of its
/// line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut letters = rest.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next();
        } else if letter == quote {
            return at + 1;
        } else if letter == '\n' {
            return at;
        }
    }
    rest.len()
}

/// The length of the text in backticks at the beginning, including code in it.
fn template(rest: &str) -> usize {
    let mut at = 1;
    while let Some(mark) = rest[at..].find(['`', '$']) {
        at += mark + 1;
        if rest[..at].ends_with('`') {
            return at;
        }
        if rest[at..].starts_with('{') {
            at = inset(rest, at);
        }
    }
    rest.len()
}

/// The end of the code in braces at an offset.
fn inset(text: &str, mut at: usize) -> usize {
    let mut depth = 0_usize;
    while let Some(SyntaxToken { span, .. }) = next(text, at) {
        at = span.end;
        match &text[span] {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(text).into_iter().map(|token| &text[token.span]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn texts_comments_and_symbols_are_told_apart() {
        check("a>=1; // b\n/* c /* d */ e */ f", &["a", ">=", "1", ";", "f"]);
        check(r#"x("a \" {", 'c')"#, &["x", "(", r#""a \" {""#, ",", "'c'", ")"]);
        check("0..=3", &["0", "..=", "3"]);
        check(
            "no `${a[\"}`\"]} $ {${`b`}` end",
            &["no", "`${", "a", "[", "\"}`\"", "]", "} $ {${", "`b`", "}`", "end"],
        );
    }

    #[test]
    fn what_is_never_closed_goes_on_to_the_end() {
        check("a \"b", &["a", "\"b"]);
        check("a \"b\nc", &["a", "\"b", "c"]);
        check("a `b ${c", &["a", "`b ${", "c"]);
        check("a /* b", &["a"]);
    }
}
