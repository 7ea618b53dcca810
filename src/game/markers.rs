//! Markers: where they stand, what they govern, and how they move.

use super::effect::Effect;
use super::view::View;
use super::{agenda, sector};
use crate::board::{Intersection, Place};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::{Arg, Hook};
use crate::set::{Id, Set};
use crate::table::{Marker, Player};

/// Whether a marker stops a hex from producing, or bars access to a token.
pub(crate) fn is_blocked(view: View<'_>, place: Place) -> bool {
    marker_at(view, place).is_some_and(|marker| view.rules().marker(marker).blocks)
}

/// The marker that stands at a place, or governs it; of several, one that blocks.
pub(crate) fn marker_at(view: View<'_>, place: Place) -> Option<Marker> {
    let markers = (0..view.rules().markers.len()).map(Marker::new);
    let governs = |&marker: &Marker| {
        view.table().markers()[marker] == Some(place)
            || matches!(place, Place::Intersection(site)
                if view.table().spread().contains(marker) && reach(view, marker).contains(site))
    };
    let mut there = markers.filter(governs);
    let first = there.next()?;
    let blocks = |&marker: &Marker| view.rules().marker(marker).blocks;
    std::iter::once(first).chain(there).find(blocks).or(Some(first))
}

/// The intersections that a marker governs: where it stands, or, once it is spread, all those
/// with a token at the outpost where it stands.
pub(crate) fn reach(view: View<'_>, marker: Marker) -> Set<Intersection> {
    let Some(Place::Intersection(site)) = view.table().markers()[marker] else {
        return Set::EMPTY;
    };
    if !view.table().spread().contains(marker) {
        return Set::of(site);
    }
    let outposts = sector::outposts_beside(view, Place::Intersection(site));
    let tokens = view.table().tokens().values().iter().flatten().copied();
    let beside = |other| sector::outposts_beside(view, Place::Intersection(other));
    tokens.filter(|&other| beside(other).meets(&outposts)).collect()
}

/// Moves a marker of a group; where the group says so, those that are not moved leave.
pub(super) fn move_of_group(effect: &mut Effect, player: Player, moved: Marker, place: Place) {
    let group = effect.rules().marker(moved).group;
    let others = effect
        .rules()
        .markers_of(group)
        .filter(|&other| other != moved && effect.table().markers()[other].is_some());
    let leaves = effect.rules().groups[usize::from(group)].unmoved_leave
        && (effect.table().markers()[moved].is_some() || planted(KernelFault::MarkerLeavesForNew));
    let others: Set<Marker> = others.filter(|_| leaves).collect();
    move_marker(effect, player, moved, Some(place));
    for other in others {
        move_marker(effect, player, other, None);
    }
}

/// Moves a marker, or takes it off the board.
pub(super) fn move_marker(
    effect: &mut Effect,
    player: Player,
    marker: Marker,
    place: Option<Place>,
) {
    effect.make(Change::Moved(marker, place));
    agenda::hear(effect, Hook::OnMarkerMoved, player, &[Arg::Marker(marker)]);
}
