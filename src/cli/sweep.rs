//! `sweep`: plays the same seeds with a grid of settings, rules and players, and reports each cell.

mod axes;
mod page;
mod report;
mod setup;
mod text;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;

use super::html::Form;
use super::options::{PlayingArgs, setting};
use super::problem::Problem;
use super::shards::ShardArgs;
use super::side::play_rows;
use super::sim::interrupted;
use super::stored::{Extent, about, add_rows, read_rows};
use super::streams::Streams;
use crate::shards::{Run, ShardFile};
use crate::sim::CellGame;
use axes::{Seating, seating};
use page::page;
use report::{SweepReport, SweepSums};
use setup::{SweepAbout, SweepSetup};

/// All games of a seed.
type Seed = Vec<CellGame>;

/// The arguments of `sweep`.
#[derive(clap::Args, Debug)]
pub(super) struct SweepArgs {
    /// The scenario: a file, or the name of one in `scenarios`.
    scenario: OsString,
    #[command(flatten, next_help_heading = "What differs between the cells")]
    varied: VariedArgs,
    #[command(flatten, next_help_heading = "What all cells have")]
    common: CommonArgs,
    #[command(flatten, next_help_heading = "Games and output")]
    playing: PlayingArgs,
    /// The number of seeds that each cell plays. Each is played once, or if the players of a cell
    /// differ, with each of them at each seat.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    shards: ShardArgs,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Also write the result, with pictures, to this file as an HTML page.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// The options of which each one gives a list. All combinations are played.
#[derive(clap::Args, Debug)]
struct VariedArgs {
    /// Give a setting each of these values. A single value is the same in all cells.
    #[arg(long, value_name = "KEY=VALUE,VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Play without any of these rules, and with each of them alone. It is a rule file, a folder, or
    /// a pack by its name.
    #[arg(long, value_name = "PATH")]
    with: Vec<PathBuf>,
    /// Play with all rules, and without each of these.
    #[arg(long, value_name = "RULE")]
    without: Vec<String>,
    /// The players; if it is given several times, each of these tables plays. By default, as many
    /// greedy players as possible.
    #[arg(long, value_name = "SEATS", value_parser = seating)]
    players: Vec<Seating>,
}

/// The options that are the same in all cells.
#[derive(clap::Args, Debug)]
struct CommonArgs {
    /// Add rules to all cells.
    #[arg(long, value_name = "PATH")]
    also: Vec<PathBuf>,
    /// The packs in play, instead of the scenario's.
    #[arg(long, value_name = "PACK", value_delimiter = ',')]
    packs: Vec<String>,
    /// Look for packs in this folder before all others.
    #[arg(long, value_name = "DIR")]
    rules: Vec<PathBuf>,
}

/// Plays all cells and reports them. After an interruption, only seeds that all cells have played
/// are reported.
pub(super) fn sweep(args: &SweepArgs, streams: &mut Streams) -> Result<(), Problem> {
    let setup = SweepSetup::new(args)?;
    let form = Form { as_json: args.json, page: args.html.as_deref() };
    form.check()?;
    let mut sums = SweepSums::new(&setup.about);
    let is_interrupted = interrupted()?;
    let mut play = |numbers, each: &mut dyn FnMut(&Seed) -> ControlFlow<()>| {
        let how = (args.playing, &*is_interrupted);
        play_rows((setup.in_seed(), numbers), how, &|| setup.worker(), |game| game.decisions, each)
    };
    let mut add = |games: &Seed| {
        sums.add(games.clone());
        ControlFlow::Continue(())
    };
    let run = (&setup.run(args.games), &*setup.repeat(args));
    let added = add_rows(&args.shards, run, &mut play, &mut add, streams)?;
    print_report(&setup.about, added.extent, &sums, form, streams)?;
    added.end
}

/// Reports the games of a complete run.
pub(super) fn merge(
    run: &Run,
    files: &[ShardFile],
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: SweepAbout = about(run)?;
    let mut sums = SweepSums::new(&about);
    read_rows(files, &mut |games: Seed| sums.add(games))?;
    print_report(&about, Extent::whole(run), &sums, form, streams)
}

/// Prints the result of these seeds, and writes the page.
fn print_report(
    about: &SweepAbout,
    extent: Extent,
    sums: &SweepSums,
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let report = SweepReport::new(about, extent, sums);
    let saved = form.save_page(report.seeds(), || page(&report));
    streams.print(&report, form.as_json, SweepReport::print_text)?;
    Ok(saved?)
}
