//! `replay` and `run` on transcripts for which they are not meant.

use crate::tools::{folder, run};

#[test]
fn a_transcript_is_no_scenario() {
    let folder = folder(&[("game.txt", "scenario catan\nred rolls\n")]);
    insta::assert_snapshot!(run(folder.path(), &["run", "game.txt"]), @"
    exit 1
    error: `game.txt` is a transcript, not a scenario
     |
     = help: `newcatan replay game.txt` plays it again
    ");
}

#[test]
fn a_pack_of_ones_own_is_asked_for() {
    let game = "engine 0.1.0\nscenario catan\npack catan 1.0.0\npack house 1.0.0\nset-up\n";
    let folder = folder(&[("a.game", game)]);
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game"]), @"
    exit 1
    error: no pack `house`
     --> a.game:4:6
      |
    4 | pack house 1.0.0
      |      ^^^^^
      |
      = help: newcatan looks for packs in the folders of `--with` and `--rules`, in a `rules` folder next to the scenario, in the folder of the scenario, and in a `rules` folder in the working folder
      = help: expected one of `catan`, `desolation`, `development`, `fishermen`, `frontiers`, `islands`, `knights`, `newcatan`, `seafarers`, `table_rules`
      = help: give the folder of your own pack with `--with`
    ");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_names_the_file() {
    let folder = folder(&[]);
    let args = ["run", "catan", "--quiet", "--seed", "1", "--force", "--record", "/dev/full"];
    insta::assert_snapshot!(run(folder.path(), &args), @"
    exit 1
    error: `/dev/full` cannot be written: No space left on device (os error 28)
    ");
}

#[test]
fn actions_are_counted_as_when_they_were_played() {
    let folder = folder(&[]);
    let args = ["run", "catan_beginners", "--seed", "4", "--quiet", "--record", "a.game"];
    let played = run(folder.path(), &args);
    assert!(played.contains("after 75 turns (378 actions)"), "{played}");
    let replayed = run(folder.path(), &["replay", "a.game"]);
    assert!(replayed.contains("75 turns, 378 actions"), "{replayed}");
    let game = "scenario catan_beginners\nplayers red, blue, white\nred rolls 1 1\nundo\n\
                red rolls 2 2\nred builds city at A1.n\n  refused: has 0\n";
    std::fs::write(folder.path().join("b.game"), game).unwrap();
    let replayed = run(folder.path(), &["replay", "b.game"]);
    assert!(replayed.contains("1 turn, 1 action\n"), "{replayed}");
}

#[test]
#[ignore = "takes a second"]
fn a_rule_that_fails_after_its_question_is_recorded_with_the_roll_that_comes_anew() {
    let asks = "//! Small\n//! Asks, and fails at a five.\n//! Rulings: H-1.\n\n\
        fn on_production_roll(me, roll) {\n    let kind = me.choose_resource(\"What?\");\n    \
        if roll == 5 { me.take(ORE, 12 / (roll - 5)); }\n    me.take(kind, 1);\n}\n\
        fn production(me, building, hex, amount) { [1 / (amount - 1)][0] }\n";
    let folder = folder(&[("small.rhai", asks)]);
    for (scenario, seed) in [("catan", "2"), ("catan", "3"), ("newcatan_complete", "4")] {
        let args = ["run", scenario, "--with", "small.rhai", "--seed", seed, "--quiet", "--force"];
        let more = ["--on-rule-error", "skip", "--record", "s.game"];
        let played = run(folder.path(), &[&args[..], &more].concat());
        assert!(played.ends_with("exit 0\n"), "{played}");
        let text = std::fs::read_to_string(folder.path().join("s.game")).unwrap();
        assert!(text.contains("house_rules/small failed and is left out\n"), "{scenario} {seed}");
        let replayed = run(folder.path(), &["replay", "--strict", "s.game"]);
        assert!(replayed.ends_with("exit 0\n"), "{scenario} {seed}: {replayed}");
    }
}

#[test]
fn a_rule_that_fails_on_its_second_answer_takes_back_the_first_and_the_roll() {
    let asks = "//! Twice\n//! Asks twice, and fails on a 12.\n//! Rulings: H-1.\n\n\
        fn on_production_roll(me, roll) {\n    let one = me.choose_resource(\"Which?\");\n    \
        let other = me.choose_resource(\"And?\");\n    if roll == 12 { [1][roll]; }\n}\n";
    let folder = folder(&[("twice.rhai", asks)]);
    let game = "run catan --with twice.rhai --players random,random,random --seed 1 --quiet";
    let args: Vec<&str> = game.split(' ').chain(["--record", "s.game"]).collect();
    let played = run(folder.path(), &args);
    assert!(played.contains("`red rolls` was undone"), "{played}");
    let record = std::fs::read_to_string(folder.path().join("s.game")).unwrap();
    let end = "red chooses brick\nundo\nundo\n  known already: the dice of red\n";
    assert!(record.contains(end), "{record}");
    let replayed = run(folder.path(), &["replay", "s.game"]);
    assert!(replayed.contains("exit 0"), "{replayed}");
}
