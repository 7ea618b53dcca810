//! The verbs that audit rules: gaps in coverage, and faults that no game catches.
#![allow(clippy::too_many_lines, reason = "texts are next to the expected output")]

mod alone;
mod carried;
mod lists;

use std::fs;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{self, out, run_in, said};

const PACK: &str = "\
id = \"extra\"
title = \"Extra\"
version = \"1.0.0\"
rank = \"house\"

[settings.gift]
default = 1
range = [0, 5]
text = \"wood for a 2\"
";

const RULE: &str = "\
//! Windfall
//! A 2 brings everybody wood, and a 12 ore.
//! Rulings: H-1, H-2.

fn on_production_roll(me, roll) {
    if roll == 2 {
        me.take(WOOD, settings.gift);
    }
    if roll == 12 {
        me.take(\"2 ore\");
    }
}

fn hand_limit(me, limit) {
    limit + 1
}
";

const GAME: &str = "# A 2 brings wood.\n# covers: H-1
scenario catan_beginners
players red, blue, white
given red has 1 sheep

red rolls 1 1
expect red has 1 wood
";

/// A project with a pack of one rule, and a game that proves part of it.
fn project(game: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("extra/pack.toml", PACK);
    write("extra/windfall.rhai", RULE);
    write("tests/games/windfall.game", game);
    folder
}

fn newcatan(folder: &TempDir, verb: &str, args: &[&str]) -> Output {
    run_in(folder.path(), &[&[verb, "--with", "extra"], args].concat())
}

#[test]
fn coverage_lists_rulings_and_what_never_ran() {
    let folder = project(GAME);
    let told = newcatan(&folder, "coverage", &[]);
    assert_eq!(said(&told), "exit 1\n");
    insta::assert_snapshot!(out(&told), @r#"
    H-1
      extra/windfall.rhai:3
      tests/games/windfall.game
    H-2
      extra/windfall.rhai:3

    rulings that no test names
      H-2

    functions that never ran
      extra/windfall.rhai:14  hand_limit

    lines that never ran
      extra/windfall.rhai:10  me.take("2 ore");
      extra/windfall.rhai:15  limit + 1

    1 of 2 rulings is named by tests; 1 of 2 functions and 3 of 5 lines ran
    "#);
}

#[test]
fn a_function_without_a_statement_runs_when_it_is_called() {
    let folder = project(GAME);
    let called = RULE.replace("if roll == 2 {", "idle();\n    if roll == 2 {");
    for (rule, has_run) in [(RULE.to_owned(), false), (called, true)] {
        let file = folder.path().join("extra/windfall.rhai");
        fs::write(file, rule + "\nprivate fn idle() {}\n").unwrap();
        let told = out(&newcatan(&folder, "coverage", &[]));
        assert_eq!(!told.contains("  idle\n"), has_run, "{told}");
    }
}

#[test]
fn coverage_without_a_gap_is_a_success() {
    let more = "blue rolls 6 6\nexpect blue has 2 ore\nwhite rolls 4 3\n";
    let game = GAME.replace("H-1", "H-1, H-2") + "red ends turn\n" + more;
    let game = game.replace("white rolls", "blue ends turn\nwhite rolls");
    let folder = project(&game);
    let told = newcatan(&folder, "coverage", &["--html", "page.html"]);
    assert_eq!(said(&told), "exit 0\n", "{}", out(&told));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let line = "<span class=\"ran\"><i>  10</i>          me.take(\"2 ore\");</span>";
    assert!(page.contains(line), "{page}");
    assert!(!page.contains("class=\"missed\""), "{page}");
}

#[test]
fn coverage_knows_the_rulings_of_a_list() {
    let folder = project(GAME);
    let list = "# House rulings\n\n- **H-1** A 2 brings\n  wood.\n- **H-3** Nobody wins.\n";
    fs::write(folder.path().join("extra/RULINGS.md"), list).unwrap();
    let told = out(&newcatan(&folder, "coverage", &[]));
    let gaps: Vec<&str> = told.split("\n\n").filter(|part| part.starts_with("rulings")).collect();
    insta::assert_snapshot!(gaps.join("\n"), @"
    rulings that no test names
      H-3 Nobody wins.
    rulings that are not in any `RULINGS.md`
      H-2 extra/windfall.rhai:3
    ");
}

#[test]
fn coverage_is_told_to_programs_too() {
    let folder = project(GAME);
    let told: Value =
        serde_json::from_str(&out(&newcatan(&folder, "coverage", &["--json"]))).unwrap();
    let file = &told["files"][0];
    assert_eq!(file["file"], "extra/windfall.rhai");
    assert_eq!((&file["lines"]["9"], &file["lines"]["10"]), (&true.into(), &false.into()));
    assert_eq!(file["functions"][1]["has_run"], false);
}

#[test]
fn watching_takes_nothing_from_the_operations_of_a_rule() {
    let arms = "switch i % 2 { 0 => i += 1, _ => i += 1 }";
    let counts = [
        (16_600, "i += 1;", "exit 0"),
        (16_700, "i += 1;", "exit 1"),
        (9_050, arms, "exit 0"),
        (9_110, arms, "exit 1"),
    ];
    for (count, step, code) in counts {
        let folder = project(GAME);
        let rule = format!(
            "//! Counting\n//! Counts, then brings wood.\n//! Rulings: H-1.\n\n\
             fn on_production_roll(me, roll) {{\n    let i = 0;\n    while i < {count} {{\n        \
             {step}\n    }}\n    me.take(WOOD, 1);\n}}\n"
        );
        fs::write(folder.path().join("extra/windfall.rhai"), rule).unwrap();
        for verb in ["test", "coverage"] {
            let told = newcatan(&folder, verb, &[]);
            assert!(said(&told).starts_with(code), "{verb} {count}: {}", said(&told));
        }
    }
}

#[test]
fn a_game_that_fails_is_reported_first() {
    let folder = project(&GAME.replace("1 wood", "2 wood"));
    for verb in ["coverage", "mutate"] {
        let told = said(&newcatan(&folder, verb, &[]));
        assert!(told.starts_with("exit 1\nerror: not as expected"), "{told}");
        assert!(told.contains("a game fails with the unchanged rules"), "{told}");
    }
}

#[test]
fn mutate_lists_the_faults_that_no_game_sees() {
    let folder = project(GAME);
    let told = newcatan(&folder, "mutate", &["extra/windfall.rhai"]);
    assert_eq!(said(&told), "exit 1\n");
    insta::assert_snapshot!(out(&told), @r#"
    extra/windfall.rhai:9  statement
      - if roll == 12 { me.take("2 ore"); }
      +
      not caught by the game that runs it
    extra/windfall.rhai:9  number
      - if roll == 12 {
      + if roll == 13 {
      not caught by the game that runs it
    extra/windfall.rhai:9  number
      - if roll == 12 {
      + if roll == 11 {
      not caught by the game that runs it
    extra/windfall.rhai:10  statement
      - me.take("2 ore");
      +
      no game runs it
    extra/windfall.rhai:10  number
      - me.take("2 ore");
      + me.take("3 ore");
      no game runs it
    extra/windfall.rhai:10  number
      - me.take("2 ore");
      + me.take("1 ore");
      no game runs it
    extra/windfall.rhai:10  resource
      - me.take("2 ore");
      + me.take("2 wood");
      no game runs it
    extra/windfall.rhai:14  hook
      - fn hand_limit(me, limit) { limit + 1 }
      +
      not caught by the game that runs it
    extra/windfall.rhai:15  statement
      - limit + 1
      +
      no game runs it
    extra/windfall.rhai:15  operator
      - limit + 1
      + limit - 1
      no game runs it
    extra/windfall.rhai:15  number
      - limit + 1
      + limit + 2
      no game runs it
    extra/windfall.rhai:15  number
      - limit + 1
      + limit + 0
      no game runs it
    20 mutants
    0 that cannot be loaded
    0 that change nothing according to the list
    0 not tested before time ran out
    8 of 20 caught: 40.0 %
      7 by expectations of games
      1 by recorded results of games
    12 survive
    "#);
}

#[test]
fn mutate_plants_faults_in_the_facts_of_a_pack() {
    let folder = project(GAME);
    let told = newcatan(&folder, "mutate", &["extra/pack.toml", "--least", "15"]);
    assert_eq!(said(&told), "exit 0\n", "{}", out(&told));
    insta::assert_snapshot!(out(&told), @r#"
    extra/pack.toml:4  fact
      - rank = "house"
      +
      not caught by the game that runs it
    extra/pack.toml:4  value
      - rank = "house"
      + rank = "module"
      not caught by the game that runs it
    extra/pack.toml:8  fact
      - range = [0, 5]
      +
      not caught by the game that runs it
    extra/pack.toml:8  number
      - range = [0, 5]
      + range = [1, 5]
      not caught by the game that runs it
    extra/pack.toml:8  number
      - range = [0, 5]
      + range = [-1, 5]
      not caught by the game that runs it
    extra/pack.toml:8  number
      - range = [0, 5]
      + range = [0, 6]
      not caught by the game that runs it
    extra/pack.toml:8  number
      - range = [0, 5]
      + range = [0, 4]
      not caught by the game that runs it
    12 mutants
    3 that cannot be loaded
    0 that change nothing according to the list
    0 not tested before time ran out
    2 of 9 caught: 22.2 %
      2 by expectations of games
      0 by recorded results of games
    7 survive
    "#);
}

#[test]
fn faults_are_listed_without_a_game() {
    let folder = project(GAME);
    let told = newcatan(&folder, "mutate", &["windfall.rhai", "--list"]);
    insta::assert_snapshot!(out(&told), @r#"
    extra/windfall.rhai:5  hook
      - fn on_production_roll(me, roll) { if roll == 2 { me.take(WOOD, settings.gift); } if roll == 12 { me.take("2 ore"); } }
      +
    extra/windfall.rhai:6  statement
      - if roll == 2 { me.take(WOOD, settings.gift); }
      +
    extra/windfall.rhai:6  condition
      - if roll == 2 {
      + if !(roll == 2) {
    extra/windfall.rhai:6  number
      - if roll == 2 {
      + if roll == 3 {
    extra/windfall.rhai:6  number
      - if roll == 2 {
      + if roll == 1 {
    extra/windfall.rhai:7  statement
      - me.take(WOOD, settings.gift);
      +
    extra/windfall.rhai:7  resource
      - me.take(WOOD, settings.gift);
      + me.take(SHEEP, settings.gift);
    extra/windfall.rhai:9  statement
      - if roll == 12 { me.take("2 ore"); }
      +
    extra/windfall.rhai:9  condition
      - if roll == 12 {
      + if !(roll == 12) {
    extra/windfall.rhai:9  number
      - if roll == 12 {
      + if roll == 13 {
    extra/windfall.rhai:9  number
      - if roll == 12 {
      + if roll == 11 {
    extra/windfall.rhai:10  statement
      - me.take("2 ore");
      +
    extra/windfall.rhai:10  number
      - me.take("2 ore");
      + me.take("3 ore");
    extra/windfall.rhai:10  number
      - me.take("2 ore");
      + me.take("1 ore");
    extra/windfall.rhai:10  resource
      - me.take("2 ore");
      + me.take("2 wood");
    extra/windfall.rhai:14  hook
      - fn hand_limit(me, limit) { limit + 1 }
      +
    extra/windfall.rhai:15  statement
      - limit + 1
      +
    extra/windfall.rhai:15  operator
      - limit + 1
      + limit - 1
    extra/windfall.rhai:15  number
      - limit + 1
      + limit + 2
    extra/windfall.rhai:15  number
      - limit + 1
      + limit + 0
    20 mutants
    "#);
}

#[test]
fn arms_and_what_is_put_into_texts_can_be_wrong() {
    let folder = project(GAME);
    let rule = RULE.replace(
        "if roll == 2 {",
        "switch roll { 3 if me.points > 7 => me.take(\"1 ore\"), _ => () }\n  me.mark(`${roll + 1}`);\n  if roll == 2 {",
    );
    fs::write(folder.path().join("extra/windfall.rhai"), rule).unwrap();
    let told = out(&newcatan(&folder, "mutate", &["windfall.rhai", "--list"]));
    let arms = told.lines().filter(|line| line.contains("+ switch") || line.contains("+ me.mark"));
    insta::assert_snapshot!(arms.collect::<Vec<_>>().join("\n"), @r#"
    + switch roll { 4 if me.points > 7 => me.take("1 ore"), _ => () }
    + switch roll { 2 if me.points > 7 => me.take("1 ore"), _ => () }
    + switch roll { 3 if !(me.points > 7) => me.take("1 ore"), _ => () }
    + switch roll { 3 if me.points >= 7 => me.take("1 ore"), _ => () }
    + switch roll { 3 if me.points > 8 => me.take("1 ore"), _ => () }
    + switch roll { 3 if me.points > 6 => me.take("1 ore"), _ => () }
    + switch roll { 3 if me.points > 7 => , _ => () }
    + switch roll { 3 if me.points > 7 => me.take("2 ore"), _ => () }
    + switch roll { 3 if me.points > 7 => me.take("0 ore"), _ => () }
    + switch roll { 3 if me.points > 7 => me.take("1 wood"), _ => () }
    + switch roll { 3 if me.points > 7 => me.take("1 ore"), _ => }
    + me.mark(`${roll - 1}`);
    + me.mark(`${roll + 2}`);
    + me.mark(`${roll + 0}`);
    "#);
}

#[test]
fn a_budget_stops_cleanly() {
    let folder = project(GAME);
    let args = ["--budget", "0s", "--jobs", "1", "--seed", "7", "--json"];
    let told: Value = serde_json::from_str(&out(&newcatan(&folder, "mutate", &args))).unwrap();
    assert_eq!(told["left"], told["mutants"]);
    assert_eq!(told["caught_by_games"], 0);
}

#[test]
fn a_run_that_judges_nothing_is_a_failure() {
    let folder = project(GAME);
    let told = said(&newcatan(&folder, "mutate", &["--budget", "0s"]));
    assert!(told.starts_with("exit 1\nerror: no mutant was tested"), "{told}");
    assert!(told.contains("allow more time"), "{told}");
    let told = out(&newcatan(&folder, "mutate", &["--budget", "0s"]));
    assert!(told.contains("0 of 0 caught, 32 left"), "{told}");
}

#[test]
fn files_are_chosen_by_any_path_and_once() {
    let folder = project(GAME);
    let absolute = folder.path().canonicalize().unwrap().join("extra/windfall.rhai");
    let absolute = absolute.display().to_string();
    let list = |names: &[&str]| out(&newcatan(&folder, "mutate", &[&["--list"], names].concat()));
    let one = list(&["windfall.rhai"]);
    assert_eq!(list(&[&absolute, "./extra/windfall.rhai"]), one);
    assert_eq!(list(&["."]), list(&[]));
}

#[test]
fn a_list_of_rulings_names_each_once() {
    let folder = project(&GAME.replace("H-1", "H-1, H-2, C-16"));
    let list = "- **H-1** Wood.\n- **H-2** Ore.\n";
    fs::write(folder.path().join("extra/RULINGS.md"), list).unwrap();
    let told = out(&newcatan(&folder, "coverage", &["--html", "missing/page.html"]));
    assert!(told.contains("2 of 2 rulings") && !told.contains("no list has"), "{told}");
    fs::write(folder.path().join("extra/RULINGS.md"), list.replace("H-2", "H-1")).unwrap();
    let told = said(&newcatan(&folder, "coverage", &[]));
    assert!(told.contains("the ruling `H-1` is already defined at extra/RULINGS.md:1"), "{told}");
    assert!(told.contains("--> extra/RULINGS.md:2:1"), "{told}");
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = project(GAME);
    insta::assert_snapshot!(said(&newcatan(&folder, "mutate", &["windfal.rhai"])), @"
    exit 1
    error: the rules contain no file or pack `windfal.rhai`
     |
     = help: expected one of `extra/pack.toml`, `extra/windfall.rhai`
    ");
    insta::assert_snapshot!(said(&newcatan(&folder, "mutate", &["--budget", "soon"])), @"
    exit 2
    error: invalid value 'soon' for '--budget <TIME>': expected a time such as `60s` or `5m`, found `soon`

    For more information, try '--help'.
    ");
    let told = said(&newcatan(&folder, "mutate", &["--least", "101"]));
    assert!(told.contains("101 is not in 0..=100"), "{told}");
    insta::assert_snapshot!(said(&newcatan(&folder, "coverage", &["extra"])), @"
    exit 1
    error: no transcripts under `extra`
     |
     = help: the file names of transcripts end in `.game`
    ");
}
