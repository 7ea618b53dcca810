//! What the README shows is so: its commands run, its game plays, its rule is the shipped one.

mod support;

use std::path::Path;

use support::{blocks, run_in};

fn readme() -> String {
    std::fs::read_to_string("README.md").unwrap()
}

#[test]
fn every_command_runs() {
    let readme = readme();
    let mut run = 0;
    for line in blocks(&readme, "console").iter().flat_map(|block| block.lines()) {
        let command = line.strip_prefix("$ cargo ").expect("a cargo command");
        if command == "test" {
            continue;
        }
        let arguments = command.strip_prefix("run --release -- ").expect("the program run");
        let arguments: Vec<&str> = arguments.split_whitespace().collect();
        let output = run_in(Path::new("."), &arguments);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stdout).contains(" wins after "), "{line}");
        run += 1;
    }
    assert_eq!(run, 1);
}

#[test]
fn the_game_plays() {
    let readme = readme();
    let [game] = blocks(&readme, "text")[..] else { panic!("one game") };
    support::play(game, "README.md", &support::shipped()).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_rule_is_the_shipped_one() {
    let readme = readme();
    let [rule] = blocks(&readme, "rhai")[..] else { panic!("one rule") };
    let shipped = std::fs::read_to_string("rules/catan/cards/monopoly.rhai").unwrap();
    assert_eq!(rule, shipped);
}
