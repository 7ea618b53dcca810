//! `train`: finds the weights of players that look ahead, by letting players play.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::options::{ExecutionArgs, GameArgs};
use super::problem::Problem;
use super::project;
use super::setup::{self, LoadedGame};
use super::sim::{all_cores, interrupted};
use super::streams::Streams;
use crate::content::{self, WeightFile};
use crate::count::counted;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::files;
use crate::train::{Position, Trained, play};
use crate::{rules::Rules, sim};

/// The arguments of `train`.
#[derive(clap::Args, Debug)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    execution: ExecutionArgs,
    /// The number of rounds; greedy players play the first one.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rounds: u64,
    /// The number of games in a round.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// The number of positions that a player evaluates for a decision after the first round.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The seed of the first game; each further game uses the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The file to which the weights are written after each round. If it was begun by the same
    /// command, only the missing rounds are played.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Finds weights.
pub(super) fn train(args: &TrainArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?.with_execution(args.execution)?;
    let begun = args.begun(&loaded.rules)?;
    let (first, mut trained) = match &begun {
        Some(file) => (file.rounds, Some(Trained::of(file))),
        None => (0, None),
    };
    for round in first..args.rounds {
        let positions = args.play(&loaded, round, trained.as_ref())?;
        let (fitted, loss) = match &trained {
            Some(trained) => Trained::fit(&positions, trained),
            None => Trained::fit(&positions, &Trained::nothing(&loaded.rules)),
        };
        let file = fitted.to_file(args.command(), packs(&loaded.rules), round + 1);
        files::save(&args.out, &content::print_weights(&file))?;
        writeln!(
            streams.out,
            "round {}: {}, loss {loss:.4}",
            round + 1,
            counted(positions.len(), "position")
        )?;
        trained = Some(fitted);
    }
    Ok(())
}

/// The names of the packs in play.
fn packs(rules: &Rules) -> Vec<String> {
    rules.packs.iter().map(|pack| pack.id.clone()).collect()
}

impl TrainArgs {
    /// The command whose rounds the file counts.
    fn command(&self) -> String {
        let Self { games, positions, seed, .. } = self;
        let scenario = self.game.scenario.to_string_lossy();
        format!("newcatan train {scenario} --games {games} --positions {positions} --seed {seed}")
    }

    /// The file as an earlier run has left it.
    fn begun(&self, rules: &Rules) -> Result<Option<WeightFile>, Diagnostics> {
        if !self.out.exists() {
            return Ok(None);
        }
        let name = self.out.display().to_string();
        let file =
            content::read_weights(&Source::new(name.clone(), setup::text(&self.out)?.as_str()))?;
        if file.command != self.command() || file.packs != packs(rules) {
            let message = format!("`{name}` contains the weights of another command");
            let hint = format!("it was made by `{}`: choose another file", file.command);
            return Err(Diagnostic::new(message).hint(hint).into());
        }
        Ok(Some(file))
    }

    /// The positions of the games of a round, counted from 0.
    fn play(
        &self,
        loaded: &LoadedGame,
        round: u64,
        trained: Option<&Trained>,
    ) -> Result<Vec<Position>, Problem> {
        let is_interrupted = interrupted()?;
        let is_over = || is_interrupted.load(Ordering::Relaxed);
        let (rules, players) = (&loaded.rules, *loaded.rules.seats.end());
        let worker = || {
            let loaded = LoadedGame::new(Arc::clone(rules), self.execution);
            let loaded = loaded.expect("the rules have been loaded before");
            move |seed| {
                let mut game = loaded.begin(players, seed)?;
                play(&mut game, trained, self.positions).map_err(|stop| setup::stopped(&game, stop))
            }
        };
        let threads = self.threads.map_or_else(all_cores, usize::from);
        let first = self.seed.saturating_add(round.saturating_mul(self.games));
        let bar = project::bar("games", usize::try_from(self.games).unwrap_or(usize::MAX));
        let (mut all, mut played, mut end) = (Vec::new(), 0, Ok(()));
        let seeds = first..first.saturating_add(self.games);
        sim::in_order(seeds, threads, &is_over, &worker, &mut |result| match result {
            Ok(positions) => {
                all.extend(positions);
                played += 1;
                bar.inc(1);
                ControlFlow::Continue(())
            }
            Err(problem) => {
                end = Err(problem);
                ControlFlow::Break(())
            }
        });
        bar.finish_and_clear();
        end?;
        if played < self.games { Err(Problem::Interrupted) } else { Ok(all) }
    }
}
