//! Counters of hexes, places and pieces, and who sees them.

use newcatan::action::Action;
use newcatan::draw::{Style, board, picture};
use newcatan::game::Outcome;
use newcatan::transcript::Recorder;

use crate::scripts::fixture::{Fixture, RED, WHITE};

/// A house pack whose rule has these counters, and does this on each roll.
fn counts(counters: &str, body: &str) -> Fixture {
    Fixture::rule(&format!(
        "const COUNTERS = [{counters}];\nfn on_production_roll(me, roll) {{ {body} }}\n"
    ))
}

#[test]
fn each_hex_and_each_place_has_a_number_of_its_own() {
    let body = "game.hexes.first(1).only.add(\"a\", 2);
        for place in game.hexes.first(1).intersections { place.add(\"b\", 1); }
        game.add(\"c\", game.hexes.first(1).only.counter(\"a\"));";
    counts("\"a: hexes\", \"b: places\", \"c: game\"", body).plays(
        "given counter b at A1.n of 4\ngiven counter a at A2 of -1\n\nred rolls 1 1\n\
         expect counter a at A1 of 2\nexpect counter a at A2 of -1\nexpect counter a at A3 of 0\n\
         expect counter b at A1.n of 5\nexpect counter b at A1.s of 1\nexpect counter b at A2.s of 0\n\
         expect counter c of 2\n",
    );
}

#[test]
fn the_number_of_a_piece_moves_and_ends_with_it() {
    let body = "let here = me.buildings.first(1).only;
        if roll == 2 { here.move_to(me.buildings.neighbors.first(1).only); }
        if roll == 3 { here.remove(); }";
    let body = body.replace("me.buildings.neighbors", "game.hexes.first(1).intersections");
    counts("\"a: pieces\"", &body).plays(
        "given red has settlement at E2.s\ngiven counter a at E2.s of 3\n\n\
         red rolls 1 1\nexpect counter a at E2.s of 0\nexpect counter a at A1.n of 3\n\
         red ends turn\nblue rolls 5 6\nblue ends turn\nwhite rolls 5 6\nwhite ends turn\n\
         red rolls 1 2\nexpect counter a at A1.n of 0\n",
    );
}

#[test]
fn numbers_of_a_turn_end_with_it() {
    let body = "let hex = game.hexes.first(1).only; let here = me.buildings.first(1).only;
        if roll == 3 { me.take(ORE, game.counter(\"a\") + hex.counter(\"b\") + here.counter(\"c\") + here.place.counter(\"d\")); }
        game.add(\"a\", 1); hex.add(\"b\", 1); here.add(\"c\", 1); here.place.add(\"d\", 1); game.add(\"e\", 1); hex.add(\"f\", 1);";
    let declared = "\"a: game, turn\", \"b: hexes, turn, shown\", \"c: pieces, turn, hidden\", \"d: places, turn\", \"e: game\", \"f: hexes\"";
    counts(declared, body).plays(
        "given red has settlement at E2.s\ngiven blue has settlement at A1.n\ngiven counter c at E2.s of 2\n\n\
         red rolls 1 1\nexpect counter a of 1\nexpect counter b at A1 of 1\nexpect counter c at E2.s of 3\n\
         expect counter d at E2.s of 1\nred ends turn\n\
         expect counter a of 0\nexpect counter b at A1 of 0\nexpect counter c at E2.s of 0\n\
         expect counter d at E2.s of 0\nexpect counter e of 1\nexpect counter f at A1 of 1\n\
         blue rolls 1 2\nexpect blue has 0 ore\nexpect counter e of 2\n",
    );
}

/// The numbers of counters with each scope, drawn and not drawn.
fn drawn_and_not() -> Fixture {
    let counters = "\"a: game, shown\", \"b: player, shown\", \"c: hexes, shown\", \"d: pieces, shown\", \
                    \"e: game\", \"f: player, hidden\", \"g: places\"";
    let body = "let here = me.buildings.first(1).only;
        game.add(\"a\", 2); me.opponents.first(1).only.add(\"b\", -1); me.add(\"b\", 3);
        game.hexes.first(1).only.add(\"c\", 1); here.add(\"d\", 4);
        game.add(\"e\", 1); me.add(\"f\", 1); here.place.add(\"g\", 1);";
    let rule = format!("const COUNTERS = [{counters}];\n");
    Fixture::rule(&format!("{rule}const ABILITY = \"try it\";\nfn act(me) {{ {body} }}\n"))
}

#[test]
fn the_log_states_the_numbers_of_drawn_counters() {
    let mut play = drawn_and_not().game();
    let changes = play.attempt().unwrap();
    for viewer in [None, Some(RED), Some(WHITE)] {
        let mut recorder = Recorder::new(Vec::new(), viewer);
        recorder.action(&play.game, RED, &Action::End, &changes).unwrap();
        let text = String::from_utf8(recorder.finish(&play.game).unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("counter")).collect();
        assert_eq!(
            lines,
            [
                "  counter a becomes 2",
                "  counter b of blue becomes -1",
                "  counter b of red becomes 3",
                "  counter c at A1 becomes 1",
                "  counter d at B3.se becomes 4",
            ]
        );
    }
}

#[test]
fn a_transcript_may_leave_counters_out_but_not_misstate_them() {
    let head = "changes complete\ngiven red has settlement at C2.s\n\nred uses try it\n";
    drawn_and_not().plays(head);
    drawn_and_not().plays(&format!("{head}  counter b of red becomes 3\n"));
    let wrong = drawn_and_not().fails(&format!("{head}  counter b of red becomes 2\n")).unwrap();
    assert!(wrong.starts_with("error: `counter b of red becomes 2` did not happen\n"), "{wrong}");
    assert!(wrong.contains("+ counter b of red becomes 3"), "{wrong}");
}

/// The name of a drawn counter is in the lines of games.
#[test]
fn the_words_of_a_drawn_counter_have_single_spaces() {
    let wrong = counts("\"rare  cards: game, shown\"", "").wrong();
    assert!(wrong.contains("`rare  cards` is not a valid name"), "{wrong}");
}

/// Each copy of a card that lasts has its own numbers for the turn.
#[test]
fn copies_of_a_card_count_at_places_for_themselves() {
    let card = "const DECK = \"development\";\nconst COPIES = 2;\nconst LASTS = \"turn\";\nconst COUNTER = \"a: hexes, turn\";\n\
        fn act(me) { let hex = game.hexes.first(1).only; hex.add(\"a\", 1); me.take(ORE, hex.counter(\"a\")); }\n";
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.development]\nplays = 2\n";
    Fixture::new(&[("pack.toml", pack), ("rule.rhai", card)]).plays(
        "given red holds 2 rule\n\nred rolls 1 1\nred plays rule\nred plays rule\nred uses rule\nred uses rule (copy 2)\n\
         expect red has 2 ore\nexpect counter a at A1 of 1\nexpect counter a (copy 2) at A1 of 1\nred ends turn\n\
         expect counter a (copy 2) at A1 of 0\n",
    );
}

#[test]
fn numbers_are_saved_and_undone() {
    let body = "game.hexes.first(1).only.add(\"a\", 1); if roll == 3 { me.take(WOOD, 1 / 0); }";
    let mut play = counts("\"a: hexes\"", body).game();
    play.game.play(RED, Action::End).unwrap();
    let before = play.game.state();
    let roller = play.game.table().in_turn();
    let roll = |dice| [Outcome::Dice(dice)];
    let rolled = Action::Roll;
    play.game.play_written(roller, rolled, &roll([1, 2])).unwrap_err();
    assert_eq!(play.game.state(), before);
    play.game.play_written(roller, rolled, &roll([1, 1])).unwrap();
    assert_ne!(play.game.state().table, before.table);
    assert_eq!(play.resumed().state(), play.game.state());
    assert_eq!(play.game.clone().state(), play.game.state());
}

#[test]
fn players_see_counters_as_declared() {
    let body = "game.add(\"seen\", 3); me.add(\"own\", 4); game.add(\"secret\", 5);
        for hex in game.hexes.first(2) { hex.add(\"land\", 6); hex.add(\"plain\", 7); }";
    let declared = "\"seen: game, shown\", \"own: player, shown\", \"secret: game, hidden\", \
                    \"land: hexes, shown\", \"plain: hexes\"";
    let mut play = counts(declared, body).game();
    play.game.play(RED, Action::End).unwrap();
    let roller = play.game.table().in_turn();
    let roll = [Outcome::Dice([1, 1])];
    play.game.play_written(roller, Action::Roll, &roll).unwrap();
    let text = board(&play.game.player_view(None), Style::default());
    let counters = text.split("Counters\n").nth(1).expect("a section of counters");
    insta::assert_snapshot!(counters, @"
    seen  3
    own   blue 4
    land  A1 6, A2 6
    ");
    let drawn = picture(&play.game.player_view(None), false).unwrap();
    assert_eq!(drawn.matches("land: 6").count(), 2);
    assert!(drawn.contains("counters: seen 3"));
    assert!(drawn.contains("counts own: 4") && !drawn.contains("secret"));
}

#[test]
fn a_counter_is_used_on_the_things_that_have_it() {
    let rule = |declared: &str, body: &str| {
        let text = format!(
            "const COUNTER = \"{declared}\";\nconst ABILITY = \"try it\";\nfn act(me) {{ {body} }}\n"
        );
        Fixture::rule(&text).game().failure()
    };
    insta::assert_snapshot!(rule("a: hexes", "me.add(\"a\", 1);"), @r#"
    error: players have no counter `a` of this rule
     --> house/rule.rhai:7:17
      |
    7 | fn act(me) { me.add("a", 1); }
      |                 ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:17
      = note: `red uses try it` was undone: the game is as it was before
      = help: declare `const COUNTER = "a: player";`
    "#);
    insta::assert_snapshot!(rule("a: player", "game.add(\"a\", 1);"), @r#"
    error: the game has no counter `a` of this rule
     --> house/rule.rhai:7:19
      |
    7 | fn act(me) { game.add("a", 1); }
      |                   ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:19
      = note: `red uses try it` was undone: the game is as it was before
      = help: declare `const COUNTER = "a: game";`
    "#);
    insta::assert_snapshot!(rule("a: hexes", "me.buildings.only.add(\"a\", 1);"), @r#"
    error: places and pieces have no counter `a` of this rule
     --> house/rule.rhai:7:32
      |
    7 | fn act(me) { me.buildings.only.add("a", 1); }
      |                                ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:32
      = note: `red uses try it` was undone: the game is as it was before
      = help: declare `const COUNTER = "a: places";`
    "#);
    insta::assert_snapshot!(rule("a: pieces", "game.hexes.intersections.unoccupied.first(1).only.add(\"a\", 1);"), @r#"
    error: a counter of pieces needs a piece at the place
     --> house/rule.rhai:7:64
      |
    7 | fn act(me) { game.hexes.intersections.unoccupied.first(1).only.add("a", 1); }
      |                                                                ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:64
      = note: `red uses try it` was undone: the game is as it was before
      = help: if the piece has moved, use the piece that `move_to` returns
    "#);
    insta::assert_snapshot!(rule("a: hexes", "let hex = game.hexes.first(1).only; hex.add(\"a\", 30000); hex.add(\"a\", 30000);"), @r#"
    error: a counter cannot store 60000
     --> house/rule.rhai:7:75
      |
    7 | fn act(me) { let hex = game.hexes.first(1).only; hex.add("a", 30000); hex.add("a", 30000); }
      |                                                                           ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:75
      = note: `red uses try it` was undone: the game is as it was before
    "#);
}

#[test]
fn counters_are_declared_once_and_in_known_words() {
    let wrong = |declared: &str| {
        Fixture::rule(&format!(
            "const COUNTERS = [{declared}];\nfn on_turn(me) {{ me.counter(\"a\"); }}\n"
        ))
        .wrong()
    };
    insta::assert_snapshot!(wrong("\"a: player\", \"a: hexes\""), @r#"
    error: the rule has two counters `a`
     --> house/rule.rhai:5:33
      |
    5 | const COUNTERS = ["a: player", "a: hexes"];
      |                                 ^^^^^^^^
    "#);
    insta::assert_snapshot!(wrong("\"a: islands\""), @r#"
    error: `a: islands` is not a counter
     --> house/rule.rhai:5:20
      |
    5 | const COUNTERS = ["a: islands"];
      |                    ^^^^^^^^^^
      |
      = help: write a name and a scope: `"name: game"`, `"name: player"`, `"name: turn"`, `"name: hexes"`, `"name: places"` or `"name: pieces"`; add `, turn` if its numbers are 0 again when the turn ends, `, shown` to draw it, or `, hidden` if players cannot see it
    "#);
    assert!(wrong("\"a: turn, turn\"").contains("`a: turn, turn` is not a counter"));
    assert!(wrong("\"a: game, shown, turn\"").contains("is not a counter"));
    insta::assert_snapshot!(wrong("\"a: hexes, secret\""), @r#"
    error: `a: hexes, secret` is not a counter
     --> house/rule.rhai:5:20
      |
    5 | const COUNTERS = ["a: hexes, secret"];
      |                    ^^^^^^^^^^^^^^^^
      |
      = help: write a name and a scope: `"name: game"`, `"name: player"`, `"name: turn"`, `"name: hexes"`, `"name: places"` or `"name: pieces"`; add `, turn` if its numbers are 0 again when the turn ends, `, shown` to draw it, or `, hidden` if players cannot see it
    "#);
    let marks =
        "const MARKS = [\"a: game\", \"a: hexes, turn\"];\nfn on_turn(me) { me.marked(\"a\"); }\n";
    insta::assert_snapshot!(Fixture::rule(marks).wrong(), @r#"
    error: the rule has two marks `a`
     --> house/rule.rhai:5:28
      |
    5 | const MARKS = ["a: game", "a: hexes, turn"];
      |                            ^^^^^^^^^^^^^^
    "#);
    let many: Vec<String> = (0..65).map(|number| format!("\"a{number}: hexes\"")).collect();
    insta::assert_snapshot!(wrong(&many.join(", ")), @r#"
    error: a game can have at most 64 counters of hexes and places
     --> house/rule.rhai:5:18
      |
    5 | const COUNTERS = ["a0: hexes", "a1: hexes", "a2: hexes", "a3: hexes", "a4: hexes", "a5: hexes", "a6: hexes", "a7: hexes", "a8: hexes"...
      |                  ^
    "#);
}

#[test]
fn a_rule_uses_what_several_others_keep() {
    let look = "const SHARES = [\"house/one\", \"house/two\"];\nconst ABILITY = \"look\";\nconst COUNTER = \"looks: game\";\n\
        fn act(me) {\n    game.add(\"looks\", 1); me.add(\"ones\", 1); me.set_aside(\"box\", WOOD, 2); me.mark(\"seen\", me.opponents);\n    \
        me.take(ORE, me.counter(\"ones\")); me.take(SHEEP, me.pile(\"box\").total); me.take(GRAIN, me.marked(\"seen\").count); me.take(BRICK, game.counter(\"looks\"));\n}\n";
    let one = "const COUNTER = \"ones: player\";\nfn on_turn(me) { me.add(\"ones\", 3); }\n";
    let two = |facts: &str| {
        format!(
            "const PILE = \"box\";\nconst MARK = \"seen: game\";\n{facts}fn on_turn(me) {{ me.discard_pile(\"box\"); me.unmark(\"seen\", me.marked(\"seen\")); }}\n"
        )
    };
    let pack =
        |two: &str| Fixture::new(&[("look.rhai", look), ("one.rhai", one), ("two.rhai", two)]);
    pack(&two("")).plays(
        "given red has 2 wood\n\nred rolls 1 1\nred uses look\nexpect red has 0 wood, 4 ore, 2 sheep, 2 grain, 1 brick\n\
         expect red has 2 box wood\nred ends turn\nblue rolls 1 1\nblue ends turn\n\
         white rolls 1 1\nwhite ends turn\nred rolls 1 1\nexpect red has 0 box wood\nred uses look\nexpect red has 12 ore, 2 sheep, 4 grain, 3 brick\n",
    );
    let clash = pack(&two("const COUNTERS = [\"twos: player\", \"ones: game\"];\n"));
    insta::assert_snapshot!(clash.wrong(), @r#"
    error: `house/one` and `house/two` both declare the counter `ones`
     --> house/look.rhai:5:31
      |
    5 | const SHARES = ["house/one", "house/two"];
      |                               ^^^^^^^^^
      |
      = help: rename one of them
    "#);
    let clash = pack(&two("const COUNTER = \"looks: player\";\n"));
    insta::assert_snapshot!(clash.wrong().lines().next().unwrap(), @"error: `house/look` and `house/two` both declare the counter `looks`");
}

#[test]
fn a_counter_of_another_rule_is_shared() {
    let keeper = "const COUNTER = \"a: player\";\nfn on_turn(me) { me.add(\"a\", 1); }\n\
                  fn points(me, sum) { sum + me.counter(\"a\") }\n";
    let user = |name: &str| {
        let rule =
            "const COUNTER = \"b: player\";\nfn points(me, sum) { sum + me.counter(\"b\") }\n";
        let rule = format!("{rule}fn on_turn(me) {{ me.add(\"{name}\", 1); }}\n");
        Fixture::new(&[("keeper.rhai", keeper), ("user.rhai", &rule)]).wrong()
    };
    insta::assert_snapshot!(user("a"), @r#"
    error: there is no counter `a`
     --> house/user.rhai:7:25
      |
    7 | fn on_turn(me) { me.add("a", 1); }
      |                         ^^^
      |
      = help: expected `b`
      = help: `house/keeper` has it: declare `const SHARES = "house/keeper";`
    "#);
    insta::assert_snapshot!(user("c"), @r#"
    error: there is no counter `c`
     --> house/user.rhai:7:25
      |
    7 | fn on_turn(me) { me.add("c", 1); }
      |                         ^^^
      |
      = help: expected `b`
      = help: declare `const COUNTERS = ["…", "c: player"];`
    "#);
}
