//! Statistics of many games: shares with confidence intervals, and distributions of numbers.
//!
//! Does not depend on games.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::lab::wilson;

/// A share with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The count.
    pub count: u64,
    /// The total.
    pub of: u64,
    /// The share; `None` if the total is 0.
    pub share: Option<f64>,
    /// Its 95 % Wilson interval.
    pub interval: Option<[f64; 2]>,
}

impl Share {
    /// The share of a count in a total.
    pub fn new(count: u64, of: u64) -> Self {
        let share = ratio(count, of);
        let interval = share.map(|share| wilson(share, real(of)));
        Self { count, of, share, interval }
    }
}

/// The average; `None` if the count is 0.
pub(super) fn ratio(sum: impl Into<i128>, count: u64) -> Option<f64> {
    (count > 0).then(|| real(sum) / real(count))
}

#[expect(clippy::cast_precision_loss, reason = "sums of games are far below 2^53")]
pub(super) fn real(number: impl Into<i128>) -> f64 {
    number.into() as f64
}

/// The frequencies of numbers.
#[derive(Clone, Default, Debug)]
pub struct Counts(BTreeMap<u64, u64>);

/// The distribution of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Distribution {
    /// The mean.
    pub mean: f64,
    /// The median: the least number that at least half of the numbers do not exceed.
    pub median: u64,
    /// The 5th percentile: the least number that at least 5 % of the numbers do not exceed.
    pub low: u64,
    /// The 95th percentile: the least number that at least 95 % of the numbers do not exceed.
    pub high: u64,
    /// The minimum.
    pub least: u64,
    /// The maximum.
    pub most: u64,
}

impl Counts {
    /// Counts a number.
    pub fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Each number and how often it came, in order.
    pub fn to_vec(&self) -> Vec<(u64, u64)> {
        self.0.iter().map(|(&number, &times)| (number, times)).collect()
    }

    /// The distribution of the numbers; `None` if there are none.
    pub fn spread(&self) -> Option<Distribution> {
        let count = self.0.values().sum();
        let sum: u64 = self.0.iter().map(|(number, times)| number * times).sum();
        Some(Distribution {
            mean: ratio(sum, count)?,
            median: self.quantile(50, count)?,
            low: self.quantile(5, count)?,
            high: self.quantile(95, count)?,
            least: *self.0.first_key_value()?.0,
            most: *self.0.last_key_value()?.0,
        })
    }

    /// The least number that at least this percentage of all numbers do not exceed.
    fn quantile(&self, per_cent: u64, count: u64) -> Option<u64> {
        let rank = (per_cent * count).div_ceil(100);
        let mut so_far = 0;
        let mut numbers = self.0.iter();
        let found = numbers.find(|&(_, times)| {
            so_far += times;
            so_far >= rank
        });
        found.map(|(&number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn interval(count: u64, of: u64) -> [String; 2] {
        let interval = Share::new(count, of).interval.expect("the total is not 0");
        interval.map(|end| format!("{end:.4}"))
    }

    #[test]
    fn intervals_are_those_of_the_book() {
        // Computed by hand with Wilson's formula and 1.96: 5, 1, 0 and 10 of 10.
        assert_eq!(interval(5, 10), ["0.2366", "0.7634"]);
        assert_eq!(interval(1, 10), ["0.0179", "0.4042"]);
        assert_eq!(interval(0, 10), ["0.0000", "0.2775"]);
        assert_eq!(interval(10, 10), ["0.7225", "1.0000"]);
        assert_eq!(interval(250, 1000), ["0.2242", "0.2778"]);
    }

    #[test]
    fn nothing_has_no_share() {
        let nothing = Share::new(0, 0);
        assert_eq!((nothing.share, nothing.interval), (None, None));
        assert_eq!(Counts::default().spread(), None);
    }

    #[test]
    fn quantiles_are_numbers_that_came() {
        let mut counts = Counts::default();
        (1..=20).for_each(|number| counts.add(number));
        let spread = counts.spread().expect("there are numbers");
        assert_eq!((spread.low, spread.median, spread.high), (1, 10, 19));
        assert_eq!((spread.least, spread.most), (1, 20));
        assert!((spread.mean - 10.5).abs() < 1e-12);
        counts.add(1000);
        let spread = counts.spread().expect("there are numbers");
        assert_eq!((spread.low, spread.median, spread.high, spread.most), (2, 11, 20, 1000));
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_share_and_shrinks(of in 1_u64..5000, part in 0.0..=1.0_f64) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in range")]
            let count = (part * real(of)).round() as u64;
            let width = |times: u64| {
                let share = Share::new(count * times, of * times);
                let [low, high] = share.interval.expect("the total is not 0");
                let share = share.share.expect("the total is not 0");
                assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
                high - low
            };
            prop_assert!(width(4) < width(1));
        }

        #[test]
        fn quantiles_are_those_of_the_sorted_list(list in prop::collection::vec(0_u64..50, 1..200)) {
            let mut counts = Counts::default();
            for &number in &list {
                counts.add(number);
            }
            let mut sorted = list;
            sorted.sort_unstable();
            let spread = counts.spread().expect("there are numbers");
            let nth = |per_cent: usize| sorted[(per_cent * sorted.len()).div_ceil(100) - 1];
            prop_assert_eq!((spread.low, spread.median, spread.high), (nth(5), nth(50), nth(95)));
        }
    }
}
