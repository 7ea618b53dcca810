//! What every rule is prevented from doing: running forever, growing without bound, suppressing
//! errors, accessing the outside.
//!
//! Each attempt ends in a failure of the rule; `hostile` checks that the game is unchanged.

use crate::scripts::fixture::{Fixture, RED, ability, hostile};

#[test]
fn an_endless_loop_is_stopped() {
    insta::assert_snapshot!(hostile("me.take(ORE, 1);\n    loop {}"), @"
    error: the rule takes too long: more than 100000 operations
     --> house/ability.rhai:8:10
      |
    8 |     loop {}
      |          ^
      |
      = note: in `act` of house/ability, house/ability.rhai:8:10
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a loop that never ends
    ");
}

#[test]
fn a_function_that_calls_itself_is_stopped() {
    let text = ability("dig(1);") + "private fn dig(depth) { dig(depth + 1) }\n";
    insta::assert_snapshot!(Fixture::rule(&text).game().failure(), @"
    error: function calls are nested too deeply
     --> house/rule.rhai:7:5
      |
    7 |     dig(1);
      |     ^^^
      |
      = note: in `act` of house/rule, house/rule.rhai:7:5
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a function that calls itself
    ");
}

#[test]
fn a_text_that_doubles_is_stopped() {
    insta::assert_snapshot!(hostile("let text = \"x\"; loop { text += text; }"), @r#"
    error: a string has more than 2000 bytes
     --> house/ability.rhai:7:33
      |
    7 |     let text = "x"; loop { text += text; }
      |                                 ^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:33
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a loop that keeps adding to a string or a list
    "#);
}

#[test]
fn a_list_that_grows_is_stopped() {
    insta::assert_snapshot!(hostile("let list = []; loop { list.push(1); }"), @"
    error: a list has more than 1000 elements
     --> house/ability.rhai:7:32
      |
    7 |     let list = []; loop { list.push(1); }
      |                                ^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:32
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a loop that keeps adding to a string or a list
    ");
    assert!(hostile("let list = [1]; loop { list += list; }").contains("a list has more than"));
    assert!(
        hostile("let list = [1]; loop { list = [list, list]; }").contains("a list has more than")
    );
    assert!(hostile("let list = []; list.pad(1000000, 0);").contains("a list has more than"));
}

#[test]
fn maps_are_no_part_of_the_language() {
    insta::assert_snapshot!(Fixture::act("let map = #{}; loop { map[\"x\"] = 1; }").wrong(), @r#"
    error: `#{` is not part of the rule language
     --> house/ability.rhai:7:15
      |
    7 |     let map = #{}; loop { map["x"] = 1; }
      |               ^
    "#);
}

#[test]
fn a_comparison_that_fails_ends_the_sorting() {
    insta::assert_snapshot!(hostile("[2, 1].sort(|a, b| 1 / 0);"), @"
    error: division by zero: 1 / 0
     --> house/ability.rhai:7:26
      |
    7 |     [2, 1].sort(|a, b| 1 / 0);
      |                          ^
      |
      = note: in an anonymous function, house/ability.rhai:7:26
      = note: in `act` of house/ability, house/ability.rhai:7:12
      = note: `red uses try it` was undone: the game is as it was before
    ");
    assert!(hostile("[3, 2, 1].sort(|a, b| { loop {} });").contains("takes too long"));
    assert!(hostile("[2, 1].sort_by(|a, b| \"x\");").contains("returns a number"));
}

#[test]
fn lists_are_sorted_by_a_function() {
    let body = "let l = [3, 1, 2]; l.sort(|a, b| b - a); me.take(ORE, l[0]); me.take(WOOD, l[2]);";
    let mut play = Fixture::act(body).game_with(&[]);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "1 wood, 3 ore");
}

#[test]
fn a_question_is_not_swallowed_by_a_nameless_function() {
    for callback in ["map", "filter", "find", "all", "retain", "for_each"] {
        let body =
            format!("[WOOD, ORE].{callback}(|kind| OF.choose_resource(\"Which?\") == kind); ");
        let body = body.replace("OF", "[game.players.only][0].or(game.players).first(1).only");
        let mut play = Fixture::act(&(body + "me.take(ORE, 9);")).game_with(&[]);
        play.attempt().unwrap();
        assert!(play.game.question().is_some(), "{callback}");
        assert_eq!(play.hand(RED), "nothing", "{callback}");
    }
}

#[test]
fn a_failure_is_not_swallowed_by_a_nameless_function() {
    insta::assert_snapshot!(hostile("[1, 2].map(|n| 1 / (n - n));\n    me.take(ORE, 1);"), @"
    error: division by zero: 1 / 0
     --> house/ability.rhai:7:22
      |
    7 |     [1, 2].map(|n| 1 / (n - n));
      |                      ^
      |
      = note: in an anonymous function, house/ability.rhai:7:22
      = note: in `map`, house/ability.rhai:7:12
      = note: in `act` of house/ability, house/ability.rhai:7:12
      = note: `red uses try it` was undone: the game is as it was before
    ");
}

#[test]
fn words_that_reach_outside_are_no_part_of_the_language() {
    let outside = [
        "exit();",
        "exit(1);",
        "sleep(1);",
        "eval(\"1\");",
        "import \"x\" as y;",
        "print(1);",
        "debug(1);",
        "try { me.take(ORE, 1); } catch {}",
        "throw 1;",
        "Fn(\"act\");",
        "timestamp();",
        "rand();",
        "parse_json(\"1\");",
        "open_file(\"x\");",
    ];
    let said = outside.map(|body| {
        let loaded = Fixture::act(body).load().map(|_| ());
        let wrong = loaded.map_or_else(|wrong| wrong.to_string(), |()| "loads".into());
        format!("{body} >> {}", wrong.lines().next().unwrap_or_default())
    });
    insta::assert_snapshot!(said.join("\n"), @r#"
    exit(); >> error: the rule language has no `exit`
    exit(1); >> error: the rule language has no `exit`
    sleep(1); >> error: the rule language has no `sleep`
    eval("1"); >> error: `eval` is not part of the rule language
    import "x" as y; >> error: `import` is not part of the rule language
    print(1); >> error: `print` is not part of the rule language
    debug(1); >> error: `debug` is not part of the rule language
    try { me.take(ORE, 1); } catch {} >> error: `try` is not part of the rule language
    throw 1; >> error: `throw` is not part of the rule language
    Fn("act"); >> error: `Fn` is not part of the rule language
    timestamp(); >> error: the rule language has no `timestamp`
    rand(); >> error: the rule language has no `rand`
    parse_json("1"); >> error: the rule language has no `parse_json`
    open_file("x"); >> error: the rule language has no `open_file`
    "#);
}

#[test]
fn numbers_that_overflow_fail() {
    insta::assert_snapshot!(hostile("let n = 9223372036854775807; me.take(ORE, n + 1);"), @"
    error: addition overflow: 9223372036854775807 + 1
     --> house/ability.rhai:7:49
      |
    7 |     let n = 9223372036854775807; me.take(ORE, n + 1);
      |                                                 ^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:49
      = note: `red uses try it` was undone: the game is as it was before
    ");
    assert!(
        hostile("me.take(ORE, 1000);").contains("`take` expects a number up to 127, found 1000")
    );
    assert!(hostile("me.add_points(1000);").contains("1000 points are too many"));
}

#[test]
fn endless_questions_are_stopped() {
    let mut play = Fixture::act("loop { me.choose_resource(\"Which?\"); }").game();
    let before = play.game.state();
    play.attempt().unwrap();
    let refused = loop {
        if let Err(refused) = play.answer(0) {
            break refused;
        }
    };
    assert_eq!(play.game.state(), before, "the game is as before the action");
    insta::assert_snapshot!(play.explained(refused), @r#"
    error: a rule asks more than 128 questions
     --> house/ability.rhai:7:15
      |
    7 |     loop { me.choose_resource("Which?"); }
      |               ^^^^^^^^^^^^^^^
      |
      = note: in `act` of house/ability, house/ability.rhai:7:15
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a loop that never stops asking
    "#);
}

#[test]
fn a_hook_that_hears_itself_for_ever_is_stopped() {
    let rule = "
const ABILITY = \"try it\";
fn act(me) { ROBBER.move_to(other(me)); }
fn on_marker_moved(me, marker) { marker.move_to(other(me)); }
private fn other(me) { (game.hexes - game.hexes.blocked).first(1).only }
";
    insta::assert_snapshot!(Fixture::rule(rule).game().failure(), @"
    error: the rules call each other endlessly: more than 1000 calls
     --> house/rule.rhai:8:1
      |
    8 | fn on_marker_moved(me, marker) { marker.move_to(other(me)); }
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: in `on_marker_moved` of house/rule, house/rule.rhai:8
      = note: `red uses try it` was undone: the game is as it was before
      = help: look for a hook that causes its own calls, and add a condition that ends them
    ");
}

#[test]
fn pure_hooks_that_ask_for_each_other_are_stopped() {
    let rule = "fn may_build(me, kind, place) { if me.places(kind).is_empty { \"full\" } }\n";
    let play = free_road(rule);
    insta::assert_snapshot!(play, @r#"
    error: the rules call each other in a cycle: more than 4 calls are nested
     --> house/rule.rhai:5:1
      |
    5 | fn may_build(me, kind, place) { if me.places(kind).is_empty { "full" } }
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: in `may_build` of house/rule, house/rule.rhai:5
      = note: in `may_build` of house/rule, house/rule.rhai:5:39
      = note: in `may_build` of house/rule, house/rule.rhai:5:39
      = note: in `may_build` of house/rule, house/rule.rhai:5:39
      = note: in `act` of house/ability, house/ability.rhai:7:8
      = note: `red uses try it` was undone: the game is as it was before
    "#);
    let rule = "fn points(me, sum) { sum + me.points() }\n";
    let fixture = Fixture::rule(rule);
    let position = fixture.position();
    let failed = position.begin(newcatan::game::Start::Act(RED)).map(|_| ()).unwrap_err();
    assert!(failed.to_string().contains("in a cycle"), "{failed}");
}

/// The result of building a free road with this rule in force.
fn free_road(rule: &str) -> String {
    let free = ability("me.build_free(ROAD);");
    let mut play = Fixture::new(&[("rule.rhai", rule), ("ability.rhai", &free)]).game();
    play.failure()
}

#[test]
fn a_pure_hook_neither_acts_nor_asks() {
    let pure = |deed: &str| {
        let hook = "fn may_build(me, kind, place) { [me].map(\"help\"); }";
        let rule = format!("{hook}\nprivate fn help(who) {{ {deed} }}\n");
        let ability = ability("me.build_free(ROAD);");
        Fixture::new(&[("rule.rhai", &rule), ("ability.rhai", &ability)]).game_with(&[]).failure()
    };
    for deed in ["who.take(ORE, 1)", "who.may(\"Really?\")"] {
        let said = pure(deed);
        assert!(said.contains("error: only effects may change the game or ask a player"), "{said}");
        assert!(said.contains("in `may_build` of house/rule, house/rule.rhai:5"), "{said}");
        assert!(said.contains("help: a pure hook may only read the game"), "{said}");
    }
}

#[test]
fn the_operations_of_pure_hooks_count_for_the_effect() {
    let slow = "fn may_build(me, kind, place) { let s = 0; for n in 0..9000 { s += n; } }\n";
    let free = ability("for n in 0..100 { me.places(ROAD); }");
    let said = Fixture::new(&[("rule.rhai", slow), ("ability.rhai", &free)]).game().failure();
    assert!(said.contains("takes too long"), "{said}");
}

#[test]
fn deep_recursion_in_pure_hooks_overflows_no_stack() {
    let rule = "
fn may_build(me, kind, place) { dig(12, me, kind) }
private fn dig(n, me, kind) {
    if n > 0 { [[[[ ((((((((dig(n - 1, me, kind)))))))))]]]] } else { me.places(kind) }
}
";
    let said = free_road(rule);
    assert!(said.contains("in a cycle"), "{said}");
}

#[test]
fn a_rule_that_counts_its_runs_is_still_deterministic() {
    let text = "const COUNTER = \"runs: game\";\n".to_owned()
        + &*ability("me.add(\"runs\", 1); me.choose_resource(`Run ${me.counter(\"runs\")}?`);");
    let mut play = Fixture::rule(&text).game();
    play.attempt().unwrap();
    assert_eq!(play.game.question().unwrap().prompt, "Run 1?");
    play.answer(0).unwrap();
    play.attempt().unwrap();
    assert_eq!(play.game.question().unwrap().prompt, "Run 2?");
    assert_eq!(play.resumed().state(), play.game.state());
}

#[test]
fn a_nameless_function_shows_no_name_of_this_run() {
    let mut play = Fixture::act("let f = |x| x; me.choose_resource(`${f}`);").game();
    play.attempt().unwrap();
    assert_eq!(play.game.question().unwrap().prompt, "a function");
    let folded = Fixture::act("me.choose_resource(`${|x| x}`);").wrong();
    assert!(folded.contains("a function cannot be used as a string"), "{folded}");
    assert!(
        Fixture::act("let f = |x| x; f.name;").wrong().contains("the rule language has no `name`")
    );
}
