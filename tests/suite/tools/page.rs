//! The output on `docs/transcripts.md` is correct: each of its commands is run. `just generate`
//! rewrites it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::files::copy;
use crate::support::{self, blocks};
use crate::tools::{folder, run_untimed};

const PAGE: &str = "docs/transcripts.md";

/// A folder with the shipped files, the rules that the page edits, a folder for games, and
/// transcripts that are from a newer engine or cut off.
fn workspace() -> TempDir {
    let workspace = folder(&[]);
    for name in ["rules", "scenarios", "tests/games", "tests/scenarios", "tests/corpus/newcatan"] {
        copy(Path::new(name), &workspace.path().join(name));
    }
    copy(Path::new("rules"), &workspace.path().join("my_rules"));
    for (name, old, new) in [
        ("free_roads", "\"1 brick\"", "\"1 ore\""),
        ("plus_1", "me.may_take(EACH, 1);", "me.may_take(EACH, 2);"),
    ] {
        let file = workspace.path().join(format!("my_rules/newcatan/benefits/{name}.rhai"));
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches(old).count(), 1);
        fs::write(&file, text.replace(old, new)).unwrap();
    }
    let game = fs::read_to_string("tests/corpus/newcatan/01_ggg.game").unwrap();
    let newer =
        game.replace("transcript 1\n", "transcript 1.1\n").replace("seed", "timer 60\nseed");
    fs::write(workspace.path().join("newer.game"), newer).unwrap();
    fs::write(workspace.path().join("old.game"), &game).unwrap();
    let mine = "tests/games/newcatan/benefits/plus_1/brick.game";
    fs::copy(mine, workspace.path().join("mine.game")).unwrap();
    let cut = game.split_once("white builds").unwrap().0;
    fs::write(workspace.path().join("cut.game"), format!("{cut}white bu")).unwrap();
    workspace
}

/// Splits a command into words, respecting quotes.
fn words(command: &str) -> Vec<String> {
    let parts = command.split('"').enumerate();
    let words = parts.flat_map(|(number, part)| {
        let is_quoted = number % 2 == 1;
        let words: Vec<&str> = if is_quoted { vec![part] } else { part.split(' ').collect() };
        words.into_iter().filter(|word| !word.is_empty()).map(str::to_owned)
    });
    words.collect()
}

/// The output of a block of commands.
pub(crate) fn shown(workspace: &Path, block: &str) -> String {
    let mut shown = String::new();
    for line in block.lines() {
        let Some(command) = line.strip_prefix("$ newcatan ") else { continue };
        let (command, last) = command.split_once(" | tail -").unwrap_or((command, "999"));
        let words = words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = run_untimed(workspace, &words).replace(" failed in _", " failed in 0.1 s");
        let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with("exit ")).collect();
        let first = lines.len().saturating_sub(last.parse().unwrap());
        writeln!(shown, "{line}\n{}", lines[first..].join("\n").trim_end()).unwrap();
    }
    shown
}

#[test]
#[ignore = "plants faults"]
fn the_page_shows_what_the_program_says() {
    let page = fs::read_to_string(PAGE).unwrap();
    let workspace = workspace();
    let mut parts: Vec<String> = page.split("```").map(str::to_owned).collect();
    let mut commands = 0;
    for block in parts.iter_mut().filter(|part| part.starts_with("console\n")) {
        commands += block.matches("$ newcatan ").count();
        *block = format!("console\n{}", shown(workspace.path(), block));
    }
    assert!(commands >= 10, "{commands} commands");
    let now = parts.join("```");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(PAGE, &now).unwrap();
    }
    let is_so = fs::read_to_string(PAGE).unwrap() == now;
    assert!(is_so, "`{PAGE}` is out of date: `just generate`");
}

#[test]
fn the_game_of_the_page_plays() {
    let page = fs::read_to_string(PAGE).unwrap();
    let [game] = blocks(&page, "text")[..] else { panic!("one game") };
    support::play(game, PAGE, &support::shipped()).unwrap_or_else(|wrong| panic!("{wrong}"));
}
