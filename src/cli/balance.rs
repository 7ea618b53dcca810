//! `balance`: plays many games, and reports which seats, openings, benefits and cards go with more
//! wins than their share, and what is never used and why.

mod page;
mod report;
mod setup;
mod text;

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::options::{GameArgs, PlayingArgs};
use super::problem::{Problem, unwritable};
use super::side::play_all;
use super::sim::interrupted;
use super::sim::progress::Progress;
use super::streams::Streams;
use crate::files::save;
use crate::seat::Strategy;
use crate::sim::{BalanceGame, BalanceTally};
use page::page;
use report::BalanceReport;
use setup::BalanceSetup;

/// The arguments of `balance`.
#[derive(clap::Args, Debug)]
pub(super) struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    playing: PlayingArgs,
    /// The number of seeds. Each is played once, or if the players differ, with each of them at each
    /// seat.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The players; by default, as many greedy players as possible.
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    players: Vec<Strategy>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Also write the result, with plots, to this file as an HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Plays the games and reports them. After an interruption, only seeds that are complete are
/// reported.
pub(super) fn balance(args: &BalanceArgs, streams: &mut Streams) -> Result<(), Problem> {
    let setup = BalanceSetup::lay(args)?;
    let wanted = args.games * setup.rotations.len() as u64;
    let mut tally = BalanceTally::new(setup.layout.clone());
    let (progress, mut end, mut played) = (Progress::new(wanted), Ok(()), 0);
    let mut hear = |game: Result<BalanceGame, Problem>| match game {
        Ok(game) => {
            progress.tell(game.actions);
            tally.add(game);
            played += 1;
            ControlFlow::Continue(())
        }
        Err(problem) => {
            end = Err(problem);
            ControlFlow::Break(())
        }
    };
    let worker = || setup.worker();
    play_all(0..wanted, args.playing, &*interrupted()?, &worker, &mut hear);
    progress.clear();
    tally.complete();
    let report = BalanceReport::new(&setup, args, tally.summary());
    streams.print(&report, args.json, BalanceReport::print_text)?;
    if let Some(file) = &args.html {
        let page = page(&report, &setup.side.rules.board);
        save(file, &page).map_err(|error| unwritable(file, &error))?;
    }
    end.and(if played == wanted { Ok(()) } else { Err(Problem::Interrupted) })
}
