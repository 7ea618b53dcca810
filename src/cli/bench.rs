//! `bench`: measures how fast random games are played, on one core.

use std::io::Write;
use std::time::{Duration, Instant};

use super::args::{GameArgs, WayArgs};
use super::{Problem, Streams, setup};
use crate::seat::playout;

/// The arguments of `bench`.
#[derive(clap::Args, Debug)]
pub(super) struct BenchArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    way: WayArgs,
    /// How many games.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of the first game; the others follow it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays random games and prints how fast that was.
pub(super) fn bench(args: &BenchArgs, streams: &mut Streams) -> Result<(), Problem> {
    let loaded = setup::load_game(&args.game)?.in_way(args.way)?;
    let players = *loaded.rules.seats.end();
    let (mut decisions, mut turns, mut decided) = (0_u64, 0_u64, 0_u64);
    let begun = now();
    for seed in (args.seed..).take(usize::try_from(args.games).unwrap_or(usize::MAX)) {
        let mut game = loaded.begin(players, seed)?;
        let played = playout(&mut game, seed);
        let played = played.map_err(|stop| setup::stopped(&game, stop))?;
        decisions += u64::from(played);
        turns += u64::from(game.table().turn);
        decided += u64::from(game.table().winner.is_some());
    }
    let time = begun.elapsed();
    let (games, out) = (args.games, &mut streams.out);
    writeln!(
        out,
        "{}: {games} random games of {players} players on one core",
        loaded.rules.scenario
    )?;
    writeln!(out, "  {:>12} decisions a second", per_second(decisions, time))?;
    writeln!(out, "  {:>12} games a second", per_second(games, time))?;
    writeln!(out, "  {:>12} decisions a game", decisions / games)?;
    writeln!(out, "  {:>12} turns a game", turns / games)?;
    writeln!(out, "  {:>12} ended by a win", format!("{} %", 100 * decided / games))?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures time, no game sees it")]
fn now() -> Instant {
    Instant::now()
}

fn per_second(count: u64, time: Duration) -> u128 {
    u128::from(count) * 1_000_000_000 / time.as_nanos().max(1)
}
