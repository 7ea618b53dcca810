//! Errors in the contents of transcripts.

use crate::transcripts::{blessed, play, wrong, wrong_in_game};

#[test]
fn an_action_that_is_refused_shows_all_reasons() {
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred builds road at C4-ne\n"), @"
    error: refused for 3 reasons
     --> a.game:4:5
      |
    4 | red builds road at C4-ne
      |     ^^^^^^^^^^^^^^^^^^^^
      |
      = help: red needs 1 wood, but has 0 [road rules/catan/pack.toml:47]
      = help: red needs 1 brick, but has 0 [road rules/catan/pack.toml:47]
      = help: `C4-ne` is not connected to a road or settlement or city of red, or is connected only past an opponent's building [road rules/catan/pack.toml:45]
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 3 ore for 1 wood\n"), @"
    error: refused for 2 reasons
     --> a.game:4:5
      |
    4 | red trades 3 ore for 1 wood
      |     ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: red has no building at the port that this trade needs [catan/port_3_for_1 C-11 rules/catan/trade/port_3_for_1.rhai:5]
      = help: red needs 3 ore, but has 0 [catan/port_3_for_1 C-11 rules/catan/trade/port_3_for_1.rhai:5]
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred trades 2 ore for 1 ore\n"), @"
    error: refused for 3 reasons
     --> a.game:4:5
      |
    4 | red trades 2 ore for 1 ore
      |     ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: 2 ore are not accepted by supply 4 for 1: it takes 4 of the same kind [catan/supply_4_for_1 C-11 rules/catan/trade/supply_4_for_1.rhai:5]
      = help: 2 ore do not buy 1 ore: supply 4 for 1 gives 1 card of another resource [catan/supply_4_for_1 C-11 rules/catan/trade/supply_4_for_1.rhai:5]
      = help: red needs 2 ore, but has 0 [catan/supply_4_for_1 C-11 rules/catan/trade/supply_4_for_1.rhai:5]
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 3\nblue ends turn\n"), @"
    error: refused: it is red's turn: red has to move the robber first
     --> a.game:5:6
      |
    5 | blue ends turn
      |      ^^^^^^^^^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 7\n"), @"
    error: a die shows 1 to 6
     --> a.game:4:13
      |
    4 | red rolls 4 7
      |             ^
    ");
    insta::assert_snapshot!(wrong_in_game("given turn 3\nred rolls 4 4\nred chooses ore\n"), @"
    error: refused: no question is open
     --> a.game:5:5
      |
    5 | red chooses ore
      |     ^^^^^^^^^^^
    ");
}

#[test]
fn changes_that_did_not_happen_are_reported() {
    let position = "given red has settlement at C4.n\ngiven hex C4 is wood 6\n\
                    given hex B3 is desert\ngiven hex B4 is desert\ngiven robber at A1\n";
    let played = |lines: &str| wrong_in_game(&format!("{position}{lines}"));
    insta::assert_snapshot!(played("red rolls 3 3\n  red produces 2 wood\n"), @"
    error: `red produces 2 wood` did not happen
     --> a.game:9:3
      |
    9 |   red produces 2 wood
      |   ^^^^^^^^^^^^^^^^^^^
      |
      = note: written (-), happened (+)
              - red produces 2 wood
              + red produces 1 wood [rules/catan/pack.toml:20]
    ");
    insta::assert_snapshot!(played("changes complete\nred rolls 3 3\n"), @"
    error: this header line comes after the beginning of the game
     --> a.game:8:1
      |
    8 | changes complete
      | ^^^^^^^^^^^^^^^^
      |
      = help: move it to the top of the file
    ");
    insta::assert_snapshot!(
        wrong_in_game(&format!("changes complete\n{position}red rolls 3 3\n")), @"
    error: `red produces 1 wood` happened, but is not in the transcript
     --> a.game:9:1
      |
    9 | red rolls 3 3
      | ^^^^^^^^^^^^^
      |
      = note: written (-), happened (+)
              + red produces 1 wood [rules/catan/pack.toml:20]
    ");
    insta::assert_snapshot!(played("red rolls 3 3\nred ends turn\n  refused: no\n"), @"
    error: the action is legal, but the transcript says that it is refused
      --> a.game:10:3
       |
    10 |   refused: no
       |   ^^^^^^^^^^^
    ");
    insta::assert_snapshot!(
        played("red rolls 3 3\nblue ends turn\n  refused: turn of red\n  refused: night\n"), @"
    error: the action is refused, but for other reasons
      --> a.game:10:3
       |
    10 |   refused: turn of red
       |   ^^^^^^^^^^^^^^^^^^^^
       |
       = help: it is red's turn

    error: the action is refused, but for other reasons
      --> a.game:11:3
       |
    11 |   refused: night
       |   ^^^^^^^^^^^^^^
       |
       = help: it is red's turn
    ");
    insta::assert_snapshot!(
        played("red rolls 3 3\nred ends turn\nturn 2 digest 0123456789abcdef\n"), @"
    error: the position differs: its digest is 58121c12111486da
      --> a.game:10:1
       |
    10 | turn 2 digest 0123456789abcdef
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn the_cards_of_a_change_may_come_in_any_order() {
    let given = "given red has road at B2-nw\ngiven red has settlement at B2.n\n\
                 given red has 1 wood, 1 brick, 2 ore\ngiven blue has 1 sheep, 1 grain\n";
    let lines = "red builds road at B2-w\n  red pays 1 brick, 1 wood\n\
                 red offers 2 ore for 1 sheep, 1 grain\n\
                 \x20 2 ore for 1 grain, 1 sheep is offered to blue, white\n\
                 blue accepts\nwhite refuses\nred trades with blue\n\
                 \x20 red gives 2 ore to blue\n  blue gives 1 grain, 1 sheep to red\n";
    let game = |lines: &str| format!("scenario catan\nplayers red, blue, white\n{given}{lines}");
    let blessed = blessed(&game(lines));
    assert!(blessed.contains("  red pays 1 brick, 1 wood\n"), "{blessed}");
    let other = lines.replace("red pays 1 brick, 1 wood", "red pays 1 brick, 2 wood");
    insta::assert_snapshot!(wrong(&game(&other)), @"
    error: `red pays 1 brick, 2 wood` did not happen
     --> a.game:8:3
      |
    8 |   red pays 1 brick, 2 wood
      |   ^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: written (-), happened (+)
              - red pays 1 brick, 2 wood
              + red pays 1 wood, 1 brick [rules/catan/pack.toml:47]
    ");
}

#[test]
fn expectations_that_are_not_met_say_what_is_the_case() {
    let shown = wrong_in_game(
        "\
given red has settlement at C4.n
given red has 2 ore
given red holds 1 victory point
given red has played 3 soldier
given hex C4 is wood 6
given robber at A1

expect red has 3 points
expect red has 3 ore, 1 wood
expect red has 4 cards
expect blue has largest army
expect nobody has largest army
expect red has route of 2
expect robber at C4
expect robber off the board
expect C4 is ore
expect C4 is wood 5
expect C4.n is empty
expect C4.n is city of red
expect C4.s is city of red
expect supply has 3 ore
expect red may not end turn
expect red may build road at C4-ne
expect blue is in turn
expect red wins
expect game over
expect red holds 2 victory point
expect red has played 2 soldier
expect 3 soldier in development
",
    );
    let messages = shown.lines().filter(|line| !line.is_empty() && !line.contains('|'));
    let messages = messages.filter(|line| !line.contains("--> ")).collect::<Vec<_>>();
    insta::assert_snapshot!(messages.join("\n"), @"
    error: not as expected: red has 4 points
       = note: the points come from these lines:
                 const AWARD = 2; [rules/catan/awards/largest_army.rhai:5]
                 points = 1 [rules/catan/pack.toml:57]
                 const POINTS = 1;   // C-17 [rules/catan/cards/victory_point.rhai:7]
       = help: 1 from settlements, 2 from largest army, 1 from hidden cards
    error: not as expected: red has 2 ore, 0 wood
    error: not as expected: red has 2 cards
    error: not as expected: red has largest army
    error: not as expected: red has largest army
    error: not as expected: red has route of 0
    error: not as expected: robber at A1
    error: not as expected: robber at A1
    error: not as expected: C4 is wood 6
    error: not as expected: C4 is wood 6
    error: not as expected: C4.n is settlement of red
    error: not as expected: C4.n is settlement of red
    error: not as expected: C4.s is empty
    error: not as expected: the supply has 17 ore
    error: not as expected: red may
    error: not as expected: red may not
       = help: red needs 1 wood, but has 0 [road rules/catan/pack.toml:47]
       = help: red needs 1 brick, but has 0 [road rules/catan/pack.toml:47]
    error: not as expected: it is red's turn
    error: not as expected: the game is not over
    error: not as expected: the game is not over
    error: not as expected: red holds 1 victory point
    error: not as expected: red has played 3 soldier
    error: not as expected: 11 are left
    ");
}

#[test]
fn what_an_expectation_was_meant_to_be_is_told() {
    for (line, hint) in [
        ("expect red has settlement at B2.n", "write `expect B2.n is settlement of red`"),
        ("expect red has free settlement at B2.n", "write `expect B2.n is free settlement of red`"),
        ("expect red has 1 ore card", "write `red has 1 ore`"),
        ("expect red has -1 ore", "`-1` is negative: write 0 or more"),
    ] {
        let told = wrong_in_game(&format!("{line}\n"));
        assert!(told.contains(hint), "{line}: {told}");
    }
}

#[test]
fn points_below_zero_are_expected() {
    let told = wrong_in_game("given red has settlement at B2.n\nexpect red has -1 points\n");
    assert!(told.contains("not as expected: red has 1 point\n"), "{told}");
}

#[test]
fn changes_name_places_by_any_of_their_names() {
    let game = "scenario newcatan\nplayers red, blue, white\ngiven hex A2 is diplomats\n\
        given immunity at B2.ne\ngiven red has settlement at B2.s\ngiven red has road at B2-sw\n\
        given red has 2 grain, 3 ore, 1 wood, 1 brick\ngiven infiltrator at immunity\n\
        red rolls 1 1\nred builds city at B2.s\n  red pays 2 grain, 3 ore\n";
    play(game).unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn an_award_is_given_where_it_can_be_held() {
    let roads = |player: &str, hex: &str| {
        let road = |side: &str| format!("given {player} has road at {hex}-{side}\n");
        ["nw", "ne", "e", "se", "sw"].map(road).concat()
    };
    let both = [roads("red", "B2"), roads("blue", "D4")].concat();
    let head = "scenario catan\nplayers red, blue, white\n";
    let expects = "expect blue has longest road\n";
    play(&format!("{head}{both}given blue has longest road\n{expects}")).unwrap();
    let told = wrong_in_game(&format!("{both}given white has longest road\n{expects}"));
    insta::assert_snapshot!(told, @"
    error: white cannot have longest road
      --> a.game:13:1
       |
    13 | given white has longest road
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = help: in this position, nobody has it
    ");
    // If the roads are missing because of a mistake, only that is reported.
    let roads = both.replace("blue has road at D4-nw", "blue has city at D4-nw");
    let told = wrong_in_game(&format!("{roads}given blue has longest road\n"));
    assert!(told.contains("a city is placed") && !told.contains("cannot have"), "{told}");
    let told = wrong_in_game(&format!("{both}given white has logest road\n"));
    assert!(told.contains("no award is called `logest road`"), "{told}");
}

#[test]
fn a_written_result_that_cannot_be_is_a_mistake_of_the_line() {
    insta::assert_snapshot!(wrong_in_game("given red has 1 ore\nred rolls drawing 29\n"), @"
    error: both dice have to be written before other random results
     --> a.game:4:19
      |
    4 | red rolls drawing 29
      |                   ^^
      |
      = help: write a possible result, or leave it out to draw it from the seed
    ");
}

#[test]
fn an_expectation_that_means_nothing_does_not_hide_the_next() {
    let told =
        wrong_in_game("given red has 1 ore\nexpect purple has 1 ore\nexpect red has 2 ore\n");
    assert!(told.contains("`purple`") && told.contains("red has 1 ore"), "{told}");
}

#[test]
fn an_alias_in_a_change_is_no_difference() {
    let lines = "given red has settlement at B2.n\ngiven red has settlement at C3.n\n\
        given red has 2 grain, 3 ore\ngiven robber at A1\nred rolls 1 1\nred builds city at A1.se\n";
    for place in ["B2.n", "A1.se", "A2.sw"] {
        let game = format!(
            "scenario catan_beginners\nplayers red, blue, white\n{lines}  red pays 2 grain, 3 ore\n  red builds city at {place}\n"
        );
        play(&game).unwrap_or_else(|wrong| panic!("{place}: {wrong}"));
    }
    let game = format!(
        "scenario catan_beginners\nplayers red, blue, white\n{lines}  red builds city at B2.s\n"
    );
    assert!(wrong(&game).contains("did not happen"));
}
