//! Small identifiers, and sets of them as bits.
//!
//! This module knows neither boards nor rules: a set is 256 bits, and an identifier is a number
//! below 256.

mod id_map;

pub use id_map::IdMap;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// A number below 256 that identifies a thing of a kind.
pub trait Id: Copy + Eq + Ord + fmt::Debug {
    /// The thing with this index.
    fn new(index: usize) -> Self;
    /// The index of this thing.
    fn index(self) -> usize;
}

/// Declares identifier types, each of one byte so that states stay small.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);
        impl $crate::set::Id for $name {
            #[inline]
            fn new(index: usize) -> Self {
                Self(u8::try_from(index).expect("identifiers are below 256"))
            }
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
        }
    )*};
}
pub(crate) use ids;

/// A set of identifiers of one type, as 256 bits: enough for the places of any board.
///
/// For kinds with at most 32 members, [`SmallSet`] is an eighth of the size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Set<T>([u64; 4], #[serde(skip)] PhantomData<T>);

impl<T: Id> Set<T> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4], PhantomData);
    /// The set of all possible things.
    pub const ALL: Self = Self([u64::MAX; 4], PhantomData);

    /// The set of one thing.
    #[inline]
    pub fn of(thing: T) -> Self {
        let mut set = Self::EMPTY;
        set.insert(thing);
        set
    }

    /// The set of the first `count` things.
    #[inline]
    pub fn first(count: usize) -> Self {
        let word = |number: usize| match count.saturating_sub(64 * number) {
            ones @ 0..64 => (1 << ones) - 1,
            _ => u64::MAX,
        };
        Self([0, 1, 2, 3].map(word), PhantomData)
    }

    /// Adds a thing.
    #[inline]
    pub fn insert(&mut self, thing: T) {
        let i = thing.index();
        self.0[i >> 6] |= 1 << (i & 63);
    }

    /// Removes a thing.
    #[inline]
    pub fn remove(&mut self, thing: T) {
        let i = thing.index();
        self.0[i >> 6] &= !(1 << (i & 63));
    }

    /// Whether the thing is in the set.
    #[inline]
    pub fn contains(&self, thing: T) -> bool {
        let i = thing.index();
        self.0[i >> 6] >> (i & 63) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The number of things in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two sets share a thing.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The number of things in the set that are less than this one.
    #[inline]
    pub fn rank(&self, thing: T) -> usize {
        let (word, bit) = (thing.index() >> 6, thing.index() & 63);
        let before: u32 = self.0[..word].iter().map(|word| word.count_ones()).sum();
        (before + (self.0[word] & ((1 << bit) - 1)).count_ones()) as usize
    }

    /// The least thing in the set.
    pub fn least(&self) -> Option<T> {
        self.iter().next()
    }

    /// This set, or the other one if this one is empty.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if self.is_empty() { other } else { self }
    }

    /// The things in the set in ascending order.
    #[inline]
    pub fn iter(&self) -> SetIter<T> {
        SetIter { words: self.0, word: 0, left: self.0[0], kind: PhantomData }
    }
}

/// The things in a [`Set`] in ascending order.
pub struct SetIter<T> {
    words: [u64; 4],
    word: usize,
    /// The remaining bits of the word.
    left: u64,
    kind: PhantomData<T>,
}

impl<T: Id> Iterator for SetIter<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        while self.left == 0 {
            self.word += 1;
            self.left = *self.words.get(self.word)?;
        }
        let bit = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        Some(T::new(64 * self.word + bit))
    }

    #[inline]
    fn fold<A, F: FnMut(A, T) -> A>(self, start: A, mut add: F) -> A {
        let (mut all, mut bits) = (start, self.left);
        for word in self.word..self.words.len() {
            while bits != 0 {
                all = add(all, T::new(64 * word + bits.trailing_zeros() as usize));
                bits &= bits - 1;
            }
            bits = self.words.get(word + 1).copied().unwrap_or(0);
        }
        all
    }
}

impl<T: Id> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;

    fn into_iter(self) -> SetIter<T> {
        self.iter()
    }
}

impl<T: Id> IntoIterator for &Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;

    fn into_iter(self) -> SetIter<T> {
        self.iter()
    }
}

impl<T: Id> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, things: I) {
        for thing in things {
            self.insert(thing);
        }
    }
}

impl<T: Id> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(things);
        set
    }
}

impl<T: Id> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Declares types of small sets, each with one word of bits.
macro_rules! small_sets {
    ($($(#[$about:meta])* $name:ident($word:ident);)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent, bound = "")]
        pub struct $name<T>($word, #[serde(skip)] PhantomData<T>);

        impl<T: Id> $name<T> {
            /// The empty set.
            pub const NONE: Self = Self(0, PhantomData);

            /// The set of the first `count` things.
            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "the set has no more bits")]
            pub fn first(count: usize) -> Self {
                Self(((1_u64 << count) - 1) as $word, PhantomData)
            }

            /// The set of one thing.
            #[inline]
            pub fn of(thing: T) -> Self {
                Self::NONE.with(thing)
            }

            /// Whether the thing is in the set.
            #[inline]
            pub fn contains(self, thing: T) -> bool {
                self.0 >> thing.index() & 1 == 1
            }

            /// This set with another thing.
            #[inline]
            #[must_use]
            pub fn with(self, thing: T) -> Self {
                Self(self.0 | 1 << thing.index(), PhantomData)
            }

            /// This set without a thing.
            #[inline]
            #[must_use]
            pub fn without(self, thing: T) -> Self {
                Self(self.0 & !(1 << thing.index()), PhantomData)
            }

            /// Whether the set is empty.
            #[inline]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The number of things in the set.
            #[inline]
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The things in the set in ascending order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = T> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let next = (left != 0).then(|| T::new(left.trailing_zeros() as usize))?;
                    left &= left - 1;
                    Some(next)
                })
            }
        }

        impl<T: Id> FromIterator<T> for $name<T> {
            fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Self {
                things.into_iter().fold(Self::NONE, Self::with)
            }
        }

        impl<T: Id> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    )*};
}

small_sets! {
    /// A small set of identifiers below 32, one bit each.
    ///
    /// It exists in addition to [`Set`] because it is smaller: each seat of a table contains five
    /// small sets, and tables are copied for search. With `Set`s, the six seats of a table would be
    /// 840 bytes larger. A small set is serialized as a single number, and can be compared and
    /// combined in a few instructions.
    SmallSet(u32);
    /// A set of identifiers below 8: a [`SmallSet`] of one byte, for sets of players. A table
    /// contains up to sixty of them.
    ByteSet(u8);
}

/// Declares an operator of a type of small sets.
macro_rules! small_set_operator {
    ($name:ident $operator:ident $apply:ident [$($on_words:tt)+]) => {
        impl<T: Id> $operator for $name<T> {
            type Output = Self;
            fn $apply(mut self, other: Self) -> Self {
                self.0 $($on_words)+ other.0;
                self
            }
        }
    };
}

/// Declares set operators. Each is defined by an operation on the words of the sets.
macro_rules! operators {
    ($($operator:ident $apply:ident, $assign:ident $apply_to:ident: [$($on_words:tt)+];)*) => {$(
        impl<T: Id> $operator for Set<T> {
            type Output = Self;
            #[inline]
            fn $apply(mut self, other: Self) -> Self {
                self.$apply_to(other);
                self
            }
        }

        impl<T: Id> $assign for Set<T> {
            #[inline]
            fn $apply_to(&mut self, other: Self) {
                for (mine, theirs) in self.0.iter_mut().zip(other.0) {
                    *mine $($on_words)+ theirs;
                }
            }
        }

        small_set_operator!(SmallSet $operator $apply [$($on_words)+]);
        small_set_operator!(ByteSet $operator $apply [$($on_words)+]);
    )*};
}

operators! {
    BitOr bitor, BitOrAssign bitor_assign: [|=];
    BitAnd bitand, BitAndAssign bitand_assign: [&=];
    Sub sub, SubAssign sub_assign: [&= !];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::Resource as Thing;

    #[test]
    fn sets_answer_like_sets() {
        let odd: Set<Thing> = [1, 63, 65, 255].map(Thing).into_iter().collect();
        let some = Set::of(Thing(63)) | Set::of(Thing(64));
        assert_eq!((odd & some).iter().collect::<Vec<_>>(), [Thing(63)]);
        assert_eq!((odd - some).len(), 3);
        assert!(!odd.contains(Thing(64)) && odd.contains(Thing(255)));
        assert_eq!(Set::EMPTY.or(some), some);
        assert_eq!([0, 63, 64, 255].map(|i| odd.rank(Thing(i))), [0, 1, 2, 3]);
        assert_eq!(Set::<Thing>::first(70).len(), 70);
        assert!(Set::<Thing>::first(128).iter().eq((0..128).map(Thing)));
        assert!(SmallSet::<Thing>::first(5).iter().eq((0..5).map(Thing)));
        assert_eq!(SmallSet::<Thing>::first(32).len(), 32);
    }
}
