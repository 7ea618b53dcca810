//! A cache of the options that a player has in a turn. They are valid while the ports and the rules
//! of the player stay the same.

use std::cell::RefCell;

use crate::rules::{OwnershipId, TurnOptions};
use crate::set::Set;
use crate::table::PortBits;

/// The options of one player.
#[derive(Default, Debug)]
pub(super) struct AvailableOptions(RefCell<Cached>);

#[derive(Default, Debug)]
struct Cached {
    /// The ports and rules for which the options are valid.
    key: Option<(PortBits, Set<OwnershipId>)>,
    options: TurnOptions,
}

/// A clone is empty, since copies of a game rarely need the options.
impl Clone for AvailableOptions {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl AvailableOptions {
    /// Reserves memory for all options.
    pub(super) fn reserve(&mut self, all: &TurnOptions) {
        self.0.get_mut().options.reserve(all);
    }

    /// Calls a function with the options of a player who has these ports and rules.
    #[inline]
    pub(super) fn with<T>(
        &self,
        all: &TurnOptions,
        at_ports: PortBits,
        owned: Set<OwnershipId>,
        visit: impl FnOnce(&TurnOptions) -> T,
    ) -> T {
        let mut cached = self.0.borrow_mut();
        if cached.key != Some((at_ports, owned)) {
            cached.key = Some((at_ports, owned));
            all.list_available(at_ports, owned, &mut cached.options);
        }
        visit(&cached.options)
    }
}
