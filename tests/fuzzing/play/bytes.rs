//! Decisions from bytes: those of an input, or generated ones.

/// A source of decisions.
pub struct Bytes<'a> {
    stored: &'a [u8],
    /// The state of the generator for bytes after the stored ones, if there is one.
    generator: Option<u64>,
}

impl<'a> Bytes<'a> {
    /// The bytes of an input, followed by zeros.
    pub fn of(stored: &'a [u8]) -> Self {
        Self { stored, generator: None }
    }

    /// An endless sequence of bytes for a seed.
    pub fn generated(seed: u64) -> Self {
        Self { stored: &[], generator: Some(seed) }
    }

    /// Whether all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty() && self.generator.is_none()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match (self.stored.split_first(), &mut self.generator) {
            (Some((&byte, rest)), _) => {
                self.stored = rest;
                byte
            }
            (None, None) => 0,
            (None, Some(state)) => {
                // SplitMix64.
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mut mixed = *state;
                mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                mixed.to_be_bytes()[0]
            }
        }
    }

    /// A number below a bound, which must be at least 1. Uses one byte if that suffices, and none
    /// if the bound is 1.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 1 {
            return 0;
        }
        let mut number = usize::from(self.byte());
        if bound > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        number % bound
    }

    /// One of the elements; `None` if there are none.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }
}
