//! The agenda: the pending calls, and whether a hook concerns a player.

use serde::{Deserialize, Serialize};

use super::ownership;
use super::view::View;
use crate::rules::{Call, Hook, Ownership};
use crate::set::SmallSet;
use crate::table::{Player, Token};

/// A pending call.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The call.
    pub call: Call,
    /// Whether the rule has already run for the same action: then all other calls come first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Its place in the order in which the pending calls were added.
    #[serde(rename = "heard")]
    pub order: u32,
}

/// Whether a rule with the hook may work for somebody with access to these tokens.
#[inline]
pub(super) fn may_have_listeners(view: View<'_>, hook: Hook, access: SmallSet<Token>) -> bool {
    view.rules().listeners.may_apply(hook, access, || view.table().open_events())
}

/// Whether a rule with the hook works for the player now.
#[inline]
pub(super) fn has_listener(view: View<'_>, hook: Hook, player: Player) -> bool {
    !view.rules().listeners(hook).is_empty()
        && any_listener(view, hook, player, |ownership| {
            ownership::is_owned(view, player, ownership)
        })
}

/// Whether a rule with the hook works for the player now, and not for everybody.
#[inline]
pub(super) fn has_own_listener(view: View<'_>, hook: Hook, player: Player) -> bool {
    any_listener(view, hook, player, |ownership| {
        ownership.is_some() && ownership::is_owned(view, player, ownership)
    })
}

#[inline(never)]
fn any_listener(
    view: View<'_>,
    hook: Hook,
    player: Player,
    works: impl Fn(Option<Ownership>) -> bool,
) -> bool {
    may_have_listeners(view, hook, view.table().seat(player).access())
        && view.rules().listeners(hook).iter().any(|it| works(it.ownership))
}

/// The maximum number of rule calls caused by one action.
pub const CALLS: u16 = 1_000;
