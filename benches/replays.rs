//! The speed of replays on one core, and the size of records.
//!
//! `cargo bench --bench replays [-- SCENARIO]` records a hundred games of greedy players, with
//! changes and without, and makes five hundred replays of each kind with every check. It prints the
//! medians of five rounds.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark measures and prints"
)]

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use newcatan::content::{Request, load};
use newcatan::game::{Game, Script};
use newcatan::rules::Rules;
use newcatan::script;
use newcatan::seat::{Greedy, Seat, play_out};
use newcatan::transcript::{Detail, Options, Recorder, parse, replay};

const ROUNDS: usize = 5;
const RECORDED: u64 = 100;
const REPLAYED: usize = 500;

fn main() {
    let named = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let scenario = named.unwrap_or_else(|| "newcatan".into());
    let rules = load(&Request::scenario(&scenario)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let host = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
    let record = |detail| -> Vec<String> {
        (1..=RECORDED).map(|seed| record(&rules, &host, seed, detail)).collect()
    };
    let (whole, short) = (record(Detail::Changes), record(Detail::Actions));
    let kilobytes = |records: &[String]| {
        let mut sizes: Vec<usize> = records.iter().map(String::len).collect();
        sizes.sort_unstable();
        format!("{}.{} kB", sizes[sizes.len() / 2] / 1000, sizes[sizes.len() / 2] % 1000 / 100)
    };
    println!("{scenario}, {RECORDED} games of greedy players");
    println!("  {:>10} the median record with changes", kilobytes(&whole));
    println!("  {:>10} the median record without", kilobytes(&short));
    for (records, what) in [(&whole, "with changes"), (&short, "without")] {
        let mut times: Vec<f64> = (0..ROUNDS).map(|_| seconds(&rules, &host, records)).collect();
        times.sort_by(f64::total_cmp);
        println!("  {:>8.2} s for {REPLAYED} replays {what}", times[ROUNDS / 2]);
    }
}

fn record(rules: &Arc<Rules>, host: &Rc<dyn Script>, seed: u64, detail: Detail) -> String {
    let names = rules.names.last().expect("names of players");
    let mut game = Game::new(Arc::clone(rules), Rc::clone(host), names, seed).expect("a game");
    let mut recorder = Recorder::new(Vec::new(), None).in_detail(detail);
    recorder.begin(&game).expect("a text");
    let seat = |_| -> Box<dyn Seat> { Box::new(Greedy::new()) };
    let mut seats: Vec<Box<dyn Seat>> = (0..names.len()).map(seat).collect();
    let played = play_out(&mut game, &mut seats, &mut |played| {
        recorder.action(played.game, played.player, &played.action, played.changes)?;
        Ok(())
    });
    played.expect("a whole game");
    String::from_utf8(recorder.finish(&game).expect("a text")).expect("a text")
}

/// The time of five hundred replays, including parsing and all checks.
fn seconds(rules: &Arc<Rules>, host: &Rc<dyn Script>, records: &[String]) -> f64 {
    let begun = Instant::now();
    for text in records.iter().cycle().take(REPLAYED) {
        let transcript = parse(text, "record").expect("a transcript");
        let report = replay(&transcript, rules, Rc::clone(host), Options::default());
        assert!(report.is_ok_and(|report| report.game.is_over()));
    }
    begun.elapsed().as_secs_f64()
}
