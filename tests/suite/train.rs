//! Weights of players that look ahead: the same, however the games of a round are divided.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{out, run_in, said};

/// Short games; the tests add the rest.
const TRAIN: &str = "train catan_beginners --set goal=3 --games 7 --positions 20 --seed 5";

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn words(args: &str) -> Vec<&str> {
    args.split(' ').collect()
}

/// What a command that succeeds prints.
fn done(folder: &Path, args: &str) -> String {
    let output = run_in(folder, &words(args));
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    out(&output)
}

/// What a command that fails says.
fn refused(folder: &Path, args: &str) -> String {
    let told = said(&run_in(folder, &words(args)));
    assert!(told.starts_with("exit "), "{args}: {told}");
    told
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn rounds_that_are_added_later_are_the_same() {
    let folder = folder();
    let both = done(folder.path(), &format!("{TRAIN} --rounds 2 --out both.toml"));
    let mut told = done(folder.path(), &format!("{TRAIN} --out one.toml --threads 1"));
    assert!(read(folder.path(), "one.toml").contains("\nrounds = 1\n"));
    told += &done(folder.path(), &format!("{TRAIN} --rounds 2 --out one.toml --threads 3"));
    assert_eq!(told, both);
    assert!(told.starts_with("round 1: ") && told.contains("\nround 2: "), "{told}");
    let weights = read(folder.path(), "both.toml");
    assert!(weights.contains("\nrounds = 2\n"), "{weights}");
    assert_eq!(read(folder.path(), "one.toml"), weights);
    let again = run_in(folder.path(), &words(&format!("{TRAIN} --rounds 2 --out one.toml")));
    assert!(again.status.success() && again.stdout.is_empty(), "{again:?}");
    assert_eq!(
        String::from_utf8(again.stderr).unwrap(),
        "`one.toml` has the weights of 2 rounds already; `--rounds 3` plays another one\n"
    );
    let other = refused(folder.path(), "train catan_beginners --games 9 --out one.toml");
    assert!(other.contains("`one.toml` contains the weights of another command"), "{other}");
    let other = format!("{} --out one.toml --rounds 3", TRAIN.replace("20", "30"));
    let told = refused(folder.path(), &other);
    let differs = "another command: it has `--positions 20`, this one `--positions 30`";
    assert!(told.contains(differs), "{told}");
}

#[test]
fn a_rule_that_fails_is_told_with_the_command_that_repeats_its_game() {
    let folder = folder();
    let rule = "//! Faulty\n//! Fails on an 11.\n//! Rulings: H-1.\n\n\
        fn on_production_roll(me, roll) {\n    if roll == 11 {\n        [1][roll];\n    }\n}\n";
    fs::write(folder.path().join("faulty.rhai"), rule).unwrap();
    let args = "train catan_beginners --games 8 --with faulty.rhai --seed 7 --threads 1";
    let told = refused(folder.path(), &format!("{args} --out w.toml"));
    assert!(told.contains("faulty.rhai:7"), "{told}");
    let seed = told.split("in a game with seed ").nth(1).expect(&told);
    let seed: u64 = seed.lines().next().unwrap().parse().unwrap();
    let repeat = told.split('`').find(|part| part.contains(" --shard ")).expect(&told);
    assert!(repeat.contains(&format!(" --shard {}/8 ", seed - 6)), "{repeat}");
    let again = refused(folder.path(), repeat.strip_prefix("newcatan ").unwrap());
    assert_eq!(again, told);
}

/// Ends a training by a signal as soon as the file is there.
#[cfg(unix)]
#[test]
fn an_interrupted_training_tells_what_is_stored_and_how_to_go_on() {
    use std::process::{Command, Stdio};

    let folder = folder();
    let args = "train catan_beginners --set goal=3 --games 2 --positions 20 --seed 5 --rounds 1000";
    let child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .current_dir(folder.path())
        .args(words(&format!("{args} --out w.toml")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("w.toml").exists() {
        std::thread::yield_now();
    }
    let ended = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(ended.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let rounds = out(&output).lines().count();
    let (next, plural) = (rounds + 1, if rounds == 1 { "" } else { "s" });
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!(
            "running games are being finished; Ctrl-C again stops now\n\
             interrupted in round {next}: `w.toml` has the weights of {rounds} round{plural}, and \
             the games of this round are not stored\nthis command continues: newcatan train \
             catan_beginners --set goal=3 --rounds 1000 --games 2 --positions 20 --seed 5 \
             --out w.toml\n"
        )
    );
}

/// A rule that changes what players do.
const GIFT: &str = "\
//! Gift
//! Whoever begins a turn takes a card.
//! Rulings: H-1.

fn on_turn(me) {
    me.take(\"1 wood\");
}
";

#[test]
fn weights_of_other_rules_are_not_continued() {
    let folder = folder();
    let gift = folder.path().join("gift.rhai");
    fs::write(&gift, GIFT).unwrap();
    let train = format!("{TRAIN} --with gift.rhai --out one.toml");
    done(folder.path(), &train);
    let first = read(folder.path(), "one.toml");
    // Neither without the options, nor after a change of the rule.
    for other in ["train catan_beginners --games 7 --positions 20 --seed 5", TRAIN] {
        let told = refused(folder.path(), &format!("{other} --out one.toml --rounds 2"));
        assert!(told.contains("`one.toml` contains the weights of another command"), "{told}");
        assert!(told.contains("--with gift.rhai --set goal=3 --games 7"), "{told}");
    }
    fs::write(&gift, GIFT.replace("1 wood", "1 grain")).unwrap();
    insta::assert_snapshot!(refused(folder.path(), &format!("{train} --rounds 2")), @"
    exit 1
    error: `one.toml` contains the weights of games with other rules
     |
     = help: it was made by `newcatan train catan_beginners --with gift.rhai --set goal=3 --games 7 --positions 20 --seed 5`: choose another file
    ");
    assert_eq!(read(folder.path(), "one.toml"), first);
    fs::write(&gift, GIFT).unwrap();
    done(folder.path(), &format!("{train} --rounds 2"));
    assert!(read(folder.path(), "one.toml").contains("\nrounds = 2\n"));
    // A file that does not tell its rules is not continued, either.
    let lines = first.lines().filter(|line| !line.starts_with("rules = "));
    fs::write(folder.path().join("one.toml"), lines.collect::<Vec<_>>().join("\n")).unwrap();
    let told = refused(folder.path(), &format!("{train} --rounds 2"));
    assert!(told.contains("`one.toml` does not tell with which rules its games were"), "{told}");
}

#[test]
fn a_round_in_parts_is_the_single_one() {
    let folder = folder();
    let single = done(folder.path(), &format!("{TRAIN} --out single.toml"));
    let weights = read(folder.path(), "single.toml");
    for part in [3, 2] {
        let args = format!("{TRAIN} --shard {part}/3 --shards first --threads {part}");
        let told = done(folder.path(), &args);
        assert!(told.starts_with(&format!("round 1, part {part}/3: ")), "{told}");
        assert_eq!(done(folder.path(), &args), told);
    }
    insta::assert_snapshot!(refused(folder.path(), "merge first --weights merged.toml"), @"
    exit 1
    missing: 2 games of 7, in the parts that these commands play
      newcatan train catan_beginners --set goal=3 --rounds 1 --games 7 --positions 20 --seed 5 --shard 1/3 --shards first
    ");
    assert!(!folder.path().join("merged.toml").exists());
    done(folder.path(), &format!("{TRAIN} --rounds 1 --shard 1/3 --shards first"));
    assert_eq!(done(folder.path(), "merge first --weights merged.toml"), single);
    assert_eq!(read(folder.path(), "merged.toml"), weights);
    // The command itself finishes the round, too, and goes on where it was interrupted.
    assert_eq!(done(folder.path(), &format!("{TRAIN} --shards first --out again.toml")), single);
    assert_eq!(read(folder.path(), "again.toml"), weights);
    assert_eq!(done(folder.path(), &format!("{TRAIN} --shards whole --out whole.toml")), single);
    assert_eq!(read(folder.path(), "whole.toml"), weights);
    assert_eq!(done(folder.path(), "merge whole"), single);
}

#[test]
fn a_later_round_in_parts_begins_with_the_weights_so_far() {
    let folder = folder();
    let both = done(folder.path(), &format!("{TRAIN} --rounds 2 --out both.toml"));
    done(folder.path(), &format!("{TRAIN} --out parts.toml"));
    let before = read(folder.path(), "parts.toml");
    let args = format!("{TRAIN} --out parts.toml --shard 1/2 --shards second");
    insta::assert_snapshot!(refused(folder.path(), &args), @"
    exit 1
    error: the weights of 1 round are there already
     |
     = help: `--rounds 2` plays a part of the next round
    ");
    let second = format!("{TRAIN} --rounds 2 --out parts.toml --shards second");
    for part in [1, 2] {
        let told = done(folder.path(), &format!("{second} --shard {part}/2"));
        assert!(told.starts_with(&format!("round 2, part {part}/2: ")), "{told}");
    }
    assert_eq!(read(folder.path(), "parts.toml"), before);
    let told = done(folder.path(), "merge second --weights parts.toml");
    assert_eq!(both.lines().nth(1), Some(told.trim_end()));
    assert_eq!(read(folder.path(), "parts.toml"), read(folder.path(), "both.toml"));
    // An earlier round does not replace it.
    done(folder.path(), &format!("{TRAIN} --shard 1/1 --shards first"));
    insta::assert_snapshot!(refused(folder.path(), "merge first --weights parts.toml"), @"
    exit 1
    error: `parts.toml` contains the weights of 2 rounds
     |
     = help: these games are those of round 1
    ");
    assert_eq!(read(folder.path(), "parts.toml"), read(folder.path(), "both.toml"));
    // Parts of two rounds are not mixed up.
    done(folder.path(), &format!("{TRAIN} --shard 1/2 --shards second"));
    let mixed = refused(folder.path(), "merge second");
    assert!(mixed.contains("note: round: 1 and 2") || mixed.contains("round: 2 and 1"), "{mixed}");
}

#[test]
fn a_part_of_a_later_round_needs_the_file_of_the_one_before() {
    let folder = folder();
    let part = format!("{TRAIN} --rounds 2 --shard 1/2 --shards second");
    insta::assert_snapshot!(refused(folder.path(), &part), @"
    exit 1
    error: a part of round 2 needs the weights of 1 round
     |
     = help: give the file that contains them with `--out FILE`
    ");
    insta::assert_snapshot!(refused(folder.path(), &format!("{part} --out prats.toml")), @"
    exit 1
    error: a part of round 2 needs the weights of 1 round
     |
     = help: there is no file `prats.toml`
    ");
    done(folder.path(), &format!("{TRAIN} --out parts.toml"));
    let third = part.replace("--rounds 2", "--rounds 3");
    insta::assert_snapshot!(refused(folder.path(), &format!("{third} --out parts.toml")), @"
    exit 1
    error: a part of round 3 needs the weights of 2 rounds
     |
     = help: `parts.toml` has those of 1 round
    ");
    assert!(!folder.path().join("second").exists());
    done(folder.path(), &format!("{part} --out parts.toml"));
}

#[test]
fn weights_beside_the_scenario_do_not_change_the_rounds_that_make_them() {
    let folder = folder();
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    fs::write(folder.path().join("scene.toml"), scenario).unwrap();
    let weights = folder.path().join("scene.weights.toml");
    let train = "train scene.toml --set goal=3 --games 3 --positions 20 --out scene.weights.toml";
    done(folder.path(), &format!("{train} --shards rounds"));
    let first = fs::read(&weights).unwrap();
    fs::remove_file(&weights).unwrap();
    let both = format!("{train} --rounds 2 --shards rounds");
    done(folder.path(), &both);
    let second = fs::read(&weights).unwrap();
    let count = || fs::read_dir(folder.path().join("rounds")).unwrap().count();
    assert_eq!(count(), 2);
    // An interrupted second round goes on, though the file lies beside the scenario by then.
    fs::write(&weights, first).unwrap();
    done(folder.path(), &both);
    assert_eq!(fs::read(&weights).unwrap(), second);
    assert_eq!(count(), 2);
}

#[test]
fn a_round_in_parts_has_weights_and_nothing_else() {
    let folder = folder();
    let game = "train catan_beginners --set goal=3 --games 2";
    let told = refused(folder.path(), &format!("{game} --shard 1/2"));
    assert!(told.contains("give it with `--shards FOLDER`"), "{told}");
    let told = refused(folder.path(), game);
    assert!(told.starts_with("exit 2\n") && told.contains("--out <FILE>"), "{told}");
    done(folder.path(), &format!("{game} --shards run --out weights.toml"));
    for (args, why) in [
        ("--json", "the result of `train` is not printed as JSON"),
        ("--out games.csv", "`--out` writes the games of `sim`, not those of `train`"),
        ("--html page.html", "there is no page about a round of `train`"),
    ] {
        let told = refused(folder.path(), &format!("merge run {args}"));
        assert!(told.contains(why), "{told}");
    }
    done(folder.path(), "train catan_beginners --set goal=3 --games 3 --out other.toml");
    let told = refused(folder.path(), "merge run --weights other.toml");
    assert!(told.contains("`other.toml` contains the weights of another command"), "{told}");
    done(folder.path(), "sim catan_beginners --set goal=3 --games 2 --shards games");
    let told = refused(folder.path(), "merge games --weights new.toml");
    assert!(told.contains("this run has no weights"), "{told}");
    assert!(!folder.path().join("new.toml").exists());
}
