//! The ends and beginnings of turns, what waits for rules in between, and the end of a game in which nobody can do anything.

use super::effect::Effect;
use super::failure::Halt;
use super::view::View;
use super::{award, calls, harvest, marks, roll};
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::game::law::list;
use crate::rules::{CounterKind, Failure, Hook, HookShape, RuleId};
use crate::set::Id;
use crate::table::{OpenHexEvent, PLAYERS, PlaceCounter, Player, Step, Token};

/// Whether a counter of this turn has counted something for the player.
fn has_counted(view: View<'_>, kind: &CounterKind, player: Player) -> bool {
    let slot = if kind.by_player { kind.first.of(player) } else { kind.first };
    kind.by_turn && view.table().counters()[slot] != 0
}

#[inline]
pub(super) fn end_turn(effect: &mut Effect, player: Player) -> Result<(), Failure> {
    let idle = if is_stalled(effect, player)? { effect.table().idle() + 1 } else { 0 };
    if idle != effect.table().idle() {
        effect.make(Change::IdleTurns(idle));
    }
    if idle >= effect.table().players() {
        effect.make(Change::Over(None));
        return Ok(());
    }
    calls::trigger(effect, Hook::OnTurnEnd, player, &[]);
    if effect.agenda.is_empty() {
        pass_turn(effect, player);
    } else {
        effect.make(Change::Step(Step::TurnEnd));
    }
    Ok(())
}

/// Ends the current turn once the pending calls of rules have run.
///
/// # Errors
/// When the run has halted, or the turn cannot end in this step.
pub(crate) fn end_turn_by_rule(effect: &mut Effect) -> Result<(), Halt> {
    effect.live()?;
    if effect.table().step() != Step::Act {
        let hint = "a turn can end while its player may trade and build";
        return Err(effect.view().fail("the turn cannot end now", Some(hint)));
    }
    let player = effect.table().in_turn();
    calls::trigger(effect, Hook::OnTurnEnd, player, &[]);
    effect.make(Change::Step(Step::TurnEnd));
    Ok(())
}

/// Ends what lasts until the end of the turn, and begins the turn of the next player.
#[inline]
fn pass_turn(effect: &mut Effect, player: Player) {
    reset_counters(effect);
    marks::end_player_marks(effect, player);
    marks::end_hex_marks(effect);
    let next = effect.table().clockwise(player).nth(1).expect("there are opponents");
    begin_turn(effect, next);
}

/// Continues the turn after the pending calls: a roll takes effect, or the next turn begins.
#[cold]
pub(super) fn continue_turn(effect: &mut Effect) -> Result<(), Failure> {
    let player = effect.table().in_turn();
    if let Step::Rolled { again } = effect.table().step() {
        return roll::continue_roll(effect, player, again);
    }
    if effect.table().step() == Step::Produced {
        return roll::continue_production(effect, player);
    }
    award::check_victory(effect)?;
    if effect.table().step() == Step::TurnEnd {
        pass_turn(effect, player);
    }
    Ok(())
}

/// Whether no roll can produce anything for anybody, and the player can only end the turn and has
/// no card to play in the next one.
#[inline]
fn is_stalled(effect: &mut Effect, player: Player) -> Result<bool, Failure> {
    if harvest::is_fertile(effect.view()) || planted(KernelFault::IdleGameGoesOn) {
        return Ok(false);
    }
    let (seat, held) = (effect.table().seat(player), effect.table().held(player));
    let mut cards = effect.rules().cards.iter().enumerate();
    let holds_a_card = cards.any(|(i, kind)| kind.playable && held[Id::new(i)] > 0);
    // In the next turn, the player may use again the abilities used this turn, and benefits that
    // are not usable yet. Also, a rule that the player owns may be called on a roll.
    let has_acted =
        effect.rules().counters.iter().any(|kind| has_counted(effect.view(), kind, player));
    let reacts = |rule: RuleId| {
        effect.rules().rule(rule).hooks.keys().any(|hook| hook.shape() == HookShape::Effect)
    };
    let has_acted = has_acted || turn_counts(effect.view()).next().is_some();
    let waits = |token: Token| reacts(effect.rules().token(token).rule);
    let has_access = !seat.fresh_access().is_empty() || seat.access().iter().any(waits);
    let affects = |found: &OpenHexEvent| {
        let rule = effect.rules().hex_event(found.event).rule;
        found.affects[player.index()].is_some()
            && effect.rules().defines(rule, Hook::OnProductionRoll)
    };
    if holds_a_card || has_acted || has_access || effect.table().events().any(affects) {
        return Ok(false);
    }
    let mut list = Vec::new();
    list::legal(effect.view(), player, &mut list)?;
    let cards = |player: Player| !effect.table().seat(player).hand().is_empty();
    let could_trade = cards(player) && effect.table().opponents(player).any(cards);
    Ok(list.len() == 1 && !could_trade)
}

/// The counters of a turn that have counted something at places, with the places.
fn turn_counts(view: View<'_>) -> impl Iterator<Item = (PlaceCounter, Place)> {
    let kinds = view.rules().place_counters.iter().filter(|kind| kind.by_turn);
    kinds.flat_map(move |kind| {
        view.table().counts_of(kind.counter).map(move |(place, _)| (kind.counter, place))
    })
}

/// Resets the counters of a turn to 0.
#[inline]
fn reset_counters(effect: &mut Effect) {
    if !effect.rules().place_counters.is_empty() {
        reset_place_counters(effect);
    }
    let Some(last) = effect.rules().counters.last() else { return };
    let length = last.first.index() + if last.by_player { PLAYERS } else { 1 };
    for slot in effect.table().counters().counted(length) {
        if effect.rules().counter_of(slot).is_some_and(|kind| kind.by_turn) {
            effect.make(Change::Counted(slot, 0));
        }
    }
}

#[cold]
fn reset_place_counters(effect: &mut Effect) {
    for (counter, place) in turn_counts(effect.view()).collect::<Vec<_>>() {
        effect.make(Change::CountedAt(counter, place, 0));
    }
}

/// Begins the turn of a player, or ends the game when there are no more turns.
#[inline]
pub(super) fn begin_turn(effect: &mut Effect, player: Player) {
    let is_last = effect.table().turn() >= effect.rules().turn_limit;
    if is_last && !planted(KernelFault::TurnsWithoutEnd) {
        effect.make(Change::Over(None));
        return;
    }
    effect.make(Change::Turn(player));
    calls::trigger(effect, Hook::OnTurn, player, &[]);
}
