//! The words of packs that can replace each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::is_a;
use crate::content::pack_outline::PackOutline;
use crate::diagnostic::Source;
use crate::script::rule_outline::RuleOutline;

/// The possible replacements for words: other resources, the values that other rules give a fact,
/// and the ends of such values, such as `game` in `"helped: game"`.
#[derive(Clone, Default, Debug)]
pub struct Replacements {
    /// Resources in groups: those without a class, and those of each class.
    resources: Vec<Vec<String>>,
    texts: BTreeMap<String, BTreeSet<String>>,
    ends: BTreeMap<String, BTreeSet<String>>,
}

impl Replacements {
    /// Collects the words of these files.
    pub fn of(files: &[Source]) -> Self {
        let mut words = Self { resources: vec![Vec::new()], ..Self::default() };
        for source in files {
            let text = &*source.text;
            let quoted = |span: &Range<usize>| text[span.clone()].trim_matches('"').to_owned();
            if is_a("toml", source) {
                let outline = PackOutline::of(text);
                for key in outline.keys {
                    if key.name == "resources" {
                        let of_key = |member: &&Range<usize>| key.value.contains(&member.start);
                        let members = outline.members.iter().filter(of_key).map(quoted);
                        words.add_resources(key.is_in_table, members.collect());
                    }
                    words.add(&key.name, &text[key.value]);
                }
            } else {
                for fact in RuleOutline::of(text).facts {
                    words.add(&fact.name, &text[fact.inner]);
                }
            }
        }
        words
    }

    fn add_resources(&mut self, are_of_class: bool, mut added: Vec<String>) {
        added.retain(|new| !self.resources.iter().flatten().any(|known| known == new));
        if are_of_class {
            self.resources.push(added);
        } else if let Some(first) = self.resources.first_mut() {
            first.extend(added);
        }
    }

    fn add(&mut self, name: &str, value: &str) {
        if value.starts_with('"') {
            self.texts.entry(name.into()).or_default().insert(value.into());
            if let Some((_, end)) = divided(value) {
                self.ends.entry(name.into()).or_default().insert(end.into());
            }
        }
    }

    /// The other values of a fact, beginning with the one after this value.
    pub(super) fn others(&self, name: &str, value: &str) -> Vec<String> {
        self.texts.get(name).map_or(Vec::new(), |texts| others(texts, value))
    }

    /// The value of a fact with other ends, such as `"helped: game"` for `"helped: turn"`.
    pub(super) fn with_other_ends(&self, name: &str, value: &str) -> Vec<String> {
        let Some((head, end)) = divided(value) else { return Vec::new() };
        let ends = self.ends.get(name).map_or(Vec::new(), |ends| others(ends, end));
        ends.into_iter().map(|end| format!("{head}{end}")).collect()
    }

    /// The other resources of the same class, beginning with the one after this resource; empty if
    /// the word is not a resource.
    pub(super) fn other_resources(&self, word: &str) -> impl Iterator<Item = &str> + use<'_> {
        let place = self.resources.iter().find_map(|group| {
            let at = group.iter().position(|resource| resource == word)?;
            Some((&group[..at], &group[at + 1..]))
        });
        let (before, after) = place.unwrap_or_default();
        after.iter().chain(before).map(String::as_str)
    }
}

/// All values except this one, in their order, beginning with its successor.
fn others(texts: &BTreeSet<String>, value: &str) -> Vec<String> {
    let after = texts.iter().skip_while(|text| *text != value).skip(1);
    let before = texts.iter().take_while(|text| *text != value);
    after.chain(before).cloned().collect()
}

/// Splits a string with a colon after its last comma, or after the colon if no comma follows.
fn divided(text: &str) -> Option<(&str, &str)> {
    let colon = text.find(": ")?;
    let comma = text.rfind(", ").filter(|&comma| comma > colon);
    Some(text.split_at(comma.unwrap_or(colon) + 2))
}
