//! Random playouts: decisions and games a second on one core, and allocations per decision.
//!
//! `cargo bench --bench playouts [-- SCENARIO…]`: each seat chooses uniformly among its legal
//! actions, offers to other players left out; nothing is recorded. Five rounds, medians.

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
use newcatan::{script, seat};

const ROUNDS: u32 = 5;
const GAMES: u32 = 200;

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let scenarios =
        if named.is_empty() { vec!["catan".into(), "desolation".into()] } else { named };
    println!(
        "{:16} {:>12} {:>10} {:>14} {:>14}",
        "scenario", "decisions/s", "games/s", "decisions/game", "allocations"
    );
    for scenario in scenarios {
        let rules = load(&Request::scenario(&scenario)).unwrap_or_else(|error| panic!("{error}"));
        let host = script::host(&rules).unwrap_or_else(|error| panic!("{error}"));
        measure(&scenario, &rules, &host);
    }
}

fn measure(scenario: &str, rules: &Arc<Rules>, host: &Rc<dyn Script>) {
    let mut rates: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|round| {
            let begin = Instant::now();
            let decisions: u32 =
                (0..GAMES).map(|game| playout(rules, host, round * GAMES + game)).sum();
            let seconds = begin.elapsed().as_secs_f64();
            (f64::from(decisions) / seconds, f64::from(GAMES) / seconds)
        })
        .collect();
    rates.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (decisions, games) = rates[rates.len() / 2];
    let mut decided = 0;
    let memory = allocation_counter::measure(|| {
        decided = (0..20).map(|seed| playout(rules, host, seed)).sum();
    });
    let allocations = u32::try_from(memory.count_total).expect("twenty games allocate less");
    let each = f64::from(allocations) / f64::from(decided);
    println!(
        "{scenario:16} {decisions:>12.0} {games:>10.0} {:>14.0} {each:>14.2}",
        decisions / games
    );
}

/// Plays one game at random; answers how many decisions it took.
fn playout(rules: &Arc<Rules>, host: &Rc<dyn Script>, seed: u32) -> u32 {
    let seed = u64::from(seed);
    let names: Vec<String> =
        (1..=*rules.seats.end()).map(|seat| format!("player {seat}")).collect();
    let mut game =
        Game::new(Arc::clone(rules), Rc::clone(host), &names, seed).expect("the game begins");
    seat::playout(&mut game, seed).expect("no rule fails")
}
