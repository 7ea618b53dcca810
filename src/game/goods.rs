//! Goods, which players own besides cards and pieces, and how goods change owners.

use super::award;
use super::effect::Effect;
use super::failure::Result;
use super::view::View;
use crate::action::Choice;
use crate::change::Change;
use crate::rules::Merit;
use crate::set::{Id, SmallSet};
use crate::table::{Goods, Player};

/// The number of these goods left in the supply.
pub(crate) fn left(view: View<'_>, goods: Goods) -> usize {
    let owned =
        view.table().everybody().iter().map(|player| view.table().seat(player).goods()[goods]);
    usize::from(view.rules().goods[goods.index()].count.saturating_sub(owned.sum()))
}

/// The number of goods of a family that the player owns.
pub(crate) fn owned(view: View<'_>, player: Player, family: SmallSet<Goods>) -> usize {
    family.iter().map(|goods| usize::from(view.table().seat(player).goods()[goods])).sum()
}

/// Gives a player goods from the supply, but no more than are left. Returns the number given.
pub(crate) fn receive(
    effect: &mut Effect,
    player: Player,
    goods: Goods,
    count: usize,
) -> Result<usize> {
    effect.live()?;
    let count = count.min(left(effect.view(), goods));
    if count > 0 {
        move_goods(effect, Change::Received(player, goods, few(count)))?;
    }
    Ok(count)
}

/// Gives a player one of the goods, from the supply or else from an opponent who owns one. Returns
/// whether there was one.
pub(crate) fn claim(effect: &mut Effect, player: Player, goods: Goods) -> Result<bool> {
    if receive(effect, player, goods, 1)? > 0 {
        return Ok(true);
    }
    let owner =
        effect.table().opponents(player).find(|&it| effect.table().seat(it).goods()[goods] > 0);
    if let Some(from) = owner {
        move_goods(effect, Change::Handed { from, to: player, goods, count: 1 })?;
    }
    Ok(owner.is_some())
}

/// Gives another player this many goods of a family, or all of them if the giver owns fewer. The
/// giver chooses among several kinds. Returns the number given.
pub(crate) fn hand_goods(
    effect: &mut Effect,
    from: Player,
    to: Player,
    family: SmallSet<Goods>,
    count: usize,
) -> Result<usize> {
    effect.live()?;
    let prompt = format!("Give which goods to {}?", effect.view().name(to));
    for given in 0..count {
        let own = family.iter().filter(|&goods| effect.table().seat(from).goods()[goods] > 0);
        let choices: Vec<_> = own.map(Choice::Goods).collect();
        let Choice::Goods(goods) = effect.choose(from, &prompt, choices, false)? else {
            return Ok(given);
        };
        move_goods(effect, Change::Handed { from, to, goods, count: 1 })?;
    }
    Ok(count)
}

/// Returns goods to the supply, but no more than the player owns.
pub(crate) fn give_back(effect: &mut Effect, player: Player, goods: Goods, count: usize) -> Result {
    effect.live()?;
    let count = count.min(usize::from(effect.table().seat(player).goods()[goods]));
    if count > 0 {
        move_goods(effect, Change::Returned(player, goods, few(count)))?;
    }
    Ok(())
}

fn move_goods(effect: &mut Effect, change: Change) -> Result {
    effect.make(change);
    let concerned = |merit: &Merit| matches!(merit, Merit::Owned(_) | Merit::Script);
    award::update_awards(effect, concerned).map_err(|failure| effect.view().adopt(failure))
}

fn few(count: usize) -> u8 {
    u8::try_from(count).expect("the count fits in a byte")
}
