//! The list of legal actions.

use super::{ability, build, buy, discard, marker, offer, places, play, step, trade};
use crate::action::Action;
use crate::game::ownership;
use crate::game::view::View;
use crate::rules::{Failure, PricedOption, TurnOption};
use crate::table::{Player, Step};

/// Adds the legal actions of a player, except for offers and counter-offers to other players: there
/// are too many to list. [`may_offer`](super::may_offer) checks an offer.
pub(crate) fn legal(view: View<'_>, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
    if !step::to_act(view).contains(player) {
        return Ok(());
    }
    match view.table().step() {
        Step::Place(number) => {
            build::list_free(view, player, places::placed_kinds(view, number), list)?;
        }
        Step::Roll => {
            list.push(Action::Roll);
            play::list(view, player, list)?;
        }
        Step::Discard => discard::list(view, player, list),
        Step::Move(group) => marker::list_moves(view, player, group, list)?,
        Step::Take(marker) => list.extend(marker::takes(view, player, marker)?),
        Step::Act => list_turn(view, player, list)?,
        Step::Offer => offer::list_replies(view, player, list),
        Step::Rolled { .. } | Step::Produced | Step::TurnEnd | Step::Over => {}
    }
    Ok(())
}

fn list_turn(view: View<'_>, player: Player, list: &mut Vec<Action>) -> Result<(), Failure> {
    list.push(Action::End);
    let key = (ownership::ports(view, player), ownership::owned_in_turn(view));
    view.memo().options(player, &view.rules().turn_options, key, |options| {
        list_options(view, player, &options.terms, list)?;
        play::list(view, player, list)?;
        list_options(view, player, &options.abilities, list)
    })
}

fn list_options(
    view: View<'_>,
    player: Player,
    options: &[PricedOption],
    list: &mut Vec<Action>,
) -> Result<(), Failure> {
    let hand = view.table().seat(player).hand();
    for priced in options.iter().filter(|priced| priced.is_within(hand)) {
        list_option(view, player, priced.option, list)?;
    }
    Ok(())
}

// This function is not inlined, so that the loop over the options stays short.
#[inline(never)]
fn list_option(
    view: View<'_>,
    player: Player,
    option: TurnOption,
    list: &mut Vec<Action>,
) -> Result<(), Failure> {
    match option {
        TurnOption::Build(kind, way) => build::list(view, player, kind, way, list),
        TurnOption::Buy(deck, way) => buy::list(view, player, deck, way, list),
        TurnOption::Trade(rate) => trade::list(view, player, rate, list),
        TurnOption::Use(ability, variant) => ability::list(view, player, ability, variant, list),
    }
}

/// The options of the player's turn that are not legal only because the player cannot pay for them.
/// None if the player is not choosing among the options of a turn.
pub(crate) fn unaffordable(view: View<'_>, player: Player) -> Result<Vec<TurnOption>, Failure> {
    if view.table().step() != Step::Act || !step::to_act(view).contains(player) {
        return Ok(Vec::new());
    }
    let at_ports = ownership::ports(view, player);
    let all = view.rules().turn_options.available(at_ports, ownership::owned_in_turn(view));
    let mut found = Vec::new();
    for priced in all.terms.iter().chain(&all.abilities) {
        let lacks = match priced.option {
            TurnOption::Build(kind, way) => build::lacks_only_price(view, player, kind, way),
            TurnOption::Buy(deck, way) => buy::lacks_only_price(view, player, deck, way),
            TurnOption::Trade(rate) => trade::lacks_only_price(view, player, rate),
            TurnOption::Use(ability, variant) => {
                ability::lacks_only_price(view, player, ability, variant)
            }
        };
        found.extend(lacks?.then_some(priced.option));
    }
    Ok(found)
}
