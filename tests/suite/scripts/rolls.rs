//! Rules that run between the dice and their effect, and at the end of a turn.

use newcatan::action::{Action, Choice};
use newcatan::game::Outcome;
use newcatan::table::Step;

use crate::scripts::fixture::{Fixture, RED, choose, hostile};

/// A rule that counts what it is told in ore.
const WITNESS: &str = "fn on_rolled(me, roll) { me.take(ORE, roll); }\n";

#[test]
fn on_rolled_runs_before_the_roll_takes_effect() {
    let rule = "fn on_rolled(me, roll) { me.take(ORE, roll); }\nfn hand_limit(me, limit) { 6 }\n";
    Fixture::rule(rule)
        .plays("given red has 1 wood\n\nred rolls 3 4\n  red takes 7 ore\nred discards 4 ore\nexpect red has 3 ore\n");
}

#[test]
fn a_repeated_roll_is_a_new_one_for_all_rules() {
    let again = "const ON_ROLL = 7;\nfn on_rolled(me, roll) { game.roll_again(); }\n";
    let fixture = Fixture::new(&[("a.rhai", again), ("b.rhai", WITNESS)]);
    fixture.plays("given red has 1 wood\n\nred rolls 3 4 drawing 2, 5, 1, 2\n  the dice show 2 5\n  the dice show 1 2\n  \
         red takes 3 ore\nexpect red has 3 ore\n",
    );
    let fixture = Fixture::new(&[("a.rhai", WITNESS), ("b.rhai", again)]);
    fixture.plays("given red has 1 wood\n\nred rolls 3 4 drawing 1, 2\nexpect red has 10 ore\n");
}

#[test]
fn turned_dice_are_the_roll_for_later_rules_and_for_production() {
    let turn = "fn on_rolled(me, roll) { if roll == 2 { game.set_dice(3, game.die(2)); } }\n";
    let other = |roll| format!("const ON_ROLL = {roll};\n{WITNESS}");
    let files =
        [("a.rhai", turn), ("b.rhai", WITNESS), ("c.rhai", &other(2)), ("d.rhai", &other(4))];
    let fixture = Fixture::new(&files);
    fixture.plays("given red has 1 wood\n\nred rolls 1 1\n  the dice show 3 1\n  red takes 4 ore\n  red takes 4 ore\nexpect red has 8 ore\n");
}

#[test]
fn a_roll_waits_for_an_answer_and_can_be_saved_before_it() {
    let rule = "fn on_rolled(me, roll) { if me.may(\"again?\") { game.roll_again(); } }\n";
    let mut play = Fixture::rule(rule).game_with(&[]);
    play.game.play(RED, Action::End).unwrap();
    let roller = play.game.table().in_turn();
    play.game.play_written(roller, Action::Roll, &[Outcome::Dice([3, 4])]).unwrap();
    for _ in 0..3 {
        assert_eq!(play.game.table().step(), Step::Rolled { again: false });
        let mut resumed = play.resumed();
        let yes = choose(Choice::Yes);
        play.game.play(roller, yes).unwrap();
        resumed.play(roller, yes).unwrap();
        assert_eq!(resumed.state(), play.game.state());
    }
    play.game.play(roller, choose(Choice::No)).unwrap();
    assert!(play.game.question().is_none());
    assert!(!play.game.table().step().goes_on());
    play.game.legal_actions(roller).unwrap();
}

#[test]
fn dice_can_be_changed_only_before_the_roll_takes_effect() {
    insta::assert_snapshot!(hostile("game.roll_again();"), @"
    error: `roll_again` can be called only before the roll takes effect
     --> house/ability.rhai:7:10
      |
    7 |     game.roll_again();
      |          ^^^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:10
      = note: `red uses try it` was undone: the game is as it was before
      = help: call it in `on_rolled`
    ");
    insta::assert_snapshot!(hostile("game.set_dice(1, 1);"), @"
    error: `set_dice` can be called only before the roll takes effect
     --> house/ability.rhai:7:10
      |
    7 |     game.set_dice(1, 1);
      |          ^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:10
      = note: `red uses try it` was undone: the game is as it was before
      = help: call it in `on_rolled`
    ");
}

/// The failure of an `on_rolled` with this body.
fn fails(body: &str, written: &str) -> String {
    let rule = format!("fn on_rolled(me, roll) {{ {body} }}\n");
    let lines = format!("given red has 1 wood\n\nred rolls 3 4{written}\n");
    Fixture::rule(&rule).fails(&lines).unwrap()
}

#[test]
fn dice_show_only_numbers_of_dice() {
    insta::assert_snapshot!(fails("game.set_dice(0, 7);", ""), @"
    error: a rule failed: dice cannot show 0 and 7
     --> a.game:6:5
      |
    6 | red rolls 3 4
      |     ^^^^^^^^^
      |
      = note: in `on_rolled` of house/rule, house/rule.rhai:5:31
      = help: see house/rule.rhai:5
      = help: each die shows a number from 1 to 6
    ");
    insta::assert_snapshot!(fails("game.die(3);", ""), @"
    error: a rule failed: there is no die 3
     --> a.game:6:5
      |
    6 | red rolls 3 4
      |     ^^^^^^^^^
      |
      = note: in `on_rolled` of house/rule, house/rule.rhai:5:31
      = help: see house/rule.rhai:5
      = help: the dice have the numbers 1 and 2
    ");
}

#[test]
fn a_repeated_roll_needs_two_dice_and_an_end() {
    insta::assert_snapshot!(fails("if roll == 7 { game.roll_again(); }", " drawing 1"), @"
    error: the results of this draw must be two dice, such as `3, 4`
     --> a.game:6:23
      |
    6 | red rolls 3 4 drawing 1
      |                       ^
      |
      = help: write a possible result, or leave it out to draw it from the seed
    ");
    insta::assert_snapshot!(fails("if roll == 7 { game.roll_again(); }", " drawing 0, 1"), @"
    error: the results of this draw must be two dice, such as `3, 4`
     --> a.game:6:23
      |
    6 | red rolls 3 4 drawing 0, 1
      |                       ^^^^
      |
      = help: write a possible result, or leave it out to draw it from the seed
    ");
    insta::assert_snapshot!(fails("game.roll_again();", ""), @"
    error: a rule failed: the rules call each other endlessly: more than 1000 calls
     --> a.game:6:5
      |
    6 | red rolls 3 4
      |     ^^^^^^^^^
      |
      = note: in `on_rolled` of house/rule, house/rule.rhai:5
      = help: see house/rule.rhai:5
      = help: look for a hook that causes its own calls, and add a condition that ends them
    ");
}

#[test]
fn on_turn_end_runs_before_the_next_turn() {
    let rule = "fn on_turn_end(me) { if me.may(\"more?\") { me.take(ORE, game.turn); } }\n";
    Fixture::rule(rule).plays("given red has 1 wood\n\nred rolls 1 1\nred ends turn\nred chooses yes\n  red takes 1 ore\nblue rolls 1 1\n\
         blue ends turn\nblue chooses no\nwhite rolls 1 1\nexpect blue has 0 cards\n",
    );
}

#[test]
fn a_player_can_win_at_the_end_of_the_turn() {
    let rule = "fn on_turn_end(me) { me.add_points(10); }\n";
    Fixture::rule(rule).plays(
        "given red has 1 wood\n\nred rolls 1 1\nred ends turn\n  red gains 10 points\n  red wins\n",
    );
}
