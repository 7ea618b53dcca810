//! Plays copies of a game to their end with built-in players.

use std::io;

use super::message::PlayoutResult;
use super::rpc::{RpcError, RpcErrorCode};
use crate::game::Game;
use crate::game::award;
use crate::limits;
use crate::rules::Failure;
use crate::seat::{Stop, Strategy, play_out};

/// The budget that the games of a request share.
struct PlayoutBudget {
    actions: usize,
    /// The remaining operations of rules, initially as many as for a single game.
    operations: u64,
}

/// Plays copies of a game to their end; game n uses seed + n.
pub(super) fn playouts(
    game: &Game,
    seats: &[Strategy],
    games: usize,
    seed: u64,
) -> Result<Vec<PlayoutResult>, RpcError> {
    if games > limits::PLAYOUTS {
        let most = limits::PLAYOUTS;
        let message = format!("expected at most {most} games, found {games}");
        return Err(RpcError::new(RpcErrorCode::Limit, message));
    }
    let players = game.names().len();
    let random = vec![Strategy::Random; players];
    let strategies = if seats.is_empty() { &random } else { seats };
    if strategies.len() != players {
        let message = format!("the game has {players} seats, but `seats` has {}", strategies.len());
        return Err(RpcError::new(RpcErrorCode::WrongParams, message));
    }
    let operations = game.max_operations();
    let mut left = PlayoutBudget { actions: limits::PLAYOUT_ACTIONS, operations };
    let seeds = (0..games).map(|number| seed.wrapping_add(number as u64));
    seeds.map(|seed| playout(game, strategies, seed, &mut left)).collect()
}

fn playout(
    game: &Game,
    strategies: &[Strategy],
    seed: u64,
    left: &mut PlayoutBudget,
) -> Result<PlayoutResult, RpcError> {
    let mut copy = game.with_seed(seed).map_err(RpcError::from)?;
    let begun = copy.spent_operations();
    let seats = strategies.iter().enumerate();
    let mut seats: Vec<_> =
        seats.map(|(seat, strategy)| strategy.create_seat(seed, seat)).collect();
    let played = play_out(&mut copy, &mut seats, &mut |_| {
        let enough = || io::Error::from(io::ErrorKind::QuotaExceeded);
        left.actions = left.actions.checked_sub(1).ok_or_else(enough)?;
        Ok(())
    });
    played.map_err(|stop| stopped(&copy, stop))?;
    let taken = copy.spent_operations() - begun;
    left.operations = left.operations.checked_sub(taken).ok_or_else(|| {
        let most = game.max_operations();
        let message = format!("the rules use more than {most} operations in all games together");
        RpcError::new(RpcErrorCode::Limit, message)
    })?;
    let table = copy.table();
    let points = table.everybody().iter().map(|player| {
        let points = award::all_points_by_source(copy.view(), player)?;
        Ok(points.iter().map(|(_, points)| points).sum())
    });
    Ok(PlayoutResult {
        winner: table.winner().map(|winner| copy.names()[usize::from(winner.0)].clone()),
        turns: table.turn(),
        points: points.collect::<Result<_, Failure>>()?,
    })
}

fn stopped(game: &Game, stop: Stop) -> RpcError {
    match stop {
        Stop::Failed(failure) => RpcError::failed(failure, game.rules()),
        Stop::Stuck { refused, .. } => RpcError::refused(refused, game.rules()),
        Stop::Watcher(error) if error.kind() == io::ErrorKind::QuotaExceeded => {
            let most = limits::PLAYOUT_ACTIONS;
            RpcError::new(
                RpcErrorCode::Limit,
                format!("the games take more than {most} actions in total"),
            )
        }
        stop => RpcError::new(RpcErrorCode::Internal, stop.to_string()),
    }
}
