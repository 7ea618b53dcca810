//! Escapes characters that control terminals or the direction of text, and shortens text.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character is invisible and affects how text is displayed: control characters, line and
/// paragraph separators, and marks that change the direction of text, but not line feeds and tabs.
pub fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        _ => character.is_control(),
    }
}

/// The text on one line: hidden characters, line feeds and tabs are escaped.
pub fn in_line(text: &str) -> String {
    visible(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// Escapes hidden characters, for example as `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            write!(shown, "{}", character.escape_unicode()).expect("writing cannot fail");
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// The text with the characters that control terminals or HTML escaped.
pub fn escaped_html(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The text if it has at most this many characters, and otherwise its beginning with `…`.
pub fn shortened_to(most: usize, text: &str) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::{shortened_to, visible};

    #[test]
    fn a_long_text_is_cut_to_its_length() {
        assert_eq!(shortened_to(9, "größe ist"), "größe ist");
        assert_eq!(shortened_to(9, "größe ist 1"), "größe is…");
        assert_eq!(shortened_to(0, ""), "");
    }

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(visible("\u{1b}[2J\u{7}\r\u{9b}"), "\\u{1b}[2J\\u{7}\\u{d}\\u{9b}");
        assert_eq!(visible("a\u{202e}b\u{2066}"), "a\\u{202e}b\\u{2066}");
        assert_eq!(visible("größe\n\tä 木"), "größe\n\tä 木");
    }
}
