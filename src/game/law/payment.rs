//! Payments: the cards that pay a price, and the limit on the number of listed actions.

use crate::action::Action;
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{CHOICES, Cost, Failure, Result, RuleId};
use crate::table::Player;

/// The capacity of lists of actions; it suffices for most choices of a rule.
pub(in crate::game) const CAPACITY: usize = 24;

/// Calls `each` for every payment from the hand that meets one of the costs.
#[inline]
pub(super) fn payments(
    view: View<'_>,
    player: Player,
    costs: &[Cost],
    mut each: impl FnMut(Resources),
) {
    let hand = view.table().seat(player).hand();
    for cost in costs {
        cost.payments(hand, &mut each);
    }
}

/// Fails if the list has more actions than permitted. The failure names this rule as the cause.
#[inline]
pub(super) fn check_choices(view: View<'_>, list: &[Action], rule: Option<RuleId>) -> Result {
    if list.len() <= CHOICES { Ok(()) } else { Err(too_many_choices(view, rule)) }
}

#[cold]
fn too_many_choices(view: View<'_>, rule: Option<RuleId>) -> Failure {
    let origin = rule.map(|rule| view.rules().rule(rule).origin(None)).unwrap_or_default();
    let message = format!("the rules allow more than {CHOICES} actions to choose from");
    Failure::new(message, origin).with_hint("declare a price with fewer `any` cards")
}
