//! Irregular files, and links that form a cycle, below a path that is searched.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::hostile::attack::{run, serve};
use crate::hostile::files::{HEADER, message, pack, write};

/// A folder with a pack, a scenario and a game.
fn project() -> TempDir {
    let folder = pack();
    let scenario =
        "title = \"Land\"\npacks = [\"catan\"]\nplayers = [3, 4]\nboard_of = \"catan\"\n";
    write(folder.path(), "land.toml", scenario);
    write(folder.path(), "tests/a.game", "# covers: H-1\nscenario catan\nwith ../pack\n");
    folder
}

fn pipe(folder: &Path, file: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
    assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo").success());
}

/// All verbs that search a folder recursively.
const WALKS: [&[&str]; 5] = [
    &["check", "."],
    &["test", "."],
    &["coverage", "--with", "pack", "."],
    &["mutate", "--with", "pack", "--tests", "tests", "--jobs", "1"],
    &["run", "land.toml", "--with", "pack", "--players", "random,random,random", "--quiet"],
];

#[test]
fn pipes_and_devices_are_not_opened() {
    let endings = ["toml", "game", "rhai"];
    let folder = project();
    for ending in endings {
        pipe(folder.path(), &format!("pipe.{ending}"));
        pipe(folder.path(), &format!("tests/pipe.{ending}"));
        for (name, to) in [("zero", "/dev/zero"), ("tty", "/dev/tty"), ("input", "/dev/stdin")] {
            symlink(to, folder.path().join(format!("{name}.{ending}"))).expect("a new link");
        }
    }
    pipe(folder.path(), "tests/equivalent.toml");
    for args in WALKS {
        let code = run(folder.path(), &args.join(" "), args).code;
        assert!(matches!(code, Some(0 | 1)), "{args:?}");
    }
    let told = |args: &[&str]| message(folder.path(), args);
    insta::assert_snapshot!(told(&["replay", "pipe.game"]), @"error: `pipe.game` is not a regular file");
    insta::assert_snapshot!(told(&["run", "zero.toml"]), @"error: no scenario `zero.toml`: `zero.toml` is not a regular file");
    insta::assert_snapshot!(told(&["replay", "/dev/zero"]), @"error: `/dev/zero` is not a regular file");
}

#[test]
fn an_editor_is_served_beside_pipes_and_devices() {
    let folder = project();
    pipe(folder.path(), "pipe.toml");
    pipe(folder.path(), "scenarios/pipe.toml");
    symlink("/dev/zero", folder.path().join("zero.toml")).expect("a new link");
    let rule = format!("{HEADER}fn on_turn(me) {{ me.tkae(ORE, 1); }}\n");
    let told = serve(folder.path(), "pack/rule.rhai", &rule);
    assert!(told.contains("did you mean `take`?"), "{told}");
}

#[test]
fn circles_of_links_end() {
    let folder = project();
    for name in ["a", "b", "c"] {
        symlink(".", folder.path().join(format!("tests/{name}"))).expect("a new link");
        symlink("..", folder.path().join(format!("tests/up_{name}"))).expect("a new link");
    }
    let first = |args: &[&str]| run(folder.path(), &args.join(" "), args).message().to_owned();
    insta::assert_snapshot!(first(WALKS[0]), @"1 scenario, 1 rule file, 1 game: 0 errors, 0 warnings");
    insta::assert_snapshot!(first(WALKS[1]).starts_with("1 passed, 0 failed"), @"true");
    insta::assert_snapshot!(first(WALKS[2]), @"H-1");
}
