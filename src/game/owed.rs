//! The resources that a number owes.

use crate::resource::Resources;
use crate::table::PLAYERS;

/// The resources that a number owes to players.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Owed {
    /// The resources owed to each player, by seat.
    pub(super) to: [Resources; PLAYERS],
    /// The resources owed to all players; `None` if a count exceeds the maximum of a bag.
    pub(super) together: Option<Resources>,
}
