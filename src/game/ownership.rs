//! Whose a rule is: access to tokens, when a rule that is held works, what a rule's guard says,
//! and what players answer in advance.

use super::effect::Effect;
use super::hooks::Verdict;
use super::view::View;
use super::{hooks, markers};
use crate::board::Place;
use crate::change::Change;
use crate::fault::{KernelFault, planted};
use crate::resource::Resources;
use crate::rules::{Arg, Args, Call, Failure, Held, Hold, Hook, Lasts, RateKind, Running, Value};
use crate::set::{Few, Id};
use crate::table::{
    AdvanceAnswer, Answerable, ByCard, Good, Mark, Player, Players, Rate, Tag, Token,
};

/// Who has access to the token by what lies on the board: the owner of the building at its
/// intersection, unless a marker blocks it.
pub(crate) fn rightful_user(view: View<'_>, token: Token) -> Option<Player> {
    let site = view.table().tokens()[token]?;
    let piece = view.table().on_sites()[site]?;
    let gives = view.rules().kind(piece.kind()).is_building;
    let is_blocked = markers::is_blocked(view, Place::Intersection(site))
        && !planted(KernelFault::BlockedTokenServes);
    (gives && !is_blocked).then(|| piece.owner())
}

/// Whether a rule that is held in this way works for the player now.
#[inline]
pub(super) fn holds(view: View<'_>, player: Player, held: Option<Hold>) -> bool {
    copies_held(view, player, held) > 0
}

/// For how many copies of its card a rule that is held in this way works for the player now:
/// once for all other rules, if at all.
#[inline]
pub(super) fn copies_held(view: View<'_>, player: Player, held: Option<Hold>) -> u8 {
    held.map_or(1, |hold| copies_of(view, player, hold))
}

fn copies_of(view: View<'_>, player: Player, hold: Hold) -> u8 {
    let seat = view.table().seat(player);
    let in_turn = player == view.table().in_turn() || planted(KernelFault::ServesInAllTurns);
    let works = match hold {
        Hold::Access { token, round_based } => {
            seat.access().contains(token)
                && (!seat.fresh_access().contains(token) || planted(KernelFault::FreshAccessServes))
                && (round_based || in_turn)
        }
        Hold::Played(card) => return if in_turn { view.table().lasting()[card] } else { 0 },
        Hold::Affected(event) => view.table().affected(event, player).is_some(),
        Hold::Owned(good) => {
            let is_fresh =
                seat.fresh_goods().contains(good) && !planted(KernelFault::FreshGoodServes);
            in_turn && seat.goods()[good] > 0 && !is_fresh
        }
    };
    u8::from(works)
}

/// What of rules is the player's whose turn it is, as far as [`View::holds`] says so.
pub(super) fn held_in_turn(view: View<'_>) -> Held {
    let (table, rules) = (view.table(), view.rules());
    let player = table.in_turn();
    let seat = table.seat(player);
    let fresh =
        if planted(KernelFault::FreshAccessServes) { Few::NONE } else { seat.fresh_access() };
    let tokens = seat.access().iter().filter(|&token| !fresh.contains(token));
    // Whether it works in other turns too makes no difference.
    let access = |token| Hold::Access { token, round_based: false };
    let mut held: Held = tokens.map(access).collect();
    let none = ByCard::all(0);
    let lasting = table.lasting().unlike(&none, rules.cards.len());
    held.extend(lasting.map(Hold::Played));
    let goods = (0..rules.goods.len()).map(Good::new);
    let owned = goods.filter(|&it| seat.goods()[it] > 0 && !seat.fresh_goods().contains(it));
    held.extend(owned.map(Hold::Owned));
    if !rules.hex_events.is_empty() {
        let of_player = table.events().filter(|found| found.affects[player.index()].is_some());
        held.extend(of_player.map(|found| Hold::Affected(found.event)));
    }
    held
}

/// The rate of trade with the supply that comes nearest to what a player would give: the
/// nearest of the player's own, and with none of these the nearest of all.
pub(crate) fn nearest_rate(view: View<'_>, player: Player, give: Resources) -> Rate {
    let at_ports = view.table().seat(player).at_ports();
    let is_lacking = |kind: &RateKind| {
        let lacks_port = kind.port.is_some_and(|port| at_ports & port.bit() == 0);
        lacks_port || !holds(view, player, view.rules().rule(kind.by.rule).held)
    };
    let rates = view.rules().rates.iter().enumerate();
    let nearest = rates.min_by_key(|(_, kind)| (is_lacking(kind), kind.terms.give.distance(give)));
    Rate::new(nearest.map_or(0, |(index, _)| index))
}

/// Whether a rate of trade can be a player's in this game as it lies: the board has its port or
/// its token, the hand its card.
pub(crate) fn is_at_hand(view: View<'_>, player: Player, kind: &RateKind) -> bool {
    let seat = view.table().seat(player);
    let has_port = kind.port.is_none_or(|port| view.table().ports().values().contains(&Some(port)));
    has_port
        && match view.rules().rule(kind.by.rule).held {
            None => true,
            Some(Hold::Access { token, .. }) => view.table().tokens()[token].is_some(),
            Some(Hold::Played(card)) => seat.cards()[card] > 0 || view.table().lasting()[card] > 0,
            Some(Hold::Affected(event)) => view.table().events().any(|found| found.event == event),
            Some(Hold::Owned(good)) => seat.goods()[good] > 0,
        }
}

/// Whether the guard of a rule that is the player's to use lets the player use it.
#[inline]
pub(super) fn is_let(
    view: View<'_>,
    player: Player,
    by: Running,
    what: Option<Arg>,
) -> Result<bool, Failure> {
    Ok(!view.rules().defines(by.rule, Hook::Usable) || guard_lets(view, player, by, what)?)
}

#[inline(never)]
fn guard_lets(
    view: View<'_>,
    player: Player,
    by: Running,
    what: Option<Arg>,
) -> Result<bool, Failure> {
    Ok(view.memo().answer(view, &guard(player, by, what))? == Verdict::Yes)
}

/// What a rule's guard says about its use by the player: yes, no, or why not.
pub(super) fn guard_says(
    view: View<'_>,
    player: Player,
    by: Running,
    what: Option<Arg>,
) -> Result<Value, Failure> {
    if !view.rules().defines(by.rule, Hook::Usable) {
        return Ok(Value::Truth(true));
    }
    hooks::worded_answer_of(view, &guard(player, by, what))
}

/// What the player answers in advance to what the running rule offers.
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

/// The players that a rule has marked for a player.
pub(crate) fn marked(view: View<'_>, mark: usize, player: Player) -> Players {
    let kind = &view.rules().marks[mark];
    let now = view.table().marks()[kind.counting(player)];
    match kind.lasts {
        Lasts::NextTurn => now | view.table().marks()[kind.before(player)],
        Lasts::Game | Lasts::Turn | Lasts::OnlyNextTurn => now,
    }
}

/// Gives and takes access to tokens after a change of the board.
pub(super) fn judge_access(effect: &mut Effect, change: &Change) {
    let is_on_border = |place: Place| matches!(place, Place::Border(_));
    match *change {
        Change::Built { place, .. }
        | Change::Removed { place, .. }
        | Change::Shifted { from: place, .. }
            if is_on_border(place) =>
        {
            return;
        }
        _ => {}
    }
    if effect.rules().tokens.is_empty() {
        return;
    }
    let used = effect.table().used_tokens();
    for token in (0..effect.rules().tokens.len()).map(Token::new) {
        let rightful = rightful_user(effect.view(), token);
        if rightful.is_none() && !used.contains(token) {
            continue;
        }
        for player in effect.table().everybody().iter() {
            let has = effect.table().seat(player).access().contains(token);
            if has != (rightful == Some(player)) {
                effect.make(Change::Access(player, token, !has));
            }
        }
    }
}

/// Ends the marks that last no longer than the turn of the player that ends.
pub(super) fn end_marks(effect: &mut Effect, player: Player) {
    let marked = effect.table().marks().values().iter().fold(Players::NONE, |all, &it| all | it);
    if marked.is_empty() || planted(KernelFault::MarksForEver) {
        return;
    }
    for index in 0..effect.rules().marks.len() {
        let kind = &effect.rules().marks[index];
        let (first, last, lasts) = (kind.first, kind.before(player), kind.lasts);
        let now = effect.table().marks()[first.of(player)];
        match lasts {
            Lasts::Game => {}
            Lasts::Turn => {
                for player in effect.table().everybody().iter() {
                    mark_players(effect, first.of(player), Players::NONE);
                }
            }
            Lasts::NextTurn | Lasts::OnlyNextTurn => {
                mark_players(effect, last, now);
                mark_players(effect, first.of(player), Players::NONE);
            }
        }
    }
}

/// Ends the marks of hexes and decks that last no longer than a turn.
pub(super) fn end_tags(effect: &mut Effect) {
    for tag in (0..effect.rules().tags.len()).map(Tag::new) {
        if effect.rules().tags[tag.index()].by_turn {
            for thing in effect.table().tags()[tag] {
                effect.make(Change::Tagged(tag, thing, false));
            }
        }
    }
}

fn mark_players(effect: &mut Effect, mark: Mark, players: Players) {
    if effect.table().marks()[mark] != players {
        effect.make(Change::Marked(mark, players));
    }
}

/// The call of a rule's guard.
#[inline]
fn guard(me: Player, Running { rule, copy }: Running, what: Option<Arg>) -> Call {
    Call { rule, hook: Hook::Usable, me, args: Args::of(what.as_slice()), copy }
}
