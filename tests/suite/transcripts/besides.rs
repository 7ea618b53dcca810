//! Errors in several lines are all reported; and lines that repeat others.

use newcatan::transcript::parse_for;

use crate::transcripts::{rules_of, wrong, wrong_in_game};

/// The diagnostics of a transcript with lines that cannot be parsed.
fn besides(text: &str) -> String {
    let read = parse_for(text, "a.game", |game| Some(rules_of(game)));
    let place = |one: &newcatan::diagnostic::Diagnostic| format!("{} {}", one.line, one.message);
    let told: Vec<String> = read.unwrap_err().0.iter().map(place).collect();
    told.join("\n")
}

#[test]
fn a_line_that_is_none_hides_no_wrong_names_on_others() {
    let game = "scenario catan\nplayers red, blue, white\n\
        given red has 1 foo\ngiven red has setlement at C4.n\ngiven blue has road at K9-ne\n\
        given red has longest raod\ngiven robbr at C4\n\
        red rolls 3 4\nred bilds road at C4-ne\nred builds setlement at C4.n\n\
        red trades 4 wood for 1 bar\nred moves robber to Z1\ngreen ends turn\n\
        expect blu has 3 points\nexpect C4.n is settlment of red\nred plays soldier\n";
    insta::assert_snapshot!(besides(game), @"
    3 no resource is called `foo`
    4 no piece is called `setlement`
    5 `K9` is not a hex on this board: the rows are A to E
    6 no award is called `longest raod`
    7 no marker is called `robbr`
    9 expected an action of the player, found `bilds`
    10 no piece is called `setlement`
    11 no resource is called `bar`
    12 `Z1` is not a hex on this board: the rows are A to E
    13 no player is called `green`
    14 no player is called `blu`
    15 no piece is called `settlment`
    ");
}

#[test]
fn what_a_wrong_line_of_the_header_explains_is_not_told() {
    let game = "players red, blue\nbilds\n\nanna rolls 3 4\nanna builds setlement at C4.n\n";
    let no_player = format!("scenario catan\n{}", game.replace("players", "playrs!"));
    insta::assert_snapshot!(besides(&no_player), @"
    2 expected an action of the player, found `!`
    3 expected an action of the player, found the end of the line
    ");
    let named = "scenario catan\nplayers red, blue, white\nset goal 3\nred builds foo at C4.n\n";
    insta::assert_snapshot!(besides(named), @"3 expected an action, a position or an expectation, found `set`");
}

#[test]
fn what_only_one_line_can_say_is_said_once() {
    insta::assert_snapshot!(wrong_in_game(
        "given red has road at C3-ne\ngiven red has road at C3-e\ngiven red has road at C3-se\n\
         given red has road at C3-sw\ngiven red has road at C3-w\n\
         given blue has road at E3-ne\ngiven blue has road at E3-e\ngiven blue has road at E3-se\n\
         given blue has road at E3-sw\ngiven blue has road at E3-w\n\
         given red has longest road\ngiven blue has longest road\n"
    ), @"
    error: red already has longest road, according to line 13
      --> a.game:14:1
       |
    14 | given blue has longest road
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = help: delete one of the lines
    ");
    let twice = |one: &str, other: &str| {
        let wrong = wrong_in_game(&format!("{one}\n{other}\n"));
        wrong.lines().next().unwrap_or_default().to_owned()
    };
    for (one, other) in [
        ("given robber at C4", "given robber at D4"),
        ("given robber at C4", "given robber off the board"),
        ("given hex C4 is ore 5", "given hex C4 is wood 5"),
        ("given turn 3", "given turn 4"),
    ] {
        assert_eq!(twice(one, other), "error: line 3 already sets this", "{one}, {other}");
    }
    let sound = "scenario catan\nplayers red, blue, white\n\
        given red has 1 ore\ngiven red has 2 ore\nexpect red has 3 ore\n";
    crate::transcripts::blessed(sound);
}

#[test]
fn numbers_that_nothing_draws_are_told() {
    let lines =
        ["-1", "3.5", "300", "soldir"].map(|drawn| format!("red rolls 3 4 drawing {drawn}\n"));
    let told = lines.map(|line| wrong_in_game(&line));
    insta::assert_snapshot!(told.join("\n"), @"
    error: `-1` cannot be drawn
     --> a.game:3:23
      |
    3 | red rolls 3 4 drawing -1
      |                       ^^
      |
      = help: a rule draws whole numbers, from 0 to at most 254
    error: `3.5` cannot be drawn
     --> a.game:3:23
      |
    3 | red rolls 3 4 drawing 3.5
      |                       ^^^
      |
      = help: a rule draws whole numbers, from 0 to at most 254
    error: `300` cannot be drawn
     --> a.game:3:23
      |
    3 | red rolls 3 4 drawing 300
      |                       ^^^
      |
      = help: a rule draws whole numbers, from 0 to at most 254
    error: no card is called `soldir`
     --> a.game:3:23
      |
    3 | red rolls 3 4 drawing soldir
      |                       ^^^^^^
      |
      = help: did you mean `soldier`?
    ");
}

#[test]
fn a_header_allows_no_more_operations_than_anybody() {
    let game = |most: &str| format!("scenario catan\noperations {most}\n\nred rolls 3 9\n");
    insta::assert_snapshot!(wrong(&game("18446744073709551615")), @"
    error: a game may use at most 2000000000 operations
     --> a.game:2:12
      |
    2 | operations 18446744073709551615
      |            ^^^^^^^^^^^^^^^^^^^^
    ");
    assert!(!wrong(&game("2000000000")).contains("operations"));
}
