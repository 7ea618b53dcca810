//! External programs at seats of the server's games.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Server, command};
use crate::bots::script;

/// A bot that takes the first action; it notes its process.
const FIRST: &str = "echo $$ > pid\nn=1\nwhile read line; do\n\
    echo \"{\\\"id\\\": $n, \\\"result\\\": 0}\"; n=$((n+1))\ndone";

fn server(folder: &Path, programs: &[&Path], more: &[&str]) -> Server {
    let mut command = command(&folder.join("games"));
    command.arg("--no-open").args(more).current_dir(folder);
    for program in programs {
        command.arg("--program").arg(program);
    }
    Server::run(&mut command)
}

/// Begins a game of ann, a program and a bot.
fn begin(server: &Server, program: &str) -> (String, Vec<String>) {
    server.begin(&json!({
        "scenario": "catan_beginners",
        "players": ["ann", "bob", "cyd"],
        "seed": 7,
        "seats": ["person", format!("program {program}"), "greedy"],
    }))
}

/// Lets ann roll and end her turns until her log contains a text, and returns the log.
fn play_until(server: &Server, game: &str, cookie: &str, wanted: &str) -> String {
    let mut log = String::new();
    for _ in 0..1000 {
        let view = server.view(game, 0, cookie).json();
        log = view["log"].to_string();
        if log.contains(wanted) {
            return log;
        }
        match view["actions"].as_array().unwrap().first() {
            Some(action) => {
                let line = action["line"].as_str().unwrap();
                assert_eq!(server.play(game, 0, cookie, line).status, 200);
            }
            None => sleep(Duration::from_millis(10)),
        }
    }
    panic!("the log has no `{wanted}`: {log}")
}

/// Whether a process exists.
fn runs(pid: &str) -> bool {
    Command::new("kill").args(["-0", pid.trim()]).output().unwrap().status.success()
}

#[test]
fn a_program_plays_and_ends_with_the_server() {
    let folder = TempDir::new().unwrap();
    let bot = script(folder.path(), "first", FIRST);
    let mut server = server(folder.path(), &[&bot], &[]);
    let catalog = server.ask("GET", "/api/catalog", &server.manager(), &Value::Null).json();
    assert_eq!(catalog["programs"], json!(["first"]));
    let stranger = server.ask("GET", "/api/catalog", "", &Value::Null).json();
    assert_eq!(stranger["programs"], json!([]));
    let (game, cookies) = begin(&server, "first");
    let log = play_until(&server, &game, &cookies[0], "\"bob ends turn\"");
    assert!(!log.contains('#'), "{log}");
    let view = server.view(&game, 0, &cookies[0]).json();
    assert_eq!(view["seats"][1]["kind"], "program first");
    let pid = fs::read_to_string(folder.path().join("pid")).unwrap();
    assert!(runs(&pid));
    let id = server.program.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(server.program.wait().unwrap().success());
    assert!(!runs(&pid));
}

#[test]
fn no_browser_names_a_program_by_its_path() {
    let folder = TempDir::new().unwrap();
    let bot = script(folder.path(), "first", FIRST);
    script(folder.path(), "other", FIRST);
    let server = server(folder.path(), &[&bot], &[]);
    let path = bot.display().to_string();
    for name in [path.as_str(), "./first", "other", "./other", "../first", "", "first "] {
        let new = json!({
            "scenario": "catan_beginners",
            "players": ["ann", "bob", "cyd"],
            "seats": ["person", "greedy", format!("program {name}")],
        });
        let answer = server.ask("POST", "/api/games", &server.manager(), &new);
        assert_eq!(answer.status, 422, "{name}: {}", answer.body);
    }
    assert!(!folder.path().join("pid").exists());
}

#[test]
fn a_program_that_fails_stops_no_game_and_is_noted_in_the_log() {
    let folder = TempDir::new().unwrap();
    let stubborn = FIRST.replace("\\\"result\\\": 0", "\\\"result\\\": \\\"ends turn\\\"");
    let bots = [
        script(folder.path(), "dead", "read line; exit 3"),
        script(folder.path(), "silent", "while read line; do :; done"),
        script(folder.path(), "nonsense", "while read line; do echo hello; done"),
        script(folder.path(), "stubborn", &stubborn),
    ];
    let paths: Vec<&Path> = bots.iter().map(|path| &**path).collect();
    let mut server = server(folder.path(), &paths, &["--bot-time", "300"]);
    let (mut notes, mut games) = (String::new(), Vec::new());
    for name in ["dead", "silent", "nonsense", "stubborn"] {
        let (game, cookies) = begin(&server, name);
        let log = play_until(&server, &game, &cookies[0], "\"cyd rolls");
        assert!(log.contains("# a program has given no valid answer, so its action"), "{log}");
        let path = format!("/api/games/{game}/transcript");
        let text = server.ask("GET", &path, &server.manager(), &Value::Null).body;
        let note = text.lines().find(|line| line.starts_with("# ")).unwrap();
        notes += &format!("{note}\n").replace(&*folder.path().to_string_lossy(), ".");
        games.push((game, cookies, log));
    }
    insta::assert_snapshot!(notes, @"
    # bob's program ./dead has ended: from now on its actions are random
    # bob's program ./silent gave no answer within 300 ms: a random action is taken instead
    # bob's program ./nonsense gave an invalid answer: hello: a random action is taken instead
    # bob's program ./stubborn chose a refused action: bob has to roll the dice first: a random action is taken instead
    ");
    // The games go on with their notes.
    let _ = server.program.kill();
    server.program.wait().unwrap();
    drop(server);
    let server = self::server(folder.path(), &paths, &["--bot-time", "300"]);
    for (game, cookies, before) in games {
        let after = server.view(&game, 0, &cookies[0]).json();
        let lines = serde_json::from_str::<Vec<Value>>(&before).unwrap();
        let log = after["log"].as_array().unwrap();
        assert_eq!(log[..lines.len()], lines[..]);
    }
}

#[test]
fn a_slow_program_delays_no_other_game() {
    let folder = TempDir::new().unwrap();
    let slow = script(folder.path(), "slow", "while read line; do :; done");
    let server = server(folder.path(), &[&slow], &["--bot-time", "3600000"]);
    for _ in 0..4 {
        let (game, cookies) = begin(&server, "slow");
        for line in ["ann rolls", "ann ends turn"] {
            assert_eq!(server.play(&game, 0, &cookies[0], line).status, 200);
        }
    }
    // The programs still think, for an hour.
    let (game, cookies) = server.begin_catan();
    assert_eq!(server.play(&game, 0, &cookies[0], "ann rolls").status, 200);
}

#[test]
fn a_bot_takes_over_for_a_program_that_is_not_given_any_more() {
    let folder = TempDir::new().unwrap();
    let bot = script(folder.path(), "first", FIRST);
    let first = server(folder.path(), &[&bot], &[]);
    let (game, cookies) = begin(&first, "first");
    assert_eq!(first.view(&game, 0, &cookies[0]).status, 200);
    drop(first);
    let server = server(folder.path(), &[], &[]);
    for line in ["ann rolls", "ann ends turn"] {
        assert_eq!(server.play(&game, 0, &cookies[0], line).status, 200);
    }
    let problem = || server.view(&game, 0, &cookies[0]).json()["problem"].clone();
    assert_eq!(
        problem(),
        "the program first of bob is missing: no `--program` has this name; a bot can play for it"
    );
    let replace = |seat: usize, by: Value, cookie: &str| {
        let body = json!({ "seat": seat, "by": by });
        server.ask("POST", &format!("/api/games/{game}/replace"), cookie, &body).status
    };
    assert_eq!(replace(1, json!("greedy"), &cookies[0]), 404);
    assert_eq!(replace(2, json!("random"), &server.manager()), 409);
    assert_eq!(replace(77, json!("random"), &server.manager()), 409);
    assert_eq!(replace(1, json!("program first"), &server.manager()), 422);
    assert_eq!(replace(1, json!("greedy"), &server.manager()), 200);
    assert_eq!(problem(), Value::Null);
    play_until(&server, &game, &cookies[0], "\"bob ends turn\"");
    assert_eq!(replace(1, Value::Null, &server.manager()), 200);
    assert!(problem().is_string());
}

#[test]
fn programs_have_different_names_and_exist() {
    let folder = TempDir::new().unwrap();
    let bot = script(folder.path(), "first", FIRST);
    let said = |paths: &[&Path]| {
        let mut command = command(folder.path());
        command.arg("--no-open").current_dir(folder.path());
        for path in paths {
            command.arg("--program").arg(path);
        }
        crate::support::said(&command.output().unwrap())
    };
    let text = [said(&[&bot, Path::new("first")]), said(&[Path::new("nothing")])].join("\n");
    insta::assert_snapshot!(text, @"
    exit 1
    error: two programs have the name `first`
     |
     = help: rename one of the files
    exit 1
    error: there is no program `nothing`
     |
     = help: give the path of an executable file, such as `./my_bot`
    ");
}
