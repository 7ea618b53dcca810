//! Rewords error messages of the TOML and JSON parsers for people who write these formats.

use super::{Code, Diagnostic};

/// Names of types in parser messages, and their replacements.
const TYPES: [(&str, &str); 8] = [
    ("wanted string or table", "expected a string or a table"),
    ("expected u8", "expected 0 to 255"),
    ("expected i8", "expected -128 to 127"),
    ("expected u16", "expected 0 to 65535"),
    ("expected u64", "expected a whole number of at least 0"),
    ("expected f64", "expected a number"),
    ("expected usize", "expected a whole number of at least 0"),
    ("expected an array of length 2", "expected a list of two elements"),
];

/// Converts a parser's message to a diagnostic without a position. `table` is the term for a table
/// in that format.
pub fn misread(message: &str, table: &str) -> Diagnostic {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let mut name = || quoted.next().unwrap_or_default();
    for (unknown, what, code) in
        [("unknown field", "key", Code::UnknownKey), ("unknown variant", "value", Code::OutOfRange)]
    {
        if message.starts_with(unknown) {
            let name = name();
            let wrong = Diagnostic::new(format!("unknown {what} `{name}`")).code(code);
            return wrong.did_you_mean(name, quoted);
        }
    }
    if message.starts_with("missing field") {
        let wrong = Diagnostic::new(format!("the key `{}` is missing", name()));
        return wrong.code(Code::MissingKey);
    }
    let plain =
        TYPES.iter().fold(message.to_owned(), |text, (name, words)| text.replace(name, words));
    Diagnostic::new(without_types(&plain, table)).code(Code::WrongType)
}

/// Replaces the names of Rust types in a parser message.
fn without_types(message: &str, table: &str) -> String {
    if let Some((before, after)) = message.split_once("expected struct ") {
        let rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        return format!("{before}expected {table}{rest}");
    }
    if message.contains("untagged enum") {
        return "unexpected value: expected a whole number, `true`, `false` or a string".into();
    }
    message.strip_suffix(" as i128").unwrap_or(message).replace("` as i128", "`")
}
