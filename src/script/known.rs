//! Strings that are looked up when the game is loaded: prices, and the names of pieces and goods.

use rhai::ImmutableString;

use super::value::{Value, costs};
use crate::rules::{Cost, Rules, Type};
use crate::set::{Id, Set, SmallSet};
use crate::table::{Goods, Kind};

/// A string in a rule file, with what it denotes.
#[derive(Debug)]
pub struct Known {
    pub(super) text: ImmutableString,
    pub(super) meaning: Meaning,
}

/// What a string denotes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// A price.
    Cost(Cost),
    /// Kinds of pieces.
    Kinds(Set<Kind>),
    /// Goods.
    Goods(NamedGoods),
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
    /// Looks up a string that is an argument of one of these types. Other values, and strings that
    /// denote nothing, are unchanged.
    pub(super) fn look_up(value: Value, types: impl Iterator<Item = Type>, rules: &Rules) -> Value {
        let Value::Text(text) = &value else { return value };
        let mut meanings = types.filter_map(|ty| Meaning::of(text, ty, rules));
        match meanings.next() {
            Some(meaning) => Value::Known(Self { text: text.clone(), meaning }.into()),
            None => value,
        }
    }
}

impl Meaning {
    /// What a string denotes as an argument of this type.
    fn of(text: &str, ty: Type, rules: &Rules) -> Option<Self> {
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
            _ => None,
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
