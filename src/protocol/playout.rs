//! Copies of a game that players of the program play to their end.

use super::message::Ended;
use super::rpc::{Code, Fault};
use crate::game::{Game, Refused};
use crate::script;
use crate::seat::{Stop, Strategy, play_out};

/// The most games of one request.
const GAMES: usize = 1_000;

/// Plays copies of a game to their end; the game of number n has the chance of seed + n.
pub(super) fn playouts(
    game: &Game,
    seats: &[Strategy],
    games: usize,
    seed: u64,
) -> Result<Vec<Ended>, Fault> {
    if games > GAMES {
        let message = format!("expected at most {GAMES} games, found {games}");
        return Err(Fault::new(Code::Limit, message));
    }
    let players = game.names().len();
    let random = vec![Strategy::Random; players];
    let strategies = if seats.is_empty() { &random } else { seats };
    if strategies.len() != players {
        let message = format!("the game has {players} seats, found {}", strategies.len());
        return Err(Fault::new(Code::WrongParams, message));
    }
    (0..games).map(|number| playout(game, strategies, seed.wrapping_add(number as u64))).collect()
}

fn playout(game: &Game, strategies: &[Strategy], seed: u64) -> Result<Ended, Fault> {
    let mut copy = game.with_seed(seed).map_err(Fault::from)?;
    let seats = strategies.iter().enumerate();
    let mut seats: Vec<_> = seats.map(|(seat, strategy)| strategy.sit(seed, seat)).collect();
    play_out(&mut copy, &mut seats, &mut |_| Ok(())).map_err(|stop| stopped(&copy, stop))?;
    let table = copy.table();
    let points = table.everybody().iter().map(|player| {
        let points = copy.work().all_points_by_source(player)?;
        Ok(points.iter().map(|(_, points)| points).sum())
    });
    Ok(Ended {
        winner: table.winner.map(|winner| copy.names()[usize::from(winner.0)].clone()),
        turns: table.turn,
        points: points.collect::<Result<_, crate::rules::Failure>>()?,
    })
}

fn stopped(game: &Game, stop: Stop) -> Fault {
    match stop {
        Stop::Failed(failure) => Fault::of(Code::RuleFailed, script::explain_in(game, &failure)),
        Stop::Stuck { refused, .. } => Refused::into(refused),
        stop => Fault::new(Code::Internal, stop.to_string()),
    }
}
