//! Seats: who decides for a player, and the driver that asks them until the game is over.
//!
//! A seat sees only what its player may see. It knows no rule by name: whatever it goes by is
//! what the rules declare.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::{Playout, Random, playout};

use crate::action::Action;
use crate::game::{Acted, Event, Game, History, Reason, Refused, Seen};
use crate::rules::{Failure, Origin};
use crate::table::Player;

/// How often in a row a seat may choose what is refused before the game is given up.
const REFUSALS: usize = 200;

/// What a seat answers where rules leave nothing legal: its refusal tells what would have to be done.
const HELPLESS: Action = Action::End;

/// What a seat wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To do this.
    Act(Action),
    /// To take the last action back, which stands as long as it is the player's own and nothing
    /// has become known by it.
    Undo,
}

impl From<Action> for Wish {
    fn from(action: Action) -> Self {
        Self::Act(action)
    }
}

/// Who decides for a player.
pub trait Seat {
    /// Chooses an action, or takes one back.
    ///
    /// # Errors
    /// When a rule fails, or whoever sits there leaves.
    fn choose(&mut self, seen: &Seen<'_>) -> Result<Wish, Stop>;

    /// Learns that the wish was refused, and why; another one is asked for next.
    fn refused(&mut self, seen: &Seen<'_>, wish: &Wish, refused: &Refused) {
        let _ = (seen, wish, refused);
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
    /// Whether the action was taken back now.
    pub is_undone: bool,
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
    let mut history = History::default();
    while !game.is_over() {
        let Some(player) = next_to_act(game) else { break };
        let before = history.len();
        let asked = ask(game, &mut history, player, seats[usize::from(player.0)].as_mut());
        let mut tell = |acted: &Acted, is_undone| {
            let Acted { player, action, ref events } = *acted;
            observer(&Played { game, player, action, events, is_undone })
        };
        match asked {
            Ok(acted) => tell(&acted, history.len() < before)?,
            Err(Stop::Failed(failure)) => {
                // Where a rule fails on an answer, the action before the question is undone.
                let undone = failure.undone.map_or_else(Vec::new, |_| history.taken_back(game));
                undone.iter().try_for_each(|acted| tell(acted, true))?;
                return Err(Stop::Failed(failure));
            }
            Err(stop) => return Err(stop),
        }
    }
    Ok(())
}

/// The first player clockwise from the one in turn who has to act.
fn next_to_act(game: &Game) -> Option<Player> {
    let waiting = game.to_act();
    let table = game.table();
    table.clockwise(table.in_turn).find(|&player| waiting.contains(player))
}

/// Asks a seat until its wish can be met; answers the action that was played or taken back.
fn ask(
    game: &mut Game,
    history: &mut History,
    player: Player,
    seat: &mut dyn Seat,
) -> Result<Acted, Stop> {
    let mut refusals = 0;
    loop {
        let wish = seat.choose(&game.seen_by(Some(player)))?;
        let met = match wish {
            Wish::Act(action) => history.play(game, player, action, &[]).map(|events| Acted {
                player,
                action,
                events,
            }),
            Wish::Undo => take_back(game, history, player),
        };
        match met {
            Ok(acted) => return Ok(acted),
            Err(Refused::Failed(failure)) => return Err(Stop::Failed(failure)),
            Err(refused) => {
                refusals += 1;
                if refusals == REFUSALS {
                    let name = game.names()[usize::from(player.0)].clone();
                    return Err(Stop::Stuck { name, refused });
                }
                seat.refused(&game.seen_by(Some(player)), &wish, &refused);
            }
        }
    }
}

/// Takes the last action of the game back, unless it is another player's or has shown something.
fn take_back(game: &mut Game, history: &mut History, player: Player) -> Result<Acted, Refused> {
    let refuse = |text: String| Refused::Illegal(vec![Reason::new(text, Origin::default())]);
    let Some(last) = history.last() else {
        return Err(refuse("nothing has been done yet".into()));
    };
    if last.player != player {
        let name = &game.names()[usize::from(last.player.0)];
        return Err(refuse(format!("{name} has acted since")));
    }
    if let Some(known) = game.known_by(std::slice::from_ref(last)).first() {
        return Err(refuse(format!("known already: {known}")));
    }
    let acted = history.undo(game)?;
    Ok(acted.expect("it was there"))
}
