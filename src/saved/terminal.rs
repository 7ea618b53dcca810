//! What people at a terminal do with a saved game, besides what the page offers as well.

use super::game::SavedGame;
use crate::action::Action;
use crate::board::Place;
use crate::table::Player;

/// How many actions back the last move is looked for.
const BACK: usize = 60;

impl SavedGame {
    /// The lines of the log as a viewer sees them; `None` is a spectator.
    pub(crate) fn log(&mut self, viewer: Option<Player>) -> &[String] {
        self.logs.lines(viewer)
    }

    /// Whether a player is asked to agree to undo something.
    pub(crate) fn is_asked_to_undo(&self, player: Player) -> bool {
        self.undo.as_ref().is_some_and(|undo| undo.waiting.contains(player))
    }

    /// The place of the last piece that was placed, or of the last marker that was moved.
    pub(crate) fn last_place(&self) -> Option<Place> {
        let acted = self.session.last_actions(BACK);
        acted.iter().rev().find_map(|acted| match acted.action {
            Action::Build { place, .. } | Action::Move { place, .. } => Some(place),
            _ => None,
        })
    }
}
