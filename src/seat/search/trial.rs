//! Trials of plans: each is played on samples of the game, and the game then goes on for some turns
//! with players who pursue the points that can be reached soonest.

use super::copy_of;
use super::evaluate::Evaluator;
use super::market::real;
use crate::action::Action;
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
/// The maximum number of samples.
const MOST: u64 = 60;
/// A plan is dropped if it is this many standard errors below the best one.
const CLEARLY: f64 = 1.0;
/// Before any trial, as much is known about a plan as this number of trials would tell.
const KNOWN: f64 = 6.0;
/// The share of the differences between positions right after plans that lasts: in the placement,
/// and later.
const LASTING: [f64; 2] = [1.0, 0.65];
/// How much better than another plan the first one is, as long as nothing is known about them.
const TRUST: f64 = 0.005;

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

/// The values of a plan in the samples so far: the chances to win right after it, and at the ends
/// of the trials.
struct Tried {
    index: usize,
    soon: Vec<f64>,
    late: Vec<f64>,
}

impl Tried {
    /// What is to be expected of the plan: the trials, and what its first position promises.
    fn score(&self, lasting: f64) -> f64 {
        let trust = if self.index == 0 { TRUST } else { 0.0 };
        let guess = mean(&self.soon) * lasting + trust;
        let count = real(self.late.len());
        (mean(&self.late) * count + guess * KNOWN) / (count + KNOWN)
    }

    /// How much better than this plan another one is to be expected, from the samples of this plan,
    /// and the standard error of what trials tell about that.
    fn behind(&self, best: &Self, lasting: f64) -> (f64, Option<f64>) {
        let count = self.late.len();
        let first = |values: &[f64]| values[..count.min(values.len())].to_vec();
        let best = Self { index: best.index, soon: first(&best.soon), late: first(&best.late) };
        let gaps: Vec<f64> = best.late.iter().zip(&self.late).map(|(one, own)| one - own).collect();
        (best.score(lasting) - self.score(lasting), standard_error(&gaps))
    }

    /// Whether another plan is clearly better in the same samples.
    fn is_clearly_below(&self, best: &Self, lasting: f64) -> bool {
        let (gap, error) = self.behind(best, lasting);
        error.is_some_and(|error| gap >= CLEARLY * error)
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
/// differs between samples is luck that both plans share.
fn estimates(kept: &[Tried], dropped: &[Tried], lasting: f64) -> Vec<Estimate> {
    let Some(best) = kept.first().filter(|best| !best.late.is_empty()) else {
        return Vec::new();
    };
    let (most, own) = (mean(&best.late), standard_error(&best.late));
    let first = Estimate { index: best.index, value: most, error: own };
    let from_best = |tried: &Tried| {
        let (gap, error) = tried.behind(best, lasting);
        let error = own.zip(error).map(|(one, other)| (one * one + other * other).sqrt());
        Estimate { index: tried.index, value: (most - gap).clamp(0.0, most), error }
    };
    let mut estimates: Vec<Estimate> =
        kept[1..].iter().chain(dropped).map(from_best).chain([first]).collect();
    estimates.sort_by(|one, other| other.value.total_cmp(&one.value));
    // What is as good as the best one does not come before it.
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
        let tried = |index| Tried { index, soon: Vec::new(), late: Vec::new() };
        let mut open: Vec<Tried> = (0..plans.len()).map(tried).collect();
        let mut dropped = Vec::new();
        let lasting = LASTING[usize::from(!matches!(view.step(), Step::Place(_)))];
        for number in 1..=MOST {
            if self.left == 0 || open.len() <= 1 && number > self.least {
                break;
            }
            let Some(sample) = view.sample(self.seed.wrapping_add(number)) else { break };
            // A plan that cannot be played is no plan.
            open.retain_mut(|tried| {
                let values = self.values(&sample, &plans[tried.index]);
                tried.soon.extend(values.map(|(soon, _)| soon));
                tried.late.extend(values.map(|(_, late)| late));
                values.is_some() || self.left == 0
            });
            if self.left == 0 {
                // Only what was found on the same samples can be compared.
                let least = open.iter().map(|tried| tried.late.len()).min().unwrap_or(0);
                for tried in &mut open {
                    tried.soon.truncate(least);
                    tried.late.truncate(least);
                }
                break;
            }
            if number >= FIRST {
                open.sort_by(|one, other| other.score(lasting).total_cmp(&one.score(lasting)));
                let [best, others @ ..] = &mut open[..] else { break };
                let is_kept: Vec<bool> =
                    others.iter().map(|other| !other.is_clearly_below(best, lasting)).collect();
                let mut kept = [true].into_iter().chain(is_kept);
                dropped.extend(open.extract_if(.., |_| !kept.next().unwrap_or(true)));
            }
        }
        open.sort_by(|one, other| other.score(lasting).total_cmp(&one.score(lasting)));
        estimates(&open, &dropped, lasting)
    }

    /// The values right after a plan in a sample, and some turns later; `None` if it cannot be
    /// played, or if no more actions may be played.
    fn values(&mut self, sample: &Game, plan: &[Action]) -> Option<(f64, f64)> {
        if self.left == 0 {
            return None;
        }
        let mut game = copy_of(sample, self.game.take());
        let values = self.play_out(&mut game, plan);
        self.game = Some(game);
        values
    }

    fn play_out(&mut self, game: &mut Game, plan: &[Action]) -> Option<(f64, f64)> {
        for (number, &action) in plan.iter().enumerate() {
            match game.play(self.me, action) {
                Ok(_) => {}
                // What a plan found on another sample may not be possible on this one.
                Err(Refusal::Illegal(_)) if number > 0 => break,
                Err(_) => return None,
            }
            self.left = self.left.saturating_sub(1);
        }
        let soon = self.evaluator.value(game, self.me).ok()?;
        self.go_on(game)?;
        Some((soon, self.evaluator.value(game, self.me).ok()?))
    }

    /// Plays some turns.
    fn go_on(&mut self, game: &mut Game) -> Option<()> {
        let mut seats: [Greedy; PLAYERS] = Default::default();
        seats[self.me.index()] = Greedy::with_habits(self.evaluator.habits());
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
        let tried =
            |index, values: &[f64]| Tried { index, soon: values.to_vec(), late: values.to_vec() };
        let kept = [tried(1, &[0.5, 0.5, 0.75, 0.75]), tried(2, &[0.25, 0.5, 0.5, 0.75])];
        let dropped = [tried(5, &[0.25, 0.375]), tried(3, &[0.125]), tried(4, &[0.75, 0.5])];
        let found = estimates(&kept, &dropped, 1.0);
        let values: Vec<_> = found.iter().map(|it| (it.index, it.value)).collect();
        // The samples of plan 5 were unlucky ones. Plan 4 cannot be better than the best one.
        assert_eq!(values, [(1, 0.625), (4, 0.625), (2, 0.5), (5, 0.4375), (3, 0.25)]);
        let error = |index| found.iter().find(|it| it.index == index).unwrap().error;
        assert!(error(5) > error(1) && error(3).is_none(), "{found:?}");
        assert!(estimates(&[tried(0, &[])], &dropped, 1.0).is_empty());
    }

    #[test]
    fn a_score_adds_trials_to_a_guess() {
        let score = |index, soon: f64, late: &[f64]| {
            let tried = Tried { index, soon: vec![soon; late.len()], late: late.to_vec() };
            tried.score(0.5)
        };
        // Six trials tell as much as the guess, which counts half of the first position.
        assert!((score(1, 0.5, &[0.75; 6]) - 0.5).abs() < 1e-12);
        assert!(score(1, 0.9, &[0.5; 4]) > score(1, 0.1, &[0.5; 4]));
        assert!(score(0, 0.5, &[0.5; 4]) > score(1, 0.5, &[0.5; 4]));
    }
}
