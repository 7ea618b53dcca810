//! The server under load: many games at once, each of a person and three programs, which four pages
//! show.
//!
//! `cargo bench --bench serve [-- --games 200 --seconds 300 --looping 60]` starts the program, and
//! lets each person act every two seconds. It prints how long the answers took, first while nothing
//! else happens, and then while another game runs rules that loop. It fails if a request fails, if
//! there are none, or if the times are above the marks.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark measures and prints"
)]

mod http;
mod looping;
mod measured;
mod server;
mod table;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use clap::Parser;

use measured::{Kind, Measured, Phase};
use server::{Server, allow_files};
use table::{BETWEEN, CLIENTS, Table};

/// The time for which all games are played before anything is measured.
const WARM_UP: Duration = Duration::from_secs(5);
/// The size of the stack of a thread in bytes. There is one thread for each page and each person.
const STACK: usize = 256 * 1024;
/// The percentage of answers that have to come within the marks.
const PERCENT: usize = 99;
/// The marks in milliseconds: while nothing else happens, and while a rule loops.
const MARK: u64 = 50;
const LOOPING_MARK: u64 = 200;

/// Measures the server under load.
#[derive(Parser)]
struct Args {
    /// The number of games at once.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The time for which only these games are played, in seconds.
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// The time for which another game runs rules that loop, in seconds.
    #[arg(long, default_value_t = 60)]
    looping: u64,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // Remove the argument that cargo adds.
    let args = Args::parse_from(std::env::args_os().filter(|arg| arg != "--bench"));
    allow_files(args.games.into());
    let folder = tempfile::tempdir()?;
    let (server, program) = Server::start(folder.path())?;
    let (server, measured) = (Arc::new(server), Arc::new(Measured::new()));
    begin_games(args.games, &server, &measured)?;
    println!("{} games of a person and three programs, {CLIENTS} pages each", args.games);
    println!("{:30}{:>9}{:>10}{:>10}{:>10}", "", "number", "median", "99 %", "longest");
    thread::sleep(WARM_UP);

    let mut is_met = true;
    if args.seconds > 0 {
        measured.begin(Phase::Calm);
        thread::sleep(Duration::from_secs(args.seconds));
        measured.begin(Phase::Before);
        println!("{} s of play", args.seconds);
        is_met &= print(&measured, Phase::Calm, MARK);
    }
    if args.looping > 0 {
        measured.begin(Phase::Looping);
        let (of_server, of_measured) = (Arc::clone(&server), Arc::clone(&measured));
        let looping = thread::spawn(move || looping::play(&of_server, &of_measured));
        thread::sleep(Duration::from_secs(args.looping));
        measured.begin(Phase::Before);
        let actions = looping.join().expect("a thread that returns what fails");
        println!("{} s of play, while another game runs rules that loop", args.looping);
        println!("  {:28}{actions:>9}", "actions up to the limit");
        is_met &= actions > 0;
        is_met &= print(&measured, Phase::Looping, LOOPING_MARK);
    }
    measured.begin(Phase::After);
    drop(program);
    let (failures, first) = measured.failures();
    println!("{} games ended, and others took their places", measured.ended());
    println!("{failures} failed requests");
    for failure in first {
        println!("  {failure}");
    }
    Ok(if is_met && failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Begins all games, with the threads of their persons and pages. The persons act one after the
/// other, at equal distances.
fn begin_games(
    games: u32,
    server: &Arc<Server>,
    measured: &Arc<Measured>,
) -> Result<(), Box<dyn Error>> {
    let begun = Instant::now();
    for number in 0..games {
        let table = Table::new(Arc::clone(server), Arc::clone(measured), u64::from(number) + 1)?;
        let table = Arc::new(table);
        for client in 0..CLIENTS {
            let table = Arc::clone(&table);
            Builder::new().stack_size(STACK).spawn(move || table.show(client))?;
        }
        let from = begun + BETWEEN * number / games;
        Builder::new().stack_size(STACK).spawn(move || table.act(from))?;
    }
    Ok(())
}

/// Prints what was measured in a phase. Returns whether it is within the mark, in milliseconds.
fn print(measured: &Measured, phase: Phase, mark: u64) -> bool {
    let mut is_met = true;
    for (kind, name) in [(Kind::Action, "actions"), (Kind::View, "views")] {
        let times = measured.times(phase, kind);
        let shown = [50, PERCENT, 100]
            .map(|percent| format!("{:.1} ms", times.percentile(percent).as_secs_f64() * 1000.0));
        let [median, most, longest] = &shown;
        print!("  {name:28}{:>9}{median:>10}{most:>10}{longest:>10}", times.count());
        let problem = if times.count() == 0 {
            Some("  none")
        } else if times.percentile(PERCENT) > Duration::from_millis(mark) {
            Some("  too slow")
        } else {
            None
        };
        println!("{}", problem.unwrap_or_default());
        is_met &= problem.is_none();
    }
    println!("  {:28}{:>9}", "pushes", measured.pushes(phase));
    println!("  at {PERCENT} %, at most {mark} ms are allowed");
    is_met
}
