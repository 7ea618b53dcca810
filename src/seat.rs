//! Seats make the decisions of players; a driver asks them until the game is over.
//!
//! A seat sees only what its player may see. It knows no rule by name, only declarations.

mod greedy;
mod programs;
mod random;
pub(crate) mod search;
mod strategy;
mod terms;
mod undo;

pub use greedy::Greedy;
pub use programs::Programs;
pub use random::{Playout, Random, playout};
pub use search::{Advice, Search, Terms, hint};
pub use strategy::{Effort, Strategy};

use crate::action::Action;
use crate::game::{CausedChange, Game, PastAction, PlayerView, Refusal};
use crate::rules::Failure;
use crate::table::{Player, Step};
use undo::UndoLog;
#[cfg(feature = "terminal")]
pub(crate) use undo::reason_against_undo;

/// The number of consecutive refused decisions of a seat after which the game ends.
const REFUSALS: usize = 200;

/// The action of a seat without legal actions; the refusal of this action names the obstacle.
const NO_LEGAL_ACTION: Action = Action::End;

/// The decision of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// To take this action.
    Act(Action),
    /// To take the legal action with this index.
    Listed(usize),
    /// To undo the last action, which is possible if it is the player's own and has revealed
    /// nothing.
    Undo,
}

impl From<Action> for Decision {
    fn from(action: Action) -> Self {
        Self::Act(action)
    }
}

/// Makes the decisions of a player.
pub trait Seat {
    /// Decides to take one of the listed legal actions, to make an offer, or to undo an action.
    ///
    /// # Errors
    /// When a rule fails, or the player leaves.
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop>;

    /// Whether the seat may undo actions, which makes the game slower.
    fn takes_back(&self) -> bool {
        false
    }

    /// Returns the problems of the seat since the last call, to be shown to observers.
    fn complaints(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Called when the game is over.
    fn end(&mut self, view: &PlayerView<'_>) {
        let _ = view;
    }

    /// Called when the decision was refused; another one is requested next.
    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        let _ = (view, wish, refused);
    }
}

/// Why a game stops early.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// A rule failed.
    #[error("{0}")]
    Failed(Failure),
    /// A player left.
    #[error("{0} left the table")]
    Left(String),
    /// A seat keeps making decisions that are refused.
    #[error("{name} finds no legal action: {refused}")]
    Stuck {
        /// The player's name.
        name: String,
        /// Why the last choice was refused.
        refused: Refusal,
    },
    /// An external program gives no valid answer.
    #[error("{0}")]
    Bot(String),
    /// The observer failed.
    #[error("{0}")]
    Watcher(std::io::Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Watcher(error)
    }
}

/// An action and its results, for observers.
#[derive(Clone, Copy)]
pub struct ActionReport<'a> {
    /// The game after the action.
    pub game: &'a Game,
    /// Who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// The changes.
    pub changes: &'a [CausedChange],
    /// Whether the action was undone.
    pub is_undone: bool,
    /// The problems of the seat before it acted.
    pub complaints: &'a [String],
}

/// Lets the seats play until the game is over, and calls the observer for every action.
///
/// If several players have to act, the first one clockwise from the current player is asked. After
/// moving a marker, the player is asked for a victim only if there is a choice.
///
/// # Errors
/// When a rule fails, a seat leaves or is stuck, or the observer fails.
///
/// # Panics
/// When a seat chooses an index that is not in its list.
pub fn play_out(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    observer: &mut dyn FnMut(&ActionReport<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut past = UndoLog::new(seats.iter().any(|seat| seat.takes_back()));
    let (mut legal, mut changes) = (Vec::new(), Vec::new());
    let mut dropped = 0;
    while !game.is_over() {
        let Some(player) = next_to_act(game) else { break };
        game.list_legal(player, &mut legal)?;
        let seat = seats[usize::from(player.0)].as_mut();
        let met = ask(game, &mut past, player, seat, &legal);
        let complaints = &seat.complaints();
        match met {
            Ok(DecisionResult::Played(action)) => {
                game.list_caused_changes(&mut changes);
                let changes = &changes;
                observer(&ActionReport {
                    game,
                    player,
                    action,
                    changes,
                    is_undone: false,
                    complaints,
                })?;
                if game.question().is_none() {
                    dropped = 0;
                }
            }
            Ok(DecisionResult::Dropped(acts, refused)) => {
                acts.iter().try_for_each(|acted| observer(&undone(game, acted)))?;
                dropped += 1;
                if dropped == REFUSALS {
                    return Err(stuck(game, player, refused));
                }
            }
            Ok(DecisionResult::TakenBack(acted)) => observer(&undone(game, &acted))?,
            Err(Stop::Failed(failure)) => {
                // If a rule fails on an answer, the action before the question is undone.
                let acts = failure.undone.map_or_else(Vec::new, |_| past.taken_back(game));
                acts.iter().try_for_each(|acted| observer(&undone(game, acted)))?;
                return Err(Stop::Failed(failure));
            }
            Err(stop) => return Err(stop),
        }
    }
    for (seat, player) in seats.iter_mut().zip(game.table().everybody().iter()) {
        seat.end(&game.player_view(Some(player)));
    }
    Ok(())
}

fn stuck(game: &Game, player: Player, refused: Refusal) -> Stop {
    Stop::Stuck { name: game.names()[usize::from(player.0)].clone(), refused }
}

/// The report to observers about an undone action.
fn undone<'a>(game: &'a Game, acted: &'a PastAction) -> ActionReport<'a> {
    let PastAction { player, action, ref changes } = *acted;
    ActionReport { game, player, action, changes, is_undone: true, complaints: &[] }
}

/// The first player clockwise from the current one who has to act.
pub(crate) fn next_to_act(game: &Game) -> Option<Player> {
    let waiting = game.to_act();
    let table = game.table();
    table.clockwise(table.in_turn()).find(|&player| waiting.contains(player))
}

/// Whether the only legal action is to take a card from a player. Drivers play it without asking; it
/// stays an action of its own.
fn is_only_victim(legal: &[Action]) -> bool {
    matches!(legal, [Action::Take { from: Some(_) }])
}

/// Whether a card may have to be taken now.
#[inline]
fn is_taking(game: &Game) -> bool {
    match game.question() {
        Some(question) => is_only_victim(&question.options),
        None => matches!(game.table().step(), Step::Take(_)),
    }
}

/// The next player to act, with the action of taking a card, if the player has no choice but to take
/// it from the only victim. None if a rule fails, since asking the player reports this.
pub(crate) fn forced_take(game: &Game) -> Option<(Player, Action)> {
    let player = next_to_act(game).filter(|_| is_taking(game))?;
    let legal = game.legal_actions(player).ok()?;
    is_only_victim(&legal).then(|| (player, legal[0]))
}

/// The result of a decision.
enum DecisionResult {
    /// An action was played.
    Played(Action),
    /// An action was undone.
    TakenBack(PastAction),
    /// For this reason, a rule refused an answer and thus also the action that led to the question.
    /// Both are undone.
    Dropped(Vec<PastAction>, Refusal),
}

/// Asks a seat until its decision can be carried out.
fn ask(
    game: &mut Game,
    past: &mut UndoLog,
    player: Player,
    seat: &mut dyn Seat,
    legal: &[Action],
) -> Result<DecisionResult, Stop> {
    let (was_asked, mut refusals) = (game.question().is_some(), 0);
    loop {
        let is_asked = refusals > 0 || !is_only_victim(legal);
        let wish = if is_asked {
            seat.choose(&game.player_view(Some(player)), legal)?
        } else {
            Decision::Listed(0)
        };
        let met = match wish {
            Decision::Act(action) => {
                past.play(game, player, action, false).map(|()| DecisionResult::Played(action))
            }
            Decision::Listed(number) => {
                let action = legal[number];
                past.play(game, player, action, true).map(|()| DecisionResult::Played(action))
            }
            Decision::Undo => past.take_back(game, player).map(DecisionResult::TakenBack),
        };
        match met {
            Ok(met) => return Ok(met),
            Err(Refusal::Failed(failure)) => return Err(Stop::Failed(failure)),
            Err(refused) => {
                refusals += 1;
                if refusals == REFUSALS {
                    return Err(stuck(game, player, refused));
                }
                if is_asked {
                    seat.refused(&game.player_view(Some(player)), &wish, &refused);
                }
                if was_asked && game.question().is_none() {
                    return Ok(DecisionResult::Dropped(past.taken_back(game), refused));
                }
            }
        }
    }
}
