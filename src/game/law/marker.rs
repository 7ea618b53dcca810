//! Moving markers, and taking cards after a move.

use smallvec::SmallVec;

use super::check::{Check, Checked, Objection, is_met};
use crate::action::Action;
use crate::board::{Place, Places};
use crate::fault::{KernelFault, planted};
use crate::game::hand;
use crate::game::view::View;
use crate::game::{hooks, markers};
use crate::rules::{Arg, Failure, Hook, MarkerGround};
use crate::set::Id;
use crate::table::{Marker, PLAYERS, Piece, Player, Players, Step};

/// The actions for taking a card: one for each player from whom it can be taken, and one for
/// declining, if that is allowed.
pub type Takes = SmallVec<[Action; PLAYERS]>;

/// The conditions for moving a marker.
pub(in crate::game) fn check_move<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    marker: Marker,
    place: Place,
) -> Checked {
    let stays = standing_place(view, marker).contains(place);
    check.require(!stays, || Objection::MarkerStays(marker, place))?;
    if let Step::Move(group) = view.table().step() {
        let is_meant = group == view.rules().marker(marker).group;
        check.require(is_meant, || Objection::OtherMarker(marker))?;
    }
    if !marker_fits(view, marker, place) {
        return check.object(|| Objection::MarkerPlaces(marker, place));
    }
    let args = [Arg::Marker(marker), Arg::Place(place)];
    check.vetoes(view, Hook::MayMoveMarker, player, &args)
}

/// The current place of the marker, to which it may not move.
fn standing_place(view: View<'_>, marker: Marker) -> Places {
    match view.table().markers()[marker] {
        Some(place) if !planted(KernelFault::MarkerStays) => Places::of(place),
        _ => Places::default(),
    }
}

/// The places at which the marker can be.
fn possible_places(view: View<'_>, marker: Marker) -> Places {
    let kind = view.rules().marker(marker);
    let hexes = kind.on.hexes(view.shore());
    let mut places = Places { hexes, ..Places::default() };
    if planted(KernelFault::MarkerAnywhere) {
        places.hexes = view.rules().board.hexes();
    }
    if kind.on == MarkerGround::Tokens {
        places.piece_places.intersections =
            view.table().tokens().values().iter().flatten().copied().collect();
    }
    places
}

/// Whether the marker can be at this place, which may also be its current place.
pub(crate) fn marker_fits(view: View<'_>, marker: Marker, place: Place) -> bool {
    possible_places(view, marker).contains(place)
}

/// Returns the places to which the player may move the marker.
pub fn marker_places(view: View<'_>, player: Player, marker: Marker) -> Result<Places, Failure> {
    let places = possible_places(view, marker).without(standing_place(view, marker));
    let vetoed =
        hooks::vetoed_places(view, Hook::MayMoveMarker, player, Arg::Marker(marker), places)?;
    Ok(places.without(vetoed))
}

/// Adds the possible moves of each marker in a group.
#[inline]
pub(in crate::game) fn list_moves(
    view: View<'_>,
    player: Player,
    group: u8,
    list: &mut Vec<Action>,
) -> Result<(), Failure> {
    for marker in view.rules().markers_of(group) {
        let places = marker_places(view, player, marker)?;
        places.iter().for_each(|place| list.push(Action::Move { marker, place }));
    }
    Ok(())
}

/// The conditions for taking a card from a player, or for declining to, after moving a marker.
pub(super) fn check_take<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    from: Option<Player>,
) -> Checked {
    match (from, view.table().step()) {
        (from, Step::Take(marker)) => check_take_by(view, check, player, marker, from),
        // No card may be taken now. Rules that protect the player are further reasons.
        (Some(victim), Step::Act) => {
            for marker in (0..view.rules().markers.len()).map(Marker::new) {
                if neighbors_of_marker(view, player, marker).contains(victim) {
                    check_protection(view, check, player, marker, victim)?;
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The conditions for taking a card from a player next to this marker, or for declining to.
pub(in crate::game) fn check_take_by<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    marker: Marker,
    from: Option<Player>,
) -> Checked {
    let Some(victim) = from else {
        return check.require(may_decline(view, marker), || Objection::MustTake(marker));
    };
    if !neighbors_of_marker(view, player, marker).contains(victim) {
        return check.object(|| Objection::NotBeside(victim, marker));
    }
    check_victim(view, check, player, marker, victim)
}

/// The conditions for taking a card from a player who is next to the marker.
fn check_victim<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    marker: Marker,
    victim: Player,
) -> Checked {
    let has_cards =
        !hand::stealable(view, victim).is_empty() || planted(KernelFault::TakesFromEmptyHands);
    check.require(has_cards, || Objection::NoCards(victim))?;
    check_protection(view, check, player, marker, victim)
}

/// Requires that no rule protects the victim from the player.
fn check_protection<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    marker: Marker,
    victim: Player,
) -> Checked {
    let args = [Arg::Player(player), Arg::Marker(marker)];
    check.vetoes(view, Hook::MayTakeFrom, victim, &args)
}

/// Whether the player who moved the marker may decline to take a card.
fn may_decline(view: View<'_>, marker: Marker) -> bool {
    view.rules().groups[usize::from(view.rules().marker(marker).group)].may_decline
}

/// Returns the actions with which the player can take a card after a move of the marker, or decline
/// to. Returns no action if no card can be taken.
#[inline]
pub(crate) fn takes(view: View<'_>, player: Player, marker: Marker) -> Result<Takes, Failure> {
    let mut takes = Takes::new();
    let neighbors = neighbors_of_marker(view, player, marker);
    for victim in view.table().opponents(player).filter(|&victim| neighbors.contains(victim)) {
        if is_met(|check| check_victim(view, check, player, marker, victim))? {
            takes.push(Action::Take { from: Some(victim) });
        }
    }
    if may_decline(view, marker) && !takes.is_empty() {
        takes.push(Action::Take { from: None });
    }
    Ok(takes)
}

/// The opponents with a piece adjacent to the marker or at its place, of the kinds from whose owners
/// it takes.
fn neighbors_of_marker(view: View<'_>, player: Player, marker: Marker) -> Players {
    if planted(KernelFault::TakesFromAnybody) {
        return view.table().opponents(player).collect();
    }
    if markers::is_at_rest(view, marker) {
        return Players::default();
    }
    let (kind, table) = (view.rules().marker(marker), view.table());
    let mut owners = Players::default();
    let mut add = |piece: Option<Piece>| {
        if let Some(piece) = piece.filter(|piece| kind.takes_from.contains(piece.kind())) {
            owners = owners.with(piece.owner());
        }
    };
    match table.markers()[marker] {
        Some(Place::Hex(hex)) => {
            let hex = view.rules().board.hex(hex);
            hex.corners.iter().for_each(|&place| add(table.on_intersections()[place]));
            if kind.takes_from_routes {
                hex.sides.iter().for_each(|&place| add(table.on_borders()[place]));
            }
        }
        Some(Place::Intersection(place)) => add(table.on_intersections()[place]),
        Some(Place::Border(_)) | None => {}
    }
    owners.without(player)
}
