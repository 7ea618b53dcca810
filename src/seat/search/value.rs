//! The value of a position: each player's chance to win, from features and weights.

use std::collections::BTreeMap;

use super::features::{FEATURES, Feature, Features};
use crate::content::{Habits, built_in_weights};
pub(crate) use crate::rules::PHASES;
use crate::rules::Rules;
use crate::table::PLAYERS;

/// The weights of features. Between the beginning and the end of the game, they are mixed by the
/// player's share of the points needed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Weights {
    /// The weights of each phase.
    pub(crate) of: [[f64; FEATURES]; PHASES],
    /// What the player values before it looks ahead.
    pub(crate) habits: Habits,
}

impl Weights {
    /// The weights for a game: those beside the scenario's file, or else the built-in ones.
    pub(crate) fn of(rules: &Rules) -> Self {
        if let Some(own) = &rules.weights {
            return Self::from_file(&own.of, &own.habits);
        }
        let built_in = built_in_weights(rules);
        built_in.map_or_else(Self::plain, |file| Self::from_file(&file.weights, &file.habits))
    }

    /// Weights that count nothing.
    pub(crate) fn zero() -> Self {
        Self { of: [[0.0; FEATURES]; PHASES], habits: Habits::GREEDY }
    }

    /// Weights that only count points and income.
    pub(crate) fn plain() -> Self {
        let mut weights = [0.0; FEATURES];
        weights[Feature::Points as usize] = 6.0;
        weights[Feature::WorthOfIncome as usize] = 2.0;
        Self { of: [weights; PHASES], habits: Habits::GREEDY }
    }

    /// The weights of a file; features that it does not name have no weight.
    pub(crate) fn from_file(
        file: &BTreeMap<String, [f64; PHASES]>,
        habits: &BTreeMap<String, u32>,
    ) -> Self {
        let mut of = [[0.0; FEATURES]; PHASES];
        for &(feature, name) in Feature::ALL {
            if let Some(weights) = file.get(name) {
                for (phase, weight) in of.iter_mut().zip(weights) {
                    phase[feature as usize] = *weight;
                }
            }
        }
        Self { of, habits: Habits::from_file(habits) }
    }

    /// The weights by the names of features, rounded to four digits.
    pub(crate) fn to_file(&self) -> BTreeMap<String, [f64; PHASES]> {
        let row = |&(feature, name): &(Feature, &str)| {
            let rounded = |weight: f64| (weight * 10_000.0).round() / 10_000.0;
            (name.to_owned(), self.of.map(|phase| rounded(phase[feature as usize])))
        };
        Feature::ALL.iter().map(row).collect()
    }

    /// The chances of the players to win, by seat.
    pub(crate) fn chances(
        &self,
        features: &[Features; PLAYERS],
        players: usize,
        is_placement: bool,
    ) -> [f64; PLAYERS] {
        let mut chances = [0.0; PLAYERS];
        for (chance, features) in chances.iter_mut().zip(features).take(players) {
            *chance = self.score(features, is_placement);
        }
        let most = chances[..players].iter().copied().fold(f64::MIN, f64::max);
        let mut sum = 0.0;
        for chance in &mut chances[..players] {
            *chance = exp(*chance - most);
            sum += *chance;
        }
        chances[..players].iter_mut().for_each(|chance| *chance /= sum);
        chances
    }

    /// The score of a player.
    fn score(&self, features: &Features, is_placement: bool) -> f64 {
        let mut score = 0.0;
        for (share, weights) in mix(features, is_placement).into_iter().zip(&self.of) {
            if share > 0.0 {
                let sum: f64 = weights.iter().zip(features).map(|(w, f)| w * f).sum();
                score += share * sum;
            }
        }
        score
    }
}

/// The shares of the phases in the weights of a player.
pub(crate) fn mix(features: &Features, is_placement: bool) -> [f64; PHASES] {
    if is_placement {
        return [1.0, 0.0, 0.0];
    }
    let late = features[Feature::Points as usize].clamp(0.0, 1.0);
    [0.0, 1.0 - late, late]
}

/// An approximation of the exponential function of a number up to 0. It consists of
/// multiplications, whose results are the same on every machine.
fn exp(number: f64) -> f64 {
    let mut power = 1.0 + number.max(-500.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power
}
