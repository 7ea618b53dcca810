//! Verbs of packs: functions that a pack provides to rule files, and that later packs can override.

use crate::scripts::fixture::{Fixture, ORE, RED, ability};

const VERBS: &str = "fn plunder(me) { grab(me); }\n\nfn grab(me) {\n    me.take(ORE, 1);\n}\n";

/// A house pack and a second one after it, with these verbs; the ability belongs to the first one.
fn two(body: &str, first: &str, second: &str) -> Fixture {
    let fixture = Fixture::new(&[("ability.rhai", &ability(body)), ("verbs.rhai", first)]);
    let fixture = fixture.request(|folder, request| request.with.push(folder.join("other")));
    fixture.write("other/pack.toml", "id = \"other\"\ntitle = \"Other\"\nversion = \"1.0.0\"\n");
    fixture.write("other/verbs.rhai", second);
    fixture
}

#[test]
fn a_rule_calls_the_verbs_of_its_pack() {
    let text = ability("plunder(me);");
    let mut play = Fixture::new(&[("ability.rhai", &text), ("verbs.rhai", VERBS)]).game_with(&[]);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "1 ore");
}

#[test]
fn a_later_pack_says_a_verb_anew_and_the_verbs_before_it_follow() {
    let mut play = two("plunder(me);", VERBS, "fn grab(me) { me.take(WOOD, 2); }\n").game_with(&[]);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "2 wood");
}

#[test]
fn a_failure_in_a_verb_names_its_file_and_line() {
    let mut play = two(
        "plunder(me);",
        VERBS,
        "\n\nfn grab(me) {\n    me.take(GREED, 1 / 0);\n}\n".replace("GREED", "ORE").as_str(),
    )
    .game();
    insta::assert_snapshot!(play.failure(), @"
    error: division by zero: 1 / 0
     --> other/verbs.rhai:4:20
      |
    4 |     me.take(ORE, 1 / 0);
      |                    ^
      |
      = note: in `grab`, other/verbs.rhai:4:20
      = note: in `plunder`, house/verbs.rhai:5:18
      = note: in `act` of house/ability, house/ability.rhai:7:5
      = note: `red uses try it` was undone: the game is as it was before
    ");
    let mut play = two("plunder(me);", VERBS, "fn grab(me) {\n    me.take(ORE, 500);\n}\n").game();
    insta::assert_snapshot!(play.failure(), @"
    error: `take` expects a number up to 127, found 500
     --> other/verbs.rhai:2:8
      |
    2 |     me.take(ORE, 500);
      |        ^^^^
      |
      = note: in `grab`, other/verbs.rhai:2:8
      = note: in `plunder`, house/verbs.rhai:5:18
      = note: in `act` of house/ability, house/ability.rhai:7:5
      = note: `red uses try it` was undone: the game is as it was before
    ");
}

#[test]
fn a_change_made_in_a_verb_is_traced_to_its_file() {
    let text = ability("plunder(me);");
    let mut play =
        Fixture::new(&[("ability.rhai", &text), ("verbs.rhai", VERBS)]).game_with(&[(RED, ORE, 1)]);
    let events = play.attempt().unwrap();
    let cause = events.last().unwrap().cause.unwrap().origin(play.game.rules());
    assert_eq!(play.fixture.shown(&cause.to_string()), "house/verbs.rhai:8");
}

#[test]
fn mistakes_in_verbs_are_found_when_they_are_loaded() {
    insta::assert_snapshot!(two("plunder(me);", VERBS, "fn grab(me) { me.tkae(ORE, 1); }\n").wrong(), @r#"
    error: the rule language has no `tkae`
     --> other/verbs.rhai:1:18
      |
    1 | fn grab(me) { me.tkae(ORE, 1); }
      |                  ^^^^
      |
      = help: did you mean `take`?
    "#);
    insta::assert_snapshot!(two("plunder(me, 1);", VERBS, "").wrong(), @r#"
    error: `plunder` takes 1 argument, found 2
     --> house/ability.rhai:7:5
      |
    7 |     plunder(me, 1);
      |     ^^^^^^^
    "#);
    insta::assert_snapshot!(two("", VERBS, "fn on_built(me, piece) {}\n").wrong(), @r#"
    error: `on_built` is a hook
     --> other/verbs.rhai:1:4
      |
    1 | fn on_built(me, piece) {}
      |    ^^^^^^^^
      |
      = help: define hooks in rule files
    "#);
    insta::assert_snapshot!(two("grab(me); }\nprivate fn grab(me) {", VERBS, "").wrong(), @"
    error: `grab` is both a verb and a function of a rule
     --> house/ability.rhai:8:12
      |
    8 | private fn grab(me) {
      |            ^^^^
      |
      = help: the verb is in house/verbs.rhai
    ");
    insta::assert_snapshot!(two("", VERBS, "let x = 1;\n").wrong(), @"
    error: a statement outside a function never runs
     --> other/verbs.rhai:1:1
      |
    1 | let x = 1;
      | ^^^
    ");
}

#[test]
fn a_rule_does_not_see_the_verbs_of_a_later_rank() {
    let fixture = two("plunder(me);", "", VERBS);
    fixture.write(
        "house/pack.toml",
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\nrank = \"module\"\n",
    );
    insta::assert_snapshot!(fixture.wrong(), @r#"
    error: the rule language has no `plunder`
     --> house/ability.rhai:7:5
      |
    7 |     plunder(me);
      |     ^^^^^^^
    "#);
}

/// What `game.one_of` draws is written by its name, or by its number in the selection.
#[test]
fn a_drawn_thing_can_be_named() {
    let draws = |of: &str, then: &str, drawn: &str| {
        let rule = format!(
            "const RANDOM = true;\nfn on_production_roll(me, roll) {{\n    let drawn = game.one_of({of});\n    {then}\n}}\n"
        );
        let game = format!(
            "given red has settlement at C3.n\ngiven red has settlement at A1.n\n\nred rolls 1 1 drawing {drawn}\n"
        );
        (Fixture::rule(&rule), game)
    };
    let plays = |of: &str, then: &str, drawn: &str, change: &str| {
        let (fixture, game) = draws(of, then, drawn);
        fixture.plays(&format!("{game}  {change}\n"));
    };
    plays("me.opponents", "drawn.take(ORE, 1);", "white", "white takes 1 ore");
    plays("me.opponents", "drawn.take(ORE, 1);", "1", "white takes 1 ore");
    plays("RESOURCES", "me.take(drawn, 1);", "grain", "red takes 1 grain");
    plays("game.hexes", "ROBBER.move_to(drawn);", "C4", "robber moves to C4");
    plays("me.pieces", "drawn.piece.remove();", "C3.n", "settlement of red at C3.n is removed");
    plays("me.pieces.borders", "me.place(ROAD, drawn);", "C3-ne", "red gets road at C3-ne");
    let (fixture, game) = draws("me.opponents", "drawn.take(ORE, 1);", "red");
    insta::assert_snapshot!(fixture.fails(&game).unwrap(), @"
    error: the result of this draw must be a number from 0 to 1, or the name of what can be drawn
     --> a.game:7:23
      |
    7 | red rolls 1 1 drawing red
      |                       ^^^
      |
      = help: write a possible result, or leave it out to draw it from the seed
    ");
    let (fixture, game) = draws("me.opponents", "drawn.take(ORE, 1);", "green");
    insta::assert_snapshot!(fixture.fails(&game).unwrap(), @"
    error: no card is called `green`
     --> a.game:7:23
      |
    7 | red rolls 1 1 drawing green
      |                       ^^^^^
      |
      = help: expected one of `discovery`, `monopoly`, `road building`, `soldier`, `victory point`
    ");
}
