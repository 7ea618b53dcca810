//! The contents of the README are correct: its commands run, its game plays, its rule is the
//! shipped one.

use std::path::Path;

use crate::support::{self, blocks, run_in};

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
        let mut arguments: Vec<&str> = arguments.split_whitespace().collect();
        if ENDLESS.contains(&arguments[0]) {
            arguments.push("--help");
            assert!(run_in(Path::new("."), &arguments).status.success(), "{line}");
            continue;
        }
        arguments.extend(["--seed", "1"]);
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

/// The text of `my_rule.rhai`.
const RULE: &str = "//! Rich fields\n//! A 2 brings a grain.\n//! Rulings: H-1.\n\nconst ON_ROLL = 2;\n\nfn on_production_roll(me, roll) {\n    me.take(GRAIN, 1);\n}\n";

/// Verbs that do not end or need a terminal, and one that takes long.
const ENDLESS: [&str; 6] = ["watch", "lsp", "serve", "play", "resume", "mutate"];

#[test]
#[ignore = "takes a second"]
fn the_commands_within_sentences_run() {
    let readme = readme();
    let folder = tempfile::tempdir().unwrap();
    let write = |file: &str, text: &str| {
        let file = folder.path().join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    for picture in ["tests/pictures/new_catan.game", "tests/pictures/knights.game"] {
        write(picture, &std::fs::read_to_string(picture).unwrap());
    }
    let bot = "clients/bots/nearest_points.py";
    write(bot, "");
    std::fs::copy(bot, folder.path().join(bot)).unwrap();
    write("docs/README.md", "");
    write("my_rule.rhai", RULE);
    write("soldier.game", blocks(&readme, "text")[0]);
    let prose: String = readme.split("```").step_by(2).collect();
    let commands = prose.split('`').skip(1).step_by(2).filter(|code| code.starts_with("newcatan "));
    let mut run = 0;
    for command in commands {
        let mut args: Vec<&str> = command.split(' ').skip(1).collect();
        if args == ["rules"] {
            continue;
        }
        if ENDLESS.contains(&args[0]) {
            args.push("--help");
        }
        if args[0] == "run" && !args.contains(&"--help-rules") {
            args.extend(["--quiet", "--seed", "1"]);
        }
        // A few games suffice to show that the command runs.
        if args[0] == "bench" {
            args.extend(["--games", "1"]);
        } else if args[0] == "compare" {
            args.extend(["--games", "6"]);
        } else if let ["sim", .., games] = &mut args[..] {
            *games = "20";
        }
        let output = run_in(folder.path(), &args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command}: {said}");
        run += 1;
    }
    assert!(run >= 10, "{run} commands");
}
