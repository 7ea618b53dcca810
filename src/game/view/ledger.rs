//! The ledger of a game: its table, the changes that led to it, and its random streams.
//!
//! [`Ledger::make`] and [`Ledger::rewind`] are the only functions that change the table during
//! play.

use std::rc::Rc;

use super::{Position, View};
use crate::board::Board;
use crate::change::Change;
use crate::game::cause::{Cause, CausedChange};
use crate::game::streams::RandomStreams;
use crate::rules::Call;
use crate::table::Table;

/// The initial capacity of lists of changes and calls. It is chosen to suffice for most games,
/// since growing a list during play costs time.
pub(in crate::game) const CAPACITY: usize = 32;

/// The table of a game and its history.
#[derive(Clone)]
pub(in crate::game) struct Ledger {
    pub(in crate::game) position: Position,
    /// An earlier table. The table before an action is rarely needed, and repeating changes is
    /// faster than copying a table for each action. Copies of the game share it.
    base: Rc<Table>,
    /// The number of changes before `base`.
    base_at: usize,
    /// The changes that led to the position, at least those since `base`.
    changes: Vec<Change>,
    /// The rules that caused some of the changes.
    causes: Vec<ChangeCause>,
    /// The number of changes that have been reported or belong to earlier actions.
    pub(in crate::game) reported: usize,
    pub(in crate::game) streams: RandomStreams,
}

/// The rule that caused a change.
#[derive(Clone)]
struct ChangeCause {
    /// The index of the change.
    index: usize,
    cause: Option<Cause>,
    call: Call,
}

impl Ledger {
    /// Creates the ledger of a position, with no changes.
    pub(in crate::game) fn new(position: Position) -> Self {
        Self {
            base: Rc::new(position.view().table().clone()),
            position,
            base_at: 0,
            changes: Vec::new(),
            causes: Vec::new(),
            reported: 0,
            streams: RandomStreams::default(),
        }
    }

    /// A view of the position.
    #[inline]
    pub(in crate::game) fn view(&self) -> View<'_> {
        self.position.view()
    }

    /// Makes a change, and invalidates the cached values that depend on it.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub(in crate::game) fn make(&mut self, change: &Change) {
        let Position { rules, table, memo, .. } = &mut self.position;
        memo.invalidate(rules, table, change);
        table.apply(change, &rules.board);
        self.changes.push(*change);
    }

    /// Records that the running hook made the last change.
    #[inline(never)]
    pub(in crate::game) fn note_cause(&mut self, call: Call) {
        let (index, cause) = (self.changes.len() - 1, self.position.hooks.cause);
        self.causes.push(ChangeCause { index, cause, call });
    }

    /// Looks only at changes that rules made after the first `count` changes. Returns the cause of
    /// the last one for which `concerns` returns `true`.
    pub(in crate::game) fn cause_of_last(
        &self,
        count: usize,
        concerns: impl Fn(&Change) -> bool,
    ) -> Option<Cause> {
        let recent = self.causes.iter().rev().take_while(|it| it.index >= count);
        recent.filter(|it| concerns(&self.changes[it.index])).find_map(|it| it.cause)
    }

    /// Undoes all changes but the first `count`.
    pub(in crate::game) fn rewind(&mut self, count: usize) {
        if self.changes.len() > count {
            let table = self.table_at(count);
            let position = &mut self.position;
            position.memo.rewind(&position.rules, &table, &self.changes[count..]);
            position.table = table;
            self.truncate(count);
            self.reported = self.reported.min(count);
        }
    }

    /// Returns the number of changes.
    #[inline]
    pub(in crate::game) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns the changes that have not been reported.
    pub(in crate::game) fn unreported(&self) -> &[Change] {
        &self.changes[self.reported..]
    }

    /// Returns the table as it was after the first `count` changes.
    pub(in crate::game) fn table_at(&self, count: usize) -> Table {
        let mut table = Table::clone(&self.base);
        redo(&mut table, &self.changes[self.base_at..count], &self.view().rules().board);
        table
    }

    /// Returns the stored earlier table.
    pub(in crate::game) fn base(&self) -> &Table {
        &self.base
    }

    /// Stores the table as it was after the first `count` changes. From now on, these changes
    /// cannot be undone.
    #[cold]
    pub(in crate::game) fn rebase_to(&mut self, count: usize) {
        let board = &self.position.view().rules().board;
        redo(Rc::make_mut(&mut self.base), &self.changes[self.base_at..count], board);
        self.base_at = count;
    }

    /// Stores the current table and drops all changes.
    #[cold]
    pub(in crate::game) fn rebase(&mut self) {
        Rc::make_mut(&mut self.base).clone_from(self.position.view().table());
        self.truncate(0);
        self.base_at = 0;
    }

    /// Restarts from a saved table.
    pub(in crate::game) fn restart(&mut self, table: &Table) {
        self.position.table.clone_from(table);
        self.position.memo.clear();
        self.position.hooks.cause = None;
        self.rebase();
        self.reported = 0;
        self.streams.written.clear();
    }

    /// Drops all changes after the first `count`.
    fn truncate(&mut self, count: usize) {
        self.changes.truncate(count);
        while self.causes.last().is_some_and(|cause| cause.index >= count) {
            self.causes.pop();
        }
    }

    /// Replaces the contents of a list with the unreported changes of this action.
    pub(in crate::game) fn list_caused_changes(&self, list: &mut Vec<CausedChange>) {
        list.clear();
        let mut causes = self.causes.iter().skip_while(|it| it.index < self.reported).peekable();
        let event = |(index, &change): (usize, &Change)| {
            let rule = causes.next_if(|cause| cause.index == index);
            let cause = rule.and_then(|it| it.cause);
            CausedChange { change, cause, call: rule.map(|it| it.call) }
        };
        list.extend(self.changes.iter().enumerate().skip(self.reported).map(event));
    }

    /// Returns the next number below `bound` from a stream, without drawing it.
    pub(in crate::game) fn peek(&mut self, stream: usize, bound: usize) -> usize {
        let view = self.position.view();
        self.streams.peek(view.rules(), view.table(), stream, bound)
    }

    /// Returns the index of the next item from a stream, without drawing it. `counts` contains the
    /// number of each item.
    pub(in crate::game) fn pick(&mut self, stream: usize, counts: &[usize]) -> usize {
        let view = self.position.view();
        self.streams.pick(view.rules(), view.table(), stream, counts)
    }

    /// Reserves memory, so that a typical game allocates none during play.
    pub(in crate::game) fn reserve(&mut self) {
        self.changes.reserve(4 * CAPACITY);
        self.causes.reserve(CAPACITY);
        self.position.reserve();
    }

    /// Shares the answers of hooks with the original of this game, which must not change as long as
    /// this copy exists.
    pub(in crate::game) fn share_answers(&mut self, original: &Self) {
        self.position.memo.share_answers(&original.position.memo);
    }

    /// Copies another game with the same rules, without its cached results.
    pub(in crate::game) fn copy_from(&mut self, other: &Self) {
        let Self { position, base, base_at, changes, causes, reported, streams } = other;
        self.position.copy_from(position);
        self.base.clone_from(base);
        (self.base_at, self.reported) = (*base_at, *reported);
        self.changes.clone_from(changes);
        self.causes.clone_from(causes);
        self.streams.copy_from(streams);
    }
}

/// Repeats changes.
fn redo(table: &mut Table, changes: &[Change], board: &Board) {
    for change in changes {
        table.apply(change, board);
    }
}
