//! Discarding cards after a roll.

use super::check::{Check, Checked, Objection, Purpose};
use super::terms::check_cards;
use crate::action::Action;
use crate::game::hand;
use crate::game::view::View;
use crate::resource::Resources;
use crate::table::Player;

/// Requires that the player sets aside only cards in the hand, and no more than are due.
pub(in crate::game) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    cards: Resources,
) -> Checked {
    let seat = view.table().seat(player);
    let (due, named) = (usize::from(seat.due()), cards.total());
    // If nothing is due, `step::check` has already objected.
    let is_too_many = due > 0 && named > due;
    check.require(!is_too_many, || Objection::TooManyDiscarded { due, named })?;
    for kind in view.rules().classes.not_discarded.kinds().filter(|&kind| cards.get(kind) > 0) {
        check.require(false, || Objection::NotDiscarded(kind))?;
    }
    check_cards(check, player, (cards, seat.hand().less(seat.aside())), Purpose::Discard)
}

/// Adds the cards that the player may set aside.
#[inline]
pub(super) fn list(view: View<'_>, player: Player, list: &mut Vec<Action>) {
    let seat = view.table().seat(player);
    let left = hand::discardable(view, player).less(seat.aside());
    list.extend(left.kinds().map(|resource| Action::Discard { resource }));
}
