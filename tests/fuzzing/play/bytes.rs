//! Decisions read from bytes: those of an input, or those that a generator makes.

/// Where decisions come from.
pub struct Bytes<'a> {
    stored: &'a [u8],
    /// The state of the generator that goes on where the stored bytes end, if there is one.
    generator: Option<u64>,
}

impl<'a> Bytes<'a> {
    /// The bytes of an input; all that are missing count as zero.
    pub fn of(stored: &'a [u8]) -> Self {
        Self { stored, generator: None }
    }

    /// Endless bytes that belong to a seed.
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

    /// A number below a bound of at least 1; of one byte if that is enough, and of none where
    /// there is nothing to decide.
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

    /// One of the elements, or nothing where there is none.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }
}
