//! Calls of rules: the rules that are called after a change, and the order of pending calls.

use super::CALLS;
use super::agenda::{self, Entry};
use super::effect::Effect;
use super::{hex_event, ownership};
use crate::rules::{Arg, Args, Call, Hook, Listener, RuleId, Running};
use crate::set::SmallSet;
use crate::table::{Player, Step, Token};

/// Puts the calls of a hook that a player has triggered on the agenda.
///
/// A rule that some players own is called for the player concerned, if that player owns it; a
/// roll is reported to each owner.
#[inline]
pub(super) fn trigger(effect: &mut Effect, hook: Hook, me: Player, args: &[Arg]) {
    if effect.rules().listeners(hook).is_empty() {
        return;
    }
    let access = if hook.is_of_roll() {
        effect.table().used_tokens()
    } else {
        effect.table().seat(me).access()
    };
    if agenda::may_have_listeners(effect.view(), hook, access) {
        call_listeners(effect, hook, me, args, access);
    }
}

#[inline(never)]
fn call_listeners(
    effect: &mut Effect,
    hook: Hook,
    me: Player,
    args: &[Arg],
    access: SmallSet<Token>,
) {
    for group in effect.rules().listeners.groups(hook, access, effect.table().open_events()) {
        for number in 0..effect.rules().listeners.of_group(hook, group).len() {
            let place = effect.rules().listeners.of_group(hook, group)[number];
            call_listener(effect, effect.rules().listeners(hook)[place], hook, me, args);
        }
    }
}

#[inline]
fn call_listener(effect: &mut Effect, listener: Listener, hook: Hook, me: Player, args: &[Arg]) {
    let Listener { rule, dice, face, ownership, .. } = listener;
    if face.is_some() && face != effect.table().event_die() {
        return;
    }
    // A rule may still turn the dice before an `on_rolled` is called.
    if hook != Hook::OnRolled && dice.is_some_and(|it| !it.contains(effect.table().dice())) {
        return;
    }
    if let Some(Arg::Piece { kind, .. } | Arg::Kind(kind)) = args.first()
        && !listener.concerns(*kind)
    {
        return;
    }
    let everybody = ownership.is_some() && hook.is_of_roll();
    let others = if everybody { usize::from(effect.table().players()) - 1 } else { 0 };
    for player in effect.table().clockwise(me).take(1 + others) {
        for copy in 0..ownership::copies_owned(effect.view(), player, ownership) {
            call_later(effect, Call { rule, hook, me: player, args: Args::of(args), copy });
        }
    }
}

/// Puts the `act` of a card or an ability on the agenda, as often as it runs.
pub(super) fn act_later(effect: &mut Effect, running: Running, me: Player, args: Args) {
    let Running { rule, copy } = running;
    let call = Call { rule, hook: Hook::Act, me, args, copy };
    call_later(effect, call);
    for _ in 1..effect.rules().rule(rule).times {
        add_entry(effect, call, true);
    }
}

/// Puts a call on the agenda.
#[inline]
pub(super) fn call_later(effect: &mut Effect, call: Call) {
    add_entry(effect, call, false);
}

#[inline]
fn add_entry(effect: &mut Effect, call: Call, again: bool) {
    if effect.run.call.is_some() && effect.agenda.len() >= usize::from(CALLS) {
        let hint = "look for a loop whose changes call other rules";
        effect.view().fail(&format!("more than {CALLS} calls of rules are pending"), Some(hint));
        return;
    }
    // The numbers continue from those of the pending calls, and do not count all calls of the game.
    // So equal games stay equal.
    let order = effect.agenda.iter().map(|entry| entry.order + 1).max().unwrap_or(0);
    effect.agenda.push(Entry { call, again, order });
}

/// Takes the next call from the agenda. A call before the effect of a roll gets the dice as they are
/// now, and is left out if it does not concern them: a rule may have turned the dice, or rolled
/// again.
#[inline]
pub(super) fn next_call(effect: &mut Effect) -> Option<Call> {
    loop {
        let call = take_next(effect)?;
        if call.hook != Hook::OnRolled {
            return Some(call);
        }
        if concerns_dice(effect, call.rule) {
            let number = i64::from(effect.table().rolled());
            return Some(Call { args: Args::of(&[Arg::Number(number)]), ..call });
        }
    }
}

/// Whether the dice have not been rolled again, and the rule is called for the roll that they show.
fn concerns_dice(effect: &Effect, rule: RuleId) -> bool {
    let dice = effect.table().dice();
    let concerns = |it: &Listener| it.rule == rule && it.dice.is_none_or(|it| it.contains(dice));
    effect.table().step() == Step::Rolled { again: false }
        && effect.rules().listeners(Hook::OnRolled).iter().any(concerns)
}

/// Takes the next call, whatever the dice show. Further runs of an `act` come after all other calls.
/// Calls are ordered by rank and pack, and calls about a roll as a whole come last in their pack.
/// Further keys are the seat, clockwise from the player in turn; for rules of events, the order of
/// discovery; the order in the pack; and the order of addition.
#[inline]
fn take_next(effect: &mut Effect) -> Option<Call> {
    // If a player loses a rule while its call is pending, the rule is not called.
    if effect.agenda.len() > 1 {
        let mut agenda = std::mem::take(&mut effect.agenda);
        agenda.retain(|entry| still_waits(effect, &entry.call));
        effect.agenda = agenda;
    }
    if effect.agenda.len() <= 1 {
        let entry = effect.agenda.pop()?;
        return still_waits(effect, &entry.call).then_some(entry.call);
    }
    let players = effect.table().players();
    let key = |entry: &Entry| {
        let away = (entry.call.me.0 + players - effect.table().in_turn().0) % players;
        let found = hex_event::discovered_as(effect.view(), entry.call.rule);
        // The yield of a roll comes before its other consequences.
        let is_of_whole_roll = entry.call.hook == Hook::OnProductionRoll && found.is_none();
        (
            entry.again,
            effect.rules().rule(entry.call.rule).level,
            is_of_whole_roll,
            away,
            found,
            entry.call.rule,
            entry.order,
        )
    };
    let least = (0..effect.agenda.len()).min_by_key(|&i| key(&effect.agenda[i]))?;
    Some(effect.agenda.remove(least).call)
}

fn still_waits(effect: &Effect, call: &Call) -> bool {
    !effect.skipped.contains(&(call.rule, call.hook))
        && (call.hook == Hook::Act
            || ownership::is_owned(
                effect.view(),
                call.me,
                effect.rules().rule(call.rule).ownership,
            ))
}
