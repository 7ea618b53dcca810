//! Games that are recorded while people play them.

use std::rc::Rc;

use super::{ParsedLine, PlayedLine, Session, invalid_line};
use crate::action::Action;
use crate::game::{CausedChange, Game, PastAction};
use crate::protocol::rpc::{RpcError, RpcErrorCode};
use crate::seat::forced_take;
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{self, parse_line};

/// Is told about every action that is played or undone.
pub(crate) trait Watcher {
    /// An action was played, with these changes; `game` is the game after it.
    fn played(&mut self, game: &Game, player: Player, action: Action, changes: &[CausedChange]);

    /// All actions of a line were played; `game` is the game after them.
    fn ended_line(&mut self, _game: &Game) {}

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
    /// Plays all actions of a player's line, or none, and takes a card if there is only one possible
    /// victim. Random results in the line are refused.
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
        self.play_line(text, meaning, watcher)?;
        self.take_from_only_victim(watcher)
    }

    /// Plays an action of a player, and takes a card if there is only one possible victim.
    pub(crate) fn play_action(
        &mut self,
        player: Player,
        action: Action,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        self.play_as_line(player, action, watcher)?;
        self.take_from_only_victim(watcher)
    }

    /// Plays an action as a line.
    fn play_as_line(
        &mut self,
        player: Player,
        action: Action,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        let text = transcript::print_action(&self.game, player, &action);
        let meaning = ParsedLine { player, actions: vec![action], outcomes: Vec::new() };
        self.play_line(&text, meaning, watcher).map(|_| ())
    }

    /// Takes a card, as a line of its own, if the next player has no choice but to take it from the
    /// only victim; and so on for further cards. If a rule fails, the player is asked instead.
    ///
    /// # Errors
    /// When a rule fails, and the line before is therefore undone as well.
    pub(crate) fn take_from_only_victim(
        &mut self,
        watcher: &mut impl Watcher,
    ) -> Result<(), RpcError> {
        while let Some((player, taking)) = forced_take(&self.game) {
            let lines = self.lines.len();
            match self.play_as_line(player, taking, watcher) {
                Err(fault) if self.lines.len() < lines => return Err(fault),
                Err(_) => break,
                Ok(()) => {}
            }
        }
        Ok(())
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
    /// that can be undone. Taking a card belongs to the line before it.
    pub(crate) fn lines_since(&self, player: Player) -> usize {
        let takes = |line: &PlayedLine| matches!(line.meaning.actions[..], [Action::Take { .. }]);
        let begins = |line: &Rc<PlayedLine>| line.meaning.player == player && !takes(line);
        let since = self.lines.iter().rev().position(begins);
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::chance::Stream;
    use crate::protocol::Folders;
    use crate::seat::next_to_act;

    fn session() -> Session {
        let setup = json!({ "scenario": "catan", "players": 3, "seed": 7 });
        let setup = serde_json::from_value(setup).unwrap();
        let request = Folders(Vec::new()).request(&setup).unwrap_or_else(|it| panic!("{it:?}"));
        Session::begin(setup, &request).unwrap_or_else(|it| panic!("{it:?}"))
    }

    #[test]
    fn a_card_of_the_only_victim_is_taken_with_the_move_and_undone_with_it() {
        let (mut session, chance) = (session(), Stream::named("victims"));
        let (mut taken, mut asked) = (0, 0);
        for number in 0..2_000 {
            let Some(player) = next_to_act(&session.game) else { break };
            let (lines, before) = (session.texts(), session.game.table().clone());
            let legal = session.game.legal_actions(player).unwrap();
            let action = legal[chance.below(0, number, legal.len())];
            session.play_action(player, action, &mut ()).unwrap_or_else(|it| panic!("{it:?}"));
            assert_eq!(forced_take(&session.game), None);
            let is_taking = |action: &Action| matches!(action, Action::Take { .. });
            asked += usize::from(session.game.legal_actions(player).unwrap().iter().any(is_taking));
            let new = session.texts().split_off(lines.len());
            if let [moved, taking] = &new[..] {
                assert!(moved.contains(" moves robber to ") && taking.contains(" takes from "));
                taken += 1;
                assert_eq!(session.lines_since(player), 2);
                session.undo(2, &mut ()).unwrap_or_else(|it| panic!("{it:?}"));
                assert_eq!(*session.game.table(), before);
                // The lines of a record are played one by one.
                for line in &new {
                    session.play_recorded(line, &mut ()).unwrap_or_else(|it| panic!("{it:?}"));
                }
                assert_eq!(
                    (session.texts().split_off(lines.len()), session.lines_since(player)),
                    (new, 2)
                );
            } else {
                assert_eq!(new.len(), 1, "{new:?}");
            }
        }
        assert!(taken > 20 && asked > 3, "{taken} cards taken, {asked} questions");
    }
}
