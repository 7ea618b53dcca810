//! Strings that are looked up when the game is loaded: prices, and the names of pieces, goods, cards,
//! states and counters.

use rhai::ImmutableString;

use super::value::{Value, costs};
use crate::rules::{Cost, RuleId, Rules, Type};
use crate::set::{Id, Set, SmallSet};
use crate::table::{Card, Deck, Goods, Kind};

/// A string in a rule file, with what it denotes.
#[derive(Debug)]
pub struct Known {
    pub(super) text: ImmutableString,
    pub(super) meaning: Meaning,
}

/// What a string denotes.
#[derive(Debug)]
pub(super) enum Meaning {
    /// A price.
    Cost(Cost),
    /// Kinds of pieces.
    Kinds(Set<Kind>),
    /// Goods.
    Goods(NamedGoods),
    /// Cards.
    Cards(NamedCards),
    /// A state of pieces: its number for each kind, by the index of the kind.
    State(Box<[Option<u8>]>),
    /// Counters of a rule.
    Counters(NamedCounters),
}

/// Cards with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedCards {
    /// The card of this name, if there is one.
    pub(super) card: Option<Card>,
    /// The deck of this name, if there is one.
    pub(super) deck: Option<Deck>,
}

/// The counters with a name that a rule may use.
#[derive(Debug)]
pub(super) struct NamedCounters {
    /// The rule.
    pub(super) rule: RuleId,
    /// The indices of those of the game and of players.
    pub(super) counters: Box<[usize]>,
    /// The indices of those of hexes, places and pieces.
    pub(super) place_counters: Box<[usize]>,
}

/// Goods with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedGoods {
    /// The kind of this name, if there is one.
    pub(super) kind: Option<Goods>,
    /// The kind of this name, or all of the family of this name.
    pub(super) family: SmallSet<Goods>,
}

impl Known {
    /// Looks up a string in the file of a rule that is an argument of one of these types. Other
    /// values, and strings that denote nothing, are unchanged.
    pub(super) fn look_up(
        value: Value,
        types: impl Iterator<Item = Type>,
        (rules, rule): (&Rules, RuleId),
    ) -> Value {
        let Value::Text(text) = &value else { return value };
        let mut meanings = types.filter_map(|ty| Meaning::of(text, ty, (rules, rule)));
        match meanings.next() {
            Some(meaning) => Value::Known(Self { text: text.clone(), meaning }.into()),
            None => value,
        }
    }
}

impl Meaning {
    /// What a string denotes as an argument of this type.
    fn of(text: &str, ty: Type, (rules, rule): (&Rules, RuleId)) -> Option<Self> {
        match ty {
            Type::Cards => match costs(text, rules).as_deref() {
                Ok(&[cost]) => Some(Self::Cost(cost)),
                _ => None,
            },
            Type::Kind | Type::OneKind => {
                let kinds = kinds_named(text, rules);
                (!kinds.is_empty()).then_some(Self::Kinds(kinds))
            }
            Type::GoodsName => {
                let named = goods_named(text, rules);
                (!named.family.is_empty()).then_some(Self::Goods(named))
            }
            Type::CardName | Type::DeckName | Type::HeldName => {
                let named = cards_named(text, rules);
                let is_known = named.card.is_some() || named.deck.is_some();
                is_known.then_some(Self::Cards(named))
            }
            Type::StateName => {
                let states = rules.kinds.iter().map(|kind| kind.state_named(text)).collect();
                Some(Self::State(states))
            }
            Type::CounterName => Some(Self::Counters(NamedCounters::of(text, rules, rule))),
            _ => None,
        }
    }
}

impl NamedCounters {
    /// The counters with this name that a rule may use.
    fn of(name: &str, rules: &Rules, rule: RuleId) -> Self {
        let is_its = |keeper| rules.rule(rule).may_use_state_of(rule, keeper);
        let counters = rules.counters.iter().enumerate();
        let counters = counters.filter(|(_, kind)| kind.name == name && is_its(kind.rule));
        let of_places = rules.place_counters.iter().enumerate();
        let of_places = of_places.filter(|(_, kind)| kind.name == name && is_its(kind.rule));
        Self {
            rule,
            counters: counters.map(|(at, _)| at).collect(),
            place_counters: of_places.map(|(at, _)| at).collect(),
        }
    }
}

/// The kinds of pieces with this name, or of the class with this name.
pub(super) fn kinds_named(name: &str, rules: &Rules) -> Set<Kind> {
    match name {
        "route" => rules.kinds_that(|kind| kind.is_route),
        "building" => rules.kinds_that(|kind| kind.is_building),
        name => rules.kinds_that(|kind| kind.is_called(name)),
    }
}

/// The goods with this name.
pub(super) fn goods_named(name: &str, rules: &Rules) -> NamedGoods {
    let kind = rules.goods.iter().position(|goods| goods.name == name).map(Goods::new);
    let all = rules.goods.iter().enumerate();
    let named = all.filter(|(_, goods)| goods.name == name || goods.family == name);
    NamedGoods { kind, family: named.map(|(at, _)| Goods::new(at)).collect() }
}

/// The cards with this name.
pub(super) fn cards_named(name: &str, rules: &Rules) -> NamedCards {
    NamedCards { card: rules.card_named(name), deck: deck_named(name, rules) }
}

/// The deck with this name.
pub(super) fn deck_named(name: &str, rules: &Rules) -> Option<Deck> {
    rules.decks.iter().position(|deck| deck.name == name).map(Deck::new)
}
