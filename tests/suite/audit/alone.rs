//! Rule files outside packs, next to the games that add them.

use std::fs;
use std::path::Path;

use super::support::files::copy;
use super::support::{out, run_in, said};
use tempfile::TempDir;

/// A rule, and a game that adds it.
fn beside() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let rule = "//! Toll\n//! Whoever builds takes a card.\n//! Rulings: H-1.\n\n\
                fn on_built(me, piece) {\n    let what = NONE;\n    if what == NONE {\n        \
                what = WOOD;\n    }\n    me.take(what, 1);\n}\n";
    let game = "# Covers the toll.\n# covers: H-1\nscenario catan_beginners\nwith toll.rhai\n\
                players red, blue, white\n\ngiven red has settlement at B2.n\n\
                given red has road at B2-nw\ngiven red has 1 wood, 1 brick\n\
                red builds road at B2-w\n  red takes 1 wood\n";
    fs::write(folder.path().join("toll.rhai"), rule).unwrap();
    fs::write(folder.path().join("a.game"), game).unwrap();
    folder
}

#[test]
fn faults_of_a_file_that_is_named_are_planted() {
    let folder = beside();
    let told = run_in(folder.path(), &["mutate", "toll.rhai", "--tests", "."]);
    insta::assert_snapshot!(out(&told), @"
    9 mutants
    0 that cannot be loaded
    0 that change nothing according to the list
    0 not tested before time ran out
    9 of 9 caught: 100.0 %
      9 by expectations of games
      0 by recorded results of games
    0 survive
    1 of 1 ruling proven
      1 by expectations of games
      0 by recorded results of games
    ");
    let listed = out(&run_in(folder.path(), &["mutate", "toll.rhai", "--list"]));
    let lines: Vec<&str> = listed.lines().collect();
    let alike = lines.windows(2).filter(|pair| pair[0].replacen('-', "+", 1) == pair[1]);
    assert_eq!(alike.count(), 0, "{listed}");
}

#[test]
fn rules_that_nobody_names_are_asked_for() {
    let folder = beside();
    for args in [&["mutate", "--tests", "."][..], &["coverage", "."]] {
        insta::allow_duplicates! {
            insta::assert_snapshot!(said(&run_in(folder.path(), args)), @"
            exit 1
            error: there is no folder `rules` here, and no other rules were given
             |
             = help: name your pack or rule file: `--with my_rule.rhai`
            ");
        }
    }
}

#[test]
fn what_a_game_adds_is_missed_beside_other_rules() {
    let folder = beside();
    let other = "//! Other\n//! Does nothing.\n//! Rulings: H-2.\n\nfn on_turn(me) {\n}\n";
    fs::write(folder.path().join("other.rhai"), other).unwrap();
    let game = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let game = format!("{game}expect toll at C4\n");
    fs::write(folder.path().join("a.game"), game.replace("  red takes 1 wood\n", "")).unwrap();
    let told = run_in(folder.path(), &["replay", "a.game", "--with", "other.rhai"]);
    insta::assert_snapshot!(said(&told), @"
    exit 1
    error: no marker is called `toll`
      --> a.game:11:8
       |
    11 | expect toll at C4
       |        ^^^^
       |
       = help: expected `robber`
       = help: `with toll.rhai` is ignored because the option `--with` is given: add the path to that option
    ");
    let told = run_in(folder.path(), &["mutate", "--tests", ".", "--with", "other.rhai"]);
    assert!(said(&told).contains("`with toll.rhai` is ignored because the option `--with`"));
}

#[test]
fn the_games_play_the_rules_that_are_named_wherever_they_lie() {
    let (rules, games) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    copy(Path::new("rules/catan"), &rules.path().join("mine/catan"));
    copy(Path::new("tests/games/catan/cards/monopoly"), games.path());
    let file = rules.path().join("mine/catan/cards/monopoly.rhai").display().to_string();
    let told = run_in(games.path(), &["mutate", &file, "--tests", "."]);
    assert!(out(&told).contains(": 100.0 %"), "{}{}", out(&told), said(&told));
    let shelf = rules.path().join("mine").display().to_string();
    let listed = run_in(games.path(), &["mutate", &shelf, "--list"]);
    assert!(out(&listed).contains(&file), "{}", said(&listed));
}

#[test]
fn rules_that_no_game_plays_are_said_to_be_none() {
    let folder = beside();
    fs::copy(folder.path().join("toll.rhai"), folder.path().join("twin.rhai")).unwrap();
    let told = run_in(folder.path(), &["mutate", "twin.rhai", "--tests", "."]);
    insta::assert_snapshot!(said(&told), @"
    exit 1
    error: no game uses `twin.rhai`
     |
     = help: the games use `house rules`, `rules/catan`, `scenarios/catan_beginners.toml`, `toll.rhai`
     = help: use `--tests` to name games that use these rules, or `--rules` to name the folder of the rules that the games use
    ");
}
