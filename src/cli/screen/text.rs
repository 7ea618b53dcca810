//! Lines of styled text: from escape codes, and wrapped to a width.

use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::{Line, Span};

/// Converts text with escape codes for colors.
pub(super) fn styled(text: &str) -> Vec<Line<'static>> {
    let mut style = Style::default();
    let convert = |line: &str| {
        let mut spans = Vec::new();
        for (number, part) in line.split("\u{1b}[").enumerate() {
            let mut text = part;
            if number > 0 {
                let (codes, rest) = part.split_once('m').unwrap_or(("", part));
                style = with_codes(style, codes);
                text = rest;
            }
            if !text.is_empty() {
                spans.push(Span::styled(text.to_owned(), style));
            }
        }
        Line::from(spans)
    };
    text.lines().map(convert).collect()
}

/// A style that the parameters of an escape code have changed.
fn with_codes(mut style: Style, codes: &str) -> Style {
    let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(code) = codes.next() {
        style = match code {
            0 => Style::default(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            4 => style.add_modifier(Modifier::UNDERLINED),
            7 => style.add_modifier(Modifier::REVERSED),
            // One of the 256 colors: `38;5;` and its number.
            38 => codes.nth(1).map_or(style, |color| style.fg(Color::Indexed(color))),
            _ => style,
        };
    }
    style
}

/// Breaks a line between words, so that no part is wider than this; later parts are indented.
pub(super) fn wrapped(line: &str, width: usize) -> Vec<String> {
    let width = width.max(4);
    let indent: String = line.chars().take_while(|c| *c == ' ').take(width / 2).collect();
    let mut rows = vec![String::new()];
    for word in line.split_inclusive(' ') {
        let mut word = word;
        loop {
            let row = rows.last_mut().expect("there is a row");
            let free = width.saturating_sub(row.chars().count());
            if word.trim_end().chars().count() <= free {
                row.push_str(word);
                break;
            }
            if row.trim().is_empty() {
                // A word that is wider than a whole row is cut.
                let cut = word.char_indices().nth(free.max(1)).map_or(word.len(), |(at, _)| at);
                row.push_str(&word[..cut]);
                word = &word[cut..];
            }
            rows.push(format!("{indent}  "));
        }
    }
    for row in &mut rows {
        row.truncate(row.trim_end().len());
    }
    rows
}
