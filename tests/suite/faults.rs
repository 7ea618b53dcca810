//! Rulings that the kernel implements are proved by planting faults in it: a game that names the
//! ruling then has to fail.
#![cfg(debug_assertions)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use newcatan::fault::{KernelFault, with};
use newcatan::transcript::{self, Options};
use rayon::prelude::*;

use crate::support::files::files;
use crate::support::{self, rulings_named};

/// The games that name each ruling.
fn games_by_ruling() -> BTreeMap<String, Vec<(PathBuf, String)>> {
    let mut games: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for path in files("tests/games")
        .into_iter()
        .filter(|path| path.extension().is_some_and(|it| it == "game"))
    {
        let text = fs::read_to_string(&path).unwrap();
        for ruling in rulings_named(&text) {
            games.entry(ruling.to_owned()).or_default().push((path.clone(), text.clone()));
        }
    }
    games
}

/// Whether the replay of the game succeeds.
fn holds(path: &Path, text: &str) -> bool {
    let file = path.display().to_string();
    let transcript = transcript::parse(text, &file).unwrap();
    let request = support::request_of(&transcript, &support::shipped(), Path::new("scenarios"));
    let (rules, host) = support::load_once(&request).unwrap();
    transcript::replay(&transcript, &rules, host, Options::default()).is_ok()
}

#[test]
fn a_game_of_its_ruling_catches_each_fault_of_the_kernel() {
    let games = games_by_ruling();
    let is_missed = |fault: &&KernelFault| {
        let of_ruling = games.get(fault.ruling()).map_or(&[][..], Vec::as_slice);
        of_ruling.iter().all(|(path, text)| with(**fault, || holds(path, text)))
    };
    let missed: Vec<&KernelFault> = KernelFault::ALL.par_iter().filter(is_missed).collect();
    assert!(missed.is_empty(), "no game fails with {missed:?}");
}
