//! Lines that cannot be parsed, unknown names, and impossible positions.

use crate::transcripts::{wrong, wrong_in_game};

#[test]
fn wrong_words_are_shown_with_what_was_expected() {
    insta::assert_snapshot!(wrong("scenario catan\nred bilds road at C4-ne\n"), @"
    error: expected an action of the player, found `bilds`
     --> a.game:2:5
      |
    2 | red bilds road at C4-ne
      |     ^^^^^
      |
      = help: did you mean `builds`?
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred dances\n"), @"
    error: expected an action of the player, found `dances`
     --> a.game:2:5
      |
    2 | red dances
      |     ^^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred builds road on C4-ne\n"), @"
    error: expected `at`, found `C4-ne`
     --> a.game:2:20
      |
    2 | red builds road on C4-ne
      |                    ^^^^^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred builds road at C4-ne bye\n"), @"
    error: expected the end of the line, `by`, `paying` or `drawing`, found `bye`
     --> a.game:2:26
      |
    2 | red builds road at C4-ne bye
      |                          ^^^
      |
      = help: did you mean `by`?
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred trades 4 wood\nblue discards 2\n"), @"
    error: expected `for`, found the end of the line
     --> a.game:2:18
      |
    2 | red trades 4 wood
      |                  ^

    error: expected a name, found the end of the line
     --> a.game:3:16
      |
    3 | blue discards 2
      |                ^
    ");
    insta::assert_snapshot!(wrong("scenario catan\nseed abc\nexpect red has\n"), @"
    error: expected a number, found `abc`
     --> a.game:2:6
      |
    2 | seed abc
      |      ^^^

    error: expected cards such as `2 ore`, a number, a name, `played`, `route`, `counter`, `marked`, `access` or `no`, found the end of the line
     --> a.game:3:15
      |
    3 | expect red has
      |               ^
    ");
    insta::assert_snapshot!(wrong("scenario catan\ngiven red is at home\n"), @"
    error: expected `is marked`, `at`, `has`, `holds`, `off` or `answers`, found `is`
     --> a.game:2:11
      |
    2 | given red is at home
      |           ^^
    ");
}

#[test]
fn lines_that_are_nearly_right_are_told_how_they_are_written() {
    let game = "scenario newcatan\nplayers red, blue, white\n";
    let hints = |lines: &str| {
        let said = wrong(&format!("{game}{lines}\n"));
        let hints = said.lines().filter_map(|line| line.split_once("= help: "));
        hints.map(|(_, hint)| hint.to_owned()).collect::<Vec<_>>().join("; ")
    };
    for (line, hint) in [
        ("given red has acces to immunity", "did you mean `access`?"),
        ("expect red has acess to immunity", "did you mean `access`?"),
        ("expect red has no acces to immunity", "did you mean `access`?"),
        ("expect red have 1 ore", "write `red has`"),
        ("given red have 1 ore", "write `red has`"),
        ("expect red not may build road at B1-ne", "write `red may not`"),
        ("set goal 3", "write `set goal = 3`"),
        ("red rolls 7", "write both dice: `red rolls 3 4`"),
        ("red rolls 1 2 3", "write both dice: `red rolls 3 4`"),
        ("Red ends turn", "write `red`: names of players begin with a lower-case letter"),
        ("given Red has 1 ore", "write `red`: names of players begin with a lower-case letter"),
        ("expect Red has 1 ore", "write `red`: names of players begin with a lower-case letter"),
        ("expect soldier at C4", "`soldier` is a card; expected one of `robber`, `infiltrator`"),
        (
            "given immunity off the board",
            "`immunity` is a benefit; expected one of `robber`, `infiltrator`",
        ),
        (
            "expect short distance cities at C4",
            "`short distance cities` is a rule without a token; expected one of `robber`, `infiltrator`",
        ),
        ("given red at immunity", "`red` is a player; expected one of `robber`, `infiltrator`"),
    ] {
        assert_eq!(hints(line), hint, "{line}");
    }
}

#[test]
fn lines_in_the_wrong_order_are_reported() {
    insta::assert_snapshot!(wrong("red rolls\n"), @"
    error: the transcript does not name a scenario
    --> a.game
     = help: begin with a line like `scenario catan`
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred rolls\nseed 4\ngiven robber at A1\n"), @"
    error: this header line comes after the beginning of the game
     --> a.game:3:1
      |
    3 | seed 4
      | ^^^^^^
      |
      = help: move it to the top of the file

    error: this `given` line comes after an action
     --> a.game:4:1
      |
    4 | given robber at A1
      | ^^^^^^^^^^^^^^^^^^
      |
      = help: a position must be given before the first action
    ");
    insta::assert_snapshot!(wrong("scenario catan\n  red rolls 4 3\n"), @"
    error: this indented line has no action above it
     --> a.game:2:3
      |
    2 |   red rolls 4 3
      |   ^^^^^^^^^^^^^
      |
      = help: indent only the changes that an action causes, and `refused:` lines
    ");
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, turn, red\n"), @"
    error: `turn` cannot be the name of a player: it has another meaning in transcripts
     --> a.game:2:14
      |
    2 | players red, turn, red
      |              ^^^^
      |
      = help: choose another name
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred rolls\n  refused\n"), @"
    error: expected `refused:`
     --> a.game:3:3
      |
    3 |   refused
      |   ^^^^^^^
      |
      = help: write a colon and part of the reason: `refused: needs 1 ore`
    ");
    insta::assert_snapshot!(wrong("scenario catan\nred rolls\n  refused:\n"), @"
    error: expected part of the reason after `refused:`
     --> a.game:3:3
      |
    3 |   refused:
      |   ^^^^^^^^
      |
      = help: write a few words of the reason, such as `refused: needs 1 ore`
    ");
}

#[test]
fn unknown_names_are_shown_with_the_likely_ones() {
    insta::assert_snapshot!(wrong_in_game("given red has setlement at C4.n\n"), @"
    error: no piece is called `setlement`
     --> a.game:3:15
      |
    3 | given red has setlement at C4.n
      |               ^^^^^^^^^
      |
      = help: did you mean `settlement`?
    ");
    insta::assert_snapshot!(wrong_in_game("green rolls\n"), @"
    error: no player is called `green`
     --> a.game:3:1
      |
    3 | green rolls
      | ^^^^^
      |
      = help: expected one of `red`, `blue`, `white`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 2 oer\n"), @"
    error: no resource is called `oer`
     --> a.game:3:17
      |
    3 | given red has 2 oer
      |                 ^^^
      |
      = help: did you mean `ore`?
    ");
    insta::assert_snapshot!(wrong_in_game("expect red has longest rode\n"), @"
    error: no award is called `longest rode`
     --> a.game:3:16
      |
    3 | expect red has longest rode
      |                ^^^^^^^^^^^^
      |
      = help: did you mean `longest road`?
    ");
    insta::assert_snapshot!(wrong_in_game("given red holds 1 solder\n"), @"
    error: no card is called `solder`
     --> a.game:3:19
      |
    3 | given red holds 1 solder
      |                   ^^^^^^
      |
      = help: did you mean `soldier`?
    ");
    insta::assert_snapshot!(wrong_in_game("given robber at C9\n"), @"
    error: `C9` is not a hex on this board: row C has 5 hexes
     --> a.game:3:17
      |
    3 | given robber at C9
      |                 ^^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 4 ore for 1 wood by luck\n"), @"
    error: no rate of trade is called `luck`
     --> a.game:4:32
      |
    4 | red trades 4 ore for 1 wood by luck
      |                                ^^^^
      |
      = help: expected one of `wood port 2 for 1`, `sheep port 2 for 1`, `grain port 2 for 1`, `brick port 2 for 1`, `ore port 2 for 1`, `port 3 for 1`, `supply 4 for 1`
    ");
    insta::assert_snapshot!(wrong_in_game("given port at C3-ne is wood\n"), @"
    error: there is no place for a port at `C3-ne`
     --> a.game:3:15
      |
    3 | given port at C3-ne is wood
      |               ^^^^^
      |
      = help: the ports are at A1-nw, A2-ne, B4-ne, C5-e, D4-se, E2-se, E1-sw, D1-w, B1-w
    ");
}

#[test]
fn a_position_that_cannot_be_is_explained() {
    insta::assert_snapshot!(wrong_in_game(
        "given red has road at C4-ne\ngiven blue has road at C4-ne\n"
    ), @"
    error: `C4-ne` is occupied by a road of red
     --> a.game:4:1
      |
    4 | given blue has road at C4-ne
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: choose an empty place
    ");
    insta::assert_snapshot!(wrong_in_game("given red has road at C4.n\n"), @"
    error: a road is placed on a border, not at `C4.n`
     --> a.game:3:1
      |
    3 | given red has road at C4.n
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write a place such as `C4-ne`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has settlement at C4-ne\n"), @"
    error: a settlement is placed on an intersection, not at `C4-ne`
     --> a.game:3:1
      |
    3 | given red has settlement at C4-ne
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write a place such as `C4.n`
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 15 ore\ngiven blue has 5 ore\n"), @"
    error: the supply has 4 ore, but the position needs 5 ore
     --> a.game:4:1
      |
    4 | given blue has 5 ore
      | ^^^^^^^^^^^^^^^^^^^^
      |
      = help: a position's cards come from the supply
    ");
    insta::assert_snapshot!(wrong_in_game("given red has played 15 soldier\n"), @"
    error: no soldier is left in the deck
     --> a.game:3:1
      |
    3 | given red has played 15 soldier
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: a position's cards come from the deck
    ");
    insta::assert_snapshot!(wrong_in_game("given red has 18 ore\ngiven supply has 2 ore\n"), @"
    error: the supply has only 1 ore
     --> a.game:4:18
      |
    4 | given supply has 2 ore
      |                  ^
    ");
    insta::assert_snapshot!(wrong_in_game("given hex C4 is desert 6\n"), @"
    error: hexes of terrain `desert` have no number marker
     --> a.game:3:1
      |
    3 | given hex C4 is desert 6
      | ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: number markers show 2 to 12, except 7, and hexes that produce nothing usually have none
    ");
    insta::assert_snapshot!(wrong("scenario catan\nplayers red, blue\n"), @"
    error: 2 players, expected 3 to 4
     --> a.game:2:9
      |
    2 | players red, blue
      |         ^^^^^^^^^
    ");
}
