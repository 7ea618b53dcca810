//! Chance: every draw is a function of the game's seed, a stream and a number.
//!
//! A new script or player never shifts the dice, since each has a stream of its own.
//! Knows no rule and keeps no state: the table counts how far each stream is drawn.

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

/// A source of draws beside which all others are independent.
///
/// Named by a text, so that adding a rule changes no other stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of this name.
    pub const fn named(name: &str) -> Self {
        Self(fnv1a(name.as_bytes()))
    }

    /// The draw of this number: a value below `bound`.
    ///
    /// The 32 random bits are scaled, so a value is off its fair share by less than
    /// `bound` / 2^32: nothing that a game could show.
    ///
    /// # Panics
    /// When `bound` is 0.
    pub fn below(self, seed: u64, number: u32, bound: usize) -> usize {
        Source::new(self, seed, number).below(seed, number, bound)
    }

    /// Puts things into an order that is drawn.
    pub fn shuffle<T>(self, seed: u64, things: &mut [T]) {
        for (number, last) in (0..).zip((1..things.len()).rev()) {
            things.swap(last, self.below(seed, number, last + 1));
        }
    }
}

/// A stream that remembers how far it was drawn: the same draws, the next one at once.
#[derive(Clone, Debug)]
pub struct Source {
    stream: Stream,
    seed: u64,
    /// The number of the draw that the generator gives next.
    number: u32,
    generator: Lcg64Xsh32,
}

impl Source {
    /// The stream in the game of a seed, before the draw of this number.
    pub fn new(stream: Stream, seed: u64, number: u32) -> Self {
        let mut generator = Lcg64Xsh32::new(seed, stream.0);
        generator.advance(u64::from(number));
        Self { stream, seed, number, generator }
    }

    /// The draw of this number, as of the stream itself.
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

/// The 64-bit FNV-1a hash, fixed for all versions and platforms.
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
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
        let mut source = Source::new(dice, 1, 0);
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
