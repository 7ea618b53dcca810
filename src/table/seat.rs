//! The belongings of one player, and open events: parts of the table.

use serde::{Deserialize, Serialize};

use super::{Answerable, GOODS, Goods, HexEvent, KINDS, Kind, PLAYERS, PortBits, Token};
use crate::board::{Border, Hex, Intersection};
use crate::resource::Resources;
use crate::set::{IdMap, Set, SmallSet};

/// A revealed event on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OpenHexEvent {
    /// The event.
    pub event: HexEvent,
    /// The hex.
    pub hex: Hex,
    /// The building of each player that it affects.
    pub affects: [Option<Intersection>; PLAYERS],
}

readable! {
    /// The belongings of a player.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
    pub struct PlayerState {
        /// The resource cards of the hand.
        copy hand: Resources,
        /// The cards of the hand that all players know of, since they saw how the player got them.
        /// A card that the player lost unseen may have been any of them.
        #[serde(default)]
        copy known: Resources,
        /// The open cards of the hand, which cannot be traded.
        #[serde(default)]
        copy open: Resources,
        /// Whether the player pays with hidden cards before open ones.
        #[serde(default)]
        copy hidden_first: bool,
        /// The resource cards that the player received from the last production roll.
        copy produced: Resources,
        /// The number of cards still to be discarded.
        copy due: u16,
        /// The cards chosen to be discarded.
        copy aside: Resources,
        /// The pieces on the board, by kind.
        ref pieces: IdMap<Kind, u8, KINDS>,
        /// The intersections with a piece of the player.
        #[serde(rename = "sites")]
        copy intersections: Set<Intersection>,
        /// The borders with a piece of the player.
        #[serde(rename = "lines")]
        copy borders: Set<Border>,
        /// The intersections at the ends of the player's borders.
        copy ends: Set<Intersection>,
        /// The kinds of ports at which the player has a piece, as bits.
        copy at_ports: PortBits,
        /// The tokens to which the player has access.
        #[serde(default)]
        copy access: SmallSet<Token>,
        /// The tokens to which the player gained access this turn.
        #[serde(default)]
        copy fresh_access: SmallSet<Token>,
        /// The number of goods of each kind.
        #[serde(default)]
        ref goods: IdMap<Goods, u8, GOODS>,
        /// The goods that the player got this turn.
        #[serde(default)]
        copy fresh_goods: SmallSet<Goods>,
        /// The rules with the advance answer "accept".
        #[serde(default)]
        copy accepts: SmallSet<Answerable>,
        /// The rules with the advance answer "decline".
        #[serde(default)]
        copy declines: SmallSet<Answerable>,
        /// Permanent points.
        copy gained: i8,
    }
}

/// A player's advance answer to a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdvanceAnswer {
    /// Accept without being asked.
    Accept,
    /// Decline without being asked.
    Decline,
    /// Be asked each time.
    Ask,
}

impl AdvanceAnswer {
    /// All answers.
    pub const ALL: [Self; 3] = [Self::Accept, Self::Decline, Self::Ask];
}

impl PlayerState {
    /// The player's advance answer to a rule.
    pub fn advance_answer(&self, answerable: Answerable) -> AdvanceAnswer {
        if self.accepts.contains(answerable) {
            AdvanceAnswer::Accept
        } else if self.declines.contains(answerable) {
            AdvanceAnswer::Decline
        } else {
            AdvanceAnswer::Ask
        }
    }
}
