//! Who plays at the seats of a game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::seat::{Seat, Strategy};

/// Who plays at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeatKind {
    /// A person.
    Person,
    /// The program's player who pursues points.
    Greedy,
    /// The program's player who chooses at random.
    Random,
}

impl SeatKind {
    /// The player for this seat of a game with this seed; `None` for a person.
    pub(crate) fn create_seat(self, seed: u64, seat: usize) -> Option<Box<dyn Seat>> {
        let strategy = match self {
            Self::Person => return None,
            Self::Greedy => Strategy::Greedy,
            Self::Random => Strategy::Random,
        };
        Some(strategy.create_seat(seed, seat))
    }
}
