//! A spare game on which actions are tried, so that no room has to be found for each.

use std::cell::RefCell;

use super::Game;

/// A game of the same rules to try something on, kept for the room that it has.
#[derive(Default)]
pub(super) struct Spare(RefCell<Option<Box<Game>>>);

/// It is no part of what is copied.
impl Clone for Spare {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Spare {
    /// A spare one for a game, with room for what it comes to.
    pub(super) fn of(game: &Game) -> Self {
        let mut spare = Box::new(game.clone());
        spare.make_room();
        Self(RefCell::new(Some(spare)))
    }
}

impl Game {
    /// Makes room for what a game comes to, so that lists need not grow while it is played.
    pub(super) fn make_room(&mut self) {
        self.work.make_room();
        self.waited.reserve(self.work.agenda.capacity());
    }

    /// Tries something on a copy.
    pub(super) fn try_out<T>(&self, look: impl FnOnce(&mut Self) -> T) -> T {
        let mut copy = match self.spare.0.take() {
            Some(mut spare) => {
                spare.lie_like(self);
                spare
            }
            None => Box::new(self.clone()),
        };
        let found = look(&mut copy);
        self.spare.0.replace(Some(copy));
        found
    }

    /// Lays the game as another one of the same rules lies.
    fn lie_like(&mut self, other: &Self) {
        let Self { work, suspended, before, waited, past, passed, spare: _ } = other;
        self.work.lie_like(work);
        self.suspended.clone_from(suspended);
        self.before.clone_from(before);
        self.waited.clone_from(waited);
        *self.past = **past;
        self.passed = *passed;
    }
}
