//! `balance`: plays many games, and reports which seats, openings, benefits and cards go with more
//! wins than their share, and what is never used and why.

mod page;
mod report;
mod setup;
mod text;

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::html::Form;
use super::options::{GameArgs, PlayingArgs};
use super::problem::Problem;
use super::shards::ShardArgs;
use super::side::play_rows;
use super::sim::interrupted;
use super::stored::{Extent, about, add_rows, read_rows};
use super::streams::Streams;
use crate::seat::Strategy;
use crate::shards::{Run, ShardFile};
use crate::sim::{BalanceGame, BalanceTally};
use page::page;
use report::BalanceReport;
use setup::{BalanceAbout, BalanceSetup};

/// All games of a seed.
type Seed = Vec<BalanceGame>;

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
    #[command(flatten)]
    shards: ShardArgs,
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
    let setup = BalanceSetup::new(args)?;
    let form = Form { as_json: args.json, page: args.html.as_deref() };
    form.check()?;
    let layout = &setup.about.layout;
    let mut tally = BalanceTally::new(layout.clone());
    let is_interrupted = interrupted()?;
    let mut play = |numbers, each: &mut dyn FnMut(&Seed) -> ControlFlow<()>| {
        let how = (args.playing, &*is_interrupted);
        play_rows((layout.in_seed, numbers), how, &|| setup.worker(), |game| game.actions, each)
    };
    let mut add = |games: &Seed| {
        for game in games {
            tally.add(game.clone());
        }
        ControlFlow::Continue(())
    };
    let run = (&setup.run(args.games), &*setup.repeat(args));
    let added = add_rows(&args.shards, run, &mut play, &mut add, streams)?;
    print_report(&setup.about, added.extent, &tally, form, streams)?;
    added.end
}

/// Reports the games of a complete run.
pub(super) fn merge(
    run: &Run,
    files: &[ShardFile],
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: BalanceAbout = about(run)?;
    let mut tally = BalanceTally::new(about.layout.clone());
    read_rows(files, &mut |games: Seed| games.into_iter().for_each(|game| tally.add(game)))?;
    print_report(&about, Extent::whole(run), &tally, form, streams)
}

/// Prints the result of these seeds, and writes the page.
fn print_report(
    about: &BalanceAbout,
    extent: Extent,
    tally: &BalanceTally,
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let report = BalanceReport::new(about, extent, tally.summary());
    let saved = form.save_page(report.summary.games, || page(&report, &about.board));
    streams.print(&report, form.as_json, BalanceReport::print_text)?;
    Ok(saved?)
}
