//! One game, and its row of results.

use serde::{Deserialize, Serialize};

use super::usables::Usables;
use super::uses::Uses;
use crate::game::Game;
use crate::game::award;
use crate::rules::Failure;
use crate::seat::{Seat, Stop, play_out};
use crate::set::Id;
use crate::table::{PLAYERS, Player};

/// The results of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The seed of its random results.
    pub seed: u64,
    /// The winner; `None` if the game ended undecided.
    pub winner: Option<Player>,
    /// The number of turns that were begun.
    pub turns: u16,
    /// The number of actions.
    pub decisions: u32,
    /// The points of each player by source, including hidden ones.
    pub points: Vec<Vec<(String, i64)>>,
    /// The number of uses of each thing by each player.
    pub uses: Vec<[u32; PLAYERS]>,
    /// The rules that failed and were skipped, such as `pack/rule`, one entry for each time.
    pub failures: Vec<String>,
}

/// Plays a game to its end.
///
/// # Errors
/// When a rule fails, or a seat leaves or is stuck.
pub fn play(game: &mut Game, seats: &mut [Box<dyn Seat>], things: &Usables) -> Result<Row, Stop> {
    play_watched(game, seats, things, &mut |_| Ok(()))
}

/// Plays a game to its end, and calls the observer for every action.
pub(super) fn play_watched(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    things: &Usables,
    observer: &mut dyn FnMut(&Game) -> Result<(), Stop>,
) -> Result<Row, Stop> {
    let mut uses = Uses::new(things);
    let mut decisions = 0;
    play_out(game, seats, &mut |played| {
        decisions += 1;
        uses.count(played);
        observer(played.game)
    })?;
    let (table, view) = (game.table(), game.view());
    let rules = game.rules();
    let failures = uses.failures.iter().map(|&rule| rules.rule(rule).id.clone());
    let points = table.everybody().iter().map(|player| award::all_points_by_source(view, player));
    Ok(Row {
        seed: table.seed(),
        winner: table.winner(),
        turns: table.turn(),
        decisions,
        points: points.collect::<Result<_, Failure>>()?,
        failures: failures.collect(),
        uses: uses.counts,
    })
}

impl Row {
    /// All points of a player.
    pub fn points_of(&self, player: Player) -> i64 {
        self.points[player.index()].iter().map(|(_, points)| points).sum()
    }
}
