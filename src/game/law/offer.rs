//! Offers between players and the replies to them.

use super::check::{Check, Checked, Objection, is_met};
use super::terms;
use crate::action::Action;
use crate::fault::{KernelFault, planted};
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{Arg, Hook};
use crate::table::{Player, Players, Step};

/// The conditions of an offer.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    give: Resources,
    get: Resources,
    to: Players,
) -> Checked {
    check_exchange(view, check, give, get)?;
    terms::check_tradeable(view, check, player, give, None)?;
    check.require(!to.is_empty(), || Objection::OfferToNobody)?;
    let opponents: Players = view.table().opponents(player).collect();
    check.require((to - opponents).is_empty(), || Objection::OfferToOthers)?;
    for other in (to & opponents).iter() {
        check_partners(view, check, player, other)?;
    }
    let resources = view.rules().resources.iter().enumerate();
    let all =
        resources.map(|(at, kind)| Resources::of(crate::set::Id::new(at), usize::from(kind.cards)));
    check.require(all.sum::<Resources>().contains(get), || Objection::NotInGame(get))
}

/// Requires that no rule forbids an offer between two players.
pub(super) fn check_partners<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    other: Player,
) -> Checked {
    check.vetoes(view, Hook::MayTrade, player, &[Arg::Player(other)])?;
    check.vetoes(view, Hook::MayTrade, other, &[Arg::Player(player)])
}

/// The conditions for accepting the offer.
pub(super) fn check_acceptance<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
) -> Checked {
    if planted(KernelFault::AcceptsWithoutCards) {
        return Ok(());
    }
    terms::check_tradeable(view, check, player, view.table().offer().get, None)
}

/// The conditions of a counter-offer.
pub(super) fn check_counter_offer<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    give: Resources,
    get: Resources,
) -> Checked {
    check_exchange(view, check, give, get)?;
    terms::check_tradeable(view, check, player, give, None)
}

/// The conditions for concluding a trade.
pub(super) fn check_conclusion<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    with: Player,
) -> Checked {
    if with == player {
        return check.object(|| Objection::TradeWithSelf);
    }
    let table = view.table();
    if table.step() != Step::Offer {
        return Ok(());
    }
    if with.0 >= table.players() || !table.offer().willing.contains(with) {
        return check.object(|| Objection::NotAgreed);
    }
    let (give, get) = table.offer().terms[crate::set::Id::index(with)];
    terms::check_tradeable(view, check, player, give, None)?;
    terms::check_tradeable(view, check, with, get, None)
}

/// Adds the replies to an offer, or the actions that end it.
pub(super) fn list_replies(view: View<'_>, player: Player, list: &mut Vec<Action>) {
    let holds = |check: Result<bool, _>| matches!(check, Ok(true));
    if player != view.table().in_turn() {
        if holds(is_met(|check| check_acceptance(view, check, player))) {
            list.push(Action::Accept);
        }
        list.push(Action::Refuse);
        return;
    }
    for with in view.table().offer().willing.iter() {
        if holds(is_met(|check| check_conclusion(view, check, player, with))) {
            list.push(Action::Conclude { with });
        }
    }
    list.push(Action::Withdraw);
}

/// Requires that both sides of a trade give cards that may be offered, and that no resource is on
/// both sides.
fn check_exchange<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    give: Resources,
    get: Resources,
) -> Checked {
    let not_offered = view.rules().classes.not_offered;
    for kind in not_offered.kinds().filter(|&kind| give.get(kind) + get.get(kind) > 0) {
        check.require(false, || Objection::NotOffered(kind))?;
    }
    check.require(!give.is_empty() && !get.is_empty(), || Objection::EmptySide)?;
    let both = give.common(get);
    let differ = both.is_empty() || planted(KernelFault::SameForSame);
    check.require(differ, || Objection::SameForSame(both))
}
