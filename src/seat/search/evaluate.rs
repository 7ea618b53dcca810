//! The value of positions for one decision.

use super::features::Analyst;
use super::market::Market;
use super::value::Weights;
use crate::content::Habits;
use crate::game::Game;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Player, Step};
use std::sync::Arc;

/// Evaluates the positions of one decision.
#[derive(Debug)]
pub(super) struct Evaluator {
    analyst: Analyst,
    weights: Arc<Weights>,
}

impl Evaluator {
    pub(super) fn of(game: &Game, weights: &Arc<Weights>) -> Result<Self, Failure> {
        Ok(Self { analyst: Analyst::of(game)?, weights: Arc::clone(weights) })
    }

    /// What the player values before it looks ahead.
    pub(super) fn habits(&self) -> Habits {
        self.weights.habits
    }

    pub(super) fn market(&self) -> &Market {
        &self.analyst.market
    }

    /// The chance of a player to win.
    pub(super) fn value(&self, game: &Game, player: Player) -> Result<f64, Failure> {
        if let Some(winner) = game.table().winner() {
            return Ok(if winner == player { 1.0 } else { 0.0 });
        }
        let features = self.analyst.features(game)?;
        let players = game.table().everybody().len();
        let is_placement = matches!(game.table().step(), Step::Place(_));
        Ok(self.weights.chances(&features, players, is_placement)[player.index()])
    }
}
