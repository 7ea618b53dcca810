//! Places in words: the names that a player has written, and those that are printed.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::game::Reason;

/// The names by which words call places, by their canonical names.
pub struct Aliases(BTreeMap<String, String>);

impl Aliases {
    /// Those that words have for the places of a board; the first one of several for a place.
    pub fn of(board: &Board, words: &str) -> Self {
        let mut aliases = BTreeMap::new();
        for word in words.split(|letter| !is_of_name(letter)) {
            if let Some(name) = canonical_name(board, word) {
                aliases.entry(name).or_insert_with(|| word.to_owned());
            }
        }
        Self(aliases)
    }

    /// A text with every place under its alias.
    pub fn write(&self, text: &str) -> String {
        renamed(text, |name| self.0.get(name).cloned())
    }
}

/// The text with every place under its canonical name.
pub(super) fn canonical(board: &Board, text: &str) -> String {
    renamed(text, |word| canonical_name(board, word))
}

/// The text with every place under the name by which other words call it.
pub(super) fn in_words_of(board: &Board, words: &str, text: &str) -> String {
    Aliases::of(board, words).write(text)
}

/// The reasons against an action with every place under the name that its words have for it.
pub fn as_written(board: &Board, words: &str, reasons: &[Reason]) -> Vec<Reason> {
    let aliases = Aliases::of(board, words);
    let reason = |reason: &Reason| Reason { text: aliases.write(&reason.text), ..reason.clone() };
    reasons.iter().map(reason).collect()
}

/// The canonical name of the place that a word names; nothing for all other words.
fn canonical_name(board: &Board, word: &str) -> Option<String> {
    let mut letters = word.chars();
    // Most words are no places: they need no message that says so.
    let is_like_one = letters.next()?.is_ascii_alphabetic() && letters.next()?.is_ascii_digit();
    let place = is_like_one.then(|| board.place(word).ok()).flatten()?;
    Some(board.place_name(place))
}

/// Whether names of places are made of such letters.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '.' || letter == '-'
}

/// The text with other names for some of its words.
fn renamed(text: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len());
        let next = rest[word..].find(is_of_name).map_or(rest.len(), |next| word + next);
        match name(&rest[..word]) {
            Some(name) => renamed.push_str(&name),
            None => renamed.push_str(&rest[..word]),
        }
        renamed.push_str(&rest[word..next]);
        rest = &rest[next..];
    }
    renamed
}
