//! Playing cards.

use super::check::{Check, Checked, Objection, is_met};
use super::terms::{self, Grant};
use crate::action::Action;
use crate::fault::{KernelFault, planted};
use crate::game::view::View;
use crate::rules::{Result, Running};
use crate::set::Id;
use crate::table::{Card, Player, Step};

/// The conditions for playing a card, or for playing it for its other use if `also` is `true`.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    card: Card,
    also: bool,
) -> Checked {
    check_card(view, check, player, card)?;
    check_card_use(view, check, player, card, also)
}

/// Requires that the player has the card and that its deck lets the player play it now.
fn check_card<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    card: Card,
) -> Checked {
    let (rules, table) = (view.rules(), view.table());
    let kind = rules.card(card);
    let deck = rules.deck(kind.deck);
    let held = table.held(player)[card];
    let fresh = if deck.waits { table.fresh_cards()[card] } else { 0 };
    check.require(kind.playable, || Objection::NeverPlayed(card))?;
    check.require(held > 0, || Objection::NoSuchCard(card))?;
    let is_fresh = held > 0 && held <= fresh && !planted(KernelFault::FreshCardPlayed);
    check.require(!is_fresh, || Objection::FreshCard(card))?;
    let may_play = deck.plays.is_none_or(|most| table.counted_plays() < most);
    check.require(may_play, || Objection::NoMorePlays(kind.deck))?;
    let is_too_early = table.step() == Step::Roll && !kind.before_roll;
    check.require(!is_too_early, || Objection::BeforeRoll(card))
}

/// Requires that the rule of the card, or the rule of its other use, lets the player use it.
fn check_card_use<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    card: Card,
    also: bool,
) -> Checked {
    let kind = view.rules().card(card);
    if !also {
        // The guard of a lasting card concerns only its grants.
        if kind.lasts {
            return Ok(());
        }
        let grant = Grant { by: Running::only(kind.rule), limit: None, name: &kind.name };
        return terms::check_guarded(view, check, player, grant, None);
    }
    let Some(ability) = kind.also else {
        return check.object(|| Objection::NoOtherUse(card));
    };
    let other = &view.rules().abilities[ability.index()];
    let grant = Grant { by: other.by, limit: other.limit, name: &other.name };
    terms::check_guarded(view, check, player, grant, None)
}

/// Adds the cards that the player may play.
#[expect(clippy::inline_always, reason = "most often there is nothing to play")]
#[inline(always)]
pub(super) fn list(view: View<'_>, player: Player, list: &mut Vec<Action>) -> Result {
    // Mostly, cards that were bought this turn cannot be played.
    let table = view.table();
    let held = table.held_total()[player];
    if held > table.fresh_total() || held > 0 && may_play_fresh(view) {
        list_held(view, player, list)?;
    }
    Ok(())
}

/// Whether cards of some deck can be played in the turn in which their player gets them.
#[inline(never)]
fn may_play_fresh(view: View<'_>) -> bool {
    view.rules().decks.iter().any(|deck| !deck.waits) || planted(KernelFault::FreshCardPlayed)
}

#[inline(never)]
fn list_held(view: View<'_>, player: Player, list: &mut Vec<Action>) -> Result {
    let rules = view.rules();
    let held = view.table().held(player).among(rules.playable, rules.cards.len());
    held.iter().try_for_each(|card| list_card(view, player, card, list))
}

fn list_card(view: View<'_>, player: Player, card: Card, list: &mut Vec<Action>) -> Result {
    if !is_met(|check| check_card(view, check, player, card))? {
        return Ok(());
    }
    let uses = if view.rules().card(card).also.is_some() { 2 } else { 1 };
    for also in [false, true].into_iter().take(uses) {
        if is_met(|check| check_card_use(view, check, player, card, also))? {
            list.push(Action::Play { card, also });
        }
    }
    Ok(())
}
