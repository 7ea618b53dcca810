//! What players begin with: the numbers, resources and ports at their first buildings.

use std::collections::BTreeSet;

use super::game::{BalancePlayer, Family};
use crate::board::Place;
use crate::chance::DicePairs;
use crate::draw::port_label;
use crate::game::Game;
use crate::rules::{Rules, TerrainKind};
use crate::set::Id;
use crate::sim::course::buildings_of;
use crate::table::{Player, Port};

/// The name for players without a port.
const NO_PORT: &str = "no port";

/// Writes down the opening of a player, after the placement.
pub(super) fn write_opening(game: &Game, player: Player, found: &mut BalancePlayer) {
    let (view, rules) = (game.player_view(None), game.rules());
    let mut resources = BTreeSet::new();
    for at in buildings_of(game, player) {
        found.places.push(rules.board.place_name(Place::Intersection(at)));
        for hex in rules.board.intersection(at).hexes {
            let terrain = rules.terrain(view.terrain(hex));
            let numbers = numbers(terrain, view.number(hex));
            found.pips += numbers.iter().map(|&it| DicePairs::with_sum(it).count()).sum::<usize>();
            if !numbers.is_empty() {
                resources.extend(product(rules, terrain));
            }
            for number in numbers {
                found.add(Family::Number, number.to_string());
            }
        }
    }
    found.add(Family::Variety, resources.len().to_string());
    for name in resources {
        found.add(Family::Resource, name);
    }
    let ports: BTreeSet<String> = view
        .ports()
        .map(|(_, port)| port)
        .filter(|&port: &Port| view.has_port(player, port))
        .map(|port| port_label(rules, port))
        .collect();
    if ports.is_empty() && view.ports().next().is_some() {
        found.add(Family::Port, NO_PORT.into());
    }
    for port in ports {
        found.add(Family::Port, port);
    }
}

/// The numbers with which a hex of this terrain and with this number marker produces.
fn numbers(terrain: &TerrainKind, marker: u8) -> Vec<u8> {
    if !terrain.is_productive() {
        return Vec::new();
    }
    if marker == 0 { terrain.numbers.clone() } else { vec![marker] }
}

/// What a terrain produces, in words.
fn product(rules: &Rules, terrain: &TerrainKind) -> Option<String> {
    let yields = terrain.yields.map(|resource| rules.resources[resource.index()].name.clone());
    yields.or_else(|| terrain.yields_any.then(|| terrain.name.clone()))
}
