//! Fits weights to positions: the chances that they give should be those of the winners.

use super::Position;
use crate::seat::search::features::{FEATURES, Features};
use crate::seat::search::value::{PHASES, Weights, mix};
use crate::table::PLAYERS;

/// The number of steps.
const STEPS: i32 = 300;
/// The length of the first steps.
const RATE: f64 = 0.05;
/// The spread of a feature that counts as varying.
const LEAST_SPREAD: f64 = 1e-4;
/// How much large weights cost.
const DECAY: f64 = 1e-3;

/// A step for a slope of this size is only half as long.
const SMALL: f64 = 1e-8;

/// A number for each weight.
type Sums = [[f64; FEATURES]; PHASES];

/// A zero for each weight.
const ZEROS: Sums = [[0.0; FEATURES]; PHASES];

/// Weights that fit positions better than the first ones, and the average of the negated logarithms
/// of the chances that they give to the winners.
pub(super) fn fit(positions: &[Position], mut weights: Weights) -> (Weights, f64) {
    let units = spreads(positions);
    let mut descent = Descent { mean: ZEROS, square: ZEROS, known: [0.0; 2] };
    for step in 1..=STEPS {
        let (slopes, _) = slopes(positions, &weights);
        let rate = RATE * (1.0 - f64::from(step) / f64::from(STEPS + 1)).sqrt();
        descent.step(&mut weights, &slopes, &units, rate);
    }
    let loss = slopes(positions, &weights).1;
    (weights, loss)
}

/// The method of steepest descent with momentum and a length of step for each weight (Adam).
struct Descent {
    mean: Sums,
    square: Sums,
    /// How much of the averages comes from steps, rather than from their zeros at the beginning.
    known: [f64; 2],
}

/// How slowly the averages of slopes, and of their squares, change.
const MOMENTUM: [f64; 2] = [0.9, 0.99];

impl Descent {
    /// Makes a step that is as long for each feature as if all features were spread equally.
    fn step(&mut self, weights: &mut Weights, slopes: &Sums, units: &[f64; FEATURES], rate: f64) {
        for (known, momentum) in self.known.iter_mut().zip(MOMENTUM) {
            *known = momentum * *known + 1.0 - momentum;
        }
        let averages = self.mean.iter_mut().zip(&mut self.square);
        for ((weights, slopes), (means, squares)) in weights.of.iter_mut().zip(slopes).zip(averages)
        {
            for (at, unit) in units.iter().enumerate() {
                let slope = slopes[at] / unit + DECAY * weights[at] * unit;
                means[at] = MOMENTUM[0] * means[at] + (1.0 - MOMENTUM[0]) * slope;
                squares[at] = MOMENTUM[1] * squares[at] + (1.0 - MOMENTUM[1]) * slope * slope;
                let size = (squares[at] / self.known[1]).sqrt() + SMALL;
                weights[at] -= rate * means[at] / self.known[0] / size / unit;
            }
        }
    }
}

/// The standard deviation of each feature; 1 for one that hardly varies.
fn spreads(positions: &[Position]) -> [f64; FEATURES] {
    let (mut sum, mut squares, mut count) = ([0.0; FEATURES], [0.0; FEATURES], 0.0);
    for features in positions.iter().flat_map(|position| &position.features) {
        count += 1.0;
        for at in 0..FEATURES {
            let value = f64::from(features[at]);
            sum[at] += value;
            squares[at] += value * value;
        }
    }
    std::array::from_fn(|at| {
        let mean = sum[at] / count;
        let spread = (squares[at] / count - mean * mean).max(0.0).sqrt();
        if spread > LEAST_SPREAD { spread } else { 1.0 }
    })
}

/// The slopes of the average loss over positions by each weight, and that loss: the negated
/// logarithm of the winner's chance.
fn slopes(positions: &[Position], weights: &Weights) -> (Sums, f64) {
    let (mut sums, mut loss) = (ZEROS, 0.0);
    let mut features: [Features; PLAYERS] = [[0.0; FEATURES]; PLAYERS];
    for position in positions {
        let players = position.features.len();
        for (wide, narrow) in features.iter_mut().zip(&position.features) {
            *wide = narrow.map(f64::from);
        }
        let chances = weights.chances(&features, players, position.is_placement);
        loss -= chances[position.winner].max(f64::MIN_POSITIVE).ln();
        for (player, features) in features.iter().enumerate().take(players) {
            let error = chances[player] - f64::from(u8::from(player == position.winner));
            for (sums, share) in sums.iter_mut().zip(mix(features, position.is_placement)) {
                if share > 0.0 {
                    for (sum, feature) in sums.iter_mut().zip(features) {
                        *sum += error * share * feature;
                    }
                }
            }
        }
    }
    let count = f64::from(u32::try_from(positions.len().max(1)).expect("positions fit in memory"));
    (sums.map(|phase| phase.map(|sum| sum / count)), loss / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::search::features::Feature;

    /// Positions of two players who differ in points only; who has more wins three times of four.
    fn positions() -> Vec<Position> {
        let features = |points: f32| {
            let mut features = [0.0; FEATURES];
            features[Feature::Points as usize] = points;
            features
        };
        let position = |number: usize| Position {
            features: vec![features(0.2), features(0.8)],
            winner: usize::from(!number.is_multiple_of(4)),
            is_placement: false,
        };
        (0..100).map(position).collect()
    }

    #[test]
    fn chances_are_those_of_the_winners() {
        let (weights, loss) = fit(&positions(), Weights::zero());
        let mut features = [[0.0; FEATURES]; PLAYERS];
        features[0][Feature::Points as usize] = 0.2;
        features[1][Feature::Points as usize] = 0.8;
        let chances = weights.chances(&features, 2, false);
        assert!((chances[1] - 0.75).abs() < 0.02, "{chances:?}");
        let least = -(0.75 * 0.75_f64.ln() + 0.25 * 0.25_f64.ln());
        assert!((loss - least).abs() < 0.01, "{loss}");
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let positions = positions();
        let mut weights = Weights::zero();
        weights.of[1][Feature::Points as usize] = 0.7;
        let (sums, loss) = slopes(&positions, &weights);
        let step = 1e-6;
        for phase in [1, 2] {
            let mut other = weights.clone();
            other.of[phase][Feature::Points as usize] += step;
            let slope = (slopes(&positions, &other).1 - loss) / step;
            assert!((slope - sums[phase][Feature::Points as usize]).abs() < 1e-4);
        }
    }
}
