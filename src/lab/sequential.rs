//! Wald's sequential test of a share: it ends as soon as the games are enough for a decision.

use serde::Serialize;

use super::cluster::ClusterShare;

/// The logarithm of the likelihood ratio at which a test with errors of 5 % ends: ln(0.95 / 0.05).
const BOUND: f64 = 2.944_438_979_166_44;

/// The number of clusters before the first verdict. With fewer, nobody knows how alike the games of
/// a cluster are.
const LEAST_CLUSTERS: u64 = 15;

/// Decides between two shares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    /// The share under the null hypothesis, between 0 and 1.
    pub low: f64,
    /// The share under the alternative, greater than `low` and less than 1.
    pub high: f64,
}

/// The result of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The share is the greater one.
    Reached,
    /// The share is the smaller one.
    Missed,
    /// More games are needed.
    Undecided,
}

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Missed => "missed",
            Self::Undecided => "undecided",
        }
    }
}

impl SequentialTest {
    /// The logarithm of the likelihood ratio of the greater share to the smaller one, for as many
    /// independent games as the clusters are worth.
    pub fn evidence(&self, share: &ClusterShare) -> f64 {
        let won = (self.high / self.low).ln();
        let lost = ((1.0 - self.high) / (1.0 - self.low)).ln();
        let part = share.share().unwrap_or(0.0);
        #[expect(clippy::cast_precision_loss, reason = "games are far below 2^53")]
        let games = share.of() as f64 / share.design_effect();
        games * (part * won + (1.0 - part) * lost)
    }

    /// The verdict after these games. Ask after each cluster, and stop when it is not undecided:
    /// then each wrong verdict has a probability of at most about 5 %; up to 7 % if games of a
    /// cluster are so alike that their design effect is 1.8.
    pub fn verdict(&self, share: &ClusterShare) -> Verdict {
        if share.clusters() < LEAST_CLUSTERS {
            return Verdict::Undecided;
        }
        match self.evidence(share) {
            evidence if evidence >= BOUND => Verdict::Reached,
            evidence if evidence <= -BOUND => Verdict::Missed,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Stream;

    const TEST: SequentialTest = SequentialTest { low: 0.80, high: 0.85 };

    #[test]
    fn wins_alone_reach_and_losses_alone_miss() {
        // Each win adds ln(0.85 / 0.80) = 0.0606, each loss ln(0.15 / 0.20) = -0.2877.
        let after = |wins, games| {
            let mut share = ClusterShare::default();
            (0..games).for_each(|game| share.add(u64::from(game < wins), 1));
            TEST.verdict(&share)
        };
        assert_eq!(after(48, 48), Verdict::Undecided);
        assert_eq!(after(49, 49), Verdict::Reached);
        // Eleven losses would be enough, but the clusters are not.
        assert_eq!(after(0, 14), Verdict::Undecided);
        assert_eq!(after(0, 15), Verdict::Missed);
    }

    /// The wrong verdicts and the games of 2,000 tests with this true share, in clusters of 6 games
    /// that have the cluster's own share: `spread` above or below the true one.
    fn simulated(share: u64, spread: u64, wrong: Verdict) -> (u64, u64) {
        let stream = Stream::named("sequential");
        let (mut errors, mut games) = (0, 0);
        for seed in 0..2_000 {
            let mut sum = ClusterShare::default();
            let mut draws = 0;
            let mut draw = |of: usize| {
                draws += 1;
                stream.below(seed, draws, of) as u64
            };
            let verdict = loop {
                let own = if draw(2) == 0 { share - spread } else { share + spread };
                let count = (0..6).filter(|_| draw(1000) < own).count();
                sum.add(count as u64, 6);
                let verdict = TEST.verdict(&sum);
                if verdict != Verdict::Undecided || sum.of() == 20_000 {
                    break verdict;
                }
            };
            errors += u64::from(verdict == wrong);
            games += sum.of();
        }
        (errors, games / 2_000)
    }

    #[test]
    fn errors_stay_below_five_per_cent() {
        let (errors, games) = simulated(850, 0, Verdict::Missed);
        assert!(errors <= 100 && games < 400, "{errors} of 2000 after {games} games");
        let (errors, games) = simulated(800, 0, Verdict::Reached);
        assert!(errors <= 100 && games < 400, "{errors} of 2000 after {games} games");
    }

    #[test]
    #[ignore = "takes seconds"]
    fn errors_stay_small_when_games_of_a_seed_are_alike() {
        let (errors, games) = simulated(850, 140, Verdict::Missed);
        assert!(errors <= 140 && games < 800, "{errors} of 2000 after {games} games");
        let (errors, games) = simulated(800, 140, Verdict::Reached);
        assert!(errors <= 140 && games < 800, "{errors} of 2000 after {games} games");
    }
}
