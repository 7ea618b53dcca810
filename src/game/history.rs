//! The way back: the state before each action of a game, across players' turns and also in the
//! middle of a question.
//!
//! Chance is a function of the state, so whatever is done again comes out as before.

use std::collections::VecDeque;
use std::rc::Rc;

use super::{CausedChange, Game, Outcome, Refused, State};
use crate::action::Action;
use crate::limits;
use crate::table::Player;

/// The last actions of a game, each of which can be taken back: as many as [`limits::UNDO`]. A
/// copy shares them.
#[derive(Clone, Default)]
pub struct History {
    steps: VecDeque<Rc<(State, Acted)>>,
}

/// An action that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acted {
    /// Who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// What happened.
    pub events: Vec<CausedChange>,
}

impl History {
    /// Plays an action with written results of chance, and keeps the state before it.
    ///
    /// # Errors
    /// When it is against the rules, a rule fails, or a written result is impossible or left over.
    pub fn play(
        &mut self,
        game: &mut Game,
        player: Player,
        action: Action,
        written: &[Outcome],
    ) -> Result<Vec<CausedChange>, Refused> {
        let before = game.state();
        let events = game.play_written(player, action, written)?;
        if self.steps.len() == limits::UNDO {
            self.steps.pop_front();
        }
        let acted = Acted { player, action, events: events.clone() };
        self.steps.push_back(Rc::new((before, acted)));
        Ok(events)
    }

    /// The last action, which is the next to be taken back.
    pub fn last(&self) -> Option<&Acted> {
        self.steps.back().map(|step| &step.1)
    }

    /// How many actions can be taken back.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing can be taken back.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Forgets all actions but the first ones.
    pub fn truncate(&mut self, len: usize) {
        self.steps.truncate(len);
    }

    /// Forgets what a failure has taken back, and answers it, the last action first.
    pub fn taken_back(&mut self, game: &Game) -> Vec<Acted> {
        let state = game.state();
        let since = self.steps.iter().rposition(|step| step.0 == state);
        let undone = self.steps.split_off(since.unwrap_or(self.steps.len()));
        undone.into_iter().rev().map(|step| Rc::unwrap_or_clone(step).1).collect()
    }

    /// Takes the last action back, whoever's it was; nothing where there is none.
    ///
    /// # Errors
    /// When a rule that waited for an answer does not come to its question again.
    pub fn undo(&mut self, game: &mut Game) -> Result<Option<Acted>, Refused> {
        let Some(step) = self.steps.pop_back() else { return Ok(None) };
        let (before, acted) = Rc::unwrap_or_clone(step);
        game.take_up(before)?;
        Ok(Some(acted))
    }
}
