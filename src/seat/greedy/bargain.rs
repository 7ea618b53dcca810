//! Trades with the supply and with opponents, and answers to their offers.

use super::Memory;
use super::goal::{self, Goal};
use super::outlook::Outlook;
use crate::action::Action;
use crate::resource::{Resource, Resources};
use crate::rules::Failure;
use crate::set::Id;
use crate::table::{Player, Players};

/// An opponent who has more points than this above the player's may be far ahead.
const AHEAD: i64 = 2;

/// A trade that makes the next step of the goal affordable this turn. An offer to opponents comes
/// first, since it may be cheaper than a trade with the supply.
pub(super) fn towards(
    outlook: &Outlook<'_>,
    memory: &mut Memory,
    goal: &Goal,
    legal: &[Action],
) -> Result<Option<Action>, Failure> {
    let hand = outlook.view.hand();
    if outlook.time(hand, goal.step) > 0 {
        return Ok(None);
    }
    let keep = if outlook.time(hand, goal.price) == 0 { goal.price } else { goal.step };
    let Some(trade) = supply_trade(outlook, legal, keep) else { return Ok(None) };
    Ok(offer(outlook, memory, goal)?.or(Some(trade)))
}

/// The cheapest trade with the supply for missing cards that uses none of the cards to keep.
fn supply_trade(outlook: &Outlook<'_>, legal: &[Action], keep: Resources) -> Option<Action> {
    let hand = outlook.view.hand();
    let (missing, spare) = (keep.less(hand), hand.less(keep));
    let trades = legal.iter().filter_map(|action| match *action {
        Action::Trade { give, get, .. } if spare.contains(give) && missing.contains(get) => {
            Some((give.total(), outlook.worth_of(give), action))
        }
        _ => None,
    });
    trades.min_by_key(|&(cards, worth, _)| (cards, worth)).map(|(_, _, action)| *action)
}

/// A trade of cards that the goal does not need, if half of the hand might be lost otherwise.
pub(super) fn unload(outlook: &Outlook<'_>, goal: &Goal, legal: &[Action]) -> Option<Action> {
    if !outlook.is_full(outlook.view.hand()) {
        return None;
    }
    supply_trade(outlook, legal, goal.price)
}

/// An offer to all opponents who are not about to win. It swaps a spare card for a missing one, if
/// that makes the goal or its next step affordable. With many spare cards it offers two for one.
pub(super) fn offer(
    outlook: &Outlook<'_>,
    memory: &mut Memory,
    goal: &Goal,
) -> Result<Option<Action>, Failure> {
    let view = outlook.view;
    let mut to = Players::NONE;
    for partner in view.trade_partners().iter() {
        if view.hand_size(partner) > 0 && !is_close(outlook, partner)? {
            to = to.with(partner);
        }
    }
    if to.is_empty() {
        return Ok(None);
    }
    let hand = view.hand();
    let (missing, spare) = (goal.price.less(hand), hand.less(goal.price));
    // The most urgent missing card, and the least valuable spare one.
    let is_new = |kind: &Resource| memory.asked.iter().all(|(asked, _)| asked != kind);
    let mut wanted: Vec<Resource> = missing.kinds().filter(is_new).collect();
    wanted.sort_by_key(|kind| (outlook.income[kind.index()], kind.index()));
    let mut given: Vec<Resource> = spare.kinds().collect();
    given.sort_by_key(|kind| (std::cmp::Reverse(spare.get(*kind)), kind.index()));
    for count in 1..=2 {
        for &want in &wanted {
            for &kind in given.iter().filter(|kind| spare.get(**kind) >= 2 * count - 1) {
                let terms = (Resources::of(kind, count), Resources::of(want, 1));
                let after = hand.less(terms.0) + terms.1;
                let pays =
                    [goal.step, goal.price].iter().any(|&price| outlook.time(after, price) == 0);
                if pays && view.may_offer(terms.0, terms.1, to) {
                    memory.asked.push((want, view.turn()));
                    return Ok(Some(Action::Offer { give: terms.0, get: terms.1, to }));
                }
            }
        }
    }
    Ok(None)
}

/// The answer to an opponent's offer, or the next action on the player's own offer.
pub(super) fn reply(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Action, Failure> {
    let view = outlook.view;
    let offer = view.offer();
    if view.in_turn() != outlook.me {
        let terms = (offer.get, offer.give);
        let good = legal.contains(&Action::Accept)
            && is_partner(outlook, view.in_turn())?
            && is_gain(outlook, &goal::goals(outlook)?, terms);
        return Ok(if good { Action::Accept } else { Action::Refuse });
    }
    let goals = goal::goals(outlook)?;
    let mut best = None;
    for action in legal {
        let Action::Conclude { with } = *action else { continue };
        let terms = offer.terms[with.index()];
        let own_terms = terms == (offer.give, offer.get);
        if own_terms || (is_partner(outlook, with)? && is_gain(outlook, &goals, terms)) {
            // Prefer the opponent with the fewest points.
            let rank = (terms.0.total(), view.points(with)?);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, *action));
            }
        }
    }
    Ok(best.map_or(Action::Withdraw, |(_, action)| action))
}

/// For each of these trades with an opponent, whether the player agrees to it. A trade is what the
/// player gives and gets.
pub(super) fn agrees(
    outlook: &Outlook<'_>,
    with: Player,
    trades: &[(Resources, Resources)],
) -> Result<Vec<bool>, Failure> {
    let goals = goal::goals(outlook)?;
    let is_partner = is_partner(outlook, with)?;
    Ok(trades.iter().map(|&trade| is_partner && is_gain(outlook, &goals, trade)).collect())
}

/// Whether a trade, of what the player gives and gets, brings the best goal closer, or does not
/// delay it and yields more cards.
fn is_gain(outlook: &Outlook<'_>, goals: &[Goal], (give, get): (Resources, Resources)) -> bool {
    let hand = outlook.view.hand();
    let Some(rest) = hand.checked_sub(give) else { return false };
    let after = rest + get;
    let Some(best) = goals.first() else { return get.total() > give.total() };
    let missing = |hand: Resources| best.price.less(hand).total();
    if missing(after) > missing(hand) {
        return false;
    }
    let (now, then) = (outlook.time(hand, best.price), outlook.time(after, best.price));
    let nearer = then < now || (then == now && missing(after) < missing(hand));
    nearer || (then == now && get.total() > give.total() && !outlook.is_full(after))
}

/// Whether the player trades with an opponent at all: in another one's turn, not if that opponent
/// is far ahead, and never with one who is about to win.
fn is_partner(outlook: &Outlook<'_>, other: Player) -> Result<bool, Failure> {
    let (view, me) = (outlook.view, outlook.me);
    let theirs = view.points(other)?;
    let is_asked = view.in_turn() != me;
    let is_far_ahead = theirs > view.points(me)? + AHEAD && 2 * theirs > view.goal(other)?;
    Ok(!(is_close(outlook, other)? || is_asked && is_far_ahead))
}

/// Whether a player is about to win.
fn is_close(outlook: &Outlook<'_>, player: Player) -> Result<bool, Failure> {
    let view = outlook.view;
    Ok(view.points(player)? >= view.goal(player)? - i64::from(outlook.habits.close))
}
