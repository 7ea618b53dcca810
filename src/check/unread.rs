//! Reports declarations that nothing reads: counters, marks, piles, groups of markers and settings.
//!
//! A declaration is unread if no loaded game reads it.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{CounterVisibility, MarkerKind, RuleId, Rules, Type};
use crate::script::{CallSite, Named, Review};

/// The declarations by file, kind and name, and whether they are read.
#[derive(Default)]
pub(super) struct Unread {
    declared: BTreeMap<(String, &'static str, String), DeclarationUse>,
}

struct DeclarationUse {
    is_read: bool,
    strange: Diagnostic,
}

impl Unread {
    /// Adds the declarations of a game, and notes which of them the game reads.
    pub(super) fn add(&mut self, rules: &Rules, review: &Review) {
        // Players read the counters that are shown.
        let is_drawn = |visibility| visibility == CounterVisibility::Shown;
        let counters = rules.counters.iter().filter(|kept| !is_drawn(kept.visibility));
        let counters = counters.map(|kept| (Type::CounterName, &kept.name, kept.rule));
        let places = rules.place_counters.iter().filter(|kept| !is_drawn(kept.visibility));
        let places = places.map(|kept| (Type::CounterName, &kept.name, kept.rule));
        let marks = rules.player_marks.iter().map(|kept| (Type::MarkName, &kept.name, kept.rule));
        let hex_marks = rules.hex_marks.iter().map(|kept| (Type::MarkName, &kept.name, kept.rule));
        let piles = rules.piles.iter().map(|kept| (Type::PileName, &kept.name, kept.rule));
        for (ty, name, keeper) in counters.chain(places).chain(marks).chain(hex_marks).chain(piles)
        {
            let (file, source) = source(rules, keeper);
            let Some(line) = declaration(&source, name) else { continue };
            let is_read = review.named.iter().any(|used| {
                let is_his = used.rule.is_none_or(|rule| {
                    rules.rules[usize::from(rule.0)].may_use_state_of(rule, keeper)
                });
                let is_it = used.name.as_ref().is_none_or(|used| used == name);
                // Players see the cards on a pile, so a verb that changes the pile counts as a
                // reader.
                is_his && used.ty == ty && is_it && (!used.acts || ty == Type::PileName)
            });
            let what = ty.text().trim_start_matches("the name of a ");
            let message = format!("nothing reads the {what} `{name}`");
            self.note((file, ty.text(), name.clone()), is_read, || source.error_on(line, message));
        }
        self.add_groups(rules, review);
        self.add_settings(rules, review);
    }

    /// Adds the groups of markers, which rolls and verbs use.
    fn add_groups(&mut self, rules: &Rules, review: &Review) {
        for (number, group) in rules.groups.iter().enumerate() {
            let rolled = rules.rolls.iter().any(|roll| roll.moves.map(usize::from) == Some(number));
            let is_used = |used: &Named| {
                let is_it = used.name.as_ref().is_none_or(|name| *name == group.name);
                used.ty == Type::GroupName && is_it
            };
            let is_read =
                rolled || review.named.iter().any(is_used) || moves(rules, review, number);
            let line = format!("group = \"{}\"", group.name);
            let names =
                |text: &str| text.lines().position(|one| one.trim_start().starts_with(&line));
            let found =
                rules.sources.iter().find_map(|(file, text)| Some((file, text, names(text)?)));
            let Some((file, text, at)) = found else { continue };
            let message = format!("nothing moves the markers of the group `{}`", group.name);
            let source = Source::new(file, text.as_str());
            self.note((file.clone(), "group", group.name.clone()), is_read, || {
                source.error_on(at + 1, message)
            });
        }
    }

    /// Adds the settings, which scripts, facts and the loader read.
    fn add_settings(&mut self, rules: &Rules, review: &Review) {
        for key in rules.settings.keys() {
            let (pack, name) = key.split_once('.').unwrap_or(("", key));
            let is_read = review.settings.contains(name) || rules.asked.contains(name);
            let Some(pack) = rules.packs.iter().find(|known| known.id == pack) else { continue };
            let file = format!("{}/pack.toml", pack.folder());
            let Some((file, text)) = rules.sources.iter().find(|(known, _)| *known == file) else {
                continue;
            };
            let source = Source::new(file, text.as_str());
            let head = format!("[settings.{name}]");
            let line = text.lines().position(|line| line.trim() == head).map_or(0, |line| line + 1);
            let message = format!("nothing reads the setting `{name}`");
            self.note((file.clone(), "setting", name.into()), is_read, || {
                source.error_on(line, message)
            });
        }
    }

    fn note(
        &mut self,
        key: (String, &'static str, String),
        is_read: bool,
        strange: impl FnOnce() -> Diagnostic,
    ) {
        let declared = self.declared.entry(key).or_insert_with(|| DeclarationUse {
            is_read: false,
            strange: strange().code(Code::Unread).warning(),
        });
        declared.is_read |= is_read;
    }

    /// Warnings about the unread declarations of these files.
    pub(super) fn found(&self, files: &BTreeSet<String>) -> Vec<Diagnostic> {
        let unread = self
            .declared
            .iter()
            .filter(|((file, ..), declared)| !declared.is_read && files.contains(file));
        unread.map(|(_, declared)| declared.strange.clone()).collect()
    }
}

/// Whether a script calls a marker verb that may apply to the group with this number.
fn moves(rules: &Rules, review: &Review, number: usize) -> bool {
    let is_of_markers = |call: &&CallSite| call.function.acts() && call.function.fits(Type::Marker);
    let files = review.calls.iter().filter(is_of_markers).map(|call| &call.file);
    let texts = files.filter_map(|file| rules.sources.iter().find(|(known, _)| known == file));
    let names = |text: &str, marker: &MarkerKind| {
        let constant = marker.name.to_uppercase().replace(' ', "_");
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == constant)
    };
    texts.into_iter().any(|(_, text)| {
        let mut named = rules.markers.iter().filter(|marker| names(text, marker)).peekable();
        // A file that names no marker moves one that it receives as a value.
        named.peek().is_none() || named.any(|marker| usize::from(marker.group) == number)
    })
}

/// The file of a rule.
fn source(rules: &Rules, rule: RuleId) -> (String, Source) {
    let rule = &rules.rules[usize::from(rule.0)];
    let (file, text) = &rules.sources[rule.source];
    (file.clone(), Source::new(file, text.as_str()))
}

/// The line of the fact that declares a name.
fn declaration(source: &Source, name: &str) -> Option<usize> {
    let is_it =
        |line: &str| line.trim_start().starts_with("const") && line.contains(&format!("\"{name}"));
    source.text.lines().position(is_it).map(|line| line + 1)
}
