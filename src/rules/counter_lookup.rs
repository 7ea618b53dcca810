//! Which kind a counter is of.

use super::{CounterKind, PlaceCounterKind, Rules};
use crate::table::{Counter, PlaceCounter};

impl Rules {
    /// The kind of counter to which a slot belongs. The kinds follow each other without gaps.
    pub fn counter_of(&self, slot: Counter) -> Option<&CounterKind> {
        let at = self.counters.partition_point(|kind| kind.first <= slot).checked_sub(1)?;
        Some(&self.counters[at])
    }

    /// The kind of a counter of hexes, places or pieces.
    pub fn place_counter(&self, counter: PlaceCounter) -> Option<&PlaceCounterKind> {
        self.place_counters.iter().find(|kind| kind.counter == counter)
    }
}
