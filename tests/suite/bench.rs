//! The output of `newcatan bench`, and its errors.

use std::iter;
use std::path::Path;
use std::process::Output;

use newcatan::content::{Request, built_in_scenarios};
use newcatan::game::Game;
use newcatan::seat::playout;
use serde_json::Value;

use crate::support::{self, out, run_in, said};

fn bench(args: &[&str]) -> Output {
    run_in(Path::new("."), &[&["bench"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let output = bench(&[&["--json"], args].concat());
    serde_json::from_str(&out(&output)).unwrap_or_else(|wrong| panic!("{wrong}: {}", said(&output)))
}

/// The first words of the lines.
fn names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.split("  ").find(|part| !part.is_empty())).collect()
}

#[test]
#[ignore = "takes a second"]
fn every_shipped_scenario_has_its_lines() {
    let text = out(&bench(&["--games", "1", "--rounds", "1"]));
    let works = built_in_scenarios();
    let works = || works.iter().map(String::as_str);
    let expected: Vec<&str> = ["random games on one core, 1 round, processor time"]
        .into_iter()
        .chain(iter::once("decisions a second").chain(works()))
        .chain(iter::once("decisions a game").chain(works()))
        .collect();
    assert_eq!(names(&text), expected);
}

#[test]
fn decisions_are_those_of_the_games() {
    let (rules, host) = support::load(&Request::scenario("catan")).unwrap();
    let decisions = |seed: u64| {
        let names = rules.names.last().unwrap();
        let mut game = Game::new(rules.clone(), host.clone(), names, seed).unwrap();
        playout(&mut game, seed).unwrap()
    };
    // The first two games warm up; two rounds of six follow.
    let mean = (9..=20).map(decisions).sum::<u32>();
    let told = json(&["catan", "--games", "6", "--rounds", "2", "--seed", "7"]);
    assert_eq!(told["works"][0]["decisions_per_game"], f64::from(mean) / 12.0);
}

#[test]
fn another_program_is_the_measure() {
    let told = r#"{"engine": "other 2.0", "decisions": 3000, "games": 3, "seconds": 2}"#;
    let table = json(&["catan", "--games", "1", "--rounds", "3", "--", "echo", told]);
    let other = &table["against"];
    assert_eq!(
        (&other["name"], &other["decisions_per_game"]),
        (&"other 2.0".into(), &1000.0.into())
    );
    let work = &table["works"][0];
    let speed = work["decisions_per_second"]["median"].as_f64().unwrap();
    assert_eq!(work["ratio"], speed / 1500.0);
}

#[test]
fn a_program_that_cannot_be_measured_is_told() {
    let against = |program: &[&str]| {
        said(&bench(&[&["catan", "--games", "1", "--rounds", "1", "--"], program].concat()))
    };
    insta::assert_snapshot!(against(&["false"]), @r#"
    exit 1
    error: `false` cannot be measured: exit status: 1
     |
     = help: the program must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
    insta::assert_snapshot!(against(&["echo", "fast"]), @r#"
    exit 1
    error: `echo` cannot be measured: expected ident at line 1 column 3
     |
     = help: the program must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
    let nothing = r#"{"engine": "idle", "decisions": 0, "games": 0, "seconds": 1}"#;
    insta::assert_snapshot!(against(&["echo", nothing]), @r#"
    exit 1
    error: `echo` cannot be measured: it reported 0 games, decisions or seconds
     |
     = help: the program must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
}

#[test]
fn each_rule_has_its_cost() {
    let costs = json(&["--rules", "newcatan", "--games", "3"]);
    let costs = &costs[0];
    let hooks = costs["hooks"].as_array().unwrap();
    let share = |of: &Value| of.as_f64().unwrap();
    let shares: Vec<f64> = hooks.iter().map(|hook| share(&hook["share"])).collect();
    assert!(shares.is_sorted_by(|one, next| one >= next), "{shares:?}");
    let all = shares.iter().sum::<f64>() + share(&costs["kernel"]);
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    let soldier = hooks.iter().find(|hook| hook["rule"] == "catan/soldier").unwrap();
    assert_eq!(soldier["hook"], "act");
    assert!(out(&bench(&["--rules", "catan", "--games", "1"])).contains("\n  the kernel "));
}

#[test]
fn folders_and_times_are_refused() {
    insta::assert_snapshot!(said(&bench(&["rules"])), @"
    exit 1
    error: `rules` is a folder, not a scenario
     |
     = help: `--packs-from rules` looks for packs there
    ");
    insta::assert_snapshot!(said(&bench(&["--seconds", "0"])), @"
    exit 2
    error: invalid value '0' for '--seconds <SECONDS>': expected a number of seconds from 0.01 to 3600, found `0`

    For more information, try '--help'.
    ");
}
