//! Verbs of the board, for markers, hexes, tokens, events and pieces, and questions about them.

use super::function::declare;
use super::invocation::{CallResult, Command, HasView, Invocation, answer, done};
use super::queries::port;
use super::verbs::{choose, piece};
use crate::action::Choice;
use crate::board::{Hex, Place, Places};
use crate::diagnostic::suggestion;
use crate::game::law::marker;
use crate::game::{Effect, Halt, hex_event};
use crate::rules::Type;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::{Id, Set};
use crate::table::{Kind, Marker, NEUTRAL, Player};

declare! { BOARD_VERBS, Acts;
    "marker".move_to(place: Spot) -> Unit or NONE: "Moves the marker to a hex or an intersection; no card is taken." => |call, marker| match call.thing(0) {
        Some(Thing::Nothing) => done(),
        Some(Thing::Place(place) | Thing::Piece { place, .. }) => {
            let place = call.view().rules().board.ground(place);
            if !marker::marker_fits(call.view(), marker, place) {
                let text = format!("the {} cannot be placed at `{}`", call.view().rules().marker(marker).name, call.view().rules().board.place_name(place));
                return Err(call.view().fail(&text, None));
            }
            let player = call.view().table().in_turn();
            call.game.send_marker(player, marker, Some(place)).map(Value::from)
        }
        _ => Err(call.wrong(0, "a place")),
    };
    "piece".move_to(place: Spot) -> Piece: "Moves the piece to another place, and returns the piece that now stands there: the old value still means the place that the piece has left. Awards are updated once, afterwards. If the place is `NONE`, the piece stays; a place that is not free, such as its own, is an error." => |call, from| {
        match call.thing(0) {
            Some(Thing::Nothing) => answer(*call.of),
            Some(Thing::Place(to) | Thing::Piece { place: to, .. }) => {
                let place = call.game.shift_piece(from.place, to)?;
                answer(piece(call, place))
            }
            _ => Err(call.wrong(0, "a place")),
        }
    };
    "piece".become(kind: OneKind) -> Truth: "Turns the piece into one of this kind, which comes from its owner's supply; the old piece returns to the supply, and its counters stay on the new one, and its state if the new kind has one of that name. This is not building: there is no price, and `on_built` does not run. Returns `false`, and does nothing, if the supply has no such piece or if the piece is already of this kind." => |call, piece| match kind(call)? {
        Some(kind) => answer(call.game.transform_piece(piece.place, kind)?),
        None => answer(false),
    };
    "piece".set_state(state: StateName) -> Unit: "Puts the piece into this state of its kind, such as `\"active\"`." => |call, piece| {
        let state = call.text(0)?;
        call.game.set_state(piece.place, state).map(Value::from)
    };
    "player".place(kind: OneKind, place: Spot) -> Truth: "Puts a piece of the player's supply at a free place. This is not building: there is no price, the laws of building do not matter, and `on_built` does not run. Returns `false`, and does nothing, if the supply has no such piece." => place;
    "game".place(kind: OneKind, place: Spot) -> Truth: "Puts a neutral piece at a free place, where the laws of building do not matter. Returns `true`." => |call, ()| place(call, NEUTRAL);
    "marker".spread() -> Unit: "Lets the marker occupy all intersections with a token at its outpost, until the marker moves." => |call, marker| call.game.spread(marker).map(Value::from);
    "hex".discover() -> Unit: "Draws the event of the hex, if it is still hidden, and turns it face up." => |call, hex| hex_event::discover(call.game, hex).map(Value::from);
    "hex".affect(building: Piece) -> Unit: "Lets the event of the hex affect the building from now on." => |call, hex| match call.thing(0) {
        Some(Thing::Nothing) => done(),
        Some(Thing::Piece { owner, place: Place::Intersection(intersection), .. }) if owner != NEUTRAL => hex_event::affect(call.game, owner, intersection, hex).map(Value::from),
        _ => Err(call.wrong(0, "a building")),
    };
    "hex".swap_event(other: Hex) -> Unit: "Swaps the events of two hexes; each affects the buildings of its new hex." => |call, hex| swap(call, hex, hex_event::swap_events);
    "hex".swap_number(other: Hex) -> Unit: "Swaps the number markers of two hexes." => |call, hex| swap(call, hex, Effect::swap_numbers);
    "hex".swap_terrain(other: Hex) -> Unit: "Swaps the terrain of two hexes, and the marks and counters of rules on them; the number markers stay." => |call, hex| swap(call, hex, Effect::swap_terrain);
    "place".swap_token(other: Place) -> Unit: "Swaps the benefit tokens of two intersections." => |call, place| match (place, call.thing(0)) {
        (_, Some(Thing::Nothing)) => done(),
        (Place::Intersection(one), Some(Thing::Place(Place::Intersection(other)))) => call.game.swap_tokens(one, other).map(Value::from),
        (Place::Intersection(_), _) => Err(call.wrong(0, "an intersection")),
        _ => call.misplaced(),
    };
    "marker".remove() -> Unit: "Takes the marker off the board." => |call, marker| {
        let player = call.view().table().in_turn();
        call.game.send_marker(player, marker, None).map(Value::from)
    };
    "piece, pieces".remove() -> Unit: "Takes the pieces off the board, all at once, and returns them to their owners' supplies." => |call, pieces| {
        let places: Vec<Place> = pieces.iter().collect();
        call.game.remove_pieces(&places).map(Value::from)
    };
    "hex".set_number(number: Number) -> Unit: "Gives the hex this number marker; 0 removes its number marker." => |call, hex| {
        let number = call.number(0)?;
        call.game.set_number(hex, number).map(Value::from)
    };
    "place".place_port(kind: Port) -> Unit: "Places a port of this resource, or an `\"any\"` port, on the border." => |call, place| {
        let port = port(call)?;
        call.game.place_port(place, port).map(Value::from)
    };
    "place".remove_port() -> Unit: "Removes the port of the border, if it has one." => |call, place| call.game.remove_port(place).map(Value::from);
    "hex".reveal() -> Unit: "Draws the terrain of a hidden hex from its pool, and a number marker if the terrain has one." => |call, hex| call.game.reveal(hex).map(Value::from);
    "hex".set_terrain(terrain: TerrainName) -> Unit: "Changes the terrain of the hex, which becomes land or water if the terrain is. If the new terrain produces nothing, the hex loses its number marker." => |call, hex| {
        let name = call.text(0)?;
        let Some(terrain) = call.view().rules().terrains.iter().position(|terrain| terrain.name == name) else {
            return Err(call.view().fail(&format!("there is no terrain `{name}`"), None));
        };
        call.game.set_terrain(hex, Id::new(terrain)).map(Value::from)
    };
    "player".choose_markers(prompt: Text, markers: Markers, most: Number) -> Markers: "Asks for up to this many of these markers, one after the other." => |call, player| {
        let (prompt, most) = (call.text(0)?, call.count(2)?);
        let mut left = markers(call, 1)?;
        let mut chosen = Set::EMPTY;
        for _ in 0..most {
            let choices = left.iter().copied().map(Choice::Marker);
            let Choice::Marker(one) = call.game.choose(player, prompt, choices, true)? else { break };
            left.retain(|&other| other != one);
            chosen.insert(one);
        }
        answer(Thing::Markers(chosen))
    };
    "player".choose_marker(prompt: Text, markers: Markers) -> Marker: "Asks for one of these markers." => |call, player| {
        let markers = markers(call, 1)?;
        match choose(call, player, markers.into_iter().map(Choice::Marker), false)? {
            Choice::Marker(marker) => answer(Thing::Marker(marker)),
            _ => answer(Thing::Nothing),
        }
    };
    "player".choose_outpost(prompt: Text, outposts: Outposts) -> Outposts: "Asks for one of these outposts." => |call, player| {
        let outposts = match call.thing(1) {
            Some(Thing::Outposts(outposts)) => outposts,
            Some(Thing::Nothing) => Set::EMPTY,
            _ => return Err(call.wrong(1, "outposts")),
        };
        match choose(call, player, outposts.iter().map(Choice::Outpost), false)? {
            Choice::Outpost(outpost) => answer(Thing::Outposts(Set::of(outpost))),
            _ => answer(Thing::Nothing),
        }
    };
    "player".choose_hex(prompt: Text, hexes: Hexes) -> Hex: "Asks for one of these hexes." => |call, player| choose_hex(call, player, false);
    "player".may_choose_hex(prompt: Text, hexes: Hexes) -> Hex: "Asks for one of these hexes, or none." => |call, player| choose_hex(call, player, true);
    "player".choose_place(prompt: Text, places: Spots) -> Spot: "Asks for one of these hexes, intersections or borders." => |call, player| choose_place(call, player, false);
    "player".may_choose_place(prompt: Text, places: Spots) -> Spot: "Asks for one of these hexes, intersections or borders, or none." => |call, player| choose_place(call, player, true);
    "player".choose_piece(prompt: Text, pieces: Pieces) -> Piece: "Asks for one of these pieces." => |call, player| choose_piece(call, player, false);
    "player".may_choose_piece(prompt: Text, pieces: Pieces) -> Piece: "Asks for one of these pieces, or none." => |call, player| choose_piece(call, player, true);
}

/// The kind of piece in the first argument; `None` for `NONE`.
pub(super) fn kind<W: HasView>(call: &Invocation<W>) -> Result<Option<Kind>, Halt> {
    match (call.thing(0), call.args[0].text()) {
        (Some(Thing::Kind(kind)), _) => Ok(Some(kind)),
        (Some(Thing::Nothing), _) => Ok(None),
        (_, Some(name)) => match call.view().rules().kind_named(name) {
            Some(kind) => Ok(Some(kind)),
            None => {
                let kinds = call.view().rules().kinds.iter().map(|kind| kind.name.as_str());
                let hint = suggestion(name, kinds);
                let text = format!("there is no kind of piece `{name}`");
                Err(call.view().fail(&text, hint.as_deref()))
            }
        },
        _ => Err(call.wrong(0, Type::OneKind.text())),
    }
}

/// Puts a piece of the kind in the first argument at the place in the second one.
fn place(call: &mut Command, player: Player) -> CallResult {
    match (kind(call)?, call.thing(1)) {
        (None, _) | (_, Some(Thing::Nothing)) => answer(false),
        (Some(kind), Some(Thing::Place(place) | Thing::Piece { place, .. })) => {
            answer(call.game.place_piece(player, kind, place)?)
        }
        _ => Err(call.wrong(1, "a place")),
    }
}

/// Swaps something between two hexes.
fn swap(
    call: &mut Command,
    one: Hex,
    swap: fn(&mut Effect, Hex, Hex) -> Result<(), Halt>,
) -> CallResult {
    match call.thing(0) {
        Some(Thing::Nothing) => done(),
        Some(Thing::Place(Place::Hex(other))) => swap(call.game, one, other).map(Value::from),
        _ => Err(call.wrong(0, "a hex")),
    }
}

fn choose_place(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let places = match call.thing(1) {
        Some(Thing::Hexes(_) | Thing::Place(Place::Hex(_))) => {
            Places { hexes: call.hexes(1)?, ..Places::default() }
        }
        _ => Places { piece_places: call.places(1)?, ..Places::default() },
    };
    let choices = places.iter().map(|place| match place {
        Place::Hex(hex) => Choice::Hex(hex),
        place => Choice::Piece(place),
    });
    match choose(call, player, choices, optional)? {
        Choice::Hex(hex) => answer(Thing::Place(Place::Hex(hex))),
        Choice::Piece(place) => answer(Thing::Place(place)),
        _ => answer(Thing::Nothing),
    }
}

fn choose_piece(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let choices = call.places(1)?.iter().map(Choice::Piece);
    match choose(call, player, choices, optional)? {
        Choice::Piece(place) => answer(piece(call, place)),
        _ => answer(Thing::Nothing),
    }
}

fn choose_hex(call: &mut Command, player: Player, optional: bool) -> CallResult {
    let hexes: Set<Hex> = call.hexes(1)?;
    match choose(call, player, hexes.iter().map(Choice::Hex), optional)? {
        Choice::Hex(hex) => answer(Thing::Place(Place::Hex(hex))),
        _ => answer(Thing::Nothing),
    }
}

/// The markers in an argument.
fn markers(call: &Command, number: usize) -> Result<Vec<Marker>, Halt> {
    match call.thing(number) {
        Some(Thing::Markers(markers)) => Ok(markers.iter().collect()),
        Some(Thing::Marker(marker)) => Ok(vec![marker]),
        Some(Thing::Nothing) => Ok(Vec::new()),
        _ => Err(call.wrong(number, "markers")),
    }
}
