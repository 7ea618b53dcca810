//! A comparison of two rule sets: pairs of games with the same seeds and players.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use super::about::{PairAbout, pairs_run, repeat_pairs};
use super::arguments::CompareArgs;
use super::page::page;
use super::pair_setup::{Pair, PairSetup};
use super::report::CompareReport;
use super::until::Stop;
use crate::cli::html::Form;
use crate::cli::problem::Problem;
use crate::cli::side::play_all;
use crate::cli::sim::interrupted;
use crate::cli::sim::progress::Progress;
use crate::cli::stored::{Extent, about, add_rows, read_rows};
use crate::cli::streams::Streams;
use crate::shards::{Run, ShardFile};
use crate::sim::{Comparison, Measures};

/// The default number of pairs.
const PAIRS: u64 = 1000;

/// Compares two rule sets. After an interruption, only complete pairs are reported.
pub(super) fn compare_rules(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    let pairs = args.games.unwrap_or(PAIRS);
    let setup = PairSetup::new(args, pairs)?;
    let form = Form { as_json: args.json, page: args.html.as_deref() };
    form.check()?;
    let mut comparison = summed(&setup.about);
    let players = setup.about.names.len();
    let stop =
        args.rules.until.as_ref().map(|until| Stop::new(until, &comparison.measures, players));
    let mut stop = stop.transpose()?;
    let is_interrupted = interrupted()?;
    let mut play = |numbers: Range<u64>, each: &mut dyn FnMut(&Pair) -> ControlFlow<()>| {
        play_pairs(&setup, args, numbers, &is_interrupted, each)
    };
    let mut add = |pair: &Pair| {
        comparison.add(pair);
        let is_enough = stop.as_mut().is_some_and(|stop| stop.is_enough(&comparison.differences));
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let run = (&pairs_run(&setup.about, pairs), &*repeat_pairs(args, &setup.about, pairs));
    let added = add_rows(&args.shards, run, &mut play, &mut add, streams)?;
    let until = stop.map(|stop| stop.report(&comparison.differences));
    let report =
        CompareReport { until, ..CompareReport::new(&setup.about, &comparison, added.extent) };
    print_report(&setup.about, &report, &comparison, form, streams)?;
    added.end
}

/// Reports the pairs of a complete run.
pub(in crate::cli) fn merge(
    run: &Run,
    files: &[ShardFile],
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: PairAbout = about(run)?;
    let mut comparison = summed(&about);
    read_rows(files, &mut |pair: Pair| comparison.add(&pair))?;
    let report = CompareReport::new(&about, &comparison, Extent::whole(run));
    print_report(&about, &report, &comparison, form, streams)
}

/// Prints the result of these pairs, and writes the page.
fn print_report(
    about: &PairAbout,
    report: &CompareReport,
    comparison: &Comparison,
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let saved = form.save_page(report.pairs, || page(report, &about.boards, comparison));
    streams.print(report, form.as_json, CompareReport::print_text)?;
    Ok(saved?)
}

/// No pairs yet.
fn summed(about: &PairAbout) -> Comparison {
    let [first, second] = &about.things;
    Comparison::new(Measures::new(&about.names, [first, second]))
}

/// Plays the pairs with these numbers and hands them over in order, until `each` breaks or the user
/// interrupts it.
fn play_pairs(
    setup: &PairSetup,
    args: &CompareArgs,
    numbers: Range<u64>,
    is_interrupted: &AtomicBool,
    each: &mut dyn FnMut(&Pair) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let in_pair = 2 * setup.about.rotations as u64;
    let progress = Progress::new((numbers.end - numbers.start) * in_pair);
    let worker = || {
        let loaded = [0, 1].map(|side| setup.sides[side].loaded());
        move |number| setup.play(&loaded, number)
    };
    let mut end = Ok(());
    let mut receive = |played: Result<Pair, Problem>| match played {
        Ok(pair) => {
            pair.iter().flatten().for_each(|course| progress.count(course.row.decisions));
            each(&pair)
        }
        Err(problem) => {
            end = Err(problem);
            ControlFlow::Break(())
        }
    };
    play_all(numbers, args.playing, is_interrupted, &worker, &mut receive);
    progress.clear();
    end
}
