//! One round: its games, what decides them, and the command line that repeats it.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use super::{Positions, TrainArgs};
use crate::cli::described::{PlayingRun, RulesRun, TRAIN, add, add_changes, add_playing};
use crate::cli::options::{LimitArgs, OnRuleError};
use crate::cli::problem::Problem;
use crate::cli::project;
use crate::cli::setup::{self, LoadedGame};
use crate::cli::shards::command_line;
use crate::cli::sim::all_cores;
use crate::content::{self, WeightFile};
use crate::game::GAME_OPERATIONS;
use crate::shards::{Run, Shard};
use crate::sim;
use crate::train::{Trained, play};

/// A round that follows some rounds, or none.
pub(super) struct Round<'a> {
    before: &'a WeightFile,
    args: &'a TrainArgs,
    loaded: &'a LoadedGame,
}

/// What decides the games of a round, besides the engine and their number, and the weights that
/// follow from them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct RoundAbout {
    /// The number of the round, from 1.
    round: u64,
    /// The seed of its first game.
    seed: u64,
    /// The number of positions that a player evaluates for a decision after the first round.
    positions: u32,
    /// The file with the weights of the rounds before, as text: its numbers are read back exactly.
    pub(super) before: String,
    #[serde(flatten)]
    rules: RulesRun,
    #[serde(flatten)]
    playing: PlayingRun,
}

/// The options of other commands that `train` has not.
const ON_RULE_ERROR: OnRuleError = OnRuleError::Stop;
const LIMIT: LimitArgs = LimitArgs { operations: GAME_OPERATIONS };

impl<'a> Round<'a> {
    /// The round that follows those of a file.
    pub(super) fn after(
        before: &'a WeightFile,
        args: &'a TrainArgs,
        loaded: &'a LoadedGame,
    ) -> Self {
        Self { before, args, loaded }
    }

    /// The seed of the first game.
    fn seed(&self) -> u64 {
        self.args.seed.saturating_add(self.before.rounds.saturating_mul(self.args.games))
    }

    /// The run of all its games.
    pub(super) fn run(&self) -> Run {
        let about = RoundAbout {
            round: self.before.rounds + 1,
            seed: self.seed(),
            positions: self.args.positions,
            before: content::print_weights(self.before),
            // The weights beside the scenario may be those that this command has written.
            rules: RulesRun::of(&self.loaded.rules).without_weights(),
            playing: PlayingRun::of(ON_RULE_ERROR, LIMIT, self.args.execution),
        };
        Run::new(TRAIN, self.args.games, &about)
    }

    /// The command line that plays the whole round, without the options that do not change its
    /// games.
    pub(super) fn repeat(&self) -> String {
        command_line(&self.words(self.before.rounds + 1))
    }

    /// The command line that goes on with this round, up to the round with this number.
    pub(super) fn repeat_up_to(&self, last: u64) -> String {
        let mut words = self.words(last);
        if let Some(shard) = self.args.shards.shard {
            add(&mut words, "--shard", &shard);
        }
        if let Some(folder) = &self.args.shards.shards {
            add(&mut words, "--shards", &folder.display());
        }
        command_line(&words)
    }

    /// The words of the command line that plays the rounds up to this one.
    fn words(&self, rounds: u64) -> Vec<String> {
        let TrainArgs { game, execution, games, positions, seed, out, .. } = self.args;
        let scenario = game.scenario.to_string_lossy().into_owned();
        let mut words = vec!["newcatan".into(), TRAIN.into(), scenario];
        add_changes(&mut words, &game.changes);
        add_playing(&mut words, ON_RULE_ERROR, LIMIT, *execution);
        add(&mut words, "--rounds", &rounds);
        add(&mut words, "--games", games);
        add(&mut words, "--positions", positions);
        add(&mut words, "--seed", seed);
        if let Some(out) = out {
            add(&mut words, "--out", &out.display());
        }
        words
    }

    /// Adds the seed of a game to a problem in it, and the command that plays this game alone.
    fn in_game(&self, problem: Problem, number: u64) -> Problem {
        let mut wrong = match problem {
            Problem::Files(wrong) => wrong,
            other => return other,
        };
        if let Some(first) = wrong.0.first_mut() {
            let mut words = self.words(self.before.rounds + 1);
            add(&mut words, "--shard", &Shard { part: number + 1, of: self.args.games });
            let folder = self.args.shards.shards.clone().unwrap_or_else(|| "again".into());
            add(&mut words, "--shards", &folder.display());
            let seed = self.seed().saturating_add(number);
            first.notes.push(format!("in a game with seed {seed}"));
            first.hints.push(format!("`{}` repeats this game", command_line(&words)));
        }
        Problem::Files(wrong)
    }

    /// Plays the games with these numbers, counted from 0, and hands their positions over in order,
    /// until `each` breaks or the user interrupts it.
    pub(super) fn play(
        &self,
        numbers: Range<u64>,
        is_interrupted: &AtomicBool,
        each: &mut dyn FnMut(&Positions) -> ControlFlow<()>,
    ) -> Result<(), Problem> {
        let is_over = || is_interrupted.load(Ordering::Relaxed);
        let (rules, players) = (&self.loaded.rules, *self.loaded.rules.seats.end());
        let (trained, first) = (Trained::of(self.before), self.seed());
        let worker = || {
            let loaded = LoadedGame::new(Arc::clone(rules), self.args.execution);
            let loaded = loaded.expect("the rules have been loaded before");
            let (trained, positions) = (trained.as_ref(), self.args.positions);
            move |number| {
                let game = loaded.begin(players, first.saturating_add(number));
                let played = game.and_then(|mut game| {
                    let played = play(&mut game, trained, positions);
                    played.map_err(|stop| setup::stopped(&game, stop))
                });
                played.map_err(|problem| (number, problem))
            }
        };
        let threads = self.args.threads.map_or_else(all_cores, usize::from);
        let count = numbers.end - numbers.start;
        let bar = project::bar("games", usize::try_from(count).unwrap_or(usize::MAX));
        let mut end = Ok(());
        sim::in_order(numbers, threads, &is_over, &worker, &mut |result| match result {
            Ok(positions) => {
                bar.inc(1);
                each(&positions)
            }
            Err((number, problem)) => {
                end = Err(self.in_game(problem, number));
                ControlFlow::Break(())
            }
        });
        bar.finish_and_clear();
        end
    }
}
