//! Writes out a line whose action is not in the list: an illegal one, whose reasons people want to
//! know, an offer, or an answer in advance.

use super::matching::{Fit, fits, is_little, is_number, words_of};
use super::{Actions, LegalAction};
use crate::action::Action;
use crate::game::PlayerView;
use crate::transcript::VERBS;

/// The verbs that are followed by cards.
const OF_CARDS: [&str; 4] = ["offers", "counters", "trades", "discards"];

/// Replaces each word that is a place by its canonical name, in lower case.
pub(super) fn places(view: &PlayerView<'_>, words: Vec<String>) -> Vec<String> {
    let board = &view.rules().board;
    let name = |word: String| match board.place(&with_hex(&word)) {
        Ok(place) => board.place_name(place).to_lowercase(),
        Err(_) => word,
    };
    words.into_iter().map(name).collect()
}

/// The lines that the typed words can stand for, in the exact language.
pub(super) fn texts(view: &PlayerView<'_>, legal: &Actions, typed: &[String]) -> Vec<String> {
    let Some((last, before)) = typed.split_last() else { return Vec::new() };
    let board = &view.rules().board;
    let place = board.place(&with_hex(last)).ok().map(|place| board.place_name(place));
    if let (Some(place), []) = (&place, before) {
        return at_only_head(legal, place).into_iter().collect();
    }
    let known = declared(view, place.as_deref());
    for fit in [Fit::Exact, Fit::Shortened, Fit::Begun] {
        let fitting = known.iter().filter(|text| fits(typed, &words_of(text), fit));
        let fitting: Vec<String> = fitting.cloned().collect();
        if !fitting.is_empty() {
            return fitting;
        }
    }
    cards(view, typed).into_iter().collect()
}

/// The name of a place with the upper-case letter of its hex.
fn with_hex(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The line with a place, if all places are asked for in the same words.
fn at_only_head(legal: &Actions, place: &str) -> Option<String> {
    let with_place =
        |listed: &&LegalAction| matches!(listed.action, Action::Build { .. } | Action::Move { .. });
    let mut heads = legal.0.iter().filter(with_place).map(LegalAction::head);
    let first = heads.next()?;
    heads.all(|head| head == first).then(|| format!("{first} {place}"))
}

/// Lines with all declared names.
fn declared(view: &PlayerView<'_>, place: Option<&str>) -> Vec<String> {
    let rules = view.rules();
    let mut all: Vec<String> = ["rolls", "ends turn", "accepts", "refuses", "withdraws"]
        .into_iter()
        .chain(["takes nothing", "pays open cards first", "pays hidden cards first"])
        .map(str::to_owned)
        .collect();
    if let Some(place) = place {
        all.extend(rules.kinds.iter().map(|kind| format!("builds {} at {place}", kind.name)));
        all.extend(rules.kinds.iter().map(|kind| format!("places {} at {place}", kind.name)));
        let moved = |name: &String| format!("moves {name} to {place}");
        all.extend(rules.markers.iter().map(|marker| moved(&marker.name)));
    }
    all.extend(rules.decks.iter().map(|deck| format!("buys {}", deck.name)));
    all.extend(rules.cards.iter().map(|card| format!("plays {}", card.name)));
    let usable = rules.abilities.iter().filter(|ability| !ability.by_card);
    all.extend(usable.map(|ability| format!("uses {}", ability.name)));
    for player in view.game().names() {
        all.extend([format!("takes from {player}"), format!("trades with {player}")]);
    }
    for answerable in &rules.answerables {
        let rule = rules.rule(answerable.rule).name();
        let answers = ["accept", "decline", "ask"];
        all.extend(answers.map(|answer| format!("answers {answer} to {rule}")));
    }
    all
}

/// A line about cards, such as `offers 1 wood for 1 ore to blue`.
fn cards(view: &PlayerView<'_>, typed: &[String]) -> Option<String> {
    let (first, rest) = typed.split_first()?;
    let mut verbs = OF_CARDS.iter().filter(|verb| verb.starts_with(first.as_str()));
    let verb = verbs.next().filter(|verb| verbs.next().is_none() && VERBS.contains(verb))?;
    let split = rest.iter().position(|word| word == "to").unwrap_or(rest.len());
    let (given, to) = (&rest[..split], rest.get(split + 1..).unwrap_or_default());
    let mut sides: Vec<Vec<String>> = Vec::new();
    for side in given.split(|word| word == "for") {
        sides.push(amounts(view, side)?);
    }
    if let [only] = &mut sides[..]
        && *verb != "discards"
        && only.len() == 2
    {
        let second = only.pop()?;
        sides.push(vec![second]);
    }
    let expected = if *verb == "discards" { 1 } else { 2 };
    if sides.len() != expected || sides.iter().any(Vec::is_empty) {
        return None;
    }
    let sides: Vec<String> = sides.iter().map(|side| side.join(", ")).collect();
    let to = if to.is_empty() { String::new() } else { format!(" to {}", players(view, to)?) };
    Some(format!("{verb} {}{to}", sides.join(" for ")))
}

/// Amounts of cards: numbers, which can be missing, and beginnings of the names of resources.
fn amounts(view: &PlayerView<'_>, words: &[String]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut number = None;
    for word in words {
        if is_number(word) {
            number = Some(word.as_str());
        } else {
            let names = view.rules().resources.iter().map(|kind| &kind.name);
            let name = only_one(word, names)?;
            found.push(format!("{} {name}", number.take().unwrap_or("1")));
        }
    }
    if number.is_some() { None } else { Some(found) }
}

/// The names of players.
fn players(view: &PlayerView<'_>, words: &[String]) -> Option<String> {
    let words = words.iter().filter(|word| !is_little(word) && *word != "and");
    let names: Option<Vec<&str>> =
        words.map(|word| only_one(word, view.game().names().iter())).collect();
    Some(names?.join(", "))
}

/// The name that the word is, or else the only one that begins with it.
fn only_one<'a>(word: &str, names: impl Iterator<Item = &'a String> + Clone) -> Option<&'a str> {
    let same = names.clone().find(|name| name.to_lowercase() == word);
    let mut begun = names.filter(|name| name.to_lowercase().starts_with(word));
    let only = begun.next().filter(|_| begun.next().is_none());
    same.or(only).map(String::as_str)
}
