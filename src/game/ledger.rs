//! The ledger of a game: its table, the changes that led to it, and chance.
//!
//! [`Ledger::make`] and [`Ledger::rewind`] are the only functions that alter the table of a game in
//! play.

use super::cause::{Cause, CausedChange};
use super::streams::Streams;
use super::view::{Position, View};
use crate::board::Board;
use crate::change::Change;
use crate::rules::Call;
use crate::table::Table;

/// The capacity of lists of changes and calls at the beginning of a game. It suffices for most
/// games: a list that grows in play costs time.
pub(super) const CAPACITY: usize = 32;

/// The table of a game and its history.
#[derive(Clone)]
pub(super) struct Ledger {
    pub(super) position: Position,
    /// An earlier table. The table before an action is rarely needed, and changes are made again
    /// faster than tables are copied.
    base: Box<Table>,
    /// How many of the changes came before `base`.
    base_at: usize,
    /// The changes that led to the position, at least from `base` on.
    changes: Vec<Change>,
    /// The rules behind some of the changes.
    causes: Vec<ChangeCause>,
    /// How many of the changes have been reported, or belong to earlier actions.
    pub(super) reported: usize,
    pub(super) streams: Streams,
}

/// The rule behind a change.
#[derive(Clone)]
struct ChangeCause {
    /// The index of the change.
    index: usize,
    cause: Option<Cause>,
    call: Call,
}

impl Ledger {
    /// The ledger of a position, with no changes.
    pub(super) fn new(position: Position) -> Self {
        Self {
            base: Box::new(*position.view().table()),
            position,
            base_at: 0,
            changes: Vec::new(),
            causes: Vec::new(),
            reported: 0,
            streams: Streams::default(),
        }
    }

    /// A view of the position.
    #[inline]
    pub(super) fn view(&self) -> View<'_> {
        self.position.view()
    }

    /// Makes a change.
    #[expect(clippy::inline_always, reason = "each place knows which change it makes")]
    #[inline(always)]
    pub(super) fn make(&mut self, change: &Change) {
        self.position.apply(change);
        self.changes.push(*change);
    }

    /// Notes that the running hook made the last change.
    #[inline(never)]
    pub(super) fn note_cause(&mut self, call: Call) {
        let (index, cause) = (self.changes.len() - 1, self.position.hooks.cause);
        self.causes.push(ChangeCause { index, cause, call });
    }

    /// Takes back all changes after the first so many.
    pub(super) fn rewind(&mut self, mark: usize) {
        if self.changes.len() > mark {
            let table = self.table_at(mark);
            self.position.rewind(&table, &self.changes[mark..]);
            self.truncate(mark);
            self.reported = self.reported.min(mark);
        }
    }

    /// The number of changes: a mark to which the ledger can return.
    #[inline]
    pub(super) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// The changes that have not been reported.
    pub(super) fn unreported(&self) -> &[Change] {
        &self.changes[self.reported..]
    }

    /// The table as it was at a mark.
    pub(super) fn table_at(&self, mark: usize) -> Table {
        let mut table = *self.base;
        redo(&mut table, &self.changes[self.base_at..mark], &self.view().rules().board);
        table
    }

    /// The earlier table that is stored.
    pub(super) fn base(&self) -> &Table {
        &self.base
    }

    /// Stores the table as it was at a mark, which is the earliest to which the ledger can return
    /// from now on.
    #[cold]
    pub(super) fn rebase_to(&mut self, mark: usize) {
        let board = &self.position.view().rules().board;
        redo(&mut self.base, &self.changes[self.base_at..mark], board);
        self.base_at = mark;
    }

    /// Stores the table as it is, and drops the changes before it.
    #[cold]
    pub(super) fn rebase(&mut self) {
        *self.base = *self.view().table();
        self.truncate(0);
        self.base_at = 0;
    }

    /// Begins anew at a table that was saved.
    pub(super) fn restart(&mut self, table: &Table) {
        self.position.replace(table);
        self.rebase();
        self.reported = 0;
        self.streams.written.clear();
    }

    /// Drops all changes after the first so many.
    fn truncate(&mut self, count: usize) {
        self.changes.truncate(count);
        while self.causes.last().is_some_and(|cause| cause.index >= count) {
            self.causes.pop();
        }
    }

    /// Replaces a list by the changes of this action that have not been reported.
    pub(super) fn list_events(&self, list: &mut Vec<CausedChange>) {
        list.clear();
        let mut causes = self.causes.iter().skip_while(|it| it.index < self.reported).peekable();
        let event = |(index, &change): (usize, &Change)| {
            let rule = causes.next_if(|cause| cause.index == index);
            let cause = rule.and_then(|it| it.cause);
            CausedChange { change, cause, call: rule.map(|it| it.call) }
        };
        list.extend(self.changes.iter().enumerate().skip(self.reported).map(event));
    }

    /// The number below `bound` that a stream gives next, without drawing it.
    pub(super) fn peek(&mut self, stream: usize, bound: usize) -> usize {
        let view = self.position.view();
        self.streams.peek(view.rules(), view.table(), stream, bound)
    }

    /// The number of the thing that a stream gives next, out of so many of each, without drawing it.
    pub(super) fn pick(&mut self, stream: usize, counts: &[usize]) -> usize {
        let view = self.position.view();
        self.streams.pick(view.rules(), view.table(), stream, counts)
    }

    /// Reserves memory, so that a usual game allocates none in play.
    pub(super) fn reserve(&mut self) {
        self.changes.reserve(4 * CAPACITY);
        self.causes.reserve(CAPACITY);
        self.position.reserve();
    }

    /// Copies another game with the same rules, without its cached answers.
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { position, base, base_at, changes, causes, reported, streams } = other;
        self.position.copy_from(position);
        *self.base = **base;
        (self.base_at, self.reported) = (*base_at, *reported);
        self.changes.clone_from(changes);
        self.causes.clone_from(causes);
        self.streams.copy_from(streams);
    }
}

/// Makes changes again.
fn redo(table: &mut Table, changes: &[Change], board: &Board) {
    for change in changes {
        table.apply(change, board);
    }
}
