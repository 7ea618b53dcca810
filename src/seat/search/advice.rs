//! Advice for a player who has to act: the best actions, and what they are worth.

use super::{Search, Terms};
use crate::action::Action;
use crate::game::PlayerView;
use crate::seat::Effort;
use crate::seat::Stop;
use crate::set::Id;

/// The maximum number of actions that are advised.
const ACTIONS: usize = 4;
/// The number of samples that are played even if one action is clearly the best, or the only one.
const SAMPLES: u64 = 24;

/// An action, and how likely the player wins after it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// The chance to win after it, from 0 to 1; `None` if the position cannot be tried out.
    pub value: Option<f64>,
    /// The standard error of the value; `None` after less than two trials.
    pub error: Option<f64>,
}

impl Search {
    /// The actions that were tried out, at most four: the choice, then the others by value. What the
    /// player would do is among them, even if it is an offer, which is no listed action. Empty if
    /// nothing is legal.
    ///
    /// A value is the average of some dozens of trials, or of a few ones if the action was soon
    /// clearly worse than another one; its error tells how sure it is. Another action can have a
    /// greater value than the choice, since the first idea gets a bonus as long as trials are few.
    ///
    /// # Errors
    /// When a rule fails.
    ///
    /// # Panics
    /// When the viewer is a spectator.
    pub fn rank(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Vec<Advice>, Stop> {
        if legal.is_empty() {
            return Ok(Vec::new());
        }
        let compared = self.compare(view, legal, SAMPLES)?;
        let first = |index: usize| compared.plans[index][0];
        if compared.estimates.is_empty() {
            return Ok(vec![Advice { action: first(0), value: None, error: None }]);
        }
        let mut advice: Vec<Advice> = Vec::new();
        for estimate in &compared.estimates {
            let action = first(estimate.index);
            // Several plans can begin with the same action: the best of them counts.
            if advice.iter().all(|known| known.action != action) {
                advice.push(Advice { action, value: Some(estimate.value), error: estimate.error });
            }
        }
        advice.truncate(ACTIONS);
        Ok(advice)
    }
}

/// What a player who looks ahead advises the viewer to do, best first; empty if the viewer does not
/// have to act. It depends only on what the viewer can see, on the offers that the viewer has made
/// this turn, on the seed of the trials, and on the effort, by default that of `search`. None of the
/// offers is advised again.
///
/// # Errors
/// When a rule fails.
pub fn hint(
    view: &PlayerView<'_>,
    offered: &[Terms],
    seed: u64,
    effort: Option<Effort>,
) -> Result<Vec<Advice>, Stop> {
    let Some(player) = view.viewer() else { return Ok(Vec::new()) };
    // Who does not have to act has no legal actions.
    let legal = view.game().legal_actions(player)?;
    let effort = effort.unwrap_or(Effort::DEFAULT);
    let mut seat = Search::new(effort.positions(), seed, player.index());
    seat.offered = offered.to_vec();
    seat.rank(view, &legal)
}
