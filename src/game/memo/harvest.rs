//! A cache of the yields of each number. A yield is valid until a change to the board can alter it.

use std::cell::Cell;

use crate::board::{Board, Place};
use crate::change::Change;
use crate::game::owed::Owed;
use crate::rules::Result;
use crate::table::Table;

/// The number of possible indices: the sums of two dice, and the numbers below them.
const NUMBERS: usize = 13;

/// The yields of numbers.
#[derive(Clone, Default)]
pub(super) struct Harvest {
    /// What each number owes, if it is known.
    owed: [Cell<Option<Owed>>; NUMBERS],
    /// Whether any number yields anything.
    fertile: Cell<Option<bool>>,
}

impl Harvest {
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
        let cached = &self.owed[usize::from(number)];
        if let Some(found) = cached.get() {
            *owed = found;
            return Ok(());
        }
        *owed = count()?;
        cached.set(Some(*owed));
        Ok(())
    }

    /// Whether any number yields anything.
    pub(super) fn is_fertile(&self, count: impl FnOnce() -> bool) -> bool {
        let is_fertile = self.fertile.get().unwrap_or_else(count);
        self.fertile.set(Some(is_fertile));
        is_fertile
    }

    /// Invalidates the yields that depend on a change; `table` is the table before it.
    pub(super) fn invalidate(&self, board: &Board, table: &Table, change: &Change) {
        match *change {
            Change::Built { place: Place::Border(_), .. }
            | Change::Removed { place: Place::Border(_), .. }
            | Change::Shifted { from: Place::Border(_), .. }
            | Change::TokenPlaced(..) => {}
            Change::Built { place: Place::Intersection(intersection), .. } => {
                for hex in board.intersection(intersection).hexes {
                    self.invalidate_number(table.numbers()[hex]);
                }
            }
            Change::Moved(marker, to) => {
                for place in [table.markers()[marker], to] {
                    if let Some(Place::Hex(hex)) = place {
                        self.invalidate_number(table.numbers()[hex]);
                    }
                }
            }
            _ if change.is_of_board() => self.clear(),
            _ => {}
        }
    }

    /// Invalidates the yield of one number. A fertile board remains fertile when more is built.
    fn invalidate_number(&self, number: u8) {
        self.owed[usize::from(number)].set(None);
        self.fertile.set(self.fertile.get().filter(|&fertile| fertile));
    }

    /// Invalidates everything.
    pub(super) fn clear(&self) {
        self.owed.iter().for_each(|owed| owed.set(None));
        self.fertile.set(None);
    }

    /// The first number with a cached yield that differs from `owed`.
    pub(super) fn wrong_number(&self, owed: impl Fn(u8) -> Option<Owed>) -> Option<u8> {
        let mut numbers = (0..).zip(&self.owed);
        let is_wrong = |(number, cached): (u8, &Cell<Option<Owed>>)| {
            cached.get().is_some_and(|cached| owed(number) != Some(cached)).then_some(number)
        };
        numbers.find_map(is_wrong)
    }
}
