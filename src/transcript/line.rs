//! A single line about an action of a player, outside of a transcript.

use super::match_action::discarded;
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
pub struct Meaning {
    /// Who acts.
    pub player: Player,
    /// The actions, to be played one after the other; where one is not legal, playing it tells why.
    pub actions: Vec<Action>,
    /// The written results of chance, which belong to the first action.
    pub outcomes: Vec<Outcome>,
}

impl Meaning {
    /// The cards of the discards among the actions.
    pub fn discarded(&self) -> Resources {
        discarded(&self.actions)
    }
}

/// Reads a line that says what a player does, as transcripts do. The player's name in front may be
/// left out where one player has to act.
///
/// # Errors
/// When the words are no action, or could mean several.
pub fn parse_line(game: &Game, words: &str) -> Result<Meaning, Diagnostic> {
    let line = PlayerLine::read(game, words)?;
    let resolver = Resolver::new(game, &line.source);
    let actions = resolver.actions(game, line.player, &line.parsed)?;
    Ok(Meaning { player: line.player, actions, outcomes: resolver.outcomes(&line.parsed)? })
}

/// A line about an action of a player, without the name.
pub(super) struct PlayerLine {
    pub(super) player: Player,
    pub(super) source: Source,
    pub(super) parsed: ParsedAction,
}

impl PlayerLine {
    /// Reads who acts and what is done.
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
