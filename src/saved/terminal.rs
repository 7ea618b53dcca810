//! What people at a terminal do with a saved game, besides what the page offers as well.

use super::game::{Result, SavedGame, refuse};
use crate::action::Action;
use crate::board::Place;
use crate::seat::reason_against_undo;
use crate::table::Player;

/// How many actions back the last move is looked for.
const BACK: usize = 60;

impl SavedGame {
    /// The lines of the log as a viewer sees them; `None` is a spectator.
    pub(crate) fn log(&mut self, viewer: Option<Player>) -> &[String] {
        self.logs.lines(viewer)
    }

    /// Undoes a player's last line, unless somebody else has acted since, or it has revealed
    /// something. Nobody else is asked.
    pub(crate) fn take_back(&mut self, player: Player) -> Result {
        let lines = self.session.lines_since(player);
        let actions = self.session.last_actions(lines);
        match reason_against_undo(self.game(), &actions, player) {
            Some(reason) => refuse(reason),
            None => self.undo_lines(lines),
        }
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
