//! A shard of a run: one of several parts.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A part of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, counted from 1.
    pub part: u64,
    /// The number of parts.
    pub of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl Shard {
    /// The numbers of the rows in this shard. Shards are consecutive.
    pub fn numbers(self, rows: u64) -> Range<u64> {
        let end = |part: u64| {
            let end = u128::from(rows) * u128::from(part) / u128::from(self.of);
            u64::try_from(end).expect("no shard ends after the last row")
        };
        end(self.part - 1)..end(self.part)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Parses a shard, such as `2/4`.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("expected a part and the number of parts, such as `2/4`, found `{text}`");
        let (part, of) = text.split_once('/').ok_or_else(expected)?;
        let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
        let part = number(part).ok_or_else(expected)?;
        let shard = Self { part, of: number(of).ok_or_else(expected)? };
        if shard.part > shard.of {
            return Err(format!("there is no part {} of {}", shard.part, shard.of));
        }
        Ok(shard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_are_all() {
        for games in [0, 1, 2, 7, 100, u64::MAX] {
            for of in [1, 2, 3, 8] {
                let mut next = 0;
                for part in 1..=of {
                    let numbers = Shard { part, of }.numbers(games);
                    assert_eq!(numbers.start, next);
                    next = numbers.end;
                }
                assert_eq!(next, games);
            }
        }
    }

    #[test]
    fn parts_that_are_not_there() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        for wrong in ["0/4", "5/4", "2", "/", "2/0", "a/b", "-1/2", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
