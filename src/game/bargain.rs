//! Offers between players: how they are answered, concluded and taken off the table.

use super::effect::Effect;
use crate::action::Action;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::set::Id;
use crate::table::{Player, Step};

impl Effect {
    pub(super) fn bargain(&mut self, player: Player, action: &Action) {
        match *action {
            Action::Offer { give, get, to } => {
                self.make(Change::Offered { give, get, to });
                self.make(Change::Step(Step::Offer));
            }
            Action::Accept => {
                let terms = (self.table().offer().give, self.table().offer().get);
                self.make(Change::Replied(player, Some(terms)));
            }
            Action::Counter { give, get } => {
                let is_reversed = planted(KernelFault::CounterReversed);
                let terms = if is_reversed { (give, get) } else { (get, give) };
                self.make(Change::Replied(player, Some(terms)));
            }
            Action::Refuse => self.make(Change::Replied(player, None)),
            Action::Conclude { with } => {
                let (give, get) = self.table().offer().terms[with.index()];
                self.make(Change::Gave { from: player, to: with, cards: give });
                self.make(Change::Gave { from: with, to: player, cards: get });
                self.close_offer();
            }
            _ => self.close_offer(),
        }
        let offer = &self.table().offer();
        if self.table().step() == Step::Offer
            && offer.waiting.is_empty()
            && offer.willing.is_empty()
        {
            self.close_offer();
        }
    }

    fn close_offer(&mut self) {
        self.make(Change::Withdrawn);
        self.make(Change::Step(Step::Act));
    }
}
