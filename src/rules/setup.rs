//! The set-up of the table for a scenario.

use super::Origin;
use crate::board::{Hex, Intersection, Place};
use crate::set::{Id, Set};
use crate::table::{Kind, Marker, Player, Port, Terrain, Token};

/// The numbers that two dice show most often, apart from 7. Shuffled number markers keep them apart,
/// unless the scenario says otherwise.
pub const FREQUENT: [u8; 2] = [6, 8];

/// The set-up of the table before the first player places a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The terrain of each hex, if fixed by the map.
    pub terrain: Vec<Option<Terrain>>,
    /// The pools from which the other hexes take their terrain and their number markers.
    pub pools: Vec<Pool>,
    /// The conditions that drawn terrain, number markers and ports meet.
    pub conditions: Conditions,
    /// The double-hexes around the land.
    pub double_hexes: DoubleHexes,
    /// The tokens of each outpost, starting at its first intersection; the others are drawn.
    pub tokens: Vec<(Terrain, Vec<Token>)>,
    /// The number marker of each hex, if fixed by the map.
    pub numbers: Vec<Option<u8>>,
    /// The kinds of the ports, in the order of the board's port places.
    pub ports: Vec<Port>,
    /// Whether the ports are shuffled.
    pub shuffle_ports: bool,
    /// The starting places of markers, if they differ from the declared ones.
    pub markers: Vec<(Marker, MarkerStart)>,
    /// The intersections at which players place their first pieces, if not all of them, and the
    /// position of the declaration.
    pub start_in: Option<(Set<Intersection>, Origin)>,
    /// The pieces on the board at the start.
    pub pieces: Vec<StartingPiece>,
    /// Whether players place pieces: there are none at the start, or the scenario says so.
    pub has_placement: bool,
}

/// The double-hexes around the land, clockwise, and their terrain.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoubleHexes {
    /// The hexes of each double-hex, clockwise.
    pub places: Vec<Vec<Hex>>,
    /// Their terrain, one for each place.
    pub kinds: Vec<Terrain>,
    /// Whether the terrain is shuffled.
    pub shuffled: bool,
    /// The kinds that are on two opposite double-hexes.
    pub opposite: Vec<Terrain>,
}

/// A piece on the board at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartingPiece {
    /// The name of the player.
    pub player: String,
    /// The kind.
    pub kind: Kind,
    /// The place.
    pub place: Place,
    /// Whether it yields the starting cards of its owner.
    pub yields: bool,
}

/// A pool of terrain and of number markers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pool {
    /// The hexes that take their terrain from the pool.
    pub hexes: Set<Hex>,
    /// The terrain to be shuffled onto these hexes.
    pub terrain: Vec<Terrain>,
    /// The hexes that take a number marker from the pool if their terrain has one.
    pub numbered: Set<Hex>,
    /// The number markers for these hexes.
    pub numbers: Vec<u8>,
    /// How the number markers are distributed.
    pub arrangement: Arrangement,
    /// Whether terrain and number markers are drawn during the game, when hexes are revealed.
    pub hidden: bool,
}

/// How number markers are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrangement {
    /// In order, in a spiral from a random corner, over hexes that produce.
    Spiral,
    /// Shuffled.
    #[default]
    Shuffled,
}

/// The conditions that drawn terrain, number markers and ports meet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// Groups of numbers: no two numbers of a group are on adjacent hexes.
    pub apart: Vec<Vec<u8>>,
    /// Whether no two equal numbers are on adjacent hexes.
    pub equal_apart: bool,
    /// Numbers that are never on certain hexes.
    pub never: Vec<Never>,
    /// Terrain that is only on certain hexes.
    pub terrain_in: Vec<(Terrain, Set<Hex>)>,
    /// Terrain that is never next to itself.
    pub terrain_apart: Vec<Terrain>,
    /// The maximum number of hexes of one terrain that hang together.
    pub together: Option<usize>,
    /// The maximum number of equal ports that follow each other.
    pub ports_together: Option<usize>,
}

/// Numbers that are never on hexes of some terrain, nor on some hexes of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Never {
    /// The numbers.
    pub numbers: Vec<u8>,
    /// The terrain.
    pub terrain: Vec<Terrain>,
    /// The hexes.
    pub hexes: Set<Hex>,
}

/// Where a marker starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkerStart {
    /// At a place.
    At(Place),
    /// On the first hex with this number marker.
    OnNumber(u8),
    /// Off the board.
    Outside,
}

/// One round of the placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementRound {
    /// Whether it goes from the last player to the first.
    pub backward: bool,
    /// The number of cards that its buildings yield for each adjacent hex.
    pub yields: u8,
    /// Whether the places are drawn at random.
    pub drawn: bool,
    /// The pieces that each player places, each with its alternative kinds.
    pub placed: Vec<Set<Kind>>,
}

/// One piece that a player places.
#[derive(Clone, Copy, Debug)]
pub struct PlacementStep<'a> {
    /// The round.
    pub round: &'a PlacementRound,
    /// The player.
    pub player: Player,
    /// The kinds from which the player chooses.
    pub kinds: Set<Kind>,
}

impl<'a> PlacementStep<'a> {
    /// The piece with this index in the placement; `None` after the last piece.
    pub fn of(placement: &'a [PlacementRound], number: u8, players: u8) -> Option<Self> {
        let mut number = usize::from(number);
        let last = usize::from(players) - 1;
        for round in placement {
            let each = round.placed.len();
            let seat = number / each;
            if seat <= last {
                let player = Player::new(if round.backward { last - seat } else { seat });
                return Some(Self { round, player, kinds: round.placed[number % each] });
            }
            number -= each * (last + 1);
        }
        None
    }
}
