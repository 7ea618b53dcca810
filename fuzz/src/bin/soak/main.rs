//! The soak test: a million random games over all scenarios and combinations of packs.
//!
//! `just soak` runs it. A run that was stopped continues where it stopped. `just soak --from
//! 500000` starts at this game. Findings are written immediately, each with the command that repeats
//! its game. `just soak 500000 --shard 1/4 --shards FOLDER` plays a part of a run on one of several
//! machines, all with the same program, and `just soak 500000 --merge FOLDER` sums them up.
//! `--only SCENARIOS` before or after these plays only these scenarios, as they are, and each game
//! by the interpreter too.

mod parts;
mod plan;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use newcatan::shards::Shard;
use newcatan_fuzz::fuzzing::play::bytes::Bytes;
use newcatan_fuzz::fuzzing::play::setup::{self, Setup};
use newcatan_fuzz::fuzzing::play::{Depth, Play};
use plan::Plan;
use rayon::prelude::*;
use serde_json::{Value, json};

/// The default number of games.
const GAMES: u64 = 1_000_000;
/// The number of consecutive games with the same rules.
const BATCH: u64 = 50;
/// The number of batches between saves of the state.
const SAVED: u64 = 40;
/// The number of actions between full checks.
const EVERY: usize = 150;

/// The results of the games with one setup.
#[derive(Clone, Default)]
struct Row {
    games: u64,
    actions: u64,
    won: u64,
    at_the_limit: u64,
    stalled: u64,
    findings: u64,
    milliseconds: u64,
}

impl Row {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.actions += other.actions;
        self.won += other.won;
        self.at_the_limit += other.at_the_limit;
        self.stalled += other.stalled;
        self.findings += other.findings;
        self.milliseconds += other.milliseconds;
    }

    fn save(&self) -> Value {
        json!([
            self.games,
            self.actions,
            self.won,
            self.at_the_limit,
            self.stalled,
            self.findings,
            self.milliseconds
        ])
    }

    fn read(saved: &Value) -> Option<Self> {
        let number = |at: usize| saved.get(at).and_then(Value::as_u64);
        Some(Self {
            games: number(0)?,
            actions: number(1)?,
            won: number(2)?,
            at_the_limit: number(3)?,
            stalled: number(4)?,
            findings: number(5)?,
            milliseconds: number(6)?,
        })
    }
}

/// The state of a run.
#[derive(Default)]
struct Soak {
    /// A hash of the running program; a different program begins anew.
    program: u64,
    batches: u64,
    seconds: u64,
    rows: BTreeMap<String, Row>,
}

impl Soak {
    /// Reads the state of a run that was stopped, if it belongs to the same program.
    fn read(file: &Path, program: u64) -> Option<Self> {
        let saved: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
        let number = |key: &str| saved.get(key).and_then(Value::as_u64);
        if number("program")? != program {
            println!("another program has written {}: beginning anew", file.display());
            return None;
        }
        let rows = saved.get("rows")?.as_object()?.iter();
        let rows = rows.filter_map(|(name, row)| Some((name.clone(), Row::read(row)?))).collect();
        Some(Self { program, batches: number("batches")?, seconds: number("seconds")?, rows })
    }

    fn save(&self, file: &Path) -> std::io::Result<()> {
        let rows: serde_json::Map<String, Value> =
            self.rows.iter().map(|(name, row)| (name.clone(), row.save())).collect();
        let saved = json!({
            "program": self.program, "batches": self.batches, "seconds": self.seconds, "rows": rows
        });
        let beside = file.with_extension("new");
        fs::write(&beside, saved.to_string())?;
        fs::rename(beside, file)
    }

    fn sum(&self) -> Row {
        self.rows.values().fold(Row::default(), |mut sum, row| {
            sum.add(row);
            sum
        })
    }

    fn print(&self) {
        println!(
            "{:<62} {:>9} {:>12} {:>9} {:>8} {:>8} {:>8} {:>8}",
            "rules", "games", "actions", "won", "at limit", "stalled", "minutes", "findings"
        );
        let sum = self.sum();
        for (name, row) in self.rows.iter().chain([(&"all".to_owned(), &sum)]) {
            println!(
                "{name:<62} {:>9} {:>12} {:>9} {:>8} {:>8} {:>8.1} {:>8}",
                row.games,
                row.actions,
                row.won,
                row.at_the_limit,
                row.stalled,
                minutes(row.milliseconds),
                row.findings
            );
        }
    }
}

/// Formats a time in minutes.
fn minutes(milliseconds: u64) -> f64 {
    std::time::Duration::from_millis(milliseconds).as_secs_f64() / 60.0
}

/// Plays one game to its end.
fn play(plan: &Plan, setup: Setup, number: u64) -> Row {
    let mut bytes = Bytes::generated(number);
    let depth = Depth { every: EVERY, both_ways: plan.is_both_ways(number) };
    let play = Play::to_the_end(setup, depth, &mut bytes);
    let table = play.game.table();
    let mut row = Row { games: 1, actions: play.actions as u64, ..Row::default() };
    if table.winner().is_some() {
        row.won = 1;
    } else if table.turn() == play.game.rules().turn_limit {
        row.at_the_limit = 1;
    } else {
        assert!(table.idle() >= table.players(), "the game ends for no reason");
        row.stalled = 1;
    }
    row
}

/// Plays the games of a batch; failures are findings.
#[expect(clippy::disallowed_methods, reason = "the time is only printed")]
fn play_batch(plan: &Plan, setup: Setup, batch: u64, add: &(impl Fn(&str) + Sync)) -> Row {
    let begun = Instant::now();
    let mut sum = Row::default();
    for number in batch * BATCH..(batch + 1) * BATCH {
        let played = panic::catch_unwind(AssertUnwindSafe(|| play(plan, setup, number)));
        let row = played.unwrap_or_else(|cause| {
            setup::forget();
            let text = cause.downcast_ref::<String>().map(String::as_str);
            let text = text.or(cause.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            let finding = format!(
                "game {number}, {} {setup:?}\n  repeat: just soak --game {number}{}\n  {text}\n",
                setup.name(),
                plan.switch()
            );
            eprint!("{finding}");
            add(&finding);
            Row { games: 1, findings: 1, ..Row::default() }
        });
        sum.add(&row);
    }
    sum.milliseconds = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    sum
}

/// Panics are findings, so they are not printed to stderr.
fn silence() {
    panic::set_hook(Box::new(|_| {}));
}

/// Plays the games in a range of numbers.
#[expect(clippy::disallowed_methods, reason = "the time is only printed")]
fn soak(plan: &Plan, first: u64, games: u64) -> std::io::Result<ExitCode> {
    let folder = PathBuf::from(plan.folder());
    fs::create_dir_all(&folder)?;
    let (state, findings) = (folder.join("state.json"), folder.join("findings.txt"));
    let program = plan.hash()?;
    let batches = first / BATCH;
    let anew = Soak { program, batches, ..Soak::default() };
    let mut soak = Soak::read(&state, program).unwrap_or(anew);
    let file = fs::OpenOptions::new().create(true).append(true).open(&findings)?;
    let file = Mutex::new(file);
    let add = |finding: &str| {
        let mut file = file.lock().expect("no thread panics while writing");
        file.write_all(finding.as_bytes()).expect("the findings can be written");
    };
    println!("{} combinations of scenarios and packs", plan.combinations());
    if soak.batches > batches {
        let (game, folder) = (soak.batches * BATCH, folder.display());
        println!("going on after game {game}; without {folder} it begins anew");
    }
    silence();
    let last = games.div_ceil(BATCH);
    while soak.batches < last {
        let begun = Instant::now();
        let end = last.min(soak.batches + SAVED);
        let rows: Vec<(String, Row)> = (soak.batches..end)
            .into_par_iter()
            .map(|batch| {
                let setup = plan.setup_of(batch);
                (setup.name(), play_batch(plan, setup, batch, &add))
            })
            .collect();
        for (name, row) in rows {
            soak.rows.entry(name).or_default().add(&row);
        }
        soak.batches = end;
        soak.seconds += begun.elapsed().as_secs();
        soak.save(&state)?;
        let sum = soak.sum();
        println!("{} games, {} s, {} findings", sum.games, soak.seconds, sum.findings);
    }
    soak.print();
    let count = soak.sum().findings;
    if count == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("{count} findings in {}", findings.display());
    Ok(ExitCode::FAILURE)
}

/// Repeats one game, and prints its panic.
fn repeat(plan: &Plan, number: u64) -> ExitCode {
    let setup = plan.setup_of(number / BATCH);
    println!("game {number}: {} {setup:?}", setup.name());
    let row = play(plan, setup, number);
    println!("{} actions, without a finding", row.actions);
    ExitCode::SUCCESS
}

fn main() -> std::io::Result<ExitCode> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let plan = match Plan::take(&mut args) {
        Ok(plan) => plan,
        Err(mistake) => {
            eprintln!("{mistake}");
            return Ok(ExitCode::from(2));
        }
    };
    let number = |text: &str| text.replace('_', "").parse::<u64>().ok();
    let shard = |text: &str| text.parse::<Shard>().ok();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => soak(&plan, 0, GAMES),
        ["--from", first] if number(first).is_some() => {
            soak(&plan, number(first).unwrap_or_default(), GAMES)
        }
        ["--game", game] if number(game).is_some() => {
            Ok(repeat(&plan, number(game).unwrap_or_default()))
        }
        [games] if number(games).is_some() => soak(&plan, 0, number(games).unwrap_or_default()),
        [games, "--shard", part, "--shards", folder]
            if number(games).is_some() && shard(part).is_some() =>
        {
            let part = shard(part).unwrap_or_default();
            parts::play(&plan, number(games).unwrap_or_default(), part, Path::new(folder))
        }
        [games, "--merge", folder] if number(games).is_some() => {
            parts::merge(&plan, number(games).unwrap_or_default(), Path::new(folder))
        }
        _ => {
            eprintln!(
                "usage: soak [GAMES], soak --from NUMBER, soak --game NUMBER,\n       \
                 soak GAMES --shard PART/PARTS --shards FOLDER, soak GAMES --merge FOLDER,\n       \
                 each with --only SCENARIO,SCENARIO: only these, and by the interpreter too"
            );
            Ok(ExitCode::from(2))
        }
    }
}
