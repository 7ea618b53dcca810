//! A scratch game in which actions are tried. It is reused, so that a trial allocates nothing.

use std::cell::RefCell;

use super::Game;

/// A game with the same rules, kept to reuse its memory.
#[derive(Default)]
pub(super) struct ScratchGame(RefCell<Option<Box<Game>>>);

/// A clone of a game has no scratch game at first.
impl Clone for ScratchGame {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl ScratchGame {
    /// A scratch copy of a game, with enough memory for a typical game.
    pub(super) fn of(game: &Game) -> Self {
        let mut scratch = Box::new(game.clone());
        scratch.reserve();
        Self(RefCell::new(Some(scratch)))
    }
}

impl Game {
    /// Reserves memory for a typical game, so that lists rarely grow during play.
    pub(super) fn reserve(&mut self) {
        self.effect.reserve();
        self.agenda_before.reserve(self.effect.agenda.capacity());
    }

    /// A copy that shares the answers of hooks with this game, which must not change as long as the
    /// copy exists.
    pub(super) fn sharing_copy(&self) -> Self {
        let mut copy = self.clone();
        copy.effect.ledger.share_answers(&self.effect.ledger);
        copy
    }

    /// Calls `look` with a scratch copy of the game.
    pub(super) fn try_out<T>(&self, look: impl FnOnce(&mut Self) -> T) -> T {
        let mut copy = match self.scratch.0.take() {
            Some(mut scratch) => {
                scratch.copy_from(self);
                scratch
            }
            None => Box::new(self.clone()),
        };
        let found = look(&mut copy);
        self.scratch.0.replace(Some(copy));
        found
    }

    /// Copies the state of another game with the same rules. Unlike a clone, it reuses the memory
    /// of this game.
    pub fn copy_from(&mut self, other: &Self) {
        let Self { effect, suspended, before, agenda_before, scratch: _ } = other;
        self.effect.copy_from(effect);
        self.suspended.clone_from(suspended);
        self.before.clone_from(before);
        self.agenda_before.clone_from(agenda_before);
    }
}
