//! Checks the properties of the fuzz targets on stored games, on games generated from a seed, and
//! on inputs that once revealed a fault.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

use newcatan::content::built_in_scenarios;
use rayon::prelude::*;

use crate::fuzzing::play::bytes::Bytes;
use crate::fuzzing::play::setup::{SCENARIOS, Setup};
use crate::fuzzing::play::{Depth, Play};
use crate::{fuzzing, support};

/// The files of a folder, in order; empty if there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The number of games: `GAMES` in the environment, or this one.
fn games(usual: u64) -> u64 {
    let count = std::env::var("GAMES");
    count.map_or(usual, |count| count.parse().expect("`GAMES` is a number"))
}

/// Runs a target with each input of a folder. Returns the number of inputs.
fn run_all(target: &str, folder: &str) -> usize {
    let run = fuzzing::target(target).unwrap_or_else(|| panic!("no target `{target}`"));
    let files = files(folder);
    for file in &files {
        let input = fs::read(file).unwrap();
        let is_fine = catch_unwind(|| run(&input)).is_ok();
        assert!(is_fine, "found by {}", file.display());
    }
    files.len()
}

#[test]
fn stored_games_keep_every_property() {
    assert!(run_all("play", "tests/fuzzing/inputs") > 10);
}

/// Plays games to their ends, with consecutive seeds that determine all choices.
fn play_to_their_ends(first: u64, games: u64, every: usize) {
    (first..first + games).into_par_iter().for_each(|seed| {
        let setup = Setup::read(&mut Bytes::generated(seed));
        let depth = Depth { every, both_ways: true };
        let played = catch_unwind(|| Play::to_the_end(setup, depth, &mut Bytes::generated(seed)));
        assert!(played.is_ok(), "seed {seed}, {}", setup.name());
    });
}

#[test]
fn a_game_keeps_every_property_to_its_end() {
    play_to_their_ends(1, 1, 60);
}

/// In this game, two cached answers to a call contain the same place, whose operations were counted
/// twice.
#[test]
fn each_place_counts_once_among_the_operations_of_a_rule() {
    let scenario = SCENARIOS.iter().position(|name| *name == "pirate_islands_3").unwrap();
    let setup = Setup { packs: 52, settings: 141, number: 160, ..Setup::plain(scenario) };
    let depth = Depth { every: 200, both_ways: true };
    Play::to_the_end(setup, depth, &mut Bytes::generated(11_857_686));
}

/// Plays games of each scenario to their ends: a quarter as they are, the others with packs and
/// settings that the seed adds.
fn play_each_scenario(games: u64, every: usize) {
    let first = support::first_seed();
    let all =
        (0..SCENARIOS.len()).flat_map(|scenario| (0..games).map(move |game| (scenario, game)));
    all.collect::<Vec<_>>().into_par_iter().for_each(|(scenario, game)| {
        let seed = first + game * 64 + scenario as u64;
        let added = Setup::of(scenario, &mut Bytes::generated(seed));
        let setup = if game % 4 == 0 { Setup::plain(scenario) } else { added };
        let depth = Depth { every, both_ways: true };
        let played = catch_unwind(|| Play::to_the_end(setup, depth, &mut Bytes::generated(seed)));
        assert!(played.is_ok(), "seed {seed}, {}: {setup:?}", setup.name());
    });
}

#[test]
#[ignore = "plays 20 games of each scenario with all checks"]
fn games_of_each_scenario_keep_every_property_to_their_ends() {
    play_each_scenario(games(20), 200);
}

/// Plays the beginning of a game with a rule for events that are rare or absent with the shipped
/// ones.
fn play_with_upheavals(setup: Setup, seed: u64) {
    const STEPS: usize = 400;
    let setup = Setup { has_upheavals: true, ..setup };
    let depth = Depth { every: 8, both_ways: true };
    let bytes = || Bytes::generated(seed);
    let played = catch_unwind(|| Play::for_steps(setup, depth, STEPS, &mut bytes()));
    assert!(played.is_ok(), "seed {seed}, {}", setup.name());
}

/// Faults were planted in cached answers, trails, ports, open cards, concluded trades and native
/// trees, one at a time: both of these games detected all of them.
#[test]
fn games_with_upheavals_keep_every_property() {
    for (scenario, seed) in [("newcatan", 3), ("wonders_4", 7)] {
        let scenario = SCENARIOS.iter().position(|name| *name == scenario).unwrap();
        play_with_upheavals(Setup::plain(scenario), seed);
    }
}

/// Pieces that stand beside others have places of their own, which no other test fills. The second
/// game found that the cause of an award depended on how an effect ran.
#[test]
fn games_with_pieces_beside_others_keep_every_property() {
    for seed in [5, 826_268] {
        play_with_upheavals(Setup { is_crowded: true, ..Setup::plain(0) }, seed);
    }
}

#[test]
#[ignore = "plays 12 games with all checks"]
fn generated_games_with_pieces_beside_others_keep_every_property() {
    let first = support::first_seed();
    (first..first + 12).into_par_iter().for_each(|seed| {
        play_with_upheavals(Setup { is_crowded: true, ..Setup::plain(0) }, seed);
    });
}

#[test]
#[ignore = "plays 12 games with all checks"]
fn generated_games_with_upheavals_keep_every_property() {
    let first = support::first_seed();
    (first..first + 12).into_par_iter().for_each(|seed| {
        play_with_upheavals(Setup::read(&mut Bytes::generated(seed)), seed);
    });
}

#[test]
#[ignore = "plays a hundred inputs"]
fn generated_inputs_keep_every_property() {
    let first = support::first_seed();
    (first..first + 100).into_par_iter().for_each(|seed| {
        let mut bytes = Bytes::generated(seed);
        let input: Vec<u8> = (0..150).map(|_| bytes.byte()).collect();
        let is_fine = catch_unwind(|| fuzzing::play::run(&input)).is_ok();
        assert!(is_fine, "the input of seed {seed}");
    });
}

/// Packs that no longer fit together would silently be left out of all games.
#[test]
#[ignore = "loads hundreds of combinations of packs"]
fn packs_fit_together_as_ever() {
    let valid = Setup::all().into_par_iter().filter(|setup| setup.is_valid());
    assert_eq!(valid.count(), 878);
    for folder in ["tests/fuzzing/inputs", "tests/fuzzing/long_inputs"] {
        for file in files(folder) {
            let input = fs::read(&file).unwrap();
            let setup = Setup::read(&mut Bytes::of(&input));
            assert!(setup.is_valid(), "{}: {}", file.display(), setup.name());
        }
    }
}

/// These inputs were found by fuzzing, and reach code that the other stored games do not reach.
#[test]
#[ignore = "plays three long games"]
fn long_stored_games_keep_every_property() {
    assert_eq!(run_all("play", "tests/fuzzing/long_inputs"), 3);
}

#[test]
#[ignore = "takes a second"]
fn inputs_that_found_a_fault_find_none_now() {
    for folder in files("tests/fuzzing/findings") {
        let target = folder.file_name().and_then(|name| name.to_str()).unwrap();
        assert!(run_all(target, &folder.display().to_string()) > 0, "{target}");
    }
}

#[test]
fn every_scenario_is_played() {
    let played = BTreeSet::from(SCENARIOS.map(String::from));
    assert_eq!(played, BTreeSet::from_iter(built_in_scenarios()));
}

/// An empty input is valid, too.
#[test]
fn every_target_takes_an_empty_input() {
    for target in fuzzing::TARGETS {
        fuzzing::target(target).unwrap()(&[]);
    }
}
