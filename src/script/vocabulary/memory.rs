//! The counters, marks and piles of the running rule, as arguments name them.

use super::invocation::{HasView, Invocation};
use crate::board::Place;
use crate::fault::{KernelFault, planted};
use crate::game::Halt;
use crate::rules::{
    CounterKind, CounterScope, HexMarkKind, PileKind, PlaceCounterKind, PlayerMarkKind, RuleId,
};
use crate::script::known::{Meaning, NamedCounters};
use crate::set::Id;
use crate::table::{Counter, HexMark, Pile, PlaceCounter, Player};

/// Whether the running rule may use a counter or mark of `keeper`, which belongs to the whole rule
/// or to one copy of its card.
fn is_at_hand<W: HasView>(call: &Invocation<W>, keeper: RuleId, of: Option<u8>) -> bool {
    let rule = call.running.rule;
    call.view().rules().rule(rule).may_use_state_of(rule, keeper) && is_of_copy(call, of)
}

/// Whether a counter or mark belongs to the whole rule, or to the running copy of its card.
fn is_of_copy<W: HasView>(call: &Invocation<W>, of: Option<u8>) -> bool {
    of.is_none_or(|of| of == call.running.copy)
}

/// The counters that the first argument names, if they were looked up for the running rule.
fn looked_up<'a, W: HasView>(call: &Invocation<'a, W>) -> Option<&'a NamedCounters> {
    match call.meaning(0)? {
        Meaning::Counters(named) if named.rule == call.running.rule => Some(named),
        _ => None,
    }
}

/// The slot of the running rule's counter that the first argument names: the slot of the player if
/// each player has one.
pub(super) fn counter<W: HasView>(
    call: &Invocation<W>,
    player: Option<Player>,
) -> Result<Counter, Halt> {
    let (name, all) = (call.text(0)?, &call.view().rules().counters);
    let known = |kind: &&CounterKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    let found = match looked_up(call) {
        Some(named) => {
            let mut named = named.counters.iter().map(|&at| &all[at]);
            named.find(|kind| is_of_copy(call, kind.copy))
        }
        None => all.iter().find(known),
    };
    match (found, player) {
        (Some(kind), Some(player)) if kind.by_player && !planted(KernelFault::CountersShared) => {
            Ok(kind.first.of(player))
        }
        (Some(kind), _) if !kind.by_player || player.is_some() => Ok(kind.first),
        (_, Some(_)) => Err(no_counter(call, name, ("player", "players have"))),
        (_, None) => Err(no_counter(call, name, ("game", "the game has"))),
    }
}

/// The running rule's counter of hexes, places or pieces that the first argument names, for a
/// place; and the place at which it stores its number.
pub(super) fn place_counter<W: HasView>(
    call: &Invocation<W>,
    place: Place,
) -> Result<(PlaceCounter, Place), Halt> {
    let name = call.text(0)?;
    let is_hex = matches!(place, Place::Hex(_));
    let fits = |kind: &PlaceCounterKind| is_hex == (kind.scope == CounterScope::Hexes);
    let known = |kind: &&PlaceCounterKind| {
        kind.name == name && fits(kind) && is_at_hand(call, kind.rule, kind.copy)
    };
    let all = &call.view().rules().place_counters;
    let kind = match looked_up(call) {
        Some(named) => {
            let mut named = named.place_counters.iter().map(|&at| &all[at]);
            named.find(|kind| fits(kind) && is_of_copy(call, kind.copy))
        }
        None => all.iter().find(known),
    };
    let scope = if is_hex { ("hexes", "hexes have") } else { ("places", "places and pieces have") };
    let counter = kind.map(|kind| kind.counter).ok_or_else(|| no_counter(call, name, scope))?;
    let ground = call.view().rules().board.ground(place);
    Ok((counter, if counter.is_of_pieces() { place } else { ground }))
}

/// The failure of a rule that has no counter with this name and scope.
#[cold]
fn no_counter<W: HasView>(call: &Invocation<W>, name: &str, (scope, have): (&str, &str)) -> Halt {
    let hint = format!("declare `const COUNTER = \"{name}: {scope}\";`");
    call.view().fail(&format!("{have} no counter `{name}` of this rule"), Some(&hint))
}

/// The running rule's mark on hexes or decks that the first argument names.
pub(super) fn hex_mark<W: HasView>(call: &Invocation<W>) -> Result<Option<HexMark>, Halt> {
    let name = call.text(0)?;
    let known = |kind: &HexMarkKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    Ok(call.view().rules().hex_marks.iter().position(known).map(HexMark::new))
}

/// The running rule's pile named by the first argument.
pub(super) fn pile<W: HasView>(call: &Invocation<W>) -> Result<Pile, Halt> {
    let name = call.text(0)?;
    let known = |kind: &PileKind| kind.name == name && is_at_hand(call, kind.rule, None);
    let found = call.view().rules().piles.iter().position(known).map(Pile::new);
    found.ok_or_else(|| {
        let hint = format!("declare `const PILE = \"{name}\";`");
        call.view().fail(&format!("the rule has no pile `{name}`"), Some(&hint))
    })
}

/// The running rule's mark named by the first argument.
pub(super) fn player_mark<W: HasView>(call: &Invocation<W>) -> Result<usize, Halt> {
    let name = call.text(0)?;
    let known = |kind: &PlayerMarkKind| kind.name == name && is_at_hand(call, kind.rule, kind.copy);
    call.view().rules().player_marks.iter().position(known).ok_or_else(|| {
        let hint = format!("declare `const MARK = \"{name}: turn\";`");
        call.view().fail(&format!("the rule has no mark `{name}`"), Some(&hint))
    })
}
