//! The yields of hexes: the cards that each number brings to each player.

use super::owed::Owed;
use super::view::View;
use super::{agenda, hooks, markers};
use crate::board::{Hex, Intersection, Place};
use crate::fault::{KernelFault, planted};
use crate::resource::{Resource, Resources};
use crate::rules::{Arg, Failure, Hook, PieceKind};
use crate::set::Id;
use crate::table::{PLAYERS, Piece};

/// Sets `owed` to the cards that a number brings to each player, regardless of the supply. They
/// are not returned, since each copy of them takes time.
#[inline]
pub(super) fn find_owed(view: View<'_>, number: u8, owed: &mut Owed) -> Result<(), Failure> {
    // A rule about production may depend on anything.
    if do_rules_produce(view) {
        *owed = compute_owed(view, number)?;
        return Ok(());
    }
    view.memo().find_owed(number, owed, || compute_owed(view, number))
}

/// The cards that this sum of the dice brings from the hexes to each player, by seat, regardless of
/// the supply. Rules about production count; other effects of a roll do not.
pub(crate) fn cards_of_roll(view: View<'_>, number: u8) -> Result<[Resources; PLAYERS], Failure> {
    let mut owed = Owed::default();
    find_owed(view, number, &mut owed)?;
    Ok(owed.to)
}

/// Whether a rule about production works for any player.
#[inline]
pub(super) fn do_rules_produce(view: View<'_>) -> bool {
    let works = |player| agenda::has_listener(view, Hook::Production, player);
    !view.rules().listeners(Hook::Production).is_empty()
        && view.table().everybody().iter().any(works)
}

/// Computes the cards that a number brings to each player from the board.
pub(super) fn compute_owed(view: View<'_>, number: u8) -> Result<Owed, Failure> {
    let mut to = [Resources::NONE; PLAYERS];
    for hex in view.table().numbers().which(number, view.rules().board.hex_count()) {
        let Some(resource) = resource_of(view, hex, number) else { continue };
        for corner in view.rules().board.hex(hex).corners {
            if let Some(piece) = view.table().on_intersections()[corner] {
                let kind = view.rules().kind(piece.kind());
                let owed = &mut to[piece.owner().index()];
                // A bag counts at most 127 cards of a resource, and no game has more.
                if is_plain(view, kind) {
                    owed.fill(resource, kind.yields.into());
                    continue;
                }
                let cards = kind.cards_at(resource, amount(view, hex, corner, piece)?);
                cards.kinds().for_each(|kind| owed.fill(kind, cards.get(kind)));
            }
        }
    }
    Ok(Owed { to, together: Resources::checked_sum(&to) })
}

/// The number of cards of their choice that a number brings to each player.
pub(super) fn owed_any(view: View<'_>, number: u8) -> Result<[usize; PLAYERS], Failure> {
    let mut owed = [0; PLAYERS];
    for hex in view.table().numbers().which(number, view.rules().board.hex_count()) {
        let terrain = view.rules().terrain(view.table().terrain()[hex]);
        if !terrain.yields_any || is_blocked(view, hex) {
            continue;
        }
        for corner in view.rules().board.hex(hex).corners {
            if let Some(piece) = view.table().on_intersections()[corner] {
                owed[piece.owner().index()] += amount(view, hex, corner, piece)?;
            }
        }
    }
    Ok(owed)
}

/// The resource that a hex yields when its number is rolled.
fn resource_of(view: View<'_>, hex: Hex, number: u8) -> Option<Resource> {
    if view.table().numbers()[hex] != number || is_blocked(view, hex) {
        return None;
    }
    view.rules().terrain(view.table().terrain()[hex]).yields
}

/// Whether a marker keeps the hex from producing.
fn is_blocked(view: View<'_>, hex: Hex) -> bool {
    markers::is_blocked(view, Place::Hex(hex)) && !planted(KernelFault::BlockedHexProduces)
}

/// Whether each productive hex brings a piece of this kind the same number of its own cards.
#[inline]
fn is_plain(view: View<'_>, kind: &PieceKind) -> bool {
    kind.yields_for.is_empty() && view.rules().listeners(Hook::Production).is_empty()
}

/// The number of cards that a productive hex brings to an adjacent piece.
fn amount(
    view: View<'_>,
    hex: Hex,
    intersection: Intersection,
    piece: Piece,
) -> Result<usize, Failure> {
    let kind = view.rules().kind(piece.kind());
    if is_plain(view, kind) {
        return Ok(usize::from(kind.yields));
    }
    let yields = kind.yields_at(view.rules().terrain(view.table().terrain()[hex]).yields);
    let building = Arg::piece(piece, Place::Intersection(intersection), false);
    let args = [building, Arg::hex(hex)];
    let amount = hooks::fold_value(
        view,
        Hook::Production,
        piece.owner(),
        &args,
        i64::try_from(yields).expect("a few cards"),
        |_, _, _| {},
    )?;
    let amount = amount.clamp(0, 127);
    Ok(usize::try_from(amount).expect("clamped to a small number"))
}

/// The cards that a building brought its owner in the last production roll. If the supply of a
/// resource was short, the owner's other buildings count first.
pub(crate) fn yield_of(view: View<'_>, intersection: Intersection) -> Result<Resources, Failure> {
    let Some(piece) = view.table().on_intersections()[intersection] else {
        return Ok(Resources::NONE);
    };
    let seat = view.table().seat(piece.owner());
    let (mut own, mut others) = (Resources::NONE, Resources::NONE);
    for at in seat.intersections() {
        let Some(piece) = view.table().on_intersections()[at] else { continue };
        for hex in view.rules().board.intersection(at).hexes {
            let Some(resource) = resource_of(view, hex, view.table().rolled()) else { continue };
            let count = amount(view, hex, at, piece)?;
            let cards = view.rules().kind(piece.kind()).cards_at(resource, count);
            if at == intersection { own += cards } else { others += cards }
        }
    }
    Ok(own.common(seat.produced().less(others)))
}

/// Whether any number could bring cards to any player, if no marker blocked hexes.
#[inline]
pub(super) fn is_fertile(view: View<'_>) -> bool {
    let (rules, table) = (view.rules(), view.table());
    let settled = |hex: Hex| {
        let corners = rules.board.hex(hex).corners;
        let mut pieces = corners.iter().filter_map(|&corner| table.on_intersections()[corner]);
        pieces.any(|piece| rules.kind(piece.kind()).is_productive())
    };
    let produces = |hex: Hex| {
        table.numbers()[hex] > 0
            && rules.terrain(table.terrain()[hex]).is_productive()
            && settled(hex)
    };
    let count = || view.shore().land().iter().any(produces);
    view.memo().is_fertile(count)
}
