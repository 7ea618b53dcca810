//! Parses a single line for an action of a player, outside a transcript.

use super::changes::discarded;
use super::parser;
use super::resolve::Resolver;
use super::tree::ParsedAction;
use crate::action::Action;
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Game, Outcome};
use crate::resource::Resources;
use crate::set::Id;
use crate::table::Player;

/// The meaning of a line about an action of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsedLine {
    /// Who acts.
    pub player: Player,
    /// The actions, to be played in order. Illegal ones are included, since playing them reports
    /// why they are illegal.
    pub actions: Vec<Action>,
    /// The written random results, which belong to the first action.
    pub outcomes: Vec<Outcome>,
}

impl ParsedLine {
    /// The cards that the actions discard.
    pub fn discarded(&self) -> Resources {
        discarded(&self.actions)
    }
}

/// Parses a line for an action of a player, as in transcripts. The player's name may be omitted if
/// only one player has to act.
///
/// # Errors
/// When the words are not an action, or are ambiguous.
pub fn parse_line(game: &Game, words: &str) -> Result<ParsedLine, Diagnostic> {
    let line = PlayerLine::read(game, words)?;
    let resolver = Resolver::new(game, &line.source);
    let actions = resolver.actions(game, line.player, &line.parsed)?;
    Ok(ParsedLine { player: line.player, actions, outcomes: resolver.outcomes(&line.parsed)? })
}

/// A line for an action of a player, without the name.
pub(super) struct PlayerLine {
    pub(super) player: Player,
    pub(super) source: Source,
    pub(super) parsed: ParsedAction,
}

impl PlayerLine {
    /// Parses the player and the action.
    pub(super) fn read(game: &Game, words: &str) -> Result<Self, Diagnostic> {
        let words = words.trim();
        let named = game.names().iter().enumerate().find_map(|(seat, name)| {
            let rest = words.strip_prefix(name.as_str())?;
            rest.starts_with(' ').then_some((Player::new(seat), rest.trim()))
        });
        let acting = game.to_act().iter().next().unwrap_or(game.table().in_turn());
        let (player, action) = named.unwrap_or((acting, words));
        let source = Source::new("action", action);
        let names = || format!("players are called {}", game.names().join(", "));
        let parsed = parser::parsed_action(&source).map_err(|wrong| match named {
            Some(_) => wrong,
            None => wrong.hint(names()),
        })?;
        Ok(Self { player, source, parsed })
    }
}
