//! Shards of a run, for several machines.

use std::ops::Range;

use serde::Serialize;

/// A shard of the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Shard {
    /// The number of the shard, counted from 1.
    pub(super) part: u64,
    /// The number of shards.
    pub(super) of: u64,
}

impl Default for Shard {
    fn default() -> Self {
        Self { part: 1, of: 1 }
    }
}

impl Shard {
    /// The numbers of the games in this shard. Shards are consecutive.
    pub(super) fn numbers(self, games: u64) -> Range<u64> {
        let end = |part: u64| {
            let end = u128::from(games) * u128::from(part) / u128::from(self.of);
            u64::try_from(end).expect("no shard ends after the last game")
        };
        end(self.part - 1)..end(self.part)
    }
}

/// Parses a shard, such as `2/4`.
pub(super) fn shard(text: &str) -> Result<Shard, String> {
    let expected =
        || format!("expected a part and the number of parts, such as `2/4`, found `{text}`");
    let (part, of) = text.split_once('/').ok_or_else(expected)?;
    let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
    let shard =
        Shard { part: number(part).ok_or_else(expected)?, of: number(of).ok_or_else(expected)? };
    if shard.part > shard.of {
        return Err(format!("there is no part {} of {}", shard.part, shard.of));
    }
    Ok(shard)
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
        assert_eq!(shard("2/4"), Ok(Shard { part: 2, of: 4 }));
        for wrong in ["0/4", "5/4", "2", "/", "2/0", "a/b", "-1/2", "1/2/3"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
