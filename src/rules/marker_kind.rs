//! The markers that packs declare, and their groups.

use super::origin::Origin;
use crate::board::{Hex, Shore};
use crate::set::Set;
use crate::table::{Kind, Terrain};

/// A marker, such as one that blocks production.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerKind {
    /// Its name.
    pub name: String,
    /// Its letter in pictures.
    pub symbol: String,
    /// Its group. A player chooses one marker of the group to move.
    pub group: u8,
    /// Where it may be.
    pub on: MarkerGround,
    /// The terrain on which it starts; `None` if it starts outside the board.
    pub starts: Option<Terrain>,
    /// Whether it blocks the production of its hex, or the access to the token at its intersection.
    pub blocks: bool,
    /// The kinds of pieces that cannot be built at its place.
    pub bars: Set<Kind>,
    /// The number of cards that its mover takes at random from one opponent with a piece there.
    pub takes: u8,
    /// The kinds of these pieces.
    pub takes_from: Set<Kind>,
    /// Whether these include pieces on borders.
    pub takes_from_routes: bool,
    /// The terrain on which it has no effect.
    pub rests_on: Set<Terrain>,
    /// The position of its declaration.
    pub origin: Origin,
}

/// Where a marker may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MarkerGround {
    /// On land hexes.
    Land,
    /// On water hexes.
    Water,
    /// At intersections with a token.
    Tokens,
}

impl MarkerGround {
    /// The hexes where the marker may be.
    pub fn hexes(self, shore: &Shore) -> Set<Hex> {
        match self {
            Self::Land => shore.land(),
            Self::Water => shore.water(),
            Self::Tokens => Set::EMPTY,
        }
    }
}

/// A group of markers. A player moves one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkerGroup {
    /// Its name.
    pub name: String,
    /// Whether moving a marker that is on the board removes the other markers of the group from it.
    pub move_removes_others: bool,
    /// Whether the mover may decline to take a card.
    pub may_decline: bool,
}
