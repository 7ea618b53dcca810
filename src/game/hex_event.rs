//! Hex events, which are hidden until they are discovered, and the buildings that they affect.

use super::effect::Effect;
use super::failure::Result;
use super::streams::Outcome;
use super::streams::impossible;
use super::view::View;
use crate::board::{Hex, Intersection, Place};
use crate::change::Change;
use crate::rules::{Ownership, RuleId};
use crate::set::{Id, Set};
use crate::table::{DECK, HexEvent, Player};

/// The hexes on which an event can still be discovered.
pub(crate) fn undiscovered(view: View<'_>) -> Set<Hex> {
    let hides = |hex: &Hex| {
        let terrain = view.table().terrain()[*hex];
        view.rules().hex_events.iter().any(|kind| kind.terrain == terrain)
    };
    view.rules().board.hexes().iter().filter(hides).collect::<Set<Hex>>() - discovered(view)
}

/// The hexes with a discovered event.
pub(crate) fn discovered(view: View<'_>) -> Set<Hex> {
    view.table().events().map(|found| found.hex).collect()
}

/// The hexes with a discovered event that affects no building of the player.
pub(crate) fn without_effect_on(view: View<'_>, player: Player) -> Set<Hex> {
    let open = view.table().events().filter(|found| found.affects[player.index()].is_none());
    open.map(|found| found.hex).collect()
}

/// The building of the player that the event of the rule affects.
pub(crate) fn affected_building(view: View<'_>, rule: RuleId, player: Player) -> Option<Place> {
    let Some(Ownership::Affected(event)) = view.rules().rule(rule).ownership else { return None };
    view.table().affected(event, player).map(Place::Intersection)
}

/// The position of a rule's event in the order of discovery; `None` for other rules.
pub(super) fn discovered_as(view: View<'_>, rule: RuleId) -> Option<usize> {
    let Some(Ownership::Affected(event)) = view.rules().rule(rule).ownership else { return None };
    view.table().events().position(|found| found.event == event)
}

/// Draws the event of a hex, if it is hidden. The event stays face up for the rest of the game.
///
/// # Errors
/// When the run has halted, or a written event cannot be drawn.
pub(crate) fn discover(effect: &mut Effect, hex: Hex) -> Result {
    effect.live()?;
    let terrain = effect.table().terrain()[hex];
    let open = effect.table().open_events();
    let all =
        effect.rules().hex_events.iter().enumerate().filter(|(_, kind)| kind.terrain == terrain);
    let left: Vec<HexEvent> =
        all.map(|(at, _)| HexEvent::new(at)).filter(|&it| !open.contains(it)).collect();
    if left.is_empty() || effect.table().event_at(hex).is_some() {
        return Ok(());
    }
    let event = match effect.ledger.streams.written.pop_front() {
        Some(Outcome::HexEvent(event)) if left.contains(&event) => event,
        Some(_) => {
            let failure = impossible("the written event is not among the remaining events");
            return Err(effect.view().adopt(failure));
        }
        None => left[effect.ledger.peek(DECK, left.len())],
    };
    effect.make(Change::Discovered(event, hex));
    Ok(())
}

/// Swaps two discovered events. The affected buildings stay with the hexes.
pub(crate) fn swap_events(effect: &mut Effect, one: Hex, other: Hex) -> Result {
    effect.live()?;
    let at = |hex| effect.table().event_at(hex).map(|found| found.event);
    if let (Some(first), Some(second)) = (at(one), at(other)) {
        effect.make(Change::EventReplaced(one, second));
        effect.make(Change::EventReplaced(other, first));
    }
    Ok(())
}

/// Makes the event on a hex affect a player's building from now on.
///
/// # Errors
/// When the run has halted, or the hex has no discovered event.
pub(crate) fn affect(
    effect: &mut Effect,
    player: Player,
    intersection: Intersection,
    hex: Hex,
) -> Result {
    effect.live()?;
    if effect.table().event_at(hex).is_none() {
        let text =
            format!("no event has been discovered at `{}`", effect.rules().board.hex_name(hex));
        return Err(effect.view().fail(&text, Some("call `discover` on the hex first")));
    }
    effect.make(Change::Affected(player, hex, intersection));
    Ok(())
}
