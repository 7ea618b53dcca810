//! Trials of plans: each is played on samples of the game, and the game then goes on for some turns
//! with players who pursue the points that can be reached soonest.

use super::evaluate::Evaluator;
use super::market::real;
use crate::action::Action;
use crate::game::{Game, PlayerView, Refusal};
use crate::seat::{Decision, Greedy, Seat, next_to_act};
use crate::set::Id;
use crate::table::{PLAYERS, Player, Step};

/// The maximum number of refused decisions in a trial.
const REFUSALS: usize = 20;
/// The number of turns that a trial lasts.
const TURNS: u16 = 12;
/// The number of samples after which plans can be dropped for the first time.
const FIRST: usize = 4;
/// A plan is dropped if its average is this many standard errors below the best one.
const CLEARLY: f64 = 2.2;

/// Plays plans on samples.
pub(super) struct Trials<'a> {
    evaluator: &'a Evaluator,
    me: Player,
    seed: u64,
    /// The number of actions that may still be played.
    left: u32,
    /// The number of samples that are played even if a single plan is left.
    pub(super) least: u64,
    /// The game of the current trial; its memory is reused.
    game: Option<Game>,
    legal: Vec<Action>,
}

/// The values of a plan in the samples so far.
struct Tried {
    index: usize,
    values: Vec<f64>,
}

impl Tried {
    fn mean(&self) -> f64 {
        mean(&self.values)
    }

    /// Whether another plan is clearly better in the same samples.
    fn is_clearly_below(&self, best: &Self) -> bool {
        let gaps: Vec<f64> =
            best.values.iter().zip(&self.values).map(|(best, own)| best - own).collect();
        let gap = mean(&gaps);
        let count = real(gaps.len());
        let squares: f64 = gaps.iter().map(|it| (it - gap) * (it - gap)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        gap >= CLEARLY * error
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
/// A dropped plan is measured by its distance from the best one in the same samples, since most of
/// what differs between samples is luck that both plans share.
fn estimates(kept: &[Tried], dropped: &[Tried]) -> Vec<Estimate> {
    let Some(best) = kept.first().filter(|best| !best.values.is_empty()) else {
        return Vec::new();
    };
    let own = |tried: &Tried| Estimate {
        index: tried.index,
        value: tried.mean(),
        error: standard_error(&tried.values),
    };
    let Estimate { value: most, error, .. } = own(best);
    let from_best = |tried: &Tried| {
        let pairs = best.values.iter().zip(&tried.values);
        let gaps: Vec<f64> = pairs.map(|(best, own)| best - own).collect();
        let both = error.zip(standard_error(&gaps));
        Estimate {
            index: tried.index,
            value: (most - mean(&gaps)).clamp(0.0, most),
            error: both.map(|(one, other)| (one * one + other * other).sqrt()),
        }
    };
    let all = kept.iter().map(own).chain(dropped.iter().map(from_best));
    let mut estimates: Vec<Estimate> = all.collect();
    estimates.sort_by(|one, other| other.value.total_cmp(&one.value));
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

impl<'a> Trials<'a> {
    /// Trials for a player, with at most about this number of actions in all.
    pub(super) fn new(evaluator: &'a Evaluator, me: Player, seed: u64, left: u32) -> Self {
        Self { evaluator, me, seed, left, least: 0, game: None, legal: Vec::new() }
    }

    /// The chance to win after each plan that can be played, best first. All plans are played on
    /// the same samples; one that is clearly worse than another one is dropped.
    pub(super) fn compare(
        &mut self,
        view: &PlayerView<'_>,
        plans: &[Vec<Action>],
    ) -> Vec<Estimate> {
        let tried = |index| Tried { index, values: Vec::new() };
        let mut open: Vec<Tried> = (0..plans.len()).map(tried).collect();
        let mut dropped = Vec::new();
        let mut number = 0;
        while self.left > 0 && (open.len() > 1 || number < self.least) {
            number += 1;
            let Some(sample) = view.sample(self.seed.wrapping_add(number)) else { break };
            // A plan that cannot be played is no plan.
            open.retain_mut(|tried| {
                let value = self.value(&sample, &plans[tried.index]);
                tried.values.extend(value);
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
            if open.first().is_some_and(|tried| tried.values.len() >= FIRST) {
                open.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
                let [best, others @ ..] = &mut open[..] else { break };
                let is_kept: Vec<bool> =
                    others.iter().map(|other| !other.is_clearly_below(best)).collect();
                let mut kept = [true].into_iter().chain(is_kept);
                dropped.extend(open.extract_if(.., |_| !kept.next().unwrap_or(true)));
            }
        }
        open.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        estimates(&open, &dropped)
    }

    /// The value after a plan in a sample and some turns; `None` if it cannot be played, or if no
    /// more actions may be played.
    fn value(&mut self, sample: &Game, plan: &[Action]) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        let mut game = match self.game.take() {
            Some(mut game) => {
                game.copy_from(sample);
                game
            }
            None => sample.clone(),
        };
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
        let mut seats: [Greedy; PLAYERS] = Default::default();
        let end = game.table().turn() + TURNS;
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
        let kept = [tried(1, &[0.5, 0.5, 0.75, 0.75]), tried(2, &[0.25, 0.5, 0.5, 0.75])];
        let dropped = [tried(0, &[0.25, 0.375]), tried(3, &[0.125]), tried(4, &[0.75, 0.5])];
        let found = estimates(&kept, &dropped);
        let values: Vec<_> = found.iter().map(|it| (it.index, it.value)).collect();
        // The samples of plan 0 were unlucky ones. Plan 4 cannot be better than the best one.
        assert_eq!(values, [(1, 0.625), (4, 0.625), (2, 0.5), (0, 0.4375), (3, 0.25)]);
        let error = |index| found.iter().find(|it| it.index == index).unwrap().error;
        assert!(error(0) > error(1) && error(3).is_none(), "{found:?}");
        assert!(estimates(&[tried(0, &[])], &dropped).is_empty());
    }
}
