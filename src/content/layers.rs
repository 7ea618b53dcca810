//! The places of pieces: the areas to which they are limited, and the layers of the board for those
//! that stand beside others or on hexes.

use super::catalog::Catalog;
use super::scenario::Scenario;
use crate::board::{Board, Hex, PiecePlaces, Place, Places};
use crate::diagnostic::Diagnostics;
use crate::rules::{PieceKind, layer_name};
use crate::set::Set;

/// Finds the areas to which pieces are limited, and adds a layer to the board for each kind of piece that may stand beside others, or on hexes.
pub(super) fn add(
    scenario: &Scenario,
    catalog: &mut Catalog,
    board: &mut Board,
    wrong: &mut Diagnostics,
) {
    for limit in catalog.kinds.iter_mut().flat_map(|kind| &mut kind.areas) {
        if let Some(area) = board.area_named(&limit.area).map(|area| board.area(area)) {
            let (intersections, borders) = (area.intersections, area.borders);
            let piece_places = PiecePlaces { intersections, borders };
            limit.places = Places { hexes: area.hexes, piece_places };
        }
    }
    for kind in catalog.kinds.iter_mut().filter(|kind| kind.beside_others) {
        match board.add_layer(&layer_name(&kind.name), &map_places(board, kind)) {
            Ok(layer) => kind.layer = Some(layer),
            Err(needed) => {
                let places = if kind.on_border { "borders" } else { "intersections" };
                let message = format!(
                    "the map is too large for `{}`: with the places where it stands beside \
                     others, there are {needed} {places}, expected at most 256",
                    kind.name
                );
                let hint = "use a smaller map, or fewer kinds of pieces that stand beside others";
                wrong.push(scenario.board_error(&scenario.board.rows, message).hint(hint));
            }
        }
    }
}

/// The places of the map at which a kind of piece may stand, now or once hidden hexes are revealed.
/// There is no room for those that only a rule could make land or water.
fn map_places(board: &Board, kind: &PieceKind) -> Vec<Place> {
    let shore = board.shore();
    let hexes: Set<Hex> = kind.ground(shore) | (board.hexes() - shore.land() - shore.water());
    if kind.on_hex {
        return hexes.iter().map(Place::Hex).collect();
    }
    if kind.on_border {
        let borders = board.borders_of(hexes) - board.closed();
        return borders.iter().map(Place::Border).collect();
    }
    let corners = hexes.iter().flat_map(|hex| board.hex(hex).corners);
    corners.collect::<Set<_>>().iter().map(Place::Intersection).collect()
}
