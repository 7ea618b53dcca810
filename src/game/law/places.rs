//! The places at which pieces may be built: each law is the set of places that meet it.

use super::layers::{self, OF_BORDERS, OF_INTERSECTIONS};
use crate::board::{Border, Intersection, PiecePlaces, Place, Places};
use crate::fault::{KernelFault, planted, unless};
use crate::game::view::View;
use crate::game::{hooks, markers, route};
use crate::rules::{Arg, Failure, Hook, PieceKind, PlacementStep};
use crate::set::{Id, Set};
use crate::table::{Kind, NEUTRAL, Piece, Player, Step};

/// A law of building that a place can violate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Law {
    /// The place is vacant, or has a piece of the player that may be replaced.
    Vacancy,
    /// It is adjacent to land, or to water, as required, and in an area where the piece can be.
    Ground,
    /// It is connected to a piece of the player.
    Connection,
    /// The neighboring intersections are empty.
    Distance,
    /// A route of the player reaches it.
    Route,
    /// A first piece is where the scenario allows it; a first route is adjacent to the piece just
    /// placed.
    Beginning,
    /// The player has a piece of the kind left.
    Supply,
    /// No marker keeps pieces of the kind away from it.
    Marker,
}

/// The laws of a kind of piece, each with the places that meet it.
pub(crate) type Laws<T, const N: usize> = [(Law, Set<T>); N];

/// The laws for a piece on an intersection.
pub(crate) fn intersection_laws(
    view: View<'_>,
    player: Player,
    kind: Kind,
) -> Laws<Intersection, 6> {
    let board = &view.rules().board;
    let piece = view.rules().kind(kind);
    let everywhere = board.intersections();
    let taken = view.table().taken_intersections();
    let converted = own_intersections(view, player, piece.converts);
    let is_placed = is_placed(view, kind);
    let vacant = if piece.replaces.is_empty() || is_placed {
        everywhere - taken
    } else {
        own_intersections(view, player, piece.replaces)
    };
    let supplied = if supply_of(view, player, kind) > 0 {
        everywhere
    } else {
        own_intersections(view, player, piece.returned())
    };
    let distant = match kinds_apart(view, kind) {
        Set::EMPTY => everywhere,
        _ if planted(KernelFault::SettlementBesideAnother) => everywhere,
        kinds => everywhere - near(view, kinds),
    };
    let barring = markers::barring(view, kind);
    let unbarred =
        barring.fold(everywhere, |all, it| all - markers::barred_by(view, it).intersections);
    let ground = within_areas(piece, OF_INTERSECTIONS, view.shore().intersections());
    let needs_route = piece.needs_route && !planted(KernelFault::SettlementWithoutRoad);
    let (law, reached) = match view.table().step() {
        Step::Place(_) => (Law::Beginning, starting_area(view).unwrap_or(everywhere)),
        _ if needs_route => (Law::Route, view.table().seat(player).ends()),
        _ => (Law::Route, everywhere),
    };
    let laws = [
        (Law::Vacancy, vacant | converted),
        (Law::Ground, ground),
        (Law::Distance, distant | converted),
        (law, reached | converted),
        (Law::Supply, supplied),
        (Law::Marker, unbarred),
    ];
    match piece.layer {
        Some(layer) => layers::laws(view, (player, kind), layer, laws, OF_INTERSECTIONS),
        None => laws,
    }
}

/// Whether pieces of the kind are placed now, at the beginning of the game.
fn is_placed(view: View<'_>, kind: Kind) -> bool {
    match view.table().step() {
        Step::Place(number) => placed_kinds(view, number).contains(kind),
        _ => false,
    }
}

/// The kinds of pieces from which a new piece of this kind keeps its distance. A piece that is
/// placed at the start instead of another one keeps the distance of both.
pub(in crate::game) fn kinds_apart(view: View<'_>, kind: Kind) -> Set<Kind> {
    let piece = view.rules().kind(kind);
    if piece.replaces.is_empty() || !is_placed(view, kind) {
        return piece.keeps_distance;
    }
    let replaced = piece.replaces.iter().map(|kind| view.rules().kind(kind).keeps_distance);
    replaced.fold(piece.keeps_distance, |all, kinds| all | kinds)
}

/// The intersections one border away from a piece of these kinds.
fn near(view: View<'_>, kinds: Set<Kind>) -> Set<Intersection> {
    if kinds == Set::ALL {
        return view.table().near();
    }
    let stands = |at: &Intersection| {
        let piece = view.table().piece(Place::Intersection(*at));
        piece.is_some_and(|piece| kinds.contains(piece.kind()))
    };
    let found = view.table().taken_intersections().iter().filter(stands);
    found.fold(Set::EMPTY, |near, at| near | view.rules().board.intersection(at).neighbors)
}

/// Keeps the places at which the areas of a piece let it be built.
#[inline]
fn within_areas<T: Id>(
    piece: &PieceKind,
    (to_places, of_places): layers::Conversion<T>,
    places: Set<T>,
) -> Set<T> {
    if piece.areas.is_empty() {
        return places;
    }
    piece.areas.iter().fold(places, |places, area| {
        let places = Places { piece_places: to_places(places), ..Places::default() };
        of_places(area.keep(places).piece_places)
    })
}

/// The kinds of pieces from which the player chooses at this index of the placement.
pub(crate) fn placed_kinds(view: View<'_>, number: u8) -> Set<Kind> {
    let step = PlacementStep::of(&view.rules().placement, number, view.table().players());
    step.map_or(Set::EMPTY, |step| step.kinds)
}

/// The intersections at which the first pieces are placed, if not all of them.
fn starting_area(view: View<'_>) -> Option<Set<Intersection>> {
    let declared = view.rules().setup.start_in.as_ref();
    declared.filter(|_| !planted(KernelFault::StartsAnywhere)).map(|(places, _)| *places)
}

/// The intersections with a piece of one of these kinds that the player owns.
#[inline]
pub(in crate::game) fn own_intersections(
    view: View<'_>,
    player: Player,
    kinds: Set<Kind>,
) -> Set<Intersection> {
    if kinds.is_empty() {
        return Set::EMPTY;
    }
    let fits = |intersection: &Intersection| {
        view.table().on_intersections()[*intersection]
            .is_some_and(|piece| kinds.contains(piece.kind()))
    };
    view.table().seat(player).intersections().iter().filter(fits).collect()
}

/// The laws for a piece on a border.
pub(crate) fn border_laws(view: View<'_>, player: Player, kind: Kind) -> Laws<Border, 6> {
    let board = &view.rules().board;
    let piece = view.rules().kind(kind);
    let everywhere = board.borders();
    let beside_land = piece.beside_land.filter(|_| !planted(KernelFault::AnyGround));
    let ground = beside_land.map_or(everywhere, |land| view.shore().borders_beside(land));
    let ground = within_areas(piece, OF_BORDERS, ground);
    let barring = markers::barring(view, kind);
    let unbarred = barring.fold(everywhere, |all, it| all - markers::barred_by(view, it).borders);
    let is_free = planted(KernelFault::StartingRoadAnywhere);
    let beginning = if matches!(view.table().step(), Step::Place(_)) && !is_free {
        board.intersection(view.table().last_placed()).borders
    } else {
        everywhere
    };
    let laws = [
        (Law::Vacancy, everywhere - view.table().taken_borders()),
        (Law::Ground, ground),
        (Law::Connection, connected_borders(view, player, kind)),
        (Law::Beginning, beginning),
        (Law::Supply, if supply_of(view, player, kind) > 0 { everywhere } else { Set::EMPTY }),
        (Law::Marker, unbarred),
    ];
    match piece.layer {
        Some(layer) => layers::laws(view, (player, kind), layer, laws, OF_BORDERS),
        None => laws,
    }
}

/// The borders at which a new piece would be connected to another piece of the player.
#[inline]
fn connected_borders(view: View<'_>, player: Player, kind: Kind) -> Set<Border> {
    let joins = view.rules().kind(kind).joins;
    let board = &view.rules().board;
    if planted(KernelFault::RoadAnywhere) {
        return board.borders();
    }
    let seat = view.table().seat(player);
    let route_kinds = view.rules().kinds_that(|kind| kind.is_route);
    // The ends of all routes of the player are stored; they suffice if the piece joins every kind
    // of route.
    let ends = if route_kinds.iter().all(|kind| joins.contains(kind) || seat.pieces()[kind] == 0) {
        seat.ends()
    } else {
        let joined = |piece: Option<Piece>| piece.is_some_and(|it| joins.contains(it.kind()));
        let borders =
            seat.borders().iter().filter(|&border| joined(view.table().on_borders()[border]));
        borders.flat_map(|border| board.border(border).ends).collect()
    };
    let blocked = || route::blocked(view.rules(), view.table(), player);
    let blocked = unless(KernelFault::RoadPassesOpponent, blocked);
    (own_intersections(view, player, joins) | (ends - blocked))
        .iter()
        .fold(Set::EMPTY, |reach, intersection| reach | board.intersection(intersection).borders)
}

/// Returns the places at which all laws and vetoes let the player place a piece of this kind now.
#[inline]
pub(crate) fn places(view: View<'_>, player: Player, kind: Kind) -> Result<PiecePlaces, Failure> {
    if !has_left(view, player, kind) {
        return Ok(PiecePlaces::default());
    }
    let mut piece_places = PiecePlaces::default();
    if view.rules().kind(kind).on_border {
        piece_places.borders = meet(&border_laws(view, player, kind));
    } else {
        piece_places.intersections = meet(&intersection_laws(view, player, kind));
    }
    without_vetoed(view, player, kind, piece_places)
}

/// Returns the places that violate the distance rule, and at which the player could otherwise place
/// a piece of this kind.
pub(in crate::game) fn places_too_close(
    view: View<'_>,
    player: Player,
    kind: Kind,
) -> Result<PiecePlaces, Failure> {
    let mut laws = intersection_laws(view, player, kind);
    for (law, intersections) in &mut laws {
        if *law == Law::Distance {
            *intersections = view.rules().board.intersections() - *intersections;
        }
    }
    without_vetoed(
        view,
        player,
        kind,
        PiecePlaces { intersections: meet(&laws), borders: Set::EMPTY },
    )
}

/// Returns the places that no rule vetoes.
fn without_vetoed(
    view: View<'_>,
    player: Player,
    kind: Kind,
    piece_places: PiecePlaces,
) -> Result<PiecePlaces, Failure> {
    if view.rules().listeners(Hook::MayBuild).is_empty() {
        return Ok(piece_places);
    }
    let board = &view.rules().board;
    let places = board.map_places(piece_places);
    let vetoed = hooks::vetoed_places(view, Hook::MayBuild, player, Arg::Kind(kind), places)?;
    Ok(board.at_map_places(piece_places, places.without(vetoed)))
}

/// The number of pieces of this kind left in the player's supply.
#[inline]
pub fn supply_of(view: View<'_>, player: Player, kind: Kind) -> u8 {
    let declared = view.rules().kind(kind);
    if planted(KernelFault::EndlessPieces) {
        return declared.each;
    }
    let on_board = declared.stock.iter().map(|kind| view.table().seat(player).pieces()[kind]);
    declared.each.saturating_sub(on_board.sum())
}

/// Why a piece of this kind can never stand at a place, with a hint.
pub(in crate::game) fn misfit(
    view: View<'_>,
    kind: Kind,
    place: Place,
) -> Option<(String, String)> {
    let rules = view.rules();
    let (piece, name) = (rules.kind(kind), rules.board.place_name(place));
    if !piece.fits(&rules.board, place) {
        let own = rules.board.on_layer(piece.layer, place);
        if own != place {
            let text = format!("a {} has a place of its own at `{name}`", piece.name);
            return Some((text, format!("write `{}`", rules.board.place_name(own))));
        }
        let (ground, example) = piece.place_words();
        let text = format!("a {} is placed on {ground}, not at `{name}`", piece.name);
        return Some((text, format!("write a place such as `{example}`")));
    }
    let is_grounded = piece.is_grounded(&rules.board, view.shore(), place);
    if is_grounded {
        return None;
    }
    let text = if rules.board.is_middle(place) {
        format!("`{name}` is the middle of a gap: nothing can be placed there")
    } else {
        let ground = if piece.beside_land == Some(false) { "water" } else { "land" };
        format!("`{name}` is not {}{ground}", if piece.on_hex { "on " } else { "next to " })
    };
    Some((text, "choose a place where the piece can be built".into()))
}

/// The words for a kind of piece that cannot belong to this owner.
pub(in crate::game) fn wrong_owner(view: View<'_>, owner: Player, kind: Kind) -> Option<String> {
    let piece = view.rules().kind(kind);
    let whose = if piece.neutral { "nobody" } else { "a player" };
    let is_wrong = piece.neutral != (owner == NEUTRAL);
    is_wrong.then(|| format!("a {} belongs to {whose}", piece.name))
}

/// The words for a place that is occupied by a piece.
pub(in crate::game) fn occupied(view: View<'_>, place: Place, piece: Piece) -> String {
    let (kind, owner) = (&view.rules().kind(piece.kind()).name, view.name(piece.owner()));
    format!("`{}` is occupied by a {kind} of {owner}", view.rules().board.place_name(place))
}

/// Whether the player has a piece of this kind to build: one is left in the supply, or a piece that
/// it replaces returns to the supply. This depends only on the player's own pieces.
#[inline]
pub(crate) fn has_left(view: View<'_>, player: Player, kind: Kind) -> bool {
    let returned = view.rules().kind(kind).returned();
    supply_of(view, player, kind) > 0 || !own_intersections(view, player, returned).is_empty()
}

/// The places that meet all laws.
fn meet<T: Id>(laws: &[(Law, Set<T>)]) -> Set<T> {
    laws.iter().skip(1).fold(laws[0].1, |places, &(_, set)| places & set)
}
