//! The moves of markers.

use super::calls;
use super::effect::Effect;
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::rules::{Arg, Hook};
use crate::set::Set;
use crate::table::{Marker, Player};

/// Moves a marker of a group. In some groups, the other markers then leave the board.
pub(super) fn move_of_group(effect: &mut Effect, player: Player, moved: Marker, place: Place) {
    let group = effect.rules().marker(moved).group;
    let others = effect
        .rules()
        .markers_of(group)
        .filter(|&other| other != moved && effect.table().markers()[other].is_some());
    let leaves = effect.rules().groups[usize::from(group)].move_removes_others
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
    calls::trigger(effect, Hook::OnMarkerMoved, player, &[Arg::Marker(marker)]);
}
