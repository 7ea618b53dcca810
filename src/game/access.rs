//! Access to tokens, which depends on the board.

use super::effect::Effect;
use super::markers;
use super::view::View;
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::MarkerGround;
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
    if effect.rules().tokens.is_empty() {
        return;
    }
    // The places where access may have changed; all places if unknown.
    let places = match *change {
        Change::Terrain(..) | Change::Number(..) => return,
        Change::Moved(marker, _) if effect.rules().marker(marker).on != MarkerGround::Tokens => {
            return;
        }
        Change::Built { place, .. } | Change::Put { place, .. } | Change::Removed { place, .. } => {
            Some([place, place])
        }
        Change::Shifted { from, to, .. } => Some([from, to]),
        _ => None,
    };
    let is_at_intersection = |place: &Place| matches!(place, Place::Intersection(_));
    if places.is_none_or(|places| places.iter().any(is_at_intersection)) {
        update_at(effect, places);
    }
}

/// Grants and withdraws access to tokens at these places, or to all tokens.
fn update_at(effect: &mut Effect, places: Option<[Place; 2]>) {
    let used = effect.table().used_tokens();
    for token in (0..effect.rules().tokens.len()).map(Token::new) {
        let at = effect.table().tokens()[token].map(Place::Intersection);
        if places.is_some_and(|places| at.is_none_or(|at| !places.contains(&at))) {
            continue;
        }
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
