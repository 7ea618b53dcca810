//! Completions in a transcript, from its grammar and the rules of the game.

use std::collections::BTreeSet;

use super::complete::cited;
use super::terms::{self, Term, TermKind};
use crate::board::{CORNERS, Place, SIDES};
use crate::rules::Rules;
use crate::transcript::{Next, following};

/// The maximum number of words in the name of a thing.
const MAX_WORDS: usize = 4;

/// Returns the completions at a position of a transcript.
pub(super) fn complete(text: &str, at: usize, rules: &Rules) -> Vec<Term> {
    let before = &text[..at];
    if let Some(rulings) = cited(before) {
        return rulings;
    }
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.starts_with([' ', '\t']) || line.contains('#') {
        return Vec::new();
    }
    let whole = line.rfind([' ', '\t', ',']).map_or("", |end| &line[..=end]);
    let mut found = Vec::new();
    for next in following(whole) {
        match next {
            Next::Word(word) => found.push(Term::bare(word, TermKind::Keyword)),
            Next::Player => found.extend(players(text, rules)),
            Next::Place => found.extend(places(whole, rules)),
            Next::Name => found.extend(names(whole, rules)),
        }
    }
    found
}

/// The names of the players, from the header or the rules.
fn players(text: &str, rules: &Rules) -> Vec<Term> {
    let named = text.lines().find_map(|line| line.strip_prefix("players "));
    let names: BTreeSet<&str> = match named {
        Some(names) => names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect(),
        None => rules.names.iter().flatten().map(String::as_str).collect(),
    };
    names.into_iter().map(|name| Term::bare(name, TermKind::Name)).collect()
}

/// The places where the thing named in the line can be, with all their names.
fn places(line: &str, rules: &Rules) -> Vec<Term> {
    let board = &rules.board;
    let words: Vec<&str> = line.split_whitespace().collect();
    let kind = named(&words, |name| rules.kind_named(name)).map(|kind| rules.kind(kind));
    let is_marker = named(&words, |name| rules.markers.iter().find(|m| m.name == name)).is_some();
    let land = board.shore().intersections();
    let fits = |place: Place| match place {
        Place::Hex(_) => kind.is_none(),
        _ if is_marker => false,
        Place::Intersection(site) if kind.is_none() => land.contains(site),
        _ => kind.is_none_or(|kind| {
            kind.fits(board, place) && kind.is_grounded(board, board.shore(), place)
        }),
    };
    let gaps = board.gaps().iter().flat_map(|gap| gap.halves.map(|half| board.border_name(half)));
    let names = board.hexes().iter().flat_map(|hex| names_at(&board.hex_name(hex)));
    let layered = board.layered_places().map(|(_, place)| board.place_name(place));
    let names = names.chain(gaps).chain(layered);
    let names = names.filter(|name| board.place(name).is_ok_and(fits));
    names.map(|name| Term::bare(name, TermKind::Place)).collect()
}

/// The names of a hex, its intersections and its borders.
fn names_at(hex: &str) -> Vec<String> {
    let corners = CORNERS.iter().map(|corner| format!("{hex}.{corner}"));
    let sides = SIDES.iter().map(|side| format!("{hex}-{side}"));
    std::iter::once(hex.to_owned()).chain(corners).chain(sides).collect()
}

/// The thing named by the words before the last one.
fn named<T>(words: &[&str], find: impl Fn(&str) -> Option<T>) -> Option<T> {
    let end = words.len().checked_sub(1)?;
    (1..=MAX_WORDS.min(end)).rev().find_map(|count| find(&words[end - count..end].join(" ")))
}

/// The names that fit after the last word, or all names if that word is unknown.
fn names(line: &str, rules: &Rules) -> Vec<Term> {
    let resources = || rules.resources.iter().map(|resource| resource.name.as_str());
    let cards = || rules.cards.iter().map(|card| card.name.as_str());
    let kinds = || rules.kinds.iter().map(|kind| kind.name.as_str());
    let markers = || rules.markers.iter().map(|marker| marker.name.as_str());
    let tokens = || rules.tokens.iter().map(|token| token.name.as_str());
    let abilities = || rules.abilities.iter().map(|ability| ability.name.as_str());
    let names: BTreeSet<&str> = match line.split_whitespace().next_back().unwrap_or_default() {
        "builds" | "places" => kinds().collect(),
        "buys" => rules.decks.iter().map(|deck| deck.name.as_str()).collect(),
        "moves" => markers().collect(),
        "plays" | "played" => cards().collect(),
        "uses" => abilities().collect(),
        "without" => return rules.rules.iter().map(terms::rule).collect(),
        "set" => return terms::settings(rules).collect(),
        "pack" => rules.packs.iter().map(|pack| pack.id.as_str()).collect(),
        "given" | "expect" => markers().chain(tokens()).collect(),
        _ => {
            let states = rules.kinds.iter().flat_map(|kind| &kind.states).map(String::as_str);
            let terrains = rules.terrains.iter().map(|kind| kind.name.as_str());
            let goods = rules.goods.iter().map(|good| good.name.as_str());
            let all = resources().chain(cards()).chain(kinds()).chain(terrains).chain(goods);
            all.chain(tokens()).chain(abilities()).chain(states).collect()
        }
    };
    names.into_iter().map(|name| Term::bare(name, TermKind::Name)).collect()
}
