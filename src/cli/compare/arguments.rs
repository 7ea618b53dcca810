//! The arguments of `compare`.

use std::ffi::OsString;
use std::path::PathBuf;

use super::per_cent::per_cent;
use super::until::{Until, until};
use crate::cli::options::{GameArgs, PlayingArgs, setting};
use crate::cli::shards::ShardArgs;
use crate::seat::Strategy;

/// The arguments of `compare`.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct CompareArgs {
    #[command(flatten, next_help_heading = "The second side, which is the scenario with changes")]
    pub(super) game: GameArgs,
    #[command(flatten, next_help_heading = "Comparison of rules")]
    pub(super) rules: RulesArgs,
    #[command(flatten, next_help_heading = "Match between players")]
    pub(super) seats: MatchArgs,
    #[command(flatten, next_help_heading = "Games and output")]
    pub(super) playing: PlayingArgs,
    /// The number of pairs of games, 1000 by default; in a match of players, the maximum number of
    /// games, 400 by default. A match plays each seed in all arrangements, so the number is rounded
    /// down to a multiple of these: 6 with three or four players.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: Option<u64>,
    #[command(flatten)]
    pub(super) shards: ShardArgs,
    /// Print the result as JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// Also write the result, with plots, to this file as an HTML page.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
}

/// The arguments of a comparison of two rule sets.
#[derive(clap::Args, Debug)]
pub(super) struct RulesArgs {
    /// The scenario of the second side, instead of the same one.
    #[arg(long, value_name = "SCENARIO")]
    pub(super) against: Option<OsString>,
    /// Look for packs in this folder on both sides.
    #[arg(long, value_name = "DIR")]
    pub(super) both_rules: Vec<PathBuf>,
    /// Add rules to both sides, like `--with` to the second one.
    #[arg(long, value_name = "PATH")]
    pub(super) both_with: Vec<PathBuf>,
    /// Leave a rule out on both sides.
    #[arg(long, value_name = "RULE")]
    pub(super) both_without: Vec<String>,
    /// Give a setting another value on both sides.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub(super) both_set: Vec<(String, String)>,
    /// The players of both sides; by default, as many greedy players as possible. If they differ,
    /// each seed is played with each of them at each seat.
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    pub(super) players: Vec<Strategy>,
    /// Give the second side other seeds than the first.
    #[arg(long)]
    pub(super) different_seeds: bool,
    /// Tell how many pairs find a difference of this size: of wins in percentage points, of all else
    /// relative to the first side.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, default_value = "3%")]
    pub(super) detect: f64,
    /// Play until half of the widest interval of wins is at most this share (`1%`), or half of the
    /// interval of a measure at most this number (`turns:0.5`), but at most `--games` pairs.
    #[arg(long, value_name = "WIDTH", value_parser = until,
        conflicts_with_all = ["shard", "shards"])]
    pub(super) until: Option<Until>,
}

/// The arguments of a match between two kinds of players.
#[derive(clap::Args, Debug)]
pub(super) struct MatchArgs {
    /// Play a match between two kinds of players with the same rules, instead of comparing rules.
    /// Each kind has half of the seats, in all arrangements.
    #[arg(long, value_name = "SEAT", value_delimiter = ',',
        conflicts_with_all = ["against", "both_rules", "both_with", "both_without", "both_set",
            "players", "different_seeds", "detect", "until"])]
    pub(super) seats: Vec<Strategy>,
    /// The number of players; by default, as many as possible.
    #[arg(long, value_name = "PLAYERS", value_parser = clap::value_parser!(u8).range(2..=6),
        requires = "seats")]
    pub(super) size: Option<u8>,
    /// End as soon as it is decided whether the first kind wins this share of the games.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, requires = "seats",
        conflicts_with_all = ["shard", "shards"])]
    pub(super) at_least: Option<f64>,
    /// The first kind misses the share of `--at-least` if it wins less by this much. The verdict on
    /// a share in between may be either.
    #[arg(long, value_name = "SHARE", value_parser = per_cent, default_value = "5%",
        requires = "at_least")]
    pub(super) below: f64,
    /// Append the result to this file, as one line of JSON.
    #[arg(long, value_name = "FILE", requires = "seats",
        conflicts_with_all = ["shard", "shards"])]
    pub(super) log: Option<PathBuf>,
}
