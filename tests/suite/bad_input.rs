//! Invalid files and lines: the output of the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program in a folder.
fn newcatan_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).args(args).env("NO_COLOR", "1").output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code and the messages, without results.
fn said(output: &Output) -> String {
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    format!("exit {}\n{}", output.status.code().unwrap(), err.trim_end())
}

/// A folder with a pack `house` that contains this rule.
fn house(rule: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("house");
    std::fs::create_dir(&pack).unwrap();
    let manifest = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n";
    std::fs::write(pack.join("pack.toml"), manifest).unwrap();
    let rule = format!("//! Rule\n//! A rule.\n//! Rulings: H-1.\n\n{rule}\n");
    std::fs::write(pack.join("rule.rhai"), rule).unwrap();
    folder
}

#[test]
fn rules_that_forbid_everything_end_the_game_with_an_error() {
    let folder = house("fn may_build(me, kind, place) { \"never\" }");
    for seats in ["random,random,random", "greedy,greedy,greedy"] {
        let args =
            ["run", "catan", "--with", "house", "--quiet", "--seed", "1", "--players", seats];
        insta::allow_duplicates! {
            insta::assert_snapshot!(said(&newcatan_in(folder.path(), &args)), @"
            exit 1
            error: red finds no legal action: red has to place a settlement [placement rules/catan/pack.toml:83]
            ");
        }
    }
}

#[test]
fn a_transcript_that_is_no_text_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| said(&newcatan_in(folder.path(), args));
    std::fs::write(folder.path().join("a.game"), b"scenario catan\n\xff\n").unwrap();
    insta::assert_snapshot!(run(&["replay", "a.game"]), @"
    exit 1
    error: this is not valid UTF-8
     --> a.game:2:1
      |
    2 | �
      | ^
    ");
    let told = newcatan_in(folder.path(), &["check", "a.game"]);
    assert!(String::from_utf8_lossy(&told.stdout).starts_with("error[unreadable-file]"));
    insta::assert_snapshot!(run(&["replay", "."]), @"
    exit 1
    error: `.` is a folder
    ");
}

#[test]
#[cfg(unix)]
fn an_endless_transcript_is_not_read() {
    insta::assert_snapshot!(said(&newcatan_in(Path::new("."), &["replay", "/dev/zero"])), @"
    exit 1
    error: `/dev/zero` is not a regular file
    ");
}

#[test]
fn a_transcript_may_begin_with_the_mark_of_an_editor() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\u{feff}scenario catan\r\nplayers red, blue, white\r\nexpect red has 0 points\r\n";
    std::fs::write(folder.path().join("a.game"), text).unwrap();
    assert_eq!(said(&newcatan_in(folder.path(), &["replay", "a.game"])), "exit 0\n");
}

#[test]
fn what_a_verb_cannot_use_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| said(&newcatan_in(folder.path(), args));
    std::fs::write(folder.path().join("a.game"), "scenario catan\n").unwrap();
    insta::assert_snapshot!(run(&["board", "a.game", "--set", "goal=5"]), @"
    exit 1
    error: a transcript names its own packs and settings
     |
     = help: leave out `--packs` and `--set`
    ");
    insta::assert_snapshot!(run(&["board", "catan", "--until", "5"]), @"
    exit 1
    error: `catan` is a scenario, which has no actions
     |
     = help: `--until` is for transcripts
    ");
    std::fs::create_dir(folder.path().join("dir.toml")).unwrap();
    insta::assert_snapshot!(run(&["run", "dir.toml"]), @"
    exit 1
    error: no scenario `dir.toml`: `dir.toml` is a folder
     |
     = help: a scenario is a `.toml` file
    ");
    insta::assert_snapshot!(run(&["run", "catan", "--rules", "nowhere"]), @"
    exit 1
    error: `nowhere` is not a folder
     |
     = help: `--rules` names a folder of packs
    ");
}

#[test]
fn a_pack_that_changed_since_the_recording_is_told_apart_from_a_new_version() {
    let folder = house("fn on_turn(me) { me.take(ORE, 0); }");
    let run = |args: &[&str]| said(&newcatan_in(folder.path(), args));
    assert_eq!(
        run(&["run", "catan", "--with", "house", "--quiet", "--seed", "1", "--record", "a.game"]),
        "exit 0\n"
    );
    let file = folder.path().join("house/rule.rhai");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text + "\n// The same again.\n").unwrap();
    let game = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
    let hash = game.lines().find_map(|line| line.strip_prefix("pack house 1.0.0 ")).unwrap();
    let strict = run(&["replay", "--strict", "--with", "house", "a.game"]);
    insta::assert_snapshot!(strict.replace(hash, "[hash]"), @"
    exit 1
    error: pack `house` differs from the recorded one
     --> a.game:6:6
      |
    6 | pack house 1.0.0 [hash]
      |      ^^^^^
      |
      = help: both are version 1.0.0, but their files differ
    ");
}

#[test]
fn junk_at_the_terminal_is_no_reason_to_leave() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .args(["run", "catan", "--players", "human,random,random", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"\xff\xfe\n1\n").unwrap();
    let game = child.wait_with_output().unwrap();
    assert!(out(&game).contains("red places settlement"), "{}", out(&game));
    assert_eq!(said(&game), "exit 3\nred left the table; the game is not over");
}

#[test]
fn a_rule_and_a_manifest_may_begin_with_the_mark_of_an_editor() {
    let folder = house("fn on_turn(me) { me.take(ORE, 0); }");
    for file in ["house/rule.rhai", "house/pack.toml"] {
        let path = folder.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("\u{feff}{text}")).unwrap();
    }
    let rules = newcatan_in(folder.path(), &["rules", "catan", "--with", "house"]);
    assert_eq!(said(&rules), "exit 0\n");
}

#[test]
#[cfg(unix)]
fn a_pipe_in_place_of_a_rule_is_not_waited_for() {
    let folder = house("fn on_turn(me) { me.take(ORE, 0); }");
    let pipe = folder.path().join("house/pipe.rhai");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let rules = newcatan_in(folder.path(), &["rules", "catan", "--with", "house"]);
    insta::assert_snapshot!(said(&rules), @"
    exit 1
    error: the file is not a regular file
    --> house/pipe.rhai
    ");
}

#[test]
fn a_view_says_that_it_cannot_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["run", "catan", "--quiet", "--seed", "1", "--record", "a.game", "--as", "blue"];
    assert_eq!(said(&newcatan_in(folder.path(), &args)), "exit 0\n");
    let game = std::fs::read_to_string(folder.path().join("a.game")).unwrap();
    assert!(game.contains("\nas blue # to be read, not to be replayed\n"), "{game}");
}
