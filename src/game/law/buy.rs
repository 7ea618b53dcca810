//! Buying cards.

use super::{Check, Checked, Item, Objection};
use crate::action::{Action, STANDARD};
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{Arg, Failure};
use crate::table::{Deck, Player};

impl<'a> View<'a> {
    /// The conditions of a purchase.
    pub(super) fn check_purchase(
        self,
        check: &mut impl Check<'a>,
        player: Player,
        deck: Deck,
        way: u8,
        pay: Resources,
    ) -> Checked {
        self.check_deck(check, deck)?;
        let way = self.rules().deck(deck).ways.get(usize::from(way));
        self.check_way(check, player, way, (Item::Card(deck), pay), Some(Arg::Deck(deck)))
    }

    /// The deck has a card.
    fn check_deck(self, check: &mut impl Check<'a>, deck: Deck) -> Checked {
        check.require(self.cards_left(deck) > 0, || Objection::EmptyDeck(deck))
    }

    /// Adds the purchases from a deck on terms of this number.
    pub(super) fn list_purchases(
        self,
        player: Player,
        deck: Deck,
        number: usize,
        list: &mut Vec<Action>,
    ) -> Result<(), Failure> {
        let way = &self.rules().deck(deck).ways[number];
        let Some(costs) = self.payable_costs(player, way) else { return Ok(()) };
        let is_open = super::is_met(|check| {
            self.check_deck(check, deck)?;
            way.by.map_or(Ok(()), |by| check.guard(self, player, by, Some(Arg::Deck(deck))))
        });
        if is_open? {
            let way_number = u8::try_from(number).expect("few ways") + STANDARD;
            self.payments(player, costs, |pay| {
                list.push(Action::Buy { deck, way: way_number, pay });
            });
            self.check_choices(list, way.by.map(|by| by.rule))?;
        }
        Ok(())
    }
}
