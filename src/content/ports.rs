//! The ports of a scenario's map.

use super::catalog::Catalog;
use super::manifest::SpannedString;
use super::scenario::{PortKeys, Scenario};
use crate::board::{Board, Border, Place};
use crate::count::counted;
use crate::diagnostic::{Diagnostics, Result};
use crate::rules::Setup;
use crate::table::{PORTS, Port};

/// Adds the borders and the kinds of the ports.
pub(super) fn add_ports(
    scenario: &Scenario,
    catalog: &Catalog,
    board: &mut Board,
    ports: &PortKeys,
    setup: &mut Setup,
    wrong: &mut Diagnostics,
) {
    for kind in ports.kinds.get_ref() {
        let word = kind.get_ref();
        let port =
            if word == "any" { Some(Port::Any) } else { catalog.resource(word).map(Port::Of) };
        let names = catalog.words.names.iter().map(String::as_str).chain(["any"]);
        let unknown =
            || scenario.board_error(kind, format!("no port `{word}`")).did_you_mean(word, names);
        setup.ports.extend(wrong.keep(port.ok_or_else(unknown)));
    }
    setup.shuffle_ports = ports.shuffled;
    let (places, kinds) = (ports.places.len(), ports.kinds.get_ref().len());
    if places != kinds {
        let message =
            format!("the ports have {}, but {}", counted(places, "place"), counted(kinds, "kind"));
        wrong.push(scenario.board_error(&ports.kinds, message));
    }
    if let Some(over) = ports.places.get(PORTS) {
        wrong.push(scenario.board_error(over, format!("a board can have at most {PORTS} ports")));
        return;
    }
    for name in &ports.places {
        if let Some(border) = wrong.keep(port_place(scenario, board, name)) {
            board.add_port_place(border);
        }
    }
}

/// The border of a port, which must be on the coast and away from other ports.
fn port_place(scenario: &Scenario, board: &Board, name: &SpannedString) -> Result<Border> {
    let wrong = |message: String| scenario.board_error(name, message);
    let border = match board.place(name.get_ref()) {
        Ok(Place::Border(border)) => border,
        Ok(_) => {
            let message = format!("`{}` is not a border", name.get_ref());
            return Err(wrong(message).hint("a port is on a border, such as `A1-nw`"));
        }
        Err(message) => return Err(wrong(message)),
    };
    if (board.border(border).hexes & board.shore().land()).len() != 1 {
        return Err(wrong(format!("`{}` is not on the coast", name.get_ref())));
    }
    let ends = board.border(border).ends;
    let others = board.port_places().iter();
    let mut near =
        others.filter(|&&other| ends.iter().any(|end| board.border(other).ends.contains(end)));
    if let Some(&other) = near.next() {
        let (one, other) = (name.get_ref(), board.border_name(other));
        return Err(wrong(format!("the ports at `{one}` and `{other}` share an intersection")));
    }
    Ok(border)
}
