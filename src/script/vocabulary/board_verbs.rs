//! Verbs of the board: what an effect does to markers, hexes, tokens, events and pieces.

use super::{Answer, Command, Thing, declare, done};
use crate::board::{Hex, Place};
use crate::game::law::marker;
use crate::game::{Effect, Halt, hex_event};
use crate::set::Id;

declare! { BOARD_VERBS, Acts;
    "marker".move_to(place: Spot) -> Unit: "Moves the marker to a hex or an intersection; nothing is taken." => |call| match (call.of, call.thing(0)) {
        (Thing::Marker(_), Some(Thing::Nothing)) => done(),
        (Thing::Marker(marker), Some(Thing::Place(place) | Thing::Piece { place, .. })) => {
            if !marker::marker_fits(call.view(), marker, place) {
                let text = format!("the {} cannot stand at `{}`", call.view().rules().marker(marker).name, call.view().rules().board.place_name(place));
                return Err(call.view().fail(&text, None));
            }
            let player = call.view().table().in_turn();
            call.game.send_marker(player, marker, Some(place))?;
            done()
        }
        (Thing::Marker(_), _) => Err(call.wrong(0, "a place")),
        _ => call.misplaced(),
    };
    "piece".move_to(place: Place) -> Unit: "Moves the piece to another place; awards are judged once, afterwards." => |call| {
        let Thing::Piece { place: from, .. } = call.of else { return call.misplaced() };
        match call.thing(0) {
            Some(Thing::Nothing) => done(),
            Some(Thing::Place(to @ (Place::Intersection(_) | Place::Border(_)))) => {
                call.game.shift_piece(from, to)?;
                done()
            }
            _ => Err(call.wrong(0, "a place for a piece")),
        }
    };
    "marker".spread() -> Unit: "The marker governs all intersections with a token at the outpost where it stands, until it moves." => |call| match call.of {
        Thing::Marker(marker) => {
            call.game.spread(marker)?;
            done()
        }
        _ => call.misplaced(),
    };
    "hex".discover() -> Unit: "Draws the event of the hex, if it still lies hidden; it lies open from now on." => |call| match call.of {
        Thing::Place(Place::Hex(hex)) => {
            hex_event::discover(&mut call.game, hex)?;
            done()
        }
        _ => call.misplaced(),
    };
    "hex".affect(building: Piece) -> Unit: "Lets the event of the hex affect the building from now on." => |call| match (call.of, call.thing(0)) {
        (Thing::Place(Place::Hex(_)), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Hex(hex)), Some(Thing::Piece { owner, place: Place::Intersection(site), .. })) => {
            hex_event::affect(&mut call.game, owner, site, hex)?;
            done()
        }
        (Thing::Place(Place::Hex(_)), _) => Err(call.wrong(0, "a building")),
        _ => call.misplaced(),
    };
    "hex".swap_event(other: Hex) -> Unit: "Lets the events of two hexes change places; each affects the buildings of its new hex." => |call| swap(call, hex_event::swap_events);
    "hex".swap_marker(other: Hex) -> Unit: "Lets the number markers of two hexes change places." => |call| swap(call, Effect::swap_numbers);
    "hex".swap_terrain(other: Hex) -> Unit: "Lets two hexes change places under their number markers, with what a rule has marked them for." => |call| swap(call, Effect::swap_terrain);
    "place".swap_token(other: Place) -> Unit: "Lets the benefit tokens of two intersections change places." => |call| match (call.of, call.thing(0)) {
        (Thing::Place(_), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Intersection(one)), Some(Thing::Place(Place::Intersection(other)))) => {
            call.game.swap_tokens(one, other)?;
            done()
        }
        (Thing::Place(Place::Intersection(_)), _) => Err(call.wrong(0, "an intersection")),
        _ => call.misplaced(),
    };
    "marker".leave() -> Unit: "Takes the marker off the board." => |call| match call.of {
        Thing::Marker(marker) => {
            let player = call.view().table().in_turn();
            call.game.send_marker(player, marker, None)?;
            done()
        }
        _ => call.misplaced(),
    };
    "piece, pieces".remove() -> Unit: "Takes pieces off the board, all at once; they return to their owners' supplies." => |call| {
        let places: Vec<Place> = match call.of {
            Thing::Pieces(spots) => spots.iter().collect(),
            Thing::Piece { place, .. } => vec![place],
            _ => return call.misplaced(),
        };
        call.game.remove_pieces(&places)?;
        done()
    };
    "hex".set_marker(number: Number) -> Unit: "Gives the hex this number marker, or none for 0." => |call| match call.of {
        Thing::Place(Place::Hex(hex)) => {
            let number = call.number(0)?;
            call.game.set_number(hex, number)?;
            done()
        }
        _ => call.misplaced(),
    };
    "hex".become(terrain: TerrainName) -> Unit: "Turns the hex into another terrain; one without a resource loses its number marker." => |call| match call.of {
        Thing::Place(Place::Hex(hex)) => {
            let name = call.text(0)?;
            let Some(terrain) = call.view().rules().terrains.iter().position(|terrain| terrain.name == name) else {
                return Err(call.view().fail(&format!("there is no terrain `{name}`"), None));
            };
            if call.view().rules().terrains[terrain].land != call.view().rules().board.land().contains(hex) {
                return Err(call.view().fail("land stays land, and water stays water", None));
            }
            call.game.set_terrain(hex, Id::new(terrain))?;
            done()
        }
        _ => call.misplaced(),
    };
}

/// Lets two hexes exchange something.
fn swap(call: &mut Command, swap: fn(&mut Effect, Hex, Hex) -> Result<(), Halt>) -> Answer {
    match (call.of, call.thing(0)) {
        (Thing::Place(Place::Hex(_)), Some(Thing::Nothing)) => done(),
        (Thing::Place(Place::Hex(one)), Some(Thing::Place(Place::Hex(other)))) => {
            swap(call.game, one, other)?;
            done()
        }
        (Thing::Place(Place::Hex(_)), _) => Err(call.wrong(0, "a hex")),
        _ => call.misplaced(),
    }
}
