//! The properties that the fuzz targets check, on stored inputs: games chosen for what they cover,
//! and inputs that once found a fault.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::PathBuf;

use newcatan::content::built_in_scenarios;

use crate::fuzzing::{self, play::setup::SCENARIOS};

/// The files of a folder, in order; none where there is no such folder.
fn files(folder: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Runs a target with each input of a folder; answers how many there are.
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

/// These inputs were found by fuzzing, and reach code that the other stored games do not.
#[test]
#[ignore = "plays five long games"]
fn long_stored_games_keep_every_property() {
    assert_eq!(run_all("play", "tests/fuzzing/long_inputs"), 5);
}

#[test]
#[ignore = "takes a second"]
fn inputs_that_found_a_fault_find_none_now() {
    for target in fuzzing::TARGETS {
        run_all(target, &format!("tests/fuzzing/findings/{target}"));
    }
}

#[test]
fn every_scenario_is_played() {
    let played = BTreeSet::from(SCENARIOS.map(String::from));
    assert_eq!(played, BTreeSet::from_iter(built_in_scenarios()));
}

/// An input without bytes is one as well.
#[test]
fn every_target_takes_an_empty_input() {
    for target in fuzzing::TARGETS {
        fuzzing::target(target).unwrap()(&[]);
    }
}
