//! Resources, and bags of them that cannot go negative.
//!
//! Which resources there are is said by the packs; this module knows only that there are at most eight.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::set::Id;

crate::set::ids! {
    /// A kind of resource, numbered in the order of the packs' declaration.
    Resource;
}

/// How many kinds of resource a game can have.
pub const RESOURCES: usize = 8;

/// A counted bag of resources: up to 127 of each of eight kinds, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Resources(u64);

/// The top bit of each byte, free in every bag.
const GUARD: u64 = 0x8080_8080_8080_8080;

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

    /// How many cards of the resource are in the bag.
    #[inline]
    pub fn get(self, resource: Resource) -> usize {
        (self.0 >> (8 * resource.index()) & 0x7f) as usize
    }

    /// How many cards are in the bag.
    #[inline]
    pub fn total(self) -> usize {
        // The bytes are added in one multiplication; a game has far fewer than 256 cards.
        (self.0.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
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

    /// This bag without `other`, or nothing when that is not all in it.
    #[inline]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| Self(self.0 - other.0))
    }

    /// What is in both bags.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        self.kinds().map(|kind| Self::of(kind, self.get(kind).min(other.get(kind)))).sum()
    }

    /// This bag as far as `other` does not use it up.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0 - self.common(other).0)
    }

    /// The kinds of which at least one card is in the bag.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Resource> {
        (0..RESOURCES).map(Resource::new).filter(move |&kind| self.get(kind) > 0)
    }

    /// The kind of the card at this place, counted through the bag kind by kind.
    pub fn nth(self, mut place: usize) -> Option<Resource> {
        self.kinds().find(|&kind| {
            let here = self.get(kind);
            let found = place < here;
            place = place.saturating_sub(here);
            found
        })
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
mod tests {
    use super::*;

    fn bag(counts: &[usize]) -> Resources {
        counts.iter().enumerate().map(|(i, &n)| Resources::of(Resource::new(i), n)).sum()
    }

    #[test]
    fn a_bag_cannot_go_negative() {
        assert_eq!(bag(&[2, 1]).checked_sub(bag(&[1, 1])), Some(bag(&[1, 0])));
        assert_eq!(bag(&[2, 1]).checked_sub(bag(&[0, 2])), None);
        assert!(!bag(&[0, 5]).contains(bag(&[1, 0])));
    }

    #[test]
    fn cards_are_counted_kind_by_kind() {
        let bag = bag(&[2, 0, 3]);
        assert_eq!(bag.total(), 5);
        assert_eq!(
            [0, 1, 2, 4, 5].map(|i| bag.nth(i).map(|r| r.0)),
            [Some(0), Some(0), Some(2), Some(2), None]
        );
    }

    #[test]
    fn common_and_less_split_a_bag() {
        let (mine, theirs) = (bag(&[3, 1, 0]), bag(&[1, 4, 2]));
        assert_eq!(mine.common(theirs) + mine.less(theirs), mine);
        assert_eq!(mine.less(theirs), bag(&[2, 0, 0]));
    }
}
