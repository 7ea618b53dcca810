//! The declarations of packs about the land: resources and terrain.

use crate::board::Ground;
use crate::resource::Resource;

/// A resource of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceKind {
    /// Its name.
    pub name: String,
    /// The number of its cards.
    pub cards: u8,
}

/// A terrain of hexes.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of the declaration")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainKind {
    /// Its name.
    pub name: String,
    /// Its letter in maps.
    pub symbol: String,
    /// The resource that it produces.
    pub yields: Option<Resource>,
    /// Whether it produces cards that their owner chooses.
    pub yields_any: bool,
    /// Whether its hexes have number markers.
    pub numbered: bool,
    /// The numbers that all its hexes have instead of a number marker.
    pub numbers: Vec<u8>,
    /// Whether it is land.
    pub land: bool,
    /// Whether it covers hexes that are neither land nor water until they are revealed.
    pub hidden: bool,
    /// Whether it is an outpost: its intersections have tokens, and the places closest to it are
    /// its sector.
    pub outpost: bool,
    /// Whether no piece can be on borders that are next to such hexes only.
    pub closed: bool,
}

impl TerrainKind {
    /// What its hexes are to pieces and markers.
    pub fn ground(&self) -> Ground {
        match (self.hidden, self.land) {
            (true, _) => Ground::Hidden,
            (false, true) => Ground::Land,
            (false, false) => Ground::Water,
        }
    }

    /// Whether a hex of this terrain has a number: on its number marker, or as all its hexes do.
    pub fn has_number(&self, marker: u8, number: i64) -> bool {
        i64::from(marker) == number || self.numbers.iter().any(|&own| i64::from(own) == number)
    }

    /// The number on a hex of this terrain with this number marker, or the numbers of all its
    /// hexes, in words.
    pub fn numbers_in_words(&self, marker: u8) -> String {
        let numbers = if marker == 0 { &self.numbers[..] } else { &[marker] };
        numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Whether it produces anything.
    pub fn is_productive(&self) -> bool {
        self.yields.is_some() || self.yields_any
    }
}
