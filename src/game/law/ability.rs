//! Using abilities.

use super::check::{Check, Checked, Item, Objection, is_met};
use super::payment;
use super::terms::{self, Grant, variant_number};
use crate::action::Action;
use crate::game::view::View;
use crate::resource::Resources;
use crate::rules::{AbilityKind, Failure};
use crate::set::Id;
use crate::table::{Ability, Player};

/// The conditions for using a variant of an ability.
pub(super) fn check<'a>(
    view: View<'a>,
    check: &mut impl Check<'a>,
    player: Player,
    ability: Ability,
    variant: u8,
    pay: Resources,
) -> Checked {
    let Some(kind) = view.rules().abilities.get(ability.index()) else {
        return check.object(|| Objection::NoSuchAbility);
    };
    if usize::from(variant) >= kind.variants.len() {
        return check.object(|| Objection::NoSuchVariant(ability, variant));
    }
    if kind.by_card {
        return check.object(|| Objection::UsedByCard(ability));
    }
    let item = (Item::Ability(ability), Some(kind.by.rule));
    let costs = terms::costs_of_use(view, player, kind, variant)?;
    if costs.is_empty() {
        return check.object(|| Objection::NoPrice(item.0));
    }
    terms::check_price(view, check, player, item, (costs, pay))?;
    for &(goods, count) in &kind.variants[usize::from(variant)].goods {
        let is_owned = view.table().seat(player).goods()[goods] >= count;
        check.require(is_owned, || Objection::TooFewGoods(ability, goods, count))?;
    }
    terms::check_guarded(view, check, player, grant(kind), Some(variant_number(variant)))
}

/// Adds the uses of a variant of an ability.
pub(super) fn list(
    view: View<'_>,
    player: Player,
    ability: Ability,
    variant: u8,
    list: &mut Vec<Action>,
) -> Result<(), Failure> {
    let kind = &view.rules().abilities[ability.index()];
    if !terms::is_granted(view, player, grant(kind)) {
        return Ok(());
    }
    let what = Some(variant_number(variant));
    let asked;
    let costs = match &kind.variants[usize::from(variant)].costs[..] {
        [] => {
            asked = terms::asked_cost(view, player, Some(kind.by), what)?;
            asked.as_slice()
        }
        costs => costs,
    };
    let owned = view.table().seat(player).goods();
    let goods = &kind.variants[usize::from(variant)].goods;
    if goods.iter().all(|&(goods, count)| owned[goods] >= count)
        && terms::can_pay(view, player, costs)
        && is_met(|check| check.guard(view, player, kind.by, what))?
    {
        payment::payments(view, player, costs, |pay| {
            list.push(Action::Use { ability, variant, pay });
        });
        payment::check_choices(view, list, Some(kind.by.rule))?;
    }
    Ok(())
}

/// Whether the player could use a variant of an ability if only there were enough cards and goods to
/// pay for it.
pub(super) fn lacks_only_price(
    view: View<'_>,
    player: Player,
    ability: Ability,
    variant: u8,
) -> Result<bool, Failure> {
    let kind = &view.rules().abilities[ability.index()];
    if !terms::is_granted(view, player, grant(kind)) {
        return Ok(false);
    }
    let costs = terms::costs_of_use(view, player, kind, variant)?;
    let owned = view.table().seat(player).goods();
    let mut goods = kind.variants[usize::from(variant)].goods.iter();
    let has_goods = goods.all(|&(goods, count)| owned[goods] >= count);
    if costs.is_empty() || has_goods && terms::can_pay(view, player, &costs) {
        return Ok(false);
    }
    is_met(|check| check.guard(view, player, kind.by, Some(variant_number(variant))))
}

fn grant(kind: &AbilityKind) -> Grant<'_> {
    Grant { by: kind.by, limit: kind.limit, name: &kind.name }
}
