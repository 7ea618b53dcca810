//! Buying cards.

use super::check::{Check, Checked, Item, Objection, is_met};
use super::{payment, terms};
use crate::action::{Action, STANDARD};
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{Arg, Failure, Hook, Way};
use crate::table::{Deck, Player};

/// The conditions of a purchase.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    deck: Deck,
    way: u8,
    pay: Resources,
) -> Checked {
    check_deck(view, check, player, deck)?;
    let way = view.rules().deck(deck).ways.get(usize::from(way));
    terms::check_way(view, check, player, way, (Item::Card(deck), pay), Some(Arg::Deck(deck)))
}

/// Requires that the deck has a card, and that no rule forbids to buy it.
fn check_deck<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    deck: Deck,
) -> Checked {
    check.require(terms::has_cards(view, deck), || Objection::EmptyDeck(deck))?;
    check.vetoes(view, Hook::MayBuy, player, &[Arg::Deck(deck)])
}

/// Adds the purchases from a deck on the terms with this number.
#[inline]
pub(super) fn list(
    view: View<'_>,
    player: Player,
    deck: Deck,
    number: usize,
    list: &mut Vec<Action>,
) -> Result<(), Failure> {
    let way = &view.rules().deck(deck).ways[number];
    let what = Some(Arg::Deck(deck));
    if !terms::is_open(view, player, way) {
        return Ok(());
    }
    let asked;
    let costs = match terms::declared_costs(view, player, way) {
        [] => {
            asked = terms::asked_cost(view, player, way.by, what)?;
            asked.as_slice()
        }
        costs => costs,
    };
    if !terms::can_pay(view, player, costs) {
        return Ok(());
    }
    if may_buy(view, player, deck, way)? {
        let way_number = u8::try_from(number).expect("few ways") + STANDARD;
        payment::payments(view, player, costs, |pay| {
            list.push(Action::Buy { deck, way: way_number, pay });
        });
        payment::check_choices(view, list, way.by.map(|by| by.rule))?;
    }
    Ok(())
}

/// Whether the player could buy from a deck on the terms with this number if only there were enough
/// cards to pay for it.
pub(super) fn lacks_only_price(
    view: View<'_>,
    player: Player,
    deck: Deck,
    number: usize,
) -> Result<bool, Failure> {
    let way = &view.rules().deck(deck).ways[number];
    if !terms::is_open(view, player, way) {
        return Ok(false);
    }
    let costs = terms::costs(view, player, way, Some(Arg::Deck(deck)))?;
    if costs.is_empty() || terms::can_pay(view, player, &costs) {
        return Ok(false);
    }
    may_buy(view, player, deck, way)
}

/// Whether the deck has a card, and neither a rule nor the guard of the terms forbids to buy it.
fn may_buy(view: View<'_>, player: Player, deck: Deck, way: &Way) -> Result<bool, Failure> {
    is_met(|check| {
        check_deck(view, check, player, deck)?;
        way.by.map_or(Ok(()), |by| check.guard(view, player, by, Some(Arg::Deck(deck))))
    })
}
