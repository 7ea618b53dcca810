//! All games of the rulings and of the corpus, without caching.
//!
//! `UNCACHED=1 cargo test` plays them in this way with all checks.

use std::path::{Path, PathBuf};

use newcatan::transcript::{self, Options};
use rayon::prelude::*;

use crate::support;
use crate::support::files::files;

/// Checks that the replay of a game equals its recording.
fn is_played(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let transcript = transcript::parse(&text, &path.display().to_string()).unwrap();
    let request = support::request_of(&transcript, &support::shipped(), Path::new("scenarios"));
    let (rules, host) = support::load_once(&request).unwrap();
    let options = Options { uncached: true, ..Options::default() };
    let played = transcript::replay(&transcript, &rules, host, options);
    played.unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
#[ignore = "plays a thousand games"]
fn every_game_is_played_as_recorded_without_a_cache() {
    let mut games: Vec<PathBuf> =
        ["tests/games", "tests/corpus"].into_iter().flat_map(files).collect();
    games.retain(|file| file.extension().is_some_and(|ending| ending == "game"));
    assert!(games.len() > 1000, "{} games", games.len());
    games.par_iter().for_each(|game| is_played(game));
}
