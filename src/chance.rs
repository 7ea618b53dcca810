//! Random results: every draw is a function of the game's seed, a stream and an index.
//!
//! Additional scripts or players do not change the dice, since each of them has its own stream.
//! This module knows nothing of rules and stores no state: the table counts the draws from each
//! stream.

use std::hash::{BuildHasher, Hasher, RandomState};

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;
use serde::{Deserialize, Serialize};

/// The number of pairs that two dice can show.
pub const PAIRS: usize = 36;

/// Draws a seed of at most ten digits, which is easy to type. The standard library seeds its
/// hashers with random numbers from the system, so no other crate is needed.
pub(crate) fn draw_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 32
}

/// A set of pairs that two dice can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DicePairs(u64);

impl DicePairs {
    /// All pairs with this sum.
    pub fn with_sum(sum: u8) -> Self {
        let pairs = (0..PAIRS).map(pair_at).filter(|dice| dice[0] + dice[1] == sum);
        pairs.fold(Self::default(), Self::with)
    }

    /// The set with another pair.
    #[must_use]
    pub fn with(self, dice: [u8; 2]) -> Self {
        Self(self.0 | Self::bit(dice))
    }

    /// The set without a pair.
    #[must_use]
    pub fn without(self, dice: [u8; 2]) -> Self {
        Self(self.0 & !Self::bit(dice))
    }

    /// Whether the set contains a pair. The pair may also be what the table has before the first
    /// roll, two zeros.
    #[inline]
    pub fn contains(self, dice: [u8; 2]) -> bool {
        self.0 & Self::bit(dice) != 0
    }

    /// The number of pairs in the set.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The pairs in the set, in order.
    pub fn pairs(self) -> impl Iterator<Item = [u8; 2]> {
        (0..PAIRS).map(pair_at).filter(move |dice| self.contains(*dice))
    }

    /// The pairs that are not in the set, in order.
    pub fn others(self) -> impl Iterator<Item = [u8; 2]> {
        (0..PAIRS).map(pair_at).filter(move |dice| !self.contains(*dice))
    }

    #[inline]
    fn bit([one, other]: [u8; 2]) -> u64 {
        1 << (7 * one + other)
    }
}

/// The pair with this index, from 0.
#[inline]
pub fn pair_at(index: usize) -> [u8; 2] {
    let index = u8::try_from(index).expect("two dice");
    [index / 6 + 1, index % 6 + 1]
}

/// Whether two dice can show these numbers.
pub fn are_dice(dice: [u8; 2]) -> bool {
    dice.iter().all(|die| (1..=6).contains(die))
}

/// A random stream, independent of all others.
///
/// Streams are identified by name, so adding a rule does not change other streams.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream with this name.
    pub const fn named(name: &str) -> Self {
        Self(fnv1a(name.as_bytes()))
    }

    /// Returns the draw with this index: a value below `bound`.
    ///
    /// The value is scaled from 32 random bits, so its probability is off by less than `bound` /
    /// 2^32, which no game could reveal.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(self, seed: u64, number: u32, bound: usize) -> usize {
        StreamGenerator::new(self, seed, number).below(seed, number, bound)
    }

    /// Shuffles a slice with the first draws of the stream.
    pub fn shuffle<T>(self, seed: u64, things: &mut [T]) {
        for (number, last) in (0..).zip((1..things.len()).rev()) {
            things.swap(last, self.below(seed, number, last + 1));
        }
    }
}

/// A generator for consecutive draws of a stream. It yields the same values as [`Stream::below`],
/// but faster.
#[derive(Clone, Debug)]
pub struct StreamGenerator {
    stream: Stream,
    seed: u64,
    /// The index of the next draw.
    number: u32,
    generator: Lcg64Xsh32,
}

impl StreamGenerator {
    /// The generator of the stream for a seed, positioned before the draw with this index.
    pub fn new(stream: Stream, seed: u64, number: u32) -> Self {
        let mut generator = Lcg64Xsh32::new(seed, stream.0);
        generator.advance(u64::from(number));
        Self { stream, seed, number, generator }
    }

    /// Returns the draw with this index, the same as that of [`Stream::below`].
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(&mut self, seed: u64, number: u32, bound: usize) -> usize {
        assert!(bound > 0, "a draw needs something to draw from");
        if (seed, number) != (self.seed, self.number) {
            *self = Self::new(self.stream, seed, number);
        }
        self.number = number.wrapping_add(1);
        ((u64::from(self.generator.next_u32()) * bound as u64) >> 32) as usize
    }
}

/// The 64-bit FNV-1a hash of nothing.
pub const FNV1A: u64 = 0xcbf2_9ce4_8422_2325;

/// The 64-bit FNV-1a hash, which is the same in all versions and on all platforms.
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_after(FNV1A, bytes)
}

/// The hash of earlier bytes, which have this hash, and of these.
pub const fn fnv1a_after(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_never_change_between_versions() {
        let dice = Stream::named("dice");
        let drawn: Vec<_> = (0..8).map(|number| dice.below(1, number, 36)).collect();
        insta::assert_compact_debug_snapshot!(drawn, @"[31, 24, 34, 28, 25, 20, 26, 28]");
    }

    #[test]
    fn a_source_draws_what_its_stream_draws() {
        let dice = Stream::named("dice");
        let mut source = StreamGenerator::new(dice, 1, 0);
        for (seed, number) in [(1, 0), (1, 1), (1, 1), (1, 7), (1, 8), (2, 9), (1, 0)] {
            assert_eq!(source.below(seed, number, 36), dice.below(seed, number, 36));
        }
    }

    #[test]
    fn streams_and_seeds_differ() {
        let row =
            |seed, stream: Stream| (0..20).map(|n| stream.below(seed, n, 6)).collect::<Vec<_>>();
        let dice = row(1, Stream::named("dice"));
        assert_ne!(dice, row(1, Stream::named("theft")));
        assert_ne!(dice, row(2, Stream::named("dice")));
    }

    #[test]
    fn values_are_spread_evenly() {
        let mut counts = [0; 36];
        for number in 0..36_000 {
            counts[Stream::named("dice").below(5, number, 36)] += 1;
        }
        assert!(counts.iter().all(|&n| (850..1150).contains(&n)), "{counts:?}");
    }
}
