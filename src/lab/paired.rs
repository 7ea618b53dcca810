//! Simultaneous intervals for the differences of several measures between paired games.
//!
//! The measures are one family: with a probability of 95 %, all intervals contain the expected
//! difference. An interval is the mean difference plus and minus `critical` standard errors. The
//! critical value is the 95 % quantile of the greatest |t| of all measures when each pair has its
//! sides exchanged at random, for all measures at once. So measures that depend on each other cost
//! little, and if the sides are exchangeable, the probability of any false difference is exactly
//! bounded by 5 %, however the differences are distributed and however few pairs there are. A
//! bootstrap would reach that bound only with many pairs.

use rand_core::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

/// The number of random exchanges.
const EXCHANGES: u64 = 10_000;
/// The share of exchanges whose greatest |t| does not exceed the critical value.
const LEVEL: f64 = 0.95;
/// The number of pairs that must differ in a measure, so that it is tested.
///
/// Which measures are tested depends only on the sizes of differences, so exchanging sides does not
/// alter it, and the bound of the error holds.
pub(super) const LEAST_DIFFERING: u64 = 10;
/// The quantile of the normal distribution for a power of 95 %.
const POWER: f64 = 1.644_854;

/// The differences of each pair: a row of the second side's value minus the first side's, for each
/// measure.
#[derive(Clone, Debug)]
pub struct Differences {
    measures: usize,
    rows: Vec<f64>,
}

/// The differences of one measure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of a pair's difference.
    pub deviation: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The square root of the mean square, divided by that of the number of pairs: the standard
    /// error if the expected difference is 0. It does not depend on the signs of the differences.
    pub unsigned_error: f64,
    /// The number of pairs that differ.
    pub differing: u64,
}

impl Difference {
    /// Whether enough pairs differ to test the measure.
    pub fn is_tested(&self) -> bool {
        self.differing >= LEAST_DIFFERING
    }

    /// The simultaneous interval for this critical value.
    pub fn interval(&self, critical: f64) -> [f64; 2] {
        let half = critical * self.error;
        if half.is_nan() {
            [f64::NEG_INFINITY, f64::INFINITY]
        } else {
            [self.mean - half, self.mean + half]
        }
    }
}

/// The number of pairs with which a difference of this size is found with a probability of 95 %;
/// `None` if it is 0, or the number is beyond all bounds.
pub fn pairs_to_find(size: f64, deviation: f64, critical: f64) -> Option<u64> {
    let pairs = ((critical + POWER) * deviation / size).powi(2).ceil();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
    (pairs.is_finite() && pairs < 1e15).then_some(pairs as u64)
}

impl Differences {
    /// No pairs yet, for this number of measures.
    pub fn new(measures: usize) -> Self {
        Self { measures, rows: Vec::new() }
    }

    /// Adds a pair.
    ///
    /// # Panics
    /// When there is not a difference for each measure.
    pub fn add(&mut self, pair: impl IntoIterator<Item = f64>) {
        self.rows.extend(pair);
        assert_eq!(self.rows.len() % self.measures.max(1), 0, "a difference for each measure");
    }

    /// The number of pairs.
    pub fn pairs(&self) -> usize {
        self.rows.len() / self.measures.max(1)
    }

    /// The first pairs.
    #[must_use]
    pub fn first(&self, pairs: usize) -> Self {
        Self { measures: self.measures, rows: self.rows[..pairs * self.measures].to_vec() }
    }

    /// The differences of one measure.
    pub fn of(&self, measure: usize) -> Difference {
        let column = || self.rows.iter().skip(measure).step_by(self.measures);
        let pairs = real(self.pairs());
        let mean = column().sum::<f64>() / pairs;
        let squares: f64 = column().map(|it| it * it).sum();
        let around: f64 = column().map(|it| (it - mean).powi(2)).sum();
        let deviation = (around / (pairs - 1.0)).sqrt();
        Difference {
            mean,
            deviation,
            error: deviation / pairs.sqrt(),
            unsigned_error: squares.sqrt() / pairs,
            differing: column().filter(|it| **it != 0.0).count() as u64,
        }
    }

    /// The critical value of the family; infinite if no measure is tested, or the pairs are too few
    /// for any difference to be found.
    pub fn critical(&self) -> f64 {
        let all = (0..self.measures).map(|measure| (measure, self.of(measure)));
        let tested: Vec<usize> =
            all.filter(|(_, it)| it.is_tested()).map(|(measure, _)| measure).collect();
        if tested.is_empty() {
            return f64::INFINITY;
        }
        let rows: Vec<f64> = self
            .rows
            .chunks(self.measures)
            .flat_map(|row| tested.iter().map(|&measure| row[measure]))
            .collect();
        let width = tested.len();
        let mut squares = vec![0.0; width];
        for row in rows.chunks(width) {
            squares.iter_mut().zip(row).for_each(|(sum, it)| *sum += it * it);
        }
        // The differences as they are count as one of the exchanges, which makes the bound exact.
        let exchanged = (0..=EXCHANGES).into_par_iter().map(|number| {
            let sums = exchange(&rows, width, number);
            greatest_t(&sums, &squares, real(self.pairs()))
        });
        let mut greatest: Vec<f64> = exchanged.collect();
        greatest.sort_by(f64::total_cmp);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share")]
        let rank = (LEVEL * real(greatest.len())).ceil() as usize;
        greatest[rank - 1]
    }
}

/// The sum of each measure's differences, with the sides of each pair exchanged or not, by draws
/// that depend only on the number of the exchange. Number 0 exchanges nothing.
fn exchange(rows: &[f64], width: usize, number: u64) -> Vec<f64> {
    let mut draws = Pcg64Mcg::new(u128::from(number) << 64 | 0x9e37_79b9_7f4a_7c15);
    let mut sums = vec![0.0; width];
    let mut bits = 0;
    for (pair, row) in rows.chunks(width).enumerate() {
        if pair % 64 == 0 {
            bits = if number == 0 { 0 } else { draws.next_u64() };
        }
        let sign = if bits >> (pair % 64) & 1 == 0 { 1.0 } else { -1.0 };
        for (sum, difference) in sums.iter_mut().zip(row) {
            *sum += sign * difference;
        }
    }
    sums
}

/// The greatest |t| for these sums and sums of squares.
fn greatest_t(sums: &[f64], squares: &[f64], pairs: f64) -> f64 {
    let t = |(sum, squares): (&f64, &f64)| {
        let around = squares - sum * sum / pairs;
        // All differences are equal, except for rounding.
        if around <= 1e-9 * squares {
            return f64::INFINITY;
        }
        sum.abs() / (around * pairs / (pairs - 1.0)).sqrt()
    };
    sums.iter().zip(squares).map(t).fold(0.0, f64::max)
}

#[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 pairs")]
fn real(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Stream;

    /// Draws for tests: the sum of twelve dice with six faces, which is nearly normal.
    fn noise(seed: u64, number: u32) -> f64 {
        let stream = Stream::named("noise");
        let dice = (0..12).map(|die| stream.below(seed, 12 * number + die, 6));
        real(dice.sum::<usize>()) - 30.0
    }

    /// The deviation of that.
    const SPREAD: f64 = 5.916;

    /// Independent measures, and each of them again.
    fn family(seed: u64, pairs: u32, measures: u32, shift: f64) -> Differences {
        let mut differences = Differences::new(2 * measures as usize);
        for pair in 0..pairs {
            let row: Vec<f64> = (0..measures)
                .map(|measure| noise(seed, pair * measures + measure))
                .enumerate()
                .map(|(measure, it)| if measure == 0 { it + shift } else { it })
                .collect();
            differences.add(row.iter().chain(&row).copied());
        }
        differences
    }

    fn found(differences: &Differences) -> Vec<usize> {
        let critical = differences.critical();
        let differs = |&measure: &usize| {
            let it = differences.of(measure);
            let [low, high] = it.interval(critical);
            it.is_tested() && (low > 0.0 || high < 0.0)
        };
        (0..differences.measures).filter(differs).collect()
    }

    #[test]
    fn a_family_of_one_has_the_quantile_of_the_book() {
        let critical = family(1, 400, 1, 0.0).critical();
        assert!((critical - 1.966).abs() < 0.05, "{critical}");
        // Ten independent measures: the quantile of 0.95^(1/10), which is 2.80. Their copies do
        // not count.
        let critical = family(1, 400, 10, 0.0).critical();
        assert!((critical - 2.81).abs() < 0.06, "{critical}");
    }

    #[test]
    fn a_great_difference_is_found_and_no_other() {
        assert_eq!(found(&family(3, 100, 4, 4.0)), [0, 4]);
        assert_eq!(found(&family(3, 100, 4, -4.0)), [0, 4]);
        assert!(found(&family(3, 100, 4, 0.0)).is_empty());
    }

    #[test]
    fn a_single_pair_says_nothing() {
        let mut differences = Differences::new(2);
        differences.add([5.0, 0.0]);
        assert_eq!((differences.critical(), found(&differences)), (f64::INFINITY, vec![]));
        // Nine pairs of equal differences are too few to be tested, ten are not.
        (0..8).for_each(|_| differences.add([5.0, 0.0]));
        assert!(found(&differences).is_empty());
        differences.add([5.0, 0.0]);
        assert_eq!(found(&differences), [0]);
        let interval = differences.of(0).interval(differences.critical());
        assert_eq!(format!("{interval:?}"), "[5.0, 5.0]");
    }

    #[test]
    fn rare_differences_are_not_tested() {
        let mut differences = Differences::new(2);
        for pair in 0..1000 {
            differences.add([noise(5, pair), if pair % 120 == 0 { 1.0 } else { 0.0 }]);
        }
        let rare = differences.of(1);
        assert_eq!((rare.differing, rare.is_tested()), (9, false));
        assert!(found(&differences).is_empty());
    }

    #[test]
    fn the_number_of_pairs_has_the_promised_power() {
        let mut hits = 0;
        for seed in 0..12 {
            let pilot = family(1000 + seed, 60, 3, 2.0);
            let pairs = pairs_to_find(2.0, pilot.of(0).deviation, pilot.critical());
            let pairs = u32::try_from(pairs.expect("it is finite")).expect("it is small");
            // ((2.41 + 1.645) * 5.916 / 2)^2 = 144.
            assert!((70..260).contains(&pairs), "{pairs}");
            hits += usize::from(found(&family(seed, pairs, 3, 2.0)).contains(&0));
        }
        assert!(hits >= 10, "{hits} of 12");
        assert_eq!(pairs_to_find(0.0, SPREAD, 2.0), None);
    }

    #[test]
    fn false_differences_are_rare() {
        let reports = (0..40).filter(|&seed| !found(&family(seed, 16, 3, 0.0)).is_empty()).count();
        assert!(reports <= 5, "{reports} of 40");
    }

    #[test]
    #[ignore = "takes a minute"]
    fn false_differences_are_as_rare_as_promised() {
        let reports = (0..400).filter(|&seed| !found(&family(seed, 40, 8, 0.0)).is_empty()).count();
        assert!((8..=32).contains(&reports), "{reports} of 400");
    }
}
