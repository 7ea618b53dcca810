//! The production roll: production, discards and the moves of markers.

use super::effect::Effect;
use super::failure::Halt;
use super::owed::Owed;
use super::streams::Outcome;
use super::streams::impossible;
use super::view::View;
use super::{calls, dice_deck, hand, harvest, hooks, marker_moves};
use crate::board::Place;
use crate::chance::{PAIRS, are_dice, pair_at};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::game::law::marker;
use crate::resource::{RESOURCES, Resource, Resources};
use crate::rules::{Arg, Hook, Result, RollKind};
use crate::set::Id;
use crate::table::{DICE, Marker, Player, Step, THEFT};

/// Whether a marker of the group has to be moved. None has to be moved if the rules allow no place
/// for any of them.
fn is_move_due(view: View<'_>, group: Option<u8>) -> Result<bool> {
    let Some(group) = group else { return Ok(false) };
    for marker in view.rules().markers_of(group) {
        if !marker::marker_places(view, view.table().in_turn(), marker)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The maximum number of cards that the player may hold without having to discard.
fn hand_limit(view: View<'_>, player: Player, limit: i64) -> Result<i64> {
    hooks::fold_value(view, Hook::HandLimit, player, &[], limit, |_, _, _| {})
}

/// Moves a marker as a roll requires. The player is asked for a victim only if there is one.
#[inline]
pub(super) fn move_by_roll(
    effect: &mut Effect,
    player: Player,
    marker: Marker,
    place: Place,
) -> Result {
    marker_moves::move_of_group(effect, player, marker, place);
    let takes = effect.rules().marker(marker).takes > 0
        && !marker::takes(effect.view(), player, marker)?.is_empty();
    effect.make(Change::Step(if takes { Step::Take(marker) } else { Step::Act }));
    Ok(())
}

#[inline]
pub(super) fn take_by_roll(effect: &mut Effect, player: Player, from: Option<Player>) -> Result {
    let Step::Take(marker) = effect.table().step() else { return Ok(()) };
    if let Some(victim) = from {
        for _ in 0..effect.rules().marker(marker).takes {
            steal(effect, player, victim)?;
        }
    }
    effect.make(Change::Step(Step::Act));
    Ok(())
}

/// Rolls the dice. If rules react to the dice, the roll takes effect after that.
#[inline]
pub(super) fn roll(effect: &mut Effect, player: Player) -> Result {
    let dice = match effect.ledger.streams.written.pop_front() {
        Some(Outcome::Dice(dice)) => Some(dice),
        Some(_) => {
            return Err(impossible("both dice have to be written before other random results"));
        }
        None => None,
    };
    if let Some([one, other]) = dice.filter(|dice| !are_dice(*dice)) {
        return Err(impossible(&format!("dice cannot show {one} and {other}")));
    }
    let deck = effect.rules().dice_deck.map(|unseen| dice_deck::dealt(effect.table(), unseen));
    let dice = match (dice, deck) {
        (Some(dice), deck) => dice_deck::check(deck.unwrap_or_default(), dice)?,
        (None, None) => pair_at(effect.ledger.peek(DICE, PAIRS)),
        (None, Some(dealt)) => {
            dice_deck::pair(dealt, effect.ledger.peek(DICE, dice_deck::left(dealt)))
        }
    };
    effect.make(Change::Rolled(player, dice));
    if let Some(dealt) = deck {
        effect.make(Change::Dealt(dealt.with(dice)));
    }
    roll_event_die(effect);
    trigger_on_rolled(effect, player);
    if effect.agenda.is_empty() {
        return take_effect(effect, player);
    }
    effect.make(Change::Step(Step::Rolled { again: false }));
    Ok(())
}

/// Rolls the event die, if the game has one.
#[inline]
fn roll_event_die(effect: &mut Effect) {
    let Some(die) = &effect.rules().event_die else { return };
    let (faces, stream) = (die.faces.len(), die.stream.0);
    let written =
        effect.ledger.streams.written.pop_front_if(|it| matches!(it, Outcome::EventDie(_)));
    let name = match written {
        Some(Outcome::EventDie(name)) => {
            effect.make(Change::StreamAdvanced(stream));
            name
        }
        _ => {
            let face = effect.draw(usize::from(stream), faces);
            effect.rules().event_die.as_ref().map_or(0, |die| die.faces[face])
        }
    };
    effect.make(Change::EventDie(name));
}

/// Calls the rules that react to the dice.
#[inline]
fn trigger_on_rolled(effect: &mut Effect, player: Player) {
    let number = i64::from(effect.table().rolled());
    calls::trigger(effect, Hook::OnRolled, player, &[Arg::Number(number)]);
}

/// Continues a roll after rules have reacted to it. If one of them has rolled the dice again, the
/// rules react to the new roll.
#[cold]
pub(super) fn continue_roll(effect: &mut Effect, player: Player, again: bool) -> Result {
    if !again {
        return take_effect(effect, player);
    }
    effect.make(Change::Step(Step::Rolled { again: false }));
    trigger_on_rolled(effect, player);
    Ok(())
}

/// What the rules say about the last roll.
#[inline]
fn roll_kind(view: View<'_>) -> Option<RollKind> {
    let number = view.table().rolled();
    view.rules().rolls.iter().find(|roll| roll.number == number).cloned()
}

/// Carries out the consequences of the roll.
#[inline]
fn take_effect(effect: &mut Effect, player: Player) -> Result {
    let (number, kind) = (effect.table().rolled(), roll_kind(effect.view()));
    effect.make(Change::Step(Step::Act));
    if kind.as_ref().is_none_or(|kind| kind.produces) {
        produce(effect, player, number)?;
        if is_any_owed(effect, player, number)? {
            effect.make(Change::Step(Step::Produced));
            return Ok(());
        }
    } else if planted(KernelFault::BarrenRollProduces) {
        produce(effect, player, 8)?;
    }
    after_production(effect, player, kind.as_ref())
}

/// Calls the rules that let players choose what hexes owe them. Returns whether any rule has to run
/// before the roll can continue.
#[inline]
fn is_any_owed(effect: &mut Effect, roller: Player, number: u8) -> Result<bool> {
    if effect.rules().listeners(Hook::OnOwed).is_empty() {
        return Ok(false);
    }
    let owed = harvest::owed_any(effect.view(), number)?;
    for player in effect.table().clockwise(roller) {
        trigger_on_owed(effect, player, owed[player.index()]);
    }
    Ok(!effect.agenda.is_empty())
}

/// Calls the rules that let a player choose this number of cards.
pub(super) fn trigger_on_owed(effect: &mut Effect, player: Player, count: usize) {
    if count > 0 {
        let count = i64::try_from(count).expect("a few cards");
        calls::trigger(effect, Hook::OnOwed, player, &[Arg::Number(count)]);
    }
}

/// Continues a roll after players have chosen what hexes owed them.
#[cold]
pub(super) fn continue_production(effect: &mut Effect, player: Player) -> Result {
    let kind = roll_kind(effect.view());
    effect.make(Change::Step(Step::Act));
    after_production(effect, player, kind.as_ref())
}

/// Calls the rules that react to what was produced, and carries out the other consequences of the
/// roll.
#[inline]
fn after_production(effect: &mut Effect, roller: Player, kind: Option<&RollKind>) -> Result {
    if !effect.rules().listeners(Hook::OnProduced).is_empty() {
        for player in effect.table().clockwise(roller) {
            let cards = effect.table().seat(player).produced();
            if !cards.is_empty() {
                calls::trigger(effect, Hook::OnProduced, player, &[Arg::Cards(cards)]);
            }
        }
    }
    let number = i64::from(effect.table().rolled());
    calls::trigger(effect, Hook::OnProductionRoll, roller, &[Arg::Number(number)]);
    kind.map_or(Ok(()), |kind| demand_discards(effect, kind))
}

/// Requires that the roll has not taken effect yet.
fn check_step(effect: &mut Effect, verb: &str) -> Result<(), Halt> {
    effect.live()?;
    if matches!(effect.table().step(), Step::Rolled { .. }) {
        return Ok(());
    }
    let text = format!("`{verb}` can be called only before the roll takes effect");
    Err(effect.view().fail(&text, Some("call it in `on_rolled`")))
}

/// Rolls the dice again, or draws another card of the deck of dice. The rules are called for the
/// new roll, and no longer for the old one.
///
/// # Errors
/// When the run has halted, the roll has taken effect, or written dice are impossible.
pub(crate) fn roll_again(effect: &mut Effect) -> Result<(), Halt> {
    check_step(effect, "roll_again")?;
    let written = &mut effect.ledger.streams.written;
    let written = written.pop_front().map(|one| (one, written.pop_front()));
    let last = effect.table().dice();
    let deck = effect.rules().dice_deck;
    let deck = deck.map(|unseen| dice_deck::set_aside(effect.table(), unseen, last));
    let dealt = deck.unwrap_or_default();
    let drawn = effect.draw(DICE, dice_deck::left(dealt));
    let dice = match written {
        None => dice_deck::pair(dealt, drawn),
        Some((Outcome::Number(one), Some(Outcome::Number(other)))) if are_dice([one, other]) => {
            dice_deck::check(dealt, [one, other]).map_err(|wrong| effect.view().adopt(wrong))?
        }
        Some(_) => {
            let wrong = impossible("the results of this draw must be two dice, such as `3, 4`");
            return Err(effect.view().adopt(wrong));
        }
    };
    effect.make(Change::DiceSet(dice));
    if deck.is_some() {
        // The card that does not count is shuffled into the rest of the deck.
        effect.make(Change::Dealt(dealt.with(dice).without(last)));
    }
    effect.make(Change::Step(Step::Rolled { again: true }));
    Ok(())
}

/// Turns the dice, so that they show these numbers.
///
/// # Errors
/// When the run has halted, the roll has taken effect, or dice cannot show these numbers.
pub(crate) fn set_dice(effect: &mut Effect, one: i64, other: i64) -> Result<(), Halt> {
    check_step(effect, "set_dice")?;
    let dice = [one, other].map(|die| u8::try_from(die).unwrap_or(0));
    if !are_dice(dice) {
        let text = format!("dice cannot show {one} and {other}");
        return Err(effect.view().fail(&text, Some("each die shows a number from 1 to 6")));
    }
    if effect.table().dice() != dice {
        effect.make(Change::DiceSet(dice));
    }
    Ok(())
}

/// Requires discards from players with too many cards, or else the move of a marker.
fn demand_discards(effect: &mut Effect, kind: &RollKind) -> Result {
    if let Some(limit) = kind.hand_limit {
        let mut any = false;
        for player in effect.table().everybody().iter() {
            let cards = hand::discardable(effect.view(), player).total();
            if cards < 2 {
                continue;
            }
            let limit = hand_limit(effect.view(), player, i64::from(limit))?;
            let limit = limit - i64::from(planted(KernelFault::FullHandDiscards));
            if i64::try_from(cards).is_ok_and(|cards| cards > limit) {
                let is_up = planted(KernelFault::DiscardsRoundedUp);
                let half = if is_up { cards.div_ceil(2) } else { cards / 2 };
                let due = u16::try_from(half).expect("a hand of cards");
                effect.make(Change::Due(player, due));
                any = true;
            }
        }
        if any {
            effect.make(Change::Step(Step::Discard));
            return Ok(());
        }
    }
    if is_move_due(effect.view(), kind.moves)? {
        effect.make(Change::Step(kind.moves.map_or(Step::Act, Step::Move)));
    }
    Ok(())
}

/// Puts a card aside. Once everybody has chosen, all of these cards are discarded at once.
#[inline]
pub(super) fn choose_discard(effect: &mut Effect, player: Player, resource: Resource) -> Result {
    effect.make(Change::Aside(player, resource));
    if effect.table().everybody().iter().any(|player| effect.table().seat(player).due() > 0) {
        return Ok(());
    }
    for player in effect.table().clockwise(effect.table().in_turn()) {
        let cards = effect.table().seat(player).aside();
        if !cards.is_empty() {
            hand::part_with(effect, player, cards);
            effect.make(Change::Discarded(player, cards));
        }
    }
    let moves = roll_kind(effect.view()).and_then(|kind| kind.moves);
    let moves = if is_move_due(effect.view(), moves)? { moves } else { None };
    effect.make(Change::Step(moves.map_or(Step::Act, Step::Move)));
    Ok(())
}

/// Pays the production of the hexes with this number.
// This function is not inlined, so that the course of a turn is short enough to be inlined.
#[inline(never)]
fn produce(effect: &mut Effect, roller: Player, number: u8) -> Result {
    let mut owed = Owed::default();
    harvest::find_owed(effect.view(), number, &mut owed)?;
    if !owed.together.is_some_and(|cards| effect.table().supply().contains(cards)) {
        for resource in (0..effect.rules().resources.len()).map(Resource::new) {
            apply_shortage(effect, &mut owed.to, resource);
        }
    }
    for player in effect.table().clockwise(roller) {
        let cards = owed.to[player.index()];
        if planted(KernelFault::OnlyRollerProduces) && player != roller {
            continue;
        }
        if !cards.is_empty() {
            effect.make(Change::Produced(player, cards));
        }
    }
    Ok(())
}

/// Applies a shortage of one resource: nobody gets it, but a sole claimant gets the remaining cards
/// if `sole_claimant` is set.
fn apply_shortage(effect: &mut Effect, owed: &mut [Resources], resource: Resource) {
    let total: usize = owed.iter().map(|bag| bag.get(resource)).sum();
    let left = effect.table().supply().get(resource);
    if total <= left {
        return;
    }
    let mut shared = if planted(KernelFault::ShortagePaidInPart) { left } else { 0 };
    let claimants = owed.iter().filter(|bag| bag.get(resource) > 0).count();
    for (seat, bag) in owed.iter_mut().enumerate() {
        let claim = bag.get(resource);
        let is_paid = claimants == 1 && effect.rules().sole_claimant;
        let paid = if is_paid { left.min(claim) } else { shared.min(claim) };
        shared -= shared.min(paid);
        *bag = bag.less(Resources::of(resource, claim)) + Resources::of(resource, paid);
        if claim > paid {
            let withheld = u8::try_from(claim - paid).expect("a few cards");
            effect.make(Change::Withheld(Player::new(seat), resource, withheld));
        }
    }
}

/// Takes a random card from a hand; nothing if the hand has none that may be taken.
///
/// # Errors
/// When a written card is not in the hand.
pub(super) fn steal(effect: &mut Effect, by: Player, from: Player) -> Result {
    if hand::stealable(effect.view(), from).is_empty() {
        return Ok(());
    }
    let card = draw_from_hand(effect, from)?;
    effect.make(Change::Stole { by, from, card });
    Ok(())
}

/// Picks a card that may be taken from a hand: the written card, or else a random one. A picked
/// open card is no longer open. A written card is an open card if it is written as one, or if the
/// hand has no hidden card of its kind.
///
/// # Errors
/// When a written card is not in the hand.
pub(super) fn draw_from_hand(effect: &mut Effect, player: Player) -> Result<Resource> {
    let (hand, open) = (hand::stealable(effect.view(), player), effect.table().seat(player).open());
    let hidden = hand.less(open);
    let (card, is_open) = match effect.ledger.streams.written.pop_front() {
        Some(Outcome::Resource(card)) if hand.get(card) > 0 => (card, hidden.get(card) == 0),
        Some(Outcome::Open(card)) if open.get(card) > 0 => (card, true),
        Some(_) => return Err(impossible("the written card is not in the hand")),
        None => {
            let kinds = effect.rules().resources.len();
            let mut counts = [0; 2 * RESOURCES];
            for card in (0..kinds).map(Resource::new) {
                counts[card.index()] = hidden.get(card);
                counts[kinds + card.index()] = open.get(card).min(hand.get(card));
            }
            let picked = effect.ledger.pick(THEFT, &counts[..2 * kinds]);
            let is_open = picked >= kinds;
            (Resource::new(if is_open { picked - kinds } else { picked }), is_open)
        }
    };
    if is_open {
        effect.make(Change::Opened(player, open.less(Resources::of(card, 1))));
    }
    Ok(card)
}
