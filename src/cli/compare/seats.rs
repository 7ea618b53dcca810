//! A match between two kinds of players with the same rules.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::arguments::CompareArgs;
use crate::cli::labels::changes;
use crate::cli::options::PlayingArgs;
use crate::cli::problem::{Problem, unwritable};
use crate::cli::setup;
use crate::cli::side::{Side, play_all};
use crate::cli::sim::progress::Progress;
use crate::cli::streams::Streams;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lab::{SequentialTest, Verdict};
use crate::rules::Rules;
use crate::seat::Strategy;
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
    let arrangements = sim::arrangements(players);
    let in_seed = arrangements.len() as u64;
    let wanted = (args.games.unwrap_or(GAMES) / in_seed).max(1) * in_seed;
    let mut output = MatchOutput {
        arrangements: &arrangements,
        rows: Vec::new(),
        tally: MatchTally::default(),
        test,
        progress: Progress::new(wanted),
        end: Ok(()),
    };
    let seated = |kinds_of: &Vec<bool>| kinds_of.iter().map(|&it| kinds[usize::from(it)]).collect();
    let seats: Vec<Vec<Strategy>> = arrangements.iter().map(seated).collect();
    let PlayingArgs { seed: first, .. } = args.playing;
    let worker = || {
        let loaded = side.loaded();
        let (side, seats) = (&side, &seats);
        move |number: u64| {
            let arrangement = usize::try_from(number % in_seed).expect("there are few");
            side.play(&loaded, &seats[arrangement], first.wrapping_add(number / in_seed))
        }
    };
    let played = play_all(0..wanted, args.playing, &worker, &mut |row| output.hear(row));
    output.progress.clear();
    played?;
    let MatchOutput { tally, end, .. } = output;
    let games = tally.games();
    let verdict = test.map(|test| (test, tally.verdict(&test)));
    let report = MatchReport {
        scenario: side.rules.scenario.clone(),
        players,
        seed: first,
        seeds: games / in_seed,
        wanted,
        summary: tally.summary(&kinds.map(|kind| kind.word().to_string())),
        test: verdict.map(|(test, verdict)| TestReport {
            at_least: test.high,
            against: test.low,
            verdict,
        }),
    };
    streams.print(&report, args.json, MatchReport::print_text)?;
    let is_decided = verdict.is_some_and(|(_, verdict)| verdict != Verdict::Undecided);
    end.and(if games == wanted || is_decided { Ok(()) } else { Err(Problem::Interrupted) })?;
    args.seats.log.as_ref().map_or(Ok(()), |path| Ok(report.log(path, args)?))
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

/// Receives the games in order, and adds them seed by seed.
struct MatchOutput<'a> {
    arrangements: &'a [Vec<bool>],
    /// The games of the current seed.
    rows: Vec<Row>,
    tally: MatchTally,
    test: Option<SequentialTest>,
    progress: Progress,
    /// The final result.
    end: Result<(), Problem>,
}

impl MatchOutput<'_> {
    /// Receives the next game; stops after an error, or at a verdict.
    fn hear(&mut self, played: Result<Row, Problem>) -> ControlFlow<()> {
        match played {
            Ok(row) => {
                self.progress.tell(row.decisions);
                self.rows.push(row);
            }
            Err(problem) => {
                self.end = Err(problem);
                return ControlFlow::Break(());
            }
        }
        if self.rows.len() < self.arrangements.len() {
            return ControlFlow::Continue(());
        }
        self.tally.add(self.arrangements, &self.rows);
        self.rows.clear();
        match self.test.map(|test| self.tally.verdict(&test)) {
            None | Some(Verdict::Undecided) => ControlFlow::Continue(()),
            Some(Verdict::Reached | Verdict::Missed) => ControlFlow::Break(()),
        }
    }
}

impl MatchReport {
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
            test: self.test,
        };
        let line = serde_json::to_string(&line).expect("these types serialize to JSON");
        // One call writes the whole line, so that lines of several programs do not mix.
        let write = || files::append_or_create(path)?.write_all(format!("{line}\n").as_bytes());
        write().map_err(|error| unwritable(path, &error))
    }
}
