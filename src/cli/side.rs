//! One side of a comparison: the rules of a game, and how games are played with them.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::arguments::PlayingArgs;
use crate::cli::problem::Problem;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::sim::{all_cores, interrupted};
use crate::diagnostic::Diagnostics;
use crate::game::Game;
use crate::rules::Rules;
use crate::seat::{Seat, Stop, Strategy};
use crate::sim::{self, Course, Row, Usables};

/// The rules of one side.
pub(super) struct Side {
    pub(super) rules: Arc<Rules>,
    pub(super) things: Usables,
    playing: PlayingArgs,
}

impl Side {
    /// Begins a first game, to report errors that would affect all games.
    pub(super) fn new(
        loaded: &LoadedGame,
        players: usize,
        playing: PlayingArgs,
    ) -> Result<Self, Problem> {
        let rules = Arc::clone(&loaded.rules);
        loaded.begin(players, playing.seed)?;
        Ok(Self { things: Usables::of(&rules), rules, playing })
    }

    /// The rules with a script host for one thread.
    pub(super) fn loaded(&self) -> LoadedGame {
        let loaded = LoadedGame::new(Arc::clone(&self.rules), self.playing.execution);
        loaded.expect("the rules have been loaded before")
    }

    /// Plays a game with these players.
    pub(super) fn play(
        &self,
        loaded: &LoadedGame,
        kinds: &[Strategy],
        seed: u64,
    ) -> Result<Row, Problem> {
        self.play_by(loaded, kinds, seed, sim::play)
    }

    /// Plays a game with these players, and records its course.
    pub(super) fn play_course(
        &self,
        loaded: &LoadedGame,
        kinds: &[Strategy],
        seed: u64,
    ) -> Result<Course, Problem> {
        self.play_by(loaded, kinds, seed, sim::play_course)
    }

    fn play_by<T>(
        &self,
        loaded: &LoadedGame,
        kinds: &[Strategy],
        seed: u64,
        play: impl Fn(&mut Game, &mut [Box<dyn Seat>], &Usables) -> Result<T, Stop>,
    ) -> Result<T, Problem> {
        let placed = |problem| match problem {
            Problem::Files(wrong) => Problem::Files(in_game(wrong, kinds, seed)),
            other => other,
        };
        let mut game = loaded.begin(kinds.len(), seed).map_err(placed)?;
        game.on_rule_error(self.playing.on_rule_error.into());
        game.limit_operations(self.playing.limit.operations);
        let seats = kinds.iter().enumerate();
        let mut seats: Vec<_> = seats.map(|(seat, kind)| kind.create_seat(seed, seat)).collect();
        play(&mut game, &mut seats, &self.things)
            .map_err(|stop| placed(setup::stopped(&game, stop)))
    }
}

/// Adds the seed and the players of a game to its errors.
fn in_game(mut wrong: Diagnostics, kinds: &[Strategy], seed: u64) -> Diagnostics {
    if let Some(first) = wrong.0.first_mut() {
        let kinds: Vec<String> = kinds.iter().map(|kind| kind.word().to_string()).collect();
        first.notes.push(format!("in a game with seed {seed}"));
        first.hints.push(format!(
            "`newcatan run` with `--seed {seed} --players {}` repeats this game",
            kinds.join(",")
        ));
    }
    wrong
}

/// Plays numbered games on several threads, and hands over their results in order, until `each`
/// breaks or the user interrupts it.
pub(super) fn play_all<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    playing: PlayingArgs,
    worker: &(impl Fn() -> W + Sync),
    each: &mut impl FnMut(T) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let is_interrupted = interrupted()?;
    let is_over = || is_interrupted.load(Ordering::Relaxed);
    let threads = playing.threads.map_or_else(all_cores, usize::from);
    sim::in_order(numbers, threads, &is_over, worker, each);
    Ok(())
}
