//! Seats: who decides for a player, and the driver that asks them until the game is over.
//!
//! A seat sees only what its player may see. It knows no rule by name: whatever it goes by is
//! what the rules declare.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::{Random, playout};

use crate::action::Action;
use crate::game::{Event, Game, Refused, Seen};
use crate::rules::Failure;
use crate::table::Player;

/// How often in a row a seat may choose what is refused before the game is given up.
const REFUSALS: usize = 200;

/// What a seat answers where rules leave nothing legal: its refusal tells what would have to be done.
const HELPLESS: Action = Action::End;

/// Who decides for a player.
pub trait Seat {
    /// Chooses an action.
    ///
    /// # Errors
    /// When a rule fails, or whoever sits there leaves.
    fn choose(&mut self, seen: &Seen<'_>) -> Result<Action, Stop>;

    /// Learns that the action was refused, and why; another one is asked for next.
    fn refused(&mut self, seen: &Seen<'_>, action: &Action, refused: &Refused) {
        let _ = (seen, action, refused);
    }
}

/// Why a game stops before it is over.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// A rule failed.
    #[error("{0}")]
    Failed(Box<Failure>),
    /// A player left.
    #[error("{0} left the table")]
    Left(String),
    /// A seat keeps choosing what is refused.
    #[error("{name} finds no legal action: {refused}")]
    Stuck {
        /// The player's name.
        name: String,
        /// Why the last choice was refused.
        refused: Refused,
    },
    /// Whoever watches cannot be told any more.
    #[error("{0}")]
    Watcher(std::io::Error),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Watcher(error)
    }
}

/// What an observer is told: an action, and all that came of it.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    /// The game after it.
    pub game: &'a Game,
    /// Who acted.
    pub player: Player,
    /// The action.
    pub action: Action,
    /// What happened.
    pub events: &'a [Event],
}

/// Lets the seats play until the game is over, and tells the observer of every action.
///
/// Where several players have to act, the first of them clockwise from the player in turn does.
///
/// # Errors
/// When a rule fails, a seat leaves or is stuck, or the observer fails.
pub fn play_out(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    observer: &mut dyn FnMut(&Played<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    while !game.is_over() {
        let Some(player) = next_to_act(game) else { break };
        let (action, events) = ask(game, player, seats[usize::from(player.0)].as_mut())?;
        observer(&Played { game, player, action, events: &events })?;
    }
    Ok(())
}

/// The first player clockwise from the one in turn who has to act.
fn next_to_act(game: &Game) -> Option<Player> {
    let waiting = game.to_act();
    let table = game.table();
    table.clockwise(table.in_turn).find(|&player| waiting.contains(player))
}

/// Asks a seat until it chooses something legal, and plays that.
fn ask(game: &mut Game, player: Player, seat: &mut dyn Seat) -> Result<(Action, Vec<Event>), Stop> {
    let mut refusals = 0;
    loop {
        let action = seat.choose(&game.seen_by(Some(player)))?;
        match game.play(player, action) {
            Ok(events) => return Ok((action, events)),
            Err(Refused::Failed(failure)) => return Err(Stop::Failed(failure)),
            Err(refused) => {
                refusals += 1;
                if refusals == REFUSALS {
                    let name = game.names()[usize::from(player.0)].clone();
                    return Err(Stop::Stuck { name, refused });
                }
                seat.refused(&game.seen_by(Some(player)), &action, &refused);
            }
        }
    }
}
