//! The differences between two headers, two positions and two sets of rules.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Token};
use serde::Serialize;

use super::print_position;
use super::tree::{Body, Transcript};
use crate::game::Game;
use crate::rules::{Origin, Rules};

/// A file of the rules: its name and its text.
type NamedText<'a> = (&'a str, &'a str);

/// A difference between two positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateDifference {
    /// The player, or `table`.
    pub of: String,
    /// The thing: `hand`, `road` and so on.
    pub what: String,
    /// The parts that only the first game has.
    pub left: Vec<String>,
    /// The parts that only the second game has.
    pub right: Vec<String>,
}

/// A place where the rules of two games differ.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FileDifference {
    /// The line of the first game's file; `None` if it has no such file.
    pub left: Option<Origin>,
    /// The line of the second game's file; `None` if it has no such file.
    pub right: Option<Origin>,
    /// Whether the first game and the second one have lines there.
    #[serde(skip)]
    pub(super) has_lines: (bool, bool),
}

impl StateDifference {
    /// The parts of one position in words.
    pub fn in_words(&self, parts: &[String]) -> String {
        let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
        format!("{}, {}: {parts}", self.of, self.what)
    }
}

/// The differences between two positions, by player and thing.
pub fn differences(one: &Game, other: &Game) -> Vec<StateDifference> {
    let (one, other) = (items(one), items(other));
    let keys: Vec<&(String, String)> = one.iter().chain(&other).map(|(key, _)| key).collect();
    let mut found: Vec<StateDifference> = Vec::new();
    for key in keys {
        let of = |items: &[((String, String), Vec<String>)]| {
            let found = items.iter().find(|(known, _)| known == key);
            found.map_or_else(Vec::new, |(_, parts)| parts.clone())
        };
        let (has, other_has) = (of(&one), of(&other));
        let lacks = |parts: &[String], others: &[String]| -> Vec<String> {
            parts.iter().filter(|part| !others.contains(part)).cloned().collect()
        };
        let (left, right) = (lacks(&has, &other_has), lacks(&other_has, &has));
        let is_known = found.iter().any(|known| known.of == key.0 && known.what == key.1);
        let differ = !left.is_empty() || !right.is_empty();
        if differ && !is_known {
            found.push(StateDifference { of: key.0.clone(), what: key.1.clone(), left, right });
        }
    }
    found
}

/// A position as things with their parts, by owner.
fn items(game: &Game) -> Vec<((String, String), Vec<String>)> {
    let text = print_position(game);
    let mut owner = String::new();
    let mut items = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let is_own = line.starts_with(' ');
        let (what, rest) = line.trim().split_once(": ").unwrap_or((line.trim(), ""));
        let parts = rest.split(", ").map(str::to_owned).filter(|part| !part.is_empty()).collect();
        let key = if is_own {
            (owner.clone(), what.to_owned())
        } else if game.names().iter().any(|name| name == what) {
            what.clone_into(&mut owner);
            (owner.clone(), "hand".to_owned())
        } else if what.starts_with("turn ") {
            ("table".to_owned(), "turn".to_owned())
        } else {
            ("table".to_owned(), what.to_owned())
        };
        let parts = if key.1 == "turn" { vec![line.to_owned()] } else { parts };
        items.push((key, parts));
    }
    items
}

/// The differences between the headers of two transcripts, in words.
pub fn header_differences(transcript: &Transcript, other: &Transcript) -> Vec<String> {
    let (one, two) = (head(transcript), head(other));
    let keys: BTreeSet<&String> = one.keys().chain(two.keys()).collect();
    let none = || "nothing".to_owned();
    let value = |head: &BTreeMap<String, String>, key| head.get(key).cloned().unwrap_or_else(none);
    keys.into_iter()
        .map(|key| (key, value(&one, key), value(&two, key)))
        .filter(|(_, left, right)| left != right)
        .map(|(key, left, right)| format!("{key}: {left} / {right}"))
        .collect()
}

/// The contents of the header, by key.
fn head(transcript: &Transcript) -> BTreeMap<String, String> {
    let lines = transcript.lines.iter().filter(|line| line.body == Body::Header);
    let head = lines.filter_map(|line| {
        let words = &transcript.source.text[line.span.clone()];
        let (key, rest) = words.split_once(char::is_whitespace)?;
        let (key, rest) = match key {
            "pack" => {
                let (id, version) = rest.trim().split_once(char::is_whitespace)?;
                (format!("pack {id}"), version)
            }
            "set" => {
                let (name, value) = rest.split_once('=')?;
                (format!("set {}", name.trim()), value)
            }
            "engine" | "newcatan" | "changes" => return None,
            _ => (key.to_owned(), rest),
        };
        Some((key, rest.trim().to_owned()))
    });
    head.collect()
}

/// The places where the rules of two games differ, except for comments and blank lines.
pub fn files_that_differ(left: &Rules, right: &Rules) -> Vec<FileDifference> {
    let (one, other) = (files(left), files(right));
    let keys: BTreeSet<_> = one.keys().chain(other.keys()).collect();
    let mut found = Vec::new();
    for key in keys {
        match (one.get(key), other.get(key)) {
            (Some(one), Some(other)) => found.extend(places_that_differ(*one, *other)),
            (one, other) => {
                let whole = |file: Option<&NamedText<'_>>| {
                    file.map(|(name, _)| Origin { file: (*name).to_owned(), line: 1 })
                };
                let (left, right) = (whole(one), whole(other));
                let has_lines = (left.is_some(), right.is_some());
                found.push(FileDifference { left, right, has_lines });
            }
        }
    }
    found
}

/// The places where two versions of a file differ.
fn places_that_differ(
    (left, old): NamedText<'_>,
    (right, new): NamedText<'_>,
) -> Vec<FileDifference> {
    if old == new {
        return Vec::new();
    }
    let input = InternedInput::new(old, new);
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_no_heuristic(&input);
    let says = |token: &Token| {
        let line = input.interner[*token].trim();
        !line.is_empty() && !line.starts_with("//") && !line.starts_with('#')
    };
    // The first of these lines that is neither blank nor a comment, and whether there is one.
    let place = |file: &str, tokens: &[Token], lines: Range<u32>| {
        let (first, last) = (lines.start as usize, lines.end as usize);
        let offset = tokens[first..last].iter().position(says);
        let line = first + offset.unwrap_or(0) + 1;
        (Some(Origin { file: file.to_owned(), line }), offset.is_some())
    };
    let found = diff.hunks().map(|hunk| {
        let (left, is_left) = place(left, &input.before, hunk.before);
        let (right, is_right) = place(right, &input.after, hunk.after);
        FileDifference { left, right, has_lines: (is_left, is_right) }
    });
    found.filter(|file| file.has_lines != (false, false)).collect()
}

/// The names and texts of a game's rule files, by pack and by path within the pack.
fn files(rules: &Rules) -> BTreeMap<(String, String), NamedText<'_>> {
    let key = |file: &str| {
        let inner = rules.packs.iter().find_map(|pack| {
            let rest = file.strip_prefix(pack.folder().as_str())?.strip_prefix('/')?;
            Some((pack.id.clone(), rest.to_owned()))
        });
        let last = file.rsplit('/').next().unwrap_or(file);
        inner.unwrap_or_else(|| (String::new(), last.to_owned()))
    };
    rules.sources.iter().map(|(file, text)| (key(file), (file.as_str(), text.as_str()))).collect()
}
