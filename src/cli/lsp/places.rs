//! Converts between byte offsets and positions of the protocol (lines and UTF-16 units from 0), and
//! between paths and URIs.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};

use lsp_types::{Position, Uri};

use crate::diagnostic::Diagnostic;
use crate::files;

/// The byte offset of a position, or the nearest offset if the text has no such position.
pub(super) fn byte(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = text[start..].split(['\r', '\n']).next().unwrap_or_default();
    let mut units = 0;
    for (at, letter) in line.char_indices() {
        if units >= position.character as usize {
            return start + at;
        }
        units += letter.len_utf16();
    }
    start + line.len()
}

/// The position of a byte offset.
pub(super) fn position(text: &str, at: usize) -> Position {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rsplit('\n').next().unwrap_or_default();
    Position::new(number(before.matches('\n').count()), number(line.encode_utf16().count()))
}

/// The protocol's range for a span of bytes.
pub(super) fn range(text: &str, span: &Range<usize>) -> lsp_types::Range {
    lsp_types::Range::new(position(text, span.start), position(text, span.end))
}

/// The range of a diagnostic; the first line for a whole file.
pub(super) fn marked(diagnostic: &Diagnostic) -> lsp_types::Range {
    let line = diagnostic.line.saturating_sub(1);
    let source = diagnostic.source.as_deref().unwrap_or_default();
    let text = source.split('\n').nth(line).unwrap_or_default();
    let units = |columns: usize| {
        let letters = text.chars().take(columns);
        number(letters.map(char::len_utf16).sum())
    };
    let first = diagnostic.column.saturating_sub(1);
    let length = if diagnostic.column == 0 { text.chars().count() } else { diagnostic.length };
    let at = |column| Position::new(number(line), units(column));
    lsp_types::Range::new(at(first), at(first + length))
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The path of a document, relative to the current folder if possible.
pub(super) fn file(uri: &Uri) -> Option<String> {
    let path = path(uri)?;
    let here = std::env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(here).unwrap_or(&path);
    Some(files::with_slashes(path))
}

/// The path of a document; `None` if its URI does not name a file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let text = uri.as_str().strip_prefix("file://")?;
    let coded = &text[text.find('/')?..];
    let mut bytes = Vec::new();
    let mut rest = coded.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code =
            code.filter(|_| *first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows, a drive follows the first slash.
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// The URI of a file, if it exists.
pub(super) fn uri(file: &str) -> Option<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let path = here.join(file);
    if file.is_empty() || !Path::new(&path).is_file() {
        return None;
    }
    let text = files::with_slashes(&path);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let mut name = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        if plain(byte) {
            name.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(name, "%{byte:02X}");
        }
    }
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_units() {
        let text = "a\r\n🎲é b\n";
        for (line, character, at) in
            [(0, 0, 0), (0, 1, 1), (1, 0, 3), (1, 2, 7), (1, 3, 9), (2, 0, 12)]
        {
            assert_eq!(byte(text, Position::new(line, character)), at);
            assert_eq!(position(text, at), Position::new(line, character));
        }
        assert_eq!(byte(text, Position::new(0, 99)), 1);
        assert_eq!(byte(text, Position::new(99, 0)), text.len());
        assert_eq!(byte(text, Position::new(1, 1)), 7);
    }

    #[test]
    fn documents_are_files() {
        let path = |uri: &str| path(&uri.parse().unwrap()).map(|path| path.display().to_string());
        assert_eq!(path("file:///a%20b/%C3%A9.rhai").as_deref(), Some("/a b/é.rhai"));
        assert_eq!(path("file:///C:/a.rhai").as_deref(), Some("C:/a.rhai"));
        assert_eq!(path("untitled:Untitled-1"), None);
        assert_eq!(uri("no such file"), None);
        assert!(uri("Cargo.toml").is_some_and(|uri| uri.ends_with("/Cargo.toml")));
    }
}
