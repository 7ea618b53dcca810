//! Shapes of pieces: paths as in SVG, around the center of the piece.

use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic};

/// The commands of a path, and how many numbers each of them takes.
const COMMANDS: [(char, usize); 10] = [
    ('M', 2),
    ('L', 2),
    ('H', 1),
    ('V', 1),
    ('C', 6),
    ('S', 4),
    ('Q', 4),
    ('T', 2),
    ('A', 7),
    ('Z', 0),
];
/// The largest number in a path; a hex is 104 wide.
const REACH: f32 = 40.0;
/// The maximum length of a path in bytes.
const LENGTH: usize = 400;
const HINT: &str = "write a path as in SVG, with the center at 0 0 and numbers from -40 to 40, such \
                    as `M-12 12V-3L0 -15L12 -3V12Z` for a house";

/// Checks that a text is the path of a shape.
pub(super) fn check(path: &str) -> Result<(), Diagnostic> {
    fault(path).map_or(Ok(()), |fault| Err(Diagnostic::new(fault).code(Code::BadValue).hint(HINT)))
}

/// Why a text is not the path of a shape.
fn fault(path: &str) -> Option<String> {
    if path.len() > LENGTH {
        return Some(format!("the shape has {} bytes, expected at most {LENGTH}", path.len()));
    }
    if !path.starts_with(['M', 'm']) {
        return Some("a shape begins with the command `M`".into());
    }
    let is_command = |char: char| char.is_ascii_alphabetic();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let Some((_, takes)) =
            COMMANDS.into_iter().find(|(it, _)| it.eq_ignore_ascii_case(&command))
        else {
            return Some(format!("a shape has no command `{command}`"));
        };
        let after = &rest[command.len_utf8()..];
        let end = after.find(is_command).unwrap_or(after.len());
        let count = match numbers(&after[..end]) {
            Ok(count) => count,
            Err(fault) => return Some(fault),
        };
        let is_complete = if takes == 0 { count == 0 } else { count > 0 && count % takes == 0 };
        if !is_complete {
            let found = counted(count, "number");
            return Some(format!("`{command}` of the shape has {found}, expected {takes}"));
        }
        rest = &after[end..];
    }
    None
}

/// How many numbers a text contains. A sign begins a number even without a space before it.
fn numbers(text: &str) -> Result<usize, String> {
    let spaced = text.replace('-', " -").replace(',', " ");
    let mut count = 0;
    for word in spaced.split_whitespace() {
        let is_number = word.parse::<f32>().is_ok_and(|number| number.abs() <= REACH);
        if !is_number {
            return Err(format!("`{word}` in the shape is not a number from -40 to 40"));
        }
        count += 1;
    }
    Ok(count)
}
