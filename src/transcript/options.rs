//! The options with which a transcript is played, and the result.

use super::rewrite::AddedChanges;
use crate::action::Action;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{CausedChange, Game, Refused};
use crate::table::Player;

/// How a transcript is played.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct Options<'a> {
    /// Whether what is strange, such as packs that differ from those of the recording, is an error.
    pub strict: bool,
    /// Whether changes and digests are written anew instead of checked.
    pub rewrite: bool,
    /// Which changes that are not written are added to the rewritten transcript.
    pub added: AddedChanges,
    /// The line, from 1, above which nothing is checked or written anew.
    pub from: Option<usize>,
    /// The line, from 1, before which to stop.
    pub until: Option<usize>,
    /// Whether the hook calls of each action are logged ([`Game::hook_calls`]).
    pub hook_calls: bool,
    /// Whether nothing is cached ([`Game::without_cache`]).
    pub uncached: bool,
    /// Told of the beginning of the game and of every line that was played.
    pub observe: Option<&'a mut dyn FnMut(&Moment<'_>)>,
}

/// A line of a transcript as it was played.
pub struct Moment<'a> {
    /// The place among the transcript's lines; nothing for the beginning of the game.
    pub at: Option<usize>,
    /// Who acted, and how: nobody at the beginning.
    pub actions: &'a [(Player, Action)],
    /// What happened, or why nothing did.
    pub outcome: Result<&'a [CausedChange], &'a Refused>,
    /// What the actions that were taken back had revealed, line by line.
    pub revealed: &'a [String],
    /// The game afterwards.
    pub game: &'a Game,
}

/// The result of a replay.
pub struct ReplayReport {
    /// The game as it stands at the end.
    pub game: Game,
    /// The transcript with the changes that happened; all else as it was.
    pub rewritten: String,
    /// What is not so and was left as it is, where the transcript is written anew.
    pub left: Diagnostics,
    /// What is strange but no error.
    pub notes: Vec<Diagnostic>,
    /// How many actions were played and not taken back; each card of a discard is one.
    pub actions: usize,
}
