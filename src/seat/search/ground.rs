//! What the board offers: the worth of intersections, the places that are free, and how far they
//! are.

use super::market::{Market, real};
use crate::board::{Border, Hex, Intersection, Place};
use crate::game::Game;
use crate::resource::{RESOURCES, Resource};
use crate::rules::Rules;
use crate::seat::terms::frequency;
use crate::set::{Id, Set};
use crate::table::{PIECE_PLACES, Player, Port, Table};

/// The rolls of two dice.
const ROLLS: f64 = 36.0;
/// The worth of a resource that the player does not have yet, in cards a roll.
const VARIETY: f64 = 0.06;
/// The worth of a port for every resource, in cards a roll.
const PORT: f64 = 0.06;

/// The board at the position of a decision.
#[derive(Debug)]
pub(super) struct Ground {
    /// The cards a roll that a building with one card for each hex brings, times their worth, by
    /// intersection.
    base: Vec<f64>,
    /// The resources of the hexes at an intersection, as bits.
    kinds: Vec<u16>,
    /// The port at an intersection.
    ports: Vec<Option<Port>>,
    /// The borders on which routes of some kind may stand.
    routes: Set<Border>,
}

/// The cards that a roll brings on average from all hexes with one card each, by resource.
pub(super) fn production(game: &Game) -> [f64; RESOURCES] {
    let mut made = [0.0; RESOURCES];
    for hex in game.rules().board.hexes() {
        if let Some((resource, chance)) = yields(game.rules(), game.table(), hex) {
            made[resource.index()] += chance;
        }
    }
    made
}

/// The resource of a hex, and the chance of a roll to bring it, whether a marker blocks it or not.
pub(super) fn yields(rules: &Rules, table: &Table, hex: Hex) -> Option<(Resource, f64)> {
    let resource = rules.terrain(table.terrain()[hex]).yields?;
    let number = table.numbers()[hex];
    let is_barren = rules.rolls.iter().any(|roll| roll.number == number && !roll.produces);
    let chance = f64::from(frequency(number)) / ROLLS;
    (chance > 0.0 && !is_barren).then_some((resource, chance))
}

impl Ground {
    pub(super) fn of(game: &Game, market: &Market) -> Self {
        let (rules, table) = (game.rules(), game.table());
        let mut ground = Self {
            base: vec![0.0; PIECE_PLACES],
            kinds: vec![0; PIECE_PLACES],
            ports: vec![None; PIECE_PLACES],
            routes: Set::EMPTY,
        };
        for intersection in rules.board.intersections() {
            for hex in rules.board.intersection(intersection).hexes {
                if let Some((resource, chance)) = yields(rules, table, hex) {
                    ground.base[intersection.index()] += chance * market.worth[resource.index()];
                    ground.kinds[intersection.index()] |= 1 << resource.index();
                }
            }
        }
        for (border, port) in table.placed_ports() {
            for end in rules.board.border(border).ends {
                ground.ports[end.index()] = Some(port);
            }
        }
        let shore = table.shore(&rules.board);
        for kind in rules.kinds.iter().filter(|kind| kind.on_border && kind.is_route) {
            let beside = kind.beside_land.map(|land| shore.borders_beside(land));
            ground.routes |= beside.unwrap_or_else(|| rules.board.borders());
        }
        ground
    }

    /// The intersections where a first building could stand, if a route led there.
    pub(super) fn vacant(rules: &Rules, table: &Table) -> Set<Intersection> {
        let mut vacant = table.shore(&rules.board).intersections();
        for player in table.everybody().iter() {
            for taken in table.seat(player).intersections() {
                vacant.remove(taken);
                vacant -= rules.board.intersection(taken).neighbors;
            }
        }
        vacant
    }

    /// The free borders for routes.
    pub(super) fn free(&self, table: &Table) -> Set<Border> {
        let players = table.everybody();
        players.iter().fold(self.routes, |free, player| free - table.seat(player).borders())
    }

    /// The intersections that a player's routes reach with at most 0, 1, 2 and 3 more pieces.
    pub(super) fn reach(
        (rules, table): (&Rules, &Table),
        player: Player,
        mut free: Set<Border>,
    ) -> [Set<Intersection>; 4] {
        let seat = table.seat(player);
        let mut blocked = Set::EMPTY;
        for other in table.opponents(player) {
            blocked |= table.seat(other).intersections();
        }
        let mut reached = seat.ends();
        let mut open = (reached | seat.intersections()) - blocked;
        let mut steps = [reached; 4];
        for step in &mut steps[1..] {
            let mut next = Set::EMPTY;
            for intersection in open {
                let borders = rules.board.intersection(intersection).borders & free;
                for border in borders {
                    let [one, other] = rules.board.border(border).ends;
                    next.insert(if one == intersection { other } else { one });
                }
                free -= borders;
            }
            next -= reached;
            reached |= next;
            open = next - blocked;
            *step = reached;
        }
        steps
    }

    /// The worth of a building at an intersection for a player who has these resources, as bits, and
    /// these ports, in cards a roll.
    pub(super) fn site(
        &self,
        intersection: Intersection,
        (kinds, income): (u16, &[f64; RESOURCES]),
        has_port: impl Fn(Port) -> bool,
    ) -> f64 {
        let at = intersection.index();
        let new = (self.kinds[at] & !kinds).count_ones();
        let port = match self.ports[at].filter(|&port| !has_port(port)) {
            None => 0.0,
            Some(Port::Any) => PORT,
            Some(Port::Of(resource)) => PORT / 3.0 + 0.4 * income[resource.index()],
        };
        self.base[at] + VARIETY * f64::from(new) + port
    }

    /// The greatest additional worth of replacing one of a player's buildings, in cards a roll.
    pub(super) fn best_upgrade(&self, rules: &Rules, table: &Table, player: Player) -> f64 {
        let mut best = 0.0;
        for intersection in table.seat(player).intersections() {
            let Some(piece) = table.piece(Place::Intersection(intersection)) else { continue };
            let old = rules.kind(piece.kind());
            let newer = rules.kinds.iter().filter(|kind| kind.replaces.contains(piece.kind()));
            let more = newer.map(|kind| kind.yields.saturating_sub(old.yields)).max();
            let worth = real(more.unwrap_or(0).into()) * self.base[intersection.index()];
            best = worth.max(best);
        }
        best
    }
}
