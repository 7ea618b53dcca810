//! A player who pursues the points that can be reached soonest.
//!
//! Compares possible goals by their value and by the expected time to pay for them, and takes the
//! next step to the best one. Knows no rule by name: pieces, prices, yields, awards, rates and
//! markers come from the declarations of rules.

mod answer;
mod bargain;
mod before_roll;
mod goal;
mod outlook;
mod path;
mod trial;

use crate::action::Action;
use crate::board::{Hex, Place};
use crate::content::Habits;
use crate::game::{PlayerView, Refusal};
use crate::resource::{Resource, Resources};
use crate::rules::{Failure, Merit};
use crate::set::{Id, Set};
use crate::table::{Card, Kind, Player, Step};

use self::goal::{Goal, GoalStep};
use self::outlook::Outlook;
use super::terms::frequency;
use super::{Decision, NO_LEGAL_ACTION, Seat, Stop};

/// A player who pursues the points that can be reached soonest.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    habits: Habits,
    memory: Memory,
    /// Whether the player tries nothing out before the roll, since that takes long.
    skips_roll_trials: bool,
}

/// The memory of the player.
#[derive(Clone, Debug, Default)]
struct Memory {
    /// The number markers at the player's first decision.
    numbers: Vec<u8>,
    /// The turn in which the lists below were last updated.
    turn: u16,
    /// The resources recently requested from opponents, with the turn.
    asked: Vec<(Resource, u16)>,
    /// The actions refused this turn.
    refused: Vec<Action>,
}

impl Greedy {
    /// A greedy player.
    pub fn new() -> Self {
        Self::default()
    }

    /// A player who weighs things by other numbers.
    pub(crate) fn with_habits(habits: Habits) -> Self {
        Self { habits, ..Self::default() }
    }

    /// A faster player with these habits who saw the same number markers at the beginning.
    pub(super) fn beside(&self, habits: Habits) -> Self {
        let memory = Memory { numbers: self.memory.numbers.clone(), ..Memory::default() };
        Self { habits, memory, skips_roll_trials: true }
    }

    /// For each of these trades with an opponent, whether the viewer agrees to it. A trade is what
    /// the viewer gives and gets.
    pub(super) fn agrees(
        &self,
        view: &PlayerView<'_>,
        with: Player,
        trades: &[(Resources, Resources)],
    ) -> Result<Vec<bool>, Failure> {
        let me = view.viewer().expect("the player has a seat");
        let outlook = Outlook::new(view, me, (self.memory.fading(view), self.habits))?;
        bargain::agrees(&outlook, with, trades)
    }
}

impl Seat for Greedy {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        let me = view.viewer().expect("the player has a seat");
        self.memory.look(view, self.habits.pause);
        let was_refused = |action: &Action| self.memory.refused.contains(action);
        let legal: Vec<Action> =
            legal.iter().copied().filter(|action| !was_refused(action)).collect();
        match legal[..] {
            [] => return Ok(NO_LEGAL_ACTION.into()),
            [only] => return Ok(only.into()),
            _ => {}
        }
        let outlook = Outlook::new(view, me, (self.memory.fading(view), self.habits))?;
        let choice = if view.prompt().is_some() {
            let number =
                if self.skips_roll_trials { None } else { before_roll::number(&outlook, &legal)? };
            match number {
                Some(number) => number,
                None => answer::question(&outlook, &legal)?,
            }
        } else {
            match view.step() {
                Step::Act => turn(&outlook, &mut self.memory, &legal)?,
                Step::Roll => act_before_roll(&outlook, &legal, self.skips_roll_trials)?,
                Step::Offer => bargain::reply(&outlook, &legal)?,
                Step::Place(_) => answer::placement(&outlook, &legal)?,
                _ => answer::question(&outlook, &legal)?,
            }
        };
        Ok(choice.into())
    }

    fn refused(&mut self, _: &PlayerView<'_>, wish: &Decision, _: &Refusal) {
        if let Decision::Act(action) = wish {
            self.memory.refused.push(*action);
        }
    }
}

impl Memory {
    /// Updates the lists when a new turn begins, and records the number markers at the first call.
    fn look(&mut self, view: &PlayerView<'_>, pause: u32) {
        if self.numbers.is_empty() {
            let hexes = view.rules().board.hexes().iter();
            self.numbers = hexes.map(|hex| view.number(hex)).collect();
        }
        if self.turn != view.turn() {
            self.turn = view.turn();
            self.asked.retain(|&(_, turn)| u32::from(turn) + pause > u32::from(self.turn));
            self.refused.clear();
        }
    }

    /// The land that is wearing out: all hexes connected to one whose number marker is now less
    /// probable.
    fn fading(&self, view: &PlayerView<'_>) -> Set<Hex> {
        let board = &view.rules().board;
        let worn = |hex: &Hex| {
            let before = self.numbers.get(hex.index()).copied().unwrap_or(0);
            frequency(view.number(*hex)) < frequency(before)
        };
        let mut fading: Set<Hex> = board.hexes().iter().filter(worn).collect();
        let mut open: Vec<Hex> = fading.iter().collect();
        while let Some(hex) = open.pop() {
            for near in board.hex(hex).neighbors.into_iter().flatten() {
                if view.shore().land().contains(near) && !fading.contains(near) {
                    fading.insert(near);
                    open.push(near);
                }
            }
        }
        fading
    }
}

/// Before the roll, plays a card that counts for an award if a marker blocks one of the player's
/// hexes, or a card whose effect on the roll is worth it.
fn act_before_roll(
    outlook: &Outlook<'_>,
    legal: &[Action],
    skips_roll_trials: bool,
) -> Result<Action, Failure> {
    let hampered = answer::blocked(outlook) > 0;
    let frees_hex = |action: &&Action| match action {
        Action::Play { card, .. } => hampered && counts_for_award(outlook, *card),
        _ => false,
    };
    let mut card = legal.iter().find(frees_hex).copied();
    if card.is_none() && !skips_roll_trials {
        card = before_roll::card(outlook, legal)?;
    }
    let roll = legal.iter().find(|&&action| action == Action::Roll);
    Ok(card.or(roll.copied()).unwrap_or(legal[0]))
}

fn counts_for_award(outlook: &Outlook<'_>, card: Card) -> bool {
    outlook.rules().awards.iter().any(|award| award.merit == Merit::Played(card))
}

/// In the trading-and-building phase, takes the action that best serves the best goal.
fn turn(outlook: &Outlook<'_>, memory: &mut Memory, legal: &[Action]) -> Result<Action, Stop> {
    let (plain, priced) = (goal::goals(outlook)?, trial::priced(outlook)?);
    let mut goals = [&plain[..], &priced[..]].concat();
    goals.sort_by_key(|goal| std::cmp::Reverse(goal.score));
    if let Some(best) = goals.first()
        && let Some(action) = pursue(outlook, best, legal)
    {
        return Ok(action);
    }
    if let Some(action) = trial::best(outlook, legal, [&plain, &priced])? {
        return Ok(action);
    }
    if let Some(ability) = ability_to_use(outlook, legal) {
        return Ok(ability);
    }
    if let Some(card) = card_to_play(outlook, legal)? {
        return Ok(card);
    }
    if let Some(best) = goals.first() {
        if let Some(action) = bargain::towards(outlook, memory, best, legal)? {
            return Ok(action);
        }
        if let Some(action) = secondary_goal(outlook, &goals, legal) {
            return Ok(action);
        }
        if let Some(action) = bargain::offer(outlook, memory, best)? {
            return Ok(action);
        }
        if let Some(action) = bargain::unload(outlook, best, legal) {
            return Ok(action);
        }
    }
    if let Some(ability) = ability_worth_using(outlook, legal)? {
        // It is used once in a turn at most, since its rule may always say the same.
        memory.refused.push(ability);
        return Ok(ability);
    }
    Ok(Action::End)
}

/// The ability that is worth the most according to its rule, if it is worth anything. It comes at
/// the end of a turn, since it may end the turn.
fn ability_worth_using(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Option<Action>, Failure> {
    let mut best = (0, None);
    for action in legal {
        let Action::Use { ability, variant, .. } = *action else { continue };
        let kind = &outlook.rules().abilities[ability.index()];
        let variant = (kind.variants.len() > 1).then_some(variant);
        let worth = outlook.use_worth(kind.by.rule, variant)?.unwrap_or(0);
        if worth > best.0 {
            best = (worth, Some(*action));
        }
    }
    Ok(best.1)
}

/// The action for the next step to a goal, if the player can pay for it.
fn pursue(outlook: &Outlook<'_>, goal: &Goal, legal: &[Action]) -> Option<Action> {
    let does = |action: &&Action| match (**action, goal.next) {
        (Action::Build { kind, place, .. }, GoalStep::Build(wanted, there)) => {
            kind == wanted && place == there
        }
        (Action::Buy { deck, .. }, GoalStep::Buy(wanted)) => deck == wanted,
        (Action::Use { ability, variant, .. }, GoalStep::Use(wanted, of)) => {
            (ability, variant) == (wanted, of)
        }
        _ => false,
    };
    legal.iter().filter(does).min_by_key(|action| sacrifice(outlook, action)).copied()
}

/// The value of the cards paid for an action.
fn sacrifice(outlook: &Outlook<'_>, action: &Action) -> u32 {
    match action {
        Action::Build { pay, .. } | Action::Buy { pay, .. } | Action::Use { pay, .. } => {
            outlook.worth_of(*pay)
        }
        _ => 0,
    }
}

/// A free ability that the player owns and that has limited uses.
fn ability_to_use(outlook: &Outlook<'_>, legal: &[Action]) -> Option<Action> {
    let is_good = |action: &&Action| {
        let Action::Use { ability, pay, .. } = **action else { return false };
        let kind = &outlook.rules().abilities[ability.index()];
        let own = outlook.rules().rule(kind.by.rule).ownership.is_some();
        own && pay.is_empty() && kind.limit.is_some()
    };
    legal.iter().find(is_good).copied()
}

/// A playable card that its rule does not call worthless; cards that count for an award come first.
fn card_to_play(outlook: &Outlook<'_>, legal: &[Action]) -> Result<Option<Action>, Failure> {
    let mut best = None;
    for action in legal {
        let Action::Play { card, .. } = *action else { continue };
        let rank = counts_for_award(outlook, card);
        let is_better = best.is_none_or(|(other, _): (bool, _)| rank && !other);
        if is_better && outlook.use_worth(outlook.rules().card(card).rule, None)? != Some(0) {
            best = Some((rank, *action));
        }
    }
    Ok(best.map(|(_, action)| action))
}

/// Another goal that is affordable now and does not delay the best one, or that uses cards that
/// might otherwise be lost.
fn secondary_goal(outlook: &Outlook<'_>, goals: &[Goal], legal: &[Action]) -> Option<Action> {
    let hand = outlook.view.hand();
    let best = goals.first()?;
    let wait = outlook.time(hand, best.price);
    let full = outlook.is_full(hand);
    goals.iter().skip(1).find_map(|goal| {
        let action = pursue(outlook, goal, legal)?;
        let rest = hand.checked_sub(goal.step)?;
        // A single step of a longer path has no value in itself.
        let whole = goal.step == goal.price;
        let delay = outlook.time(rest, best.price).saturating_sub(wait);
        ((whole && delay <= outlook.habits.delay) || full).then_some(action)
    })
}

/// The hex at a place, if the place is a hex.
fn hex_of(place: Place) -> Option<Hex> {
    match place {
        Place::Hex(hex) => Some(hex),
        _ => None,
    }
}

/// The kind of the piece at the place, if it belongs to the player.
fn owns(outlook: &Outlook<'_>, player: Player, place: Place) -> Option<Kind> {
    let piece = outlook.view.piece(place)?;
    (piece.owner() == player).then(|| piece.kind())
}
