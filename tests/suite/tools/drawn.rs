//! `run` without a seed: one is drawn, printed and recorded.

use std::fs;

use crate::support::{out, run_in, said};
use crate::tools::{folder, run};

/// The seed after the first of these words.
fn seed_after(text: &str, words: &str) -> u64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no `{words}` in {text}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn a_seed_is_drawn_printed_and_recorded_and_plays_the_same_game_again() {
    let folder = folder(&[]);
    let game = run_in(folder.path(), &["run", "catan", "--quiet", "--record", "a.game"]);
    let seed = seed_after(&said(&game), "drew seed ");
    let note = format!("exit 0\ndrew seed {seed}; `--seed {seed}` plays this game again");
    assert_eq!(said(&game), note);
    let recorded = fs::read_to_string(folder.path().join("a.game")).unwrap();
    assert!(recorded.contains(&format!("\nseed {seed}\n")), "{recorded}");
    let seed = seed.to_string();
    let args = ["run", "catan", "--quiet", "--seed", &seed, "--record", "b.game"];
    let again = run_in(folder.path(), &args);
    assert_eq!(said(&again), "exit 0\n");
    assert_eq!(out(&again), out(&game));
    assert!(fs::read_to_string(folder.path().join("b.game")).unwrap() == recorded);
    assert!(run(folder.path(), &["replay", "--strict", "a.game"]).ends_with("exit 0\n"));
}

#[test]
fn two_games_have_two_seeds_and_the_heading_prints_them() {
    let folder = folder(&[]);
    let drawn = || {
        let game = run_in(folder.path(), &["run", "catan"]);
        assert_eq!(said(&game), "exit 0\n");
        seed_after(&out(&game), "Catan, seed ")
    };
    assert_ne!(drawn(), drawn());
}

#[test]
fn the_json_of_a_game_has_its_drawn_seed() {
    let folder = folder(&[]);
    let game = run_in(folder.path(), &["run", "catan", "--json"]);
    let result: serde_json::Value = serde_json::from_slice(&game.stdout).unwrap();
    assert_eq!(result["seed"], seed_after(&said(&game), "drew seed "));
}

#[test]
fn a_fork_keeps_the_seed_of_its_game() {
    let folder = folder(&[]);
    run(folder.path(), &["run", "catan", "--quiet", "--record", "a.game"]);
    let recorded = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let players = "greedy,greedy,greedy,greedy";
    let args = ["fork", "a.game:60", "--record", "b.game", "--players", players, "--quiet"];
    assert!(run(folder.path(), &args).ends_with("exit 0\n"));
    let branch = fs::read_to_string(folder.path().join("b.game")).unwrap();
    assert_eq!(seed_after(&branch, "\nseed "), seed_after(&recorded, "\nseed "));
}

#[test]
fn many_games_and_boards_have_the_same_seeds_each_time() {
    let folder = folder(&[]);
    let same = |args: &[&str]| assert_eq!(run(folder.path(), args), run(folder.path(), args));
    same(&["sim", "catan_beginners", "--games", "3", "--json"]);
    same(&["board", "newcatan"]);
}
