//! Conditions that several kinds of actions share: the limits and rules of terms, and payments.

use std::ops::Deref;

use super::check::{Check, CheckEnd, Checked, FirstUnmet, Item, Objection, Purpose};
use crate::game::verdict::Verdict;
use crate::game::view::View;
use crate::game::{copies, hand, hooks, ownership};
use crate::resource::Resources;
use crate::rules::{
    AbilityKind, Arg, Args, Call, Cost, Hook, Limit, Result as Answered, RuleId, Running, Way,
};
use crate::set::Id;
use crate::table::{Card, Deck, Player};

/// A benefit that a rule grants to players, possibly limited.
#[derive(Clone, Copy)]
pub(super) struct Grant<'a> {
    pub(super) by: Running,
    pub(super) limit: Option<Limit>,
    /// Its name in transcripts.
    pub(super) name: &'a str,
}

impl<'a> Grant<'a> {
    /// Returns the grant of terms, if a rule offers them.
    #[inline]
    pub(super) fn of_way(way: &'a Way) -> Option<Self> {
        way.by.map(|by| Self { by, limit: way.limit, name: &way.name })
    }
}

/// Requires that a grant is not used up and that its rule works for the player. Returns whether the
/// rule works.
#[inline]
fn check_grant<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    grant: Grant<'a>,
) -> Result<bool, CheckEnd> {
    let Grant { by, limit, name } = grant;
    if let Some(limit) = limit {
        // If the card of the limit was not played, the rule does not work.
        let is_left = uses_left(view, player, limit) > 0 || allowed(view, limit) == 0;
        check.require(is_left, || Objection::UsedUp { name, limit, rule: by.rule })?;
    }
    if let Some(ownership) = view.rules().rule(by.rule).ownership
        && !ownership::is_owned(view, player, Some(ownership))
    {
        return check.object(|| Objection::NotOwned(by.rule, ownership)).map(|()| false);
    }
    // Only the first of several copies of a card in the same state is used.
    if by.copy > 0 && !copies::is_copy_apart(view, by) {
        return check.object(|| Objection::NoCopy(by)).map(|()| false);
    }
    Ok(true)
}

/// The conditions of a grant, including the guard of its rule.
#[inline]
pub(super) fn check_guarded<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    grant: Grant<'a>,
    what: Option<Arg>,
) -> Checked {
    if check_grant(view, check, player, grant)? {
        check.guard(view, player, grant.by, what)?;
    }
    Ok(())
}

/// Whether the player may use a grant, apart from its guard.
#[inline]
pub(super) fn is_granted<'a>(view: View<'a>, player: Player, grant: Grant<'a>) -> bool {
    check_grant(view, &mut FirstUnmet, player, grant).is_ok()
}

/// Whether terms are available to the player, apart from guards and payment.
#[inline]
pub(in crate::game) fn is_open<'a>(view: View<'a>, player: Player, way: &'a Way) -> bool {
    Grant::of_way(way).is_none_or(|grant| is_granted(view, player, grant))
}

/// The conditions of terms: their limit, their rule and the payment.
pub(super) fn check_way<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    way: Option<&'a Way>,
    (item, pay): (Item, Resources),
    what: Option<Arg>,
) -> Checked {
    let Some(way) = way else { return check.object(|| Objection::NoSuchWay(item)) };
    let costs = costs(view, player, way, what)?;
    if costs.is_empty() {
        return check.object(|| Objection::NoPrice(item));
    }
    if let Some(grant) = Grant::of_way(way) {
        check_guarded(view, check, player, grant, what)?;
    }
    check_price(view, check, player, (item, way.by.map(|by| by.rule)), (costs, pay))
}

/// Requires that these cards match the price of an item and are in the hand. Open cards may be
/// paid.
pub(super) fn check_price<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    (item, by): (Item, Option<RuleId>),
    (costs, pay): (Costs<'a>, Resources),
) -> Checked {
    let is_price = costs.iter().any(|cost| cost.is_met_by(pay));
    check.require(is_price, || Objection::WrongPrice { item, costs, pay, by })?;
    let hand = view.table().seat(player).hand();
    let is_plain = matches!(*costs, [only] if only.same == 0 && only.any == 0);
    if is_plain || can_pay(view, player, &costs) {
        return check_cards(check, player, (pay, hand), Purpose::Price(item, by));
    }
    check.object(|| Objection::CannotPay { item, costs, by })
}

/// Requires that the player can trade these cards. Open cards cannot be traded.
pub(super) fn check_tradeable<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    cards: Resources,
    by: Option<RuleId>,
) -> Checked {
    check_cards(check, player, (cards, hand::tradeable(view, player)), Purpose::Trade(by))
}

/// Whether the hand suffices for one of the costs.
#[inline]
pub(super) fn can_pay(view: View<'_>, player: Player, costs: &[Cost]) -> bool {
    let hand = view.table().seat(player).hand();
    costs.iter().any(|cost| cost.is_within(hand))
}

/// The alternative payments for something.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Costs<'w> {
    /// The declared ones; none if the thing has no price.
    Declared(&'w [Cost]),
    /// The one that a rule asks for now.
    Asked([Cost; 1]),
}

impl Deref for Costs<'_> {
    type Target = [Cost];

    #[inline]
    fn deref(&self) -> &[Cost] {
        match self {
            Self::Declared(costs) => costs,
            Self::Asked(cost) => cost,
        }
    }
}

/// Returns the declared costs of terms for the player; empty if there are none, and also if a rule
/// is asked for the price.
#[inline]
pub(super) fn declared_costs<'w>(view: View<'_>, player: Player, way: &'w Way) -> &'w [Cost] {
    let used = way.limit.map_or(0, |limit| view.table().counters()[limit.slot(player)]);
    match usize::try_from(used) {
        Ok(used) if !way.costs_by_use.is_empty() => {
            &way.costs_by_use[used % way.costs_by_use.len()]
        }
        _ => &way.costs,
    }
}

/// Returns the current costs of terms for the player; `what` is the place or the deck.
pub(crate) fn costs<'w>(
    view: View<'_>,
    player: Player,
    way: &'w Way,
    what: Option<Arg>,
) -> Answered<Costs<'w>> {
    match declared_costs(view, player, way) {
        [] => asked_costs(view, player, way.by, what),
        costs => Ok(Costs::Declared(costs)),
    }
}

/// Returns the current costs of a variant of an ability for the player.
pub(crate) fn costs_of_use<'w>(
    view: View<'_>,
    player: Player,
    kind: &'w AbilityKind,
    variant: u8,
) -> Answered<Costs<'w>> {
    match &kind.variants[usize::from(variant)].costs[..] {
        [] => asked_costs(view, player, Some(kind.by), Some(variant_number(variant))),
        costs => Ok(Costs::Declared(costs)),
    }
}

/// The number of a variant in scripts, counted from 1.
pub(in crate::game) fn variant_number(variant: u8) -> Arg {
    Arg::Number(i64::from(variant) + 1)
}

/// The costs that a rule asks for, if it is asked; otherwise none.
fn asked_costs<'w>(
    view: View<'_>,
    me: Player,
    by: Option<Running>,
    what: Option<Arg>,
) -> Answered<Costs<'w>> {
    let asked = asked_cost(view, me, by, what)?;
    Ok(asked.map_or(Costs::Declared(&[]), |cost| Costs::Asked([cost])))
}

/// Asks a rule for the price of its ability or way. There is none without a rule, or if its hook
/// failed and is skipped.
#[cold]
pub(super) fn asked_cost(
    view: View<'_>,
    me: Player,
    by: Option<Running>,
    what: Option<Arg>,
) -> Answered<Option<Cost>> {
    let Some(Running { rule, copy }) = by else { return Ok(None) };
    if !view.rules().defines(rule, Hook::Price) {
        return Ok(None);
    }
    let args = Args::of(what.as_slice());
    let call = Call { rule, hook: Hook::Price, me, args, copy };
    Ok(match hooks::answer(view, &call)? {
        Verdict::Cards(cards) => Some(Cost::fixed(cards)),
        _ => None,
    })
}

/// The number of uses that the limit still allows the player.
#[inline]
fn uses_left(view: View<'_>, player: Player, limit: Limit) -> i16 {
    allowed(view, limit).saturating_sub(view.table().counters()[limit.slot(player)])
}

/// The number of uses that a limit allows.
#[inline]
pub(in crate::game) fn allowed(view: View<'_>, limit: Limit) -> i16 {
    let times = limit.card.map_or(1, |card| i16::from(view.table().lasting()[card]));
    limit.most * times
}

/// Returns how often the player has used the grant of a rule, if it is limited.
#[inline]
pub(crate) fn uses(view: View<'_>, by: Running, player: Player) -> Option<i16> {
    let rules = view.rules();
    let ways = rules.kinds.iter().flat_map(|kind| &kind.ways);
    let ways = ways.chain(rules.decks.iter().flat_map(|deck| &deck.ways));
    let limits = ways.filter(|way| way.by == Some(by)).map(|way| way.limit);
    let rates = rules.rates.iter().filter(|rate| rate.by == by).map(|rate| rate.limit);
    let abilities = rules.abilities.iter().filter(|it| it.by == by).map(|it| it.limit);
    let limit = limits.chain(rates).chain(abilities).flatten().next()?;
    Some(view.table().counters()[limit.slot(player)])
}

/// The kinds of cards of the deck.
pub fn cards_of(view: View<'_>, deck: Deck) -> impl Iterator<Item = Card> {
    let cards = view.rules().cards.iter().enumerate();
    cards.filter(move |(_, kind)| kind.deck == deck).map(|(card, _)| Card::new(card))
}

/// The number of cards left in the deck.
pub fn cards_left(view: View<'_>, deck: Deck) -> usize {
    let left = view.table().deck();
    cards_of(view, deck).map(|card| usize::from(left[card])).sum()
}

/// Whether any cards are left in the deck.
pub fn has_cards(view: View<'_>, deck: Deck) -> bool {
    let left = view.table().deck();
    cards_of(view, deck).any(|card| left[card] > 0)
}

/// Requires that the cards are among the available cards.
pub(super) fn check_cards<'a>(
    check: &mut impl Check<'a>,
    player: Player,
    (cards, there): (Resources, Resources),
    purpose: Purpose,
) -> Checked {
    for resource in cards.kinds() {
        let (needs, has) = (cards.get(resource), there.get(resource));
        let lacks = || Objection::Lacks { player, resource, needs, has, purpose };
        check.require(needs <= has, lacks)?;
    }
    Ok(())
}
