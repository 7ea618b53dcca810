//! How a scenario lays the table.

use crate::board::{Hex, Place};
use crate::table::{Kind, Marker, Port, Terrain, Token};

/// How the table is laid before the first player places a piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laying {
    /// The terrain of each hex, where the map says it.
    pub terrain: Vec<Option<Terrain>>,
    /// The terrain to be shuffled onto the other hexes.
    pub terrain_pool: Vec<Terrain>,
    /// The double-hexes around the land.
    pub double_hexes: DoubleHexes,
    /// The tokens that lie at an outpost from the first intersection on; the others are drawn.
    pub tokens: Vec<(Terrain, Vec<Token>)>,
    /// The number marker of each hex, where the map says it.
    pub numbers: Vec<Option<u8>>,
    /// The number markers for the other hexes that produce.
    pub number_pool: Vec<u8>,
    /// How those are laid out.
    pub walk: Walk,
    /// The kinds of the ports, in the order of the board's port places.
    pub ports: Vec<Port>,
    /// Whether the ports are shuffled.
    pub shuffle_ports: bool,
    /// Where markers stand, for those that do not start by their declaration.
    pub markers: Vec<(Marker, Place)>,
    /// Pieces that stand on the board from the beginning, by seat; the placement is left out then.
    pub pieces: Vec<StartingPiece>,
}

/// The double-hexes around the land, clockwise, and what they show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoubleHexes {
    /// The hexes of each, clockwise.
    pub places: Vec<Vec<Hex>>,
    /// What they show, as many as there are places.
    pub kinds: Vec<Terrain>,
    /// Whether that is drawn.
    pub shuffled: bool,
    /// The kinds of which there are two, opposite to each other.
    pub opposite: Vec<Terrain>,
}

/// A piece that a scenario puts on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartingPiece {
    /// The name of the player.
    pub player: String,
    /// What.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// Whether it brings its owner the starting cards.
    pub yields: bool,
}

/// How number markers are laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Walk {
    /// In their order, in a spiral from a random corner, over hexes that produce.
    #[default]
    Spiral,
    /// Shuffled, but no two of the most frequent numbers side by side.
    Shuffled,
}

/// One round of the placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementRound {
    /// Whether it goes from the last player to the first.
    pub backward: bool,
    /// Whether its building brings a card for each hex beside it.
    pub yields: bool,
}
