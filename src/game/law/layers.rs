//! The laws for pieces that stand beside others or on hexes: they hold at the place of the map
//! where such a place is.

use super::places::{Law, Laws, own_intersections};
use crate::board::{Border, Intersection, PiecePlaces, Place};
use crate::game::markers;
use crate::game::view::View;
use crate::set::{Id, Set};
use crate::table::{Kind, Player};

/// How sets of places of one type are converted to and from sets of all places.
pub(super) type Conversion<T> = (fn(Set<T>) -> PiecePlaces, fn(PiecePlaces) -> Set<T>);
/// The conversion of borders.
pub(super) const OF_BORDERS: Conversion<Border> =
    (|borders| PiecePlaces { borders, intersections: Set::EMPTY }, |places| places.borders);
/// The conversion of intersections.
pub(super) const OF_INTERSECTIONS: Conversion<Intersection> = (
    |intersections| PiecePlaces { intersections, borders: Set::EMPTY },
    |places| places.intersections,
);

/// Moves the laws of a kind to its layer.
#[cold]
pub(super) fn laws<T: Id, const N: usize>(
    view: View<'_>,
    (player, kind): (Player, Kind),
    layer: u8,
    laws: Laws<T, N>,
    (to_places, of_places): Conversion<T>,
) -> Laws<T, N> {
    let (board, table, piece) = (&view.rules().board, view.table(), view.rules().kind(kind));
    let on_layer = |meets: &dyn Fn(Place) -> bool| of_places(board.layer_where(layer, meets));
    let everywhere = on_layer(&|_| true);
    let whole_map =
        of_places(PiecePlaces { intersections: board.intersections(), borders: board.borders() });
    let is_barred = markers::barring(view, kind).next().is_some();
    let joined = joined(view, player, piece.joins);
    // A border or a hex is at the intersections at its ends or corners.
    let is_at = |ground: Place, intersections: Set<Intersection>| match ground {
        Place::Hex(hex) => board.hex(hex).corners.iter().any(|it| intersections.contains(*it)),
        Place::Intersection(it) => intersections.contains(it),
        Place::Border(border) => {
            board.border(border).ends.iter().any(|it| intersections.contains(*it))
        }
    };
    let taken =
        PiecePlaces { intersections: table.taken_intersections(), borders: table.taken_borders() };
    laws.map(|(law, places)| match law {
        Law::Vacancy => (law, everywhere - of_places(taken)),
        // Such a piece keeps no distance.
        Law::Connection | Law::Distance if piece.joins.is_empty() => (Law::Connection, everywhere),
        Law::Connection | Law::Distance => (Law::Connection, on_layer(&|it| is_at(it, joined))),
        Law::Marker if !is_barred => (law, everywhere),
        Law::Marker => (law, on_layer(&|it| markers::barring_from(view, kind, it).is_none())),
        Law::Ground if piece.on_hex => {
            let ground = piece.ground(view.shore());
            let is_allowed = |it: Place| piece.areas.iter().all(|area| area.allows(it));
            let meets =
                |it| matches!(it, Place::Hex(hex) if ground.contains(hex)) && is_allowed(it);
            (law, on_layer(&meets))
        }
        _ if places == whole_map => (law, everywhere),
        _ => {
            let PiecePlaces { intersections, borders } = to_places(places);
            let meets = |ground| match ground {
                Place::Border(border) => borders.contains(border),
                _ => is_at(ground, intersections),
            };
            (law, on_layer(&meets))
        }
    })
}

/// The intersections with a piece of the player of one of these kinds, and the ends of such pieces.
fn joined(view: View<'_>, player: Player, kinds: Set<Kind>) -> Set<Intersection> {
    let (board, table) = (&view.rules().board, view.table());
    let is_joined = |border: &Border| {
        table.on_borders()[*border].is_some_and(|piece| kinds.contains(piece.kind()))
    };
    let borders = table.seat(player).borders();
    let ends = borders.iter().filter(is_joined).flat_map(|border| board.border(border).ends);
    own_intersections(view, player, kinds) | ends.collect::<Set<_>>()
}
