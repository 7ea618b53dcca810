//! A match between two kinds of players with the same rules.

use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::about::{MatchAbout, playing_run, repeat_match};
use super::arguments::CompareArgs;
use crate::cli::described::{MATCH, RulesRun};
use crate::cli::labels::changes;
use crate::cli::options::PlayingArgs;
use crate::cli::problem::{Problem, unwritable};
use crate::cli::setup;
use crate::cli::side::{Side, play_rows};
use crate::cli::sim::interrupted;
use crate::cli::stored::{about, add_rows, read_rows};
use crate::cli::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lab::{SequentialTest, Verdict};
use crate::rules::Rules;
use crate::seat::Strategy;
use crate::shards::{Run, ShardFile};
use crate::sim::{self, MatchSummary, MatchTally, Row};

/// The default maximum number of games.
const GAMES: u64 = 400;

/// The result of a match.
#[derive(Serialize)]
pub(super) struct MatchReport {
    pub(super) scenario: String,
    /// The number of players in each game.
    pub(super) players: usize,
    /// The first seed, and the number of seeds.
    pub(super) seed: u64,
    pub(super) seeds: u64,
    /// The maximum number of games: that of all arrangements of whole seeds.
    pub(super) wanted: u64,
    #[serde(flatten)]
    pub(super) summary: MatchSummary,
    pub(super) test: Option<TestReport>,
}

/// The result of the test whether the first kind wins a share of the games.
#[derive(Clone, Copy, Serialize)]
pub(super) struct TestReport {
    /// The share to reach, and the share that misses it.
    pub(super) at_least: f64,
    pub(super) against: f64,
    pub(super) verdict: Verdict,
}

/// A match as one line of a log. The lines of a log add up: of the same players, different seeds.
#[derive(Serialize)]
struct MatchLine<'a> {
    engine: &'static str,
    scenario: &'a str,
    /// The changes to the scenario, as given on the command line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<String>,
    players: usize,
    seats: [&'a str; 2],
    seed: u64,
    seeds: u64,
    games: u64,
    wins: [u64; 2],
    undecided: u64,
    design_effect: f64,
    test: Option<TestReport>,
}

/// Plays a match and reports its result. After an interruption, only the seeds that are complete
/// are reported.
pub(super) fn play_match(args: &CompareArgs, streams: &mut Streams) -> Result<(), Problem> {
    let kinds = two_kinds(&args.seats.seats)?;
    let test = sequential_test(args)?;
    let loaded = setup::load_game(&args.game)?.with_execution(args.playing.execution)?;
    let players = table_size(&loaded.rules, args.seats.size)?;
    let side = Side::new(&loaded, players, args.playing)?;
    let about = MatchAbout {
        players,
        seed: args.playing.seed,
        kinds: kinds.map(|kind| kind.word().to_string()),
        rules: RulesRun::of(&side.rules),
        playing: playing_run(args.playing),
    };
    let arrangements = sim::arrangements(players);
    let in_seed = arrangements.len() as u64;
    let seeds = (args.games.unwrap_or(GAMES) / in_seed).max(1);
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
    let (first, wanted) = added.extent;
    let report = MatchReport::new(&about, &tally, (first, wanted * in_seed), test);
    streams.print(&report, args.json, MatchReport::print_text)?;
    added.end?;
    args.seats.log.as_ref().map_or(Ok(()), |path| Ok(report.log(path, args)?))
}

/// Reports the games of a complete match.
pub(in crate::cli) fn merge(
    run: &Run,
    files: &[ShardFile],
    as_json: bool,
    streams: &mut Streams,
) -> Result<(), Problem> {
    let about: MatchAbout = about(run)?;
    let arrangements = sim::arrangements(about.players);
    let mut tally = MatchTally::default();
    read_rows(files, &mut |rows: Vec<Row>| tally.add(&arrangements, &rows))?;
    let wanted = run.rows * arrangements.len() as u64;
    let report = MatchReport::new(&about, &tally, (0, wanted), None);
    Ok(streams.print(&report, as_json, MatchReport::print_text)?)
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
    let (scenario, [least, most]) = (&rules.scenario, [rules.seats.start(), rules.seats.end()]);
    let message = format!("`{scenario}` is for {least} to {most} players, not {players}");
    Err(Diagnostic::new(message).hint("`--size` is the number of players"))
}

/// The test that the arguments ask for.
fn sequential_test(args: &CompareArgs) -> Result<Option<SequentialTest>, Diagnostic> {
    let Some(high) = args.seats.at_least else { return Ok(None) };
    // Rounded, since the difference of two shares in per cent has few digits.
    let low = ((high - args.seats.below) * 1e6).round() / 1e6;
    if low <= 0.0 {
        let message = "`--below` must be less than `--at-least`";
        return Err(Diagnostic::new(message));
    }
    Ok(Some(SequentialTest { low, high }))
}

impl MatchReport {
    /// The result of these games, which are those from the seed with number `first` on.
    fn new(
        about: &MatchAbout,
        tally: &MatchTally,
        (first, wanted): (u64, u64),
        test: Option<SequentialTest>,
    ) -> Self {
        let in_seed = sim::arrangements(about.players).len() as u64;
        let told = |test: SequentialTest| TestReport {
            at_least: test.high,
            against: test.low,
            verdict: tally.verdict(&test),
        };
        Self {
            scenario: about.rules.scenario.clone(),
            players: about.players,
            seed: about.seed.wrapping_add(first),
            seeds: tally.games() / in_seed,
            wanted,
            summary: tally.summary(&about.kinds),
            test: test.map(told),
        }
    }

    /// Appends the result to a log.
    fn log(&self, path: &Path, args: &CompareArgs) -> Result<(), Diagnostic> {
        let [first, second] = &self.summary.kinds;
        let line = MatchLine {
            engine: env!("CARGO_PKG_VERSION"),
            scenario: &self.scenario,
            changes: changes(&args.game.changes),
            players: self.players,
            seats: [&first.seat, &second.seat],
            seed: self.seed,
            seeds: self.seeds,
            games: self.summary.games,
            wins: [first.wins.count, second.wins.count],
            undecided: self.summary.undecided.count,
            design_effect: self.summary.design_effect,
            test: self.test,
        };
        let line = serde_json::to_string(&line).expect("these types serialize to JSON");
        // One call writes the whole line, so that lines of several programs do not mix.
        let write = || files::append_or_create(path)?.write_all(format!("{line}\n").as_bytes());
        write().map_err(|error| unwritable(path, &error))
    }
}
