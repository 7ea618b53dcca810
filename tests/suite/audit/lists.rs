//! The list of equivalent mutants: the meaning of its rows, and their errors.

use std::fs;
use std::process::Output;

use super::support::{out, said};
use super::{GAME, RULE, newcatan, project};

/// The output of `mutate` with this list of equivalent mutants.
fn with_list(list: &str) -> Output {
    let folder = project(GAME);
    fs::write(folder.path().join("tests/equivalent.toml"), list).unwrap();
    newcatan(&folder, "mutate", &["--least", "1"])
}

#[test]
#[ignore = "takes a second"]
fn a_listed_fault_that_is_caught_is_stale() {
    let row = "\
[[equivalent]]
file = \"extra/windfall.rhai\"
old = \"if roll == 2 {\"
new = \"if !(roll == 2) {\"
reason = \"nobody rolls\"
";
    insta::assert_snapshot!(said(&with_list(row)), @r#"
    exit 1
    error: this mutant is caught
     --> tests/equivalent.toml:2:8
      |
    2 | file = "extra/windfall.rhai"
      |        ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: remove the row from the list
    "#);
    let gone = row.replace("roll == 2", "roll == 3");
    insta::assert_snapshot!(said(&with_list(&gone)), @r#"
    exit 1
    error: there is no such mutant
     --> tests/equivalent.toml:2:8
      |
    2 | file = "extra/windfall.rhai"
      |        ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: remove the row from the list
    "#);
}

#[test]
#[ignore = "takes a second"]
fn a_listed_fault_is_one_that_a_game_runs_and_on_one_line() {
    let row = |old: &str, new: &str| {
        format!(
            "[[equivalent]]\nfile = \"extra/windfall.rhai\"\nold = '{old}'\nnew = '{new}'\n\
             reason = \"nobody minds\"\n"
        )
    };
    let told = said(&with_list(&row("limit + 1", "limit - 1")));
    assert!(told.contains("error: no game runs this mutant\n"), "{told}");
    let unknown = row("limit + 1", "").replace("windfall", "downfall");
    let told = said(&with_list(&unknown));
    assert!(told.contains("error: there is no such mutant\n"), "{told}");

    let twice = "    me.take(ORE, 0);\n    me.take(ORE, 0);\n}\n\nfn hand_limit";
    let folder = project(GAME);
    fs::write(folder.path().join("extra/windfall.rhai"), RULE.replace("}\n\nfn hand_limit", twice))
        .unwrap();
    let list = row("me.take(ORE, 0);", "");
    let args = ["--least", "1", "--equivalent", "list.toml", "windfall.rhai"];
    fs::write(folder.path().join("list.toml"), &list).unwrap();
    let told = said(&newcatan(&folder, "mutate", &args));
    assert!(told.contains("this row matches mutants on 2 lines of the file"), "{told}");
    assert!(told.contains("such as `line = 12`"), "{told}");
    fs::write(folder.path().join("list.toml"), list + "line = 12\n").unwrap();
    let told = newcatan(&folder, "mutate", &args);
    assert_eq!(said(&told), "exit 0\n");
    assert!(out(&told).contains("1 that changes nothing according to the list"), "{}", out(&told));
}

#[test]
#[ignore = "takes a second"]
fn a_list_needs_reasons_and_stays_short() {
    let row = "\
[[equivalent]]
file = \"extra/windfall.rhai\"
old = \"if roll == 12 {\"
new = \"if roll == 13 {\"
reason = \"\"
";
    insta::assert_snapshot!(said(&with_list(row)), @r#"
    exit 1
    error: a mutant is listed without a reason
     --> tests/equivalent.toml:2:8
      |
    2 | file = "extra/windfall.rhai"
      |        ^^^^^^^^^^^^^^^^^^^^^
      |
      = help: explain in `reason` why no game can distinguish the mutant from the original rule
    "#);
    let with_reason = row.replace("reason = \"\"", "reason = \"nobody rolls a 12\"");
    assert_eq!(said(&with_list(&with_reason)), "exit 0\n");
    let other = with_reason.replace("13", "11");
    insta::assert_snapshot!(said(&with_list(&[with_reason, other].concat())), @"
    exit 1
    error: 2 of 29 mutants are listed, but the limit is 5%
    --> tests/equivalent.toml
     = help: write games that catch some of them
    ");
}
