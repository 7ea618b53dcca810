//! `train`: finds the weights of players that look ahead, by letting players play.

mod round;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::described::{RulesRun, TRAIN, add, add_changes};
use super::options::{ExecutionArgs, GameArgs};
use super::problem::{Problem, check_writable, unwritable};
use super::setup;
use super::shards::{ShardArgs, command_line};
use super::sim::interrupted;
use super::stored::{about, add_rows, read_rows};
use super::streams::{Streams, shown};
use crate::content::{self, WeightFile};
use crate::count::counted;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::files;
use crate::rules::Rules;
use crate::seat::Effort;
use crate::shards::{Run, ShardFile};
use crate::train::{Position, begin, fit};
use round::{Round, RoundAbout};

/// The positions of a game.
type Positions = Vec<Position>;

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
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=i64::from(Effort::MOST)))]
    positions: u32,
    /// The seed of the first game; each further game uses the next seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    shards: ShardArgs,
    /// The file to which the weights are written after each round. If it was begun by the same
    /// command, only the missing rounds are played. With `--shard`, which plays a part of the round
    /// that `--rounds` names, it is only read; from the second round on, it has to exist.
    #[arg(long, value_name = "FILE", required_unless_present = "shard")]
    out: Option<PathBuf>,
}

/// Finds weights.
pub(super) fn train(args: &TrainArgs, streams: &mut Streams) -> Result<(), Problem> {
    if args.shards.shard.is_some() && args.shards.shards.is_none() {
        let wrong = Diagnostic::new("a part of a round needs a folder for its games");
        return Err(wrong.hint("give it with `--shards FOLDER`").into());
    }
    let loaded = setup::load_game(&args.game)?.with_execution(args.execution)?;
    let first = args.begin(&loaded.rules);
    let mut file = match &args.out {
        Some(out) => begun(out, &first)?.unwrap_or(first),
        None => first,
    };
    if args.shards.shard.is_some() {
        args.check_round(file.rounds)?;
    }
    if let Some(out) = args.out.as_ref().filter(|_| file.rounds >= args.rounds) {
        let (out, rounds) = (shown(out), counted(file.rounds, "round"));
        let more = file.rounds + 1;
        let has = format!("`{out}` has the weights of {rounds} already");
        writeln!(streams.err, "{has}; `--rounds {more}` plays another one")?;
        return Ok(());
    }
    if args.shards.shard.is_none() {
        check_writable(args.out.as_deref())?;
    }
    let is_interrupted = interrupted()?;
    while file.rounds < args.rounds {
        let round = Round::after(&file, args, &loaded);
        let (run, repeat) = (round.run(), round.repeat());
        let mut all = Positions::new();
        let mut play = |numbers, each: &mut dyn FnMut(&Positions) -> ControlFlow<()>| {
            round.play(numbers, &is_interrupted, each)
        };
        let mut add = |positions: &Positions| {
            all.extend_from_slice(positions);
            ControlFlow::Continue(())
        };
        let added = add_rows(&args.shards, (&run, &repeat), &mut play, &mut add, streams);
        if let Err(problem) = added.and_then(|added| added.end) {
            if matches!(problem, Problem::Interrupted) {
                args.report_interrupted(file.rounds, &round.repeat_up_to(args.rounds), streams)?;
            }
            return Err(problem);
        }
        if let Some(shard) = args.shards.shard {
            let (number, count) = (file.rounds + 1, counted(all.len(), "position"));
            writeln!(streams.out, "round {number}, part {shard}: {count}")?;
            return Ok(());
        }
        file = finish(&file, &all, args.out.as_deref(), streams)?;
    }
    Ok(())
}

/// Finds the weights after a round whose games are in shards. If they are written to a file, it may
/// contain weights of earlier rounds.
pub(super) fn merge(
    run: &Run,
    files: &[ShardFile],
    out: Option<&Path>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: RoundAbout = about(run)?;
    let before = content::read_weights(&Source::new("the weights before", about.before.as_str()))?;
    if let Some(out) = out
        && let Some(file) = begun(out, &before)?
        && file.rounds > before.rounds + 1
    {
        let rounds = counted(file.rounds, "round");
        let message = format!("`{}` contains the weights of {rounds}", out.display());
        let hint = format!("these games are those of round {}", before.rounds + 1);
        return Err(Diagnostic::new(message).hint(hint).into());
    }
    check_writable(out)?;
    let mut all = Positions::new();
    read_rows(files, &mut |positions: Positions| all.extend(positions))?;
    finish(&before, &all, out, streams)?;
    if out.is_none() {
        writeln!(streams.err, "`--weights FILE` writes the weights to a file")?;
    }
    Ok(())
}

/// Finds the weights after a round with these positions, writes them and reports them.
fn finish(
    before: &WeightFile,
    positions: &[Position],
    out: Option<&Path>,
    streams: &mut Streams,
) -> Result<WeightFile, Problem> {
    let (file, loss) = fit(positions, before);
    if let Some(out) = out {
        let saved = files::save(out, &content::print_weights(&file));
        saved.map_err(|error| unwritable(out, &error))?;
    }
    let count = counted(positions.len(), "position");
    writeln!(streams.out, "round {}: {count}, loss {loss:.4}", file.rounds)?;
    Ok(file)
}

/// The file as an earlier run of the same command has left it; `None` if there is none.
fn begun(out: &Path, same: &WeightFile) -> Result<Option<WeightFile>, Diagnostics> {
    if !out.exists() {
        return Ok(None);
    }
    let name = out.display().to_string();
    let file = content::read_weights(&Source::new(name.clone(), setup::text(out)?.as_str()))?;
    let message = if file.command != same.command {
        let others = [&file, same].map(|it| options(&it.command));
        let [its, own] = [0, 1].map(|at| only(&others[at], &others[1 - at]));
        format!("`{name}` contains the weights of another command: it has {its}, this one {own}")
    } else if file.packs != same.packs {
        format!("`{name}` contains the weights of games with other packs")
    } else if file.rules.is_none() && same.rules.is_some() {
        format!("`{name}` does not tell with which rules its games were played")
    } else if file.rules != same.rules {
        format!("`{name}` contains the weights of games with other rules")
    } else {
        return Ok(Some(file));
    };
    let hint = format!("it was made by `{}`: choose another file", file.command);
    Err(Diagnostic::new(message).hint(hint).into())
}

/// The parts of a command line: the command itself, and each option with its value.
fn options(command: &str) -> Vec<String> {
    let mut parts = command.split(" --");
    let first = parts.next().unwrap_or_default().to_owned();
    std::iter::once(first).chain(parts.map(|part| format!("--{part}"))).collect()
}

/// The parts that the other command does not have.
fn only(parts: &[String], others: &[String]) -> String {
    let missing = parts.iter().filter(|part| !others.contains(part));
    let missing: Vec<String> = missing.map(|part| format!("`{part}`")).collect();
    if missing.is_empty() { "nothing else".into() } else { missing.join(", ") }
}

impl TrainArgs {
    /// Reports after an interruption what is stored, and the command that continues.
    fn report_interrupted(
        &self,
        played: u64,
        command: &str,
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        let weights = match &self.out {
            Some(out) if played > 0 => {
                format!("`{}` has the weights of {}", shown(out), counted(played, "round"))
            }
            _ => "no weights are stored".into(),
        };
        let games = match &self.shards.shards {
            Some(folder) => format!("`{}` has the complete parts of this round", shown(folder)),
            None => "the games of this round are not stored".into(),
        };
        let number = played + 1;
        writeln!(streams.err, "interrupted in round {number}: {weights}, and {games}")?;
        Ok(writeln!(streams.err, "this command continues: {command}")?)
    }

    /// Checks that a part is one of the round that follows these, and that this is the wanted round.
    fn check_round(&self, played: u64) -> Result<(), Diagnostic> {
        let before = counted(played, "round");
        if played >= self.rounds {
            let wrong = Diagnostic::new(format!("the weights of {before} are there already"));
            let hint = format!("`--rounds {}` plays a part of the next round", played + 1);
            return Err(wrong.hint(hint));
        }
        let needed = counted(self.rounds - 1, "round");
        if played + 1 == self.rounds {
            return Ok(());
        }
        let message = format!("a part of round {} needs the weights of {needed}", self.rounds);
        let hint = match &self.out {
            None => "give the file that contains them with `--out FILE`".into(),
            Some(out) if out.exists() => format!("`{}` has those of {before}", out.display()),
            Some(out) => format!("there is no file `{}`", out.display()),
        };
        Err(Diagnostic::new(message).hint(hint))
    }

    /// The file before the first round: of these arguments, and of rules with this content.
    fn begin(&self, rules: &Rules) -> WeightFile {
        let hash = RulesRun::of(rules).without_weights().hash();
        WeightFile { rules: Some(hash), ..begin(self.command(), rules) }
    }

    /// The command whose rounds the file counts.
    fn command(&self) -> String {
        let Self { game, games, positions, seed, .. } = self;
        let scenario = game.scenario.to_string_lossy().into_owned();
        let mut words = vec!["newcatan".into(), TRAIN.into(), scenario];
        add_changes(&mut words, &game.changes);
        add(&mut words, "--games", games);
        add(&mut words, "--positions", positions);
        add(&mut words, "--seed", seed);
        command_line(&words)
    }
}
