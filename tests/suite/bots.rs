//! Programs as players: the bots of `clients/bots` play, and no fault of a program stops a game.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::support;

/// A scenario of Catan with a low turn limit.
const SHORT: &str = "tests/hostile/short.toml";

/// An executable shell script.
pub(crate) fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Plays a short game with a program against two random players. Returns the messages, and the
/// comments of the recording.
fn play(folder: &Path, program: &Path, more: &[&str]) -> (String, String) {
    let players = format!("{},random,random", program.display());
    let record = folder.join("record.game");
    let record = record.to_str().unwrap();
    let args = ["run", SHORT, "--players", &players, "--seed", "1", "--quiet", "--force"];
    let args = [&args[..], &["--record", record], more].concat();
    let output = support::run_in(Path::new("."), &args);
    let text = fs::read_to_string(record).unwrap();
    let remarks: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
    let replayed = support::run_in(Path::new("."), &["replay", record]);
    assert!(replayed.status.success(), "{}", support::said(&replayed));
    (support::said(&output), remarks.join("\n").replace(&*folder.to_string_lossy(), "."))
}

#[test]
fn the_bot_in_python_beats_random_players() {
    wins(Path::new("clients/bots/nearest_points.py"));
}

#[test]
#[ignore = "takes a second"]
fn the_bot_in_rust_beats_random_players() {
    let program =
        Path::new(env!("CARGO_BIN_EXE_newcatan")).with_file_name("examples/first_builder");
    assert!(program.exists(), "`cargo build --example first_builder` builds it");
    wins(&program);
}

/// Plays four games of a bot against random players, of which the bot has to win two.
#[track_caller]
fn wins(program: &Path) {
    assert!(fs::read_to_string(program).map_or(true, |text| text.lines().count() < 60));
    let players = format!("./{},random,random", program.display());
    let players = players.replace(".//", "/");
    let mut won = 0;
    for seed in 1..=4 {
        let seed = seed.to_string();
        let args = [
            "run",
            "catan",
            "--players",
            &players,
            "--seed",
            &seed,
            "--quiet",
            "--bot-time",
            "20000",
        ];
        let output = support::run_in(Path::new("."), &args);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", support::said(&output));
        won += usize::from(support::out(&output).contains("red wins"));
    }
    assert!(won >= 2, "{won} of 4 games are won");
}

#[test]
#[ignore = "waits for programs"]
fn a_program_that_fails_loses_no_game() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let faults = [
        ("silent", "sleep 1000"),
        ("deaf", "exec sleep 1000 < /dev/null"),
        ("nonsense", "while read line; do echo hello; done"),
        ("dead", "read line; exit 3"),
        (
            "stubborn",
            "n=1; while read line; do echo \"{\\\"id\\\": $n, \\\"result\\\": \\\"ends turn\\\"}\"; n=$((n+1)); done",
        ),
        (
            "beyond",
            "n=1; while read line; do echo \"{\\\"id\\\": $n, \\\"result\\\": 99999}\"; n=$((n+1)); done",
        ),
        (
            "sorry",
            "n=1; while read line; do echo \"{\\\"id\\\": $n, \\\"error\\\": {\\\"code\\\": 1, \\\"message\\\": \\\"sorry\\\"}}\"; n=$((n+1)); done",
        ),
        ("endless", "exec cat /dev/zero"),
    ];
    let mut told = Vec::new();
    for (name, text) in faults {
        let program = script(home, name, text);
        let is_silent = text.contains("sleep");
        let time = if is_silent { "300" } else { "20000" };
        let (said, remarks) = play(home, &program, &["--bot-time", time]);
        assert!(said.starts_with("exit 0"), "{name}: {said}");
        let first: Vec<&str> = remarks.lines().take(4).collect();
        told.push(first.join("\n"));
    }
    insta::assert_snapshot!(told.join("\n\n"));
}

#[test]
fn a_fault_of_a_program_stops_the_game_where_that_is_wanted() {
    let home = tempfile::tempdir().unwrap();
    let program = script(home.path(), "dead", "exit 3");
    let (said, remarks) = play(home.path(), &program, &["--on-bot-error", "stop"]);
    let said = said.replace(&*home.path().to_string_lossy(), ".");
    insta::assert_snapshot!(format!("{said}\n{remarks}"));
}

#[test]
fn a_player_that_is_no_program_is_told() {
    let text = |players| {
        let output = support::run_in(Path::new("."), &["run", "catan", "--players", players]);
        support::said(&output)
    };
    insta::assert_snapshot!(text("./nothing,greedy,greedy"));
    insta::assert_snapshot!(text("gredy,greedy,greedy"));
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes a second"]
fn a_program_has_so_much_memory_and_no_more() {
    let home = tempfile::tempdir().unwrap();
    // `tail` buffers everything, since the line never ends.
    let text = "read line\n\
                if head -c 300000000 /dev/zero | tail > /dev/null 2>&1; then\n\
                while read line; do echo fed; done\n\
                fi\n\
                exit 3";
    let hungry = script(home.path(), "hungry", text);
    for (mebibytes, told) in [("64", "has ended"), ("4096", "gave an invalid answer: fed")] {
        let limits = ["--bot-memory", mebibytes, "--bot-time", "60000"];
        let (said, remarks) = play(home.path(), &hungry, &limits);
        assert!(said.starts_with("exit 0"), "{said}");
        assert!(remarks.contains(told), "{mebibytes} MiB: {remarks}");
    }
}
