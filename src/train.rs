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
    /// The weights of a file, with which the players of the next round look ahead; `None` before the
    /// first round.
    pub fn of(file: &WeightFile) -> Option<Self> {
        (file.rounds > 0).then(|| Self(Arc::new(read(file))))
    }

    /// The weights themselves.
    fn weights(&self) -> Arc<Weights> {
        Arc::clone(&self.0)
    }
}

/// The file before the first round of a command, for games of these rules: its weights count
/// nothing, and its habits are those that the players of such a game have now.
pub fn begin(command: String, rules: &Rules) -> WeightFile {
    let packs = rules.packs.iter().map(|pack| pack.id.clone()).collect();
    let weights = Weights { habits: Weights::of(rules).habits, ..Weights::zero() };
    write(&weights, WeightFile { command, packs, ..WeightFile::default() })
}

/// The file after a round with these positions, found from the one before it; and the average of the
/// negated logarithms of the chances that its weights give to the winners.
pub fn fit(positions: &[Position], before: &WeightFile) -> (WeightFile, f64) {
    let (weights, loss) = fit::fit(positions, read(before));
    let rounds = before.rounds + 1;
    (write(&weights, WeightFile { rounds, ..before.clone() }), loss)
}

fn read(file: &WeightFile) -> Weights {
    Weights::from_file(&file.weights, &file.habits)
}

fn write(weights: &Weights, file: WeightFile) -> WeightFile {
    WeightFile { habits: weights.habits.to_file(), weights: weights.to_file(), ..file }
}
