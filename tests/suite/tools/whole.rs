//! Files that are written completely or not at all.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::tools::{folder, support};

/// Runs the program in a shell in which nothing can be written to a file.
fn on_a_full_disk(folder: &Path, args: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_newcatan");
    let line = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' {args} > /dev/null");
    Command::new("bash").current_dir(folder).args(["-c", &line]).output().unwrap()
}

/// The names of all files in a folder.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const GAME: &str = "scenario catan\nplayers red, blue, white\nexpect red may roll\n";
const OLD: &str = "what was there before";

#[test]
fn where_nothing_can_be_written_everything_stays_as_it_was() {
    let pack = "id = \"odd\"\ntitle = \"Odd\"\nversion = \"1.0.0\"\n";
    let rule = "//! Odd\n//! Does nothing.\n//! Rulings: H-1.\n\nfn on_turn(me) {}\n";
    let packed = [("odd/pack.toml", pack), ("odd/rule.rhai", rule)];
    let kept = [("old.svg", OLD), ("old.xml", OLD), ("old.html", OLD), ("old.txt", OLD)];
    let game = GAME.replace("expect red may roll", "given red has 1 ore\nred rolls 3 4");
    let stale = format!("{game}  red gains 1 ore\n");
    let files_before: Vec<(&str, &str)> = kept
        .into_iter()
        .chain(packed)
        .chain([("a.game", game.as_str()), ("b.game", &stale)])
        .collect();
    let commands = [
        "board catan --svg old.svg",
        "board catan --svg new.svg",
        "test a.game --junit old.xml",
        "test a.game --junit new.xml",
        "coverage --with odd a.game --html old.html",
        "coverage --with odd a.game --html new.html",
        "fork a.game:4 --record old.txt --force",
        "fork a.game:4 --record new.game",
        "replay --bless b.game",
        "new benefit lookout",
        "new pack market",
        "new pack market --in some/where/else",
        "new scenario far_shore",
        "man --out pages/of/mine",
        "man --out .",
    ];
    for command in commands {
        let folder = folder(&files_before);
        let before = files(folder.path());
        let output = on_a_full_disk(folder.path(), command);
        assert!(!output.status.success(), "{command}");
        assert!(support::said(&output).contains("cannot be written"), "{command}");
        assert_eq!(files(folder.path()), before, "{command}");
        for (name, text) in &files_before {
            let now = fs::read_to_string(folder.path().join(name)).unwrap();
            assert_eq!(now, *text, "{command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_to_as_they_are() {
    let folder = folder(&[("a.game", GAME)]);
    let run = |args: &[&str]| support::run_in(folder.path(), args);
    let shown = run(&["board", "catan", "--svg", "/dev/stdout"]);
    assert!(support::out(&shown).contains("<svg"), "{}", support::out(&shown));
    let shown = run(&["test", "a.game", "--junit", "/dev/stdout"]);
    assert!(support::out(&shown).contains("<testsuites"), "{}", support::out(&shown));
    assert!(run(&["board", "catan", "--svg", "/dev/null"]).status.success());
    // If a file is the target of a stream, both ends continue.
    let program = env!("CARGO_BIN_EXE_newcatan");
    let line = format!("'{program}' board catan --svg /dev/stdout >> all.txt");
    let status = Command::new("bash").current_dir(folder.path()).args(["-c", &line]).status();
    assert!(status.unwrap().success());
    let all = fs::read_to_string(folder.path().join("all.txt")).unwrap();
    assert!(all.contains("</svg>") && all.contains("settlement"), "{all}");
    assert_eq!(files(folder.path()), ["a.game", "all.txt"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_file_keeps_who_may_read_it() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder(&[("real.svg", OLD)]);
    let real = folder.path().join("real.svg");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("real.svg", folder.path().join("link.svg")).unwrap();
    let output = support::run_in(folder.path(), &["board", "catan", "--svg", "link.svg"]);
    assert!(output.status.success(), "{}", support::said(&output));
    assert!(fs::symlink_metadata(folder.path().join("link.svg")).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("<svg"));
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o640);
}

#[cfg(unix)]
#[test]
fn the_board_of_another_scenario_stays_in_the_folder() {
    let scenario = |board: &str| {
        format!("title = \"N\"\npacks = [\"catan\"]\nplayers = [3, 4]\nboard_of = \"{board}\"\n")
    };
    let secret = "a secret line\n";
    let other = fs::read_to_string("scenarios/catan.toml").unwrap();
    let inner = [("game/boards/other.toml", other.as_str()), ("secret.toml", secret)];
    let folder = folder(&inner);
    std::os::unix::fs::symlink("../secret.toml", folder.path().join("game/linked.toml")).unwrap();
    let told = |board: &str| {
        fs::write(folder.path().join("game/a.toml"), scenario(board)).unwrap();
        let output = support::run_in(folder.path(), &["board", "game/a.toml"]);
        (output.status.success(), support::said(&output))
    };
    let absolute = folder.path().join("secret.toml").display().to_string();
    let outside = ["/etc/passwd", &absolute, "../secret.toml", "../secret", "..", "linked"];
    for board in outside {
        let (success, said) = told(board);
        assert!(!success && !said.contains("a secret line"), "{said}");
        assert!(
            said.contains(&format!("`{board}` is outside the folder of the scenario")),
            "{said}"
        );
    }
    for board in ["boards/other.toml", "catan"] {
        let (success, said) = told(board);
        assert!(success, "{board}: {said}");
    }
}
