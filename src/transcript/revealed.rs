//! The information that an action reveals, which is still known after it is undone.

use super::words::{self, Words};
use crate::action::Action;
use crate::change::Change;
use crate::game::{Game, PastAction};

/// The random results and hidden cards that these actions revealed, in words.
pub fn revealed_by(game: &Game, actions: &[PastAction]) -> Vec<String> {
    let words = words::of(game);
    let mut revealed: Vec<String> = Vec::new();
    for PastAction { action, changes, .. } in actions {
        let seen = changes.iter().filter_map(|caused| words.reveals(action, &caused.change));
        for text in seen {
            if !revealed.contains(&text) {
                revealed.push(text);
            }
        }
    }
    revealed
}

impl Words<'_> {
    /// The hidden information that a change reveals, in words.
    fn reveals(&self, action: &Action, change: &Change) -> Option<String> {
        let name = |player| self.name(player);
        let hex = |hex| self.rules.board.hex_name(hex);
        // Both players agreed to a trade and knew the cards.
        let is_trade = matches!(action, Action::Conclude { .. });
        Some(match *change {
            Change::Rolled(player, _) => format!("the dice of {}", name(player)),
            Change::EventDie(_) => "the event die".into(),
            Change::Drew { player, .. } => format!("a card that {} drew", name(player)),
            Change::Stole { by, from, .. } => {
                format!("a card that {} took from {}", name(by), name(from))
            }
            Change::Gave { from, to, .. } if !is_trade => {
                format!("what {} gave to {}", name(from), name(to))
            }
            Change::Discarded(player, _) => format!("what {} discarded", name(player)),
            Change::CardPassed { from, to: Some(to), open: false, .. } => {
                format!("a card that {} gave to {}", name(from), name(to))
            }
            Change::Shown(player, _) => format!("a card that {} showed", name(player)),
            Change::Discovered(_, at) | Change::EventReplaced(at, _) => {
                format!("the event at {}", hex(at))
            }
            Change::StreamAdvanced(_) => "a random number that a rule drew".into(),
            _ => return None,
        })
    }
}

/// The line below an `undo` for revealed information.
pub(super) fn revealed_line(text: &str) -> String {
    format!("known already: {text}")
}
