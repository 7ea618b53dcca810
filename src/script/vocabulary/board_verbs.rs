//! Verbs of the board: what an effect does to markers, hexes, tokens, events and pieces.

use super::{Answer, Deed, Thing, declare, done};
use crate::board::{Hex, Place};
use crate::game::{Halt, Work};
use crate::set::Id;

declare! { BOARD_VERBS, Acts;
    "marker".move_to(place: Spot) -> Unit: "Moves the marker to a hex or an intersection; nothing is taken." => |said| match (said.of, said.thing(0)) {
        (Thing::Marker(_), Some(Thing::Nothing)) => done(),
        (Thing::Marker(marker), Some(Thing::Place(place) | Thing::Piece { place, .. })) => {
            if !said.work.marker_fits(marker, place) {
                let text = format!("the {} cannot stand at `{}`", said.work.rules.marker(marker).name, said.work.rules.board.place_name(place));
                return Err(said.work.fail(&text, None));
            }
            let player = said.work.table.in_turn;
            said.work.send_marker(player, marker, Some(place))?;
            done()
        }
        (Thing::Marker(_), _) => Err(said.wrong(0, "a place")),
        _ => said.misplaced(),
    };
    "piece".move_to(place: Place) -> Unit: "Moves the piece to another place; awards are judged once, afterwards." => |said| {
        let Thing::Piece { place: from, .. } = said.of else { return said.misplaced() };
        match said.thing(0) {
            Some(Thing::Nothing) => done(),
            Some(Thing::Place(to @ (Place::Intersection(_) | Place::Border(_)))) => {
                said.work.shift_piece(from, to)?;
                done()
            }
            _ => Err(said.wrong(0, "a place for a piece")),
        }
    };
    "marker".spread() -> Unit: "The marker governs all intersections with a token at the outpost where it stands, until it moves." => |said| match said.of {
        Thing::Marker(marker) => {
            said.work.spread(marker)?;
            done()
        }
        _ => said.misplaced(),
    };
    "hex".discover() -> Unit: "Draws the event of the hex, if it still lies hidden; it lies open from now on." => |said| match said.of {
        Thing::Place(Place::Hex(hex)) => {
            said.work.discover(hex)?;
            done()
        }
        _ => said.misplaced(),
    };
    "hex".affect(building: Piece) -> Unit: "Lets the event of the hex affect the building from now on." => |said| match (said.of, said.thing(0)) {
        (Thing::Place(Place::Hex(_)), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Hex(hex)), Some(Thing::Piece { owner, place: Place::Intersection(site), .. })) => {
            said.work.affect(owner, site, hex)?;
            done()
        }
        (Thing::Place(Place::Hex(_)), _) => Err(said.wrong(0, "a building")),
        _ => said.misplaced(),
    };
    "hex".swap_event(other: Hex) -> Unit: "Lets the events of two hexes change places; each affects the buildings of its new hex." => |said| swap(said, Work::swap_events);
    "hex".swap_marker(other: Hex) -> Unit: "Lets the number markers of two hexes change places." => |said| swap(said, Work::swap_numbers);
    "hex".swap_terrain(other: Hex) -> Unit: "Lets two hexes change places under their number markers, with what a rule has marked them for." => |said| swap(said, Work::swap_terrain);
    "place".swap_token(other: Place) -> Unit: "Lets the benefit tokens of two intersections change places." => |said| match (said.of, said.thing(0)) {
        (Thing::Place(_), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Intersection(one)), Some(Thing::Place(Place::Intersection(other)))) => {
            said.work.swap_tokens(one, other)?;
            done()
        }
        (Thing::Place(Place::Intersection(_)), _) => Err(said.wrong(0, "an intersection")),
        _ => said.misplaced(),
    };
    "marker".leave() -> Unit: "Takes the marker off the board." => |said| match said.of {
        Thing::Marker(marker) => {
            let player = said.work.table.in_turn;
            said.work.send_marker(player, marker, None)?;
            done()
        }
        _ => said.misplaced(),
    };
    "piece, pieces".remove() -> Unit: "Takes pieces off the board, all at once; they return to their owners' supplies." => |said| {
        let places: Vec<Place> = match said.of {
            Thing::Pieces(spots) => spots.iter().collect(),
            Thing::Piece { place, .. } => vec![place],
            _ => return said.misplaced(),
        };
        said.work.remove_pieces(&places)?;
        done()
    };
    "hex".set_marker(number: Number) -> Unit: "Gives the hex this number marker, or none for 0." => |said| match said.of {
        Thing::Place(Place::Hex(hex)) => {
            let number = said.number(0)?;
            said.work.set_number(hex, number)?;
            done()
        }
        _ => said.misplaced(),
    };
    "hex".become(terrain: TerrainName) -> Unit: "Turns the hex into another terrain; one without a resource loses its number marker." => |said| match said.of {
        Thing::Place(Place::Hex(hex)) => {
            let name = said.text(0)?;
            let Some(terrain) = said.work.rules.terrains.iter().position(|terrain| terrain.name == name) else {
                return Err(said.work.fail(&format!("there is no terrain `{name}`"), None));
            };
            if said.work.rules.terrains[terrain].land != said.work.rules.board.land().contains(hex) {
                return Err(said.work.fail("land stays land, and water stays water", None));
            }
            said.work.set_terrain(hex, Id::new(terrain))?;
            done()
        }
        _ => said.misplaced(),
    };
}

/// Lets two hexes exchange something.
fn swap(said: &mut Deed, swap: fn(&mut Work, Hex, Hex) -> Result<(), Halt>) -> Answer {
    match (said.of, said.thing(0)) {
        (Thing::Place(Place::Hex(_)), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Hex(one)), Some(Thing::Place(Place::Hex(other)))) => {
            swap(said.work, one, other)?;
            done()
        }
        (Thing::Place(Place::Hex(_)), _) => Err(said.wrong(0, "a hex")),
        _ => said.misplaced(),
    }
}
