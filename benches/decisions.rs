//! The time that players take for a decision, on one core.
//!
//! `cargo bench --bench decisions [-- SCENARIO SEAT…] [GAMES]` plays some games, in each of which the
//! seats move on by one, and prints a line for each kind of seats. By default, two `search` and two
//! `greedy` play eight games of the original game. Decisions with a single legal action do not count.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark measures and prints"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use newcatan::action::Action;
use newcatan::content::{Request, load};
use newcatan::game::{Game, PlayerView, Refusal};
use newcatan::script;
use newcatan::seat::{Decision, Seat, Stop, Strategy, play_out};

/// The times of the decisions, by the word for the kind of seat.
type Times = Rc<RefCell<BTreeMap<String, Vec<Duration>>>>;

/// A seat whose decisions are measured.
struct Timed {
    seat: Box<dyn Seat>,
    word: String,
    times: Times,
}

impl Seat for Timed {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        let begun = Instant::now();
        let decision = self.seat.choose(view, legal);
        if legal.len() > 1 {
            let mut times = self.times.borrow_mut();
            times.entry(self.word.clone()).or_default().push(begun.elapsed());
        }
        decision
    }

    fn refused(&mut self, view: &PlayerView<'_>, wish: &Decision, refused: &Refusal) {
        self.seat.refused(view, wish, refused);
    }
}

fn main() {
    let mut words: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let games = words.last().and_then(|last| last.parse().ok());
    if games.is_some() {
        words.pop();
    }
    if words.is_empty() {
        words = ["catan", "search", "search", "greedy", "greedy"].map(String::from).to_vec();
    }
    let (scenario, kinds) = words.split_first().expect("a scenario");
    let times = Times::default();
    play(scenario, kinds, games.unwrap_or(8), &times);
    println!("{scenario:<19} decisions      mean   of 100, 99 within     longest");
    for (word, times) in times.borrow_mut().iter_mut() {
        times.sort_unstable();
        let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).expect("a count");
        let most = times[times.len() - 1];
        let within = times[times.len() * 99 / 100];
        let [mean, within, most] = [mean, within, most].map(|it| it.as_secs_f64() * 1000.0);
        let count = times.len();
        println!("  {word:<17} {count:>9} {mean:>6.1} ms {within:>15.1} ms {most:>8.1} ms");
    }
}

fn play(scenario: &str, kinds: &[String], games: u64, times: &Times) {
    let rules = load(&Request::scenario(scenario)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let host = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
    let fits = |names: &&Vec<String>| names.len() == kinds.len();
    let names = rules.names.iter().find(fits).expect("a seat for each player of the scenario");
    for seed in 1..=games {
        let mut game =
            Game::new(Arc::clone(&rules), Rc::clone(&host), names, seed).expect("a game");
        let first = usize::try_from(seed).expect("a small number");
        let seat = |seat: usize| -> Box<dyn Seat> {
            let word = &kinds[(seat + first) % kinds.len()];
            let strategy: Strategy = word.parse().unwrap_or_else(|wrong| panic!("{wrong}"));
            let made = strategy.create_seat(seed, seat);
            Box::new(Timed { seat: made, word: word.clone(), times: Rc::clone(times) })
        };
        let mut seats: Vec<Box<dyn Seat>> = (0..kinds.len()).map(seat).collect();
        play_out(&mut game, &mut seats, &mut |_| Ok(())).expect("a whole game");
    }
}
