//! Markers: the places where they are and the places that they govern.

use super::sector;
use super::view::View;
use crate::board::{Intersection, Place};
use crate::set::{Id, Set};
use crate::table::Marker;

/// Whether a marker stops the production of a hex, or blocks access to a token.
#[inline]
pub(crate) fn is_blocked(view: View<'_>, place: Place) -> bool {
    marker_at(view, place).is_some_and(|marker| view.rules().marker(marker).blocks)
}

/// The marker that is at a place, or governs it; if there are several, preferably one that blocks.
pub(crate) fn marker_at(view: View<'_>, place: Place) -> Option<Marker> {
    let markers = (0..view.rules().markers.len()).map(Marker::new);
    let governs = |&marker: &Marker| {
        view.table().markers()[marker] == Some(place)
            || matches!(place, Place::Intersection(intersection)
                if view.table().spread().contains(marker) && reach(view, marker).contains(intersection))
    };
    let mut there = markers.filter(governs);
    let first = there.next()?;
    let blocks = |&marker: &Marker| view.rules().marker(marker).blocks;
    std::iter::once(first).chain(there).find(blocks).or(Some(first))
}

/// The intersections that a marker governs: its own intersection or, once it is extended, all
/// intersections with a token at its outpost.
pub(crate) fn reach(view: View<'_>, marker: Marker) -> Set<Intersection> {
    let Some(Place::Intersection(intersection)) = view.table().markers()[marker] else {
        return Set::EMPTY;
    };
    if !view.table().spread().contains(marker) {
        return Set::of(intersection);
    }
    let outposts = sector::outposts_beside(view, Place::Intersection(intersection));
    let tokens = view.table().tokens().values().iter().flatten().copied();
    let beside = |other| sector::outposts_beside(view, Place::Intersection(other));
    tokens.filter(|&other| beside(other).meets(&outposts)).collect()
}
