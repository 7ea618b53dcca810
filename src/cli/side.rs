//! The rules of many games, and how these are played: the whole of a run, or one side of a
//! comparison.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::described::repeat_game;
use super::options::{GameArgs, PlayingArgs};
use super::problem::Problem;
use super::setup::{self, LoadedGame};
use super::sim::all_cores;
use super::sim::progress::Progress;
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
    game: GameArgs,
    /// Its name, if there are two.
    name: Option<&'static str>,
}

impl Side {
    /// Begins a first game, to report errors that would affect all games.
    pub(super) fn new(
        loaded: &LoadedGame,
        game: &GameArgs,
        players: usize,
        playing: PlayingArgs,
    ) -> Result<Self, Problem> {
        let rules = Arc::clone(&loaded.rules);
        loaded.begin(players, playing.seed)?;
        let (things, game) = (Usables::of(&rules), game.clone());
        Ok(Self { things, rules, playing, game, name: None })
    }

    /// The same side with a name.
    pub(super) fn named(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
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
        self.play_by(loaded, kinds, seed, |game, mut seats, things| {
            sim::play(game, &mut seats, things)
        })
    }

    /// Plays a game with these players, and records its course.
    pub(super) fn play_course(
        &self,
        loaded: &LoadedGame,
        kinds: &[Strategy],
        seed: u64,
    ) -> Result<Course, Problem> {
        self.play_by(loaded, kinds, seed, |game, mut seats, things| {
            sim::play_course(game, &mut seats, things)
        })
    }

    /// Plays a game with these players by a function that gets the game and the seats.
    pub(super) fn play_by<T>(
        &self,
        loaded: &LoadedGame,
        kinds: &[Strategy],
        seed: u64,
        play: impl FnOnce(&mut Game, Vec<Box<dyn Seat>>, &Usables) -> Result<T, Stop>,
    ) -> Result<T, Problem> {
        let placed = |problem| match problem {
            Problem::Files(wrong) => Problem::Files(self.in_game(wrong, kinds, seed)),
            other => other,
        };
        let mut game = loaded.begin(kinds.len(), seed).map_err(placed)?;
        game.on_rule_error(self.playing.on_rule_error.into());
        game.limit_operations(self.playing.limit.operations);
        let seats = kinds.iter().enumerate();
        let seats = seats.map(|(seat, kind)| kind.create_seat(seed, seat)).collect();
        play(&mut game, seats, &self.things).map_err(|stop| placed(setup::stopped(&game, stop)))
    }

    /// Adds the side and the seed of a game to its errors, and the command that repeats it.
    fn in_game(&self, mut wrong: Diagnostics, kinds: &[Strategy], seed: u64) -> Diagnostics {
        if let Some(first) = wrong.0.first_mut() {
            let PlayingArgs { on_rule_error, limit, execution, .. } = self.playing;
            let how = (on_rule_error, limit, execution);
            let repeat = repeat_game(&self.game, (kinds, seed), how);
            let side = self.name.map(|name| format!(" of the {name} side"));
            let side = side.unwrap_or_default();
            first.notes.push(format!("in a game{side} with seed {seed}"));
            first.hints.push(format!("`{repeat}` repeats this game"));
        }
        wrong
    }
}

/// Plays numbered games on several threads, and hands over their results in order, until `each`
/// breaks or the user interrupts it.
pub(super) fn play_all<T: Send, W: FnMut(u64) -> T>(
    numbers: Range<u64>,
    playing: PlayingArgs,
    is_interrupted: &AtomicBool,
    worker: &(impl Fn() -> W + Sync),
    each: &mut impl FnMut(T) -> ControlFlow<()>,
) {
    let is_over = || is_interrupted.load(Ordering::Relaxed);
    let threads = playing.threads.map_or_else(all_cores, usize::from);
    sim::in_order(numbers, threads, &is_over, worker, each);
}

/// Plays the rows with these numbers, each of which has the same number of games, and hands them over
/// in order, until `each` breaks or the user interrupts it. The worker plays a game by its number;
/// `decisions` tells how many decisions a game had.
pub(super) fn play_rows<T: Send, W: FnMut(u64) -> Result<T, Problem>>(
    (in_row, rows): (usize, Range<u64>),
    (playing, is_interrupted): (PlayingArgs, &AtomicBool),
    worker: &(impl Fn() -> W + Sync),
    decisions: fn(&T) -> u32,
    each: &mut dyn FnMut(&Vec<T>) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let games = rows.start * in_row as u64..rows.end * in_row as u64;
    let progress = Progress::new(games.end - games.start);
    let (mut row, mut end) = (Vec::new(), Ok(()));
    let mut receive = |played: Result<T, Problem>| match played {
        Ok(game) => {
            progress.count(decisions(&game));
            row.push(game);
            if row.len() < in_row {
                return ControlFlow::Continue(());
            }
            each(&std::mem::take(&mut row))
        }
        Err(problem) => {
            end = Err(problem);
            ControlFlow::Break(())
        }
    };
    play_all(games, playing, is_interrupted, worker, &mut receive);
    progress.clear();
    end
}

/// The distinct rotations of the players.
pub(super) fn rotations(kinds: &[Strategy]) -> Vec<Vec<Strategy>> {
    let mut rotations: Vec<Vec<Strategy>> = Vec::new();
    for first in 0..kinds.len() {
        let rotation = [&kinds[first..], &kinds[..first]].concat();
        if !rotations.contains(&rotation) {
            rotations.push(rotation);
        }
    }
    rotations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_have_one_rotation() {
        let [greedy, random] = [Strategy::Greedy, Strategy::Random];
        assert_eq!(rotations(&[greedy; 4]), [[greedy; 4]]);
        assert_eq!(
            rotations(&[greedy, random, greedy, random]),
            [[greedy, random, greedy, random], [random, greedy, random, greedy]]
        );
        assert_eq!(rotations(&[greedy, greedy, random]).len(), 3);
    }
}
