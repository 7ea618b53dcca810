//! The options of a turn, precomputed with their minimum cost, so that options that a hand cannot
//! pay are skipped quickly.

use super::{AbilityKind, Cost, DeckKind, OwnershipId, PieceKind, RateKind, Rule, Running, Way};
use crate::resource::Resources;
use crate::set::{Id, Set};
use crate::table::{Ability, Deck, Kind, Port, PortBits, Rate};

/// The options of a turn, in the order of the list of legal actions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TurnOptions {
    /// The ways to build and to buy, and the rates of trade.
    pub terms: Vec<PricedOption>,
    /// The abilities, except for those that are used by playing a card.
    pub abilities: Vec<PricedOption>,
}

/// An option with its minimum cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PricedOption {
    /// The option.
    pub option: TurnOption,
    /// The cards that all its payments contain.
    fixed: Resources,
    /// Each payment has as many cards of a single kind as this bag has of each.
    same: Resources,
    /// The ports, as bits; the player needs one of them. [`ANYWHERE`] if none is needed.
    ports: PortBits,
    /// The ownership that the player needs; `None` if everybody may take it.
    owned: Option<OwnershipId>,
}

/// Something that a player may build, buy, trade or use in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnOption {
    /// Building a piece, using the way with this index.
    Build(Kind, usize),
    /// Buying a card of a deck, using the way with this index.
    Buy(Deck, usize),
    /// A trade with the supply.
    Trade(Rate),
    /// A variant of an ability.
    Use(Ability, u8),
}

/// No port is needed.
const ANYWHERE: PortBits = PortBits::MAX;

impl TurnOptions {
    /// Reserves memory for the same number of options.
    pub(crate) fn reserve(&mut self, all: &Self) {
        self.terms.reserve(all.terms.len());
        self.abilities.reserve(all.abilities.len());
    }

    /// The options of a player at these ports and with these ownerships.
    pub(crate) fn available(&self, at_ports: PortBits, owned: Set<OwnershipId>) -> Self {
        let mut available = Self::default();
        self.list_available(at_ports, owned, &mut available);
        available
    }

    /// Replaces `list` with the options of a player at these ports and with these ownerships.
    pub(crate) fn list_available(
        &self,
        at_ports: PortBits,
        owned: Set<OwnershipId>,
        list: &mut Self,
    ) {
        let select = |list: &mut Vec<PricedOption>, all: &[PricedOption]| {
            list.clear();
            list.extend(all.iter().filter(|option| option.is_available(at_ports, &owned)));
        };
        select(&mut list.terms, &self.terms);
        select(&mut list.abilities, &self.abilities);
    }

    /// The options of all declarations, given the rules that offer them.
    pub fn of(
        rules: &[Rule],
        (kinds, decks): (&[PieceKind], &[DeckKind]),
        (rates, abilities): (&[RateKind], &[AbilityKind]),
    ) -> Self {
        let owned = |by: Option<Running>| Some(rules[by?.rule.index()].ownership?.id());
        let mut terms = Vec::new();
        let mut add = |ways: &[Way], option: &dyn Fn(usize) -> TurnOption| {
            for (number, way) in ways.iter().enumerate() {
                let least = least(way.costs.iter().chain(way.costs_by_use.iter().flatten()));
                terms.push(PricedOption::new(option(number), least, ANYWHERE, owned(way.by)));
            }
        };
        for (kind, declared) in kinds.iter().enumerate() {
            add(&declared.ways, &|way| TurnOption::Build(Kind::new(kind), way));
        }
        for (deck, declared) in decks.iter().enumerate() {
            add(&declared.ways, &|way| TurnOption::Buy(Deck::new(deck), way));
        }
        for (number, rate) in rates.iter().enumerate() {
            let (option, least) =
                (TurnOption::Trade(Rate::new(number)), least([rate.terms.give].iter()));
            let (ports, owned) = (rate.port.map_or(ANYWHERE, Port::bit), owned(Some(rate.by)));
            terms.push(PricedOption::new(option, least, ports, owned));
        }
        let mut uses = Vec::new();
        for (number, ability) in abilities.iter().enumerate().filter(|(_, it)| !it.by_card) {
            for (variant, choice) in (0..).zip(&ability.variants) {
                let option = TurnOption::Use(Ability::new(number), variant);
                let (least, owned) = (least(choice.costs.iter()), owned(Some(ability.by)));
                uses.push(PricedOption::new(option, least, ANYWHERE, owned));
            }
        }
        Self { terms, abilities: uses }
    }
}

impl PricedOption {
    /// An option with the cards that all its payments have in common.
    fn new(option: TurnOption, least: Cost, ports: PortBits, owned: Option<OwnershipId>) -> Self {
        Self { option, fixed: least.fixed, same: Resources::of_each(least.same), ports, owned }
    }

    /// Whether it is available to a player at these ports and with these ownerships.
    fn is_available(&self, at_ports: PortBits, owned: &Set<OwnershipId>) -> bool {
        (self.ports == ANYWHERE || self.ports & at_ports != 0)
            && self.owned.is_none_or(|ownership| owned.contains(ownership))
    }

    /// Whether a hand might contain a payment.
    #[inline]
    pub fn is_within(&self, hand: Resources) -> bool {
        hand.contains(self.fixed) && hand.has_one_of(self.same)
    }
}

/// The cards that several payments have in common.
fn least<'a>(costs: impl Iterator<Item = &'a Cost>) -> Cost {
    let both = |one: Cost, other: Cost| Cost {
        fixed: one.fixed.common(other.fixed),
        same: one.same.min(other.same),
        any: one.any.min(other.any),
        except: Resources::NONE,
    };
    costs.copied().reduce(both).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::tests::bag;
    use crate::rules::Ownership;
    use crate::table::{Card, Goods};

    #[test]
    fn the_least_is_what_all_payments_share() {
        let costs = [Cost::fixed(bag(&[2, 1])), Cost { same: 3, ..Cost::fixed(bag(&[1, 0, 1])) }];
        assert_eq!(least(costs.iter()), Cost::fixed(bag(&[1])));
        assert_eq!(least(costs[1..].iter()), costs[1]);
    }

    #[test]
    fn an_option_is_within_a_hand_that_has_enough() {
        let least = Cost { same: 3, ..Cost::fixed(bag(&[0, 1])) };
        let option = PricedOption::new(TurnOption::Trade(Rate(0)), least, ANYWHERE, None);
        assert!(option.is_within(bag(&[3, 1])));
        assert!(!option.is_within(bag(&[2, 1])) && !option.is_within(bag(&[3])));
    }

    #[test]
    fn ports_and_rules_decide_which_options_are_available() {
        let option = |number| {
            let (option, least) = (TurnOption::Trade(Rate(number)), Cost::default());
            PricedOption::new(option, least, ANYWHERE, None)
        };
        let at = |number, ports| PricedOption { ports, ..option(number) };
        let of = |number, ownership: Ownership| PricedOption {
            owned: Some(ownership.id()),
            ..option(number)
        };
        let (one, other) = (Ownership::Played(Card(0)), Ownership::Owned(Goods(0)));
        let terms = vec![option(0), at(1, 0b110), at(2, 0b100), of(3, one), of(4, other)];
        let all = TurnOptions { terms, abilities: Vec::new() };
        let rates = |at_ports, owned: &[Ownership]| {
            let available = all.available(at_ports, owned.iter().map(|it| it.id()).collect());
            available.terms.iter().map(|option| option.option).collect::<Vec<_>>()
        };
        let named = |numbers: &[u8]| {
            numbers.iter().map(|&number| TurnOption::Trade(Rate(number))).collect::<Vec<_>>()
        };
        assert_eq!(rates(0b010, &[one]), named(&[0, 1, 3]));
        assert_eq!(rates(0b100, &[other]), named(&[0, 1, 2, 4]));
        assert_eq!(rates(0, &[]), named(&[0]));
    }
}
