//! Hands, their open cards, and cards set aside in piles.
//!
//! Open cards are part of the hand but cannot be traded.

use super::effect::Effect;
use super::failure::Halt;
use super::view::View;
use crate::change::Change;
use crate::resource::Resources;
use crate::table::{Pile, Player};

/// The cards of a hand that may be traded.
#[inline]
pub(crate) fn tradeable(view: View<'_>, player: Player) -> Resources {
    let seat = view.table().seat(player);
    if seat.open().is_empty() { seat.hand() } else { seat.hand().less(seat.open()) }
}

/// The cards of a hand that count for its limit, and may be discarded for it.
#[inline]
pub(crate) fn discardable(view: View<'_>, player: Player) -> Resources {
    view.table().seat(player).hand().without_kinds(view.rules().classes.not_discarded)
}

/// The cards of a hand that may be taken at random.
#[inline]
pub(crate) fn stealable(view: View<'_>, player: Player) -> Resources {
    view.table().seat(player).hand().without_kinds(view.rules().classes.not_stolen)
}

/// Determines how many open cards leave the hand when the player gives up these cards: as many as
/// possible, or as few as possible if the player pays hidden cards first. Must be called before the
/// change that removes the cards.
#[inline]
pub(super) fn part_with(effect: &mut Effect, player: Player, cards: Resources) {
    let seat = effect.table().seat(player);
    // Without this change, hidden cards leave the hand first.
    if !seat.open().common(cards).is_empty() && !seat.hidden_first() {
        effect.make(Change::Opened(player, seat.open().less(cards)));
    }
}

/// Pays cards from the hand to the supply.
#[inline]
pub(super) fn pay(effect: &mut Effect, player: Player, cards: Resources) {
    if !cards.is_empty() {
        part_with(effect, player, cards);
        effect.make(Change::Paid(player, cards));
    }
}

/// Gives cards to another player; they need not be tradeable.
pub(super) fn hand_over(effect: &mut Effect, from: Player, to: Player, cards: Resources) {
    part_with(effect, from, cards);
    effect.make(Change::Gave { from, to, cards });
}

/// Turns these hidden cards of the hand face up, but no more than the hand contains.
pub(crate) fn reveal(effect: &mut Effect, player: Player, cards: Resources) -> Result<(), Halt> {
    effect.live()?;
    let cards = cards.common(tradeable(effect.view(), player));
    if !cards.is_empty() {
        let open = effect.table().seat(player).open() + cards;
        effect.make(Change::Opened(player, open));
    }
    Ok(())
}

/// Moves cards from the hand to a pile, but no more than the hand contains.
pub(crate) fn set_aside(
    effect: &mut Effect,
    player: Player,
    pile: Pile,
    cards: Resources,
) -> Result<(), Halt> {
    effect.live()?;
    let cards = cards.common(effect.table().seat(player).hand());
    if !cards.is_empty() {
        part_with(effect, player, cards);
        effect.make(Change::Piled(player, pile, cards));
    }
    Ok(())
}

/// Returns a pile to the supply.
pub(crate) fn discard_pile(effect: &mut Effect, player: Player, pile: Pile) -> Result<(), Halt> {
    effect.live()?;
    if !effect.table().pile(player, pile).is_empty() {
        effect.make(Change::Unpiled(player, pile));
    }
    Ok(())
}
