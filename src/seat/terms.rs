//! Prices, rates and chances, as all players that think read them from the rules.

use crate::game::PlayerView;
use crate::resource::{Resource, Resources};
use crate::rules::{Cost, Failure, Terms, Way};

/// How many of the 36 combinations of two dice have this sum.
pub(super) fn frequency(number: u8) -> u32 {
    match number {
        2..=12 => 6 - u32::from(number.abs_diff(7)),
        _ => 0,
    }
}

/// The cheapest payment among the ways available to the player; `None` if there is no price.
pub(super) fn price(view: &PlayerView<'_>, ways: &[Way]) -> Result<Option<Resources>, Failure> {
    let mut cheapest: Option<Cost> = None;
    for way in ways {
        if !way.relaxes_distance && view.may_take(way)? {
            cheapest = way.costs.iter().copied().chain(cheapest).min_by_key(Cost::total);
        }
    }
    Ok(cheapest.map(|cost| cost.fixed))
}

/// The number of cards of a resource that these terms take for one other card; `None` if they take
/// no such cards, or others with them.
pub(super) fn cards_for_one(terms: &Terms, resource: Resource) -> Option<u32> {
    let (give, get) = (terms.give, terms.get);
    let is_alone = give.fixed.total() == give.fixed.get(resource);
    if !is_alone || give.except.get(resource) > 0 {
        return None;
    }
    let gets = (get.fixed.total() + usize::from(get.any)).max(1);
    Some(u32::try_from(give.total().div_ceil(gets)).expect("a price has few cards"))
}
