//! All values that are cached for speed. A game without the cache has the same results, but is
//! slower.
//!
//! [`Memo::invalidate`] is called before each change, and [`Memo::rewind`] when changes are undone.
//! To get a value, a caller passes the function that computes it if it is not cached.

mod answers;
mod harvest;
mod open_ends;
mod options;
mod trails;

use std::cell::Cell;

use super::owed::Owed;
use super::verdict::{CachedOperations, Reads, Verdict};
use crate::board::{Border, Place, Places};
use crate::change::Change;
use crate::rules::{Call, OwnershipId, Result, Rules, TurnOptions};
use crate::set::{Id, Set};
use crate::table::{Award, Facet, Facets, Kind, PLAYERS, Player, Players, PortBits, Table};

use answers::AnswerCache;
use harvest::Harvest;
use open_ends::OpenEnds;
use options::AvailableOptions;
use trails::Trails;

/// The cached values of a position. Each is either absent or equal to the value that would be
/// computed now.
#[derive(Clone)]
pub(super) struct Memo {
    is_on: bool,
    /// The answers of pure hooks.
    answers: AnswerCache,
    /// The lengths of trails that awards compare.
    trails: Trails,
    /// The yields of each number.
    harvest: Harvest,
    /// The routes at open ends.
    open_ends: OpenEnds,
    /// The options of each player's turn.
    options: [AvailableOptions; PLAYERS],
    /// The players who have not reached the goal.
    below_goal: Cell<Players>,
    /// The facets that rules about points and the goal have read for these players, and the
    /// revision of the answers.
    goal_reads: Cell<(Facets, u32)>,
}

impl Default for Memo {
    /// An empty cache.
    fn default() -> Self {
        Self {
            is_on: true,
            answers: AnswerCache::default(),
            trails: Trails::default(),
            harvest: Harvest::default(),
            open_ends: OpenEnds::default(),
            options: Default::default(),
            below_goal: Cell::new(Players::NONE),
            goal_reads: Cell::default(),
        }
    }
}

impl Memo {
    /// A cache that caches nothing.
    pub(super) fn off() -> Self {
        Self { is_on: false, ..Self::default() }
    }

    /// An empty cache, which is off if this one is off.
    pub(super) fn emptied(&self) -> Self {
        Self { is_on: self.is_on, ..Self::default() }
    }

    /// A cache for a copy of a position after a change that is tried. It shares the answers of
    /// hooks with the original; nothing else is in it.
    pub(super) fn for_copy(&self, table: &Table, change: &Change) -> Self {
        let answers = self.answers.for_copy();
        answers.invalidate(table.altered_by(change));
        Self { answers, ..self.emptied() }
    }

    /// Shares the answers of hooks with the original of this position, which must not change as
    /// long as this copy exists.
    pub(super) fn share_answers(&mut self, original: &Self) {
        self.answers = original.answers.for_copy();
    }

    /// Reserves memory, so that a typical game allocates none during play.
    pub(super) fn reserve(&mut self, rules: &Rules) {
        self.options.iter_mut().for_each(|options| options.reserve(&rules.turn_options));
    }

    /// Drops everything, since the position is replaced with an unrelated one.
    pub(super) fn clear(&mut self) {
        *self = Self { options: std::mem::take(&mut self.options), ..self.emptied() };
    }

    /// Copies the values of another position with the same rules, except for the answers of hooks.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { is_on, trails, harvest, open_ends, .. } = other;
        self.is_on = *is_on;
        self.answers.invalidate(Facets::EACH);
        self.trails.clone_from(trails);
        self.harvest.clone_from(harvest);
        self.open_ends.clone_from(open_ends);
        // What depends on answers is not copied, as the answers are not.
        let is_independent = other.goal_reads.get().0.is_empty();
        self.below_goal.set(if is_independent { other.below_goal.get() } else { Players::NONE });
        self.goal_reads.take();
    }

    /// Invalidates the values that depend on a change that is about to be made.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub(super) fn invalidate(&self, rules: &Rules, table: &Table, change: &Change) {
        self.answers.invalidate(table.altered_by(change));
        self.below_goal.set(self.below_goal.get() - change.may_alter_points_of());
        if change.is_of_board() {
            self.invalidate_board(rules, table, change);
        }
    }

    /// Invalidates the values that depend on a change to the board that is about to be made.
    #[inline(never)]
    fn invalidate_board(&self, rules: &Rules, table: &Table, change: &Change) {
        self.trails.update(rules, table, change);
        self.harvest.invalidate(&rules.board, table, change);
        self.open_ends.invalidate(change);
    }

    /// Invalidates the values that depend on changes that were undone; `table` is the table before
    /// them.
    pub(super) fn rewind(&self, rules: &Rules, table: &Table, changes: &[Change]) {
        let altered = changes.iter().fold(Facets::NONE, |all, change| all.and(change.alters()));
        self.answers.invalidate(altered);
        for change in changes {
            self.below_goal.set(self.below_goal.get() - change.may_alter_points_of());
            self.harvest.invalidate(&rules.board, table, change);
            self.open_ends.invalidate(change);
        }
        if !altered.among(Facets::of(&[Facet::Pieces])).is_empty() {
            self.trails.clear();
        }
    }

    /// The answer of a pure hook, without its text.
    pub(super) fn answer(
        &self,
        call: &Call,
        evaluate: impl Fn(CachedOperations<'_>, &mut Option<Reads>) -> Result<Option<Verdict>>,
    ) -> Result<Verdict> {
        if self.is_on {
            return self.answers.answer(call, evaluate);
        }
        Ok(evaluate(None, &mut None)?.unwrap_or(Verdict::Nothing))
    }

    /// The places for which a pure hook gives this answer; the place is its last argument.
    pub(super) fn places_where(
        &self,
        places: Places,
        call: &Call,
        wanted: Verdict,
        evaluate: impl Fn(Place, CachedOperations<'_>, &mut Option<Reads>) -> Result<Option<Verdict>>,
    ) -> Result<Places> {
        if self.is_on {
            return self.answers.places_where(places, call, wanted, evaluate);
        }
        let mut found = Places::default();
        for place in places.iter() {
            if evaluate(place, None, &mut None)? == Some(wanted) {
                found = found.and(Places::of(place));
            }
        }
        Ok(found)
    }

    /// The length of the trail that an award compares.
    pub(super) fn trail(&self, award: Award, player: Player, measure: impl Fn() -> u8) -> u8 {
        if self.is_on { self.trails.length(award, player, measure) } else { measure() }
    }

    /// The player's routes of a kind at open ends.
    pub(super) fn open_ends(
        &self,
        player: Player,
        kind: Kind,
        find: impl FnOnce() -> Set<Border>,
    ) -> Set<Border> {
        if self.is_on { self.open_ends.find(player, kind, find) } else { find() }
    }

    /// Sets `owed` to the yield of a number.
    ///
    /// # Errors
    /// When `count` fails.
    #[inline]
    pub(super) fn find_owed(
        &self,
        number: u8,
        owed: &mut Owed,
        count: impl FnOnce() -> Result<Owed>,
    ) -> Result {
        if self.is_on {
            return self.harvest.find_owed(number, owed, count);
        }
        *owed = count()?;
        Ok(())
    }

    /// Whether any number yields anything.
    pub(super) fn is_fertile(&self, count: impl FnOnce() -> bool) -> bool {
        if self.is_on { self.harvest.is_fertile(count) } else { count() }
    }

    /// Calls a function with the options of a player who has these ports and rules.
    #[inline]
    pub(super) fn options<T>(
        &self,
        player: Player,
        all: &TurnOptions,
        (at_ports, owned): (PortBits, Set<OwnershipId>),
        visit: impl FnOnce(&TurnOptions) -> T,
    ) -> T {
        if self.is_on {
            self.options[player.index()].with(all, at_ports, owned, visit)
        } else {
            visit(&all.available(at_ports, owned))
        }
    }

    /// Whether the player is known to be below the goal.
    #[inline]
    pub(super) fn is_below_goal(&self, player: Player) -> bool {
        self.is_on
            && self.below_goal.get().contains(player)
            && (self.goal_reads.get().0.is_empty() || self.is_goal_unchanged())
    }

    /// Whether everything that rules about points and the goal have read is unchanged.
    #[inline(never)]
    fn is_goal_unchanged(&self) -> bool {
        let (reads, revision) = self.goal_reads.get();
        self.answers.is_unchanged_since(reads, revision)
    }

    /// Records that the player is below the goal, and the facets that rules have read for this. If
    /// they may have read anything, nothing is recorded.
    #[inline]
    pub(super) fn set_below_goal(&self, player: Player, reads: Facets) {
        if reads.is_all() {
            return;
        }
        if self.is_goal_unchanged() {
            let known = self.goal_reads.get().0;
            self.below_goal.set(self.below_goal.get().with(player));
            self.goal_reads.set((known.and(reads), self.answers.revision()));
        } else {
            self.below_goal.set(Players::of(player));
            self.goal_reads.set((reads, self.answers.revision()));
        }
    }

    /// Runs a function. Returns its result with the facets on which the answers of hooks to it
    /// depend.
    #[inline]
    pub(super) fn watched<T>(&self, run: impl FnOnce() -> T) -> (T, Facets) {
        self.answers.watched(run)
    }

    /// The first number with a cached yield that differs from `owed`.
    pub(super) fn wrong_number(&self, owed: impl Fn(u8) -> Option<Owed>) -> Option<u8> {
        self.harvest.wrong_number(owed)
    }

    /// A player with a cached trail length that differs from the result of `length`.
    pub(super) fn wrong_trail(&self, length: impl Fn(Award, Player) -> u8) -> Option<Player> {
        self.trails.wrong_player(length)
    }

    /// A player with cached open ends that differ from the result of `ends`.
    pub(super) fn wrong_open_ends(
        &self,
        ends: impl Fn(Player, Kind) -> Set<Border>,
    ) -> Option<Player> {
        self.open_ends.wrong_player(ends)
    }

    /// A call with a cached answer that differs from the result of `answer`.
    pub(super) fn wrong_answer(
        &self,
        answer: impl Fn(&Call, Option<Place>) -> Option<Verdict>,
    ) -> Option<Call> {
        self.answers.wrong_answer(answer)
    }
}
