//! Costs and terms of trade, and the bags of cards that match them.

use crate::resource::Resources;
use crate::set::Id;

/// The maximum number of payments, trades or other actions among which a rule may let a player
/// choose.
pub const CHOICES: usize = 100_000;

/// A payment: fixed cards, cards of one kind, and cards of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cost {
    /// Cards of named kinds.
    pub fixed: Resources,
    /// A number of cards of a single, arbitrary kind.
    pub same: u8,
    /// A number of cards of arbitrary kinds.
    pub any: u8,
    /// One card of each kind that may not be chosen for `same` and `any`.
    pub except: Resources,
}

/// The gain of a trade: fixed cards, and cards of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Gain {
    /// Cards of named kinds.
    pub fixed: Resources,
    /// A number of cards of arbitrary kinds.
    pub any: u8,
    /// One card of each kind that may not be chosen for `any`.
    pub except: Resources,
}

/// The terms of a trade with the supply.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terms {
    /// The cards that the player gives.
    pub give: Cost,
    /// The cards that the player gets, which are never of a kind that was given.
    pub get: Gain,
}

impl Cost {
    /// A payment of exactly these cards.
    pub fn fixed(fixed: Resources) -> Self {
        Self { fixed, ..Self::default() }
    }

    /// Whether a hand contains a payment.
    #[inline]
    pub fn is_within(&self, hand: Resources) -> bool {
        if self.same == 0 && self.any == 0 {
            return hand.contains(self.fixed);
        }
        let others = usize::from(self.same) + usize::from(self.any);
        let suffices = |rest: Resources| rest.has_alike(self.same) && rest.total() >= others;
        let rest = hand.checked_sub(self.fixed);
        rest.is_some_and(|rest| suffices(rest.without_kinds(self.except)))
    }

    /// Calls `each` once for every bag within the hand that pays this cost.
    #[inline]
    pub fn payments(&self, hand: Resources, each: &mut impl FnMut(Resources)) {
        let Some(rest) = hand.checked_sub(self.fixed) else { return };
        if self.same == 0 && self.any == 0 {
            return each(self.fixed);
        }
        let rest = rest.without_kinds(self.except);
        if self.same == 0 {
            return bags(rest, self.any, 0, self.fixed, each);
        }
        if self.any == 0 {
            let alike = |kind| Resources::of(kind, usize::from(self.same));
            return rest.kinds_with(self.same).for_each(|kind| each(self.fixed + alike(kind)));
        }
        self.mixed_payments(rest, each);
    }

    /// The payments with both cards of one kind and cards of any kind. A bag that matches in
    /// several ways is generated only for the first matching kind.
    fn mixed_payments(&self, rest: Resources, each: &mut impl FnMut(Resources)) {
        for kind in rest.kinds_with(self.same) {
            let alike = Resources::of(kind, usize::from(self.same));
            bags(rest.less(alike), self.any, 0, alike, &mut |bag| {
                if bag.kinds_with(self.same).next() == Some(kind) {
                    each(self.fixed + bag);
                }
            });
        }
    }

    /// Whether the bag is exactly a payment.
    pub fn is_met_by(&self, bag: Resources) -> bool {
        let mut met = false;
        self.payments(bag, &mut |payment| met |= payment == bag);
        met
    }

    /// The cards missing from a hand: the fixed ones, and the number of others.
    pub fn missing(&self, hand: Resources) -> (Resources, usize) {
        let rest = hand.less(self.fixed).without_kinds(self.except);
        let (same, others) = (usize::from(self.same), usize::from(self.same + self.any));
        let most = rest.kinds().map(|kind| rest.get(kind)).max().unwrap_or(0);
        let short = others.saturating_sub(rest.total()).max(same.saturating_sub(most));
        (self.fixed.less(hand), short)
    }

    /// The number of cards that a bag has to lose and to gain to become a payment.
    pub fn distance(&self, bag: Resources) -> usize {
        let rest = bag.less(self.fixed);
        let barred = rest.total();
        let rest = rest.without_kinds(self.except);
        let barred = barred - rest.total();
        let most = rest.kinds().map(|kind| rest.get(kind)).max().unwrap_or(0);
        let alike = most.min(usize::from(self.same));
        let others = (rest.total() - alike).abs_diff(usize::from(self.any)) + barred;
        self.fixed.less(bag).total() + usize::from(self.same) - alike + others
    }

    /// The number of cards of a payment.
    pub fn total(&self) -> usize {
        self.fixed.total() + usize::from(self.same + self.any)
    }
}

impl Terms {
    /// Whether a player may trade these cards, regardless of the hand.
    pub fn allow(&self, give: Resources, get: Resources) -> bool {
        self.get.is_met_by(get, give) && self.give.is_met_by(give)
    }
}

impl Gain {
    /// Calls `each` for every bag from the supply that matches this gain, without the kinds given.
    #[inline]
    pub fn bags(&self, supply: Resources, given: Resources, each: &mut impl FnMut(Resources)) {
        let Some(rest) = supply.checked_sub(self.fixed) else { return };
        if given.without_kinds(self.fixed) == given {
            let rest = rest.without_kinds(given).without_kinds(self.except);
            bags(rest, self.any, 0, self.fixed, each);
        }
    }

    /// Whether the bag is exactly what is gained for the cards given, regardless of the supply.
    pub fn is_met_by(&self, bag: Resources, given: Resources) -> bool {
        let mut met = false;
        self.bags(bag, given, &mut |gained| met |= gained == bag);
        met
    }
}

/// Calls `each` with `so_far` plus every bag of `count` cards from `stock`, using only kinds with
/// an index of at least `first`.
fn bags(
    stock: Resources,
    count: u8,
    first: usize,
    so_far: Resources,
    each: &mut impl FnMut(Resources),
) {
    if count == 0 {
        return each(so_far);
    }
    let kinds = stock.kinds().filter(|kind| kind.index() >= first);
    if count == 1 {
        return kinds.for_each(|kind| each(so_far.with_one(kind)));
    }
    for kind in kinds {
        let (stock, so_far) = (stock.without_one(kind), so_far.with_one(kind));
        bags(stock, count - 1, kind.index(), so_far, each);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::tests::bag;

    fn payments(cost: Cost, hand: Resources) -> Vec<Resources> {
        let mut found = Vec::new();
        cost.payments(hand, &mut |bag| found.push(bag));
        found
    }

    #[test]
    fn alike_cards_and_any_fourth() {
        let cost = Cost { same: 3, any: 1, ..Cost::default() };
        assert_eq!(payments(cost, bag(&[4, 1])), [bag(&[4, 0]), bag(&[3, 1])]);
        assert_eq!(payments(cost, bag(&[3, 3])), [bag(&[3, 1]), bag(&[1, 3])]);
        assert!(payments(cost, bag(&[2, 2])).is_empty());
    }

    #[test]
    fn a_hand_is_enough_where_there_is_a_payment() {
        let costs = [
            Cost::fixed(bag(&[1, 1])),
            Cost { same: 3, any: 1, ..Cost::default() },
            Cost { fixed: bag(&[1]), same: 2, any: 2, ..Cost::default() },
            Cost { same: 2, any: 1, except: bag(&[0, 1]), ..Cost::default() },
            Cost { fixed: bag(&[0, 0, 1]), any: 2, except: bag(&[0, 1]), ..Cost::default() },
            Cost { any: 4, ..Cost::default() },
            Cost::default(),
        ];
        for hand in (0..125).map(|n: usize| bag(&[n % 5, n / 5 % 5, n / 25])) {
            for cost in costs {
                assert_eq!(cost.is_within(hand), !payments(cost, hand).is_empty(), "{cost:?}");
            }
        }
    }

    #[test]
    fn what_is_missing_makes_a_payment() {
        let cost = Cost { fixed: bag(&[2]), same: 2, any: 1, ..Cost::default() };
        assert_eq!(cost.missing(bag(&[1, 3])), (bag(&[1]), 0));
        assert_eq!(cost.missing(bag(&[2, 1, 1, 1])), (bag(&[]), 1));
        assert_eq!(cost.missing(bag(&[])), (bag(&[2]), 3));
    }

    #[test]
    fn the_distance_of_a_payment_is_none() {
        let cost = Cost { same: 3, any: 1, ..Cost::default() };
        assert_eq!(cost.distance(bag(&[3, 1])), 0);
        assert_eq!(cost.distance(bag(&[4])), 0);
        assert_eq!(cost.distance(bag(&[3])), 1);
        assert_eq!(cost.distance(bag(&[2, 2])), 2);
        assert_eq!(Cost::fixed(bag(&[0, 2])).distance(bag(&[3])), 5);
    }

    #[test]
    fn any_cards_beside_fixed_ones() {
        let cost = Cost { fixed: bag(&[1, 1]), any: 1, ..Cost::default() };
        assert_eq!(payments(cost, bag(&[2, 1, 1])), [bag(&[2, 1, 0]), bag(&[1, 1, 1])]);
        assert!(cost.is_met_by(bag(&[1, 1, 1])) && !cost.is_met_by(bag(&[1, 1, 2])));
    }

    #[test]
    fn kinds_that_may_not_be_chosen_pay_nothing() {
        let cost = Cost { any: 2, except: bag(&[0, 1]), ..Cost::default() };
        assert_eq!(payments(cost, bag(&[1, 5, 1])), [bag(&[1, 0, 1])]);
        assert_eq!(cost.missing(bag(&[1, 5])), (bag(&[]), 1));
        assert_eq!(cost.distance(bag(&[1, 1])), 2);
        let gain = Gain { any: 1, except: bag(&[0, 1]), ..Gain::default() };
        assert!(gain.is_met_by(bag(&[1]), bag(&[0, 0, 4])));
        assert!(!gain.is_met_by(bag(&[0, 1]), bag(&[0, 0, 4])));
    }

    #[test]
    fn nothing_is_traded_for_its_own_kind() {
        let mut found = Vec::new();
        Gain { any: 1, ..Gain::default() }.bags(bag(&[5, 0, 5]), bag(&[3]), &mut |b| found.push(b));
        assert_eq!(found, [bag(&[0, 0, 1])]);
    }
}
