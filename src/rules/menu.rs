//! What a turn has to offer, in short rows: of which of it a hand is enough for is asked all the
//! time, and most often it is not.

use super::{AbilityKind, Cost, DeckKind, Hold, PieceKind, RateKind, Rule, RuleId, Way};
use crate::resource::Resources;
use crate::set::Id;
use crate::table::{Ability, Deck, Kind, Port, Rate};

/// What there is, in the order in which it is listed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Menu {
    /// The ways to build and to buy, and the rates of trade.
    pub terms: Vec<Item>,
    /// The abilities, but those that are used by playing a card.
    pub abilities: Vec<Item>,
}

/// Something on the menu, with the least that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is.
    pub dish: Dish,
    /// What is in each of its payments.
    least: Cost,
    /// The ports at one of which a piece has to stand, as bits; all where none has to.
    ports: u16,
    /// What makes it a player's own.
    pub held: Option<Hold>,
}

/// What a player may build, buy or trade.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dish {
    /// A piece, by the way of this number.
    Build(Kind, usize),
    /// A card of a deck, by the way of this number.
    Buy(Deck, usize),
    /// A trade with the supply.
    Trade(Rate),
    /// A variant of an ability.
    Use(Ability, u8),
}

/// At no port at all.
const ANYWHERE: u16 = u16::MAX;

impl Menu {
    /// The menu of what is declared, by these rules.
    pub fn of(
        rules: &[Rule],
        (kinds, decks): (&[PieceKind], &[DeckKind]),
        (rates, abilities): (&[RateKind], &[AbilityKind]),
    ) -> Self {
        let held = |rule: RuleId| rules[rule.index()].held;
        let mut terms = Vec::new();
        let mut add = |ways: &[Way], dish: &dyn Fn(usize) -> Dish| {
            for (number, way) in ways.iter().enumerate() {
                let least = least(way.costs.iter().chain(way.costs_by_use.iter().flatten()));
                let held = way.rule.and_then(held);
                terms.push(Item { dish: dish(number), least, ports: ANYWHERE, held });
            }
        };
        for (kind, declared) in kinds.iter().enumerate() {
            add(&declared.ways, &|way| Dish::Build(Kind::new(kind), way));
        }
        for (deck, declared) in decks.iter().enumerate() {
            add(&declared.ways, &|way| Dish::Buy(Deck::new(deck), way));
        }
        for (number, rate) in rates.iter().enumerate() {
            let (dish, least) = (Dish::Trade(Rate::new(number)), least([rate.terms.give].iter()));
            let (ports, held) = (rate.port.map_or(ANYWHERE, Port::bit), held(rate.rule));
            terms.push(Item { dish, least, ports, held });
        }
        let mut uses = Vec::new();
        for (number, ability) in abilities.iter().enumerate().filter(|(_, it)| !it.by_card) {
            for (variant, choice) in (0..).zip(&ability.variants) {
                let dish = Dish::Use(Ability::new(number), variant);
                let (least, held) = (least(choice.costs.iter()), held(ability.rule));
                uses.push(Item { dish, least, ports: ANYWHERE, held });
            }
        }
        Self { terms, abilities: uses }
    }
}

impl Item {
    /// Whether a player might take it, by the cards and the ports that there are.
    #[inline]
    pub fn is_within(&self, hand: Resources, at_ports: u16) -> bool {
        hand.contains(self.least.fixed)
            && hand.has_alike(self.least.same)
            && (self.ports == ANYWHERE || self.ports & at_ports != 0)
    }
}

/// What is in each of several payments.
fn least<'a>(costs: impl Iterator<Item = &'a Cost>) -> Cost {
    let both = |one: Cost, other: Cost| Cost {
        fixed: one.fixed.common(other.fixed),
        same: one.same.min(other.same),
        any: one.any.min(other.any),
    };
    costs.copied().reduce(both).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::tests::bag;

    #[test]
    fn the_least_is_what_all_payments_share() {
        let costs = [Cost::fixed(bag(&[2, 1])), Cost { same: 3, ..Cost::fixed(bag(&[1, 0, 1])) }];
        assert_eq!(least(costs.iter()), Cost::fixed(bag(&[1])));
        assert_eq!(least(costs[1..].iter()), costs[1]);
    }

    #[test]
    fn an_item_is_within_a_hand_that_has_enough() {
        let least = Cost { same: 3, ..Cost::fixed(bag(&[0, 1])) };
        let item = Item { dish: Dish::Trade(Rate(0)), least, ports: ANYWHERE, held: None };
        let within = |item: Item, hand: &[usize]| item.is_within(bag(hand), 0b10);
        assert!(within(item, &[3, 1]) && !within(item, &[2, 1]) && !within(item, &[3]));
        let at = |ports| Item { ports, ..item };
        assert!(within(at(0b110), &[3, 1]) && !within(at(0b100), &[3, 1]));
    }
}
