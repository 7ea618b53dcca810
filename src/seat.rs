//! Seats: who decides for a player, and the driver that asks them until the game is over.
//!
//! A seat sees only what its player may see. It knows no rule by name: whatever it goes by is
//! what the rules declare.

mod greedy;
mod past;
mod random;

pub use greedy::Greedy;
pub use random::{Playout, Random, playout};

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::game::{Acted, CausedChange, Game, Refused, Seen};
use crate::rules::Failure;
use crate::table::Player;
use past::Past;

/// A player that the program brings along.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Goes for the nearest points.
    Greedy,
    /// Takes any legal action.
    Random,
}

impl Strategy {
    /// All of them, each with what it does.
    pub const ALL: [(Self, &str); 2] =
        [(Self::Greedy, "Goes for the nearest points"), (Self::Random, "Takes any legal action")];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Random => "random",
        }
    }

    /// A player at a seat, from 0, of the game with this seed.
    pub fn sit(self, seed: u64, seat: usize) -> Box<dyn Seat> {
        match self {
            Self::Greedy => Box::new(Greedy::new()),
            Self::Random => Box::new(Random::new(seed, seat)),
        }
    }
}

/// How often in a row a seat may choose what is refused before the game is given up.
const REFUSALS: usize = 200;

/// What a seat answers where rules leave nothing legal: its refusal tells what would have to be done.
const HELPLESS: Action = Action::End;

/// What a seat wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To do this.
    Act(Action),
    /// To do the legal action of this number, from 0.
    Listed(usize),
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
    /// Chooses an action, of the listed legal ones or an offer, or takes one back.
    ///
    /// # Errors
    /// When a rule fails, or whoever sits there leaves.
    fn choose(&mut self, seen: &Seen<'_>, legal: &[Action]) -> Result<Wish, Stop>;

    /// Whether the seat may wish to take an action back; the way back is dear to keep.
    fn takes_back(&self) -> bool {
        false
    }

    /// What went wrong with the seat since it was asked last, for whoever watches the game.
    fn complaints(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Learns that the game is over.
    fn end(&mut self, seen: &Seen<'_>) {
        let _ = seen;
    }

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
    /// A program that sits at the table gives no answer that can be played.
    #[error("{0}")]
    Bot(String),
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
    pub events: &'a [CausedChange],
    /// Whether the action was taken back now.
    pub is_undone: bool,
    /// What went wrong with the seat before it acted.
    pub complaints: &'a [String],
}

/// Lets the seats play until the game is over, and tells the observer of every action.
///
/// Where several players have to act, the first of them clockwise from the player in turn does.
///
/// # Errors
/// When a rule fails, a seat leaves or is stuck, or the observer fails.
///
/// # Panics
/// When a seat chooses a number that is not in its list.
pub fn play_out(
    game: &mut Game,
    seats: &mut [Box<dyn Seat>],
    observer: &mut dyn FnMut(&Played<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut past = Past::new(seats.iter().any(|seat| seat.takes_back()));
    let (mut legal, mut events) = (Vec::new(), Vec::new());
    let mut dropped = 0;
    while !game.is_over() {
        let Some(player) = next_to_act(game) else { break };
        game.list_legal(player, &mut legal)?;
        let seat = seats[usize::from(player.0)].as_mut();
        let met = ask(game, &mut past, player, seat, &legal);
        let complaints = &seat.complaints();
        match met {
            Ok(Met::Played(action)) => {
                game.list_events(&mut events);
                let events = &events;
                observer(&Played { game, player, action, events, is_undone: false, complaints })?;
                if game.question().is_none() {
                    dropped = 0;
                }
            }
            Ok(Met::Dropped(acts, refused)) => {
                acts.iter().try_for_each(|acted| observer(&undone(game, acted)))?;
                dropped += 1;
                if dropped == REFUSALS {
                    return Err(stuck(game, player, refused));
                }
            }
            Ok(Met::TakenBack(acted)) => observer(&undone(game, &acted))?,
            Err(Stop::Failed(failure)) => {
                // Where a rule fails on an answer, the action before the question is undone.
                let acts = failure.undone.map_or_else(Vec::new, |_| past.taken_back(game));
                acts.iter().try_for_each(|acted| observer(&undone(game, acted)))?;
                return Err(Stop::Failed(failure));
            }
            Err(stop) => return Err(stop),
        }
    }
    for (seat, player) in seats.iter_mut().zip(game.table().everybody().iter()) {
        seat.end(&game.seen_by(Some(player)));
    }
    Ok(())
}

fn stuck(game: &Game, player: Player, refused: Refused) -> Stop {
    Stop::Stuck { name: game.names()[usize::from(player.0)].clone(), refused }
}

/// What an observer is told of an action that is taken back.
fn undone<'a>(game: &'a Game, acted: &'a Acted) -> Played<'a> {
    let Acted { player, action, ref events } = *acted;
    Played { game, player, action, events, is_undone: true, complaints: &[] }
}

/// The first player clockwise from the one in turn who has to act.
fn next_to_act(game: &Game) -> Option<Player> {
    let waiting = game.to_act();
    let table = game.table();
    table.clockwise(table.in_turn()).find(|&player| waiting.contains(player))
}

/// How a wish was met.
enum Met {
    /// This was played.
    Played(Action),
    /// This was taken back.
    TakenBack(Acted),
    /// A rule refused on an answer the action that had led to the question, for this reason: they
    /// are taken back.
    Dropped(Vec<Acted>, Refused),
}

/// Asks a seat until its wish can be met.
fn ask(
    game: &mut Game,
    past: &mut Past,
    player: Player,
    seat: &mut dyn Seat,
    legal: &[Action],
) -> Result<Met, Stop> {
    let (was_asked, mut refusals) = (game.question().is_some(), 0);
    loop {
        let wish = seat.choose(&game.seen_by(Some(player)), legal)?;
        let met = match wish {
            Wish::Act(action) => {
                past.play(game, player, action, false).map(|()| Met::Played(action))
            }
            Wish::Listed(number) => {
                let action = legal[number];
                past.play(game, player, action, true).map(|()| Met::Played(action))
            }
            Wish::Undo => past.take_back(game, player).map(Met::TakenBack),
        };
        match met {
            Ok(met) => return Ok(met),
            Err(Refused::Failed(failure)) => return Err(Stop::Failed(failure)),
            Err(refused) => {
                refusals += 1;
                if refusals == REFUSALS {
                    return Err(stuck(game, player, refused));
                }
                seat.refused(&game.seen_by(Some(player)), &wish, &refused);
                if was_asked && game.question().is_none() {
                    return Ok(Met::Dropped(past.taken_back(game), refused));
                }
            }
        }
    }
}
