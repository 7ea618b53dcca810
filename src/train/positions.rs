//! The positions of a game with their features, and who won.

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

use super::Trained;
use crate::action::Action;
use crate::chance::fnv1a;
use crate::game::Game;
use crate::seat::search::features::{Analyst, FEATURES, Features};
use crate::seat::{ActionReport, Greedy, Search, Seat, Stop, play_out};
use crate::set::Id;
use crate::table::{PLAYERS, Step};

/// A position of a game that somebody won.
#[derive(Clone, Debug)]
pub struct Position {
    /// The features of each player, by seat.
    pub(super) features: Vec<[f32; FEATURES]>,
    /// The seat of the winner.
    pub(super) winner: usize,
    /// Whether it is a position of the placement.
    pub(super) is_placement: bool,
}

/// The share of the positions between actions that are noted, in percent: neighbors are alike.
const NOTED: u32 = 40;

/// Plays a game of players who look ahead with these weights, or of greedy ones without weights.
/// `budget` is the number of positions that a player may evaluate for a decision. Returns some of
/// the positions before somebody rolls the dice or ends a turn, and all those after a placement; no
/// position of a game without a winner.
///
/// # Errors
/// When a rule fails or a seat is stuck.
pub fn play(
    game: &mut Game,
    trained: Option<&Trained>,
    budget: u32,
) -> Result<Vec<Position>, Stop> {
    let seed = game.table().seed();
    let mut chance = Lcg64Xsh32::new(seed, fnv1a(b"training"));
    let players = game.table().everybody().len();
    let seat = |index: usize| -> Box<dyn Seat> {
        match trained {
            Some(trained) => {
                Box::new(Search::new(budget, seed, index).with_weights(trained.weights()))
            }
            None => Box::new(Greedy::new()),
        }
    };
    let mut seats: Vec<Box<dyn Seat>> = (0..players).map(seat).collect();
    let mut noted: Vec<([Features; PLAYERS], bool)> = Vec::new();
    let mut before = game.clone();
    play_out(game, &mut seats, &mut |played: &ActionReport<'_>| {
        let is_placement = matches!(played.game.table().step(), Step::Place(_));
        let position = match played.action {
            Action::Build { .. } if is_placement => Some(played.game),
            Action::End | Action::Roll if chance.next_u32() % 100 < NOTED => Some(&before),
            _ => None,
        };
        if let Some(position) = position {
            noted.push((Analyst::of(position)?.features(position)?, is_placement));
        }
        before.copy_from(played.game);
        Ok(())
    })?;
    let Some(winner) = game.table().winner() else { return Ok(Vec::new()) };
    let position = |(features, is_placement): ([Features; PLAYERS], bool)| Position {
        features: features[..players].iter().map(narrowed).collect(),
        winner: winner.index(),
        is_placement,
    };
    Ok(noted.into_iter().map(position).collect())
}

#[expect(clippy::cast_possible_truncation, reason = "features need no more digits")]
fn narrowed(features: &Features) -> [f32; FEATURES] {
    features.map(|feature| feature as f32)
}
