//! A match between two kinds of players with the same rules.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use super::about::{MatchAbout, playing_run, repeat_match};
use super::arguments::CompareArgs;
use super::match_page::page;
use super::match_report::MatchReport;
use super::per_cent::{option_word, shown};
use crate::cli::described::{MATCH, RulesRun};
use crate::cli::html::Form;
use crate::cli::options::PlayingArgs;
use crate::cli::problem::{Problem, check_writable};
use crate::cli::setup;
use crate::cli::side::{Side, play_rows};
use crate::cli::sim::interrupted;
use crate::cli::stored::{Extent, about, add_rows, read_rows};
use crate::cli::streams::Streams;
use crate::count::{counted, counted_range};
use crate::diagnostic::Diagnostic;
use crate::lab::{SequentialTest, Verdict};
use crate::rules::Rules;
use crate::seat::Strategy;
use crate::shards::{Run, ShardFile};
use crate::sim::{self, MatchTally, Row};

/// The default maximum number of games.
const GAMES: u64 = 400;

/// Plays a match and reports its result. After an interruption, only the seeds that are complete
/// are reported.
pub(super) fn play_match(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    let kinds = two_kinds(&args.seats.seats)?;
    let test = sequential_test(args)?;
    let loaded = setup::load_game(&args.game)?.with_execution(args.playing.execution)?;
    let players = table_size(&loaded.rules, args.seats.size)?;
    let form = Form { as_json: args.json, page: args.html.as_deref() };
    form.check()?;
    check_writable(args.seats.log.as_deref())?;
    let side = Side::new(&loaded, &args.game, players, args.playing)?;
    let about = MatchAbout {
        players,
        names: loaded.begin(players, args.playing.seed)?.names().to_vec(),
        seed: args.playing.seed,
        kinds: kinds.map(|kind| kind.word().to_string()),
        rules: RulesRun::of(&side.rules),
        playing: playing_run(args.playing),
    };
    let arrangements = sim::arrangements(players);
    let in_seed = arrangements.len() as u64;
    let seeds = (args.games.unwrap_or(GAMES) / in_seed).max(1);
    report_rounded(args.games, (seeds, in_seed), streams)?;
    let seated = |kinds_of: &Vec<bool>| kinds_of.iter().map(|&it| kinds[usize::from(it)]).collect();
    let tables: Vec<Vec<Strategy>> = arrangements.iter().map(seated).collect();
    let mut tally = MatchTally::default();
    let is_interrupted = interrupted()?;
    let mut play = |numbers: Range<u64>, each: &mut dyn FnMut(&Vec<Row>) -> ControlFlow<()>| {
        play_seeds((&side, &tables), args.playing, numbers, &is_interrupted, each)
    };
    let mut add = |rows: &Vec<Row>| {
        tally.add(&arrangements, rows);
        match test.map(|test| tally.verdict(&test)) {
            None | Some(Verdict::Undecided) => ControlFlow::Continue(()),
            Some(Verdict::Reached | Verdict::Missed) => ControlFlow::Break(()),
        }
    };
    let run = Run::new(MATCH, seeds, &about);
    let repeat = repeat_match(args, &about, seeds * in_seed);
    let added = add_rows(&args.shards, (&run, &repeat), &mut play, &mut add, streams)?;
    let report = MatchReport::new(&about, &tally, added.extent, test);
    let log = args.seats.log.as_ref().filter(|_| added.end.is_ok());
    let logged = log.map_or(Ok(()), |path| report.log(path, args));
    print_report(&report, form, streams)?;
    added.end?;
    Ok(logged?)
}

/// Reports the games of a complete match.
pub(in crate::cli) fn merge(
    run: &Run,
    files: &[ShardFile],
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: MatchAbout = about(run)?;
    let arrangements = sim::arrangements(about.players);
    let mut tally = MatchTally::default();
    read_rows(files, &mut |rows: Vec<Row>| tally.add(&arrangements, &rows))?;
    print_report(&MatchReport::new(&about, &tally, Extent::whole(run), None), form, streams)
}

/// Reports that another number of games is played than the one that is given, if it is.
fn report_rounded(
    given: Option<u64>,
    (seeds, in_seed): (u64, u64),
    streams: &mut Streams,
) -> Result<(), Problem> {
    let Some(given) = given.filter(|given| *given != seeds * in_seed) else { return Ok(()) };
    let games = counted(seeds * in_seed, "game");
    let each = format!("each seed is played in all {in_seed} arrangements");
    Ok(writeln!(streams.err, "{games} instead of {given}: {each}")?)
}

/// Prints the result, and writes the page.
fn print_report(
    report: &MatchReport,
    form: Form<'_>,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let saved = form.save_page(report.summary.games, || page(report));
    streams.print(report, form.as_json, MatchReport::print_text)?;
    Ok(saved?)
}

/// Plays all games of the seeds with these numbers, one at each of these tables, and hands them over
/// in order, until `each` breaks or the user interrupts it.
fn play_seeds(
    (side, tables): (&Side, &[Vec<Strategy>]),
    playing: PlayingArgs,
    numbers: Range<u64>,
    is_interrupted: &AtomicBool,
    each: &mut dyn FnMut(&Vec<Row>) -> ControlFlow<()>,
) -> Result<(), Problem> {
    let in_seed = tables.len() as u64;
    let worker = || {
        let loaded = side.loaded();
        move |number: u64| {
            let table = usize::try_from(number % in_seed).expect("there are few");
            side.play(&loaded, &tables[table], playing.seed.wrapping_add(number / in_seed))
        }
    };
    let rows = (tables.len(), numbers);
    play_rows(rows, (playing, is_interrupted), &worker, |row| row.decisions, each)
}

fn two_kinds(seats: &[Strategy]) -> Result<[Strategy; 2], Diagnostic> {
    <[Strategy; 2]>::try_from(seats).map_err(|_| {
        let message = "`--seats` takes two kinds of players";
        Diagnostic::new(message).hint("such as `--seats greedy,random`")
    })
}

/// The number of players.
fn table_size(rules: &Rules, size: Option<u8>) -> Result<usize, Diagnostic> {
    let players = size.map_or(*rules.seats.end(), usize::from);
    if rules.seats.contains(&players) {
        return Ok(players);
    }
    let seats = counted_range(*rules.seats.start(), *rules.seats.end(), "player");
    let message = format!("`{}` is for {seats}, not {players}", rules.scenario);
    Err(Diagnostic::new(message).hint("`--size` is the number of players"))
}

/// The test that the arguments ask for.
fn sequential_test(args: &CompareArgs) -> Result<Option<SequentialTest>, Diagnostic> {
    let Some(high) = args.seats.at_least else { return Ok(None) };
    // Rounded, since the difference of two shares in per cent has few digits.
    let low = ((high - args.seats.below) * 1e6).round() / 1e6;
    if low <= 0.0 {
        let below = shown(args.seats.below);
        let message = format!("`--at-least` must be above `--below`, which is {below}");
        let half = option_word(high / 2.0);
        let hint = format!("the default is 5 %; give a smaller one, such as `--below {half}`");
        return Err(Diagnostic::new(message).hint(hint));
    }
    Ok(Some(SequentialTest { low, high }))
}
