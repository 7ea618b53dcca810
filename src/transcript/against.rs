//! What stands against an action that is said in words.

use super::chain::{Link, reasons_in_words};
use super::parser;
use super::resolve::Resolver;
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Game, Refused};
use crate::set::Id;
use crate::table::Player;

/// Everything that stands against an action in words in a game: nothing where it is legal. The
/// player's name in front may be left out where one player has to act; results of chance are no
/// part of what a player wants, and are left aside.
///
/// # Errors
/// When the words are no action.
pub fn why_not(game: &Game, words: &str) -> Result<Option<Vec<Link>>, Diagnostic> {
    let source = Source::new("action", words.trim());
    let named = game.names().iter().enumerate().find_map(|(seat, name)| {
        let rest = source.text.strip_prefix(name.as_str())?;
        rest.starts_with(' ').then_some((Player::new(seat), rest.trim()))
    });
    let acting = game.to_act().iter().next().unwrap_or(game.table().in_turn);
    let (player, deed) = named.unwrap_or((acting, &source.text));
    let source = Source::new("action", deed);
    let names = || format!("players are called {}", game.names().join(", "));
    let deed = parser::deed(&source).map_err(|wrong| match named {
        Some(_) => wrong,
        None => wrong.hint(names()),
    })?;
    // One line can stand for several actions, each after the other.
    let mut game = game.clone();
    for action in Resolver::new(&game.clone(), &source).actions(&game, player, &deed)? {
        let reasons = match game.play(player, action) {
            Ok(_) => continue,
            Err(Refused::Illegal(reasons)) => reasons,
            Err(Refused::Failed(failure)) => {
                let wrong = Diagnostic::new(failure.message.clone());
                return Err(wrong.hint(format!("see {}", failure.origin)));
            }
        };
        return Ok(Some(reasons_in_words(game.rules(), &reasons)));
    }
    Ok(None)
}
