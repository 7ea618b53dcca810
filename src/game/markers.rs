//! Markers: the places where they are and the places that they govern.

use super::sector;
use super::view::View;
use crate::board::{HexPlace, Intersection, PiecePlaces, Place};
use crate::fault::{KernelFault, planted};
use crate::set::{Id, Set};
use crate::table::{Kind, Marker};

/// Whether a marker stops the production of a hex, or blocks access to a token.
#[inline]
pub(crate) fn is_blocked(view: View<'_>, place: Place) -> bool {
    marker_at(view, place)
        .is_some_and(|marker| view.rules().marker(marker).blocks && !is_at_rest(view, marker))
}

/// Whether a marker is on terrain on which it has no effect.
#[inline]
pub(crate) fn is_at_rest(view: View<'_>, marker: Marker) -> bool {
    let rests_on = &view.rules().marker(marker).rests_on;
    match view.table().markers()[marker] {
        Some(Place::Hex(hex))
            if !rests_on.is_empty() && !planted(KernelFault::MarkerNeverRests) =>
        {
            rests_on.contains(view.table().terrain()[hex])
        }
        _ => false,
    }
}

/// The places from which a marker keeps the pieces that it bars: those that it governs, or the
/// corners and the sides of its hex.
pub(crate) fn barred_by(view: View<'_>, marker: Marker) -> PiecePlaces {
    match view.table().markers()[marker] {
        Some(Place::Hex(hex)) if !is_at_rest(view, marker) => {
            let HexPlace { corners, sides, .. } = view.rules().board.hex(hex);
            PiecePlaces {
                intersections: corners.iter().copied().collect(),
                borders: sides.iter().copied().collect(),
            }
        }
        Some(Place::Hex(_)) => PiecePlaces::default(),
        _ => PiecePlaces { intersections: reach(view, marker), borders: Set::EMPTY },
    }
}

/// The marker that bars pieces of a kind from a place.
pub(crate) fn barring_from(view: View<'_>, kind: Kind, place: Place) -> Option<Marker> {
    let place = view.rules().board.ground(place);
    barring(view, kind).find(|&marker| match (place, barred_by(view, marker)) {
        (Place::Hex(_), _) => {
            view.table().markers()[marker] == Some(place) && !is_at_rest(view, marker)
        }
        (Place::Intersection(place), barred) => barred.intersections.contains(place),
        (Place::Border(place), barred) => barred.borders.contains(place),
    })
}

/// The markers that bar pieces of a kind.
pub(crate) fn barring(view: View<'_>, kind: Kind) -> impl Iterator<Item = Marker> {
    let barring = view.rules().kind(kind).barred_by.iter();
    barring.filter(|_| !planted(KernelFault::MarkerBarsNothing))
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
