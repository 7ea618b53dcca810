//! The output of `newcatan bench`, and its errors.

use std::fs;
use std::iter;
use std::path::Path;
use std::process::Output;
use std::thread::available_parallelism;

use newcatan::content::{Request, built_in_scenarios};
use newcatan::game::Game;
use newcatan::seat::playout;
use serde_json::Value;
#[cfg(unix)]
use tempfile::TempDir;

#[cfg(unix)]
use crate::bots::script;
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
fn games_that_nobody_wins_before_the_turn_limit_are_counted_apart() {
    let folder = tempfile::TempDir::new().unwrap();
    let scenario = fs::read_to_string("scenarios/catan.toml").unwrap();
    let short = folder.path().join("short.toml");
    fs::write(&short, scenario.replace("turn_limit = 1000", "turn_limit = 9")).unwrap();
    let table = json(&[short.to_str().unwrap(), "catan", "--games", "2", "--rounds", "1"]);
    assert_eq!(table["works"][0]["undecided"], 1.0);
    assert_eq!(table["works"][1]["undecided"], 0.0);
}

/// A program that prints this line for each round.
#[cfg(unix)]
fn engine(folder: &TempDir, name: &str, line: &str) -> String {
    script(folder.path(), name, &format!("echo '{line}'")).to_str().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn scenarios_are_compared_with_programs_beside() {
    let folder = TempDir::new().unwrap();
    let line = r#"{"engine": "other 2.0", "decisions": 3000, "games": 3, "seconds": 2}"#;
    let other = engine(&folder, "other", line);
    let line = r#"{"engine": "slow 0.1", "decisions": 5, "games": 1, "seconds": 10}"#;
    let slow = engine(&folder, "slow", line);
    let args = ["catan", "--games", "1", "--rounds", "3", "--beside", &other, "--beside", &slow];
    let table = json(&args);
    let programs = &table["beside"];
    assert_eq!(
        (&programs[0]["name"], &programs[1]["name"]),
        (&"other 2.0".into(), &"slow 0.1".into())
    );
    assert_eq!(programs[0]["decisions_per_game"], 1000.0);
    let work = &table["works"][0];
    let near = |one: &Value, other: f64| {
        let one = one.as_f64().unwrap();
        assert!((one / other - 1.0).abs() < 1e-9, "{one} {other}");
    };
    let decisions = work["decisions_per_second"]["median"].as_f64().unwrap();
    near(&work["ratios"][0]["decisions"], decisions / 1500.0);
    near(&work["ratios"][1]["decisions"], decisions / 0.5);
    near(&work["ratios"][0]["games"], work["games_per_second"].as_f64().unwrap() / 1.5);
    let text = out(&bench(&args));
    let titles: Vec<&str> = text.lines().filter(|line| line.contains("divided by")).collect();
    insta::assert_snapshot!(titles.join("\n"), @"
    decisions/s, divided by those of  other 2.0  slow 0.1
    games/s, divided by those of  other 2.0  slow 0.1
    ");
}

#[cfg(unix)]
#[test]
fn a_program_gets_the_seconds_of_each_round() {
    let folder = TempDir::new().unwrap();
    let calls = folder.path().join("calls");
    let line = r#"{"engine": "other", "decisions": 1, "games": 1, "seconds": 1}"#;
    let text = format!("echo $# $1 >> '{}'; echo '{line}'", calls.display());
    let other = script(folder.path(), "other", &text);
    let args = ["catan", "--seconds", "0.05", "--rounds", "2", "--beside", other.to_str().unwrap()];
    json(&args);
    // The first call is the warm-up.
    assert_eq!(fs::read_to_string(calls).unwrap(), "1 0.01\n1 0.05\n1 0.05\n");
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_measured_is_told() {
    let folder = TempDir::new().unwrap();
    let told = |name: &str, text: &str| {
        let program = script(folder.path(), name, text);
        let beside = ["catan", "--games", "1", "--beside", program.to_str().unwrap()];
        said(&bench(&beside)).replace(folder.path().to_str().unwrap(), ".")
    };
    insta::assert_snapshot!(told("fails", "exit 3"), @r#"
    exit 1
    error: `./fails` cannot be measured: exit status: 3
     |
     = help: the program gets a number of seconds, and must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
    insta::assert_snapshot!(told("says", "echo fast"), @r#"
    exit 1
    error: `./says` cannot be measured: expected ident at line 1 column 3
     |
     = help: the program gets a number of seconds, and must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
    let nothing = r#"echo '{"engine": "idle", "decisions": 0, "games": 0, "seconds": 1}'"#;
    insta::assert_snapshot!(told("idle", nothing), @r#"
    exit 1
    error: `./idle` cannot be measured: it reported 0 games, decisions or seconds
     |
     = help: the program gets a number of seconds, and must print a line such as `{"engine": "name 1.0", "decisions": 900, "games": 1, "seconds": 0.5}`
    "#);
}

#[test]
fn programs_that_cannot_be_run_are_refused_before_the_games() {
    let beside = |path: &str| {
        // The scenario does not exist either, but programs are looked up first.
        said(&bench(&["no_such_scenario", "--beside", path]))
    };
    insta::assert_snapshot!(beside("./no_such_engine"), @"
    exit 1
    error: there is no program `./no_such_engine`
     |
     = help: give the path of an executable file, such as `./my_engine`
    ");
    insta::assert_snapshot!(beside("rules"), @"
    exit 1
    error: `rules` is a folder, not a program
     |
     = help: give the path of an executable file, such as `./my_engine`
    ");
    #[cfg(unix)]
    insta::assert_snapshot!(beside("Cargo.toml"), @"
    exit 1
    error: `Cargo.toml` is not executable
     |
     = help: `chmod +x Cargo.toml` makes it executable
    ");
    insta::assert_snapshot!(said(&bench(&["catan", "--rules", "--beside", "./engine"])), @"
    exit 2
    error: the argument '--rules' cannot be used with '--beside <PROGRAM>'

    Usage: newcatan bench --rules <SCENARIOS>...

    For more information, try '--help'.
    ");
}

#[test]
fn threads_are_compared_with_one_thread() {
    let told = bench(&["catan", "--games", "2", "--rounds", "1", "--threads", "2"]);
    if available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        assert!(said(&told).contains("leave `--threads` out"));
        return;
    }
    let text = out(&told);
    let (title, row) = text.split_once(" on 2 threads ").unwrap();
    assert!(title.ends_with("\n\ndecisions a second"), "{text}");
    assert!(row.lines().next().unwrap().ends_with("  times one thread"), "{text}");
    let threaded = &json(&["catan", "--games", "2", "--rounds", "3", "--threads", "2"])["works"][0]
        ["threaded"];
    assert_eq!(threaded["threads"], 2);
    let times = threaded["times_one_thread"].as_f64().unwrap();
    assert!((0.5..8.0).contains(&times), "{times}");
}

#[test]
fn more_threads_than_cores_are_refused() {
    let refused = said(&bench(&["catan", "--threads", "60000"]));
    let refused: String =
        refused.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    assert!(
        refused.contains("`--threads 00000` needs 00000 cores; this program may use 0"),
        "{refused}"
    );
    insta::assert_snapshot!(said(&bench(&["catan", "--threads", "1"])), @"
    exit 2
    error: invalid value '1' for '--threads <N>': 1 is not in 2..=65535

    For more information, try '--help'.
    ");
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
