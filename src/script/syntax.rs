//! Files that the engine cannot read: what is wrong with each of their functions.

use rhai::{AST, LexError, ParseError, ParseErrorType};

use super::check::at;
use super::error::lower_first;
use super::tokens;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};

/// Reads a file by the engine.
///
/// # Errors
/// The first mistake, and the first one in each function that begins below it.
pub(crate) fn compiled(
    text: &str,
    compile: impl Fn(&str) -> Result<AST, ParseError>,
    explain: impl Fn(&ParseError) -> Diagnostic,
) -> Result<AST, Diagnostics> {
    let first = match compile(text) {
        Ok(file) => return Ok(file),
        Err(first) => first,
    };
    let mut wrong = Diagnostics::from(explain(&first));
    let line = first.position().line().unwrap_or(usize::MAX);
    let starts: Vec<usize> = function_starts(text).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let is_below = text[..start].matches('\n').count() >= line;
        let function = is_below.then(|| compile(&tokens::from(&text[..end], start)));
        if let Some(Err(error)) = function {
            wrong.push(explain(&error));
        }
    }
    Err(wrong)
}

/// Where functions begin that stand at the margin; none where a comment may span lines.
fn function_starts(text: &str) -> impl Iterator<Item = usize> {
    let is_plain = !text.contains("/*");
    let rows = text.split_inclusive('\n').scan(0, |at, row| {
        let start = *at;
        *at += row.len();
        Some((start, row))
    });
    let is_function = |row: &str| row.starts_with("fn ") || row.starts_with("private fn ");
    rows.filter(move |(_, row)| is_plain && is_function(row)).map(|(start, _)| start)
}

/// What the engine says of a file that it cannot read, in the words of the rules.
pub(crate) fn syntax(error: &ParseError, source: &Source) -> Diagnostic {
    let message = match error.err_type() {
        ParseErrorType::VariableUndefined(name) => {
            format!("there is no constant or variable `{name}`")
        }
        ParseErrorType::Reserved(word)
        | ParseErrorType::BadInput(LexError::ImproperSymbol(word, _)) => {
            format!("`{word}` is no word of the rule language")
        }
        other => lower_first(&other.to_string()),
    };
    let code = match error.err_type() {
        ParseErrorType::VariableUndefined(_) => Code::UnknownVariable,
        _ => Code::RuleSyntax,
    };
    let wrong = at(source, error.position(), &message).code(code);
    match meant(&wrong, source) {
        Some(hint) => wrong.hint(hint),
        None => wrong,
    }
}

/// What is written in the rule language for what other languages write where the mistake is.
fn meant(wrong: &Diagnostic, source: &Source) -> Option<&'static str> {
    const BEGINNINGS: [(&str, &str); 2] = [
        ("'", "texts stand between double quotes, as in `\"1 any\"`"),
        ("= ", "two values are compared by `==`"),
    ];
    const OTHERS: [(&str, &str); 4] = [
        ("and", "write `&&` for `and`"),
        ("or", "write `||` for `or`"),
        ("not", "write `!` for `not`"),
        ("elif", "write `else if` for `elif`"),
    ];
    let line = source.text.lines().nth(wrong.line.checked_sub(1)?)?;
    let (before, rest) = line.split_at(line.char_indices().nth(wrong.column.checked_sub(1)?)?.0);
    let begun = BEGINNINGS.iter().find(|(other, _)| rest.starts_with(other));
    if let Some((_, hint)) = begun {
        return Some(hint);
    }
    let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
    let near = [rest.split(is_other).next(), before.trim_end().rsplit(is_other).next()];
    let (_, hint) = OTHERS.iter().find(|(other, _)| near.contains(&Some(*other)))?;
    Some(hint)
}
