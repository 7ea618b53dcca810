//! A piece on the board.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

use super::{KINDS, Kind, PLAYERS, Player};

/// A piece on the board: its owner and kind in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Piece(NonZeroU8);

/// The owner of neutral pieces, which is no player.
pub const NEUTRAL: Player = Player(7);

/// The bits of a piece that contain its kind.
const KIND_BITS: u8 = 5;

const _: () = assert!(
    KINDS < 1 << KIND_BITS && PLAYERS <= NEUTRAL.0 as usize && NEUTRAL.0 < 1 << (8 - KIND_BITS),
    "a piece is a byte"
);

impl Piece {
    /// The piece of this kind that belongs to the player.
    #[inline]
    pub fn new(owner: Player, kind: Kind) -> Self {
        Self(NonZeroU8::new(1 + (owner.0 << KIND_BITS | kind.0)).expect("the value is at least 1"))
    }

    /// The owner.
    #[inline]
    pub fn owner(self) -> Player {
        Player((self.0.get() - 1) >> KIND_BITS)
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind((self.0.get() - 1) & ((1 << KIND_BITS) - 1))
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} of {:?}", self.kind(), self.owner())
    }
}
