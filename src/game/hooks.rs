//! Calls of pure hooks, whose results determine legality and amounts.

use super::ownership;
use super::verdict::{CachedOperations, HookCall, Reads, Verdict};
use super::view::View;
use crate::board::{Place, Places};
use crate::rules::{Arg, Args, Call, Hook, HookResult, Listener, Result, RuleId, Running};
use crate::table::Player;

/// Calls a pure hook of every listener, and reports each result.
pub(super) fn ask_all(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut report: impl FnMut(RuleId, HookResult),
) -> Result {
    for_each_listener(view, hook, me, args, |Running { rule, copy }| {
        report(rule, answer_with_text(view, &Call { rule, hook, me, args: Args::of(args), copy })?);
        Ok(())
    })
}

/// Visits the listeners of a pure hook that work for the player and apply to these arguments, once
/// for each copy of a card.
#[inline]
fn for_each_listener(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut each: impl FnMut(Running) -> Result,
) -> Result {
    let concerns = |listener: &Listener| match args.first() {
        Some(Arg::Kind(kind)) => listener.concerns(*kind),
        _ => true,
    };
    for listener in view.rules().listeners(hook).iter().filter(|it| concerns(it)) {
        for copy in 0..ownership::copies_owned(view, me, listener.ownership) {
            each(Running { rule: listener.rule, copy })?;
        }
    }
    Ok(())
}

/// Returns the result of a pure hook without its text.
pub(super) fn answer(view: View<'_>, call: &Call) -> Result<Verdict> {
    view.memo().answer(call, |cached, reads| evaluate(view, call, None, (cached, reads)))
}

/// Returns the places for which a pure hook has this result. The place is its last argument.
pub(super) fn places_where(
    view: View<'_>,
    places: Places,
    call: &Call,
    wanted: Verdict,
) -> Result<Places> {
    view.memo().places_where(places, call, wanted, |place, cached, reads| {
        evaluate(view, call, Some(place), (cached, reads))
    })
}

/// Passes a value through the listeners of a hook, from the original rules to the house rules.
/// Reports the value before and after each rule.
pub(super) fn fold_value(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut value: i64,
    mut report: impl FnMut(RuleId, i64, i64),
) -> Result<i64> {
    for_each_listener(view, hook, me, args, |Running { rule, copy }| {
        let args = Args::of(args).and(Arg::Number(value));
        if let Verdict::Number(next) = answer(view, &Call { rule, hook, me, args, copy })? {
            report(rule, value, next);
            value = next;
        }
        Ok(())
    })?;
    Ok(value)
}

/// Adds up the numbers that the listeners of a hook return.
pub(super) fn sum(view: View<'_>, hook: Hook, me: Player, args: &[Arg]) -> Result<i64> {
    let mut sum = 0_i64;
    for_each_listener(view, hook, me, args, |Running { rule, copy }| {
        if let Verdict::Number(number) =
            answer(view, &Call { rule, hook, me, args: Args::of(args), copy })?
        {
            sum = sum.saturating_add(number);
        }
        Ok(())
    })?;
    Ok(sum)
}

/// Returns the result of a pure hook with its text.
pub(super) fn answer_with_text(view: View<'_>, call: &Call) -> Result<HookResult> {
    let value = unless_skipped(view, view.script().answer(view, call), HookResult::Nothing)?;
    if let Some(hook_log) = &view.0.hooks.log {
        hook_log.borrow_mut().push(HookCall { call: *call, value: value.clone() });
    }
    Ok(value)
}

/// Returns the result of a pure hook without its text. The place is the last argument.
pub(super) fn verdict_of(view: View<'_>, call: &Call, place: Option<Place>) -> Result<Verdict> {
    let answer = evaluate(view, call, place, (None, &mut None))?;
    Ok(answer.unwrap_or(Verdict::Nothing))
}

/// Calls a pure hook for its result without text, and stores the dependencies of the result in
/// `reads`, or `None` if they are unknown. The place is the last argument. Returns `None` if the
/// cached results, which took the operations in `cached`, can be used.
#[inline]
fn evaluate(
    view: View<'_>,
    call: &Call,
    place: Option<Place>,
    (cached, reads): (CachedOperations<'_>, &mut Option<Reads>),
) -> Result<Option<Verdict>> {
    if view.keeps_hook_log() {
        return Ok(Some((&answer_with_text(view, &call.with_place(place))?).into()));
    }
    let verdict = view.script().verdict(view, call, place, cached, reads);
    unless_skipped(view, verdict, Some(Verdict::Nothing))
}

/// The answer of a hook. If failing hooks are skipped, a hook that fails counts as returning
/// nothing.
#[inline]
fn unless_skipped<T>(view: View<'_>, answer: Result<T>, nothing: T) -> Result<T> {
    match answer {
        Err(_) if view.0.hooks.skips.get() => Ok(nothing),
        answer => answer,
    }
}

/// Returns the places that rules veto. `hook` is called with `what`, and the place as its last
/// argument.
pub(super) fn vetoed_places(
    view: View<'_>,
    hook: Hook,
    me: Player,
    what: Arg,
    places: Places,
) -> Result<Places> {
    let mut vetoed = Places::default();
    if view.rules().listeners(hook).is_empty() {
        return Ok(vetoed);
    }
    let args = Args::of(&[what]);
    for_each_listener(view, hook, me, &args, |Running { rule, copy }| {
        let call = Call { rule, hook, me, args, copy };
        vetoed = vetoed.and(places_where(view, places, &call, Verdict::No)?);
        Ok(())
    })?;
    Ok(vetoed)
}

/// Returns the reasons for which rules veto an action.
pub fn vetoes(
    view: View<'_>,
    hook: Hook,
    player: Player,
    args: &[Arg],
) -> Result<Vec<(RuleId, String)>> {
    let mut reasons = Vec::new();
    ask_all(view, hook, player, args, |rule, value| {
        if let HookResult::Text(text) = value {
            let reason = (rule, text);
            // Copies of a card have the same reason.
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    })?;
    Ok(reasons)
}
