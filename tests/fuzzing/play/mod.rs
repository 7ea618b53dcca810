//! Generated play: legal and illegal actions, questions, offers, undo, redo, save and restore, in
//! all scenarios and combinations of packs. After each action the game has to keep its invariants.

pub mod bytes;
pub mod candidates;
pub mod checks;
pub mod setup;
pub mod unlisted;

use newcatan::action::Action;
use newcatan::game::{CausedChange, Game, History, PastAction, Refusal, State};
use newcatan::table::Player;

use bytes::Bytes;
use setup::{Ready, Setup};

/// The maximum number of steps of an input.
const STEPS: usize = 300;
/// The maximum number of steps of a game that is played to its end.
const MOST_STEPS: usize = 200_000;
/// The maximum number of actions that can be undone.
const PAST: usize = 64;

/// The extent of the checks.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// The number of actions between full checks.
    pub every: usize,
    /// Whether the interpreter plays the same game as well.
    pub both_ways: bool,
}

/// Reads a game from the input and plays it, checking everything after each action.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes::of(data);
    let setup = Setup::read(&mut bytes);
    let depth = Depth { every: 1, both_ways: true };
    let mut play = Play::begin(setup.load(), depth, &mut bytes);
    while !bytes.is_empty() && play.steps < STEPS {
        play.step(&mut bytes);
    }
}

/// The expected result of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Expected {
    Accepted,
    Refusal,
    /// The result of `Game::reasons`.
    AsJudged,
}

/// A game, and the same game played in other ways.
pub struct Play {
    ready: Ready,
    /// The game with bytecode and caching.
    pub game: Game,
    history: History,
    /// The game with the interpreter, if requested.
    twin: Option<(Game, History)>,
    /// The states before the last actions.
    past: Vec<State>,
    depth: Depth,
    /// The number of steps.
    pub steps: usize,
    /// The number of actions.
    pub actions: usize,
}

impl Play {
    /// Begins a game.
    pub fn begin(ready: Ready, depth: Depth, bytes: &mut Bytes) -> Self {
        let game = ready.begin(bytes);
        let twin = depth.both_ways.then(|| (ready.interpreted(&game), History::default()));
        let (history, past) = (History::default(), Vec::new());
        let play = Self { ready, game, history, twin, past, depth, steps: 0, actions: 0 };
        play.check(true);
        play
    }

    /// Plays a game of this setup to its end.
    pub fn to_the_end(setup: Setup, depth: Depth, bytes: &mut Bytes) -> Self {
        let mut play = Self::begin(setup.load(), depth, bytes);
        while !play.game.is_over() {
            assert!(play.steps < MOST_STEPS, "the game does not come to an end");
            play.calm_step(bytes);
        }
        play.check(true);
        play
    }

    /// Plays the beginning of a game of this setup.
    pub fn for_steps(setup: Setup, depth: Depth, steps: usize, bytes: &mut Bytes) -> Self {
        let mut play = Self::begin(setup.load(), depth, bytes);
        while !play.game.is_over() && play.steps < steps {
            play.calm_step(bytes);
        }
        play.check(true);
        play
    }

    /// Plays a listed action, or rarely something else.
    fn calm_step(&mut self, bytes: &mut Bytes) {
        match bytes.below(24) {
            0 => return self.step(bytes),
            1..4 => {
                if let Some((player, action)) = unlisted::fitting(&self.game, bytes) {
                    self.steps += 1;
                    return self.attempt(player, action);
                }
            }
            _ => {}
        }
        self.steps += 1;
        self.listed(bytes);
    }

    /// Takes a step that the next bytes determine.
    pub fn step(&mut self, bytes: &mut Bytes) {
        self.steps += 1;
        match bytes.below(32) {
            0..20 => self.listed(bytes),
            20..23 => self.unlisted(bytes),
            23..25 => {
                let action = unlisted::trade(&self.game, bytes, false);
                self.attempt(self.game.table().in_turn(), action);
            }
            25 => {
                let action = unlisted::trade(&self.game, bytes, true);
                let player = self.game.table().everybody().iter().last();
                let player = self.game.to_act().iter().next().or(player);
                self.attempt(player.expect("there are players"), action);
            }
            26 => self.in_advance(bytes),
            27 => drop(self.undo(1 + bytes.below(6))),
            28..30 => self.undo_and_redo(1 + bytes.below(6)),
            _ => self.save_and_restore(),
        }
    }

    /// Plays a listed action.
    fn listed(&mut self, bytes: &mut Bytes) {
        let players: Vec<Player> = self.game.to_act().iter().collect();
        let Some(player) = bytes.pick(&players) else { return };
        let legal = self.game.legal_actions(player).expect("no shipped rule fails");
        let action = bytes.pick(&legal).unwrap_or_else(|| panic!("{player:?} can do nothing"));
        self.act(player, action, Expected::Accepted);
    }

    /// Tries any action, or a listed one with a modified part.
    fn unlisted(&mut self, bytes: &mut Bytes) {
        let everybody: Vec<Player> = self.game.table().everybody().iter().collect();
        let players: Vec<Player> = self.game.to_act().iter().collect();
        let is_mutated = bytes.below(2) == 1;
        let players = if is_mutated && !players.is_empty() { players } else { everybody };
        let player = bytes.pick(&players).expect("there are players");
        let legal = self.game.legal_actions(player).expect("no shipped rule fails");
        let listed = if is_mutated { bytes.pick(&legal) } else { None };
        let action = match listed {
            Some(action) => Some(unlisted::mutated(&self.game, action, bytes)),
            None => unlisted::any(&self.game, bytes),
        };
        if let Some(action) = action {
            self.attempt(player, action);
        }
    }

    fn in_advance(&mut self, bytes: &mut Bytes) {
        let everybody: Vec<Player> = self.game.table().everybody().iter().collect();
        let player = bytes.pick(&everybody).expect("there are players");
        let hidden = Action::PayFirst { hidden: bytes.below(2) == 1 };
        let action = unlisted::in_advance(&self.game, bytes).unwrap_or(hidden);
        self.attempt(player, action);
    }

    /// Plays an action that may be illegal. Unlisted actions must be refused, except for kinds that
    /// are never listed.
    fn attempt(&mut self, player: Player, action: Action) {
        let legal = self.game.legal_actions(player).expect("no shipped rule fails");
        let expected = if legal.contains(&action) {
            Expected::Accepted
        } else if unlisted::is_never_listed(&action) {
            Expected::AsJudged
        } else {
            Expected::Refusal
        };
        self.act(player, action, expected);
    }

    /// Plays an action in all modes, and checks that the results are equal and as expected.
    fn act(&mut self, player: Player, action: Action, expected: Expected) -> Vec<CausedChange> {
        let is_full = self.is_full();
        let before = self.game.state();
        let reasons = self.game.reasons(player, &action).expect("no shipped rule fails");
        let fresh = is_full.then(|| self.fresh().play(player, action));
        let played = self.history.play(&mut self.game, player, action, &[]);
        if let Some(fresh) = fresh {
            assert_eq!(played, fresh, "{action:?} of {player:?}: remembered and computed anew");
        }
        if let Some((twin, history)) = &mut self.twin {
            let twin = history.play(twin, player, action, &[]);
            assert_eq!(
                played, twin,
                "{action:?} of {player:?}: by trees and by the interpreter without a cache"
            );
        }
        let events = match played {
            Ok(events) => {
                assert!(expected != Expected::Refusal, "{action:?} of {player:?} is not listed");
                assert!(reasons.is_empty(), "{action:?} of {player:?} has {reasons:?}");
                self.past.push(before);
                self.actions += 1;
                events
            }
            Err(Refusal::Illegal(against)) => {
                assert!(
                    expected != Expected::Accepted,
                    "{action:?} of {player:?} is listed, and refused: {against:?}"
                );
                assert!(!against.is_empty(), "{action:?} of {player:?} is refused for no reason");
                assert!(against.iter().all(|reason| !reason.to_string().trim().is_empty()));
                assert_eq!(against, reasons, "the reasons for {action:?} of {player:?}");
                assert!(self.game.state() == before, "{action:?} is refused, and has an effect");
                Vec::new()
            }
            Err(Refusal::Failed(failure)) => panic!("{action:?} of {player:?}: {failure:?}"),
        };
        if self.past.len() > 2 * PAST {
            self.past.drain(..PAST);
        }
        self.check(is_full);
        events
    }

    /// Whether the next action requires a full check.
    fn is_full(&self) -> bool {
        self.actions.is_multiple_of(self.depth.every)
    }

    /// Undoes actions one by one. Returns them with the states after them, the last one first.
    fn undo(&mut self, count: usize) -> Vec<(PastAction, State)> {
        let mut undone = Vec::new();
        for _ in 0..count {
            let Some(before) = self.past.pop() else { break };
            let after = self.game.state();
            let acted = self.history.undo(&mut self.game).expect("a state can be restored");
            let acted = acted.expect("there is an action for each state");
            assert!(self.game.state() == before, "{acted:?} is not taken back as a whole");
            if let Some((twin, history)) = &mut self.twin {
                let taken_back = history.undo(twin).expect("a state can be restored");
                assert_eq!(taken_back, Some(acted.clone()));
            }
            undone.push((acted, after));
        }
        self.check(self.is_full());
        undone
    }

    /// Undoes actions and redoes them, with the same results.
    fn undo_and_redo(&mut self, count: usize) {
        for (acted, after) in self.undo(count).into_iter().rev() {
            let events = self.act(acted.player, acted.action, Expected::AsJudged);
            assert_eq!(events, acted.changes, "{acted:?} is not done again as before");
            let now = self.game.state();
            assert!(now.table == after.table, "{acted:?} does not lead to the same table");
            assert_eq!((now.pending, now.spent), (after.pending, after.spent), "{acted:?}");
        }
    }

    /// Continues with the game restored from its saved text.
    fn save_and_restore(&mut self) {
        self.game = self.restored();
        self.check(self.is_full());
    }
}
