//! The places of pieces: the areas to which they are limited, and the layers of the board for those
//! that stand beside others or on hexes.

use super::catalog::Catalog;
use super::manifest::Pack;
use super::scenario::Scenario;
use crate::board::{Board, Hex, PiecePlaces, Place, Places};
use crate::diagnostic::Diagnostics;
use crate::rules::{PieceKind, layer_name};
use crate::set::Set;

/// Finds the places of the areas to which pieces are limited, and adds a layer to the board for each
/// kind of piece that may stand beside others, or on hexes.
pub(super) fn add(
    scenario: &Scenario,
    packs: &[Pack],
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
    let mut before: Vec<(bool, String)> = Vec::new();
    for kind in catalog.kinds.iter_mut().filter(|kind| kind.beside_others) {
        let places = map_places(board, kind);
        let layer = board.add_layer(&layer_name(&kind.name), &places);
        let pack = packs.iter().find(|pack| pack.manifest.declares_piece(&kind.name));
        let pack = pack.map_or("", |pack| pack.manifest.id.get_ref());
        let added = format!("{} for `{}` of the pack `{pack}`", places.len(), kind.name);
        match layer {
            Ok(layer) => {
                kind.layer = Some(layer);
                before.push((kind.on_border, added));
            }
            Err(needed) => {
                let (on_map, sort) = if kind.on_border {
                    (board.borders().len(), "borders")
                } else {
                    (board.intersections().len(), "intersections")
                };
                let alike = before.iter().filter(|(on_border, _)| *on_border == kind.on_border);
                let alike = alike.map(|(_, added)| added.as_str()).chain([added.as_str()]);
                let message = format!(
                    "the map has {on_map} {sort}; with {}, there are {needed}, expected at most 256",
                    alike.collect::<Vec<_>>().join(" and ")
                );
                let hint = "a piece that stands beside others has places of its own: use a smaller \
                            map, or leave out one of these packs";
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
