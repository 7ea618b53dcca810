//! Trading with the supply.

use super::check::{Check, Checked, Objection, is_met};
use super::payment;
use super::terms::{self, Grant};
use crate::action::Action;
use crate::game::view::View;
use crate::game::{hand, ownership};
use crate::resource::Resources;
use crate::rules::{CHOICES, RateKind, Result};
use crate::set::Id;
use crate::table::{Player, Rate};

/// The conditions of a trade with the supply.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    rate: Rate,
    give: Resources,
    get: Resources,
) -> Checked {
    let Some(kind) = view.rules().rates.get(rate.index()) else {
        return check.object(|| Objection::NoSuchRate);
    };
    let at_ports = ownership::ports(view, player);
    let has_port = kind.port.is_none_or(|port| at_ports & port.bit() != 0);
    check.require(has_port, || Objection::NoPort(rate))?;
    check.require(kind.terms.give.is_met_by(give), || Objection::NotTaken(rate, give))?;
    check.require(kind.terms.get.is_met_by(get, give), || Objection::NotGiven(rate, give, get))?;
    terms::check_tradeable(view, check, player, give, Some(kind.by.rule))?;
    for resource in get.kinds() {
        let asked = get.get(resource);
        let has = view.table().supply().get(resource) >= asked;
        check.require(has, || Objection::SupplyShort { resource, asked })?;
    }
    terms::check_guarded(view, check, player, grant(kind), None)
}

/// Adds the trades at a rate. The player must have the port of the rate.
#[inline]
pub(super) fn list(view: View<'_>, player: Player, rate: Rate, list: &mut Vec<Action>) -> Result {
    let kind = &view.rules().rates[rate.index()];
    if !is_met(|check| terms::check_guarded(view, check, player, grant(kind), None))? {
        return Ok(());
    }
    kind.terms.give.payments(hand::tradeable(view, player), &mut |give| {
        // One payment has at most as many gains as a price may have payments.
        if list.len() <= CHOICES {
            let supply = view.table().supply();
            kind.terms.get.bags(supply, give, &mut |get| {
                list.push(Action::Trade { rate, give, get });
            });
        }
    });
    payment::check_choices(view, list, Some(kind.by.rule))
}

/// Whether the player could trade at a rate if only there were enough cards to give. The player must
/// have the port of the rate.
pub(super) fn lacks_only_price(view: View<'_>, player: Player, rate: Rate) -> Result<bool> {
    let kind = &view.rules().rates[rate.index()];
    if kind.terms.give.is_within(hand::tradeable(view, player)) {
        return Ok(false);
    }
    let mut has_gain = false;
    kind.terms.get.bags(view.table().supply(), Resources::NONE, &mut |_| has_gain = true);
    Ok(has_gain && is_met(|check| terms::check_guarded(view, check, player, grant(kind), None))?)
}

fn grant(kind: &RateKind) -> Grant<'_> {
    Grant { by: kind.by, limit: kind.limit, name: &kind.name }
}
