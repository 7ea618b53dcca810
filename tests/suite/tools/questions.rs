//! The page with questions asks them in commands that work. Its tables come from many games, which
//! `just lab` plays; here, each command plays a few games of greedy players.

use std::fs;

use crate::support::pages::named;
use crate::support::run_in;
use crate::tools::folder;

const PAGE: &str = "docs/questions.md";

/// The arguments of a command, with two games of players that decide quickly.
fn quick(command: &str) -> Vec<&str> {
    let mut before = "";
    let arguments = command.split(' ').take_while(|&word| word != "|" && word != ">");
    let quicker = arguments.map(|word| match std::mem::replace(&mut before, word) {
        "--games" => "2",
        "--players" => "greedy,greedy,greedy,greedy",
        _ => word,
    });
    quicker.collect()
}

#[test]
fn the_commands_and_files_of_the_questions_work() {
    let page = fs::read_to_string(PAGE).unwrap();
    let workspace = folder(&[]);
    let parts: Vec<&str> = page.split("```").collect();
    let mut commands = 0;
    for (number, block) in parts.iter().enumerate().skip(1).step_by(2) {
        let (language, inner) = block.split_once('\n').unwrap();
        if language != "console" {
            let name = named(parts[number - 1]).expect("a file has a name");
            fs::write(workspace.path().join(name), inner).unwrap();
            continue;
        }
        for line in inner.lines().filter_map(|line| line.strip_prefix("$ newcatan ")) {
            let output = run_in(workspace.path(), &quick(line));
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}: {said}");
            commands += 1;
        }
    }
    assert!(commands >= 4, "{commands} commands");
    let tested = run_in(workspace.path(), &["test", "."]);
    assert!(tested.status.success(), "{}", String::from_utf8_lossy(&tested.stdout));
}
