//! What a turn has to offer, in short rows: of which of it a hand is enough for is asked all the
//! time, and most often it is not.

use super::{Cost, DeckKind, PieceKind, RateKind, Way};
use crate::resource::Resources;
use crate::set::Id;
use crate::table::{Deck, Kind, Port, Rate};

/// The ways to build and to buy and the rates of trade, in the order in which they are listed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Menu(pub Vec<Item>);

/// One of them, with the least that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// What it is.
    pub dish: Dish,
    /// What is in each of its payments.
    least: Cost,
    /// The ports at one of which a piece has to stand, as bits.
    ports: u16,
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
}

impl Menu {
    /// The menu of what is declared.
    pub fn of(kinds: &[PieceKind], decks: &[DeckKind], rates: &[RateKind]) -> Self {
        let anywhere = u16::MAX;
        let mut items = Vec::new();
        let mut add = |ways: &[Way], dish: &dyn Fn(usize) -> Dish| {
            for (number, way) in ways.iter().enumerate() {
                let least = least(way.costs.iter().chain(way.costs_by_use.iter().flatten()));
                items.push(Item { dish: dish(number), least, ports: anywhere });
            }
        };
        for (kind, declared) in kinds.iter().enumerate() {
            add(&declared.ways, &|way| Dish::Build(Kind::new(kind), way));
        }
        for (deck, declared) in decks.iter().enumerate() {
            add(&declared.ways, &|way| Dish::Buy(Deck::new(deck), way));
        }
        for (number, rate) in rates.iter().enumerate() {
            let (dish, ports) = (Dish::Trade(Rate::new(number)), rate.port.map(Port::bit));
            let ports = ports.unwrap_or(anywhere);
            items.push(Item { dish, least: least([rate.terms.give].iter()), ports });
        }
        Self(items)
    }
}

impl Item {
    /// Whether a player with these cards, at ports with these bits, might take it.
    #[inline]
    pub fn is_within(&self, hand: Resources, at_ports: u16) -> bool {
        hand.contains(self.least.fixed)
            && hand.has_alike(self.least.same)
            && (self.ports == u16::MAX || self.ports & at_ports != 0)
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
    use crate::resource::Resource;

    fn bag(counts: &[usize]) -> Resources {
        counts.iter().enumerate().map(|(i, &n)| Resources::of(Resource::new(i), n)).sum()
    }

    #[test]
    fn the_least_is_what_all_payments_share() {
        let costs = [Cost::fixed(bag(&[2, 1])), Cost { same: 3, ..Cost::fixed(bag(&[1, 0, 1])) }];
        assert_eq!(least(costs.iter()), Cost::fixed(bag(&[1])));
        assert_eq!(least(costs[1..].iter()), costs[1]);
    }

    #[test]
    fn an_item_is_within_a_hand_that_has_enough() {
        let least = Cost { same: 3, ..Cost::fixed(bag(&[0, 1])) };
        let item = |ports| Item { dish: Dish::Trade(Rate(0)), least, ports };
        let within = |hand: &[usize], ports| item(ports).is_within(bag(hand), 0b10);
        assert!(within(&[3, 1], u16::MAX) && within(&[3, 1], 0b110));
        assert!(!within(&[3, 1], 0b100) && !within(&[2, 1], u16::MAX) && !within(&[3], 0b10));
    }
}
