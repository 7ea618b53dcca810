//! Rules that prepare the table before the game starts.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::game::Game;
use newcatan::table::Step;

use crate::scripts::fixture::Fixture;

/// A house pack whose rule does this before the game starts.
fn starts(body: &str) -> Fixture {
    let rule = "const COUNTERS = [\"a: hexes\", \"b: game\"];\nconst RANDOM = true;\n";
    Fixture::rule(&format!("{rule}fn on_game_start(me) {{ {body} }}\n"))
}

/// The error of a game that does not start.
fn does_not_start(body: &str) -> String {
    let fixture = starts(body);
    let told = fixture.fails("given red has 1 ore\n\nred rolls 1 1\n");
    told.expect("a game that does not start")
}

#[test]
fn a_rule_prepares_the_table_of_every_game() {
    let body = "game.add(\"b\", 1);
        for hex in game.hexes.of(\"desert\") { hex.set_terrain(\"wood\"); hex.set_number(12); }
        me.take(ORE, 1); ROBBER.remove();";
    let laid = "expect counter b of 1\nexpect robber off the board\nexpect red has 1 ore\n";
    starts(body).plays(&format!("{laid}red places settlement at C3.n\n"));
    starts(body).plays(&format!("given turn 3\n\n{laid}red rolls 1 1\n"));
}

#[test]
fn its_draws_depend_on_the_seed_and_are_saved() {
    let body = "for hex in game.hexes { hex.add(\"a\", game.random(9)); }";
    let laid = |seed| {
        let (rules, host) = starts(body).load().unwrap();
        let game = Game::new(rules, host, &rules_names(), seed).unwrap();
        game.state()
    };
    let kept = |seed| serde_json::to_value(&laid(seed).table).unwrap()["more"].clone();
    assert_eq!(laid(1), laid(1));
    assert_ne!(kept(1), kept(2));
    let (rules, host) = starts(body).load().unwrap();
    let game = Game::resume(rules, host, &rules_names(), laid(3)).unwrap();
    assert_eq!(game.state(), laid(3));
    assert_eq!(game.faults().unwrap(), Vec::<String>::new());
}

fn rules_names() -> [String; 3] {
    ["red", "blue", "white"].map(str::to_owned)
}

#[test]
fn it_can_prevent_the_game() {
    insta::assert_snapshot!(does_not_start("game.require(false, \"not on this board\");"), @"
    error: `house` does not fit `scenarios/catan.toml` with `catan`: not on this board [house/rule C-1 house/rule.rhai:7]
     --> a.game:2:9
      |
    2 | players red, blue, white
      |         ^^^^^^^^^^^^^^^^
    ");
    insta::assert_snapshot!(does_not_start("me.take(ORE, 1 / 0);"), @"
    error: division by zero: 1 / 0
     --> a.game:2:9
      |
    2 | players red, blue, white
      |         ^^^^^^^^^^^^^^^^
      |
      = help: see house/rule.rhai:7
    ");
}

/// Both players answer, and the second answer draws a number.
const ASKS: &str = "let hex = me.choose_hex(\"Which?\", game.hexes);
    hex.add(\"a\", 1);
    let other = me.opponents.first(1).only;
    game.add(\"b\", other.choose_number(\"How many?\", 3, 5) + game.random(2));";

#[test]
fn players_answer_before_the_first_piece_is_placed() {
    let lines = "red places settlement at C3.n\n  refused: red has to answer\n\
         expect red may choose C3\nred chooses C3\nexpect counter a at C3 of 1\n\
         blue chooses 4 drawing 1\nexpect counter b of 5\n\
         undo\nblue chooses 3 drawing 0\nexpect counter b of 3\n\
         red places settlement at C3.n\nred places road at C3-ne\nblue places settlement at A1.n\n";
    starts(ASKS).plays(lines);
}

#[test]
fn nobody_is_asked_before_a_given_position() {
    starts(ASKS).plays("given red has 1 ore\n\nexpect counter a at A1 of 1\nred rolls 1 1\n");
}

#[test]
fn a_game_that_waits_for_its_first_answer_is_saved_and_copied() {
    let (rules, host) = starts(ASKS).load().unwrap();
    let mut game = Game::new(Arc::clone(&rules), Rc::clone(&host), &rules_names(), 1).unwrap();
    for _ in 0..2 {
        let state = game.state();
        game = Game::resume(Arc::clone(&rules), Rc::clone(&host), &rules_names(), state).unwrap();
        assert_eq!(game.faults().unwrap(), Vec::<String>::new());
        let question = game.question().expect("a question");
        let (player, answer) = (question.player, question.options[0]);
        game.play(player, answer).unwrap();
    }
    assert_eq!(game.question().map(|question| question.player), None);
    assert_eq!(game.table().step(), Step::Place(0));
}

#[test]
fn an_action_can_be_refused_by_its_own_rule() {
    let body = "if me.hand.of(ORE) > 1 { me.lose(ORE, 1); game.require(false, \"too much ore\"); }";
    Fixture::act(body).plays(
        "given red has 2 ore\ngiven blue has 1 ore\n\nred uses try it\n  refused: too much ore\n\
         expect red has 2 ore\nred ends turn\nblue rolls 1 1\nblue uses try it\n",
    );
}
