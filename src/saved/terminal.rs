//! What people at a terminal do with a saved game, besides what the page offers as well.

use std::collections::BTreeMap;

use super::game::{Result, SavedGame, refuse};
use crate::action::Action;
use crate::board::Place;
use crate::protocol::WhyResult;
use crate::seat::reason_against_undo;
use crate::table::Player;

/// How many actions back the last move is looked for.
const BACK: usize = 60;

impl SavedGame {
    /// The lines of the log as a viewer sees them; `None` is a spectator.
    pub(crate) fn log(&mut self, viewer: Option<Player>) -> &[String] {
        self.logs.lines(viewer)
    }

    /// The numbers of the actions by the positions of their first lines in a viewer's log, counted
    /// from 1 and from 0. What was undone has no number, and neither have actions whose lines are
    /// written with those of a later one.
    pub(crate) fn numbers(&self, viewer: Option<Player>) -> BTreeMap<usize, usize> {
        let actions = self.logs.actions(viewer).iter().zip(1..);
        let written = actions.filter(|(lines, _)| !lines.is_empty());
        written.map(|(lines, number)| (lines.start, number)).collect()
    }

    /// The causes of the changes of an action, by default the last one, as a viewer may know them.
    pub(crate) fn why_action(
        &self,
        viewer: Option<Player>,
        number: Option<usize>,
    ) -> Result<WhyResult> {
        let Some(number) = number else { return self.why_line(viewer, None) };
        let count = self.logs.actions(viewer).len();
        match self.session.line_of(number) {
            Some(line) => self.why_line(viewer, Some(line)),
            None if count == 0 => refuse("there is no action to explain"),
            None => refuse(format!("expected the number of an action from 1 to {count}")),
        }
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
