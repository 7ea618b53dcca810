//! A player who looks ahead with the engine itself. Knows no rule by name.
//!
//! For a decision, the player makes plans: sequences of own actions up to the end of the turn, found
//! by a search on a copy of the game in which everything that the player cannot see is dealt anew.
//! The best plans, and what a greedy player would do, are then tried out: on one sample of the
//! hidden cards and dice after the other, each plan is carried out, and greedy players continue for
//! some turns. The plan with the best average chance to win is chosen.
//!
//! The number of positions limits the effort, never the time, so a seed gives the same game on
//! every machine.

mod advice;
mod evaluate;
pub(crate) mod features;
mod ground;
mod market;
mod offers;
mod plan;
mod trial;
pub(crate) mod value;

pub use advice::{Advice, hint};
pub use offers::Terms;

use std::collections::VecDeque;
use std::sync::Arc;

use super::{Decision, Greedy, NO_LEGAL_ACTION, Seat, Stop};
use crate::action::Action;
use crate::chance::fnv1a;
use crate::game::{Game, PlayerView, Refusal};
use crate::table::{Player, Step};

use self::evaluate::Evaluator;
use self::trial::{Estimate, Trials};
use self::value::Weights;

/// The share of the budget for finding plans is 1 / `SHARE`; the rest is for trials.
const SHARE: u32 = 8;
/// The maximum number of plans that are tried out.
const PLANS: usize = 6;
/// The maximum number of offers among them, apart from the first plan.
const OFFERS: usize = 3;
/// The maximum number of offers in a turn.
const OFFERS_IN_TURN: usize = 3;

/// A player who looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    /// The number of positions that may be looked at for a decision.
    budget: u32,
    /// The seed of the player's own random numbers.
    seed: u64,
    /// The number of decisions so far.
    decisions: u64,
    /// The weights of features; by default, the built-in ones for the rules.
    weights: Option<Arc<Weights>>,
    /// Proposes an action for each decision, and decides alone where a position cannot be sampled.
    /// `None` before the first decision.
    adviser: Option<Greedy>,
    /// The actions that were planned after the last one.
    planned: VecDeque<Action>,
    /// The actions refused this turn.
    refused: Vec<Action>,
    /// The offers made this turn.
    offered: Vec<Terms>,
    turn: u16,
}

impl Search {
    /// A player for this seat in the game with this seed, who looks at about this number of
    /// positions for a decision at most.
    pub fn new(budget: u32, seed: u64, seat: usize) -> Self {
        Self {
            budget,
            seed: seed ^ fnv1a(format!("search:{seat}").as_bytes()),
            decisions: 0,
            weights: None,
            adviser: None,
            planned: VecDeque::new(),
            refused: Vec::new(),
            offered: Vec::new(),
            turn: 0,
        }
    }

    /// The player with other weights than the built-in ones.
    #[must_use]
    pub(crate) fn with_weights(self, weights: Arc<Weights>) -> Self {
        Self { weights: Some(weights), ..self }
    }
}

impl Seat for Search {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        self.decisions += 1;
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.refused.clear();
            self.offered.clear();
            self.planned.clear();
        }
        let is_open = |action: &Action| !self.refused.contains(action);
        let legal: Vec<Action> = legal.iter().copied().filter(is_open).collect();
        if let Some(next) = self.planned.pop_front() {
            if legal.contains(&next) {
                return Ok(next.into());
            }
            self.planned.clear();
        }
        match legal[..] {
            [] => Ok(NO_LEGAL_ACTION.into()),
            [only] => Ok(only.into()),
            _ => self.decide(view, &legal).map(Decision::from),
        }
    }

    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        self.planned.clear();
        if let Decision::Act(action) = wish {
            self.refused.push(*action);
        }
        if let Some(adviser) = &mut self.adviser {
            adviser.refused(view, wish, refused);
        }
    }
}

impl Search {
    /// Takes the best of the plans that are compared.
    fn decide(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Action, Stop> {
        let Compared { mut plans, estimates, adviser } = self.compare(view, legal, 0)?;
        let best = estimates.first().map_or(0, |best| best.index);
        if plans[best] == plans[0] {
            self.adviser = Some(adviser);
        }
        if let Action::Offer { give, get, .. } = plans[best][0] {
            self.offered.push((give, get));
        }
        self.planned = plans.swap_remove(best).into();
        Ok(self.planned.pop_front().expect("a plan has an action"))
    }

    /// Whether the player may make another offer, or a counter-offer to the open one.
    fn may_offer(&self, view: &PlayerView<'_>, me: Player) -> bool {
        let is_mine = view.in_turn() == me;
        match view.step() {
            Step::Offer => !is_mine,
            Step::Act if view.prompt().is_none() => is_mine && self.offered.len() < OFFERS_IN_TURN,
            _ => false,
        }
    }

    /// Compares what the adviser would do with the best plans, on at least this number of samples.
    fn compare(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        samples: u64,
    ) -> Result<Compared, Stop> {
        let me = view.viewer().expect("the player has a seat");
        let weights = self.weights.get_or_insert_with(|| Arc::new(Weights::of(view.rules())));
        let adviser = self.adviser.get_or_insert_with(|| Greedy::with_habits(weights.habits));
        let mut adviser = adviser.clone();
        let advised = first_idea(&mut adviser, &self.offered, view, legal)?;
        let mut plans = vec![vec![advised]];
        let seed = fnv1a(&(self.seed ^ self.decisions).to_le_bytes());
        let Some(game) = view.sample(seed) else {
            return Ok(Compared { plans, estimates: Vec::new(), adviser });
        };
        let evaluator = Evaluator::of(&game, weights)?;
        if self.may_offer(view, me) {
            let offers = offers::offers(&evaluator, view, (me, &adviser), &self.offered, seed);
            let is_new = |action: &Action| *action != advised && !self.refused.contains(action);
            let new = offers.into_iter().filter(is_new);
            plans.extend(new.take(OFFERS).map(|action| vec![action]));
        }
        if view.step() == Step::Offer {
            let others = legal.iter().filter(|&&action| action != advised);
            plans.extend(others.map(|&action| vec![action]));
        } else {
            let found = plan::plans(&evaluator, (game, me), legal, (self.budget / SHARE, seed))?;
            plans.extend(found.into_iter().map(|plan| without_end(plan.actions)));
        }
        plans.truncate(PLANS);
        // A small effort leaves the last plans out, so a copy of the first idea comes last.
        if let Some(copy) = plans.iter().skip(1).position(|plan| plan[..] == [advised]) {
            plans[copy + 1..].rotate_left(1);
        }
        let mut trials =
            Trials::new(&evaluator, (me, &adviser), seed, self.budget - self.budget / SHARE);
        trials.least = samples;
        let estimates = trials.compare(view, &plans);
        Ok(Compared { plans, estimates, adviser })
    }
}

/// What an adviser would do, other than to repeat one of the offers `made` this turn or to add one
/// too many.
fn first_idea(
    adviser: &mut Greedy,
    made: &[Terms],
    view: &PlayerView<'_>,
    legal: &[Action],
) -> Result<Action, Stop> {
    loop {
        match adviser.choose(view, legal)? {
            // The adviser asks for each resource once, and does something else at last.
            Decision::Act(Action::Offer { give, get, .. })
                if made.len() >= OFFERS_IN_TURN || made.contains(&(give, get)) => {}
            Decision::Act(action) => return Ok(action),
            _ => unreachable!("the adviser names an action"),
        }
    }
}

/// The plans of a decision.
struct Compared {
    /// The plans; the first one is what the adviser would do.
    plans: Vec<Vec<Action>>,
    /// What trials tell about them, best first.
    estimates: Vec<Estimate>,
    /// The adviser after its advice.
    adviser: Greedy,
}

/// A copy of a game, in the memory of another one if there is one.
fn copy_of(game: &Game, memory: Option<Game>) -> Game {
    let Some(mut copy) = memory else { return game.clone() };
    copy.copy_from(game);
    copy
}

/// A plan without the end of the turn, unless it is all of the plan: there may be more to do then.
fn without_end(mut plan: Vec<Action>) -> Vec<Action> {
    if plan.len() > 1 && plan.last() == Some(&Action::End) {
        plan.pop();
    }
    plan
}
