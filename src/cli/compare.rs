//! `compare`: plays the same games with two kinds of players, and reports what differs.

mod per_cent;
mod seats;
mod side;
mod text;

use std::path::PathBuf;

use super::options::{ExecutionArgs, GameArgs, LimitArgs, OnRuleError};
use super::problem::Problem;
use super::sim::strategy;
use super::streams::Streams;
use crate::seat::Strategy;
use per_cent::per_cent;

/// The arguments of `compare`.
#[derive(clap::Args, Debug)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    playing: PlayingArgs,
    /// The two kinds of players. Each has half of the seats, in all arrangements.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = strategy(),
        required = true)]
    seats: Vec<Strategy>,
    /// The number of players; by default, as many as possible.
    #[arg(long, value_name = "PLAYERS", value_parser = clap::value_parser!(u8).range(2..=6))]
    size: Option<u8>,
    /// End as soon as it is decided whether the first kind wins this share of the games.
    #[arg(long, value_name = "SHARE", value_parser = per_cent)]
    at_least: Option<f64>,
    /// How far below that share the first kind misses it: a share between counts as either.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, default_value = "5%",
        requires = "at_least")]
    below: f64,
    /// The maximum number of games.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Append the result to this file, as one line of JSON.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// How games are played.
#[derive(clap::Args, Clone, Copy, Debug)]
struct PlayingArgs {
    #[command(flatten)]
    execution: ExecutionArgs,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of games played at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// What to do when a rule fails.
    #[arg(long, value_enum, default_value = "stop")]
    on_rule_error: OnRuleError,
    #[command(flatten)]
    limit: LimitArgs,
}

/// Compares two kinds of players.
pub(super) fn compare(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    seats::play_match(args, streams)
}
