//! The rulings that lines carry, and whether games prove them.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::support::{out, said};
use super::{GAME, PACK, RULE, newcatan, project};

/// A project with a list of two rulings, and lines that carry both.
fn listed(game: &str) -> TempDir {
    let folder = project(game);
    let rule = RULE.replace("== 2 {", "== 2 {   // H-1").replace("limit + 1", "limit + 1   // H-2");
    fs::write(folder.path().join("extra/windfall.rhai"), rule).unwrap();
    let list = "- **H-1** A 2 brings wood.\n- **H-2** A hand may have eight cards.\n";
    fs::write(folder.path().join("extra/RULINGS.md"), list).unwrap();
    folder
}

#[test]
fn a_ruling_is_proven_by_a_game_that_names_it() {
    let told = newcatan(&listed(GAME), "mutate", &["--rulings"]);
    assert_eq!(said(&told), "exit 1\n");
    insta::assert_snapshot!(out(&told), @r"
    extra/windfall.rhai:15  ruling H-2
      no game names it: add the line `# covers: H-2` to the game that tests it
    1 of 2 rulings proven
      1 by expectations of games
      0 by recorded results of games
    ");

    let both = GAME.replace("H-1", "H-1, H-2");
    let told = out(&newcatan(&listed(&both), "mutate", &["--rulings"]));
    assert!(told.contains("no fault in its lines can be caught by the game that names"), "{told}");

    let hands = "given white has 8 ore\n\nred rolls 4 3\nred moves robber to A2\n";
    let seven = both.replace("\nred rolls 1 1\nexpect red has 1 wood\n", hands);
    let told = newcatan(&listed(&seven), "mutate", &["--rulings", "--json"]);
    let told: Value = serde_json::from_str(&out(&told)).unwrap();
    let by_record = |number: usize| {
        let proof = &told["rulings"]["proven"][number];
        (proof["ruling"].clone(), proof["is_by_record"].clone())
    };
    assert_eq!(by_record(0), ("H-1".into(), true.into()), "{told}");
    assert_eq!(by_record(1), ("H-2".into(), false.into()), "{told}");
    assert_eq!(told["mutants"], Value::Null);
}

#[test]
fn a_ruling_of_a_named_file_is_proven_by_a_line_of_another() {
    let game = GAME.replace("H-1", "H-1, H-2") + "expect red has 2 sheep\n";
    let folder = listed(&game.replace("red has 1 sheep", "red has 2 sheep"));
    let args = ["windfall.rhai", "--rulings"];
    let told = newcatan(&folder, "mutate", &args);
    assert_eq!(said(&told), "exit 1\n");
    assert!(out(&told).contains("1 of 2 rulings proven\n"), "{}", out(&told));

    let other = "//! Gale\n//! A 2 brings everybody sheep.\n//! Rulings: H-2.\n\n\
                 fn on_production_roll(me, roll) {\n    if roll == 2 {\n        \
                 me.take(SHEEP, 1);\n    }\n}\n";
    fs::write(folder.path().join("extra/gale.rhai"), other).unwrap();
    fs::write(folder.path().join("tests/games/windfall.game"), game).unwrap();
    let told = newcatan(&folder, "mutate", &args);
    assert_eq!(said(&told), "exit 0\n", "{}", out(&told));
    let sums =
        "2 of 2 rulings proven\n  2 by expectations of games\n  0 by recorded results of games\n";
    assert_eq!(out(&told), sums);
}

/// A fault that prevents one game from beginning, but not another, counts as caught, but does not
/// prove the ruling of its line.
#[test]
fn a_game_that_only_cannot_begin_proves_nothing() {
    let folder = project(GAME);
    let pack = PACK.replace("range = [0, 5]", "range = [0, 5]   # H-3");
    fs::write(folder.path().join("extra/pack.toml"), pack).unwrap();
    let named = GAME.replace("H-1", "H-3");
    fs::write(folder.path().join("tests/games/usual.game"), &named).unwrap();
    let most = named.replace("players", "set gift = 5\nplayers").replace("1 wood", "5 wood");
    fs::write(folder.path().join("tests/games/most.game"), most).unwrap();
    let told = newcatan(&folder, "mutate", &["extra/pack.toml", "--json"]);
    assert_eq!(said(&told), "exit 1\n");
    let told: Value = serde_json::from_str(&out(&told)).unwrap();
    let survives = |new: &str| {
        let survivors = told["survivors"].as_array().unwrap();
        survivors.iter().any(|mutant| mutant["new"] == new)
    };
    assert!(survives("range = [1, 5]") && !survives("range = [0, 4]"), "{told}");
    assert_eq!(told["rulings"]["proven"], Value::Array(Vec::new()));
    let unproven = &told["rulings"]["unproven"][0];
    assert_eq!((&unproven["ruling"], &unproven["mutants"]), (&"H-3".into(), &4.into()));
}

#[test]
fn all_faults_and_the_rulings_are_judged_in_one_run() {
    let told = newcatan(&listed(GAME), "mutate", &["windfall.rhai", "--least", "0"]);
    assert_eq!(said(&told), "exit 1\n");
    assert!(
        out(&told).contains("12 survive\nextra/windfall.rhai:15  ruling H-2\n"),
        "{}",
        out(&told)
    );
    let told = newcatan(&listed(GAME), "mutate", &["--rulings", "--budget", "0s"]);
    insta::assert_snapshot!(said(&told), @"
    exit 1
    error: no ruling was tested
     |
     = help: allow more time with `--budget`
    ");
}

#[test]
fn without_a_list_the_rulings_that_games_name_are_judged() {
    let folder = listed(GAME);
    fs::remove_file(folder.path().join("extra/RULINGS.md")).unwrap();
    let told = newcatan(&folder, "mutate", &["--rulings"]);
    assert_eq!(said(&told), "exit 0\n");
    assert!(out(&told).starts_with("1 of 1 ruling proven\n"), "{}", out(&told));
}

#[test]
fn a_line_carries_what_the_list_and_the_header_have() {
    let folder = listed(GAME);
    let file = folder.path().join("extra/windfall.rhai");
    let rule = fs::read_to_string(&file).unwrap();
    fs::write(file, rule.replace("// H-2", "// H-9")).unwrap();
    insta::assert_snapshot!(said(&newcatan(&folder, "mutate", &["--rulings"])), @r"
    exit 1
    error: the ruling `H-9` is not in any `RULINGS.md`
      --> extra/windfall.rhai:15:5
       |
    15 |     limit + 1   // H-9
       |     ^^^^^^^^^^^^^^^^^^
       |
       = help: add it to `RULINGS.md`

    error: no line implements `H-2`
     --> extra/windfall.rhai:3:1
      |
    3 | //! Rulings: H-1, H-2.
      | ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: end the line that implements it with `// H-2`, or remove it from the header
    ");
}

#[test]
fn faults_are_planted_in_the_map_of_a_scenario() {
    let folder = project(GAME);
    fs::copy("scenarios/catan_beginners.toml", folder.path().join("isle.toml")).unwrap();
    let told = out(&newcatan(&folder, "mutate", &["isle.toml", "--list"]));
    for fault in [
        r#"+ " s2 o10 w9 ","#,
        r#"+ " o11 s2 w9 ","#,
        r#"+ kinds = ["grain", "ore", "any", "sheep", "any", "any", "brick", "wood"]"#,
        "+ players = [4, 4]",
    ] {
        assert!(told.contains(fault), "{fault}\n{told}");
    }
}
