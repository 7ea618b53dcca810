//! Copies of a lasting card, if several were played in one turn: each has its own uses, counters
//! and marks for the turn.

use super::view::View;
use crate::board::{Hex, Place};
use crate::rules::{Ownership, RuleId, Running};
use crate::set::{Id, Set};
use crate::table::{Counter, PLAYERS, Players};

/// A part of the state of one copy of a card.
#[derive(PartialEq)]
enum CopyState {
    /// The value of a counter.
    Number(i16),
    /// The number of a counter of places at one of them; the counters of a copy are numbered.
    NumberAt(usize, Place, i16),
    /// The players who are marked on behalf of a player.
    Players(Players),
    /// Hexes or decks that are marked.
    Things(Set<Hex>),
}

/// Whether a copy was played this turn and differs from all copies that were played before it. Of
/// several copies in the same state, only the first is used.
#[inline(never)]
pub(crate) fn is_copy_apart(view: View<'_>, by: Running) -> bool {
    by.copy < copies_played(view, by.rule) && same_copy_before(view, by).is_none()
}

/// The number of copies of a rule's card that were played this turn; 1 for other rules.
pub(super) fn copies_played(view: View<'_>, rule: RuleId) -> u8 {
    match view.rules().rule(rule).ownership {
        Some(Ownership::Played(card)) => view.table().lasting()[card],
        _ => 1,
    }
}

/// The first copy that was played earlier and is in the same state.
pub(super) fn same_copy_before(view: View<'_>, by: Running) -> Option<u8> {
    (0..by.copy).find(|&other| kept_by(view, by).eq(kept_by(view, Running { copy: other, ..by })))
}

/// The state of a copy, in the same order for each copy of a card.
fn kept_by(view: View<'_>, Running { rule, copy }: Running) -> impl Iterator<Item = CopyState> {
    let (rules, table) = (view.rules(), view.table());
    let is_own = move |keeper: RuleId, of: Option<u8>| keeper == rule && of == Some(copy);
    let counters = rules.counters.iter().filter(move |it| is_own(it.rule, it.copy));
    let counted = counters.flat_map(|kind| {
        let slots = if kind.by_player { PLAYERS } else { 1 };
        let slot = |number| table.counters()[Counter::new(kind.first.index() + number)];
        (0..slots).map(slot).map(CopyState::Number)
    });
    let places = rules.place_counters.iter().filter(move |it| is_own(it.rule, it.copy));
    let counted_at = places.enumerate().flat_map(|(index, kind)| {
        let counts = table.counts_of(kind.counter);
        counts.map(move |(place, number)| CopyState::NumberAt(index, place, number))
    });
    let marks = rules.player_marks.iter().filter(move |it| is_own(it.rule, it.copy));
    let marked = marks.flat_map(|kind| {
        table
            .everybody()
            .iter()
            .map(|player| CopyState::Players(table.player_marks()[kind.first.of(player)]))
    });
    let hex_marks = rules.hex_marks.iter().zip(table.hex_marks().values());
    let hex_marks = hex_marks.filter(move |(kind, _)| is_own(kind.rule, kind.copy));
    counted
        .chain(counted_at)
        .chain(marked)
        .chain(hex_marks.map(|(_, &things)| CopyState::Things(things)))
}
