//! Access to tokens, which depends on the board.

use super::effect::Effect;
use super::markers;
use super::view::View;
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::set::Id;
use crate::table::{Player, Token};

/// The player who has access to the token according to the board: the owner of the building at its
/// intersection, unless a marker blocks it.
#[inline]
pub(crate) fn rightful_user(view: View<'_>, token: Token) -> Option<Player> {
    let intersection = view.table().tokens()[token]?;
    let piece = view.table().on_intersections()[intersection]?;
    let gives = view.rules().kind(piece.kind()).is_building;
    let is_blocked = markers::is_blocked(view, Place::Intersection(intersection))
        && !planted(KernelFault::BlockedTokenServes);
    (gives && !is_blocked).then(|| piece.owner())
}

/// Grants and withdraws access to tokens after a change to the board.
#[inline]
pub(super) fn update_access(effect: &mut Effect, change: &Change) {
    let is_on_border = |place: Place| matches!(place, Place::Border(_));
    match *change {
        Change::Built { place, .. }
        | Change::Removed { place, .. }
        | Change::Shifted { from: place, .. }
            if is_on_border(place) =>
        {
            return;
        }
        _ => {}
    }
    if effect.rules().tokens.is_empty() {
        return;
    }
    let used = effect.table().used_tokens();
    for token in (0..effect.rules().tokens.len()).map(Token::new) {
        let rightful = rightful_user(effect.view(), token);
        let uses = |player: Player| effect.table().seat(player).access().contains(token);
        if rightful.map_or(!used.contains(token), uses) {
            continue;
        }
        for player in effect.table().everybody().iter() {
            let has = effect.table().seat(player).access().contains(token);
            if has != (rightful == Some(player)) {
                effect.make(Change::Access(player, token, !has));
            }
        }
    }
}
