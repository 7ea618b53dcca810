//! Files of weights beside scenarios: mistakes in them, and what they change.

use std::fs;

use newcatan::content::{copy, load};

use crate::content::fixture::{Fixture, brief, shipped};
use crate::support::{out, run_in};

/// The built-in weights of the original game.
fn built_in() -> String {
    fs::read_to_string("weights/catan.toml").unwrap()
}

/// A folder with the original scenario and this file of weights beside it.
fn with_weights(weights: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.write("scene.toml", &shipped("catan"));
    fixture.write("scene.weights.toml", weights);
    fixture
}

/// The file of weights with another text instead of the line that begins with a word.
fn with_line(word: &str, line: &str) -> String {
    let text = built_in();
    assert!(text.lines().any(|it| it.starts_with(word)), "{word}");
    let lines = text.lines().map(|it| if it.starts_with(word) { line } else { it });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn mistakes_in_a_file_of_weights_are_told_with_their_places() {
    let cases = [
        ("hand =", "hnd = [0.0, 1.0, 2.0]"),
        ("hand =", "gold = [0.0, 1.0, 2.0]"),
        ("hand =", "hand = [0.0, 1.0]"),
        ("hand =", "hand = [0.0, 1.0, 2.0, 3.0]"),
        ("hand =", "hand = [0.0, nan, 2.0]"),
        ("hand =", "hand = [0.0, 1.0, -inf]"),
        ("hand =", "hand = [0.0, 1.0, \"2\"]"),
        ("hand =", "hand = 3"),
        ("hand =", "hand = [0.0,"),
        ("rounds =", "round = 1"),
        ("command =", ""),
    ];
    let said = cases.map(|(word, line)| {
        let fixture = with_weights(&with_line(word, line));
        let said = brief(&fixture.wrong(&fixture.request()));
        // The list of all features is long.
        said.split_once(" (expected one of").map_or(said.clone(), |(begin, _)| begin.to_owned())
    });
    insta::assert_snapshot!(said.join("\n"), @r#"
    scene.weights.toml:29 hnd >> unknown feature `hnd` (did you mean `hand`?) (`newcatan train` writes a file with the features of this version)
    scene.weights.toml:29 gold >> unknown feature `gold` (did you mean `goods`?) (`newcatan train` writes a file with the features of this version)
    scene.weights.toml:29 [0.0, 1.0] >> expected 3 weights of `hand`, found 2 (a feature has weights for the placement, the beginning and the end of the game)
    scene.weights.toml:29 [0.0, 1.0, 2.0, 3.0] >> expected 3 weights of `hand`, found 4 (a feature has weights for the placement, the beginning and the end of the game)
    scene.weights.toml:29 nan >> expected a finite number, found `NaN` (a feature that does not matter has the weight 0)
    scene.weights.toml:29 -inf >> expected a finite number, found `-inf` (a feature that does not matter has the weight 0)
    scene.weights.toml:29 "2" >> invalid type: string "2", expected a number
    scene.weights.toml:29 3 >> invalid type: integer `3`, expected a sequence
    scene.weights.toml:30 = >> unexpected `=` in array, expected value, `]`
    scene.weights.toml:2 round >> unknown key `round` (did you mean `rounds`?)
    scene.weights.toml:1  >> the key `command` is missing
    "#);
}

#[test]
fn mistakes_in_habits_are_told_with_their_places() {
    let cases = [
        "patience = 0",
        "card = 201",
        "card = -1",
        "card = 1.5",
        "card = \"much\"",
        "cards = 30",
        "card = 1\ncard = 2",
    ];
    let said = cases.map(|line| {
        let text = built_in().replace("[habits]\n", &format!("[habits]\n{line}\n"));
        let kept = |it: &&str| !["patience = 3", "card = 85"].contains(it);
        let text = text.lines().filter(kept).collect::<Vec<_>>().join("\n");
        let fixture = with_weights(&text);
        brief(&fixture.wrong(&fixture.request()))
    });
    insta::assert_snapshot!(said.join("\n"), @r#"
    scene.weights.toml:6 0 >> expected a whole number from 1 to 200, found 0 (a habit that is not named is that of `greedy`)
    scene.weights.toml:6 201 >> expected a whole number from 0 to 200, found 201 (a habit that is not named is that of `greedy`)
    scene.weights.toml:6 -1 >> expected a whole number from 0 to 200, found -1 (a habit that is not named is that of `greedy`)
    scene.weights.toml:6 1.5 >> expected a whole number from 0 to 200, found 1.5 (a habit that is not named is that of `greedy`)
    scene.weights.toml:6 "much" >> expected a whole number from 0 to 200, found "much" (a habit that is not named is that of `greedy`)
    scene.weights.toml:6 cards >> unknown habit `cards` (did you mean `card`?)
    scene.weights.toml:7 card >> duplicate key
    "#);
}

#[test]
fn several_mistakes_are_told_together() {
    let text =
        with_line("hand =", "hnd = [1, 2, 3]").replace("goods = [0.0, 0.0, 0.0]", "goods = []");
    let fixture = with_weights(&text);
    assert_eq!(fixture.wrong(&fixture.request()).0.len(), 2);
}

/// Who wins a game of players that look ahead, after how many turns.
fn played(fixture: &Fixture) -> String {
    let args = ["run", "scene.toml", "--players", "search:150,greedy,greedy", "--seed", "3"];
    let text = out(&run_in(&fixture.path(""), &[&args[..], &["--quiet"]].concat()));
    text.lines().last().unwrap().to_owned()
}

#[test]
fn players_that_look_ahead_use_the_weights_beside_the_scenario() {
    let plain = Fixture::new();
    plain.write("scene.toml", &shipped("catan"));
    let usual = played(&plain);
    assert_eq!(played(&with_weights(&built_in())), usual);
    // Whoever wants to lose does something else.
    let points = with_line("points =", "points = [-9.0, -9.0, -9.0]");
    assert_ne!(played(&with_weights(&points)), usual);
    // So does whoever has other habits, but only as long as the first idea matters.
    let plain = built_in().replace("[habits]\n", "[habits]\ncard = 0\n");
    let habits = plain.replace("card = 85\n", "").replace("patience = 3", "patience = 90");
    assert_ne!(played(&with_weights(&habits)), usual);
}

#[test]
fn a_game_that_is_saved_takes_the_weights_along() {
    let fixture = with_weights(&built_in());
    let copied = copy(&fixture.request()).unwrap();
    let text = copied.iter().find(|(path, _)| path.ends_with("scene.weights.toml"));
    assert_eq!(text.map(|(_, text)| text.as_str()), Some(built_in().as_str()));
    let again = Fixture::new();
    for (path, text) in &copied {
        again.write(path.to_str().unwrap(), text);
    }
    let [one, other] = [&fixture, &again].map(|it| load(&it.request()).unwrap().weights.clone());
    assert!(one.is_some() && one == other);
}

#[test]
fn a_file_of_weights_is_no_scenario() {
    let fixture = with_weights(&built_in());
    let check = |path| out(&run_in(&fixture.path(""), &["check", path]));
    let sound = "1 scenario, 0 rule files, 0 games: 0 errors, 0 warnings\n";
    assert_eq!((check("."), check("scene.weights.toml")), (sound.into(), sound.into()));
    fixture.write("scene.weights.toml", &with_line("hand =", "hnd = [1, 2, 3]"));
    let wrong = run_in(&fixture.path(""), &["check", "scene.weights.toml"]);
    let text = String::from_utf8_lossy(&wrong.stdout).into_owned();
    assert!(text.contains("--> scene.weights.toml:"), "{text}");
    assert!(text.contains("did you mean `hand`?"), "{text}");
}

#[test]
fn games_with_other_weights_belong_to_another_run() {
    let fixture = with_weights(&built_in());
    let shards = || {
        let args = [
            "sim",
            "scene.toml",
            "--players",
            "random,random,random",
            "--games",
            "2",
            "--shards",
            "s",
        ];
        assert!(run_in(&fixture.path(""), &args).status.success());
        fs::read_dir(fixture.path("s")).unwrap().count()
    };
    let first = shards();
    assert_eq!(shards(), first);
    fixture.write("scene.weights.toml", &with_line("hand =", "hand = [0.0, 0.0, 0.0]"));
    assert_eq!(shards(), 2 * first);
}
