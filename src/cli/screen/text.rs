//! Lines of styled text: from escape codes, and wrapped to a width.

use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::{Line, Span};

pub(super) use crate::cli::wrap::wrapped;

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
