//! Checks that names do not have another meaning in transcripts and scripts.

use std::collections::BTreeMap;

use super::manifest::{Manifest, Pack};
use super::{to_identifier, to_words};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::rules::{CONSTANTS, Origin};
use crate::transcript::{self, NAME, NamePosition};

/// Words that cannot be names, since they have another meaning after a number in games or prices.
const COUNTED: [&str; 8] =
    ["any", "same", "resource", "nothing", "point", "points", "card", "cards"];

/// Checks that a name, as written in files, can be used at this position in a line of a game.
///
/// # Errors
/// When it is too long, its words are not separated by single spaces, or one of them is reserved
/// there.
pub(crate) fn check_name(name: &str, position: NamePosition) -> Result<(), Diagnostic> {
    if transcript::is_reserved(name) {
        return Err(means_else(name));
    }
    check_phrase(name, position)
}

/// Checks that a name can be used at a position that does not begin a line.
///
/// # Errors
/// When it is too long, its words are not separated by single spaces, or one of them is reserved
/// there.
pub(super) fn check_phrase(name: &str, position: NamePosition) -> Result<(), Diagnostic> {
    check_length(name)?;
    check_spaced(name)?;
    if transcript::is_valid_name(&to_words(name), position) {
        return Ok(());
    }
    let wrong =
        format!("`{name}` cannot be used as a name: one of its words is a keyword in transcripts");
    let hint = "choose a name without words such as `at`, `by`, `in`, `of`, `off`, `to`, `from`, \
                `with`";
    Err(Diagnostic::new(wrong).code(Code::BadName).hint(hint))
}

/// Checks that a name is short enough for the lines of a game.
///
/// # Errors
/// When the name is too long.
pub(super) fn check_length(name: &str) -> Result<(), Diagnostic> {
    let length = name.chars().count();
    if length <= NAME {
        return Ok(());
    }
    let wrong = format!("the name has {length} characters, expected at most {NAME}");
    Err(Diagnostic::new(wrong).code(Code::BadName).hint("choose a shorter name"))
}

/// Checks that the words of a name are separated by single spaces in the lines of games.
///
/// # Errors
/// When there are several spaces in a row, or a space at either end.
pub(super) fn check_spaced(name: &str) -> Result<(), Diagnostic> {
    if to_words(name).split(' ').all(|word| !word.is_empty()) {
        return Ok(());
    }
    let wrong = Diagnostic::new(format!("`{name}` is not a valid name: one of its words is empty"));
    Err(wrong
        .code(Code::BadName)
        .hint("write a single `_` between words, and none at the start or the end"))
}

/// Checks that a name has no other meaning after a number.
///
/// # Errors
/// When it has another meaning.
pub(super) fn check_counted(name: &str) -> Result<(), Diagnostic> {
    if COUNTED.contains(&name) { Err(means_else(name)) } else { Ok(()) }
}

fn means_else(name: &str) -> Diagnostic {
    let wrong = Diagnostic::new(format!(
        "`{name}` cannot be used as a name: it has another meaning in transcripts or prices"
    ));
    wrong.code(Code::BadName).hint("choose another name")
}

/// Reports names that would be constants of scripts but already have a meaning there.
pub(super) fn check_constants(packs: &[Pack], wrong: &mut Diagnostics) {
    let mut known: BTreeMap<String, &str> =
        CONSTANTS.map(|name| (name.to_owned(), "something else")).into();
    for pack in packs {
        for (name, what) in pack.all_declarations().flat_map(Manifest::constants) {
            let word = to_identifier(name.get_ref());
            let constant = word.to_uppercase();
            let taken = *known.entry(word).or_insert(what);
            if taken != what {
                let message = format!("`{}` cannot name {what}", name.get_ref());
                let hint =
                    format!("choose another name: in rules, `{constant}` is already {taken}");
                wrong.push(pack.error(name, message).code(Code::NameTaken).hint(hint));
            }
        }
    }
}

/// Reports goods with the name of a resource, since `red gets 1 cloth` would not say which of them is
/// meant.
pub(super) fn check_goods(packs: &[Pack], wrong: &mut Diagnostics) {
    let parts = || packs.iter().flat_map(|pack| pack.declarations().map(move |part| (pack, part)));
    for (pack, part) in parts() {
        for (goods, keys) in &part.goods.0 {
            let family = to_words(goods.get_ref());
            let of = keys.of.iter().flatten().map(|member| to_words(member.get_ref()));
            let names: Vec<String> = match keys.of {
                None => vec![family],
                Some(_) => of.map(|member| format!("{member} {family}")).collect(),
            };
            let is_taken = |resource: &str| names.contains(&to_words(resource));
            let same = |(other, part): (&Pack, &Manifest)| {
                let name = part.all_resources().find(|name| is_taken(name.get_ref()))?;
                Some((to_words(name.get_ref()), Origin::of(&other.error(name, ""))))
            };
            if let Some((name, resource)) = parts().find_map(same) {
                let message = format!("`{name}` is the name of goods and of a resource");
                let hint = format!("the resource is declared in {resource}: rename one of them");
                wrong.push(pack.error(goods, message).code(Code::NameTaken).hint(hint));
            }
        }
    }
}
