//! Benefits, goods, variants and advance answers: their words, and errors in them.

use crate::transcripts::{blessed, wrong};

fn wrong_at_outposts(lines: &str) -> String {
    wrong(&format!("scenario newcatan\nplayers red, blue, white\n{lines}"))
}

#[test]
fn a_position_says_where_benefits_lie_and_who_has_them() {
    let text = "\
scenario newcatan
players red, blue, white

given infiltrator at persuasion
given hex A2 is diplomats
given immunity at B2.ne
given short distance at D2.s
given red has access to immunity
given red has 2 special point, 3 ore
given white answers decline to relief fund
given robber off the board

expect A2 is diplomats
expect A3 is diplomats
expect immunity at B2.ne
expect short distance at D2.s
expect infiltrator at persuasion
expect robber off the board
expect red has access to immunity
expect blue has no access to immunity
expect red has 2 special point, 3 ore
expect white has 0 special point
expect white may answer accept to relief fund
";
    assert_eq!(blessed(text), text);
}

#[test]
fn benefits_that_cannot_be_had_are_explained() {
    insta::assert_snapshot!(wrong_at_outposts("given red has access to imunity\n"), @"
    error: no benefit is called `imunity`
     --> a.game:3:25
      |
    3 | given red has access to imunity
      |                         ^^^^^^^
      |
      = help: did you mean `immunity`?
    ");
    insta::assert_snapshot!(wrong_at_outposts(
        "given infiltrator at immunity\ngiven red has access to immunity\n"
    ), @"
    error: the infiltrator is at `C5.se` and blocks immunity
     --> a.game:4:25
      |
    4 | given red has access to immunity
      |                         ^^^^^^^^
      |
      = help: write this line above the one that puts the infiltrator there
    ");
    insta::assert_snapshot!(wrong_at_outposts(
        "given blue has city at immunity\ngiven red has access to immunity\n"
    ), @"
    error: a city of blue is at `C5.se`, the intersection of immunity
     --> a.game:4:25
      |
    4 | given red has access to immunity
      |                         ^^^^^^^^
      |
      = help: an intersection has room for one building or infiltrating marker
    ");
    insta::assert_snapshot!(wrong_at_outposts("given immunity at D3.n\n"), @"
    error: immunity does not belong at `D3.n`
     --> a.game:3:1
      |
    3 | given immunity at D3.n
      | ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: the intersections of the diplomats are B4.ne, B4.se, C5.ne, C5.se, D6.ne
    ");
    insta::assert_snapshot!(wrong_at_outposts(
        "given immunity at C5.se\ngiven persuasion at C5.se\n"
    ), @"
    error: immunity is already at `C5.se`
     --> a.game:4:1
      |
    4 | given persuasion at C5.se
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: each intersection of an outpost has one token
    ");
    insta::assert_snapshot!(wrong_at_outposts("given immunity at D3\n"), @"
    error: `D3` is not an intersection
     --> a.game:3:19
      |
    3 | given immunity at D3
      |                   ^^
      |
      = help: intersections are written like `C4.n`
    ");
    insta::assert_snapshot!(wrong_at_outposts("given hex A2 is wood\ngiven hex C3 is merchants\n"), @"
    error: `A2` is half of a double-hex and cannot be wood
     --> a.game:3:1
      |
    3 | given hex A2 is wood
      | ^^^^^^^^^^^^^^^^^^^^
      |
      = help: double-hexes can be green folk, merchants, scientists, diplomats, frontier area

    error: `C3` cannot be merchants
     --> a.game:4:1
      |
    4 | given hex C3 is merchants
      | ^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: double-hexes are at A2, A3, B5, C6, E6, F5, G3, G2, F1, E1, C1, B1
    ");
    insta::assert_snapshot!(wrong_at_outposts("given red has 5 special point\n"), @"
    error: the supply has only 4 special point
     --> a.game:3:1
      |
    3 | given red has 5 special point
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(wrong_at_outposts("given red has 2 specal point\n"), @"
    error: no resource is called `specal point`
     --> a.game:3:17
      |
    3 | given red has 2 specal point
      |                 ^^^^^^^^^^^^
      |
      = help: expected one of `wood`, `sheep`, `grain`, `brick`, `ore`
      = help: did you mean `special point`?
    ");
    insta::assert_snapshot!(wrong_at_outposts("given red answers maybe to wood plus 1\n"), @"
    error: expected `accept`, `decline` or `ask`, found `maybe`
     --> a.game:3:19
      |
    3 | given red answers maybe to wood plus 1
      |                   ^^^^^
    ");
    insta::assert_snapshot!(wrong_at_outposts("given red answers accept to immunity\n"), @"
    error: no rule that can be answered in advance is called `immunity`
     --> a.game:3:29
      |
    3 | given red answers accept to immunity
      |                             ^^^^^^^^
      |
      = help: `immunity` is a benefit
      = help: expected one of `wood plus 1`, `sheep plus 1`, `grain plus 1`, `brick plus 1`, `ore plus 1`, `relief fund`
    ");
    insta::assert_snapshot!(wrong_at_outposts("expect red has access to immunity\n"), @"
    error: not as expected: red has no access to immunity
     --> a.game:3:1
      |
    3 | expect red has access to immunity
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_use_that_leaves_a_choice_asks_which() {
    let lines = "given red has access to anti pirate\ngiven infiltrator at immunity\n";
    let uses = |cards: &str, deed: &str| {
        wrong_at_outposts(&format!("{lines}given red has {cards}\n{deed}\n"))
    };
    insta::assert_snapshot!(uses("1 ore", "red uses anti pirate"), @"
    error: this could mean several actions
     --> a.game:6:5
      |
    6 | red uses anti pirate
      |     ^^^^^^^^^^^^^^^^
      |
      = help: write `red uses anti pirate: remove`
      = help: write `red uses anti pirate: move paying 1 ore`
    ");
    insta::assert_snapshot!(uses("1 wood, 1 ore", "red uses anti pirate: move"), @"
    error: this could mean several actions
     --> a.game:6:5
      |
    6 | red uses anti pirate: move
      |     ^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: write `red uses anti pirate: move paying 1 wood`
      = help: write `red uses anti pirate: move paying 1 ore`
    ");
    insta::assert_snapshot!(uses("nothing", "red uses anti pirate: moove"), @"
    error: no variant is called `moove`
     --> a.game:6:23
      |
    6 | red uses anti pirate: moove
      |                       ^^^^^
      |
      = help: did you mean `move`?
    ");
    insta::assert_snapshot!(uses("nothing", "red uses anti pirate: move"), @"
    error: refused: red cannot pay 1 of any kind (1 card missing) [newcatan/anti_pirate A-30..A-32 rules/newcatan/benefits/anti_pirate.rhai:5]
     --> a.game:6:5
      |
    6 | red uses anti pirate: move
      |     ^^^^^^^^^^^^^^^^^^^^^^
    ");
}

#[test]
fn a_trade_is_refused_by_a_rate_of_this_board() {
    insta::assert_snapshot!(wrong_at_outposts(
        "given red has 2 ore\nred trades 2 ore for 1 grain\n"
    ), @"
    error: refused: red has no access to ore 2 for 1: red has no building at `B3.n` [newcatan/ore_2_for_1 A-10..A-14 rules/newcatan/benefits/2_for_1.rhai:6]
     --> a.game:4:5
      |
    4 | red trades 2 ore for 1 grain
      |     ^^^^^^^^^^^^^^^^^^^^^^^^
    ");
    let by_benefit = "given red has access to ore 2 for 1\ngiven red has 4 ore\n";
    insta::assert_snapshot!(wrong_at_outposts(&format!(
        "{by_benefit}red trades 2 ore for 1 grain\nred trades 2 ore for 1 wood by ore 2 for 1\nexpect red has 1 ore\n"
    )), @"
    error: not as expected: red has 0 ore
     --> a.game:7:1
      |
    7 | expect red has 1 ore
      | ^^^^^^^^^^^^^^^^^^^^
      |
      = note: last changed in line 6: red trades 2 ore for 1 wood by ore 2 for 1
    ");
}

#[test]
fn a_way_is_refused_with_all_that_it_needs() {
    insta::assert_snapshot!(wrong_at_outposts(
        "given red has access to short distance\ngiven red has 1 ore\ngiven red has road at D3-nw\n\
         given blue has settlement at D3.sw\nred builds settlement at D3.nw by short distance\n"
    ), @"
    error: refused: red cannot pay 1 wood, 1 sheep, 1 grain, 1 brick, 1 of any kind (1 wood, 1 sheep, 1 grain, 1 brick missing) [newcatan/short_distance A-25, A-27, A-28 rules/newcatan/benefits/short_distance.rhai:5]
     --> a.game:7:5
      |
    7 | red builds settlement at D3.nw by short distance
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    ");
}
