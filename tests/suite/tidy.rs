//! Invariants of the sources: dependencies between modules, names that must not appear in Rust, and
//! how far files depend on each other.

mod circles;
mod code;
mod shape;
mod uses;

use std::fs;
use std::path::{Path, PathBuf};

use crate::support;

/// The files below a folder with this ending.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = support::files::files(folder);
    found.retain(|path| path.extension().is_some_and(|e| e == ending));
    found
}

/// The code of a source file, without comments and tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The modules of this crate.
fn shipped() -> code::Crate {
    let files = files("src", "rs").into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        (path.display().to_string().replace('\\', "/"), text)
    });
    code::Crate::read(&files.collect())
}

fn is_test(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == "tests")
}

fn in_room(path: &Path, rooms: &[&str]) -> bool {
    let path = path.display().to_string().replace('\\', "/");
    rooms.iter().any(|room| path.starts_with(&format!("src/{room}")))
}

fn only_in(word: &str, rooms: &[&str]) {
    for path in files("src", "rs") {
        if !in_room(&path, rooms) {
            assert!(
                !code(&path).contains(word),
                "`{word}` does not name a place in {}",
                path.display()
            );
        }
    }
}

#[test]
fn each_library_has_its_room() {
    only_in("rhai::", &["script", "content/rule_file"]);
    only_in("pest::", &["notation", "transcript"]);
    only_in("wide::", &["resource"]);
    only_in("clap", &["cli", "main"]);
    only_in("notify", &["cli"]);
    only_in("ctrlc", &["cli"]);
    only_in("println!", &["cli", "main"]);
    only_in("std::fs", &["files", "cli"]);
    only_in("Instant", &["clock", "cli", "serve"]);
    only_in("RandomState", &["chance"]);
    only_in("lsp_", &["cli/lsp"]);
    only_in("axum", &["serve/guard", "serve/http"]);
    only_in("if_addrs", &["serve/http"]);
    only_in("tokio", &["serve"]);
    only_in("getrandom", &["saved/keys"]);
    only_in("ratatui_core", &["cli/screen"]);
    only_in("crossterm", &["cli/screen"]);
    only_in("rustyline", &["cli/terminal/edited"]);
    only_in("schemars", &["content", "rules", "protocol", "draw/svg.rs", "saved", "serve"]);
    only_in("parquet::", &["cli/sim/rows"]);
    only_in("rustix", &["cli/bench/clock", "cli/program", "cli/serve"]);
}

#[test]
fn one_module_reads_files_and_folders() {
    let reading = [
        "fs::read",
        "fs::metadata",
        "read_dir",
        "read_link",
        "File::open",
        ".read(true)",
        "WalkDir",
    ];
    for word in reading {
        only_in(word, &["files"]);
    }
    // These modules also open and create files, to write.
    only_in("OpenOptions", &["files", "cli/play"]);
    for path in files("src", "rs").into_iter().filter(|path| !in_room(path, &["files"])) {
        for line in code(&path).lines().filter(|line| line.contains("std::fs")) {
            let is_plain = line.trim_start().starts_with("use std::fs;") || !line.contains("read");
            assert!(is_plain, "{} reads files by itself: {line}", path.display());
        }
    }
}

/// The groups of modules in `src/lib.rs`, in order.
fn groups() -> Vec<Vec<String>> {
    let text = fs::read_to_string("src/lib.rs").unwrap();
    let groups = text.split("\n\n").map(|group| {
        let lines = group.lines().filter_map(|line| line.strip_prefix("pub mod "));
        lines.map(|name| name.trim_end_matches(';').to_owned()).collect::<Vec<_>>()
    });
    groups.filter(|group| !group.is_empty()).collect()
}

#[test]
fn no_module_uses_one_of_a_later_group() {
    let groups = groups();
    for (number, group) in groups.iter().enumerate() {
        let later: Vec<&String> = groups[number + 1..].iter().flatten().collect();
        for path in files("src", "rs") {
            let mine = group.iter().any(|module| {
                path.starts_with(format!("src/{module}"))
                    || path.ends_with(format!("src/{module}.rs"))
            });
            if !mine || is_test(&path) {
                continue;
            }
            let code = code(&path);
            for module in &later {
                let used = code.contains(&format!("crate::{module}::"))
                    || code.contains(&format!("crate::{module};"));
                assert!(!used, "{} uses `{module}` of a later group", path.display());
            }
        }
    }
}

/// The names of things in rule files and scenarios, as written in files.
fn names_of_rules() -> Vec<String> {
    let mut names: Vec<String> = ["robber", "pirate", "knight"].map(String::from).to_vec();
    for path in files("rules", "rhai").into_iter().chain(files("scenarios", "toml")) {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_word_of_the_kernel = ["seven", "discovery"].contains(&stem.as_str());
        let is_the_program = ["catan", "newcatan", "verbs"].contains(&stem.as_str());
        if !is_word_of_the_kernel && !is_the_program {
            names.push(stem.replace('_', " "));
            names.push(stem);
        }
    }
    names
}

/// Whether the code contains the name as whole words; an underscore separates words.
fn names_whole(code: &str, name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    code.match_indices(name).any(|(at, _)| {
        !code[..at].ends_with(is_letter) && !code[at + name.len()..].starts_with(is_letter)
    })
}

#[test]
fn a_rule_is_named_by_whole_words() {
    for code in ["let soldier = 1;", "a_soldier_moves", "\"soldier\""] {
        assert!(names_whole(code, "soldier"), "{code}");
    }
    assert!(!names_whole("let soldiers = 1;", "soldier"));
    assert!(!names_whole("outline", "line"));
}

#[test]
fn no_rule_is_named_in_rust() {
    let names = names_of_rules();
    for path in files("src", "rs").into_iter().filter(|path| !is_test(path)) {
        let code = fs::read_to_string(&path).unwrap().to_lowercase();
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for name in &names {
            assert!(!names_whole(code, name), "{} names the rule `{name}`", path.display());
        }
    }
}

#[test]
fn every_snapshot_has_its_game_and_every_game_its_ruling() {
    for snapshot in files("snapshots", "snap") {
        let game = Path::new("tests/games").join(snapshot.strip_prefix("snapshots").unwrap());
        assert!(game.with_extension("game").exists(), "{} has no game", snapshot.display());
    }
    for game in files("tests/games", "game") {
        let text = fs::read_to_string(&game).unwrap();
        let covers = text.lines().find_map(|line| line.strip_prefix("# covers: "));
        let ids = covers.unwrap_or_else(|| panic!("{} names no ruling", game.display()));
        assert!((1..=3).contains(&ids.split(',').count()), "{} names up to three", game.display());
    }
}

#[test]
fn files_stay_short() {
    for path in files("src", "rs").into_iter().chain(files("tests", "rs")) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 500, "{} has {lines} lines: split it", path.display());
    }
    for path in files("rules", "rhai") {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 60, "{} has {lines} lines: a verb is missing", path.display());
    }
}
