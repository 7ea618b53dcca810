//! Groups of players and their wins: whether a group wins more than its share.
//!
//! The players of games in one cluster are not independent of each other, clusters are. The groups
//! are one family, whose intervals are simultaneous.

use super::paired::{Differences, LEAST_DIFFERING};

/// The members, wins and expected wins of each group, in each cluster.
#[derive(Clone, Debug)]
pub struct Groups {
    count: usize,
    /// The number of games in a cluster.
    games: f64,
    /// A row for each cluster.
    rows: Vec<GroupWins>,
    /// The squares of the excess wins of all groups in all clusters.
    squares: f64,
    /// Their expected sum, if membership does not matter and games are independent.
    variance: f64,
}

/// The members of a group in a cluster of games, a player once for each game.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct GroupWins {
    /// The number of members.
    pub members: f64,
    /// How many of them won.
    pub wins: f64,
    /// How many of them win if membership does not matter.
    pub expected: f64,
}

/// The wins of a group in all clusters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GroupShare {
    /// The sums over all clusters.
    pub sums: GroupWins,
    /// The share of members that won, minus the expected share.
    pub excess: f64,
    /// The standard error of the excess, at least that of a group whose members win their share.
    pub error: f64,
    /// Whether enough wins are expected to test the group, and enough clusters have others.
    pub is_tested: bool,
}

/// The least number of wins that a tested group is expected to have. With fewer, the wins are too far
/// from a normal distribution.
const LEAST_EXPECTED: f64 = 5.0;

/// Sums of shares that differ by less are equal but for rounding.
const ROUNDING: f64 = 1e-9;

impl GroupWins {
    fn excess(&self) -> f64 {
        let excess = self.wins - self.expected;
        if excess.abs() < ROUNDING { 0.0 } else { excess }
    }
}

impl Groups {
    /// No clusters yet, for this number of groups and of games in a cluster.
    pub fn new(count: usize, games: f64) -> Self {
        Self { count, games, rows: Vec::new(), squares: 0.0, variance: 0.0 }
    }

    /// Adds a cluster.
    ///
    /// # Panics
    /// When there is not an entry for each group.
    pub fn add(&mut self, cluster: &[GroupWins]) {
        assert_eq!(cluster.len(), self.count, "an entry for each group");
        self.squares += cluster.iter().map(|row| row.excess().powi(2)).sum::<f64>();
        self.variance += cluster.iter().map(|row| self.expected_square(row)).sum::<f64>();
        self.rows.extend_from_slice(cluster);
    }

    /// The expected square of the excess wins of a group, if membership does not matter: a game has
    /// one winner.
    fn expected_square(&self, row: &GroupWins) -> f64 {
        row.expected * (1.0 - row.expected / self.games).max(0.0)
    }

    /// How many games of a cluster tell as much as one independent game.
    fn design_effect(&self) -> f64 {
        if self.squares > 0.0 && self.variance > 0.0 { self.squares / self.variance } else { 1.0 }
    }

    /// The wins of one group.
    pub fn of(&self, group: usize) -> GroupShare {
        let rows = || self.rows.iter().skip(group).step_by(self.count);
        let mut sums = GroupWins::default();
        for row in rows() {
            sums.members += row.members;
            sums.wins += row.wins;
            sums.expected += row.expected;
        }
        let excess = sums.excess() / sums.members;
        // The error of a ratio of sums: how far the clusters are from the common ratio.
        let squares: f64 = rows().map(|row| (row.excess() - excess * row.members).powi(2)).sum();
        #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 clusters")]
        let clusters = rows().count() as f64;
        let observed = squares * clusters / (clusters - 1.0);
        // If no member ever won, each cluster has the common ratio, and the observed error is 0.
        let effect = self.design_effect();
        let least = effect * rows().map(|row| self.expected_square(row)).sum::<f64>();
        let error = observed.max(least).sqrt() / sums.members;
        let differing = rows().filter(|row| row.excess() != 0.0).count() as u64;
        let is_tested = differing >= LEAST_DIFFERING && sums.expected >= effect * LEAST_EXPECTED;
        GroupShare { sums, excess, error, is_tested }
    }

    /// How many standard errors the interval of each group extends to each side, so that with a
    /// probability of about 95 %, all of them contain the true excess. Infinite if no group is
    /// tested.
    pub fn critical(&self) -> f64 {
        self.differences().critical()
    }

    /// The excess wins of each group in each cluster.
    fn differences(&self) -> Differences {
        let mut differences = Differences::new(self.count);
        for row in self.rows.chunks(self.count.max(1)) {
            differences.add(row.iter().map(GroupWins::excess));
        }
        differences
    }
}

impl GroupShare {
    /// The simultaneous interval of the excess for this critical value; `None` if it is not tested.
    pub fn interval(&self, critical: f64) -> Option<[f64; 2]> {
        let half = critical * self.error;
        let is_known = self.is_tested && half.is_finite();
        is_known.then_some([self.excess - half, self.excess + half])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Stream;

    /// Games of four players, of whom one wins. Each player is in each of the groups with a
    /// probability of one half; `edge` percent of the games are won by a member of the first one.
    /// Each cluster repeats its game.
    fn games(seed: u64, clusters: u32, groups: usize, edge: usize, copies: f64) -> Groups {
        games_of(seed, clusters, &vec![2; groups], edge, copies)
    }

    /// The same for groups to which one player of so many belongs.
    fn games_of(seed: u64, clusters: u32, groups: &[usize], edge: usize, copies: f64) -> Groups {
        let stream = Stream::named("groups");
        let mut found = Groups::new(groups.len(), copies);
        for cluster in 0..clusters {
            let mut draws = 1000 * cluster;
            let mut draw = |of: usize| {
                draws += 1;
                stream.below(seed, draws, of)
            };
            let members: Vec<Vec<bool>> =
                groups.iter().map(|&of| (0..4).map(|_| draw(of) == 0).collect()).collect();
            let favored: Vec<usize> = (0..4).filter(|&player| members[0][player]).collect();
            let winner = if draw(100) < edge && !favored.is_empty() {
                favored[draw(favored.len())]
            } else {
                draw(4)
            };
            let row = members.iter().map(|members| {
                let count =
                    f64::from(u8::try_from(members.iter().filter(|it| **it).count()).unwrap());
                let wins = f64::from(u8::from(members[winner]));
                GroupWins {
                    members: copies * count,
                    wins: copies * wins,
                    expected: copies * count / 4.0,
                }
            });
            found.add(&row.collect::<Vec<_>>());
        }
        found
    }

    fn clear(groups: &Groups) -> Vec<usize> {
        let critical = groups.critical();
        let is_clear = |&group: &usize| {
            let interval = groups.of(group).interval(critical);
            interval.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
        };
        (0..groups.count).filter(is_clear).collect()
    }

    #[test]
    fn only_a_group_that_wins_more_is_found() {
        // A favored member wins 40 % of the games in addition: of 2 members on average.
        let groups = games(1, 400, 6, 40, 1.0);
        assert_eq!(clear(&groups), [0]);
        let share = groups.of(0);
        assert!((0.06..0.16).contains(&share.excess), "{share:?}");
        assert!((share.sums.wins / share.sums.members - 0.25 - share.excess).abs() < 1e-9);
    }

    #[test]
    fn repeated_games_tell_nothing_more() {
        let (once, four) = (games(2, 200, 3, 40, 1.0), games(2, 200, 3, 40, 4.0));
        for group in 0..3 {
            let (one, other) = (once.of(group), four.of(group));
            assert!((one.excess - other.excess).abs() < 1e-9);
            assert!((one.error - other.error).abs() < 1e-9);
        }
        assert!((once.critical() - four.critical()).abs() < 1e-9);
    }

    #[test]
    fn false_findings_are_rare() {
        let reports = (0..60).filter(|&seed| !clear(&games(seed, 40, 6, 0, 1.0)).is_empty());
        let reports = reports.count();
        assert!(reports <= 8, "{reports} of 60");
    }

    #[test]
    fn a_small_group_that_never_wins_may_be_unlucky() {
        let groups: Vec<usize> = [[16; 20], [5; 20]].concat();
        let found = |seeds: u32| {
            let runs = 0..60;
            runs.filter(|&seed| !clear(&games_of(seed, seeds, &groups, 0, 1.0)).is_empty()).count()
        };
        let reports = [25, 60].map(found);
        assert!(reports.iter().all(|&reports| reports <= 8), "{reports:?} of 60");
    }

    #[test]
    fn a_group_of_all_players_has_its_share() {
        let mut groups = Groups::new(2, 1.0);
        for wins in [1.0, 0.0, 1.0] {
            let all = GroupWins { members: 3.0, wins: 1.0, expected: 3.0 * (1.0 / 3.0) };
            groups.add(&[all, GroupWins { members: 1.0, wins, expected: 1.0 / 3.0 }]);
        }
        assert_eq!((groups.of(0).excess, groups.of(0).is_tested), (0.0, false));
        // Three clusters are too few.
        assert_eq!(groups.of(1).interval(groups.critical()), None);
    }
}
