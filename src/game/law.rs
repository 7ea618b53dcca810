//! The legality of actions. Each condition is written once, in the file of its kind of action. A
//! `Check` handles conditions that are not met: the list of legal actions omits the action, and a
//! refusal collects all objections.

pub(crate) mod ability;
pub(crate) mod build;
pub(crate) mod buy;
mod check;
pub(crate) mod discard;
mod layers;
pub(crate) mod list;
pub mod marker;
pub(crate) mod offer;
pub(crate) mod payment;
pub mod places;
pub(crate) mod play;
pub(crate) mod step;
pub mod terms;
pub(crate) mod trade;

use check::is_met;
pub(in crate::game) use check::{Check, Checked, Item, Objection, Purpose, collect};
pub use marker::Takes;
pub(super) use payment::CAPACITY;
pub use places::Law;
pub(super) use terms::variant_number;

use super::view::View;
use crate::action::Action;
use crate::resource::Resources;
use crate::rules::Failure;
use crate::set::Id;
use crate::table::Player;
use crate::table::Players;

/// Returns all objections to an action of a player; empty if it is legal.
pub(super) fn objections<'a>(
    view: View<'a>,
    player: Player,
    action: &Action,
) -> Result<Vec<Objection<'a>>, Failure> {
    collect(|check| check_action(view, check, player, action))
}

/// Whether an action of a player is legal.
pub(super) fn is_legal(view: View<'_>, player: Player, action: &Action) -> Result<bool, Failure> {
    is_met(|check| check_action(view, check, player, action))
}

/// Checks all conditions of an action.
fn check_action<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    action: &Action,
) -> Checked {
    if player.0 >= view.table().players() {
        return check.object(|| Objection::NoSuchPlayer);
    }
    match *action {
        Action::AnswerInAdvance { answerable, .. }
            if answerable.index() >= view.rules().answerables.len() =>
        {
            return check.object(|| Objection::NoSuchAnswerable);
        }
        Action::AnswerInAdvance { .. } | Action::PayFirst { .. } => {
            return step::check_game_goes_on(view, check);
        }
        _ => step::check(view, check, player, action)?,
    }
    match *action {
        Action::Roll
        | Action::End
        | Action::Refuse
        | Action::Withdraw
        | Action::AnswerInAdvance { .. }
        | Action::PayFirst { .. }
        | Action::Choose(_) => Ok(()),
        Action::Build { kind, place, way, pay } => {
            build::check(view, check, player, (kind, place), way, pay)
        }
        Action::Buy { deck, way, pay } => buy::check(view, check, player, deck, way, pay),
        Action::Trade { rate, give, get } => trade::check(view, check, player, rate, give, get),
        Action::Play { card, also } => play::check(view, check, player, card, also),
        Action::Use { ability, variant, pay } => {
            ability::check(view, check, player, ability, variant, pay)
        }
        Action::Offer { give, get, to } => offer::check(view, check, player, give, get, to),
        Action::Accept => offer::check_acceptance(view, check, player),
        Action::Counter { give, get } => offer::check_counter_offer(view, check, player, give, get),
        Action::Conclude { with } => offer::check_conclusion(view, check, player, with),
        Action::Discard { resource } => {
            discard::check(view, check, player, Resources::of(resource, 1))
        }
        Action::Move { marker, place } => marker::check_move(view, check, player, marker, place),
        Action::Take { from } => marker::check_take(view, check, player, from),
    }
}

/// The opponents to whom no rule forbids the player to make an offer. If a rule fails, the offer
/// reports it.
pub(crate) fn trade_partners(view: View<'_>, player: Player) -> Players {
    let is_partner = |&other: &Player| {
        !matches!(is_met(|check| offer::check_partners(view, check, player, other)), Ok(false))
    };
    view.table().opponents(player).filter(is_partner).collect()
}

/// Whether an offer to other players is legal. If a rule fails, the offer reports it.
pub(crate) fn may_offer(
    view: View<'_>,
    player: Player,
    give: Resources,
    get: Resources,
    to: Players,
) -> bool {
    let action = Action::Offer { give, get, to };
    !matches!(is_legal(view, player, &action), Ok(false))
}
