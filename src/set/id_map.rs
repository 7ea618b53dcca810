//! Flat arrays with one value for each thing of a kind.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::{Id, Set};

/// One value for each thing of a kind, in a flat array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IdMap<T, V, const N: usize>([V; N], PhantomData<T>);

impl<T: Id, V: Copy, const N: usize> IdMap<T, V, N> {
    /// The same value for each thing.
    pub const fn all(value: V) -> Self {
        Self([value; N], PhantomData)
    }

    /// The values in the order of the things.
    pub fn values(&self) -> &[V; N] {
        &self.0
    }

    /// The values in the order of the things.
    pub fn values_mut(&mut self) -> &mut [V; N] {
        &mut self.0
    }
}

impl<T: Id, V: Copy + Default, const N: usize> Default for IdMap<T, V, N> {
    fn default() -> Self {
        Self::all(V::default())
    }
}

impl<T: Id, const N: usize> IdMap<T, u8, N> {
    /// The things with this value among the first `count` things; `count` is rounded up to a
    /// multiple of eight.
    #[inline]
    pub fn which(&self, value: u8, count: usize) -> Set<T> {
        let values = u64::from_le_bytes([value; 8]);
        let mut which = Set::EMPTY;
        for (at, eight) in self.eights(count).enumerate() {
            // A byte that equals the value becomes zero, and is then marked in its lowest bit.
            let other = eight ^ values;
            let marks = !(((other & LOW) + LOW) | other | LOW) >> 7;
            // Moves each mark to the top byte, to the bit with its index.
            let bits = marks.wrapping_mul(0x0102_0408_1020_4080) >> 56;
            which.0[at / 8] |= bits << (8 * (at % 8));
        }
        which
    }

    /// The things whose values differ, among the first `count` things; `count` is rounded up to a
    /// multiple of eight.
    #[inline]
    pub fn unlike(&self, there: &Self, count: usize) -> impl Iterator<Item = T> {
        let others = self.eights(count).zip(there.eights(count)).map(|(here, there)| here ^ there);
        marked(others.map(|other| (((other & LOW) + LOW) | other) & !LOW))
    }

    #[inline]
    fn eights(&self, count: usize) -> impl Iterator<Item = u64> {
        let eights = &self.0.as_chunks::<8>().0[..count.div_ceil(8)];
        eights.iter().map(|&eight| u64::from_le_bytes(eight))
    }
}

/// The things whose bytes have their top bits set. The bytes come in groups of eight.
#[inline]
fn marked<T: Id>(mut eights: impl Iterator<Item = u64>) -> impl Iterator<Item = T> {
    let (mut after, mut marks) = (0, 0_u64);
    std::iter::from_fn(move || {
        while marks == 0 {
            marks = eights.next()?;
            after += 8;
        }
        let thing = after - 8 + marks.trailing_zeros() as usize / 8;
        marks &= marks - 1;
        Some(T::new(thing))
    })
}

/// All bits of each byte except for the top one.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl<T: Id, const N: usize> IdMap<T, i16, N> {
    /// The things with values other than 0 among the first `length`. The number of values must be a
    /// multiple of four.
    #[inline]
    pub fn counted(&self, length: usize) -> Set<T> {
        let mut counted = Set::EMPTY;
        let (fours, _) = self.0[..length.next_multiple_of(4).min(N)].as_chunks::<4>();
        for (at, four) in fours.iter().enumerate().filter(|(_, four)| **four != [0; 4]) {
            let here = four.iter().enumerate().filter(|(_, value)| **value != 0);
            counted.extend(here.map(|(number, _)| T::new(4 * at + number)));
        }
        counted
    }
}

impl<T: Id, V, const N: usize> std::ops::Index<T> for IdMap<T, V, N> {
    type Output = V;
    #[inline]
    fn index(&self, thing: T) -> &V {
        &self.0[thing.index()]
    }
}

impl<T: Id, V, const N: usize> std::ops::IndexMut<T> for IdMap<T, V, N> {
    #[inline]
    fn index_mut(&mut self, thing: T) -> &mut V {
        &mut self.0[thing.index()]
    }
}

impl<T, V: Serialize, const N: usize> Serialize for IdMap<T, V, N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

impl<'de, T, V: Deserialize<'de>, const N: usize> Deserialize<'de> for IdMap<T, V, N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<V>::deserialize(deserializer)?;
        let found = values.len();
        let values = <[V; N]>::try_from(values)
            .map_err(|_| serde::de::Error::custom(format!("expected {N} values, found {found}")))?;
        Ok(Self(values, PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Resource as Thing;

    #[test]
    fn what_is_counted_is_not_zero() {
        let mut values = IdMap::<Thing, i16, 8>::all(0);
        for (thing, value) in [(0, 1), (5, -1), (7, 256)] {
            values[Thing(thing)] = value;
        }
        let counted: Vec<u8> = values.counted(8).iter().map(|thing| thing.0).collect();
        assert_eq!(counted, [0, 5, 7]);
    }

    #[test]
    fn values_are_found_eight_at_a_time() {
        let mut values = IdMap::<Thing, u8, 72>::all(0);
        for (thing, value) in [(0, 1), (7, 255), (8, 128), (63, 1), (64, 127), (71, 1)] {
            values[Thing(thing)] = value;
        }
        let nothing = IdMap::all(0);
        assert!(values.unlike(&nothing, 72).eq([0, 7, 8, 63, 64, 71].map(Thing)));
        assert!(values.unlike(&nothing, 8).eq([0, 7].map(Thing)));
        assert_eq!(values.unlike(&values, 72).next(), None);
        assert!(values.which(1, 72).iter().eq([0, 63, 71].map(Thing)));
        assert!(values.which(1, 64).iter().eq([0, 63].map(Thing)));
        assert_eq!(values.which(0, 72).len(), 66);
    }
}
