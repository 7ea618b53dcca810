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
    /// Looks ahead with this effort.
    Search(Effort),
    /// Chooses a legal action at random.
    Random,
}

/// The effort of a player who looks ahead: about how many positions it may look at for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "u32")]
pub struct Effort(u32);

impl Effort {
    /// The default effort.
    pub const DEFAULT: Self = Self(5000);
    /// The maximum number of positions.
    pub const MOST: u32 = 100_000;

    /// The number of positions.
    pub fn positions(self) -> u32 {
        self.0
    }
}

impl TryFrom<u32> for Effort {
    type Error = String;

    fn try_from(positions: u32) -> Result<Self, String> {
        if !(1..=Self::MOST).contains(&positions) {
            return Err(format!("expected from 1 to {} positions, found {positions}", Self::MOST));
        }
        Ok(Self(positions))
    }
}

/// The word for a player who looks ahead.
const SEARCH: &str = "search";

impl Strategy {
    /// All strategies with their descriptions. `search` may be followed by a number of positions.
    pub const ALL: [(Self, &str); 3] = [
        (Self::Greedy, "Pursues the points that can be reached soonest"),
        (
            Self::Search(Effort::DEFAULT),
            "Looks ahead; `search:2000` looks at 2000 positions for a decision",
        ),
        (Self::Random, "Chooses a legal action at random"),
    ];

    /// The name of the strategy, from which [`Strategy::from_str`] makes it.
    pub fn word(self) -> Cow<'static, str> {
        match self {
            Self::Greedy => "greedy".into(),
            Self::Search(Effort::DEFAULT) => SEARCH.into(),
            Self::Search(effort) => format!("{SEARCH}:{}", effort.positions()).into(),
            Self::Random => "random".into(),
        }
    }

    /// Makes a player for the seat with this index, from 0, in a game with this seed.
    pub fn create_seat(self, seed: u64, seat: usize) -> Box<dyn Seat> {
        match self {
            Self::Greedy => Box::new(Greedy::new()),
            Self::Search(effort) => Box::new(Search::new(effort.positions(), seed, seat)),
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
        match positions.map(|text| text.parse().ok().and_then(|it: u32| it.try_into().ok())) {
            Some(Some(effort)) => Ok(Self::Search(effort)),
            Some(None) => Err(format!(
                "expected a number of positions from 1 to {} after `{SEARCH}:`, such as `{SEARCH}:{}`",
                Effort::MOST,
                Effort::DEFAULT.positions()
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
