//! Every ruling is proven by breaking it.
//!
//! Lines of rule, pack and scenario files carry rulings, and a game that names the ruling has to
//! catch a fault in such a line. Rulings that the kernel implements are proven by planting faults
//! in it (`faults.rs`). `tests/proofs.toml` contains the remaining ones.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use newcatan::audit::mutant::{Mutant, mutants};
use newcatan::audit::mutate::Threads;
use newcatan::audit::proof::{lines, prove};
use newcatan::audit::replacements::Replacements;
use newcatan::audit::ruling_comments::wrong;
use newcatan::audit::rulings::{Project, rulings};
use newcatan::audit::suite::Suite;
use newcatan::content::{Request, pack_files};
use newcatan::diagnostic::{Diagnostics, Source};
use newcatan::fault::KernelFault;
use newcatan::transcript;
use rayon::prelude::*;
use serde::Deserialize;

use crate::support::{self, files::files, rulings_named};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proofs {
    proof: Vec<Proof>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Proof {
    /// An edit of a content file, with which the game must fail.
    Edit { ruling: String, file: String, old: String, new: String, game: String },
    /// A test of the kernel, such as `src/board/tests.rs::the_joined_board_is_round`.
    Kernel { ruling: String, test: String },
}

fn proofs() -> Vec<Proof> {
    let text = fs::read_to_string("tests/proofs.toml").unwrap();
    toml::from_str::<Proofs>(&text).unwrap().proof
}

/// The shipped rules and scenarios, and the list of rulings.
fn shipped() -> Project {
    let source =
        |file: &Path| Source::new(file.display().to_string(), fs::read_to_string(file).unwrap());
    Project {
        rules: pack_files(Path::new("rules")).unwrap(),
        scenarios: files("scenarios").iter().map(|file| source(file)).collect(),
        lists: vec![source(Path::new("rules/RULINGS.md"))],
        ..Project::default()
    }
}

#[test]
#[ignore = "plants a fault for each ruling"]
fn every_carried_ruling_is_proven_by_a_fault_that_its_games_catch() {
    let project = shipped();
    let sources = [project.rules, project.scenarios].concat();
    let carried = lines(&sources);
    assert!(carried.len() > 120, "the lines carry {} rulings", carried.len());

    let names_one = |text: &str| carried.keys().any(|ruling| names_ruling(text, ruling));
    let mut suite = Suite::default();
    for file in files("tests/games").iter().filter(|file| is_a("game", file)) {
        let text = fs::read_to_string(file).unwrap();
        if names_one(&text) {
            add(&mut suite, &text, file);
        }
    }
    let words = Replacements::of(&sources);
    let mut mutants: Vec<Mutant> =
        sources.iter().flat_map(|source| mutants(source, &words)).collect();
    mutants.retain(|mutant| carried.values().any(|lines| lines.contains(&mutant.place())));
    let played = suite.play_all(|| ()).unwrap();
    let jobs = std::thread::available_parallelism().map_or(1, Into::into);
    let threads = Threads { jobs, seed: 1, stop: &|| false, progress: &|| () };
    let proofs = prove((&suite, &played), &mutants, &carried, &threads);
    assert!(proofs.unproven.is_empty(), "{:#?}", proofs.unproven);
    assert_eq!(proofs.proven.len(), carried.len());
}

#[test]
fn lines_and_headers_carry_rulings_of_the_list() {
    let wrong = Diagnostics(wrong(&shipped()));
    assert!(wrong.0.is_empty(), "{}", wrong.render(false));
}

#[test]
#[ignore = "plays a game for each row"]
fn every_broken_ruling_makes_its_game_fail() {
    let survivors: Vec<String> = proofs().par_iter().filter_map(|row| broken(row).err()).collect();
    assert!(survivors.is_empty(), "{}", survivors.join("\n"));
}

/// If lines carry the ruling of a row, `mutate` does not make its edit.
#[test]
fn rows_hold_only_what_mutate_does_not_reach() {
    let Project { rules, scenarios, .. } = shipped();
    let sources = [rules, scenarios].concat();
    let carried = lines(&sources);
    let words = Replacements::of(&sources);
    let reached: Vec<String> = proofs()
        .iter()
        .filter_map(|row| {
            let Proof::Edit { ruling, file, old, new, .. } = row else { return None };
            let source = sources.iter().find(|source| source.file == *file)?;
            if !carried.contains_key(ruling) {
                return None;
            }
            let broken = source.text.replace(old, new);
            let mut mutants = mutants(source, &words).into_iter();
            let is_it =
                |mutant: Mutant| mutant.edits.iter().any(|edit| edit.apply(&source.text) == broken);
            mutants.any(is_it).then(|| format!("{ruling}: `{old}` -> `{new}` in {file}"))
        })
        .collect();
    assert!(reached.is_empty(), "drop these rows:\n{}", reached.join("\n"));
}

/// Plays the game of a row on the edited text, where it has to begin and then fail.
fn broken(row: &Proof) -> Result<(), String> {
    let Proof::Edit { ruling, file, old, new, game } = row else { return Ok(()) };
    let text = fs::read_to_string(file).map_err(|_| format!("{ruling}: no {file}"))?;
    if text.matches(old).count() != 1 {
        return Err(format!("{ruling}: `{old}` does not stand once in {file}"));
    }
    let path = format!("tests/games/{game}");
    let game = fs::read_to_string(&path).map_err(|_| format!("{ruling}: no {path}"))?;
    if !names_ruling(&game, ruling) {
        return Err(format!("{ruling}: {path} does not name it"));
    }
    let mut suite = Suite::default();
    add(&mut suite, &game, Path::new(&path));
    let texts = BTreeMap::from([(file.clone(), text.replace(old, new))]);
    match suite.with(&texts).load(0) {
        None => Err(format!("{ruling}: `{new}` in {file} is no rule at all")),
        Some(loaded) if suite.games[0].play(&loaded).is_ok() => {
            Err(format!("{ruling}: {path} still passes with `{new}` in {file}"))
        }
        Some(_) => Ok(()),
    }
}

/// Adds a game that is played with the files of the shipped rules.
fn add(suite: &mut Suite, text: &str, file: &Path) {
    let transcript = transcript::parse(text, &file.display().to_string()).unwrap();
    let request = Request { rules_dirs: support::shipped().rules_dirs, ..transcript.request() };
    // Games with the same settings share their rules, regardless of where these are set.
    suite.add(transcript, Request { set_at: BTreeMap::new(), ..request });
}

#[test]
fn every_kernel_proof_names_a_test_that_names_the_ruling() {
    for proof in proofs() {
        let Proof::Kernel { ruling, test } = proof else { continue };
        let (file, name) = test.split_once("::").unwrap_or_else(|| panic!("{test} is no test"));
        let text = fs::read_to_string(file).unwrap_or_else(|_| panic!("{ruling}: no {file}"));
        let found = text.find(&format!("fn {name}(")).unwrap_or_else(|| panic!("no test {test}"));
        let head = &text[text[..found].rfind("\n\n").unwrap_or(0)..found];
        assert!(head.contains("#[test]"), "{test} is no test");
        assert!(names_ruling(head, &ruling), "{test} does not name {ruling}");
    }
}

#[test]
fn every_ruling_has_its_proof() {
    let project = shipped();
    let carried = lines(&[project.rules.clone(), project.scenarios.clone()].concat());
    let proven = proofs().into_iter().map(|proof| match proof {
        Proof::Edit { ruling, .. } | Proof::Kernel { ruling, .. } => ruling,
    });
    let planted = KernelFault::ALL.iter().map(|fault| fault.ruling().to_owned());
    let proven: BTreeSet<String> = carried.into_keys().chain(planted).chain(proven).collect();
    let mut all: BTreeSet<String> = rulings(&project).into_iter().map(|ruling| ruling.id).collect();
    // The templates of `new` are no tests of the shipped rules.
    let is_test = |file: &PathBuf| !is_a("template", file);
    for file in files("tests").into_iter().chain(files("src")).filter(is_test) {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        all.extend(rulings_named(&text).map(str::to_owned));
    }
    let missing: Vec<_> = all.difference(&proven).collect();
    assert!(missing.is_empty(), "no proof for {missing:?}");
}

fn names_ruling(text: &str, ruling: &str) -> bool {
    rulings_named(text).any(|named| named == ruling)
}

fn is_a(ending: &str, file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == ending)
}
