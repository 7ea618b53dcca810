//! The actions that may be undone, either at a player's request or because a rule fails on an
//! answer. Does not depend on seats.

use crate::action::Action;
use crate::game::{Game, History, PastAction, Reason, Refusal};
use crate::rules::Origin;
use crate::table::Player;
use crate::transcript::revealed;

/// The reason why a player may not undo these last actions: there are none, somebody else has acted
/// since, or they have revealed something.
pub(crate) fn reason_against_undo(
    game: &Game,
    actions: &[&PastAction],
    player: Player,
) -> Option<String> {
    let Some(last) = actions.last() else { return Some("there is nothing to undo yet".into()) };
    if last.player != player {
        return Some(format!("{} has acted since", game.names()[usize::from(last.player.0)]));
    }
    let actions: Vec<PastAction> = actions.iter().copied().cloned().collect();
    let revealed = revealed::revealed_by(game, &actions);
    revealed.first().map(|known| format!("known already: {known}"))
}

/// The actions that may be undone.
pub(super) enum UndoLog {
    /// All actions, with the game before each.
    All(History),
    /// The action that led to the open question, and all later ones.
    SinceQuestion(Vec<PastAction>),
}

impl UndoLog {
    /// The log at the beginning of a game.
    pub(super) fn new(is_kept: bool) -> Self {
        if is_kept { Self::All(History::default()) } else { Self::SinceQuestion(Vec::new()) }
    }

    /// Plays an action. `is_listed` is true if the action comes from the list of legal ones.
    pub(super) fn play(
        &mut self,
        game: &mut Game,
        player: Player,
        action: Action,
        is_listed: bool,
    ) -> Result<(), Refusal> {
        let acts = match self {
            Self::All(history) => return history.play(game, player, action, &[]).map(|_| ()),
            Self::SinceQuestion(acts) => acts,
        };
        if is_listed {
            game.play_listed(player, action)?;
        } else {
            game.play(player, action)?;
        }
        if game.question().is_some() {
            acts.push(PastAction { player, action, changes: game.caused_changes() });
        } else {
            acts.clear();
        }
        Ok(())
    }

    /// Undoes the last action, unless it is another player's or has revealed something.
    pub(super) fn take_back(
        &mut self,
        game: &mut Game,
        player: Player,
    ) -> Result<PastAction, Refusal> {
        let refuse = |text: String| Refusal::Illegal(vec![Reason::new(text, Origin::default())]);
        let Self::All(history) = self else {
            return Err(refuse("actions cannot be undone here".into()));
        };
        if let Some(reason) = reason_against_undo(game, history.last().as_slice(), player) {
            return Err(refuse(reason));
        }
        let acted = history.undo(game)?;
        Ok(acted.expect("the history is not empty"))
    }

    /// The actions that a failing rule has undone, the last one first.
    pub(super) fn taken_back(&mut self, game: &Game) -> Vec<PastAction> {
        match self {
            Self::All(history) => history.taken_back(game),
            // If the question is still open, only its answer was undone.
            Self::SinceQuestion(_) if game.question().is_some() => Vec::new(),
            Self::SinceQuestion(acts) => acts.drain(..).rev().collect(),
        }
    }
}
