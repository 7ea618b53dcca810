//! The rounds in which players place pieces before the first turn.

use super::catalog::Catalog;
use super::keys::{Direction, RoundChoice, RoundKeys, RoundYield};
use super::manifest::{Pack, last_declared};
use super::toml_file::SpannedString;
use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::rules::PlacementRound;
use crate::set::Set;
use crate::table::Kind;

/// The maximum number of pieces that each player places before the first turn.
const STEPS: usize = 40;

/// The rounds of the placement; empty if no pack declares a placement.
pub(super) fn read(
    packs: &[Pack],
    catalog: &Catalog,
    wrong: &mut Diagnostics,
) -> Vec<PlacementRound> {
    let Some((last, _)) = last_declared(packs, |manifest| manifest.placement.as_ref()) else {
        return Vec::new();
    };
    let Some((pack, rounds)) = last_declared(packs, |manifest| {
        manifest.placement.as_ref().and_then(|keys| keys.rounds.as_ref())
    }) else {
        wrong.push(missing(last.source.whole(""), "rounds"));
        return Vec::new();
    };
    let placed = last_declared(packs, |manifest| manifest.placement.as_ref()?.placed.as_ref());
    let placed_last =
        last_declared(packs, |manifest| manifest.placement.as_ref()?.placed_last.as_ref());
    let yields = yielding_rounds(packs);
    let drawn = last_declared(packs, |manifest| manifest.placement.as_ref()?.drawn.as_ref());
    let mut read = Vec::new();
    for (number, keys) in (1..).zip(rounds.get_ref()) {
        let (direction, own_placed) = match keys {
            RoundKeys::Direction(direction) => (*direction, None),
            RoundKeys::Table(keys) => (keys.order, keys.placed.as_ref()),
        };
        let own_placed = own_placed.map(|words| (pack, words));
        let placed_last = placed_last.filter(|_| number == rounds.get_ref().len());
        let Some((pack, words)) = own_placed.or(placed_last).or(placed) else {
            wrong.push(missing(pack.error(rounds, ""), "placed"));
            break;
        };
        read.push(PlacementRound {
            backward: direction == Direction::Backward,
            yields: cards_of_round(keys, direction, yields),
            drawn: drawn.is_some_and(|(_, drawn)| *drawn),
            placed: placed_kinds(pack, catalog, words.get_ref(), wrong),
        });
    }
    let steps: usize = read.iter().map(|round| round.placed.len()).sum();
    let is_empty = read.iter().any(|round| round.placed.is_empty());
    if wrong.0.is_empty() && is_empty && steps > 0 {
        let message = "nothing is placed in one of the rounds";
        wrong.push(pack.error(rounds, message).hint("name pieces in its `placed`"));
    } else if wrong.0.is_empty() && !(1..=STEPS).contains(&steps) {
        let message =
            format!("each player places {}, expected 1 to {STEPS}", counted(steps, "piece"));
        let hint = "in each of the `rounds`, a player places all pieces listed in `placed`";
        wrong.push(pack.error(rounds, message).hint(hint));
    }
    read
}

/// The diagnostic about a key that the placement needs.
fn missing(at: Diagnostic, key: &str) -> Diagnostic {
    let message = format!("the key `{key}` is missing");
    let hint = format!("`[placement]` is incomplete: it also needs `{key}`");
    Diagnostic::new(message).at(at).code(Code::MissingKey).hint(hint)
}

/// The `yields` of the placement, and whether it is declared later than the rounds.
fn yielding_rounds(packs: &[Pack]) -> Option<(RoundChoice, bool)> {
    let placements = packs.iter().flat_map(Pack::declarations);
    let placements = placements.filter_map(|part| part.placement.as_ref());
    placements.fold(None, |yields, keys| match (keys.yields, &keys.rounds) {
        (Some(own), rounds) => Some((own, rounds.is_none())),
        (None, Some(_)) => yields.map(|(yields, _)| (yields, false)),
        (None, None) => yields,
    })
}

/// The number of cards that the buildings of a round yield for each adjacent hex. A round that is a
/// table decides for itself, unless a later declaration decides for all rounds.
fn cards_of_round(keys: &RoundKeys, direction: Direction, all: Option<(RoundChoice, bool)>) -> u8 {
    let own = match keys {
        RoundKeys::Direction(_) => None,
        RoundKeys::Table(table) => table.yields,
    };
    let own_cards = match own {
        Some(RoundYield::Cards(cards)) => cards,
        Some(RoundYield::Yields(yields)) => u8::from(yields),
        None => 0,
    };
    let is_own = matches!(keys, RoundKeys::Table(_)) && !all.is_some_and(|(_, is_later)| is_later);
    let yields = all.map_or(RoundChoice::None, |(yields, _)| yields);
    let does_yield = match yields {
        RoundChoice::Forward => direction == Direction::Forward,
        RoundChoice::Backward => direction == Direction::Backward,
        RoundChoice::All => true,
        RoundChoice::None => false,
    };
    match (is_own, does_yield) {
        (true, _) => own_cards,
        (false, true) => own_cards.max(1),
        (false, false) => 0,
    }
}

/// The kinds of pieces to which each of these words refers.
fn placed_kinds(
    pack: &Pack,
    catalog: &Catalog,
    words: &[SpannedString],
    wrong: &mut Diagnostics,
) -> Vec<Set<Kind>> {
    let kinds = |word: &SpannedString| catalog.kind_set(pack, std::slice::from_ref(word));
    words.iter().filter_map(|word| wrong.keep(kinds(word))).collect()
}
