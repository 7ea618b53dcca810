//! Special cases of `diff`, `why`, `why-not` and `impact`; `docs/transcripts.md` has the rest.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::files::copy;
use crate::tools::{folder, run};

/// A short game, and a different one.
fn games() -> TempDir {
    let head = "scenario catan_beginners\nplayers red, blue, white\nchanges complete\n\n";
    let game = format!(
        "{head}given red has settlement at C4.n\n\
         given red has 1 wood, 1 brick, 1 sheep\n\nred builds road at C4-ne\n  \
         red pays 1 wood, 1 brick\n\nred ends turn\n  turn of blue begins\n"
    );
    let other = game.replace("red ends turn\n  turn of blue begins\n", "");
    folder(&[("a.game", &game), ("b.game", &other)])
}

#[test]
fn equal_games_are_said_to_be_equal() {
    let folder = games();
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "a.game"]), @"
    a.game and a.game are the same game
    exit 0
    ");
    let json = run(folder.path(), &["diff", "a.game", "--json"]);
    let (json, exit) = json.split_once("exit ").unwrap();
    let told: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!((exit.trim(), &told["first"]), ("0", &serde_json::Value::Null));
}

#[test]
fn a_game_that_ends_earlier_differs_there() {
    let folder = games();
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "b.game"]), @"
    - a.game
    + b.game

    one of the transcripts ends here
    - line 11: red ends turn
    + nothing more

    1 later line differs
    exit 1
    ");
}

#[test]
fn an_edited_record_differs_where_it_was_edited() {
    let folder = games();
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let text = text.replace("red pays 1 wood, 1 brick", "red pays 1 wood");
    fs::write(folder.path().join("c.game"), text).unwrap();
    insta::assert_snapshot!(run(folder.path(), &["diff", "c.game"]), @r#"
    - c.game as written
    + c.game as played

    the first difference is a change
      red builds road at C4-ne
    - line 9: red pays 1 wood
        note    the packs found here play this line differently
    + line 8: red pays 1 wood, 1 brick
        fact    price = "1 wood, 1 brick"      # C-12  (rules/catan/pack.toml:47)
    exit 1
    "#);
    let json = run(folder.path(), &["diff", "a.game", "c.game", "--json"]);
    let (json, exit) = json.split_once("exit ").unwrap();
    let told: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(exit.trim(), "1");
    assert_eq!(told["first"]["what"], "change");
    assert_eq!(told["first"]["left"]["text"], "red pays 1 wood, 1 brick");
    assert_eq!(told["first"]["right"]["line"], 9);
}

#[test]
fn an_edited_recording_is_not_blamed_on_the_rules() {
    let folder = folder(&[]);
    let args = ["run", "catan", "--seed", "3", "--quiet", "--record", "a.game"];
    assert!(run(folder.path(), &args).ends_with("exit 0\n"));
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    let edited = text.replacen(" produces 1 ", " produces 2 ", 1);
    assert_ne!(edited, text);
    fs::write(folder.path().join("b.game"), edited).unwrap();
    let told = run(folder.path(), &["diff", "a.game", "b.game"]);
    let note = "the recorded rules play this line differently: the transcript was edited";
    assert!(told.contains(note) && !told.contains("packs found here"), "{told}");
}

/// Another game beside `a.game`, with one replacement.
fn beside(from: &str, to: &str) -> TempDir {
    let folder = games();
    let text = fs::read_to_string(folder.path().join("a.game")).unwrap();
    assert!(text.contains(from), "`{from}` stands in the game");
    fs::write(folder.path().join("c.game"), text.replace(from, to)).unwrap();
    folder
}

#[test]
fn what_is_given_differs_at_the_beginning() {
    let folder = beside("given red has 1 wood, 1 brick, 1 sheep", "given red has 2 wood, 1 brick");
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "c.game"]), @"
    - a.game
    + c.game

    the starting positions differ
    - line 6: given red has 1 wood, 1 brick, 1 sheep
    + line 6: given red has 2 wood, 1 brick

    the positions after this line
      table, supply
        - 18 wood, 18 sheep
        + 17 wood, 19 sheep
      red, hand
        - 1 wood, 1 sheep
        + 2 wood
    exit 1
    ");
}

#[test]
fn a_game_that_cannot_be_played_is_compared_as_far_as_it_goes() {
    let folder = beside("red builds road at C4-ne", "red builds road at A1-ne");
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "c.game"]), @"
    - a.game
    + c.game

    the first difference is an action
    - line 8: red builds road at C4-ne
        reason  `A1-ne` is not connected to a road or settlement or city of red, or is connected only past an opponent's building [road]  (rules/catan/pack.toml:45)
    + line 8: red builds road at A1-ne
        note    the packs found here play this line differently
    exit 1
    ");
}

#[test]
fn a_line_without_meaning_ends_the_comparison_there() {
    let folder = beside("red ends turn\n  turn of blue begins", "red builds castle at C4.n");
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "c.game"]), @"
    - a.game
    + c.game

    the first difference is an action
    - line 11: red ends turn
    + line 11: red builds castle at C4.n
        note    the packs found here cannot play this line: no piece is called `castle` (line 11)

    1 later line differs
    exit 1
    ");
}

#[test]
fn a_pack_that_is_missing_is_missed_by_a_game() {
    let folder = beside("scenario catan_beginners", "scenario catan_beginners\npack lost 1.0.0");
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game", "c.game"]), @"
    exit 1
    error: no pack `lost`
     --> c.game:2:6
      |
    2 | pack lost 1.0.0
      |      ^^^^
      |
      = help: newcatan looks for packs in the folders of `--with` and `--rules`, in a `rules` folder next to the scenario, in the folder of the scenario, and in a `rules` folder in the working folder
      = help: expected one of `catan`, `desolation`, `development`, `fishermen`, `frontiers`, `islands`, `knights`, `newcatan`, `seafarers`, `table_rules`
      = help: give the folder of your own pack with `--with`
      = help: the error occurred while loading the rules of the game `c.game`
    ");
}

#[test]
fn a_game_that_does_not_write_every_change_needs_other_rules() {
    let folder = folder(&[("a.game", "scenario catan_beginners\nred ends turn\n")]);
    insta::assert_snapshot!(run(folder.path(), &["diff", "a.game"]), @"
    exit 1
    error: this transcript does not contain every change
    --> a.game
     = help: name another transcript, or the folder of the rules to compare with: `--before rules`
    ");
}

#[test]
fn lines_without_an_action_have_no_reason() {
    let folder = games();
    for (place, at) in
        [("a.game", ""), ("a.game:0", ""), ("a.game:1", "a.game:1"), ("a.game:99", "a.game")]
    {
        let said = run(folder.path(), &["why", place]);
        assert!(said.contains("exit 1") && said.contains("help: ") && said.contains(at), "{said}");
    }
    insta::assert_snapshot!(run(folder.path(), &["why", "a.game:7"]), @"
    exit 1
    error: there is no action or change on this line
     --> a.game:7:1
      |
    7 |
      | ^
      |
      = help: name the line of an action, or of a change below it
    ");
    insta::assert_snapshot!(run(folder.path(), &["why-not", "a.game:99", "red ends turn"]), @"
    exit 1
    error: there is no line 99
    --> a.game
     = help: the transcript has 12 lines
    ");
}

#[test]
fn what_is_legal_has_nothing_against_it() {
    let folder = games();
    insta::assert_snapshot!(run(folder.path(), &["why-not", "a.game:8", "builds road at C4-ne"]), @"
    `builds road at C4-ne` is legal
    exit 0
    ");
    insta::assert_snapshot!(run(folder.path(), &["why-not", "a.game:8", "flies away"]), @"
    exit 1
    error: expected an action of the player, found `flies`
     --> action:1:1
      |
    1 | flies away
      | ^^^^^
      |
      = help: players are called red, blue, white
    ");
    insta::assert_snapshot!(run(folder.path(), &["why-not", "a.game:8", "blue rolls"]), @"
    blue rolls
        reason  it is red's turn
    exit 0
    ");
}

#[test]
fn an_edit_that_no_game_sees_changes_none() {
    let folder = games();
    copy(Path::new("rules"), &folder.path().join("mine"));
    insta::assert_snapshot!(run(folder.path(), &["impact", "a.game", "b.game", "--rules", "mine"]), @"
    0 of 2 games change; 0 of them become illegal
    exit 0
    ");
}

#[test]
fn an_unedited_copy_of_the_rules_changes_no_game() {
    let game = "tests/games/newcatan/benefits/points_for_sale/two_for_six.game";
    let text = fs::read_to_string(game).unwrap();
    assert!(text.contains("refused: rules/newcatan/"), "it names a place of the rules");
    // An error in both games has the same message, regardless of the folder of the rules.
    let wrong = text.replace("expect red has 4 points", "red rolls 1 1\n  refused: never");
    let folder = folder(&[("a.game", &text), ("wrong.game", &wrong)]);
    copy(Path::new("rules"), &folder.path().join("er0"));
    copy(Path::new("rules"), &folder.path().join("rules"));
    insta::assert_snapshot!(run(folder.path(), &["impact", "a.game", "--rules", "er0"]), @"
    0 of 1 game change; 0 of them become illegal
    exit 0
    ");
    let args = ["diff", "wrong.game", "--before", "rules", "--after", "er0"];
    insta::assert_snapshot!(run(folder.path(), &args), @"
    wrong.game before and wrong.game after are the same game
    exit 0
    ");
}

#[test]
fn an_edit_that_does_not_load_is_told_of_every_game() {
    let folder = games();
    copy(Path::new("rules"), &folder.path().join("mine"));
    let pack = folder.path().join("mine/catan/pack.toml");
    let text =
        fs::read_to_string(&pack).unwrap().replace("\"1 wood, 1 brick\"", "\"1 wood, 1 brik\"");
    fs::write(pack, text).unwrap();
    insta::assert_snapshot!(run(folder.path(), &["impact", "a.game", "--rules", "mine"]), @r#"
    0 of 1 game change; 0 of them become illegal
    1 of the games cannot be played
    exit 1
    a.game
    error: no resource `brik`
      --> mine/catan/pack.toml:47:20
       |
    47 | price = "1 wood, 1 brik"      # C-12
       |                    ^^^^
       |
       = help: did you mean `brick`?
    "#);
}

#[test]
fn a_discard_and_what_chance_is_said_to_bring_are_judged_as_when_they_are_played() {
    let game = "scenario catan_beginners\nplayers red, blue, white\n\n\
        given red has 8 wood\n\nred rolls 3 4\nred discards 4 wood\nred moves robber to C4\nred ends turn\n";
    let folder = folder(&[("a.game", game)]);
    let why_not = |line: usize, action: &str| {
        run(folder.path(), &["why-not", &format!("a.game:{line}"), action])
    };
    insta::assert_snapshot!(why_not(7, "red discards 5 wood"), @"
    red discards 5 wood
        reason  red has 4 cards to discard, but 5 are named
    exit 0
    ");
    insta::assert_snapshot!(why_not(6, "red rolls 9 9"), @"
    exit 1
    error: a die shows 1 to 6
     --> action:1:7
      |
    1 | rolls 9 9
      |       ^
    ");
    insta::assert_snapshot!(why_not(9, "red ends turn drawing monopoly"), @"
    red ends turn drawing monopoly
        reason  the line gives more random results than were drawn
    exit 0
    ");
}

#[test]
#[ignore = "plays many games"]
fn a_change_is_laid_to_the_edited_file_that_it_comes_from() {
    for (file, old, new) in [
        ("catan/standing/seven.rhai", "const MOVES = \"pirates\";", ""),
        ("catan/standing/seven.rhai", "ON_ROLL = 7", "ON_ROLL = 6"),
        ("catan/pack.toml", "default = 10", "default = 8"),
    ] {
        let folder = folder(&[]);
        for name in ["rules", "tests/corpus/catan"] {
            copy(Path::new(name), &folder.path().join(name));
        }
        copy(Path::new("rules"), &folder.path().join("mine"));
        let edit = |file: &str, change: &dyn Fn(&str) -> String| {
            let path = folder.path().join("mine").join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert_ne!(change(&text), text);
            fs::write(path, change(&text)).unwrap();
        };
        edit(file, &|text| text.replacen(old, new, 1));
        edit("catan/awards/largest_army.rhai", &|text| {
            format!("{text}\nprivate fn never_said() {{ 0 }}\n")
        });
        let said = run(folder.path(), &["impact", "--rules", "mine", "tests/corpus/catan"]);
        let laid: Vec<&str> = said.lines().filter(|line| line.starts_with("    by ")).collect();
        assert!(laid.len() > 20, "{said}");
        let place = format!("    by mine/{file}");
        let right = laid.iter().filter(|line| line.starts_with(&place)).count();
        assert_eq!(right, laid.len(), "{file} {old}: {said}");
    }
}
