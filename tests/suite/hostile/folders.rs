//! The packs in `tests/hostile`: how each attack ends, and its report.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::hostile::attack::{Outcome, game, run};

/// The folders of the attacking packs.
fn packs() -> Vec<String> {
    let entries = fs::read_dir("tests/hostile").expect("the folder of these packs");
    let paths = entries.map(|entry| entry.expect("an entry of the folder").path());
    let packs = paths.filter(|path| path.join("pack.toml").is_file());
    let mut packs: Vec<String> = packs.map(|path| path.display().to_string()).collect();
    packs.sort();
    packs
}

/// The short name of a pack.
fn name(pack: &str) -> &str {
    pack.rsplit('/').next().unwrap_or(pack)
}

/// Plays a scenario with a pack, and checks that the recording, if there is one, can be replayed.
fn play(scenario: &str, pack: &str, more: &[&str]) -> Outcome {
    let folder = TempDir::new().expect("a temporary folder");
    let record = folder.path().join("recorded.game").display().to_string();
    let mut args = game(scenario, pack);
    args.extend(["--record", &record]);
    args.extend(more);
    let outcome = run(Path::new("."), pack, &args);
    if Path::new(&record).is_file() {
        let replayed = run(Path::new("."), pack, &["replay", "--with", pack, &record]);
        assert_eq!(replayed.code, Some(0), "{pack}: {}", replayed.told);
    }
    outcome
}

#[test]
#[ignore = "plays a hundred games"]
fn each_attack_is_stopped_and_told_with_its_place() {
    let mut reports = String::new();
    for pack in packs() {
        let outcome = play("catan", &pack, &[]);
        let is_stopped = outcome.code == Some(1);
        let ends = if is_stopped { outcome.told.trim_end() } else { "plays on" };
        writeln!(reports, "## {}\n{ends}\n", name(&pack)).expect("a text");
        assert_eq!(is_stopped, outcome.message().starts_with("error: "), "{}", outcome.told);
        if is_stopped && !outcome.message().contains("finds no legal action") {
            assert!(outcome.told.contains(&format!("--> {pack}/")), "{}", outcome.told);
        }
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("reports", reports);
    });
}

#[test]
#[ignore = "plays a hundred games"]
fn a_game_goes_on_without_the_hook_that_attacks() {
    let mut ends = String::new();
    for pack in packs() {
        let outcome = play("tests/hostile/short.toml", &pack, &["--on-rule-error", "skip"]);
        if outcome.code == Some(1) {
            writeln!(ends, "{}: {}", name(&pack), outcome.message()).expect("a text");
        }
    }
    insta::assert_snapshot!(ends, @"
    acting_veto: error: `take` changes the game or asks a player, but `may_build` may not
    asking_veto: error: `ask` changes the game or asks a player, but `may_build` may not
    captured: error: there is no constant or variable `n`
    caught_failure: error: `try` is not part of the rule language
    caught_question: error: `try` is not part of the rule language
    chunked_list: error: the rule language has no `chunks`
    curried: error: expecting name of a property
    debugged: error: `debug` is not part of the rule language
    doubled_blob: error: the rule language has no `blob`
    drawn: error: the rule language has no `rand`
    evaluated: error: `eval` is not part of the rule language
    exited: error: the rule language has no `exit`
    global_module: error: a constant cannot be set
    grown_map: error: `#{` is not part of the rule language
    grown_settings: error: a setting can only be read by its name
    imported: error: `import` is not part of the rule language
    imported_absolute: error: a statement outside a function never runs
    indexed_setting: error: a setting can only be read by its name
    long_reason: error: red finds no legal action: red has to place a settlement [placement rules/catan/pack.toml:83]
    nameless_recursion: error: expecting name of a property
    nested_function: error: function definitions must be at global level and cannot be inside a block or another function
    padded_text: error: `pad(…)` does not apply to a string
    pointed: error: `Fn` is not part of the rule language
    printed: error: `print` is not part of the rule language
    replaced_text: error: the rule language has no `replace`
    set_each: error: a constant cannot be set
    set_game: error: a constant cannot be set
    set_resources: error: a constant cannot be set
    set_setting: error: a constant cannot be set
    shadowed_word: error: `take` is already a function of the rule language
    slept: error: the rule language has no `sleep`
    split_text: error: `split(…)` does not apply to a string
    thrown: error: `throw` is not part of the rule language
    timed: error: the rule language has no `timestamp`
    ");
}
