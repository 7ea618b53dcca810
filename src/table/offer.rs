//! The open offer of the current player. It is a part of [`More`](super::More).

use serde::{Deserialize, Serialize};

use super::{PLAYERS, Player, Players, Table};
use crate::resource::Resources;

/// A trade that the current player offers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// The cards that the current player would give.
    pub give: Resources,
    /// The cards that the current player would get.
    pub get: Resources,
    /// The players who have not answered yet.
    pub waiting: Players,
    /// The players who are willing to trade; their terms are in `terms`.
    pub willing: Players,
    /// The terms of each willing player: the cards that the current player would give and get.
    pub terms: [(Resources, Resources); PLAYERS],
}

impl Offer {
    /// An offer of nothing to nobody.
    const NONE: Self = Self {
        give: Resources::NONE,
        get: Resources::NONE,
        waiting: Players::NONE,
        willing: Players::NONE,
        terms: [(Resources::NONE, Resources::NONE); PLAYERS],
    };
}

impl Table {
    /// The open offer; an empty one if there is none.
    pub fn offer(&self) -> &Offer {
        self.more.as_ref().and_then(|more| more.offer.as_ref()).unwrap_or(&Offer::NONE)
    }

    pub(super) fn open_offer(&mut self, give: Resources, get: Resources, to: Players) {
        let offer = Offer { give, get, waiting: to, ..Offer::NONE };
        self.more.get_or_insert_default().offer = Some(offer);
    }

    /// Records a player's reply to the open offer; `terms` is `None` if the player refuses.
    pub(super) fn reply(&mut self, player: Player, terms: Option<(Resources, Resources)>) {
        let mut offer = *self.offer();
        offer.waiting = offer.waiting.without(player);
        if let Some(terms) = terms {
            offer.willing = offer.willing.with(player);
            offer.terms[usize::from(player.0)] = terms;
        }
        self.more.get_or_insert_default().offer = Some(offer);
    }

    pub(super) fn close_offer(&mut self) {
        if let Some(more) = &mut self.more {
            more.offer = None;
        }
        self.tidy();
    }
}
