//! Checks of names that transcripts and scripts use: they must not have another meaning there.

use std::collections::BTreeMap;

use super::manifest::Pack;
use super::{spoken, written};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::rules::CONSTANTS;
use crate::transcript::{self, NAME, NamePosition};

/// What means something else after a number, in games or in prices.
const COUNTED: [&str; 7] = ["any", "same", "nothing", "point", "points", "card", "cards"];

/// Checks that the name, as files write it, can be used at its position in the lines of games.
///
/// # Errors
/// When it is too long, its words are not one space apart, or one of them means something else
/// there.
pub(crate) fn check_name(name: &str, position: NamePosition) -> Result<(), Diagnostic> {
    if transcript::is_reserved(name) {
        return Err(means_else(name));
    }
    check_phrase(name, position)
}

/// Checks that the name can be used at a position where no line begins.
///
/// # Errors
/// When it is too long, its words are not one space apart, or one of them means something else
/// there.
pub(super) fn check_phrase(name: &str, position: NamePosition) -> Result<(), Diagnostic> {
    check_length(name)?;
    check_spaced(name)?;
    if transcript::is_valid_name(&spoken(name), position) {
        return Ok(());
    }
    let wrong = format!("games cannot say `{name}`: a word in it means something else");
    let hint = "choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, \
                `with`";
    Err(Diagnostic::new(wrong).code(Code::BadName).hint(hint))
}

/// Checks that a name is short enough for the lines of a game.
///
/// # Errors
/// When it is not.
pub(super) fn check_length(name: &str) -> Result<(), Diagnostic> {
    let length = name.chars().count();
    if length <= NAME {
        return Ok(());
    }
    let wrong = format!("a name has {length} letters, expected at most {NAME}");
    Err(Diagnostic::new(wrong).code(Code::BadName).hint("choose a shorter name"))
}

/// Checks that the words of a name are one space apart when it is spoken, as games are read.
///
/// # Errors
/// When there are more, or some at an end.
pub(super) fn check_spaced(name: &str) -> Result<(), Diagnostic> {
    if spoken(name).split(' ').all(|word| !word.is_empty()) {
        return Ok(());
    }
    let wrong = Diagnostic::new(format!("`{name}` cannot be a name: a word in it is empty"));
    Err(wrong.code(Code::BadName).hint("write one `_` between two words, and none at an end"))
}

/// Checks that a name that stands after a number has no other meaning there.
///
/// # Errors
/// When it does.
pub(super) fn check_counted(name: &str) -> Result<(), Diagnostic> {
    if COUNTED.contains(&name) { Err(means_else(name)) } else { Ok(()) }
}

fn means_else(name: &str) -> Diagnostic {
    let wrong = Diagnostic::new(format!("`{name}` cannot be a name: it means something else"));
    wrong.code(Code::BadName).hint("choose another name")
}

/// Looks for names that are to be constants of scripts and name something else already.
pub(super) fn check_constants(packs: &[Pack], wrong: &mut Diagnostics) {
    let mut known: BTreeMap<String, &str> =
        CONSTANTS.map(|name| (name.to_owned(), "something else")).into();
    for pack in packs {
        for (name, what) in pack.manifest.constants() {
            let word = written(name.get_ref());
            let constant = word.to_uppercase();
            let taken = *known.entry(word).or_insert(what);
            if taken != what {
                let message = format!("`{}` cannot name {what}", name.get_ref());
                let hint = format!("choose another name: in rules `{constant}` is {taken}");
                wrong.push(pack.error(name, message).code(Code::NameTaken).hint(hint));
            }
        }
    }
}
