//! The contents of `rules/README.md` are correct: its pack loads, and its benefit is placed, used,
//! explained, recorded and replayed, with only the files that the page shows.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{blocks, run_in};

/// The output of a successful command.
fn out(folder: &Path, args: &[&str]) -> String {
    let output = run_in(folder, args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

/// The manual, and a folder with the files that it shows.
fn workspace() -> (String, TempDir) {
    let manual = fs::read_to_string("rules/README.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let block = |language: &str, start: &str| {
        let mut found = blocks(&manual, language).into_iter();
        found.find(|block| block.starts_with(start)).expect("it is shown").to_owned()
    };
    fs::create_dir(folder.path().join("house")).unwrap();
    write("house/pack.toml", &block("toml", "id ="));
    write("house/charity.rhai", &block("rhai", "//! Charity"));
    write("charity.game", &block("text", "# Charity"));
    let scenario = fs::read_to_string("scenarios/newcatan.toml").unwrap();
    let scenario = scenario.replace("\"newcatan\"]", "\"newcatan\", \"house\"]");
    write("house.toml", &format!("{scenario}\n{}", block("toml", "[board.tokens]")));
    (manual, folder)
}

#[test]
#[ignore = "takes a second"]
fn every_command_of_the_manual_runs() {
    let (manual, folder) = workspace();
    let shown: Vec<&str> = blocks(&manual, "console").into_iter().flat_map(str::lines).collect();
    let said: Vec<String> = shown
        .iter()
        .map(|line| {
            let command = line.strip_prefix("$ newcatan ").expect("the program run");
            let mut args: Vec<&str> = command.split_whitespace().collect();
            if args[0] == "run" {
                args.extend(["--seed", "1"]);
            }
            out(folder.path(), &args)
        })
        .collect();
    let [rules, test, board, run, replay] = &said[..] else { panic!("five commands: {shown:?}") };
    let diplomats = rules.split("\n\n").find(|part| part.starts_with("benefits of the diplomats"));
    insta::assert_snapshot!(diplomats.unwrap(), @"
    benefits of the diplomats
      A Helping Hand   Once a turn a random card from each of two opponents who     own turn  A-42
                       are ahead.
      Immunity         No discard with eleven cards or fewer, and nothing for the   any turn  A-40, A-41
                       robber.
      Persuasion       Once a turn an opponent has to swap a card for one of        own turn  A-45
                       yours.
      Points for Sale  Special points at four sheep each, and once in a game two    own turn  A-44
                       for six.
      Relief Fund      A player who gets nothing from a roll may pay one card and   any turn  A-43
                       take one.
      Charity          Once a turn, giving a card to an opponent brings two from    own turn  H-1
                       the supply.
    ");
    assert!(test.starts_with("1 passed, 0 failed in "), "{test}");
    assert!(board.contains(" Charity"), "{board}");
    assert!(run.contains(" wins after "), "{run}");
    assert!(replay.contains(" wins"), "{replay}");
}

/// Unless a scenario names them, five of the six benefits are drawn.
#[test]
#[ignore = "takes a second"]
fn a_21st_benefit_is_drawn_like_the_others() {
    let (_, folder) = workspace();
    let is_drawn = |seed: u32| {
        let args = ["board", "newcatan", "--with", "house", "--seed", &seed.to_string()];
        out(folder.path(), &args).contains(" Charity")
    };
    let drawn = (1..=20).filter(|&seed| is_drawn(seed)).count();
    assert!((10..20).contains(&drawn), "{drawn} of 20");
}

#[test]
#[ignore = "takes a second"]
fn a_21st_benefit_is_recorded_when_it_is_used() {
    let (_, folder) = workspace();
    let used = (1..=30).find_map(|seed: u32| {
        let file = format!("{seed}.game");
        out(folder.path(), &["run", "house.toml", "--seed", &seed.to_string(), "--record", &file]);
        let text = fs::read_to_string(folder.path().join(&file)).unwrap();
        text.contains(" uses charity\n").then_some((file, text))
    });
    let (file, text) = used.expect("a game in which it is used");
    let pack = text.lines().find(|line| line.starts_with("pack house 1.0.0 "));
    assert!(pack.is_some(), "the pack is named");
    out(folder.path(), &["replay", "--strict", &file]);
    let tested = out(folder.path(), &["test", &file]);
    assert!(tested.starts_with("1 passed, 0 failed in "), "{tested}");

    // A changed rule changes the pack.
    let rule = folder.path().join("house/charity.rhai");
    let changed = fs::read_to_string(&rule).unwrap().replace("2 any", "1 any");
    fs::write(&rule, changed).unwrap();
    assert!(!run_in(folder.path(), &["replay", "--strict", &file]).status.success());
}

#[test]
fn whoever_has_no_access_is_told_why_with_the_line_of_the_rule() {
    let (_, folder) = workspace();
    let game = "scenario newcatan\nplayers red, blue, white\n\
                given hex A2 is diplomats\ngiven charity at B2.ne\nred uses charity\n";
    fs::write(folder.path().join("refused.game"), game).unwrap();
    let refused = run_in(folder.path(), &["replay", "--with", "house", "refused.game"]);
    insta::assert_snapshot!(String::from_utf8_lossy(&refused.stderr), @"
    error: refused: red has no access to charity: red has no building at `B2.ne` [house/charity H-1 house/charity.rhai:5]
     --> refused.game:5:5
      |
    5 | red uses charity
      |     ^^^^^^^^^^^^
    ");
}
