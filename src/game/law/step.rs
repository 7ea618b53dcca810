//! The players who have to act, and the actions that are possible in each step of the turn.

use super::check::{Check, Checked, Objection};
use crate::action::Action;
use crate::game::view::View;
use crate::table::{Player, Players, Step, Table};

/// Returns the players who have to act.
#[inline]
pub(crate) fn to_act(view: View<'_>) -> Players {
    let table = view.table();
    match table.step() {
        Step::Place(_) | Step::Roll | Step::Act | Step::Move(_) | Step::Take(_) => {
            Players::of(table.in_turn())
        }
        Step::Discard | Step::Offer => who_reacts(table),
        Step::Rolled { .. } | Step::Produced | Step::TurnEnd | Step::Over => Players::NONE,
    }
}

/// Returns the players who have to discard, or to act while an offer is open.
#[inline(never)]
fn who_reacts(table: &Table) -> Players {
    match table.step() {
        Step::Offer => {
            let waiting = table.offer().waiting;
            if waiting.is_empty() { Players::of(table.in_turn()) } else { waiting }
        }
        _ => table.everybody().iter().filter(|&player| table.seat(player).due() > 0).collect(),
    }
}

/// Requires that the game is not over.
pub(super) fn check_game_goes_on<'a>(view: View<'a>, check: &mut impl Check<'a>) -> Checked {
    check.require(view.table().step() != Step::Over, || Objection::GameOver)
}

/// Requires that the player has to act and that the step permits the action.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    action: &Action,
) -> Checked {
    if !to_act(view).contains(player) {
        let is_reply = matches!(action, Action::Accept | Action::Refuse | Action::Counter { .. });
        return check.object(|| Objection::OutOfTurn { is_reply });
    }
    check.require(has_room_for(view, action), || Objection::NotNow(*action))
}

/// Whether the current step of the turn permits such an action.
fn has_room_for(view: View<'_>, action: &Action) -> bool {
    match view.table().step() {
        Step::Place(_) => matches!(action, Action::Build { .. }),
        Step::Roll => matches!(action, Action::Roll | Action::Play { .. }),
        Step::Discard => matches!(action, Action::Discard { .. }),
        Step::Move(_) => matches!(action, Action::Move { .. }),
        Step::Take(_) => matches!(action, Action::Take { .. }),
        Step::Act => matches!(
            action,
            Action::End
                | Action::Build { .. }
                | Action::Buy { .. }
                | Action::Trade { .. }
                | Action::Play { .. }
                | Action::Use { .. }
                | Action::Offer { .. }
        ),
        Step::Offer if view.table().offer().waiting.is_empty() => {
            matches!(action, Action::Conclude { .. } | Action::Withdraw)
        }
        Step::Offer => {
            matches!(action, Action::Accept | Action::Refuse | Action::Counter { .. })
        }
        Step::Rolled { .. } | Step::Produced | Step::TurnEnd | Step::Over => false,
    }
}
