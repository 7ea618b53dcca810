//! Checks that lines of a transcript can contain names and texts.

use super::parser::{Rule, is_first_word, is_whole, trimmed};
use crate::diagnostic::{Diagnostic, Result, is_hidden};

/// The maximum length of a name in characters.
pub const NAME: usize = 60;
/// The maximum length of a string in the header in bytes.
const TEXT: usize = 1000;

/// The position of a name in the lines of a transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamePosition {
    /// Within a sentence: kinds of pieces, terrains, goods and decks.
    Within,
    /// After a number, and before the deck in `expect … left`: cards.
    Counted,
    /// As the subject of a sentence: markers, tokens and events.
    First,
    /// After the verb of a player: rules that are played, used and answered.
    Last,
}

/// Whether lines can contain a name at this position.
pub fn is_valid_name(name: &str, position: NamePosition) -> bool {
    let rule = match position {
        NamePosition::Within => Rule::name,
        NamePosition::Counted => Rule::counted,
        NamePosition::First => Rule::thing,
        NamePosition::Last => Rule::ability,
    };
    is_whole(rule, name)
}

/// Whether a player with this name could be mistaken for a word of the language.
pub fn is_reserved(name: &str) -> bool {
    const OTHERS: [&str; 10] =
        ["nobody", "nothing", "supply", "game", "port", "hex", "placement", "refused", "no", "yes"];
    OTHERS.contains(&name) || is_first_word(name)
}

/// Checks that a player can have this name, given the names of the other players.
///
/// # Errors
/// When the name is too long or malformed, has another meaning in lines, or is another player's
/// name.
pub fn check_player<'n>(name: &str, mut others: impl Iterator<Item = &'n str>) -> Result {
    let wrong =
        |why: &str| Diagnostic::new(format!("`{name}` cannot be the name of a player{why}"));
    let length = name.chars().count();
    if length > NAME {
        let long =
            format!("the name of a player has {length} characters, but at most {NAME} are allowed");
        Err(Diagnostic::new(long).hint("choose a shorter name"))
    } else if !is_whole(Rule::player, name) {
        let hint = "start with a lower-case letter, followed by letters, digits, `_` or `-`";
        Err(wrong("").hint(hint))
    } else if is_reserved(name) {
        Err(wrong(": it has another meaning in transcripts").hint("choose another name"))
    } else if others.any(|other| other == name) {
        Err(Diagnostic::new(format!("two players are called `{name}`")).hint("choose another name"))
    } else {
        Ok(())
    }
}

/// Checks that a line of the header can contain a string verbatim, such as a path or a word.
///
/// # Errors
/// When it is empty or too long, or would be parsed differently.
pub fn check_text(text: &str) -> Result {
    let wrong = if text.is_empty() {
        "an empty text"
    } else if text.len() > TEXT {
        "a string that is too long"
    } else if text.contains(|c| is_hidden(c) || matches!(c, '\n' | '\t')) {
        "a string with a line end or another control character"
    } else if trimmed(text, 0) != (0..text.len()) {
        "a string that begins or ends with a blank, or has a `#` after a blank"
    } else {
        return Ok(());
    };
    Err(Diagnostic::new(format!("transcripts cannot contain {wrong}")))
}
