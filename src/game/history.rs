//! The undo history: the state before each action of a game. Undoing works across the turns of
//! players and while a question is open.
//!
//! Random results are a function of the state, so a repeated action has the same outcome.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{CausedChange, Game, Outcome, Refusal, State};
use crate::action::Action;
use crate::change::Change;
use crate::limits;
use crate::table::Player;

/// The last actions of a game, up to [`limits::UNDO`], which can be undone. Copies of a history
/// share the stored actions.
#[derive(Clone, Default)]
pub struct History {
    steps: VecDeque<Rc<(State, PastAction)>>,
}

/// An action that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastAction {
    /// The player who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The changes that the action made.
    pub changes: Vec<CausedChange>,
}

impl History {
    /// Plays an action with written random results, and stores the state before it.
    ///
    /// # Errors
    /// When the action is illegal, a rule fails, or a written result is impossible or unused.
    pub fn play(
        &mut self,
        game: &mut Game,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<Vec<CausedChange>, Refusal> {
        let before = game.state();
        let changes = game.play_written(player, action, written)?;
        if self.steps.len() == limits::UNDO {
            self.steps.pop_front();
        }
        let acted = PastAction { player, action, changes: changes.clone() };
        self.steps.push_back(Rc::new((before, acted)));
        Ok(changes)
    }

    /// The last action, which is the next to be undone.
    pub fn last(&self) -> Option<&PastAction> {
        self.steps.back().map(|step| &step.1)
    }

    /// The last actions, at most `count`, the first one first.
    pub fn last_actions(&self, count: usize) -> Vec<&PastAction> {
        let since = self.steps.len().saturating_sub(count);
        self.steps.iter().skip(since).map(|step| &step.1).collect()
    }

    /// The actions since the turn began, as far as they can be undone, the last one first.
    pub fn this_turn(&self) -> impl Iterator<Item = &PastAction> {
        let begins_turn = |caused: &CausedChange| matches!(caused.change, Change::Turn(_));
        let actions = self.steps.iter().rev().map(|step| &step.1);
        actions.take_while(move |acted| !acted.changes.iter().any(begins_turn))
    }

    /// The number of actions that can be undone.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether no action can be undone.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Drops all actions but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.steps.truncate(len);
    }

    /// Drops the actions that a failure has undone, and returns them, the last action first.
    pub fn taken_back(&mut self, game: &Game) -> Vec<PastAction> {
        let state = game.state();
        let since = self.steps.iter().rposition(|step| step.0 == state);
        let undone = self.steps.split_off(since.unwrap_or(self.steps.len()));
        undone.into_iter().rev().map(|step| Rc::unwrap_or_clone(step).1).collect()
    }

    /// Undoes the last action of any player; returns `None` if no action can be undone.
    ///
    /// # Errors
    /// When a rule with an open question does not ask it again in the restored game.
    pub fn undo(&mut self, game: &mut Game) -> Result<Option<PastAction>, Refusal> {
        let Some(step) = self.steps.pop_back() else { return Ok(None) };
        let (before, acted) = Rc::unwrap_or_clone(step);
        game.restore(before)?;
        Ok(Some(acted))
    }
}
