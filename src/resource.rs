//! Resources, and bags of resources. No count in a bag can be negative.
//!
//! Packs declare the resources; this module knows only that there are at most sixteen. The counts
//! of a bag are compared, added and subtracted all at once, as one vector of bytes.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};
use wide::u8x16;

use crate::set::Id;

crate::set::ids! {
    /// A kind of resource, numbered in the order in which the packs declare them.
    Resource;
}

/// The maximum number of kinds of resources in a game.
pub const RESOURCES: usize = 16;

/// A counted bag of resources: up to 127 of each of sixteen kinds, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Resources([u8; RESOURCES]);

impl Resources {
    /// The empty bag.
    pub const NONE: Self = Self([0; RESOURCES]);

    /// A bag of `count` cards of one resource.
    ///
    /// # Panics
    /// When `count` is over 127.
    #[expect(clippy::cast_possible_truncation, reason = "the count is at most 127")]
    #[inline]
    pub fn of(resource: Resource, count: usize) -> Self {
        assert!(count < 128, "a bag holds at most 127 of a resource");
        Self::from(u8x16::splat(count as u8) & lane(resource))
    }

    /// The number of cards of the resource.
    #[inline]
    pub fn get(self, resource: Resource) -> usize {
        usize::from(self.0[slot(resource)])
    }

    /// Adds cards of one resource, but no more than the bag can contain.
    #[expect(clippy::cast_possible_truncation, reason = "the count is at most 127")]
    #[inline]
    pub fn fill(&mut self, resource: Resource, count: usize) {
        let more = u8x16::splat(count.min(127) as u8) & lane(resource);
        *self = Self::from(self.counts().saturating_add(more).min(u8x16::splat(127)));
    }

    /// This bag with one more card of a resource.
    #[inline]
    #[must_use]
    pub fn with_one(mut self, resource: Resource) -> Self {
        self.fill(resource, 1);
        self
    }

    /// This bag without one card of a resource that it contains.
    #[inline]
    #[must_use]
    pub fn without_one(self, resource: Resource) -> Self {
        debug_assert!(self.get(resource) > 0, "the bag contains the card");
        Self::from(self.counts() - (u8x16::ONE & lane(resource)))
    }

    /// The number of cards.
    #[expect(clippy::cast_possible_truncation, reason = "the bag is divided in two halves")]
    #[inline]
    pub fn total(self) -> usize {
        // The sum of two counts fits into a byte, and the sum of all counts into 16 bits.
        const LOW: u64 = 0x00ff_00ff_00ff_00ff;
        let all = u128::from_le_bytes(self.0);
        let pairs = (all as u64) + (all >> 64) as u64;
        let fours = (pairs & LOW) + (pairs >> 8 & LOW);
        (fours.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// Whether the bag is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether all of `other` is in this bag.
    #[inline]
    pub fn contains(self, other: Self) -> bool {
        self.at_least(other).all()
    }

    /// This bag without `other`; `None` if some of `other` is missing.
    #[inline]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| Self::from(self.counts() - other.counts()))
    }

    /// The sum of these bags; `None` if a count exceeds the maximum.
    #[inline]
    pub fn checked_sum(bags: &[Self]) -> Option<Self> {
        let sum = bags.iter().fold(u8x16::ZERO, |sum, bag| sum.saturating_add(bag.counts()));
        // The top bit of a byte is set if its count is over 127.
        (sum.to_bitmask() == 0).then(|| Self::from(sum))
    }

    /// The cards of these kinds.
    #[must_use]
    pub fn among(self, kinds: &[Resource]) -> Self {
        let lanes = kinds.iter().fold(u8x16::ZERO, |all, &kind| all | lane(kind));
        Self::from(self.counts() & lanes)
    }

    /// The cards that both bags contain.
    #[inline]
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self::from(self.counts().min(other.counts()))
    }

    /// The smallest bag that contains both bags.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self::from(self.counts().max(other.counts()))
    }

    /// This bag without the cards of `other` that it contains.
    #[inline]
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self::from(self.counts().saturating_sub(other.counts()))
    }

    /// This bag without the cards of any kind that `other` contains.
    #[inline]
    #[must_use]
    pub fn without_kinds(self, other: Self) -> Self {
        Self::from(self.counts() & other.counts().simd_eq(u8x16::ZERO))
    }

    /// The kinds with at least one card in the bag.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = Resource> {
        self.kinds_with(1)
    }

    /// The kinds with at least `count` cards in the bag.
    #[inline]
    pub fn kinds_with(self, count: u8) -> impl Iterator<Item = Resource> {
        let mut left = self.at_least(Self::of_each(count)).to_bitmask();
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Resource::new(left.trailing_zeros() as usize))?;
            left &= left - 1;
            Some(next)
        })
    }

    /// Whether the bag contains at least `count` cards of a single kind.
    #[inline]
    pub fn has_alike(self, count: u8) -> bool {
        self.has_one_of(Self::of_each(count))
    }

    /// Whether there is a kind of which the bag contains at least as many cards as `other`.
    #[inline]
    pub fn has_one_of(self, other: Self) -> bool {
        self.at_least(other).any()
    }

    /// A bag with this number of cards of each of sixteen kinds.
    #[inline]
    pub fn of_each(count: u8) -> Self {
        Self([count; RESOURCES])
    }

    /// Marks the kinds of which there are at least as many cards as in `other`.
    #[inline]
    fn at_least(self, other: Self) -> u8x16 {
        self.counts().max(other.counts()).simd_eq(self.counts())
    }

    #[inline]
    fn counts(self) -> u8x16 {
        u8x16::new(self.0)
    }

    #[inline]
    fn from(counts: u8x16) -> Self {
        Self(counts.to_array())
    }
}

/// The position of a resource's count. The remainder, which changes nothing, spares a check.
#[inline]
fn slot(resource: Resource) -> usize {
    resource.index() % RESOURCES
}

/// A vector with all bits set at the position of a resource's count. A single byte is never stored:
/// the processor would have to wait before it could load the whole vector.
#[inline]
fn lane(resource: Resource) -> u8x16 {
    static LANES: [[u8; RESOURCES]; RESOURCES] = {
        let (mut lanes, mut slot) = ([[0; RESOURCES]; RESOURCES], 0);
        while slot < RESOURCES {
            lanes[slot][slot] = u8::MAX;
            slot += 1;
        }
        lanes
    };
    u8x16::new(LANES[slot(resource)])
}

impl Add for Resources {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        let sum = self.counts() + other.counts();
        debug_assert!(sum.to_bitmask() == 0, "a bag holds at most 127 of a resource");
        Self::from(sum)
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
        let bag = bag(&[127, 3, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 5]);
        let with = |count| bag.kinds_with(count).map(|kind| kind.0).collect::<Vec<_>>();
        assert_eq!([with(1), with(4), with(127)], [vec![0, 1, 3, 7, 15], vec![0, 7, 15], vec![0]]);
        let sum = |more| Resources::checked_sum(&[bag, more, more]);
        let most = sum(Resources::of(Resource(1), 62)).map(|sum| sum.get(Resource(1)));
        assert_eq!(most, Some(127));
        assert_eq!(sum(Resources::of(Resource(0), 1)), None);
        assert_eq!(sum(Resources::of(Resource(0), 127)), None);
    }

    #[test]
    fn all_cards_are_counted() {
        assert_eq!(bag(&[127; RESOURCES]).total(), 2032);
        assert_eq!(bag(&[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 3]).total(), 6);
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
