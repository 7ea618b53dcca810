//! Rules that let a player win at once, or end the game.

use crate::scripts::fixture::{Fixture, hostile};

/// Rules for the two players of a roll: the first one ends something, the second one takes ore.
fn roll_with(first: &str, lines: &str) {
    let second = "fn on_production_roll(me, roll) { me.take(ORE, 1); }\n";
    let first = format!("fn on_production_roll(me, roll) {{ {first} }}\n");
    Fixture::new(&[("a.rhai", &first), ("b.rhai", second)])
        .plays(&format!("given red has 1 wood\n\nred rolls 1 1\n{lines}"));
}

#[test]
fn hooks_that_wait_do_not_run_after_the_end() {
    roll_with("me.win();", "  red wins\nexpect red has 0 ore\n");
    roll_with("game.end();", "  the game ends undecided\nexpect red has 0 ore\n");
    roll_with("", "  red takes 1 ore\nexpect red has 1 ore\n");
}

#[test]
fn a_player_can_win_in_another_players_turn() {
    roll_with("me.opponents.first(1).only.win();", "  blue wins\nexpect red has 0 ore\n");
}

#[test]
fn a_player_wins_by_the_first_change_that_a_rule_about_points_has_read() {
    // The interpreter runs the second rule, and what it reads is not known.
    let rules = [
        "fn points(me, sum) { if me.hand.total > 2 { sum } else { 20 } }\n",
        "fn points(me, sum) { switch me.hand.total { 2 => 20, _ => sum } }\n",
    ];
    for rule in rules {
        Fixture::rule(rule).plays(
            "given red has 8 wood\ngiven blue has 4 wood\n\nred trades 4 wood for 1 ore\n\
             red trades 4 wood for 1 ore\n  red wins\n",
        );
    }
}

#[test]
fn a_rule_can_forbid_the_victory_and_the_game_goes_on() {
    let win = "fn on_production_roll(me, roll) { me.win(); me.take(ORE, 1); }\n";
    let forbid = "fn may_win(me) { if me.points() < 3 { \"not yet\" } }\n";
    Fixture::new(&[("a.rhai", win), ("b.rhai", forbid)]).plays(
        "given red has 1 wood\n\nred rolls 1 1\n  red takes 1 ore\nred ends turn\nexpect red has 1 ore\n",
    );
}

#[test]
fn nothing_changes_when_the_game_is_over() {
    insta::assert_snapshot!(hostile("me.win(); me.take(ORE, 1);"), @"
    error: the game is over
     --> house/ability.rhai:7:18
      |
    7 |     me.win(); me.take(ORE, 1);
      |                  ^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:18
      = note: `red uses try it` was undone: the game is as it was before
      = help: leave the hook with `return` after `win()` or `end()`
    ");
    insta::assert_snapshot!(hostile("game.end(); me.may(\"more?\");"), @r#"
    error: the game is over
     --> house/ability.rhai:7:20
      |
    7 |     game.end(); me.may("more?");
      |                    ^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:20
      = note: `red uses try it` was undone: the game is as it was before
      = help: leave the hook with `return` after `win()` or `end()`
    "#);
    insta::assert_snapshot!(hostile("me.win(); me.opponents.first(1).only.win();"), @"
    error: the game is over
     --> house/ability.rhai:7:42
      |
    7 |     me.win(); me.opponents.first(1).only.win();
      |                                          ^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:42
      = note: `red uses try it` was undone: the game is as it was before
      = help: leave the hook with `return` after `win()` or `end()`
    ");
}
