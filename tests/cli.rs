//! The program from outside: exit codes, messages, help, files.
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program.
fn newcatan(args: &[&str]) -> Output {
    newcatan_in(Path::new("."), args)
}

fn newcatan_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).args(args).env("NO_COLOR", "1").output().unwrap()
}

/// Runs the program with lines for a player at the terminal.
fn typed(args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Exit code and messages, without results.
fn said(output: &Output) -> String {
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    format!("exit {}\n{}", output.status.code().unwrap(), err.trim_end())
}

#[test]
fn the_help_lists_the_verbs() {
    insta::assert_snapshot!(out(&newcatan(&["--help"])), @"");
}

#[test]
fn the_help_of_every_verb_has_an_example() {
    for verb in ["run", "replay", "test", "board", "rules", "bench"] {
        let help = out(&newcatan(&[verb, "--help"]));
        assert!(help.contains(&format!("  newcatan {verb} ")), "{help}");
    }
}

#[test]
fn the_help_of_run_tells_everything() {
    insta::assert_snapshot!(out(&newcatan(&["run", "--help"])), @"");
}

#[test]
fn an_unknown_verb_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["rnu"])), @"");
}

#[test]
fn an_unknown_seat_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--players", "greedy,gredy"])), @"");
}

#[test]
fn a_setting_without_a_value_is_wrong_usage() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--set", "goal"])), @"");
}

#[test]
fn a_scenario_that_is_not_there_is_an_error() {
    insta::assert_snapshot!(said(&newcatan(&["run", "katan"])), @"");
}

#[test]
fn too_many_players_are_an_error() {
    let players = "random,random,random,random,random";
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--players", players])), @"");
}

#[test]
fn a_setting_out_of_range_is_an_error() {
    insta::assert_snapshot!(said(&newcatan(&["run", "catan", "--set", "goal=99"])), @"");
}

#[test]
fn a_game_ends_with_board_points_and_winner() {
    let game = newcatan(&["run", "catan", "--seed", "3", "--quiet"]);
    insta::assert_snapshot!(out(&game), @"");
}

#[test]
fn a_seed_gives_the_same_output_byte_for_byte() {
    for more in [&["--players", "greedy,random,greedy"][..], &["--json"], &["--shuffle-seats"]] {
        let args = [&["run", "desolation", "--seed", "11"], more].concat();
        let game = newcatan(&args);
        assert_eq!(game.status.code(), Some(0), "{}", said(&game));
        assert!(game.stdout == newcatan(&args).stdout, "{more:?} differs");
    }
}

#[test]
fn json_is_one_document() {
    let game = newcatan(&["run", "catan", "--seed", "3", "--json"]);
    let result: serde_json::Value = serde_json::from_slice(&game.stdout).unwrap();
    assert_eq!(result["players"].as_array().unwrap().len(), 4);
    assert_eq!(result["seed"], 3);
}

#[test]
fn a_recording_is_never_written_over_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let args = [&["run", "catan", "--quiet", "--record", "a.game"], more].concat();
        newcatan_in(folder.path(), &args)
    };
    assert_eq!(said(&run(&[])), "exit 0\n");
    let recorded = std::fs::read(folder.path().join("a.game")).unwrap();
    insta::assert_snapshot!(said(&run(&["--seed", "2"])), @"");
    assert!(recorded == std::fs::read(folder.path().join("a.game")).unwrap(), "it is as it was");
    assert_eq!(said(&run(&["--seed", "2", "--force"])), "exit 0\n");
    assert!(recorded != std::fs::read(folder.path().join("a.game")).unwrap(), "it is another");
}

#[test]
fn a_recording_replays_and_blessing_changes_nothing() {
    for scenario in ["catan", "catan_beginners", "desolation"] {
        let folder = tempfile::tempdir().unwrap();
        let run = |args: &[&str]| newcatan_in(folder.path(), args);
        assert_eq!(said(&run(&["run", scenario, "--quiet", "--record", "a.game"])), "exit 0\n");
        let before = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
        assert_eq!(said(&run(&["replay", "--strict", "a.game"])), "exit 0\n");
        assert_eq!(said(&run(&["test", "."])), "exit 0\n");
        let blessed = run(&["replay", "--bless", "a.game"]);
        assert!(out(&blessed).trim_end().ends_with("unchanged"), "{}", out(&blessed));
        let after = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
        assert!(before == after, "blessing a recording changes nothing");
    }
}

#[test]
fn a_changed_recording_fails() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| newcatan_in(folder.path(), args);
    assert_eq!(said(&run(&["run", "catan", "--quiet", "--record", "a.game"])), "exit 0\n");
    let file = folder.path().join("a.game");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("produces 1 ", "produces 2 ", 1)).unwrap();
    assert_eq!(run(&["replay", "a.game"]).status.code(), Some(1));
    let tested = run(&["test", "."]);
    assert_eq!(tested.status.code(), Some(1));
    assert!(out(&tested).ends_with("0 passed, 1 failed\n"), "{}", out(&tested));
}

#[test]
fn a_folder_without_transcripts_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(said(&newcatan_in(folder.path(), &["test", "."])), @"");
    insta::assert_snapshot!(said(&newcatan_in(folder.path(), &["replay", "no.game"])), @"");
}

#[test]
fn a_board_is_drawn_from_its_seed() {
    insta::assert_snapshot!(out(&newcatan(&["board", "catan_beginners", "--names"])), @"");
}

#[test]
fn a_joined_board_shows_its_first_row_again() {
    insta::assert_snapshot!(out(&newcatan(&["board", "desolation"])), @"");
}

#[test]
fn rules_are_listed_with_rank_and_origin() {
    let rules = newcatan(&["rules", "desolation"]);
    insta::assert_snapshot!(out(&rules), @"");
}

#[test]
fn a_player_at_the_terminal_is_told_every_reason() {
    let args = ["run", "catan_beginners", "--players", "human,greedy,greedy,greedy"];
    let game = typed(&args, "rolls\nbuilds city at A1.n\n");
    let text = out(&game);
    let refused = text.split("refused:\n").nth(1).unwrap_or(&text);
    let refused: Vec<&str> = refused.lines().take_while(|line| line.starts_with("  ")).collect();
    insta::assert_snapshot!(refused.join("\n"), @"");
    insta::assert_snapshot!(said(&game), @"");
}
