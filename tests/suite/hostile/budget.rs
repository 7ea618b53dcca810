//! A rule that stays within the limits of each call, but is slow over the whole game.

use std::fs;

use tempfile::TempDir;

use crate::hostile::attack::{game, run};

/// A pack that counts for a while in each turn, but far below the limit of a call.
const MANIFEST: &str = "id = \"slow\"\ntitle = \"Slow\"\nversion = \"1.0.0\"\n";
const RULE: &str = "//! Slow\n//! Counts in each turn.\n//! Rulings: H-1.\n\n\
    fn on_turn(me) { let sum = 0; for n in 0..20000 { sum += n; } }\n";
/// The limit of a game here, so that the test is short.
const LIMIT: &str = "1000000";

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    fs::create_dir(folder.path().join("slow")).expect("a new folder");
    fs::write(folder.path().join("slow/pack.toml"), MANIFEST).expect("a written file");
    fs::write(folder.path().join("slow/rule.rhai"), RULE).expect("a written file");
    folder
}

#[test]
fn a_game_ends_when_its_rules_have_taken_all_their_operations() {
    let folder = folder();
    for more in [&[][..], &["--on-rule-error", "skip"], &["--interpret"]] {
        let mut args = game("catan", "slow");
        args.extend(["--operations", LIMIT]);
        args.extend(more);
        let ended = run(folder.path(), "slow", &args);
        assert_eq!(ended.code, Some(1), "{}", ended.told);
        let message = "error: the rules take too long: more than 1000000 operations in this game";
        assert_eq!(ended.message(), message, "{}", ended.told);
        assert!(ended.told.contains("--> slow/rule.rhai:5"), "{}", ended.told);
        assert!(ended.told.contains("`--operations`"), "{}", ended.told);
    }
}

#[test]
#[ignore = "takes a second"]
fn a_recording_says_what_its_game_may_take_and_replays_within_it() {
    let folder = folder();
    let mut args = game("catan", "slow");
    args.extend(["--operations", LIMIT, "--record", "a.game"]);
    assert_eq!(run(folder.path(), "slow", &args).code, Some(1));
    let recorded = fs::read_to_string(folder.path().join("a.game")).expect("a recording");
    assert!(recorded.contains("\noperations 1000000\n"), "{recorded}");
    for way in [&[][..], &["--interpret"]] {
        let replayed = [&["replay", "a.game"][..], way].concat();
        assert_eq!(run(folder.path(), "replay", &replayed).code, Some(0));
    }
    let less = recorded.replace("operations 1000000", "operations 900000");
    fs::write(folder.path().join("less.game"), less).expect("a written file");
    let replayed = run(folder.path(), "replay", &["replay", "less.game"]);
    assert_eq!(replayed.code, Some(1));
    assert!(replayed.message().contains("more than 900000 operations"), "{}", replayed.told);
    // Continuing from there continues the count.
    let last = recorded.lines().count().to_string();
    let place = format!("a.game:{last}");
    let players = "random,random,random";
    let forked = ["fork", &place, "--record", "b.game", "--players", players, "--quiet"];
    let forked = run(folder.path(), "fork", &forked);
    assert!(forked.message().contains("more than 1000000 operations"), "{}", forked.told);
}

#[test]
fn a_game_of_the_shipped_rules_is_far_from_its_limit() {
    let folder = folder();
    let args = ["run", "newcatan_complete", "--quiet", "--operations", "20000000"];
    assert_eq!(run(folder.path(), "complete", &args).code, Some(0));
}

/// Actions that are undone or refused count as well.
#[test]
#[ignore = "takes a second"]
fn a_game_cannot_go_on_for_ever_by_taking_back() {
    let folder = folder();
    let work = "//! Work\n//! Counts.\n//! Rulings: H-1.\n\nconst ABILITY = \"work\";\n\n\
        fn act(me) { let sum = 0; for n in 0..20000 { sum += n; } FAIL }\n";
    let begun = "scenario catan_beginners\nplayers white, orange, blue\nwith slow\n\
        operations 1000000\n\nwhite rolls 3 3\n";
    let lines = [
        ("", "white uses work\nundo\n"),
        ("me.pay(\"9 ore\");", "white uses work\n  refused: ore\n"),
    ];
    for (fails, line) in lines {
        let rule = work.replace("FAIL", fails);
        fs::write(folder.path().join("slow/work.rhai"), rule).expect("a written file");
        fs::write(folder.path().join("a.game"), format!("{begun}{}", line.repeat(100)))
            .expect("a written file");
        for way in [&[][..], &["--interpret"]] {
            let replayed = run(folder.path(), "replay", &[&["replay", "a.game"][..], way].concat());
            assert_eq!(replayed.code, Some(1), "{}", replayed.told);
            let message = "the rules take too long: more than 1000000 operations in this game";
            assert!(replayed.message().contains(message), "{}", replayed.told);
        }
    }
}
