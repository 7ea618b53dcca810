//! Whole games: what holds whatever is played, and how well seats play.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{self, Request};
use newcatan::game::{Game, Script};
use newcatan::rules::Rules;
use newcatan::script::Host;
use newcatan::seat::{Greedy, Random, Seat, play_out};

fn load(scenario: &str) -> Arc<Rules> {
    content::load(&Request::scenario(scenario)).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn game(rules: &Arc<Rules>, script: &Rc<dyn Script>, seed: u64) -> Game {
    let seats = *rules.seats.end();
    let names = rules.names.iter().find(|names| names.len() == seats);
    let names = names.or(rules.names.last()).map(|names| names[..seats].to_vec()).unwrap();
    Game::new(rules.clone(), script.clone(), &names, seed).unwrap()
}

#[test]
#[ignore = "probe"]
fn probe() {
    let scenario = std::env::var("SCENARIO").unwrap_or("desolation".into());
    let kinds = std::env::var("SEATS").unwrap_or("gggg".into());
    let seeds: u64 = std::env::var("SEEDS").map_or(20, |n| n.parse().unwrap());
    let first: u64 = std::env::var("FIRST").map_or(1, |n| n.parse().unwrap());
    let rules = load(&scenario);
    let script: Rc<dyn Script> = Rc::new(Host::new(&rules).unwrap_or_else(|p| panic!("{p:?}")));
    let (mut wins, mut turns, mut undecided, mut actions) = ([0; 6], 0, Vec::new(), 0);
    for seed in first..first + seeds {
        let mut game = game(&rules, &script, seed);
        let mut seats: Vec<Box<dyn Seat>> = kinds
            .chars()
            .cycle()
            .take(game.names().len())
            .enumerate()
            .map(|(i, c)| -> Box<dyn Seat> {
                if c == 'g' { Box::new(Greedy::new()) } else { Box::new(Random::new(seed, i)) }
            })
            .collect();
        play_out(&mut game, &mut seats, &mut |_| {
            actions += 1;
            Ok(())
        })
        .unwrap_or_else(|e| panic!("seed {seed}: {e:?}"));
        turns += u32::from(game.table().turn);
        match game.table().winner {
            Some(winner) => wins[usize::from(winner.0)] += 1,
            None => undecided.push(seed),
        }
        if std::env::var("SHOW").is_ok() {
            let spectator = game.seen_by(None);
            println!("seed {seed} turn {}", game.table().turn);
            println!("{}", newcatan::draw::board(&spectator, newcatan::draw::Style { names: true, colors: false }));
            for p in game.table().everybody().iter() {
                println!("{} {:?} hidden {} hand {}", game.names()[p.0 as usize], game.work().points_by_source(p).unwrap(), game.work().hidden_points(p), rules.bag(game.table().seat(p).hand));
            }
        }
    }
    println!("wins {wins:?} undecided {undecided:?} turns {} actions {}", turns / seeds as u32, actions / seeds);
}
