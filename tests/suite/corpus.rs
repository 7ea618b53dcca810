//! Recorded games over all scenarios, with actions only, are replayed.
//!
//! They show the effects of an edit of the rules (`newcatan impact --rules my_rules tests/corpus`).
//! `just generate` records them again if the rules or the players have changed on purpose.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use newcatan::content::Request;
use newcatan::game::Game;
use newcatan::seat::{Greedy, Random, Seat, play_out};
use newcatan::transcript::{self, Detail, Options, Recorder};
use rayon::prelude::*;

use crate::fuzzing::play::setup::SCENARIOS;
use crate::support;
use crate::support::files::files;

const CORPUS: &str = "tests/corpus";

/// The number of games of each of the first scenarios.
const EACH: u64 = 29;
/// The number of these scenarios.
const FIRST: usize = 8;
/// The number of games of each other scenario.
const FEW: u64 = 4;
/// The number of games of `knights`. One of them, `03_gggr.game`, was compared line by line with
/// predictions from the rulings alone: if it changes, it has to be read again.
const KNIGHTS: u64 = 10;

/// The seats, by initials: greedy or random.
const SEATS: [&str; 6] = ["gggg", "ggg", "gggg", "gggr", "ggr", "grgg"];

/// The path of a game, and its seats.
fn place(scenario: &str, seed: u64) -> (PathBuf, &'static str) {
    let (rules, _) = support::load(&Request::scenario(scenario)).unwrap();
    let seats: Vec<&str> =
        SEATS.into_iter().filter(|kinds| rules.seats.contains(&kinds.len())).collect();
    let kinds = seats[usize::try_from(seed).unwrap() % seats.len()];
    (Path::new(CORPUS).join(scenario).join(format!("{seed:02}_{kinds}.game")), kinds)
}

/// Plays a game and returns its transcript.
fn record(scenario: &str, kinds: &str, seed: u64) -> Vec<u8> {
    let (rules, host) = support::load(&Request::scenario(scenario)).unwrap();
    let names = rules.names.iter().find(|names| names.len() == kinds.len()).unwrap();
    let mut game = Game::new(rules.clone(), Rc::clone(&host), names, seed).unwrap();
    let seat = |(index, kind)| -> Box<dyn Seat> {
        if kind == 'g' { Box::new(Greedy::new()) } else { Box::new(Random::new(seed, index)) }
    };
    let mut seats: Vec<Box<dyn Seat>> = kinds.chars().enumerate().map(seat).collect();
    let mut recorder = Recorder::new(Vec::new(), None).in_detail(Detail::Actions);
    recorder.begin(&game).unwrap();
    play_out(&mut game, &mut seats, &mut |played| {
        recorder.action(played.game, played.player, &played.action, played.changes)?;
        Ok(())
    })
    .unwrap();
    recorder.finish(&game).unwrap()
}

/// The games by their scenarios and seeds.
fn games() -> Vec<(&'static str, u64)> {
    let numbered = SCENARIOS.iter().enumerate();
    let count = |at, name| match name {
        _ if at < FIRST => EACH,
        "knights" => KNIGHTS,
        _ => FEW,
    };
    numbered.flat_map(|(at, &name)| (1..=count(at, name)).map(move |seed| (name, seed))).collect()
}

/// Checks that the replay of a game equals its recording.
fn is_played(scenario: &str, seed: u64) {
    let (path, _) = place(scenario, seed);
    let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("no {}", path.display()));
    let transcript = transcript::parse(&text, &path.display().to_string()).unwrap();
    let (rules, host) = support::load(&Request::scenario(scenario)).unwrap();
    let options = Options { uncached: support::is_uncached(), ..Options::default() };
    let report = transcript::replay(&transcript, &rules, host, options);
    let report = report.unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(report.game.is_over(), "{}", path.display());
}

#[test]
fn some_games_of_the_corpus_are_played_as_recorded() {
    if std::env::var_os("UPDATE").is_some() {
        games().par_iter().for_each(|&(scenario, seed)| {
            let (path, kinds) = place(scenario, seed);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, record(scenario, kinds, seed)).unwrap();
        });
    }
    let skipped = usize::try_from(support::first_seed() % 20).unwrap();
    games().par_iter().skip(skipped).step_by(20).for_each(|&(name, seed)| is_played(name, seed));
}

#[test]
#[ignore = "plays hundreds of games"]
fn every_game_of_the_corpus_is_played_as_recorded() {
    games().par_iter().for_each(|&(scenario, seed)| is_played(scenario, seed));
}

#[test]
fn the_corpus_holds_nothing_else() {
    let known: Vec<PathBuf> = games().iter().map(|&(name, seed)| place(name, seed).0).collect();
    assert!(known.len() >= 200);
    let strangers: Vec<PathBuf> =
        files(CORPUS).into_iter().filter(|file| !known.contains(file)).collect();
    assert!(strangers.is_empty(), "{strangers:?}");
}
