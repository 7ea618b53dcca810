//! Resources, and bags of resources. No count in a bag can be negative.
//!
//! Packs declare the resources; this module knows only that there are at most eight.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::set::Id;

crate::set::ids! {
    /// A kind of resource, numbered in the order in which the packs declare them.
    Resource;
}

/// The maximum number of kinds of resources in a game.
pub const RESOURCES: usize = 8;

/// A counted bag of resources: up to 127 of each of eight kinds, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Resources(u64);

/// The top bit of each byte, which is 0 in every bag.
const GUARD: u64 = 0x8080_8080_8080_8080;
/// The value 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Resources {
    /// The empty bag.
    pub const NONE: Self = Self(0);

    /// A bag of `count` cards of one resource.
    ///
    /// # Panics
    /// When `count` is over 127.
    #[inline]
    pub fn of(resource: Resource, count: usize) -> Self {
        assert!(count < 128, "a bag holds at most 127 of a resource");
        Self((count as u64) << (8 * resource.index()))
    }

    /// The number of cards of the resource.
    #[inline]
    pub fn get(self, resource: Resource) -> usize {
        (self.0 >> (8 * resource.index()) & 0x7f) as usize
    }

    /// The number of cards.
    #[inline]
    pub fn total(self) -> usize {
        // The bytes are added by one multiplication; a game has far fewer than 256 cards.
        (self.0.wrapping_mul(ONES) >> 56) as usize
    }

    /// Whether the bag is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` is in this bag.
    #[inline]
    pub fn contains(self, other: Self) -> bool {
        (self.0 | GUARD).wrapping_sub(other.0) & GUARD == GUARD
    }

    /// This bag without `other`; `None` if some of `other` is missing.
    #[inline]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| Self(self.0 - other.0))
    }

    /// The sum of both bags; `None` if a count exceeds the maximum.
    #[inline]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let sum = self.0 + other.0;
        (sum & GUARD == 0).then_some(Self(sum))
    }

    /// The cards that both bags contain.
    #[inline]
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        // The top bit of a byte is set if this bag has at least as many cards of the kind as the
        // other.
        let enough = ((self.0 | GUARD).wrapping_sub(other.0) & GUARD) >> 7;
        let theirs = enough * 0xff;
        Self(other.0 & theirs | self.0 & !theirs)
    }

    /// This bag without the cards of `other` that it contains.
    #[inline]
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0 - self.common(other).0)
    }

    /// This bag without the cards of any kind that `other` contains.
    #[inline]
    #[must_use]
    pub fn without_kinds(self, other: Self) -> Self {
        Self(self.0 & !((other.at_least(1) >> 7) * 0xff))
    }

    /// The kinds with at least one card in the bag.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Resource> {
        self.kinds_with(1)
    }

    /// The kinds with at least `count` cards in the bag; `count` is at most 127.
    #[inline]
    pub fn kinds_with(self, count: u8) -> impl Iterator<Item = Resource> {
        let mut left = self.at_least(count);
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Resource::new(left.trailing_zeros() as usize / 8))?;
            left &= left - 1;
            Some(next)
        })
    }

    /// Whether the bag contains at least `count` cards of a single kind; `count` is at most 127.
    #[inline]
    pub fn has_alike(self, count: u8) -> bool {
        self.at_least(count) != 0
    }

    /// The top bits of the bytes with at least this number of cards.
    #[inline]
    fn at_least(self, count: u8) -> u64 {
        (self.0 | GUARD).wrapping_sub(ONES * u64::from(count)) & GUARD
    }
}

impl Add for Resources {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        debug_assert!(sum & GUARD == 0, "a bag holds at most 127 of a resource");
        Self(sum)
    }
}

impl AddAssign for Resources {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Resources {
    fn sum<I: Iterator<Item = Self>>(bags: I) -> Self {
        bags.fold(Self::NONE, Add::add)
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds().map(|kind| (kind.0, self.get(kind)))).finish()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A bag with this number of cards of each kind.
    pub(crate) fn bag(counts: &[usize]) -> Resources {
        counts.iter().enumerate().map(|(i, &n)| Resources::of(Resource::new(i), n)).sum()
    }

    #[test]
    fn a_bag_cannot_go_negative() {
        assert_eq!(bag(&[2, 1]).checked_sub(bag(&[1, 1])), Some(bag(&[1, 0])));
        assert_eq!(bag(&[2, 1]).checked_sub(bag(&[0, 2])), None);
        assert!(!bag(&[0, 5]).contains(bag(&[1, 0])));
    }

    #[test]
    fn kinds_are_told_by_how_many_there_are() {
        let bag = bag(&[127, 3, 0, 1, 0, 0, 0, 4]);
        let with = |count| bag.kinds_with(count).map(|kind| kind.0).collect::<Vec<_>>();
        assert_eq!([with(1), with(4), with(127)], [vec![0, 1, 3, 7], vec![0, 7], vec![0]]);
        assert_eq!(
            bag.checked_add(Resources::of(Resource(1), 124)).map(|it| it.get(Resource(1))),
            Some(127)
        );
        assert_eq!(bag.checked_add(Resources::of(Resource(0), 1)), None);
    }

    #[test]
    fn common_and_less_split_a_bag() {
        let (mine, theirs) = (bag(&[3, 1, 0]), bag(&[1, 4, 2]));
        assert_eq!(mine.common(theirs) + mine.less(theirs), mine);
        assert_eq!(mine.less(theirs), bag(&[2, 0, 0]));
        assert_eq!(mine.common(theirs), bag(&[1, 1, 0]));
        assert_eq!(theirs.without_kinds(mine), bag(&[0, 0, 2]));
    }
}
