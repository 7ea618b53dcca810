//! Every ruling is proved by breaking it: `tests/proofs.toml` names for each a line of a rule,
//! pack or scenario file, what to write instead, and the game that must fail then.
//!
//! Rulings that the kernel carries out name a test in place of the line.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use newcatan::content::Request;
use newcatan::diagnostic::Diagnostics;
use serde::Deserialize;

use crate::support;
use crate::support::files::{copy, files};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proofs {
    proof: Vec<Proof>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Proof {
    /// A line of a content file, broken; the game must fail.
    Edit { ruling: String, file: String, old: String, new: String, game: String },
    /// A test of the kernel, such as `src/board/tests.rs::the_joined_board_is_round`, or a game.
    Kernel { ruling: String, test: String },
}

fn proofs() -> Vec<Proof> {
    let text = fs::read_to_string("tests/proofs.toml").unwrap();
    toml::from_str::<Proofs>(&text).unwrap().proof
}

#[test]
fn every_broken_ruling_makes_its_game_fail() {
    let mut survivors = Vec::new();
    for proof in proofs() {
        let Proof::Edit { ruling, file, old, new, game } = proof else { continue };
        let folder = tempfile::tempdir().unwrap();
        copy(Path::new("rules"), &folder.path().join("rules"));
        copy(Path::new("scenarios"), &folder.path().join("scenarios"));
        let broken = folder.path().join(&file);
        let text = fs::read_to_string(&broken).unwrap_or_else(|_| panic!("{ruling}: no {file}"));
        assert_eq!(text.matches(&old).count(), 1, "{ruling}: `{old}` stands once in {file}");

        let path = format!("tests/games/{game}");
        let game_text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{ruling}: no {path}"));
        assert!(names_ruling(&game_text, &ruling), "{ruling}: {path} does not name it");
        let request = request(folder.path());
        if let Err(error) = play(&game_text, &path, &request) {
            panic!("{ruling}: {path} fails before anything is broken:\n{error}");
        }
        fs::write(&broken, text.replace(&old, &new)).unwrap();
        if let Err(error) = load(&game_text, &request) {
            survivors.push(format!("{ruling}: `{new}` in {file} is no rule at all:\n{error}"));
        }
        if play(&game_text, &path, &request).is_ok() {
            survivors.push(format!("{ruling}: {path} still passes with `{new}` in {file}"));
        }
    }
    assert!(survivors.is_empty(), "{}", survivors.join("\n"));
}

#[test]
fn every_kernel_proof_names_a_test_that_names_the_ruling() {
    for proof in proofs() {
        let Proof::Kernel { ruling, test } = proof else { continue };
        let Some((file, name)) = test.split_once("::") else {
            let text = fs::read_to_string(&test).unwrap_or_else(|_| panic!("{ruling}: no {test}"));
            let is_game = Path::new(&test).extension().is_some_and(|ending| ending == "game");
            assert!(is_game && names_ruling(&text, &ruling), "{ruling}: {test}");
            continue;
        };
        let text = fs::read_to_string(file).unwrap_or_else(|_| panic!("{ruling}: no {file}"));
        let found = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("no test {test}"));
        let head = &text[text[..found].rfind("\n\n").unwrap_or(0)..found];
        assert!(head.contains("#[test]"), "{test} is no test");
        assert!(names_ruling(head, &ruling), "{test} does not name {ruling}");
    }
}

#[test]
fn every_ruling_that_a_test_names_has_its_proof() {
    let proved: BTreeSet<String> = proofs()
        .into_iter()
        .map(|proof| match proof {
            Proof::Edit { ruling, .. } | Proof::Kernel { ruling, .. } => ruling,
        })
        .collect();
    let mut named = BTreeSet::new();
    // What `new` writes is no test of the shipped rules.
    let is_template = |file: &PathBuf| file.extension().is_some_and(|end| end == "template");
    let files = files("tests").into_iter().chain(files("src"));
    for file in files.filter(|file| !is_template(file)) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for line in text.lines().filter_map(covers) {
            named.extend(line.split(',').map(|id| id.trim().to_owned()));
        }
    }
    let missing: Vec<_> = named.difference(&proved).collect();
    assert!(missing.is_empty(), "no proof for {missing:?}");
}

/// The rulings that a comment line says it covers.
fn covers(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("# covers:").or_else(|| line.strip_prefix("// covers:"))
}

fn names_ruling(text: &str, ruling: &str) -> bool {
    text.lines().filter_map(covers).any(|ids| ids.split(',').any(|id| id.trim() == ruling))
}

fn request(folder: &Path) -> Request {
    support::rules_in(&folder.join("rules"))
}

/// The broken rules still load: it is the game that fails.
fn load(text: &str, request: &Request) -> Result<(), Diagnostics> {
    let transcript = newcatan::transcript::parse(text, "")?;
    let scenarios = request.rules_dirs[0].with_file_name("scenarios");
    let scenario = scenarios.join(transcript.scenario()).with_extension("toml");
    let request = Request { scenario: scenario.display().to_string(), ..request.clone() };
    support::load(&request).map(|_| ())
}

fn play(text: &str, file: &str, request: &Request) -> Result<(), Diagnostics> {
    let scenarios = request.rules_dirs[0].with_file_name("scenarios");
    support::play_from(text, file, request, &scenarios).map(|_| ())
}
