//! Receivers of functions, as values of their own types.

use crate::board::{Hex, PiecePlaces, Place, Places};
use crate::game::View;
use crate::resource::Resources;
use crate::script::thing::{Order, Thing};
use crate::set::Set;
use crate::table::{Card, Kind, Marker, Player, Terrain};

/// A piece at the time when a script received it.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    /// The owner.
    pub(super) owner: Player,
    /// The kind.
    pub(super) kind: Kind,
    /// The place.
    pub(super) place: Place,
    /// Whether it was placed during the set-up.
    pub(super) starting: bool,
}

/// Declares functions that convert a thing to a value of one type.
macro_rules! receivers {
    ($($name:ident -> $ty:ty: $($pattern:pat_param)|+ => $value:expr;)*) => {
        $(#[inline]
        pub(super) fn $name(_: View<'_>, thing: &Thing) -> Option<$ty> {
            match *thing {
                $($pattern)|+ => Some($value),
                _ => None,
            }
        })*
    };
}

receivers! {
    game -> (): Thing::Game => ();
    supply -> (): Thing::Supply => ();
    player -> Player: Thing::Player(player) => player;
    players -> Order: Thing::Players(players) => players;
    cards -> Resources: Thing::Cards(cards) => cards;
    kind -> Kind: Thing::Kind(kind) => kind;
    card -> Card: Thing::Card(card) => card;
    marker -> Marker: Thing::Marker(marker) => marker;
    markers -> Set<Marker>: Thing::Markers(markers) => markers;
    outposts -> Set<Terrain>: Thing::Outposts(outposts) => outposts;
    hex -> Hex: Thing::Place(Place::Hex(hex)) => hex;
    hexes -> Set<Hex>: Thing::Hexes(hexes) => hexes;
    place -> Place: Thing::Place(place) => place;
    places -> PiecePlaces: Thing::Places(places) => places;
    pieces -> PiecePlaces: Thing::Pieces(places) => places;
    piece -> Standing: Thing::Piece { owner, kind, place, starting } =>
        Standing { owner, kind, place, starting };
    place_of -> Place: Thing::Place(place) | Thing::Piece { place, .. } => place;
}

/// A place itself, or the places of a piece or of pieces.
pub(super) fn places_of(_: View<'_>, thing: &Thing) -> Option<PiecePlaces> {
    match *thing {
        Thing::Place(place) | Thing::Piece { place, .. } => Some(PiecePlaces::from_iter([place])),
        Thing::Pieces(places) => Some(places),
        _ => None,
    }
}

/// A place or a hex itself, several of them, or the places of the map at which pieces stand.
pub(super) fn spots_of(view: View<'_>, thing: &Thing) -> Option<Places> {
    let board = &view.rules().board;
    match *thing {
        Thing::Place(place) | Thing::Piece { place, .. } => Some(Places::of(board.ground(place))),
        Thing::Hexes(hexes) => Some(Places { hexes, ..Places::default() }),
        Thing::Places(piece_places) | Thing::Pieces(piece_places) => {
            Some(board.map_places(piece_places))
        }
        _ => None,
    }
}

/// One player, several players, or all players.
pub(super) fn players_of(view: View<'_>, thing: &Thing) -> Option<Order> {
    match *thing {
        Thing::Player(player) => Some(Order::from_iter([player])),
        Thing::Players(players) => Some(players),
        Thing::Game => Some(view.table().everybody().iter().collect()),
        _ => None,
    }
}

/// Cards, or the cards of the supply.
pub(super) fn cards_of(view: View<'_>, thing: &Thing) -> Option<Resources> {
    match *thing {
        Thing::Cards(cards) => Some(cards),
        Thing::Supply => Some(view.table().supply()),
        _ => None,
    }
}

/// A selection of any type.
pub(super) fn selection(_: View<'_>, thing: &Thing) -> Option<Thing> {
    (*thing != Thing::Nothing).then_some(*thing)
}
