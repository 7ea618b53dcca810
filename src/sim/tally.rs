//! Adds up the results of many games, and summarizes them.
//!
//! A tally stores only counts, so its size does not depend on the number of games.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::{Counts, Distribution, Share, ratio};
use super::game::Row;
use super::layout::Layout;
use super::usables::{Category, Usable};
use crate::set::Id;
use crate::table::{PLAYERS, Player};

/// The counts of many games.
pub struct Tally {
    players: usize,
    games: u64,
    wins: [u64; PLAYERS],
    points: [i64; PLAYERS],
    turns: Counts,
    decisions: Counts,
    /// The total points of all players, and of the winners alone, by source.
    sources: BTreeMap<String, [i64; 2]>,
    uses: Vec<UseCount>,
    failures: BTreeMap<String, u64>,
}

/// The uses of one thing.
#[derive(Clone, Copy, Default)]
struct UseCount {
    times: u64,
    /// The games in which anybody used it.
    games: u64,
    /// The players who used it, each player counted once per game.
    players: u64,
    /// The winners among them.
    winners: u64,
}

/// The summary of many games.
#[derive(Serialize)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The results of each player.
    pub players: Vec<PlayerSummary>,
    /// The games that nobody won.
    pub undecided: Share,
    /// The number of turns in a game.
    pub turns: Option<Distribution>,
    /// The number of actions in a game.
    pub decisions: Option<Distribution>,
    /// The average points at the end by source, highest first.
    pub points: Vec<PointSource>,
    /// The uses of things.
    pub uses: Vec<Usage>,
    /// How often each rule failed and was skipped.
    pub failures: BTreeMap<String, u64>,
}

/// The results of the games for one player.
#[derive(Serialize)]
pub struct PlayerSummary {
    /// The name of the player.
    pub name: String,
    /// The strategy of the player.
    pub seat: String,
    /// The games that the player won.
    pub wins: Share,
    /// The average points at the end.
    pub points: Option<f64>,
}

/// The average points from a source.
#[derive(Serialize)]
pub struct PointSource {
    /// A kind of piece, an award, goods or a rule.
    pub source: String,
    /// The points of winners.
    pub winner: Option<f64>,
    /// The points of all players.
    pub player: Option<f64>,
}

/// The uses of a thing.
#[derive(Serialize)]
pub struct Usage {
    /// The category of its uses.
    #[serde(rename = "sort")]
    pub category: Category,
    /// Its name.
    pub name: String,
    /// The number of uses by all players together.
    pub times: u64,
    /// The number of uses per game.
    pub per_game: Option<f64>,
    /// The games in which any player used it.
    pub games: Share,
    /// The wins of the players who used it, each player counted once per game.
    pub wins: Share,
}

impl Tally {
    /// An empty tally for games of this layout.
    pub fn new(layout: &Layout) -> Self {
        Self {
            players: layout.players.len(),
            games: 0,
            wins: [0; PLAYERS],
            points: [0; PLAYERS],
            turns: Counts::default(),
            decisions: Counts::default(),
            sources: BTreeMap::new(),
            uses: vec![UseCount::default(); layout.things.len()],
            failures: BTreeMap::new(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        if let Some(winner) = row.winner {
            self.wins[winner.index()] += 1;
        }
        self.turns.add(row.turns.into());
        self.decisions.add(row.decisions.into());
        for player in (0..self.players).map(Player::new) {
            let has_won = row.winner == Some(player);
            self.points[player.index()] += row.points_of(player);
            for (source, points) in &row.points[player.index()] {
                let [all, winners] = self.sources.entry(source.clone()).or_default();
                *all += points;
                *winners += if has_won { *points } else { 0 };
            }
        }
        for (used, times) in self.uses.iter_mut().zip(&row.uses) {
            used.add(times, row.winner);
        }
        for rule in &row.failures {
            *self.failures.entry(rule.clone()).or_default() += 1;
        }
    }

    /// The summary of the games of this layout.
    pub fn summary(&self, layout: &Layout) -> Summary {
        let players = layout.players.iter().zip(self.wins.into_iter().zip(self.points));
        let won = self.wins.iter().sum::<u64>();
        Summary {
            games: self.games,
            players: players
                .map(|(player, (wins, points))| PlayerSummary {
                    name: player.name.clone(),
                    seat: player.seat.clone(),
                    wins: Share::new(wins, self.games),
                    points: ratio(points, self.games),
                })
                .collect(),
            undecided: Share::new(self.games - won, self.games),
            turns: self.turns.spread(),
            decisions: self.decisions.spread(),
            points: self.sources(won),
            uses: self.usages(&layout.things),
            failures: self.failures.clone(),
        }
    }

    fn sources(&self, won: u64) -> Vec<PointSource> {
        let mut sources: Vec<(&String, &[i64; 2])> = self.sources.iter().collect();
        sources.sort_by_key(|(_, sums)| std::cmp::Reverse(**sums));
        let seats = self.games * self.players as u64;
        let source = |(source, &[all, winners]): (&String, &[i64; 2])| PointSource {
            source: source.clone(),
            winner: ratio(winners, won),
            player: ratio(all, seats),
        };
        sources.into_iter().map(source).collect()
    }

    fn usages(&self, things: &[Usable]) -> Vec<Usage> {
        let usage = |(thing, used): (&Usable, &UseCount)| Usage {
            category: thing.category,
            name: thing.name.clone(),
            times: used.times,
            per_game: ratio(used.times, self.games),
            games: Share::new(used.games, self.games),
            wins: Share::new(used.winners, used.players),
        };
        let mut usages: Vec<Usage> = things.iter().zip(&self.uses).map(usage).collect();
        usages.sort_by_key(|usage| usage.category);
        usages
    }
}

impl UseCount {
    /// Adds a game, given the number of uses by each player.
    fn add(&mut self, times: &[u32; PLAYERS], winner: Option<Player>) {
        let sum: u64 = times.iter().map(|&times| u64::from(times)).sum();
        self.times += sum;
        self.games += u64::from(sum > 0);
        self.players += times.iter().filter(|&&times| times > 0).count() as u64;
        self.winners += u64::from(winner.is_some_and(|winner| times[winner.index()] > 0));
    }
}
