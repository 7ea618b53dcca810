//! The causes of what a line did.

use std::rc::Rc;

use super::{PlayedLine, ground};
use crate::action::Action;
use crate::game::Game;
use crate::protocol::message::{BehindChange, WhyResult};
use crate::protocol::rpc::RpcError;
use crate::set::Id;
use crate::table::Player;
use crate::transcript::{ParsedLine, PlayedStep, PrintedChange, ReplayedLine, print_action, words};

/// The causes of the changes of an action, which is played again in the game before it. A viewer
/// sees nothing that is hidden; `None` sees everything.
pub(crate) fn why(
    before: Game,
    player: Player,
    action: Action,
    viewer: Option<Player>,
) -> Result<WhyResult, RpcError> {
    let text = print_action(&before, player, &action);
    let meaning = ParsedLine { player, actions: vec![action], outcomes: Vec::new() };
    PlayedLine { text, meaning }.why(before, viewer)
}

impl PlayedLine {
    /// The causes of the line's changes, if it is played in this game.
    pub(super) fn why(
        &self,
        mut game: Game,
        viewer: Option<Player>,
    ) -> Result<WhyResult, RpcError> {
        game.keep_hook_log();
        let before = Rc::new(game.clone());
        let mut changes = Vec::new();
        self.play_again(&mut game, &mut |_, _, _, more| {
            changes.extend_from_slice(more);
            Ok(())
        })?;
        let player = self.meaning.player;
        let actions: Vec<_> = self.meaning.actions.iter().map(|&action| (player, action)).collect();
        let (at, outcome) = (Some(0), Ok(&changes[..]));
        let moment = ReplayedLine { at, actions: &actions, outcome, revealed: &[], game: &game };
        let played = PlayedStep::of(&moment, Some(before), Rc::new(game.clone()));
        let words = words::of(&game);
        let behind = |seen: &PrintedChange| {
            let links = || played.chain(seen).iter().map(ground).collect();
            let Some(viewer) = viewer else {
                return Some(BehindChange { text: seen.text.clone(), because: links() });
            };
            let text = words.change(&seen.caused.as_ref()?.change, Some(viewer))?;
            // The causes of what is partly hidden may tell what it is.
            let because = if text == seen.text { links() } else { Vec::new() };
            Some(BehindChange { text, because })
        };
        let changes = played.happened.iter().filter_map(behind).collect();
        // The answers of rules may depend on what is hidden.
        let asked = match viewer {
            Some(_) => Vec::new(),
            None => played.asked().iter().map(ground).collect(),
        };
        // Until all have chosen, discards are hidden.
        let is_discard = !self.meaning.discarded().is_empty();
        let line = match viewer.filter(|&viewer| is_discard && viewer != player) {
            Some(_) => format!("{} discards cards", game.names()[player.index()]),
            None => self.text.clone(),
        };
        Ok(WhyResult { line, changes, asked })
    }
}
