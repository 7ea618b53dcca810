//! Means and shares of clusters, with intervals that allow for games of one cluster being alike.

use super::paired::pairs_to_find;
use super::quantile::{DEVIATIONS, student, wilson};

/// The mean of numbers, one for each cluster.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClusterMean {
    count: f64,
    mean: f64,
    /// The sum of squared distances from the mean.
    squares: f64,
}

impl ClusterMean {
    /// Adds the number of a cluster.
    pub fn add(&mut self, number: f64) {
        self.count += 1.0;
        let before = number - self.mean;
        self.mean += before / self.count;
        self.squares += before * (number - self.mean);
    }

    /// The mean; `None` without a cluster.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0.0).then_some(self.mean)
    }

    /// The standard deviation of the numbers; `None` if there are fewer than 2.
    pub fn deviation(&self) -> Option<f64> {
        (self.count > 1.0).then(|| (self.squares / (self.count - 1.0)).sqrt())
    }

    /// The 95 % interval of the mean by Student's distribution; `None` with fewer than 2 clusters.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let half = student(self.count - 1.0) * self.deviation()? / self.count.sqrt();
        Some([self.mean - half, self.mean + half])
    }

    /// How many clusters would find a mean of this size with a probability of 95 %, if the interval
    /// contains 0.
    pub fn to_settle(&self) -> Option<u64> {
        let [low, high] = self.interval()?;
        let is_open = low <= 0.0 && 0.0 <= high;
        let needed = || pairs_to_find(self.mean, self.deviation()?, student(self.count - 1.0));
        is_open.then(needed).flatten()
    }
}

/// The share of games that something happened in, where games come in clusters.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClusterShare {
    clusters: u64,
    count: u64,
    of: u64,
    /// Sums over clusters: of squared counts, of count times games, of squared games.
    sums: [u64; 3],
}

impl ClusterShare {
    /// Adds a cluster: the count of games it happened in, of this number of games.
    pub fn add(&mut self, count: u64, of: u64) {
        self.clusters += 1;
        self.count += count;
        self.of += of;
        let squares = [count * count, count * of, of * of];
        self.sums.iter_mut().zip(squares).for_each(|(sum, square)| *sum += square);
    }

    /// The number of clusters.
    pub fn clusters(&self) -> u64 {
        self.clusters
    }

    /// The number of games it happened in.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of games.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The share; `None` without a game.
    pub fn share(&self) -> Option<f64> {
        (self.of > 0).then(|| real(self.count) / real(self.of))
    }

    /// The design effect: how many games in clusters tell as much as one independent game.
    ///
    /// It is the variance of the share between clusters, divided by the variance that independent
    /// games would have, and never less than 1: seats that change places within a cluster can make
    /// it smaller, which is not relied on.
    pub fn design_effect(&self) -> f64 {
        let Some(share) = self.share() else { return 1.0 };
        let plain = share * (1.0 - share) * real(self.of);
        if self.clusters < 2 || plain == 0.0 {
            return 1.0;
        }
        let [counts, products, games] = self.sums.map(real);
        let squares = counts - 2.0 * share * products + share * share * games;
        let clusters = real(self.clusters);
        (squares * clusters / (clusters - 1.0) / plain).max(1.0)
    }

    /// How many games would find the distance of the share from one half with a probability of 95 %;
    /// `None` if there is no distance.
    pub fn games_to_find_majority(&self) -> Option<u64> {
        let share = self.share()?;
        let deviation = (share * (1.0 - share) * self.design_effect()).sqrt();
        pairs_to_find(share - 0.5, deviation, DEVIATIONS)
    }

    /// The 95 % interval: Wilson's for as many independent games as the clusters are worth. `None`
    /// without a game.
    pub fn interval(&self) -> Option<[f64; 2]> {
        Some(wilson(self.share()?, real(self.of) / self.design_effect()))
    }
}

#[expect(clippy::cast_precision_loss, reason = "sums of games are far below 2^53")]
fn real(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(interval: Option<[f64; 2]>) -> [String; 2] {
        interval.expect("there are games").map(|end| format!("{end:.4}"))
    }

    fn shares(clusters: &[(u64, u64)]) -> ClusterShare {
        let mut share = ClusterShare::default();
        for &(count, of) in clusters {
            share.add(count, of);
        }
        share
    }

    #[test]
    fn means_are_those_of_the_book() {
        let mut mean = ClusterMean::default();
        assert_eq!((mean.mean(), mean.interval()), (None, None));
        // Computed by hand: mean 5, deviation sqrt(32 / 7), Student's quantile 2.365 for 7.
        for number in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            mean.add(number);
        }
        assert_eq!(mean.mean(), Some(5.0));
        assert_eq!(format!("{:.4}", mean.deviation().expect("there are 8")), "2.1381");
        let [low, high] = mean.interval().expect("there are 8");
        assert!((low - 3.2125).abs() < 0.002 && (high - 6.7875).abs() < 0.002, "{low} {high}");
    }

    #[test]
    fn open_means_tell_how_many_clusters_would_settle_them() {
        let mut mean = ClusterMean::default();
        assert_eq!(mean.to_settle(), None);
        (0..50).for_each(|number| mean.add(if number % 2 == 0 { 1.2 } else { -0.8 }));
        // The mean is 0.2 and the deviation 1.0102: ((2.0096 + 1.645) * 1.0102 / 0.2)^2 = 340.7.
        assert_eq!(mean.to_settle(), Some(341));
        (0..1000).for_each(|number| mean.add(if number % 2 == 0 { 1.2 } else { -0.8 }));
        assert_eq!(mean.to_settle(), None, "0 is outside the interval");
        let mut equal = ClusterMean::default();
        (0..50).for_each(|_| equal.add(0.0));
        assert_eq!(equal.to_settle(), None);
    }

    #[test]
    fn clusters_of_one_game_are_independent_games() {
        let mut clusters = vec![(1, 1); 250];
        clusters.extend([(0, 1); 750]);
        let share = shares(&clusters);
        // 1000 / 999, from the estimate of the variance.
        assert!((share.design_effect() - 1000.0 / 999.0).abs() < 1e-12);
        assert_eq!(rounded(Some(wilson(0.25, 1000.0))), ["0.2242", "0.2778"]);
        assert_eq!(rounded(share.interval()), ["0.2241", "0.2778"]);
    }

    #[test]
    fn clusters_of_equal_games_count_as_one_game_each() {
        // Each cluster repeats one result four times.
        let mut clusters = vec![(4, 4); 50];
        clusters.extend([(0, 4); 50]);
        let share = shares(&clusters);
        assert!((share.design_effect() - 4.0 * 100.0 / 99.0).abs() < 1e-9);
        assert_eq!(rounded(share.interval()), rounded(Some(wilson(0.5, 99.0))));
    }

    #[test]
    fn clusters_that_balance_themselves_do_not_count_for_more() {
        let share = shares(&[(2, 4); 100]);
        assert_eq!(rounded(share.interval()), rounded(Some(wilson(0.5, 400.0))));
        assert_eq!(rounded(shares(&[(4, 4); 10]).interval())[1], "1.0000");
    }
}
