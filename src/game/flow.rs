//! The effects of actions (building, buying, playing) and the order of the placement.

use super::effect::Effect;
use super::law::{build, variant_number};
use super::{award, bargain, calls, cards, hand, roll, turn};
use crate::action::{Action, FREE};
use crate::board::{Hex, Place};
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::rules::{
    AbilityKind, Arg, Args, Call, Hook, Limit, Merit, PlacementStep, Result, Running, Way,
};
use crate::set::Id;
use crate::table::{Ability, BOARD, Card, Deck, Kind, Piece, Player, Step};

/// Carries out a legal action.
///
/// # Errors
/// When a rule fails, or a written random result is impossible.
pub(super) fn act(effect: &mut Effect, player: Player, action: &Action) -> Result {
    match *action {
        Action::Roll => roll::roll(effect, player),
        Action::End => turn::end_turn(effect, player),
        Action::Build { kind, place, way, pay } => build_for(effect, player, kind, place, way, pay),
        Action::Buy { deck, way, pay } => buy(effect, player, deck, way, pay),
        Action::Trade { rate, give, get } => {
            count_use(effect, player, effect.rules().rates[rate.index()].limit);
            effect.make(Change::Paid(player, give));
            effect.make(Change::Took(player, get));
            if planted(KernelFault::TradeEndsTurn) {
                return turn::end_turn(effect, player);
            }
            Ok(())
        }
        Action::Play { card, also } => play_card(effect, player, card, also),
        Action::Use { ability, variant, pay } => use_ability(effect, player, ability, variant, pay),
        Action::AnswerInAdvance { answerable, advance_answer } => {
            effect.make(Change::AnsweredInAdvance(player, answerable, advance_answer));
            Ok(())
        }
        Action::PayFirst { hidden } => {
            effect.make(Change::PaysHiddenFirst(player, hidden));
            Ok(())
        }
        Action::Discard { resource } => roll::choose_discard(effect, player, resource),
        Action::Move { marker, place } => roll::move_by_roll(effect, player, marker, place),
        Action::Take { from } => roll::take_by_roll(effect, player, from),
        Action::Choose(_) => unreachable!("an answer belongs to a question"),
        _ => {
            bargain::play(effect, player, action);
            Ok(())
        }
    }
}

fn play_card(effect: &mut Effect, player: Player, card: Card, also: bool) -> Result {
    let counts = effect.rules().deck(effect.rules().card(card).deck).plays.is_some();
    effect.make(Change::Played { player, card, counts });
    award::update_awards(effect, |merit| matches!(merit, Merit::Played(_) | Merit::Script))?;
    let kind = effect.rules().card(card);
    let (mut rule, mut args, lasts) = (kind.rule, Args::NONE, kind.lasts);
    if let Some(other) = kind.also.filter(|_| also) {
        let other = &effect.rules().abilities[other.index()];
        let limit = other.limit;
        (rule, args) = (other.by.rule, Args::of(&[Arg::Card(card)]));
        count_use(effect, player, limit);
    } else if lasts {
        effect.make(Change::Lasts(card));
        return Ok(());
    }
    cards::return_played(effect, player, card);
    calls::act_later(effect, Running { rule, copy: 0 }, player, args);
    Ok(())
}

fn use_ability(
    effect: &mut Effect,
    player: Player,
    ability: Ability,
    variant: u8,
    pay: Resources,
) -> Result {
    let AbilityKind { limit, by, .. } = effect.rules().abilities[ability.index()];
    hand::pay(effect, player, pay);
    let rules = std::sync::Arc::clone(effect.rules());
    for &(goods, count) in &rules.abilities[ability.index()].variants[usize::from(variant)].goods {
        effect.make(Change::Returned(player, goods, count));
        award::update_awards(effect, |merit| matches!(merit, Merit::Owned(_) | Merit::Script))?;
    }
    count_use(effect, player, limit);
    calls::act_later(effect, by, player, Args::of(&[variant_number(variant)]));
    Ok(())
}

/// Counts a use, if uses are limited.
fn count_use(effect: &mut Effect, player: Player, limit: Option<Limit>) {
    if let Some(limit) = limit {
        let counter = limit.slot(player);
        effect.make(Change::Counted(counter, effect.table().counters()[counter] + 1));
    }
}

#[inline]
fn build_for(
    effect: &mut Effect,
    player: Player,
    kind: Kind,
    place: Place,
    way: u8,
    pay: Resources,
) -> Result {
    if let Step::Place(number) = effect.table().step() {
        return place_piece(effect, player, (kind, place), number);
    }
    debug_assert_ne!(way, FREE, "only the placement builds for nothing");
    hand::pay(effect, player, pay);
    let (limit, by) = taken(&effect.rules().kind(kind).ways[usize::from(way)]);
    count_use(effect, player, limit);
    build(effect, player, kind, place, false)?;
    let ground = effect.rules().board.ground(place);
    trigger_on_used(effect, player, by, Arg::Place(ground));
    Ok(())
}

/// Places the piece at this index of the placement, and continues the placement.
#[inline(never)]
fn place_piece(
    effect: &mut Effect,
    player: Player,
    (kind, place): (Kind, Place),
    number: u8,
) -> Result {
    build(effect, player, kind, place, true)?;
    let (rounds, players) = (&effect.rules().placement, effect.table().players());
    let step = PlacementStep::of(rounds, number, players);
    let cards = step.map_or(0, |step| step.round.yields);
    starting_cards(effect, player, (kind, place), cards);
    next_placement(effect, number + 1)
}

/// Puts a new piece on the board and notifies the rules.
pub(super) fn build(
    effect: &mut Effect,
    player: Player,
    kind: Kind,
    place: Place,
    starting: bool,
) -> Result {
    effect.make(Change::Built { player, kind, place });
    calls::trigger(
        effect,
        Hook::OnBuilt,
        player,
        &[Arg::piece(Piece::new(player, kind), place, starting)],
    );
    award::update_board_awards(effect)
}

/// Gives the player cards for each hex adjacent to a starting piece that yields cards, limited to
/// the cards in the supply.
pub(super) fn starting_cards(
    effect: &mut Effect,
    player: Player,
    (kind, place): (Kind, Place),
    each: u8,
) {
    let Place::Intersection(intersection) = place else { return };
    let piece = effect.rules().kind(kind);
    if each == 0 || !piece.is_productive() {
        return;
    }
    let yields_any = piece.yields > 0;
    let hexes = effect.rules().board.intersection(intersection).hexes;
    let yields =
        hexes.iter().filter_map(|hex| effect.rules().terrain(effect.table().terrain()[hex]).yields);
    let each = usize::from(each);
    let yields = yields.filter(|resource| piece.yields_at(Some(*resource)) > 0);
    let cards = yields.map(|resource| piece.cards_at(resource, each)).sum::<Resources>();
    let cards = cards.common(effect.table().supply());
    if !cards.is_empty() {
        effect.make(Change::Took(player, cards));
    }
    let terrain = |hex: Hex| effect.rules().terrain(effect.table().terrain()[hex]);
    let owed = hexes.iter().filter(|&hex| terrain(hex).yields_any).count();
    roll::trigger_on_owed(effect, player, if yields_any { owed * each } else { 0 });
}

/// Continues the placement with the piece at this index, or begins the first turn after the last
/// piece. If places are drawn, the piece is placed at once.
///
/// # Errors
/// When a rule fails.
pub(super) fn next_placement(effect: &mut Effect, number: u8) -> Result {
    let (rounds, players) = (&effect.rules().placement, effect.table().players());
    let Some(step) = PlacementStep::of(rounds, number, players) else {
        turn::begin_turn(effect, Player(0));
        return Ok(());
    };
    let (player, kinds, is_drawn) = (step.player, step.kinds, step.round.drawn);
    effect.make(Change::Placing(player, number));
    let mut places = Vec::new();
    if is_drawn {
        build::list_free(effect.view(), player, kinds, &mut places)?;
    }
    if places.is_empty() {
        return Ok(());
    }
    match places[effect.draw(BOARD, places.len())] {
        Action::Build { kind, place, .. } => place_piece(effect, player, (kind, place), number),
        _ => unreachable!("a piece is built"),
    }
}

fn buy(effect: &mut Effect, player: Player, deck: Deck, way: u8, pay: Resources) -> Result {
    let card = cards::pick(effect, deck)?;
    hand::pay(effect, player, pay);
    let (limit, by) = taken(&effect.rules().deck(deck).ways[usize::from(way)]);
    count_use(effect, player, limit);
    cards::draw(effect, player, deck, card)?;
    calls::trigger(effect, Hook::OnBought, player, &[Arg::Card(card), Arg::Truth(by.is_none())]);
    trigger_on_used(effect, player, by, Arg::Deck(deck));
    Ok(())
}

/// Notifies the rule that offers a way that the way was used.
fn trigger_on_used(effect: &mut Effect, player: Player, by: Option<Running>, what: Arg) {
    let hook = Hook::OnUsed;
    if let Some(Running { rule, copy }) = by.filter(|by| effect.rules().defines(by.rule, hook)) {
        calls::call_later(effect, Call { rule, hook, me: player, args: Args::of(&[what]), copy });
    }
}

/// Returns the limit of a way and the rule that offers it.
fn taken(way: &Way) -> (Option<Limit>, Option<Running>) {
    (way.limit, way.by)
}
