//! Guards, which determine whether a rule lets a player use it now.

use super::hooks;
use super::verdict::Verdict;
use super::view::View;
use crate::rules::{Arg, Args, Call, Hook, HookResult, Result, Running};
use crate::table::Player;

/// Whether a rule's guard lets a player use the rule, given that the rule works for the player.
#[inline]
pub(super) fn allows(
    view: View<'_>,
    player: Player,
    by: Running,
    what: Option<Arg>,
) -> Result<bool> {
    Ok(!view.rules().defines(by.rule, Hook::Usable) || ask_guard(view, player, by, what)?)
}

#[inline(never)]
fn ask_guard(view: View<'_>, player: Player, by: Running, what: Option<Arg>) -> Result<bool> {
    Ok(hooks::answer(view, &call(player, by, what))? == Verdict::Yes)
}

/// Returns the result of a rule's guard for the player: yes, no, or the reason for no.
pub(super) fn answer(
    view: View<'_>,
    player: Player,
    by: Running,
    what: Option<Arg>,
) -> Result<HookResult> {
    if !view.rules().defines(by.rule, Hook::Usable) {
        return Ok(HookResult::Truth(true));
    }
    hooks::answer_with_text(view, &call(player, by, what))
}

/// The call of a rule's guard.
#[inline]
fn call(me: Player, Running { rule, copy }: Running, what: Option<Arg>) -> Call {
    Call { rule, hook: Hook::Usable, me, args: Args::of(what.as_slice()), copy }
}
