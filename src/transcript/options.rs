//! The options of a replay, and its result.

use super::rewrite::AddedChanges;
use crate::action::Action;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{CausedChange, Game, Refusal};
use crate::table::Player;

/// The options of a replay.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub struct Options<'a> {
    /// Whether notes, such as those about packs that differ from the recorded ones, are errors.
    pub strict: bool,
    /// Whether changes and digests are rewritten instead of checked.
    pub rewrite: bool,
    /// Which missing changes are added to the rewritten transcript.
    pub added: AddedChanges,
    /// The line, counted from 1, above which nothing is checked or rewritten.
    pub from: Option<usize>,
    /// The line, counted from 1, before which to stop.
    pub until: Option<usize>,
    /// Whether the hook calls of each action are logged ([`Game::hook_calls`]).
    pub hook_calls: bool,
    /// Whether caching is off ([`Game::without_cache`]).
    pub uncached: bool,
    /// Called for the beginning of the game and for every line that was played.
    pub observe: Option<&'a mut dyn FnMut(&ReplayedLine<'_>)>,
}

/// A line of a replay with its result.
pub struct ReplayedLine<'a> {
    /// The index of the transcript's line; `None` for the beginning of the game.
    pub at: Option<usize>,
    /// Who acted, and how; empty at the beginning.
    pub actions: &'a [(Player, Action)],
    /// The changes, or why the action was refused.
    pub outcome: Result<&'a [CausedChange], &'a Refusal>,
    /// The information that undone actions had revealed, line by line.
    pub revealed: &'a [String],
    /// The game afterwards.
    pub game: &'a Game,
}

/// The result of a replay.
pub struct ReplayReport {
    /// The game at the end.
    pub game: Game,
    /// The transcript with the changes that happened; everything else is unchanged.
    pub rewritten: String,
    /// Errors that a rewritten transcript still contains.
    pub left: Diagnostics,
    /// Notes, which are not errors.
    pub notes: Vec<Diagnostic>,
    /// How many actions were played and not undone; each card of a discard counts as one.
    pub actions: usize,
}
