//! A set of players, as small as a byte.

use serde::{Deserialize, Serialize};

use super::{PLAYERS, Player};
use crate::set::Id;

/// A set of players, one bit each.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Players(pub u8);

impl Players {
    /// Nobody.
    pub const NONE: Self = Self(0);

    /// The first `count` players.
    pub fn first(count: usize) -> Self {
        Self(u8::try_from((1u32 << count) - 1).expect("at most eight players"))
    }

    /// One player.
    pub fn of(player: Player) -> Self {
        Self(1 << player.0)
    }

    /// Whether the player is among them.
    pub fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// These players and this one.
    #[must_use]
    pub fn with(self, player: Player) -> Self {
        Self(self.0 | 1 << player.0)
    }

    /// These players but this one.
    #[must_use]
    pub fn without(self, player: Player) -> Self {
        Self(self.0 & !(1 << player.0))
    }

    /// Whether nobody is among them.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The players in the order of their seats.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..PLAYERS).map(Player::new).filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Self::NONE, Self::with)
    }
}
