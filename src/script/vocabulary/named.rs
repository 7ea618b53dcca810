//! Pieces, cards and goods that arguments name.

use super::invocation::{HasView, Invocation};
use crate::game::Halt;
use crate::script::known::{
    Meaning, NamedCards, NamedGoods, cards_named, goods_named, kinds_named,
};
use crate::script::thing::Thing;
use crate::set::{Set, SmallSet};
use crate::table::{Card, Deck, Goods, Kind};

/// The kinds of pieces named by an argument: one kind, or a class.
pub(super) fn kinds<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Set<Kind>, Halt> {
    match (call.thing(number), call.meaning(number)) {
        (Some(Thing::Kind(kind)), _) => return Ok(Set::of(kind)),
        (_, Some(&Meaning::Kinds(kinds))) => return Ok(kinds),
        _ => {}
    }
    let name = call.args[number].text().unwrap_or_default();
    let found = kinds_named(name, call.view().rules());
    if found.is_empty() { Err(call.wrong(number, "a kind of piece")) } else { Ok(found) }
}

/// The card that an argument is, or names.
pub(super) fn card<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Card, Halt> {
    if let Some(Thing::Card(card)) = call.thing(number) {
        return Ok(card);
    }
    let card = named_cards(call, number)?.card;
    card.ok_or_else(|| nothing_named(call, number, "is no card"))
}

/// The deck named by an argument.
pub(super) fn deck<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Deck, Halt> {
    let deck = named_cards(call, number)?.deck;
    deck.ok_or_else(|| nothing_named(call, number, "is no deck"))
}

/// The cards that an argument names.
pub(super) fn named_cards<W: HasView>(
    call: &Invocation<W>,
    number: usize,
) -> Result<NamedCards, Halt> {
    match call.meaning(number) {
        Some(&Meaning::Cards(cards)) => Ok(cards),
        _ => Ok(cards_named(call.text(number)?, call.view().rules())),
    }
}

/// The goods named by an argument.
pub(super) fn goods<W: HasView>(call: &Invocation<W>, number: usize) -> Result<Goods, Halt> {
    let kind = named_goods(call, number)?.kind;
    kind.ok_or_else(|| nothing_named(call, number, "are no goods"))
}

/// The goods named by an argument: one kind, or all of a family.
pub(super) fn family<W: HasView>(
    call: &Invocation<W>,
    number: usize,
) -> Result<SmallSet<Goods>, Halt> {
    let family = named_goods(call, number)?.family;
    if family.is_empty() {
        return Err(nothing_named(call, number, "are no goods"));
    }
    Ok(family)
}

/// What an argument that names goods denotes.
fn named_goods<W: HasView>(call: &Invocation<W>, number: usize) -> Result<NamedGoods, Halt> {
    match call.meaning(number) {
        Some(&Meaning::Goods(goods)) => Ok(goods),
        _ => Ok(goods_named(call.text(number)?, call.view().rules())),
    }
}

/// The failure of a call with a name that nothing has.
#[cold]
fn nothing_named<W: HasView>(call: &Invocation<W>, number: usize, none: &str) -> Halt {
    let name = call.args[number].text().unwrap_or_default();
    call.view().fail(&format!("there {none} `{name}`"), None)
}
