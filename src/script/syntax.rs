//! Handles files that Rhai cannot parse: reports the errors of each function, and parses the other
//! functions.

mod recovery;

use rhai::{AST, LexError, ParseError, ParseErrorType};

use super::check::at;
use super::error::lower_first;
use super::tokens::{SyntaxToken, tokens};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use recovery::{Braces, Fragment};

/// The maximum number of bytes that are parsed again to find further errors in a file's functions.
const AGAIN: usize = 128 * 1024;
/// The maximum number of `${` in a file that is parsed function by function, since finding their
/// ends is slow.
const INSETS: usize = 200;

/// A file that Rhai cannot parse.
pub(crate) struct UnparsedFile {
    /// The errors.
    pub(crate) wrong: Diagnostics,
    /// The file with the bodies of invalid functions emptied, and its text; `None` if there are
    /// other errors.
    pub(crate) rest: Option<(AST, String)>,
}

impl From<Diagnostics> for UnparsedFile {
    fn from(wrong: Diagnostics) -> Self {
        Self { wrong, rest: None }
    }
}

impl From<UnparsedFile> for Diagnostics {
    fn from(unread: UnparsedFile) -> Self {
        unread.wrong
    }
}

/// Parses a file with Rhai.
///
/// # Errors
/// The errors in each of its functions, without errors that follow from others.
pub(crate) fn compiled(
    text: &str,
    compile: impl Fn(&str) -> Result<AST, ParseError>,
    explain: impl Fn(&ParseError) -> Diagnostic,
) -> Result<AST, UnparsedFile> {
    let first = match compile(text) {
        Ok(file) => return Ok(file),
        Err(first) => first,
    };
    if text.matches("${").count() > INSETS {
        return Err(Diagnostics::from(explain(&first)).into());
    }
    let all = tokens(text);
    let is_balanced = Braces::of(text, &all).unclosed.is_empty();
    let (mut wrong, mut rest, mut left) = (Diagnostics::default(), Some(String::new()), AGAIN);
    for part in parts(text, &all) {
        let mistakes = part.mistakes(&compile, &explain, &mut left);
        if is_balanced && part.is_open() && !mistakes.is_empty() {
            // Functions are nested, so they cannot be parsed separately.
            wrong = Diagnostics::default();
            break;
        }
        let kept = if mistakes.is_empty() { Some(part.text().to_owned()) } else { part.emptied() };
        rest = rest.zip(kept).map(|(rest, kept)| [rest, kept].concat());
        wrong.extend(mistakes);
    }
    if wrong.0.is_empty() {
        return Err(Diagnostics::from(explain(&first)).into());
    }
    let rest = rest.and_then(|rest| Some((compile(&rest).ok()?, rest)));
    Err(UnparsedFile { wrong, rest })
}

/// The text before the first function that begins at the start of a line, and the text of each such
/// function up to the next one.
fn parts<'t>(text: &'t str, all: &[SyntaxToken]) -> Vec<Fragment<'t>> {
    let is_start = |token: &&SyntaxToken| {
        let start = token.span.start;
        let begins = |words: &[&str]| words.contains(&&text[token.span.clone()]);
        let is_at_margin = start == 0 || text[..start].ends_with('\n');
        is_at_margin && begins(&["fn", "private"])
    };
    let starts: Vec<usize> = all.iter().filter(is_start).map(|token| token.span.start).collect();
    let begins = [0].into_iter().chain(starts.iter().copied());
    let ends = starts.iter().copied().chain([text.len()]);
    begins.zip(ends).map(|(begin, end)| Fragment::new(text, begin..end)).collect()
}

const SEES_ITS_PARAMETER: &str =
    "a function such as `|player| …` sees only what stands between its bars, and constants";

/// The diagnostic for a syntax error that Rhai reports, in terms of the rule language.
pub(crate) fn syntax(error: &ParseError, source: &Source) -> Diagnostic {
    let message = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => {
            format!("there is no constant or variable `{name}`")
        }
        ParseErrorType::Reserved(word)
        | ParseErrorType::BadInput(LexError::ImproperSymbol(word, _)) => {
            format!("`{word}` is not part of the rule language")
        }
        other => lower_first(&other.to_string()),
    };
    let code = match error.err_type() {
        ParseErrorType::VariableUndefined(_) => Code::UnknownVariable,
        _ => Code::RuleSyntax,
    };
    let wrong = at(source, error.position(), &message).code(code);
    let hint = meant(&wrong, source);
    wrong.hints(hint)
}

/// The hint for syntax of another language at the error's position: how to write it in the rule
/// language.
fn meant(wrong: &Diagnostic, source: &Source) -> Option<&'static str> {
    const BEGINNINGS: [(&str, &str); 2] = [
        ("'", "write strings in double quotes, as in `\"1 any\"`"),
        ("= ", "compare two values with `==`"),
    ];
    const OTHERS: [(&str, &str); 4] = [
        ("and", "write `&&` instead of `and`"),
        ("or", "write `||` instead of `or`"),
        ("not", "write `!` instead of `not`"),
        ("elif", "write `else if` instead of `elif`"),
    ];
    let line = source.text.lines().nth(wrong.line.checked_sub(1)?)?;
    let (before, rest) = line.split_at(line.char_indices().nth(wrong.column.checked_sub(1)?)?.0);
    let begun = BEGINNINGS.iter().find(|(other, _)| rest.starts_with(other));
    if let Some((_, hint)) = begun {
        return Some(hint);
    }
    let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let near = [rest.split(is_other).next(), before.trim_end().rsplit(is_other).next()];
    let meant = OTHERS.iter().find(|(other, _)| near.contains(&Some(*other)));
    let is_in_bars = wrong.code == Some(Code::UnknownVariable) && has_bars(before);
    meant.map(|(_, hint)| *hint).or_else(|| is_in_bars.then_some(SEES_ITS_PARAMETER))
}

/// Whether the parameters of a function, such as `|player|`, end in this part of a line.
fn has_bars(before: &str) -> bool {
    before.replace("||", "").split('|').count() > 2
}
