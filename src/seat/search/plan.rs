//! The search through the player's own actions: sequences of actions until others have to act.

use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap};

use super::copy_of;
use super::evaluate::Evaluator;
use super::market::real;
use crate::action::Action;
use crate::game::Game;
use crate::resource::Resources;
use crate::rules::Failure;
use crate::table::{Player, Step};

/// The number of positions over which a random result is averaged.
const SAMPLES: u64 = 6;
/// The maximum number of successive actions.
const DEPTH: usize = 24;

/// A sequence of actions, with the chance to win after it.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) value: f64,
    pub(super) actions: Vec<Action>,
}

/// A search for plans.
struct PlanSearch<'a> {
    evaluator: &'a Evaluator,
    me: Player,
    turn: u16,
    seed: u64,
    /// The positions that may still be evaluated.
    left: u32,
    open: BinaryHeap<Node>,
    /// The positions seen so far, by value, hand and number of open questions.
    seen: BTreeSet<(u64, Resources, usize)>,
    /// The best plan that begins with each of the legal actions.
    best: Vec<Option<Plan>>,
    /// The number of nodes, which orders equal ones.
    made: u32,
    /// A game that is no longer needed; its memory is reused.
    spare: Option<Game>,
}

/// A position at which the player has to act.
struct Node {
    game: Game,
    /// The index of the first action that leads to it; `None` for the position of the decision.
    first: Option<usize>,
    /// The actions that lead to it.
    actions: Vec<Action>,
    value: f64,
    /// How promising it is to look further.
    rank: f64,
    number: u32,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Node {}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank).then(other.number.cmp(&self.number))
    }
}

/// The best plans that begin with each of the legal actions of a player, best first. At most
/// `budget` positions are evaluated, so that some actions may have no plan.
///
/// # Errors
/// When a rule fails at the position itself.
pub(super) fn plans(
    evaluator: &Evaluator,
    (game, me): (Game, Player),
    legal: &[Action],
    (budget, seed): (u32, u64),
) -> Result<Vec<Plan>, Failure> {
    let value = evaluator.value(&game, me)?;
    let mut search = PlanSearch {
        evaluator,
        me,
        turn: game.table().turn(),
        seed,
        left: budget,
        open: BinaryHeap::new(),
        seen: BTreeSet::new(),
        best: vec![None; legal.len()],
        made: 0,
        spare: None,
    };
    let root = Node { game, first: None, actions: Vec::new(), value, rank: value, number: 0 };
    search.expand(&root, legal);
    let mut list = Vec::new();
    while search.left > 0 {
        let Some(node) = search.open.pop() else { break };
        if node.game.list_legal(me, &mut list).is_ok() {
            search.expand(&node, &list);
        }
        search.spare = Some(node.game);
    }
    let mut plans: Vec<Plan> = search.best.into_iter().flatten().collect();
    plans.sort_by(|one, other| other.value.total_cmp(&one.value));
    Ok(plans)
}

impl PlanSearch<'_> {
    /// Tries the actions at a position.
    fn expand(&mut self, node: &Node, legal: &[Action]) {
        for (index, &action) in legal.iter().enumerate() {
            let first = node.first.unwrap_or(index);
            match action {
                // What follows does not depend on the player.
                Action::End | Action::Roll => self.reach(first, node, action, node.value),
                Action::AnswerInAdvance { .. } | Action::PayFirst { .. } => {}
                Action::Trade { give, get, .. } if !self.is_useful(&node.game, give, get) => {}
                _ if self.left == 0 => {}
                _ => self.try_out(node, first, action),
            }
        }
    }

    /// Tries an action, and keeps the game after it if the player can go on from there.
    fn try_out(&mut self, node: &Node, first: usize, action: Action) {
        let mut game = copy_of(&node.game, self.spare.take());
        self.left -= 1;
        let Some((value, rank)) = self.play(&mut game, node, first, action) else {
            self.spare = Some(game);
            return;
        };
        self.made += 1;
        let actions = node.actions.iter().copied().chain([action]).collect();
        let number = self.made;
        self.open.push(Node { game, first: Some(first), actions, value, rank, number });
    }

    /// Plays an action in a copy of a node's game, and notes the value that it reaches. Returns the
    /// value and the rank of the position if it is new and the player has to act there.
    fn play(
        &mut self,
        game: &mut Game,
        node: &Node,
        first: usize,
        action: Action,
    ) -> Option<(f64, f64)> {
        game.play_listed(self.me, action).ok()?;
        if game.table().drawn() != node.game.table().drawn() {
            let value = self.average(node, action, game)?;
            self.reach(first, node, action, value);
            return None;
        }
        let value = self.evaluator.value(game, self.me).ok()?;
        let (step, is_asked) = (game.table().step(), game.question().is_some());
        let is_over = !self.is_mine(game);
        let may_stop = !is_asked && matches!(step, Step::Act | Step::Roll);
        if is_over || may_stop {
            self.reach(first, node, action, value);
        }
        let key = (value.to_bits(), game.table().seat(self.me).hand(), game.questions().len());
        let is_new = !is_over && node.actions.len() < DEPTH && self.seen.insert(key);
        // A trade, or an action that is not complete, is worth as much as what it is for.
        let is_complete = may_stop && !matches!(action, Action::Trade { .. });
        let rank = if is_complete { value } else { value.max(node.rank) };
        is_new.then_some((value, rank))
    }

    /// The average value of an action with random results. `drawn` is the game after one of them.
    fn average(&mut self, node: &Node, action: Action, drawn: &Game) -> Option<f64> {
        let mut values = vec![self.evaluator.value(drawn, self.me).ok()?];
        let view = node.game.player_view(Some(self.me));
        for number in 1..SAMPLES {
            let Some(mut game) = view.sample(self.seed.wrapping_add(number)) else { continue };
            self.left = self.left.saturating_sub(1);
            if game.play_listed(self.me, action).is_ok() {
                values.extend(self.evaluator.value(&game, self.me));
            }
        }
        Some(values.iter().sum::<f64>() / real(values.len()))
    }

    /// Whether the player has to act next in the same turn.
    fn is_mine(&self, game: &Game) -> bool {
        game.to_act().contains(self.me) && game.table().turn() == self.turn
    }

    /// Notes a value that can be reached with an action at a position.
    fn reach(&mut self, first: usize, node: &Node, action: Action, value: f64) {
        let best = &mut self.best[first];
        if best.as_ref().is_none_or(|best| value > best.value) {
            let actions = node.actions.iter().copied().chain([action]).collect();
            *best = Some(Plan { value, actions });
        }
    }

    /// Whether a trade with the supply brings the price of something closer.
    fn is_useful(&self, game: &Game, give: Resources, get: Resources) -> bool {
        let hand = game.table().seat(self.me).hand();
        let Some(rest) = hand.checked_sub(give) else { return false };
        let after = rest + get;
        let prices = self.evaluator.market().prices(self.me);
        prices.iter().any(|&(_, price)| price.less(after).total() < price.less(hand).total())
    }
}
