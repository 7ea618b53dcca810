//! Trials of plans: each is played on samples of the game, and the game then goes on for some turns
//! with players who pursue the points that can be reached soonest.

use std::array;

use super::copy_of;
use super::evaluate::Evaluator;
use super::market::real;
use crate::action::Action;
use crate::content::Habits;
use crate::game::{Game, PlayerView, Refusal};
use crate::seat::{Decision, Greedy, Seat, next_to_act};
use crate::set::Id;
use crate::table::{PLAYERS, Player, Step};

/// The maximum number of refused decisions in a trial.
const REFUSALS: usize = 20;
/// The number of rounds that a trial lasts: after fewer, the features tell less about the end of
/// the game; after more, so do chance and the others.
const ROUNDS: u16 = 2;
/// The number of samples after which plans can be dropped for the first time.
const FIRST: u64 = 4;
/// If the budget is not enough for this number of samples of each plan, fewer plans are tried out.
const ENOUGH: u64 = 8;
/// This many plans are tried out even with a small budget.
const FEWEST: u64 = 2;
/// The maximum number of samples.
const MOST: u64 = 60;
/// A plan is dropped if it is this many standard errors below the best one.
const CLEARLY: f64 = 1.0;
/// All plans are alike at first, as if this number of trials had shown it.
const ALIKE: f64 = 6.0;
/// How much better than the others the first plan is in these trials. With few trials, the best of
/// several plans looks better than it is.
const TRUST: f64 = 0.06;

/// Plays plans on samples.
pub(super) struct Trials<'a> {
    evaluator: &'a Evaluator,
    me: Player,
    seed: u64,
    /// The number of actions that may still be played.
    left: u32,
    /// The number of samples that are played even if a single plan is left.
    pub(super) least: u64,
    /// The players who continue the game after a plan.
    seats: [Greedy; PLAYERS],
    /// The game of the current trial; its memory is reused.
    game: Option<Game>,
    legal: Vec<Action>,
}

/// The chances to win that a plan had in the samples so far, at the ends of the trials.
struct Tried {
    index: usize,
    values: Vec<f64>,
}

impl Tried {
    /// What is to be expected of the plan, to be compared with a plan that has as many trials.
    fn score(&self) -> f64 {
        let trust = if self.index == 0 { TRUST } else { 0.0 };
        let sum: f64 = self.values.iter().sum();
        (sum + ALIKE * trust) / (real(self.values.len()) + ALIKE)
    }

    /// How much better than this plan another one was in each sample of this plan.
    fn gaps(&self, best: &Self) -> Vec<f64> {
        best.values.iter().zip(&self.values).map(|(one, own)| one - own).collect()
    }

    /// Whether another plan is clearly better in the same samples.
    fn is_clearly_below(&self, best: &Self) -> bool {
        let values = best.values[..self.values.len()].to_vec();
        let gap = Self { index: best.index, values }.score() - self.score();
        standard_error(&self.gaps(best)).is_some_and(|error| gap >= CLEARLY * error)
    }
}

/// What trials tell about a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    /// The number of the plan.
    pub(super) index: usize,
    /// The chance to win after it.
    pub(super) value: f64,
    /// The standard error of the chance; `None` after a single trial.
    pub(super) error: Option<f64>,
}

/// What was found out about plans, best first. `kept` begins with the best one.
///
/// A plan is measured by its distance from the best one in the same samples, since most of what
/// differs between samples is luck that both plans share. In as many samples as the best one has,
/// that is its mean. It can be above the mean of the best one, since plans are ordered by scores
/// and not by means.
fn estimates(kept: &[Tried], dropped: &[Tried]) -> Vec<Estimate> {
    let Some(best) = kept.first().filter(|best| !best.values.is_empty()) else {
        return Vec::new();
    };
    let (most, own) = (mean(&best.values), standard_error(&best.values));
    let first = Estimate { index: best.index, value: most, error: own };
    let from_best = |tried: &Tried| {
        let gaps = tried.gaps(best);
        let error = if tried.values.len() == best.values.len() {
            standard_error(&tried.values)
        } else {
            let errors = own.zip(standard_error(&gaps));
            errors.map(|(one, other)| (one * one + other * other).sqrt())
        };
        Estimate { index: tried.index, value: (most - mean(&gaps)).clamp(0.0, 1.0), error }
    };
    let mut estimates: Vec<Estimate> =
        kept[1..].iter().chain(dropped).map(from_best).chain([first]).collect();
    estimates.sort_by(|one, other| other.value.total_cmp(&one.value));
    estimates.sort_by_key(|estimate| estimate.index != best.index);
    estimates
}

/// The standard error of the mean; `None` for a single value.
fn standard_error(values: &[f64]) -> Option<f64> {
    let (mean, count) = (mean(values), real(values.len()));
    let squares: f64 = values.iter().map(|it| (it - mean) * (it - mean)).sum();
    (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / real(values.len().max(1))
}

/// Whether a budget of actions is enough for `ENOUGH` samples of one more plan, if one trial of each of
/// `count` plans has taken `spent` actions in all.
fn pays_for_another(budget: u32, spent: u32, count: u64) -> bool {
    count < FEWEST || ENOUGH * (count + 1) * u64::from(spent) <= u64::from(budget) * count
}

impl<'a> Trials<'a> {
    /// Trials for a player whose first idea comes from this adviser, with at most about this number
    /// of actions in all.
    pub(super) fn new(
        evaluator: &'a Evaluator,
        (me, adviser): (Player, &Greedy),
        seed: u64,
        left: u32,
    ) -> Self {
        let mut seats: [Greedy; PLAYERS] = array::from_fn(|_| adviser.beside(Habits::GREEDY));
        seats[me.index()] = adviser.beside(evaluator.habits());
        Self { evaluator, me, seed, left, least: 0, seats, game: None, legal: Vec::new() }
    }

    /// The chance to win after each plan that is tried out, best first. A small budget is enough for
    /// the first plans only. All of them are played on the same samples; one that is clearly worse
    /// than another one is dropped.
    pub(super) fn compare(
        &mut self,
        view: &PlayerView<'_>,
        plans: &[Vec<Action>],
    ) -> Vec<Estimate> {
        let tried = |index| Tried { index, values: Vec::new() };
        let mut open: Vec<Tried> = (0..plans.len()).map(tried).collect();
        let mut dropped = Vec::new();
        let budget = self.left;
        for number in 1..=MOST {
            if self.left == 0 || open.len() <= 1 && number > self.least {
                break;
            }
            let Some(sample) = view.sample(self.seed.wrapping_add(number)) else { break };
            let mut count = 0;
            open.retain_mut(|tried| {
                if number == 1 && !pays_for_another(budget, budget - self.left, count) {
                    return false;
                }
                let value = self.value(&sample, &plans[tried.index]);
                tried.values.extend(value);
                count += u64::from(value.is_some());
                // A plan that cannot be played is no plan.
                value.is_some() || self.left == 0
            });
            if self.left == 0 {
                // Only what was found on the same samples can be compared.
                let least = open.iter().map(|tried| tried.values.len()).min().unwrap_or(0);
                for tried in &mut open {
                    tried.values.truncate(least);
                }
                break;
            }
            if number >= FIRST {
                open.sort_by(|one, other| other.score().total_cmp(&one.score()));
                let [best, others @ ..] = &mut open[..] else { break };
                let is_kept: Vec<bool> =
                    others.iter().map(|other| !other.is_clearly_below(best)).collect();
                let mut kept = [true].into_iter().chain(is_kept);
                dropped.extend(open.extract_if(.., |_| !kept.next().unwrap_or(true)));
            }
        }
        open.sort_by(|one, other| other.score().total_cmp(&one.score()));
        estimates(&open, &dropped)
    }

    /// The value of a sample some turns after a plan; `None` if the plan cannot be played, or if no
    /// more actions may be played.
    fn value(&mut self, sample: &Game, plan: &[Action]) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        let mut game = copy_of(sample, self.game.take());
        let value = self.play_out(&mut game, plan);
        self.game = Some(game);
        value
    }

    fn play_out(&mut self, game: &mut Game, plan: &[Action]) -> Option<f64> {
        for (number, &action) in plan.iter().enumerate() {
            match game.play(self.me, action) {
                Ok(_) => {}
                // What a plan found on another sample may not be possible on this one.
                Err(Refusal::Illegal(_)) if number > 0 => break,
                Err(_) => return None,
            }
            self.left = self.left.saturating_sub(1);
        }
        self.go_on(game)?;
        self.evaluator.value(game, self.me).ok()
    }

    /// Plays some turns.
    fn go_on(&mut self, game: &mut Game) -> Option<()> {
        let mut seats = self.seats.clone();
        let round = u16::try_from(game.table().everybody().len()).expect("few players");
        let end = game.table().turn() + ROUNDS * round;
        let mut refusals = 0;
        while !game.is_over() {
            let table = game.table();
            let is_between = table.step() == Step::Roll && game.question().is_none();
            if table.turn() >= end && is_between {
                break;
            }
            let player = next_to_act(game)?;
            game.list_legal(player, &mut self.legal).ok()?;
            let seat = &mut seats[player.index()];
            let wish = seat.choose(&game.player_view(Some(player)), &self.legal).ok()?;
            let Decision::Act(action) = wish else { return None };
            self.left = self.left.saturating_sub(1);
            let played = if self.legal.contains(&action) {
                game.play_listed(player, action)
            } else {
                game.play(player, action).map(|_| ())
            };
            match played {
                Ok(()) => {}
                Err(refused @ Refusal::Illegal(_)) if refusals < REFUSALS => {
                    refusals += 1;
                    seat.refused(&game.player_view(Some(player)), &wish, &refused);
                }
                Err(_) => return None,
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_plan_is_measured_by_its_distance_from_the_best() {
        let tried = |index, values: &[f64]| Tried { index, values: values.to_vec() };
        let kept = [tried(1, &[0.5, 0.75].repeat(6)), tried(2, &[0.25, 0.625].repeat(6))];
        let dropped =
            [tried(5, &[0.25, 0.375].repeat(3)), tried(3, &[0.125]), tried(4, &[0.75, 0.75])];
        let found = estimates(&kept, &dropped);
        let values: Vec<_> = found.iter().map(|it| (it.index, it.value)).collect();
        // The samples of plan 5 were unlucky ones. Plan 4 was better in the few that it has.
        let expected = [(1, 0.625), (4, 0.75), (2, 0.4375), (5, 0.3125), (3, 0.25)];
        for ((index, value), (number, wanted)) in values.iter().zip(expected) {
            assert!(*index == number && (value - wanted).abs() < 1e-12, "{values:?}");
        }
        let error = |index| found.iter().find(|it| it.index == index).unwrap().error;
        assert!(error(5) > error(1) && error(3).is_none(), "{found:?}");
        assert_eq!(error(2), standard_error(&kept[1].values));
        assert!(estimates(&[tried(0, &[])], &dropped).is_empty());
    }

    #[test]
    fn a_small_budget_pays_for_few_plans() {
        assert!(pays_for_another(100, 90, 1), "two plans are always compared");
        assert!(pays_for_another(960, 80, 2), "three plans have 8 samples each");
        assert!(!pays_for_another(959, 80, 2));
    }

    #[test]
    fn the_first_plan_is_trusted_until_trials_contradict() {
        let score = |index, value: f64, count| Tried { index, values: vec![value; count] }.score();
        assert!((score(1, 0.75, 6) - 0.375).abs() < 1e-12);
        assert!(score(0, 0.5, 4) > score(1, 0.55, 4));
        assert!(score(0, 0.5, 60) < score(1, 0.51, 60));
    }
}
