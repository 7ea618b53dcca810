//! Finds the weights of players that look ahead, by letting players play against themselves.
//!
//! A round plays many games, notes the features of positions, and fits the weights to the winners.
//! The players of the first round pursue the points that can be reached soonest; those of later
//! rounds look ahead with the weights so far. The result depends only on the seed, and not on the
//! number of threads.

mod fit;
mod positions;

pub use positions::{Position, play};

use std::sync::Arc;

use crate::content::WeightFile;
use crate::rules::Rules;
use crate::seat::search::value::Weights;

/// The weights that were found so far.
#[derive(Clone, Debug)]
pub struct Trained(Arc<Weights>);

impl Trained {
    /// The weights of a file.
    pub fn of(file: &WeightFile) -> Self {
        Self(Arc::new(Weights::from_file(&file.weights, &file.habits)))
    }

    /// The file with these weights, made by a command for these packs in some rounds.
    pub fn to_file(&self, command: String, packs: Vec<String>, rounds: u64) -> WeightFile {
        WeightFile {
            command,
            packs,
            rounds,
            habits: self.0.habits.to_file(),
            weights: self.0.to_file(),
        }
    }

    /// Weights that count nothing, with the habits of those that a game of these rules has now.
    pub fn nothing(rules: &Rules) -> Self {
        let habits = Weights::of(rules).habits;
        Self(Arc::new(Weights { habits, ..Weights::zero() }))
    }

    /// Weights that fit positions, found from those so far; and the average of the negated
    /// logarithms of the chances that they give to the winners.
    pub fn fit(positions: &[Position], start: &Self) -> (Self, f64) {
        let start = (*start.0).clone();
        let (weights, loss) = fit::fit(positions, start);
        (Self(Arc::new(weights)), loss)
    }

    /// The weights themselves.
    fn weights(&self) -> Arc<Weights> {
        Arc::clone(&self.0)
    }
}
