//! Names of places in texts: those that a player used, and the canonical ones.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::game::Reason;

/// The names that a transcript uses for places, by their canonical names.
pub struct Aliases(BTreeMap<String, String>);

impl Aliases {
    /// Collects the names that a transcript uses for places. If there are several for one place,
    /// the first is used.
    pub fn of(board: &Board, words: &str) -> Self {
        let mut aliases = BTreeMap::new();
        for word in words.split(|letter| !is_of_name(letter)) {
            if let Some(name) = canonical_name(board, word) {
                aliases.entry(name).or_insert_with(|| word.to_owned());
            }
        }
        Self(aliases)
    }

    /// Replaces places in a string with their aliases.
    pub fn write(&self, text: &str) -> String {
        renamed(text, |name| self.0.get(name).cloned())
    }
}

/// Replaces places in a string with their canonical names.
pub(super) fn canonical(board: &Board, text: &str) -> String {
    renamed(text, |word| canonical_name(board, word))
}

/// Replaces places in a string with the names that `words` uses for them.
pub(super) fn in_words_of(board: &Board, words: &str, text: &str) -> String {
    Aliases::of(board, words).write(text)
}

/// Replaces places in reasons with the names that the action's words use.
pub fn as_written(board: &Board, words: &str, reasons: &[Reason]) -> Vec<Reason> {
    let aliases = Aliases::of(board, words);
    let reason = |reason: &Reason| Reason { text: aliases.write(&reason.text), ..reason.clone() };
    reasons.iter().map(reason).collect()
}

/// The canonical name of a word that names a place; `None` for all other words.
fn canonical_name(board: &Board, word: &str) -> Option<String> {
    let mut letters = word.chars();
    // Most words are not places, so this cheap test comes first.
    let is_like_one = letters.next()?.is_ascii_alphabetic() && letters.next()?.is_ascii_digit();
    let place = is_like_one.then(|| board.place(word).ok()).flatten()?;
    Some(board.place_name(place))
}

/// Whether names of places can contain a character.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '.' || letter == '-'
}

/// Replaces some of the words of a string.
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
