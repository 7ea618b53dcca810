//! The ownership of rules, which decides whether a rule works for a player. This module also looks
//! up rates of trade, advance answers and player marks.

use super::view::View;
use crate::board::{Intersection, Place};
use crate::fault::{KernelFault, planted, unless};
use crate::resource::Resources;
use crate::rules::{Lasts, Ownership, OwnershipId, RateKind};
use crate::set::{Id, Set};
use crate::table::{AdvanceAnswer, Answerable, Goods, Player, Players, PortBits, Rate};

/// Whether a rule that is owned in this way works for the player now.
#[inline]
pub(super) fn is_owned(view: View<'_>, player: Player, ownership: Option<Ownership>) -> bool {
    copies_owned(view, player, ownership) > 0
}

/// The number of copies of its card for which a rule that is owned in this way works for the player
/// now. For a rule without a card, it is 1 or 0.
#[inline]
pub(super) fn copies_owned(view: View<'_>, player: Player, ownership: Option<Ownership>) -> u8 {
    ownership.map_or(1, |ownership| copies_of(view, player, ownership))
}

fn copies_of(view: View<'_>, player: Player, ownership: Ownership) -> u8 {
    let seat = view.table().seat(player);
    let in_turn = player == view.table().in_turn() || planted(KernelFault::ServesInAllTurns);
    let works = match ownership {
        Ownership::Access { token, round_based } => {
            seat.access().contains(token)
                && (!seat.fresh_access().contains(token) || planted(KernelFault::FreshAccessServes))
                && (round_based || in_turn)
        }
        Ownership::Played(card) => return if in_turn { view.table().lasting()[card] } else { 0 },
        Ownership::Affected(event) => view.table().affected(event, player).is_some(),
        Ownership::Owned(goods) => {
            let is_fresh =
                seat.fresh_goods().contains(goods) && !planted(KernelFault::FreshGoodServes);
            in_turn && seat.goods()[goods] > 0 && !is_fresh
        }
    };
    u8::from(works)
}

/// The forms of ownership by which rules work for the current player, as [`is_owned`] decides.
#[inline]
pub(super) fn owned_in_turn(view: View<'_>) -> Set<OwnershipId> {
    let (table, rules) = (view.table(), view.rules());
    let player = table.in_turn();
    let seat = table.seat(player);
    let fresh = unless(KernelFault::FreshAccessServes, || seat.fresh_access());
    let tokens = seat.access().iter().filter(|&token| !fresh.contains(token));
    // It makes no difference here whether a rule also works in other turns.
    let access = |token| Ownership::Access { token, round_based: false }.id();
    let mut owned: Set<OwnershipId> = tokens.map(access).collect();
    // Only a card that was played this turn can last until its end.
    if table.plays() > 0 {
        let lasting = table.lasting().kinds(rules.cards.len());
        owned.extend(lasting.iter().map(|card| Ownership::Played(card).id()));
    }
    let goods = (0..rules.goods.len()).map(Goods::new);
    let goods = goods.filter(|&it| seat.goods()[it] > 0 && !seat.fresh_goods().contains(it));
    owned.extend(goods.map(|it| Ownership::Owned(it).id()));
    if !rules.hex_events.is_empty() {
        let of_player = table.events().filter(|found| found.affects[player.index()].is_some());
        owned.extend(of_player.map(|found| Ownership::Affected(found.event).id()));
    }
    owned
}

/// The ports that a player may use, as bits: those at the player's buildings.
#[inline]
pub(crate) fn ports(view: View<'_>, player: Player) -> PortBits {
    let at_ports = view.table().seat(player).at_ports();
    if at_ports == 0 || !view.rules().has_others_at_ports {
        return at_ports;
    }
    ports_at_buildings(view, player)
}

#[inline(never)]
fn ports_at_buildings(view: View<'_>, player: Player) -> PortBits {
    let (rules, table) = (view.rules(), view.table());
    let is_building = |site: Intersection| {
        let piece = table.piece(Place::Intersection(site));
        piece.is_some_and(|it| it.owner() == player && rules.kind(it.kind()).is_building)
    };
    let open = table
        .placed_ports()
        .filter(|(border, _)| rules.board.border(*border).ends.into_iter().any(is_building));
    open.fold(0, |bits, (_, port)| bits | port.bit())
}

/// The rate of trade with the supply that is nearest to the cards a player would give: the nearest
/// of the player's own rates or, if there are none, of all rates.
pub(crate) fn nearest_rate(view: View<'_>, player: Player, give: Resources) -> Rate {
    let at_ports = ports(view, player);
    let is_lacking = |kind: &RateKind| {
        let lacks_port = kind.port.is_some_and(|port| at_ports & port.bit() == 0);
        lacks_port || !is_owned(view, player, view.rules().rule(kind.by.rule).ownership)
    };
    let rates = view.rules().rates.iter().enumerate();
    let nearest = rates.min_by_key(|(_, kind)| (is_lacking(kind), kind.terms.give.distance(give)));
    Rate::new(nearest.map_or(0, |(index, _)| index))
}

/// Whether a rate of trade is possible for a player in the current game: its port, if any, is on
/// the board, and its token, card, event or goods are available.
pub(crate) fn is_at_hand(view: View<'_>, player: Player, kind: &RateKind) -> bool {
    let seat = view.table().seat(player);
    let has_port = kind.port.is_none_or(|port| view.table().ports().values().contains(&Some(port)));
    has_port
        && match view.rules().rule(kind.by.rule).ownership {
            None => true,
            Some(Ownership::Access { token, .. }) => view.table().tokens()[token].is_some(),
            Some(Ownership::Played(card)) => {
                view.table().held(player)[card] > 0 || view.table().lasting()[card] > 0
            }
            Some(Ownership::Affected(event)) => {
                view.table().events().any(|found| found.event == event)
            }
            Some(Ownership::Owned(goods)) => seat.goods()[goods] > 0,
        }
}

/// The player's advance answer to an offer of the running rule.
pub(super) fn advance_answer(view: View<'_>, player: Player) -> AdvanceAnswer {
    let rule = view.0.hooks.cause.map(|cause| cause.rule);
    if planted(KernelFault::StandingAnswersIgnored) {
        return AdvanceAnswer::Ask;
    }
    let answerable =
        view.rules().answerables.iter().position(|answerable| Some(answerable.rule) == rule);
    answerable.map_or(AdvanceAnswer::Ask, |answerable| {
        view.table().seat(player).advance_answer(Answerable::new(answerable))
    })
}

/// The players who are marked on behalf of a player.
pub(crate) fn marked(view: View<'_>, mark: usize, player: Player) -> Players {
    let kind = &view.rules().player_marks[mark];
    let now = view.table().player_marks()[kind.counting(player)];
    match kind.lasts {
        Lasts::NextTurn => now | view.table().player_marks()[kind.before(player)],
        Lasts::Game | Lasts::Turn | Lasts::OnlyNextTurn => now,
    }
}
