//! Rules beside a scenario, or in the folder of `--rules`, are found and put in play automatically.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::files::copy;
use crate::tools::{folder, run};

/// A scenario that names the pack `market`, which can be in any folder.
fn land(market: &str) -> TempDir {
    let folder = folder(&[]);
    let place = folder.path().join("land");
    fs::create_dir(&place).unwrap();
    run(&place, &["new", "scenario", "land"]);
    let text = fs::read_to_string(place.join("land.toml")).unwrap();
    let named = text.replace("packs = [\"catan\"]", "packs = [\"catan\", \"market\"]");
    fs::write(place.join("land.toml"), named).unwrap();
    run(folder.path(), &["new", "pack", "market", "--in", market]);
    folder
}

/// The packs in play and where they were found, and the exit code of the command.
fn packs(folder: &Path, args: &[&str]) -> String {
    let listed = run(folder, &[&["rules"], args].concat());
    let own = |line: &&str| {
        ["market", "house_rules", "exit", "error"].iter().any(|w| line.trim_start().starts_with(w))
    };
    let lines = listed.lines().filter(own).map(str::trim);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "takes a second"]
fn a_folder_beside_the_scenario_is_found_from_anywhere() {
    for market in ["land", "land/rules"] {
        let folder = land(market);
        let (above, place) = (folder.path(), folder.path().join("land"));
        let whole = place.join("land.toml").display().to_string();
        let quiet = |folder: &Path, scenario: &str| {
            run(folder, &["run", scenario, "--quiet", "--seed", "3"])
        };
        let played = quiet(above, "land/land.toml");
        assert!(played.ends_with("exit 0\n"), "{played}");
        assert_eq!(quiet(&place, "land.toml"), played);
        assert_eq!(quiet(Path::new("/"), &whole), played);
        let tested = run(above, &["test", "land/land.game"]);
        assert!(tested.contains("1 passed") && tested.contains("exit 0"), "{tested}");
    }
}

#[test]
fn named_folders_are_put_in_play() {
    let folder = folder(&[]);
    let folder = folder.path();
    run(folder, &["new", "pack", "market", "--in", "packs"]);
    run(folder, &["new", "card", "harvest", "--in", "files"]);
    insta::assert_snapshot!(packs(folder, &["catan", "--rules", "packs/market"]), @"
    market  1.0.0  house     packs/market
    market.generous      false  a 12 brings two cards of a kind, not one
    market/market  Market  market.rhai:5
    exit 0
    ");
    let named = |flag, path| packs(folder, &["catan", flag, path]);
    assert_eq!(named("--rules", "packs/"), named("--rules", "packs/market"));
    insta::assert_snapshot!(named("--rules", "files"), @"
    house_rules  1.0.0  house     house rules
    house_rules/harvest  Harvest  files/harvest.rhai:5
    exit 0
    ");
    assert_eq!(named("--with", "files"), named("--rules", "files"));
    let recorded =
        ["run", "catan", "--rules", "files", "--quiet", "--seed", "1", "--record", "a.game"];
    run(folder, &recorded);
    let record = fs::read_to_string(folder.join("a.game")).unwrap();
    assert!(record.contains("\nwith files\n"), "{record}");
    assert!(run(folder, &["replay", "a.game", "--strict"]).ends_with("exit 0\n"));
}

#[test]
fn packs_that_the_scenario_names_count_before_others() {
    let land = land("land");
    let folder = land.path();
    insta::assert_snapshot!(packs(folder, &["land/land.toml"]), @"
    market  1.0.0  module    land/market
    market.generous      false  a 12 brings two cards of a kind, not one
    market/market  Market  market.rhai:5
    exit 0
    ");
    copy(&folder.join("land/market"), &folder.join("land/rules/market"));
    insta::assert_snapshot!(packs(folder, &["land/land.toml"]), @"
    market  1.0.0  module    land/rules/market, not land/market
    market.generous      false  a 12 brings two cards of a kind, not one
    market/market  Market  market.rhai:5
    exit 0
    ");
    copy(&folder.join("land/market"), &folder.join("mine/market"));
    run(folder, &["new", "card", "harvest", "--in", "mine"]);
    insta::assert_snapshot!(packs(folder, &["land/land.toml", "--rules", "mine"]), @"
    market       1.0.0  house     mine/market, not land/rules/market, land/market
    house_rules  1.0.0  house     house rules
    market.generous      false  a 12 brings two cards of a kind, not one
    market/market  Market  market.rhai:5
    house_rules/harvest  Harvest  mine/harvest.rhai:5
    exit 0
    ");
}

#[test]
fn folders_that_hold_nothing_are_said() {
    let land = land("elsewhere");
    let folder = land.path();
    fs::create_dir(folder.join("empty")).unwrap();
    insta::assert_snapshot!(run(folder, &["run", "catan", "--rules", "empty"]), @"
    exit 1
    error: `empty` contains no pack or rule file
     |
     = help: a pack is a folder with a `pack.toml`; a single rule is a `.rhai` file
    ");
    insta::assert_snapshot!(run(folder, &["run", "catan", "--rules", "nowhere"]), @"
    exit 1
    error: `nowhere` is not a folder
     |
     = help: `--rules` names a folder of packs
    ");
    insta::assert_snapshot!(run(folder, &["run", "catan", "--rules", "land/land.toml"]), @"
    exit 1
    error: `land/land.toml` is not a folder
     |
     = help: `--rules` names a folder of packs; `--with` adds a rule file
    ");
    insta::assert_snapshot!(run(folder, &["run", "land/land.toml"]), @r#"
    exit 1
    error: no pack `market`
     --> land/land.toml:8:19
      |
    8 | packs = ["catan", "market"]
      |                   ^^^^^^^^
      |
      = help: newcatan looks for packs in the folders of `--with` and `--rules`, in a `rules` folder next to the scenario, in the folder of the scenario, and in a `rules` folder in the working folder
      = help: expected one of `catan`, `desolation`, `development`, `fishermen`, `frontiers`, `islands`, `knights`, `newcatan`, `seafarers`, `table_rules`
    "#);
    insta::assert_snapshot!(run(&folder.join("land"), &["run", "land"]), @"
    exit 1
    error: no scenario `land`: there is no file `scenarios/land.toml`
     |
     = help: write `land.toml` for the file in this folder
    ");
}

#[test]
fn a_shipped_scenario_is_found_by_its_path_everywhere() {
    let folder = folder(&[]);
    let played =
        run(folder.path(), &["run", "scenarios/desolation.toml", "--quiet", "--seed", "1"]);
    assert!(played.ends_with("exit 0\n"), "{played}");
}
