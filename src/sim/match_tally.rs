//! Adds up the games of a match between two kinds of players.
//!
//! The games of one seed, one in each arrangement of the seats, are a cluster.

use serde::Serialize;

use super::figures::{Share, real};
use super::game::Row;
use crate::lab::{ClusterMean, ClusterShare, SequentialTest, Verdict};
use crate::set::Id;
use crate::table::Player;

/// The games of a match.
#[derive(Default)]
pub struct MatchTally {
    /// The games that each kind won.
    wins: [ClusterShare; 2],
    undecided: u64,
    /// The points of an average player of each kind.
    points: [ClusterMean; 2],
    /// The points of the first kind's best player, minus those of the second kind's.
    margin: ClusterMean,
}

/// The summary of a match.
#[derive(Serialize)]
pub struct MatchSummary {
    /// The number of games.
    pub games: u64,
    /// The results of each kind of players.
    pub kinds: [KindSummary; 2],
    /// The games that nobody won.
    pub undecided: Share,
    /// The points of the first kind's best player, minus those of the second kind's.
    pub margin: Mean,
    /// How many games tell as much about the wins of the first kind as one independent game, at
    /// least 1.
    pub design_effect: f64,
}

/// The results of the players of one kind.
#[derive(Serialize)]
pub struct KindSummary {
    /// The word for the kind.
    pub seat: String,
    /// The games that players of this kind won, with an interval that allows for games of one seed
    /// being alike. Undecided games are won by neither kind.
    pub wins: Share,
    /// The points of a player at the end.
    pub points: Mean,
}

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Mean {
    /// The mean; `None` without games.
    pub mean: Option<f64>,
    /// Its interval; `None` with fewer than two seeds.
    pub interval: Option<[f64; 2]>,
}

impl From<&ClusterMean> for Mean {
    fn from(mean: &ClusterMean) -> Self {
        Self { mean: mean.mean(), interval: mean.interval() }
    }
}

impl From<&ClusterShare> for Share {
    fn from(wins: &ClusterShare) -> Self {
        Self { count: wins.count(), of: wins.of(), share: wins.share(), interval: wins.interval() }
    }
}

impl MatchTally {
    /// Adds all games of one seed, in the order of the arrangements.
    pub fn add(&mut self, arrangements: &[Vec<bool>], rows: &[Row]) {
        let games = rows.len() as u64;
        let mut wins = [0, 0];
        let (mut points, mut margin) = ([0.0, 0.0], 0.0);
        for (kinds, row) in arrangements.iter().zip(rows) {
            if let Some(winner) = row.winner {
                wins[usize::from(kinds[winner.index()])] += 1;
            }
            let of_kinds = [false, true].map(|kind| OfKind::new(kinds, kind, row));
            for (sum, of_kind) in points.iter_mut().zip(&of_kinds) {
                *sum += of_kind.average;
            }
            margin += of_kinds[0].best - of_kinds[1].best;
        }
        self.undecided += games - wins[0] - wins[1];
        let count = real(games);
        for kind in 0..2 {
            self.wins[kind].add(wins[kind], games);
            self.points[kind].add(points[kind] / count);
        }
        self.margin.add(margin / count);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins[0].of()
    }

    /// Whether the first kind wins as many games as the test asks for. An undecided game counts
    /// like a loss, so no verdict depends on games that are left out.
    pub fn verdict(&self, test: &SequentialTest) -> Verdict {
        test.verdict(&self.wins[0])
    }

    /// The summary for kinds with these words.
    pub fn summary(&self, words: &[String; 2]) -> MatchSummary {
        let kind = |kind: usize| KindSummary {
            seat: words[kind].clone(),
            wins: (&self.wins[kind]).into(),
            points: (&self.points[kind]).into(),
        };
        MatchSummary {
            games: self.games(),
            kinds: [kind(0), kind(1)],
            undecided: Share::new(self.undecided, self.games()),
            margin: (&self.margin).into(),
            design_effect: self.wins[0].design_effect(),
        }
    }
}

/// The points of one kind's players in a game.
struct OfKind {
    average: f64,
    best: f64,
}

impl OfKind {
    fn new(kinds: &[bool], kind: bool, row: &Row) -> Self {
        let seats = (0..kinds.len()).filter(|&seat| kinds[seat] == kind);
        let points: Vec<f64> = seats.map(|seat| real(row.points_of(Player::new(seat)))).collect();
        let average = points.iter().sum::<f64>() / real(points.len() as u64);
        Self { average, best: points.into_iter().fold(f64::NEG_INFINITY, f64::max) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::arrangement::arrangements;
    use super::*;

    fn row(winner: Option<usize>, points: &[i64]) -> Row {
        Row {
            seed: 1,
            winner: winner.map(Player::new),
            turns: 60,
            decisions: 300,
            points: points.iter().map(|&points| vec![("cities".to_owned(), points)]).collect(),
            uses: Vec::new(),
            failures: Vec::new(),
        }
    }

    #[test]
    fn wins_and_points_belong_to_the_kind_at_the_seat() {
        let arrangements = arrangements(2);
        let mut tally = MatchTally::default();
        // In the first game, the first kind has the first seat; in the second, the other one.
        tally.add(&arrangements, &[row(Some(0), &[10, 4]), row(Some(1), &[3, 10])]);
        tally.add(&arrangements, &[row(Some(0), &[10, 7]), row(None, &[6, 9])]);
        let summary = tally.summary(&["one", "other"].map(String::from));
        assert_eq!((summary.games, summary.undecided.count), (4, 1));
        assert_eq!(summary.kinds[0].wins.count, 3);
        assert_eq!(summary.kinds[1].wins.count, 0);
        assert_eq!(summary.kinds[0].wins.of, 4);
        assert_eq!(summary.kinds[0].points.mean, Some((10.0 + 10.0 + 10.0 + 9.0) / 4.0));
        assert_eq!(summary.kinds[1].points.mean, Some((4.0 + 3.0 + 7.0 + 6.0) / 4.0));
        assert_eq!(summary.margin.mean, Some((6.0 + 7.0 + 3.0 + 3.0) / 4.0));
        // Two wins and one: the variance between seeds is 4 / 3 of that of independent games.
        assert!((summary.design_effect - 4.0 / 3.0).abs() < 1e-12, "{}", summary.design_effect);
    }
}
