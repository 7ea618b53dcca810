//! The set-up of the table for a scenario.

use crate::board::{Hex, Place};
use crate::table::{Kind, Marker, Port, Terrain, Token};

/// The set-up of the table before the first player places a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The terrain of each hex, if fixed by the map.
    pub terrain: Vec<Option<Terrain>>,
    /// The terrain to be shuffled onto the other hexes.
    pub terrain_pool: Vec<Terrain>,
    /// The double-hexes around the land.
    pub double_hexes: DoubleHexes,
    /// The tokens of each outpost, starting at its first intersection; the others are drawn.
    pub tokens: Vec<(Terrain, Vec<Token>)>,
    /// The number marker of each hex, if fixed by the map.
    pub numbers: Vec<Option<u8>>,
    /// The number markers for the other hexes that produce.
    pub number_pool: Vec<u8>,
    /// How the number markers of the pool are distributed.
    pub arrangement: Arrangement,
    /// The kinds of the ports, in the order of the board's port places.
    pub ports: Vec<Port>,
    /// Whether the ports are shuffled.
    pub shuffle_ports: bool,
    /// The starting places of markers, if they differ from the declared ones.
    pub markers: Vec<(Marker, Place)>,
    /// The pieces on the board at the start. If there are any, there is no placement.
    pub pieces: Vec<StartingPiece>,
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

/// How number markers are distributed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Arrangement {
    /// In order, in a spiral from a random corner, over hexes that produce.
    #[default]
    Spiral,
    /// Shuffled, but with no two of the most frequent numbers on adjacent hexes.
    Shuffled,
}

/// One round of the placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementRound {
    /// Whether it goes from the last player to the first.
    pub backward: bool,
    /// Whether its building yields a card for each adjacent hex.
    pub yields: bool,
}
