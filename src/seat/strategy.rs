//! The built-in players by name.

use std::borrow::Cow;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Greedy, Random, Search, Seat};

/// A built-in player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Strategy {
    /// Pursues the points that can be reached soonest.
    Greedy,
    /// Looks ahead, with at most this number of positions for a decision.
    Search(u32),
    /// Chooses a legal action at random.
    Random,
}

/// The number of positions that a player who looks ahead sees for a decision by default.
pub(super) const POSITIONS: u32 = 5000;
/// The word for a player who looks ahead.
const SEARCH: &str = "search";

impl Strategy {
    /// All strategies with their descriptions. `search` may be followed by a number of positions.
    pub const ALL: [(Self, &str); 3] = [
        (Self::Greedy, "Pursues the points that can be reached soonest"),
        (
            Self::Search(POSITIONS),
            "Looks ahead; `search:2000` looks at 2000 positions for a decision",
        ),
        (Self::Random, "Chooses a legal action at random"),
    ];

    /// The name of the strategy, from which [`Strategy::from_str`] makes it.
    pub fn word(self) -> Cow<'static, str> {
        match self {
            Self::Greedy => "greedy".into(),
            Self::Search(POSITIONS) => SEARCH.into(),
            Self::Search(positions) => format!("{SEARCH}:{positions}").into(),
            Self::Random => "random".into(),
        }
    }

    /// Makes a player for the seat with this index, from 0, in a game with this seed.
    pub fn create_seat(self, seed: u64, seat: usize) -> Box<dyn Seat> {
        match self {
            Self::Greedy => Box::new(Greedy::new()),
            Self::Search(positions) => Box::new(Search::new(positions, seed, seat)),
            Self::Random => Box::new(Random::new(seed, seat)),
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.iter().find(|(known, _)| known.word() == text);
        if let Some(&(strategy, _)) = known {
            return Ok(strategy);
        }
        let positions = text.strip_prefix(SEARCH).and_then(|rest| rest.strip_prefix(':'));
        match positions.map(str::parse) {
            Some(Ok(positions)) if positions > 0 => Ok(Self::Search(positions)),
            Some(_) => Err(format!(
                "expected a number of positions after `{SEARCH}:`, such as `{SEARCH}:{POSITIONS}`"
            )),
            None => Err(format!("expected `greedy`, `{SEARCH}` or `random`")),
        }
    }
}

impl TryFrom<String> for Strategy {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Strategy> for String {
    fn from(strategy: Strategy) -> Self {
        strategy.word().into_owned()
    }
}
