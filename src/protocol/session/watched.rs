//! Games that are recorded while people play them.

use super::{ParsedLine, Session, invalid_line};
use crate::action::Action;
use crate::game::{CausedChange, Game, PastAction};
use crate::protocol::rpc::{RpcError, RpcErrorCode};
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{self, parse_line};

/// Is told about every action that is played or undone.
pub(crate) trait Watcher {
    /// An action was played, with these changes; `game` is the game after it.
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]);

    /// All actions of a line were played; `game` is the game after them.
    fn ended_line(&mut self, _: &Game) {}

    /// The last actions were undone; `actions` begins with the first one, and `game` is the game
    /// before it.
    fn undone(&mut self, game: &Game, actions: &[PastAction]);
}

/// Nobody watches.
impl Watcher for () {
    fn played(&mut self, _: &Game, _: Player, _: Action, _: &[CausedChange]) {}

    fn undone(&mut self, _: &Game, _: &[PastAction]) {}
}

impl Session {
    /// Plays all actions of a player's line, or none. Random results in the line are refused.
    pub(crate) fn play_for(
        &mut self,
        player: Player,
        text: &str,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let meaning = parse_line(&self.game, text).map_err(invalid_line)?;
        let name = &self.game.names()[player.index()];
        let wrong = |message: String| Err(RpcError::new(RpcErrorCode::WrongParams, message));
        if meaning.player != player {
            return wrong(format!("expected an action of {name}"));
        }
        if !meaning.outcomes.is_empty() {
            return wrong("random results are drawn, and cannot be chosen".into());
        }
        self.play_line(text, meaning, watcher).map(|_| ())
    }

    /// Plays an action of a player.
    pub(crate) fn play_action(
        &mut self,
        player: Player,
        action: Action,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let text = transcript::print_action(&self.game, player, &action);
        let meaning = ParsedLine { player, actions: vec![action], outcomes: Vec::new() };
        self.play_line(&text, meaning, watcher).map(|_| ())
    }

    /// Plays a line of a record of this game, whose random results are those that are drawn.
    pub(crate) fn play_recorded(
        &mut self,
        text: &str,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let meaning = parse_line(&self.game, text).map_err(invalid_line)?;
        self.play_line(text, meaning, watcher).map(|_| ())
    }

    /// Undoes the last lines with this number of actions.
    pub(crate) fn undo_actions(
        &mut self,
        actions: usize,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let (mut lines, mut left) = (0, actions);
        for line in self.lines.iter().rev() {
            if left == 0 {
                break;
            }
            left = left.saturating_sub(line.meaning.actions.len());
            lines += 1;
        }
        self.undo(lines, watcher)
    }

    /// The number of lines since the last one of a player, which counts as well; 0 if there is none
    /// that can be undone.
    pub(crate) fn lines_since(&self, player: Player) -> usize {
        let since = self.lines.iter().rev().position(|line| line.meaning.player == player);
        since.map(|since| since + 1).filter(|&lines| lines <= self.undoable()).unwrap_or(0)
    }

    /// The actions of the last lines, the first one first.
    pub(crate) fn last_actions(&self, lines: usize) -> Vec<&PastAction> {
        let since = self.lines.len().saturating_sub(lines);
        let actions = self.lines[since..].iter().map(|line| line.meaning.actions.len()).sum();
        self.history.last_actions(actions)
    }

    /// The lines that consist of the first actions, at most `count`.
    pub(crate) fn lines_until(&self, count: usize) -> Vec<String> {
        let mut left = count;
        let whole = self.lines.iter().take_while(|line| {
            let rest = left.checked_sub(line.meaning.actions.len());
            left = rest.unwrap_or(left);
            rest.is_some()
        });
        whole.map(|line| line.text.clone()).collect()
    }

    /// The number of the line with an action; both are counted from 1.
    pub(crate) fn line_of(&self, action: usize) -> Option<usize> {
        let mut actions = 0;
        let line = self.lines.iter().position(|line| {
            actions += line.meaning.actions.len();
            action <= actions
        });
        line.filter(|_| action > 0).map(|line| line + 1)
    }

    /// The game before the first line.
    pub(crate) fn start(&self) -> &Game {
        &self.start
    }

    /// Plays the first actions again, at most `count`, in a copy of the game, which is returned.
    pub(crate) fn play_again(
        &self,
        count: usize,
        watcher: &mut impl Watcher,
    ) -> Result<Game, RpcError> {
        let (mut game, mut left) = (self.start.clone(), count);
        for line in &self.lines {
            for (action, outcomes) in line.meaning.steps() {
                if left == 0 {
                    return Ok(game);
                }
                left -= 1;
                let player = line.meaning.player;
                let changes = game.play_written(player, action, outcomes)?;
                watcher.played(&game, player, action, &changes);
            }
        }
        Ok(game)
    }
}
