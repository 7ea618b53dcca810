//! The names that can be answers to questions. They are fixed when the rules are loaded, so an
//! action contains only the index of a name, and every line of a game can be read without playing.

use super::naming::check_phrase;
use crate::rules::{Rules, Type};
use crate::script::{names, tokens};
use crate::transcript::NamePosition;

/// The functions that ask for names.
const ASKING: &str = "choose_name";
/// The maximum number of names, since the index of a name has two bytes.
const NAMES: usize = 1 << 16;
/// The words of other answers.
const OTHERS: [&str; 3] = ["no", "yes", "nothing"];

/// The names of the things in play and the names that rule files write as strings, if a rule asks
/// for names.
pub(super) fn of(rules: &Rules) -> Vec<String> {
    let scripts = rules.rules.iter().map(|rule| rule.source);
    let mut scripts: Vec<usize> = scripts.chain(rules.verbs.iter().map(|it| it.source)).collect();
    scripts.sort_unstable();
    scripts.dedup();
    let scripts = || scripts.iter().map(|&source| rules.sources[source].1.as_str());
    if !scripts().any(|text| text.contains(ASKING)) {
        return Vec::new();
    }
    let sorts = [
        Type::Resource,
        Type::Terrain,
        Type::Kind,
        Type::AreaName,
        Type::GoodsName,
        Type::GroupName,
        Type::HeldName,
        Type::AwardName,
    ];
    let mut found: Vec<String> = scripts().flat_map(strings).map(str::to_owned).collect();
    for name in sorts.into_iter().filter_map(|sort| names(sort, rules, None)).flatten() {
        found.push(name.to_owned());
    }
    found.extend(rules.markers.iter().map(|marker| marker.name.clone()));
    found.sort_unstable();
    found.dedup();
    found.retain(|name| is_plain(name) && check_phrase(name, NamePosition::Last).is_ok());
    found.truncate(NAMES);
    found
}

/// The strings in quotes of a script.
fn strings(text: &str) -> impl Iterator<Item = &str> {
    let tokens = tokens::tokens(text).into_iter().map(|token| &text[token.span]);
    tokens.filter_map(|token| token.strip_prefix('"')?.strip_suffix('"'))
}

/// Whether a name consists of lower-case letters, digits, `_` and spaces, and begins with a letter.
fn is_plain(name: &str) -> bool {
    let is_proper =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | ' ');
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(is_proper)
        && !OTHERS.contains(&name)
}
