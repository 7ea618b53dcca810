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
    undecided: ClusterShare,
    /// The points of an average player of each kind.
    points: [ClusterMean; 2],
    /// The share of wins of the first kind, minus that of the second.
    difference: ClusterMean,
    /// The points of the first kind's best player, minus those of the second kind's.
    margin: ClusterMean,
    turns: ClusterMean,
    decisions: ClusterMean,
    /// The games that each seat won: all, those as the first kind, and those as the second.
    seats: Vec<[ClusterShare; 3]>,
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
    /// The share of wins of the first kind, minus that of the second.
    pub difference: Gap,
    /// The points of the first kind's best player, minus those of the second kind's.
    pub margin: Gap,
    /// The turns begun in a game.
    pub turns: Mean,
    /// The actions of all players in a game.
    pub decisions: Mean,
    /// The wins of each seat, clockwise from the player who begins.
    pub seats: Vec<SeatSummary>,
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

/// The wins of a seat.
#[derive(Serialize)]
pub struct SeatSummary {
    /// The name of the player.
    pub name: String,
    /// The games that this player won, of all games.
    pub wins: Share,
    /// The same, of the games in which the player is of the first kind, and of the second.
    pub kinds: [Share; 2],
}

/// A mean difference between both kinds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Gap {
    /// The difference, and its interval.
    #[serde(flatten)]
    pub mean: Mean,
    /// How many games would find a difference of this size with a probability of 95 %; `None` if the
    /// interval does not contain 0.
    pub to_settle: Option<u64>,
}

impl Gap {
    fn new(difference: &ClusterMean, in_seed: u64) -> Self {
        let seeds = difference.to_settle();
        Self { mean: difference.into(), to_settle: seeds.map(|it| it.saturating_mul(in_seed)) }
    }

    /// The share of wins minus that of losses. If each game is one or the other, that is twice the
    /// share minus 1, and so is its interval.
    fn of_wins(wins: &ClusterShare, undecided: u64, difference: &ClusterMean) -> Self {
        let in_seed = wins.of().checked_div(wins.clusters()).unwrap_or(0);
        if undecided > 0 {
            let mut gap = Self::new(difference, in_seed);
            let interval = &mut gap.mean.interval;
            *interval = interval.map(|ends| ends.map(|end| end.clamp(-1.0, 1.0)));
            return gap;
        }
        let interval = wins.interval().map(|ends| ends.map(|end| 2.0 * end - 1.0));
        let is_open = interval.is_some_and(|[low, high]| low <= 0.0 && 0.0 <= high);
        let games = wins.games_to_find_majority().filter(|_| is_open);
        let whole = |games: u64| games.checked_next_multiple_of(in_seed);
        Self { mean: Mean { mean: difference.mean(), interval }, to_settle: games.and_then(whole) }
    }
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
        let mut length = [0.0, 0.0];
        for (kinds, row) in arrangements.iter().zip(rows) {
            if let Some(winner) = row.winner {
                wins[usize::from(kinds[winner.index()])] += 1;
            }
            let of_kinds = [false, true].map(|kind| OfKind::new(kinds, kind, row));
            for (sum, of_kind) in points.iter_mut().zip(&of_kinds) {
                *sum += of_kind.average;
            }
            margin += of_kinds[0].best - of_kinds[1].best;
            length[0] += real(row.turns);
            length[1] += real(row.decisions);
        }
        self.undecided.add(games - wins[0] - wins[1], games);
        let count = real(games);
        for kind in 0..2 {
            self.wins[kind].add(wins[kind], games);
            self.points[kind].add(points[kind] / count);
        }
        self.difference.add((real(wins[0]) - real(wins[1])) / count);
        self.margin.add(margin / count);
        self.turns.add(length[0] / count);
        self.decisions.add(length[1] / count);
        self.add_seats(arrangements, rows);
    }

    fn add_seats(&mut self, arrangements: &[Vec<bool>], rows: &[Row]) {
        self.seats.resize(arrangements[0].len(), Default::default());
        for (seat, all) in self.seats.iter_mut().enumerate() {
            for (share, kind) in all.iter_mut().zip([None, Some(false), Some(true)]) {
                let games = arrangements.iter().zip(rows);
                let of_kind = games.filter(|(kinds, _)| kind.is_none_or(|it| kinds[seat] == it));
                let is_won = |row: &Row| row.winner.is_some_and(|it| it.index() == seat);
                let won: Vec<bool> = of_kind.map(|(_, row)| is_won(row)).collect();
                let wins = won.iter().filter(|is_won| **is_won).count();
                share.add(wins as u64, won.len() as u64);
            }
        }
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

    /// The summary for kinds with these words, and players with these names.
    pub fn summary(&self, words: &[String; 2], names: &[String]) -> MatchSummary {
        let kind = |kind: usize| KindSummary {
            seat: words[kind].clone(),
            wins: (&self.wins[kind]).into(),
            points: (&self.points[kind]).into(),
        };
        let in_seed = self.games().checked_div(self.wins[0].clusters()).unwrap_or(0);
        let seat = |(name, shares): (&String, &[ClusterShare; 3])| {
            let [wins, first, second] = shares.each_ref().map(Share::from);
            SeatSummary { name: name.clone(), wins, kinds: [first, second] }
        };
        MatchSummary {
            games: self.games(),
            kinds: [kind(0), kind(1)],
            undecided: (&self.undecided).into(),
            difference: Gap::of_wins(&self.wins[0], self.undecided.count(), &self.difference),
            margin: Gap::new(&self.margin, in_seed),
            turns: (&self.turns).into(),
            decisions: (&self.decisions).into(),
            seats: names.iter().zip(&self.seats).map(seat).collect(),
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
        let names = ["red", "blue"].map(String::from);
        let summary = tally.summary(&["one", "other"].map(String::from), &names);
        assert_eq!((summary.games, summary.undecided.count), (4, 1));
        assert_eq!(summary.kinds[0].wins.count, 3);
        assert_eq!(summary.kinds[1].wins.count, 0);
        assert_eq!(summary.kinds[0].wins.of, 4);
        assert_eq!(summary.kinds[0].points.mean, Some((10.0 + 10.0 + 10.0 + 9.0) / 4.0));
        assert_eq!(summary.kinds[1].points.mean, Some((4.0 + 3.0 + 7.0 + 6.0) / 4.0));
        assert_eq!(summary.margin.mean.mean, Some((6.0 + 7.0 + 3.0 + 3.0) / 4.0));
        // By seeds, the first kind wins 1 and 1 / 2 of the games more than the second.
        assert_eq!(summary.difference.mean.mean, Some(0.75));
        assert_eq!((summary.turns.mean, summary.decisions.mean), (Some(60.0), Some(300.0)));
        // Red wins twice in two games as the first kind, and blue once.
        let [red, blue] = &summary.seats[..] else { panic!("there are two seats") };
        assert_eq!([&red.name, &blue.name], ["red", "blue"]);
        let counts = |seat: &SeatSummary| {
            [&seat.wins, &seat.kinds[0], &seat.kinds[1]].map(|share| (share.count, share.of))
        };
        assert_eq!(counts(red), [(2, 4), (2, 2), (0, 2)]);
        assert_eq!(counts(blue), [(1, 4), (1, 2), (0, 2)]);
        // Two wins and one: the variance between seeds is 4 / 3 of that of independent games.
        assert!((summary.design_effect - 4.0 / 3.0).abs() < 1e-12, "{}", summary.design_effect);
    }

    /// A match of two players, in which the first kind wins so many of the two games of each seed.
    fn won(seeds: &[u64]) -> MatchSummary {
        let arrangements = arrangements(2);
        let mut tally = MatchTally::default();
        for &wins in seeds {
            let winners = [Some(usize::from(wins < 1)), Some(usize::from(wins > 1))];
            tally.add(&arrangements, &winners.map(|winner| row(winner, &[10, 4])));
        }
        tally.summary(&["one", "other"].map(String::from), &["red", "blue"].map(String::from))
    }

    #[test]
    fn a_difference_of_shares_has_the_interval_of_the_share() {
        for seeds in [&[2, 2, 2][..], &[1, 2], &[2, 0, 1, 1, 2, 2, 1, 2, 0, 2]] {
            let summary = won(seeds);
            let share = summary.kinds[0].wins;
            let [low, high] = summary.difference.mean.interval.expect("there are games");
            let ends = share.interval.expect("there are games").map(|end| 2.0 * end - 1.0);
            assert_eq!(summary.difference.mean.interval, Some(ends));
            assert!(-1.0 <= low && low < high && high <= 1.0, "{low} to {high}");
            let mean = summary.difference.mean.mean.expect("there are games");
            assert!((mean - 2.0 * share.share.expect("there are games") + 1.0).abs() < 1e-12);
            // Whole seeds, and more games than these if they leave it open.
            let settled = summary.difference.to_settle;
            assert_eq!(settled.is_some(), low <= 0.0);
            assert!(settled.is_none_or(|games| games % 2 == 0 && games > summary.games));
        }
    }

    #[test]
    fn undecided_games_of_a_seed_are_a_cluster() {
        let arrangements = arrangements(2);
        let mut tally = MatchTally::default();
        for seed in 0..20 {
            let winner = (seed % 2 == 0).then_some(0);
            tally.add(&arrangements, &[row(winner, &[10, 4]), row(winner, &[10, 4])]);
        }
        let names = ["red", "blue"].map(String::from);
        let summary = tally.summary(&["one", "other"].map(String::from), &names);
        // Both games of a seed are alike, so the interval is that of 19 games and not of 40.
        let expected = Some(crate::lab::wilson(0.5, 19.0));
        let rounded = |ends: Option<[f64; 2]>| ends.map(|ends| ends.map(|end| format!("{end:.6}")));
        assert_eq!(rounded(summary.undecided.interval), rounded(expected));
        // With undecided games, the difference keeps Student's interval within its bounds.
        let mut tally = MatchTally::default();
        tally.add(&arrangements, &[row(Some(0), &[10, 4]), row(Some(1), &[10, 4])]);
        tally.add(&arrangements, &[row(Some(0), &[10, 4]), row(None, &[10, 4])]);
        let summary = tally.summary(&["one", "other"].map(String::from), &names);
        assert_eq!(summary.difference.mean.interval, Some([-1.0, 1.0]));
    }
}
