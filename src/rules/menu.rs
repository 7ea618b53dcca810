//! What a turn has to offer, in short rows: of which of it a hand is enough for is asked all the
//! time, and most often it is not.

use super::{AbilityKind, Cost, DeckKind, Held, PieceKind, RateKind, Rule, Running, Way};
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
    /// What makes it the player's own; nothing where it is everybody's.
    held: Held,
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

/// What of a menu a player is offered, for as long as the ports and the rules are the same.
#[derive(Default, Debug)]
pub struct Offered {
    /// For which ports and rules.
    by: Option<(u16, Held)>,
    /// That part of the menu.
    menu: Menu,
}

/// Copies are made to try something, most of it without a look at the menu.
impl Clone for Offered {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Offered {
    /// Makes room for all that the menu has.
    pub fn make_room(&mut self, menu: &Menu) {
        self.menu.terms.reserve(menu.terms.len());
        self.menu.abilities.reserve(menu.abilities.len());
    }

    /// The part of the menu that a player is offered with pieces at these ports and these rules.
    #[inline]
    pub fn of(&mut self, menu: &Menu, at_ports: u16, held: Held) -> &Menu {
        if self.by != Some((at_ports, held)) {
            self.by = Some((at_ports, held));
            let choose = |part: &mut Vec<Item>, all: &[Item]| {
                part.clear();
                part.extend(all.iter().filter(|item| item.is_offered(at_ports, held)));
            };
            choose(&mut self.menu.terms, &menu.terms);
            choose(&mut self.menu.abilities, &menu.abilities);
        }
        &self.menu
    }
}

impl Menu {
    /// The menu of what is declared, by these rules.
    pub fn of(
        rules: &[Rule],
        (kinds, decks): (&[PieceKind], &[DeckKind]),
        (rates, abilities): (&[RateKind], &[AbilityKind]),
    ) -> Self {
        let held = |by: Option<Running>| -> Held {
            by.and_then(|by| rules[by.rule.index()].held).into_iter().collect()
        };
        let mut terms = Vec::new();
        let mut add = |ways: &[Way], dish: &dyn Fn(usize) -> Dish| {
            for (number, way) in ways.iter().enumerate() {
                let least = least(way.costs.iter().chain(way.costs_by_use.iter().flatten()));
                let held = held(way.by);
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
            let (ports, held) = (rate.port.map_or(ANYWHERE, Port::bit), held(Some(rate.by)));
            terms.push(Item { dish, least, ports, held });
        }
        let mut uses = Vec::new();
        for (number, ability) in abilities.iter().enumerate().filter(|(_, it)| !it.by_card) {
            for (variant, choice) in (0..).zip(&ability.variants) {
                let dish = Dish::Use(Ability::new(number), variant);
                let (least, held) = (least(choice.costs.iter()), held(Some(ability.by)));
                uses.push(Item { dish, least, ports: ANYWHERE, held });
            }
        }
        Self { terms, abilities: uses }
    }
}

impl Item {
    /// Whether a player with pieces at these ports, whose are these rules, might ever take it.
    fn is_offered(&self, at_ports: u16, held: Held) -> bool {
        (self.ports == ANYWHERE || self.ports & at_ports != 0) && held.contains(self.held)
    }

    /// Whether a hand might be enough for it.
    #[inline]
    pub fn is_within(&self, hand: Resources) -> bool {
        hand.contains(self.least.fixed) && hand.has_alike(self.least.same)
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
    use crate::rules::Hold;
    use crate::table::{Card, Good};

    #[test]
    fn the_least_is_what_all_payments_share() {
        let costs = [Cost::fixed(bag(&[2, 1])), Cost { same: 3, ..Cost::fixed(bag(&[1, 0, 1])) }];
        assert_eq!(least(costs.iter()), Cost::fixed(bag(&[1])));
        assert_eq!(least(costs[1..].iter()), costs[1]);
    }

    #[test]
    fn an_item_is_within_a_hand_that_has_enough() {
        let least = Cost { same: 3, ..Cost::fixed(bag(&[0, 1])) };
        let item =
            Item { dish: Dish::Trade(Rate(0)), least, ports: ANYWHERE, held: Held::default() };
        assert!(item.is_within(bag(&[3, 1])));
        assert!(!item.is_within(bag(&[2, 1])) && !item.is_within(bag(&[3])));
    }

    #[test]
    fn a_player_is_offered_what_ports_and_rules_allow() {
        let item = |number| {
            let (dish, least) = (Dish::Trade(Rate(number)), Cost::default());
            Item { dish, least, ports: ANYWHERE, held: Held::default() }
        };
        let at = |number, ports| Item { ports, ..item(number) };
        let of = |number, hold| Item { held: [hold].into_iter().collect(), ..item(number) };
        let (one, other) = (Hold::Played(Card(0)), Hold::Owned(Good(0)));
        let terms = vec![item(0), at(1, 0b110), at(2, 0b100), of(3, one), of(4, other)];
        let menu = Menu { terms, abilities: Vec::new() };
        let mut offered = Offered::default();
        let mut rates = |at_ports, held: &[Hold]| {
            let held = held.iter().copied().collect();
            let part = offered.of(&menu, at_ports, held).terms.iter();
            part.map(|item| item.dish).collect::<Vec<_>>()
        };
        let named = |numbers: &[u8]| {
            numbers.iter().map(|&number| Dish::Trade(Rate(number))).collect::<Vec<_>>()
        };
        assert_eq!(rates(0b010, &[one]), named(&[0, 1, 3]));
        assert_eq!(rates(0b010, &[one]), named(&[0, 1, 3]));
        assert_eq!(rates(0b100, &[other]), named(&[0, 1, 2, 4]));
        assert_eq!(rates(0, &[]), named(&[0]));
    }
}
