//! Awards, points and the end of the game.

use super::effect::Effect;
use super::verdict::Verdict;
use super::view::View;
use super::{agenda, hooks, ownership, route};
use crate::action::Action;
use crate::board::{PiecePlaces, Place};
use crate::change::Change;
use crate::count::plural;
use crate::fault::{KernelFault, planted, unless};
use crate::rules::{Args, AwardKind, Call, Hook, Listener, Merit, Ownership, Result, RuleId};
use crate::set::{Id, Set};
use crate::table::{Award, Card, Goods, Player, Players, Step};

/// The player who is entitled to the award. The holder keeps it while nobody has more. A player who
/// alone has the most takes it. If several other players tie for the most, nobody has it.
pub fn rightful_holder(view: View<'_>, award: Award) -> Result<Option<Player>> {
    let kind = view.rules().award(award);
    let holder = view.table().awards()[award];
    if kind.forever && holder.is_some() {
        return Ok(holder);
    }
    let mut best = kind.least;
    let mut leaders = Players::NONE;
    // Others need more than a holder who leads. So a player who cannot have that many is skipped
    // without an exact count, which is slow for trails.
    let others = view.table().everybody().iter().filter(|&player| Some(player) != holder);
    for player in holder.into_iter().chain(others) {
        let enough = best + i64::from(holder.is_some_and(|holder| leaders.contains(holder)));
        if merit_at_most(view, player, kind).is_some_and(|most| most < enough) {
            continue;
        }
        let merit = merit(view, player, award)?;
        if merit > best {
            best = merit;
            leaders = Players::NONE;
        }
        if merit == best {
            leaders = leaders.with(player);
        }
    }
    if let Some(wrong) = planted_holder(leaders, holder) {
        return Ok(Some(wrong));
    }
    let alone = leaders.iter().next().filter(|_| leaders.len() == 1);
    Ok(alone.or_else(|| holder.filter(|&holder| leaders.contains(holder))))
}

/// The holder that a planted fault chooses.
#[inline]
fn planted_holder(leaders: Players, holder: Option<Player>) -> Option<Player> {
    let is_lost = holder.is_none_or(|holder| !leaders.contains(holder));
    if planted(KernelFault::TieTakesAward) && leaders.len() == 2 {
        leaders.iter().find(|&leader| Some(leader) != holder)
    } else if planted(KernelFault::TieGetsLostAward) && is_lost {
        leaders.iter().next()
    } else {
        None
    }
}

/// A cheap upper bound of the player's merit, if there is one: a trail is no longer than all pieces
/// together.
fn merit_at_most(view: View<'_>, player: Player, award: &AwardKind) -> Option<i64> {
    match award.merit {
        Merit::Longest(kinds) => {
            let pieces = &view.table().seat(player).pieces();
            Some(kinds.iter().map(|kind| i64::from(pieces[kind])).sum())
        }
        _ => None,
    }
}

/// The merit of one player: the value that the award compares.
pub fn merit(view: View<'_>, player: Player, award: Award) -> Result<i64> {
    let kind = view.rules().award(award);
    Ok(match &kind.merit {
        Merit::Longest(kinds) => {
            let measure = || route::longest_trail(view.rules(), view.table(), player, *kinds);
            i64::from(view.memo().trail(award, player, measure))
        }
        Merit::Played(card) => i64::from(view.table().played(player)[*card]),
        Merit::Owned(good) => i64::from(view.table().seat(player).goods()[*good]),
        Merit::Pieces(kinds, area) => {
            let area = area.map(|area| view.rules().board.area(area));
            let counts = |place: Place| {
                view.table().piece(place).is_some_and(|piece| kinds.contains(piece.kind()))
            };
            let seat = view.table().seat(player);
            let (mut intersections, mut borders) = (seat.intersections(), seat.borders());
            if let Some(area) = area {
                (intersections, borders) =
                    (intersections & area.intersections, borders & area.borders);
            }
            if kinds.iter().all(|kind| !view.rules().kind(kind).on_border) {
                borders = Set::EMPTY;
            }
            let pieces =
                PiecePlaces { intersections, borders }.iter().filter(|&place| counts(place));
            i64::try_from(pieces.count()).expect("few pieces")
        }
        Merit::Script => {
            let call =
                Call { rule: kind.rule, hook: Hook::Merit, me: player, args: Args::NONE, copy: 0 };
            match hooks::answer(view, &call)? {
                Verdict::Number(merit) => merit,
                _ => 0,
            }
        }
    })
}

/// The visible points of a player, by source. Pieces and goods are named in the plural, so that
/// points are not mistaken for pieces.
pub fn points_by_source(view: View<'_>, player: Player) -> Result<Vec<(String, i64)>> {
    let seat = view.table().seat(player);
    let mut sources = Vec::new();
    for (index, kind) in view.rules().kinds.iter().enumerate() {
        let points = i64::from(kind.points) * i64::from(seat.pieces()[Id::new(index)]);
        sources.push((plural(&kind.name), points));
    }
    for (index, award) in view.rules().awards.iter().enumerate() {
        let holds = view.table().awards()[Award::new(index)] == Some(player);
        sources.push((award.name.clone(), if holds { i64::from(award.points) } else { 0 }));
    }
    for (index, good) in view.rules().goods.iter().enumerate() {
        let owned = i64::from(seat.goods()[Goods::new(index)]);
        sources.push((plural(&good.name), i64::from(good.points) * owned));
    }
    sources.push(("effects".into(), i64::from(seat.gained())));
    let sum: i64 = sources.iter().map(|(_, points)| points).sum();
    let title = |rule: RuleId| view.rules().rule(rule).title.clone();
    hooks::fold_value(view, Hook::Points, player, &[], sum, |rule, before, value| {
        sources.push((title(rule), value - before));
    })?;
    sources.retain(|(_, points)| *points != 0);
    Ok(sources)
}

/// All points of a player, including hidden cards, by source.
pub fn all_points_by_source(view: View<'_>, player: Player) -> Result<Vec<(String, i64)>> {
    let mut sources = points_by_source(view, player)?;
    let hidden = hidden_points(view, player);
    sources.extend((hidden > 0).then(|| ("hidden cards".into(), hidden)));
    Ok(sources)
}

/// The visible points of a player.
#[inline]
pub fn open_points(view: View<'_>, player: Player) -> Result<i64> {
    let points = declared_points(view, player);
    if view.rules().listeners(Hook::Points).is_empty() {
        return Ok(points);
    }
    hooks::fold_value(view, Hook::Points, player, &[], points, |_, _, _| {})
}

/// The visible points before rules alter them.
#[inline]
fn declared_points(view: View<'_>, player: Player) -> i64 {
    let (seat, worth) = (view.table().seat(player), &view.rules().worth);
    let mut sum = i64::from(seat.gained());
    if planted(KernelFault::HiddenPointsShown) {
        sum += hidden_points(view, player);
    }
    for &(kind, points) in &worth.pieces {
        sum += points * i64::from(seat.pieces()[kind]);
    }
    for &(good, points) in &worth.goods {
        sum += points * i64::from(seat.goods()[good]);
    }
    for &(award, points) in &worth.awards {
        sum += if view.table().awards()[award] == Some(player) { points } else { 0 };
    }
    sum
}

/// The points of a player's hidden cards.
#[inline]
pub fn hidden_points(view: View<'_>, player: Player) -> i64 {
    let cards = view.table().held(player);
    let mut sum = 0;
    for &(card, points) in &view.rules().worth.cards {
        sum += points * i64::from(cards[card]);
    }
    sum
}

/// The points that a player needs to win.
#[inline]
pub fn goal(view: View<'_>, player: Player) -> Result<i64> {
    let goal = view.rules().goal;
    if view.rules().listeners(Hook::Goal).is_empty() {
        return Ok(goal);
    }
    hooks::fold_value(view, Hook::Goal, player, &[], goal, |_, _, _| {})
}

/// Whether a rule about points or the goal works for the player and not for everybody, or the calls
/// of such rules are logged.
#[inline]
fn is_judged_anew(view: View<'_>, player: Player) -> bool {
    let has_rules = |hook| !view.rules().listeners(hook).is_empty();
    (has_rules(Hook::Points) || has_rules(Hook::Goal)) && is_judged_by_own_rules(view, player)
}

#[inline(never)]
fn is_judged_by_own_rules(view: View<'_>, player: Player) -> bool {
    let has_own = |hook| agenda::has_own_listener(view, hook, player);
    view.keeps_hook_log() || has_own(Hook::Points) || has_own(Hook::Goal)
}

/// Whether the current player is known to be below the goal. It is never known if a rule about
/// points or the goal works for this player and not for everybody: the rule may stop working.
#[inline]
pub(super) fn is_known_below_goal(view: View<'_>) -> bool {
    let player = view.table().in_turn();
    view.memo().is_below_goal(player) && !is_judged_anew(view, player)
}

/// Whether a rule that could forbid winning works for the player now, or would after an
/// action: a card's rule works only once it is played.
#[inline]
pub(super) fn may_be_kept_from_winning(view: View<'_>, player: Player) -> bool {
    // Mostly, there is no such rule.
    if view.rules().listeners(Hook::MayWin).is_empty() {
        return false;
    }
    let (held, fresh) = (view.table().held(player), view.table().fresh_cards());
    forbids_winning(view, player, |card| held[card] > fresh[card])
}

/// Whether a rule that could forbid winning works for the player after this action.
pub(super) fn may_be_kept_from_winning_by(view: View<'_>, player: Player, action: &Action) -> bool {
    let plays = |it| matches!(action, Action::Play { card, .. } if *card == it);
    forbids_winning(view, player, plays)
}

/// Whether a rule that could forbid winning works for the player now, or once a card that `plays`
/// accepts is played.
#[inline(never)]
fn forbids_winning(view: View<'_>, player: Player, plays: impl Fn(Card) -> bool) -> bool {
    let works = |listener: &Listener| match listener.ownership {
        Some(Ownership::Played(card)) => view.table().lasting()[card] > 0 || plays(card),
        ownership => ownership::is_owned(view, player, ownership),
    };
    view.rules().listeners(Hook::MayWin).iter().any(works)
}

/// Whether the player is in turn and has enough points to win.
pub(super) fn has_reached_goal(view: View<'_>, player: Player) -> Result<bool> {
    let is_turn = player == view.table().in_turn() || planted(KernelFault::WinInAnyTurn);
    if !is_turn || matches!(view.table().step(), Step::Place(_) | Step::Over) {
        return Ok(false);
    }
    let hidden = unless(KernelFault::HiddenPointsIgnored, || hidden_points(view, player));
    let goal = goal(view, player)? + i64::from(planted(KernelFault::GoalToBePassed));
    Ok(open_points(view, player)? + hidden >= goal)
}

/// Updates the holders of all awards that depend on pieces on the board. While an effect runs, it
/// does nothing: they are updated when the effect ends.
#[inline]
pub(super) fn update_board_awards(effect: &mut Effect) -> Result {
    if effect.run.call.is_some() {
        return Ok(());
    }
    judge_board_awards(effect)
}

/// Updates the awards that depend on the board, if the effect that has just ended has changed it.
/// The last such change is what gives an award to another player.
pub(super) fn update_awards_of_effect(effect: &mut Effect) {
    let first = effect.run.checkpoint.changes;
    if effect.has_halted() {
        return;
    }
    let Some(cause) = effect.ledger.cause_of_last(first, Change::is_of_board) else { return };
    effect.set_cause(Some(cause));
    if let Err(failure) = judge_board_awards(effect) {
        effect.store_failure(failure);
    }
}

/// Updates these awards now.
fn judge_board_awards(effect: &mut Effect) -> Result {
    update_awards(effect, |merit| !matches!(merit, Merit::Played(_) | Merit::Owned(_)))
}

/// Updates the holders of the awards whose merit is computed by a rule, which may depend on
/// anything.
#[inline]
pub(super) fn update_awards_of_rules(effect: &mut Effect) -> Result {
    if !effect.rules().worth.has_merit_rule {
        return Ok(());
    }
    update_awards(effect, |merit| matches!(merit, Merit::Script))
}

/// Updates the holders of the awards whose merit is affected.
#[inline]
pub(super) fn update_awards(effect: &mut Effect, concerned: impl Fn(&Merit) -> bool) -> Result {
    for award in (0..effect.rules().awards.len()).map(Award::new) {
        if concerned(&effect.rules().award(award).merit) {
            let holder = rightful_holder(effect.view(), award)?;
            if holder != effect.table().awards()[award] {
                effect.make(Change::Awarded(award, holder));
            }
        }
    }
    Ok(())
}

/// Lets the current player win if the points suffice and no rule forbids it, unless something has
/// to be done first.
#[expect(clippy::inline_always, reason = "most actions that call rules end with this call")]
#[inline(always)]
pub(super) fn check_victory(effect: &mut Effect) -> Result {
    let step = effect.table().step();
    let waits = step.is_of_roll() || matches!(step, Step::Place(_) | Step::Offer);
    if waits {
        return Ok(());
    }
    if planted(KernelFault::WinInAnyTurn) {
        for player in effect.table().everybody().iter() {
            if has_reached_goal(effect.view(), player)? {
                return decide_winner(effect, player);
            }
        }
    }
    let player = effect.table().in_turn();
    if is_known_below_goal(effect.view()) {
        return Ok(());
    }
    let view = effect.view();
    let (has_reached, reads) = view.memo().watched(|| has_reached_goal(view, player));
    if has_reached? {
        return decide_winner(effect, player);
    }
    if !is_judged_anew(view, player) {
        view.memo().set_below_goal(player, reads);
    }
    Ok(())
}

/// Lets a player win, if no rule forbids it.
#[cold]
pub(super) fn decide_winner(effect: &mut Effect, player: Player) -> Result {
    if !hooks::vetoes(effect.view(), Hook::MayWin, player, &[])?.is_empty() {
        return Ok(());
    }
    for number in 0..effect.rules().worth.cards.len() {
        let (card, points) = effect.rules().worth.cards[number];
        let shown = if points > 0 { effect.table().held(player)[card] } else { 0 };
        for _ in 0..shown {
            effect.make(Change::Shown(player, card));
        }
    }
    effect.make(Change::Over(Some(player)));
    Ok(())
}
