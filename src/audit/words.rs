//! The words of packs that can stand in place of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::is_a;
use crate::content::outline::Outline as PackOutline;
use crate::diagnostic::Source;
use crate::script::outline::Outline;

/// What can stand in place of a word: the resources, and the texts that others give to a fact.
#[derive(Clone, Default, Debug)]
pub struct Words {
    resources: Vec<String>,
    texts: BTreeMap<String, BTreeSet<String>>,
}

impl Words {
    /// The words of these files.
    pub fn of(files: &[Source]) -> Self {
        let mut words = Self::default();
        for source in files {
            let text = &*source.text;
            let quoted = |span: &Range<usize>| text[span.clone()].trim_matches('"').to_owned();
            if is_a("toml", source) {
                let outline = PackOutline::of(text);
                for key in outline.keys {
                    if key.name == "resources" {
                        let of_key = |member: &&Range<usize>| key.value.contains(&member.start);
                        let members = outline.members.iter().filter(of_key).map(quoted);
                        let new = members.filter(|resource| !words.resources.contains(resource));
                        words.resources.extend(new.collect::<Vec<_>>());
                    }
                    words.add(&key.name, &text[key.value]);
                }
            } else {
                for fact in Outline::of(text).facts {
                    words.add(&fact.name, &text[fact.inner]);
                }
            }
        }
        words
    }

    fn add(&mut self, name: &str, value: &str) {
        if value.starts_with('"') {
            self.texts.entry(name.into()).or_default().insert(value.into());
        }
    }

    /// The texts that others give to a fact, beginning with the next one.
    pub(super) fn others(&self, name: &str, value: &str) -> Vec<String> {
        let Some(texts) = self.texts.get(name) else { return Vec::new() };
        let after = texts.iter().skip_while(|text| *text != value).skip(1);
        let before = texts.iter().take_while(|text| *text != value);
        after.chain(before).cloned().collect()
    }

    /// The resources other than this one, beginning with the next one; none if it is none.
    pub(super) fn other_resources(&self, word: &str) -> impl Iterator<Item = &str> + use<'_> {
        let at = self.resources.iter().position(|resource| resource == word);
        let (before, from) = self.resources.split_at(at.unwrap_or(0));
        let after = if at.is_some() { &from[1..] } else { &[] };
        after.iter().chain(before).map(String::as_str)
    }
}
