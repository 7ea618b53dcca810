//! The files that `new` writes pass, can be played and are proven by their games without edits.

use std::fs;
use std::path::Path;

use crate::support::{out, run_in, said};
use crate::tools::{folder, run, run_untimed};

/// Runs `new`. Returns the commands that it suggests.
fn commands(folder: &Path, args: &[&str]) -> Vec<String> {
    let output = run_in(folder, &[&["new"], args].concat());
    assert!(output.status.success(), "{args:?}: {}", said(&output));
    let text = out(&output);
    let (written, proposed) = text.split_once("\nnow try\n").unwrap();
    for file in written.lines().map(|line| line.strip_prefix("wrote ").unwrap()) {
        assert!(!fs::read_to_string(folder.join(file)).unwrap().contains('@'), "{file}");
    }
    let command = |line: &str| line.strip_prefix("  newcatan ").unwrap().to_owned();
    proposed.lines().map(command).collect()
}

/// Runs the suggested commands that end by themselves and test files with games.
fn obey(folder: &Path, commands: &[String]) {
    for command in commands {
        let mut args: Vec<&str> = command.split(' ').collect();
        match args[0] {
            "watch" => continue,
            "check" => args.push("--strict"),
            "run" => args.extend(["--quiet", "--seed", "3"]),
            _ => {}
        }
        let output = run_in(folder, &args);
        assert!(output.status.success(), "{command}: {}{}", out(&output), said(&output));
    }
}

/// Checks that all games pass, and that they catch all faults in the files that `run` adds.
fn prove(folder: &Path, commands: &[String]) {
    let tested = run(folder, &["test", "."]);
    assert!(tested.contains("exit 0"), "{tested}");
    let play = commands.iter().find(|command| command.starts_with("run ")).unwrap();
    let with = play.split(' ').skip_while(|word| *word != "--with").nth(1).unwrap();
    let judged = run(folder, &["mutate", "--with", with, "--tests", "."]);
    assert!(judged.contains("\n0 survive\n") && judged.ends_with("exit 0\n"), "{judged}");
}

#[test]
#[ignore = "plants faults"]
fn each_rule_passes_plays_and_is_proven() {
    let kinds: [&[&str]; 11] = [
        &["benefit", "lookout"],
        &["benefit", "high_tower", "--outpost", "diplomats"],
        &["benefit", "lookout", "--scenario", "newcatan_complete"],
        &["event", "hot_spot"],
        &["card", "rich_harvest"],
        &["card", "gift_from_afar"],
        &["card", "off_the_board"],
        &["card", "at"],
        &["event", "gift_for_all"],
        &["card", "rich_harvest", "--scenario", "newcatan_complete", "--deck", "merchants"],
        &["pack", "night_market"],
    ];
    for args in kinds {
        let folder = folder(&[]);
        let commands = commands(folder.path(), args);
        obey(folder.path(), &commands);
        prove(folder.path(), &commands);
    }
}

#[test]
#[ignore = "takes a second"]
fn a_rule_in_the_folder_of_a_pack_belongs_to_it() {
    let folder = folder(&[]);
    let folder = folder.path();
    commands(folder, &["pack", "market", "--in", "house"]);
    for args in [["card", "windfall"], ["benefit", "tower"], ["event", "geyser"]] {
        let commands = commands(folder, &[&args[..], &["--in", "house/market"]].concat());
        obey(folder, &commands);
    }
    commands(&folder.join("house/market"), &["card", "fortune"]);
    insta::assert_snapshot!(run_untimed(folder, &["test", "."]), @"
    6 passed, 0 failed in _
    exit 0
    ");
    insta::assert_snapshot!(run_untimed(&folder.join("house"), &["test", "--list", "."]), @"
    ./fortune.game
    ./geyser.game
    ./market.game
    ./market_set.game
    ./tower.game
    ./windfall.game
    exit 0
    ");
}

#[test]
#[ignore = "plays many games"]
fn a_scenario_is_like_the_one_that_it_is_made_from() {
    let names = fs::read_dir("scenarios").unwrap().map(|entry| entry.unwrap().path());
    for from in names {
        let folder = folder(&[]);
        let from = from.file_stem().unwrap().to_string_lossy().into_owned();
        let commands = commands(folder.path(), &["scenario", "my_land", "--from", &from]);
        obey(folder.path(), &commands);
        let text = fs::read_to_string(folder.path().join("my_land.toml")).unwrap();
        assert!(text.contains("title = \"My land\"\n") && text.contains("\nrows = ["), "{text}");
    }
}

#[test]
fn what_is_written_is_told() {
    let folder = folder(&[]);
    insta::assert_snapshot!(run(folder.path(), &["new", "benefit", "lookout"]), @"
    wrote lookout.rhai
    wrote lookout.game

    now try
      newcatan test lookout.game
      newcatan check lookout.rhai
      newcatan watch .
      newcatan run newcatan --with lookout.rhai --without newcatan/ore_2_for_1
    exit 0
    ");
    insta::assert_snapshot!(run(folder.path(), &["new", "pack", "market", "--in", "mine"]), @"
    wrote mine/market/market.rhai
    wrote mine/market.game
    wrote mine/market/pack.toml
    wrote mine/market_set.game

    now try
      newcatan test mine/market.game
      newcatan check mine/market
      newcatan watch mine
      newcatan run catan_beginners --with mine/market --set market.generous=true
    exit 0
    ");
    insta::assert_snapshot!(run(folder.path(), &["new", "scenario", "land"]), @"
    wrote land.toml
    wrote land.game

    now try
      newcatan board land.toml
      newcatan test land.game
      newcatan check land.toml
      newcatan watch .
      newcatan run land.toml
    exit 0
    ");
    insta::assert_snapshot!(fs::read_to_string(folder.path().join("land.game")).unwrap(), @"
    # Land: the board is laid, and there is room for everybody.
    scenario land.toml
    seed 1
    players red, blue, white

    red places settlement at A1.n
    red places road at A1-ne
    blue places settlement at A1.se
    blue places road at A1-e
    white places settlement at A1.sw
    white places road at A1-sw
    white places settlement at A2.n
    white places road at A2-ne
    blue places settlement at A2.se
    blue places road at A2-e
    red places settlement at A3.n
    red places road at A3-ne
    expect red has 2 points
    expect blue has 2 points
    expect white has 2 points
    ");
}

#[test]
fn what_cannot_be_written_is_said() {
    let folder = folder(&[("file", ""), ("lookout.game", "mine")]);
    let new = |args: &[&str]| run(folder.path(), &[&["new"], args].concat());
    insta::assert_snapshot!(new(&["benefit", "Lookout"]), @"
    exit 1
    error: `Lookout` is not a valid name
     |
     = help: write lower-case letters, digits and `_`, starting with a letter
    ");
    insta::assert_snapshot!(new(&["card", "game"]), @"
    exit 1
    error: `game` cannot be used as a name: it has another meaning in transcripts or prices
     |
     = help: choose another name
    ");
    insta::assert_snapshot!(new(&["card", "soldier"]), @"
    exit 1
    error: `soldier` is already the name of the rule `catan/soldier`
     |
     = help: choose another name
    ");
    insta::assert_snapshot!(new(&["card", "harvest", "--deck", "devlopment"]), @"
    exit 1
    error: no deck `devlopment` in the scenario `catan_beginners`
     |
     = help: did you mean `development`?
    ");
    insta::assert_snapshot!(new(&["pack", "catan"]), @"
    exit 1
    error: `catan` is the name of a built-in pack
     |
     = help: choose another name
    ");
    insta::assert_snapshot!(new(&["benefit", "tower", "--scenario", "catan"]), @"
    exit 1
    error: the scenario `catan` has no outpost
     |
     = help: name another scenario with `--scenario`
    ");
    insta::assert_snapshot!(new(&["benefit", "lookout"]), @"
    exit 1
    error: `lookout.game` already exists, so nothing was written
     |
     = help: choose another name, or another folder with `--in`
    ");
    insta::assert_snapshot!(new(&["event", "geyser", "--in", "file"]), @"
    exit 1
    error: `file/geyser.rhai` cannot be written: Not a directory (os error 20)
     |
     = help: name a writable folder with `--in`
    ");
    insta::assert_snapshot!(new(&["scenario", "land", "--from", "catn"]), @"
    exit 1
    error: no scenario `catn`: there is no file `scenarios/catn.toml`
     |
     = help: did you mean `catan`?
    ");
    assert_eq!(fs::read_to_string(folder.path().join("lookout.game")).unwrap(), "mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn names_that_games_cannot_say_are_not_written() {
    let folder = folder(&[]);
    for (kind, name) in [
        ("card", "gift_in_need"),
        ("event", "gift_from_afar"),
        ("event", "answers"),
        ("event", "off_the_board"),
        ("benefit", "a__b"),
        ("pack", "a__b"),
    ] {
        let said = run(folder.path(), &["new", kind, name]);
        assert!(said.starts_with("exit 1\nerror: ") && said.contains(name), "{said}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
