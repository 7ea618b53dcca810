//! Games of many rule sets or players with the same seeds, summed up by cell: a cell is one
//! combination of settings, rules and players.

use serde::{Deserialize, Serialize};

use super::figures::{Share, real};
use super::game::Row;
use super::match_tally::Mean;
use crate::lab::{ClusterMean, ClusterShare};
use crate::set::Id;
use crate::table::Player;

/// A game of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CellGame {
    /// The seed of its random results.
    pub seed: u64,
    /// The winner's seat, from 0; `None` if the game ended undecided.
    pub winner: Option<usize>,
    /// The number of turns that were begun.
    pub turns: u16,
    /// The number of actions.
    pub decisions: u32,
    /// All points of each player at the end.
    pub points: Vec<i64>,
    /// How often rules failed and were skipped.
    pub failures: usize,
}

/// The games of a cell.
#[derive(Clone, Debug)]
pub struct CellTally {
    /// The number of games of each seed.
    in_seed: usize,
    /// The games of the current seed.
    current: Vec<CellGame>,
    seeds: u64,
    wins: Vec<ClusterShare>,
    undecided: ClusterShare,
    means: [ClusterMean; MEASURES],
    failures: usize,
}

/// The summary of a cell.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CellSummary {
    /// The number of seeds.
    pub seeds: u64,
    /// The number of games.
    pub games: u64,
    /// The turns of a game.
    pub turns: Mean,
    /// The actions of a game.
    pub decisions: Mean,
    /// The points of the winner, or the most points of a player if nobody won.
    pub best: Mean,
    /// The points of an average player.
    pub average: Mean,
    /// The points of the best player minus those of the best other one.
    pub margin: Mean,
    /// The games that each seat won, clockwise.
    pub wins: Vec<Share>,
    /// The games that nobody won.
    pub undecided: Share,
    /// How often rules failed and were skipped.
    pub failures: usize,
}

/// The number of means in a summary.
const MEASURES: usize = 5;

impl From<&Row> for CellGame {
    fn from(row: &Row) -> Self {
        let points = (0..row.points.len()).map(|seat| row.points_of(Player::new(seat)));
        Self {
            seed: row.seed,
            winner: row.winner.map(Id::index),
            turns: row.turns,
            decisions: row.decisions,
            points: points.collect(),
            failures: row.failures.len(),
        }
    }
}

impl CellGame {
    /// Turns, decisions, points of the best and of an average player, and the margin.
    fn measures(&self) -> [f64; MEASURES] {
        let best = self.winner.or_else(|| {
            let seats = 0..self.points.len();
            seats.max_by_key(|&seat| (self.points[seat], std::cmp::Reverse(seat)))
        });
        let best = best.unwrap_or(0);
        let others = self.points.iter().enumerate().filter(|&(seat, _)| seat != best);
        let next = others.map(|(_, &points)| points).max();
        let sum: i64 = self.points.iter().sum();
        let most = self.points.get(best).copied().unwrap_or(0);
        let average = real(sum) / real(self.points.len().max(1) as u64);
        let margin = real(most - next.unwrap_or(0));
        [real(self.turns), real(self.decisions), real(most), average, margin]
    }
}

impl CellTally {
    /// No games yet, of this number of players and of games of each seed.
    pub fn new(players: usize, in_seed: usize) -> Self {
        Self {
            in_seed,
            current: Vec::new(),
            seeds: 0,
            wins: vec![ClusterShare::default(); players],
            undecided: ClusterShare::default(),
            means: Default::default(),
            failures: 0,
        }
    }

    /// Adds a game. It counts once all games of its seed are there.
    pub fn add(&mut self, game: CellGame) {
        self.current.push(game);
        if self.current.len() < self.in_seed {
            return;
        }
        let games = std::mem::take(&mut self.current);
        let (count, of) = (games.len() as u64, real(games.len() as u64));
        self.seeds += 1;
        for (seat, wins) in self.wins.iter_mut().enumerate() {
            wins.add(won(&games, Some(seat)), count);
        }
        self.undecided.add(won(&games, None), count);
        let mut sums = [0.0; MEASURES];
        for game in &games {
            sums.iter_mut().zip(game.measures()).for_each(|(sum, it)| *sum += it);
            self.failures += game.failures;
        }
        self.means.iter_mut().zip(sums).for_each(|(mean, sum)| mean.add(sum / of));
    }

    /// The summary of all seeds that are complete.
    pub fn summary(&self) -> CellSummary {
        let [turns, decisions, best, average, margin] = self.means.each_ref().map(Mean::from);
        CellSummary {
            seeds: self.seeds,
            games: self.seeds * self.in_seed as u64,
            turns,
            decisions,
            best,
            average,
            margin,
            wins: self.wins.iter().map(Share::from).collect(),
            undecided: (&self.undecided).into(),
            failures: self.failures,
        }
    }
}

/// How many of these games ended in this way.
fn won(games: &[CellGame], winner: Option<usize>) -> u64 {
    games.iter().filter(|game| game.winner == winner).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(winner: Option<usize>, turns: u16, points: &[i64]) -> CellGame {
        let points = points.to_vec();
        CellGame { seed: 1, winner, turns, decisions: 100, points, failures: 1 }
    }

    #[test]
    fn a_seed_counts_when_all_its_games_are_there() {
        let mut tally = CellTally::new(2, 2);
        tally.add(game(Some(0), 50, &[10, 7]));
        assert_eq!(tally.summary().games, 0);
        tally.add(game(None, 60, &[8, 9]));
        tally.add(game(Some(1), 90, &[3, 10]));
        let summary = tally.summary();
        assert_eq!((summary.seeds, summary.games, summary.failures), (1, 2, 2));
        assert_eq!(summary.turns, Mean { mean: Some(55.0), interval: None });
        assert_eq!(summary.best.mean, Some(9.5));
        assert_eq!(summary.average.mean, Some(8.5));
        assert_eq!(summary.margin.mean, Some(2.0));
        assert_eq!((summary.wins[0].count, summary.wins[1].count), (1, 0));
        assert_eq!((summary.undecided.count, summary.undecided.of), (1, 2));
    }
}
