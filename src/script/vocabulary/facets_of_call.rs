//! The facets of the table that one call of a function reads, where they are fewer than the function
//! may read.

use super::invocation::Query;
use super::memory::{counter, place_counter};
use super::named::kinds;
use crate::game::law::places;
use crate::script::thing::Thing;
use crate::table::Facets;
use crate::table::facet::facets;

/// The facets that suffice if the player has no pieces left of the kinds named by the argument.
pub(super) fn if_none_is_left(call: &Query) -> Option<Facets> {
    let Thing::Player(player) = *call.of else { return None };
    let kinds = kinds(call, 0).ok()?;
    let is_left = kinds.iter().any(|kind| places::has_left(call.view(), player, kind));
    (!is_left).then_some(facets!(Pieces))
}

/// The group of the counter that the first argument names.
pub(super) fn one_counter(call: &Query) -> Option<Facets> {
    let player = match *call.of {
        Thing::Player(player) => Some(player),
        _ => None,
    };
    counter(call, player).ok().map(Facets::of_counter)
}

/// The facet with the counter of hexes, places or pieces that the first argument names.
pub(super) fn one_place_counter(call: &Query) -> Option<Facets> {
    let place = match *call.of {
        Thing::Place(place) | Thing::Piece { place, .. } => place,
        Thing::Pieces(places) | Thing::Places(places) => match places.iter().next() {
            Some(place) => place,
            None => return Some(Facets::NONE),
        },
        _ => return None,
    };
    let (counter, _) = place_counter(call, place).ok()?;
    Some(if counter.is_of_pieces() { facets!(Pieces) } else { Facets::PLACE_COUNTERS })
}
