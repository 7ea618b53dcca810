//! `compare`: plays the same games with two sides, and reports what differs.
//!
//! The sides are two rule sets, or two kinds of players with the same rules.

mod labels;
mod pairs;
mod per_cent;
mod report;
mod seats;
mod side;
mod text;
mod until;

use std::ffi::OsString;
use std::path::PathBuf;

use super::options::{ExecutionArgs, GameArgs, LimitArgs, OnRuleError, setting};
use super::problem::Problem;
use super::sim::strategy;
use super::streams::Streams;
use crate::seat::Strategy;
use per_cent::per_cent;
use until::{Until, until};

/// The arguments of `compare`.
#[derive(clap::Args, Debug)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    seats: MatchArgs,
    #[command(flatten)]
    playing: PlayingArgs,
    /// The number of pairs of games, 1000 by default; in a match of players, the maximum number of
    /// games, 400 by default.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// The arguments of a comparison of two rule sets.
#[derive(clap::Args, Debug)]
struct RulesArgs {
    /// The scenario of the second side, instead of the same one.
    #[arg(long, value_name = "SCENARIO")]
    against: Option<OsString>,
    /// Look for packs in this folder on both sides.
    #[arg(long, value_name = "DIR")]
    both_rules: Vec<PathBuf>,
    /// Add rules to both sides, like `--with` to the second one.
    #[arg(long, value_name = "PATH")]
    both_with: Vec<PathBuf>,
    /// Leave a rule out on both sides.
    #[arg(long, value_name = "RULE")]
    both_without: Vec<String>,
    /// Give a setting another value on both sides.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    both_set: Vec<(String, String)>,
    /// The players of both sides; by default, as many greedy players as possible. If they differ,
    /// each seed is played with each of them at each seat.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = strategy())]
    players: Vec<Strategy>,
    /// Give the second side other seeds than the first.
    #[arg(long)]
    different_seeds: bool,
    /// Tell how many pairs find a difference of this size: of wins in percentage points, of all else
    /// relative to the first side.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, default_value = "3%")]
    detect: f64,
    /// Play until half of the widest interval of wins is at most this share (`1%`), or half of the
    /// interval of a measure at most this number (`turns:0.5`), but at most `--games` pairs.
    #[arg(long, value_name = "WIDTH", value_parser = until)]
    until: Option<Until>,
}

/// The arguments of a match between two kinds of players.
#[derive(clap::Args, Debug)]
struct MatchArgs {
    /// Play a match between two kinds of players with the same rules, instead of comparing rules.
    /// Each kind has half of the seats, in all arrangements.
    #[arg(long, value_name = "SEAT", value_delimiter = ',', value_parser = strategy(),
        conflicts_with_all = ["against", "both_rules", "both_with", "both_without", "both_set",
            "players", "different_seeds", "detect", "until"])]
    seats: Vec<Strategy>,
    /// The number of players; by default, as many as possible.
    #[arg(long, value_name = "PLAYERS", value_parser = clap::value_parser!(u8).range(2..=6),
        requires = "seats")]
    size: Option<u8>,
    /// End as soon as it is decided whether the first kind wins this share of the games.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, requires = "seats")]
    at_least: Option<f64>,
    /// How far below that share the first kind misses it: a share between counts as either.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, default_value = "5%",
        requires = "at_least")]
    below: f64,
    /// Append the result to this file, as one line of JSON.
    #[arg(long, value_name = "FILE", requires = "seats")]
    log: Option<PathBuf>,
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

/// Compares two rule sets, or two kinds of players.
pub(super) fn compare(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    if args.seats.seats.is_empty() {
        pairs::compare_rules(args, streams)
    } else {
        seats::play_match(args, streams)
    }
}
