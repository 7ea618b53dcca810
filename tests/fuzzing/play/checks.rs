//! The checks after each action.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::change::Change;
use newcatan::game::award;
use newcatan::game::{Game, Refusal, State};
use newcatan::table::{Player, Step};
use newcatan::transcript::{parse_action, print_action};

use super::bytes::Bytes;
use super::{Play, unlisted};

/// The number of listed actions to try after each action.
const TRIED: usize = 2;
/// The number of unlisted actions to try.
const UNLISTED: usize = 6;

impl Play {
    /// The game with an empty cache.
    pub(super) fn fresh(&self) -> Game {
        self.resume(self.game.state())
    }

    /// The game restored from its saved text.
    pub(super) fn restored(&self) -> Game {
        let state = self.game.state();
        let saved = serde_json::to_string(&state).expect("a state can be written");
        let read: State = serde_json::from_str(&saved).expect("a saved state can be read");
        assert!(read == state, "a saved state is not read as it was");
        self.resume(read)
    }

    fn resume(&self, state: State) -> Game {
        let (rules, script) = (Arc::clone(&self.ready.rules), Rc::clone(&self.ready.lowered));
        Game::resume(rules, script, self.game.names(), state).expect("a state can be restored")
    }

    /// Checks the game, either in full or only with fast checks.
    pub(super) fn check(&self, is_full: bool) {
        assert_eq!(self.game.is_over(), self.game.to_act().is_empty());
        self.agreed_is_still_there();
        if !is_full {
            return;
        }
        assert_eq!(self.game.faults().expect("no shipped rule fails"), [""; 0]);
        is_same(&self.game, &self.restored(), "restored");
        if let Some((twin, _)) = &self.twin {
            is_same(&self.game, twin, "by the interpreter without a cache");
        }
        let mut bytes = Bytes::generated(self.steps as u64 ^ self.game.table().seed() << 32);
        for player in self.game.to_act().iter() {
            listed_is_accepted(&self.game, player, TRIED, self.steps);
            unlisted_is_refused(&self.game, player, UNLISTED, &mut bytes);
        }
    }

    /// Checks that nobody concludes a trade whose cards are gone. No rule takes cards during an
    /// offer, so they are removed here, first from one side, then from the other.
    fn agreed_is_still_there(&self) {
        let (table, board) = (self.game.table(), &self.game.rules().board);
        if table.step() != Step::Offer || !table.offer().waiting.is_empty() {
            return;
        }
        for with in table.offer().willing.iter() {
            for poor in [with, table.in_turn()] {
                let mut state = self.game.state();
                state.table.apply(&Change::Paid(poor, table.seat(poor).hand()), board);
                let (game, conclude) = (self.resume(state), Action::Conclude { with });
                assert!(!list(&game, table.in_turn()).contains(&conclude), "{poor:?} has no cards");
                let reasons =
                    game.reasons(table.in_turn(), &conclude).expect("no shipped rule fails");
                assert!(!reasons.is_empty(), "{conclude:?} goes without the cards of {poor:?}");
            }
        }
    }
}

/// Checks that no action in a player's list has reasons against it. Plays at most `tried` of these
/// actions on copies of the game, with an offset of `number`, and parses their printed words.
pub fn listed_is_accepted(game: &Game, player: Player, tried: usize, number: usize) {
    let legal = list(game, player);
    assert!(!legal.is_empty(), "{player:?} has to act, and can do nothing");
    for (number, action) in legal.iter().enumerate() {
        assert!(!legal[..number].contains(action), "{action:?} is listed twice");
        let reasons = game.reasons(player, action).expect("no shipped rule fails");
        assert!(reasons.is_empty(), "{action:?} of {player:?} is listed: {reasons:?}");
    }
    let step = legal.len().div_ceil(tried);
    for action in legal.iter().skip(number % step).step_by(step) {
        let played = game.clone().play(player, *action);
        assert!(played.is_ok(), "{action:?} of {player:?} is listed: {played:?}");
        let line = print_action(game, player, action);
        let (_, words) = line.split_once(' ').expect("a name and a verb");
        let read = parse_action(game, player, words);
        assert_eq!(read, Ok(vec![*action]), "{line}");
    }
}

/// Checks that random unlisted actions of a player are refused and change nothing.
pub fn unlisted_is_refused(game: &Game, player: Player, count: usize, bytes: &mut Bytes) {
    let legal = list(game, player);
    for _ in 0..count {
        let listed = bytes.pick(&legal).filter(|_| bytes.below(2) == 0);
        let action = match listed {
            Some(action) => Some(unlisted::mutated(game, action, bytes)),
            None => unlisted::any(game, bytes),
        };
        let Some(action) = action else { continue };
        if !legal.contains(&action) && !unlisted::is_never_listed(&action) {
            let mut copy = game.clone();
            let refused = copy.play(player, action);
            let is_refused = matches!(&refused, Err(Refusal::Illegal(why)) if !why.is_empty());
            assert!(is_refused, "{action:?} of {player:?} is not listed: {refused:?}");
            assert!(copy.state() == game.state(), "{action:?} is refused, and has an effect");
        }
    }
}

fn list(game: &Game, player: Player) -> Vec<Action> {
    game.legal_actions(player).expect("no shipped rule fails")
}

/// Asserts that two games have the same state, and give the same answers.
fn is_same(game: &Game, other: &Game, what: &str) {
    assert!(game.state() == other.state(), "{what}: the state differs");
    assert_eq!(game.questions(), other.questions(), "{what}");
    assert_eq!(game.to_act(), other.to_act(), "{what}");
    for player in game.table().everybody().iter() {
        assert_eq!(list(game, player), list(other, player), "{what}: the list of {player:?}");
        let points = |game: &Game| award::all_points_by_source(game.view(), player);
        assert_eq!(points(game), points(other), "{what}: the points of {player:?}");
    }
}
