//! Syntax errors in rule files: each one is reported, without errors that follow from it.

use crate::scripts::fixture::Fixture;

/// The diagnostics of two rule files, line by line.
fn told(rule: &str, other: &str) -> String {
    let wrong = Fixture::new(&[("one.rhai", rule), ("other.rhai", other)]).load();
    let place = |one: &newcatan::diagnostic::Diagnostic| {
        let file = one.file.rsplit('/').next().unwrap_or_default();
        let told = format!("{file}:{}:{} {}", one.line, one.column, one.message);
        one.hints.iter().fold(told, |told, hint| format!("{told} ({hint})"))
    };
    let wrong = wrong.map(|_| ()).unwrap_err();
    wrong.0.iter().map(place).collect::<Vec<_>>().join("\n")
}

/// The diagnostics of one file with this function and another one.
fn told_in(function: &str) -> String {
    let rule = format!("{function}\nfn on_turn(me) {{\n    help(me);\n}}\n");
    told(&rule, "fn on_turn(me) { me.take(ORE, 1); }\n")
}

#[test]
fn each_function_with_a_mistake_is_told() {
    let rule = "const ON_ROLL = 2;\nfn on_production_roll(me, roll) {\n    let more = ;\n    help(me);\n}\n\
                fn on_turn(me) {\n    me.take(ORE, 1);\n}\n\
                private fn help(me) {\n    me.take(ORE 1);\n}\n";
    insta::assert_snapshot!(told(rule, "fn on_turn(me) { let = 3; }\n"), @"
    one.rhai:7:16 unexpected ';'
    one.rhai:14:17 expecting ',' to separate the arguments to function call 'take'
    other.rhai:5:22 expecting name of a variable (compare two values with `==`)
    ");
    let unknown = rule.replace("let more = ;", "let more = foo;").replace("ORE 1", "bar, 1");
    insta::assert_snapshot!(told(&unknown, "fn on_turn(me) { me.take(baz, 1); }\n") , @"
    one.rhai:7:16 there is no constant or variable `foo`
    one.rhai:14:13 there is no constant or variable `bar`
    other.rhai:5:26 there is no constant or variable `baz`
    ");
}

#[test]
fn each_mistake_of_a_function_is_told() {
    let functions = [
        "private fn help(me) {\n    let a = ;\n    me.take(a, 1);\n    me.take(ORE 1);\n    if me.hand = 3 {\n        me.take(ORE,, 1);\n    } else if me = 2 {\n        let b c;\n    } else {\n        b + ;\n    }\n}",
        "private fn help(me) {\n    for x y {\n        x.take(ORE 1);\n        x.give(ORE)\n    }\n    while me.hand 3 { break; }\n    let n = switch me 3 { 1 => 2, _ => 3 };\n    n +\n}",
        "private fn help(me) {\n    me.take(foo, 1);\n    me.take(foo, 1);\n    let a = bar;\n    me.take(a, baz);\n}",
        "private fn help(me) {\n    let a = \"ore;\n    me.take(a, 1);\n}",
        "private fn help(me) {\n    let a = `${me.hand.total ore`;\n    me.take(a, 1);\n}",
        "private fn help(me {\n    me.take(ORE 1);\n}",
        "private fn help(me) {\n    me.take(ORE, 1);\n}\n}",
    ];
    let all: Vec<String> = functions.into_iter().map(told_in).collect();
    insta::assert_snapshot!(all.join("\n--\n"), @"
    one.rhai:6:13 unexpected ';'
    one.rhai:8:17 expecting ',' to separate the arguments to function call 'take'
    one.rhai:9:16 `=` is not part of the rule language (compare two values with `==`)
    one.rhai:10:21 unexpected ','
    one.rhai:11:18 `=` is not part of the rule language (compare two values with `==`)
    one.rhai:12:15 expecting ';' to terminate this statement
    one.rhai:14:13 unexpected ';'
    --
    one.rhai:6:11 expecting 'in' after the iteration variable
    one.rhai:7:20 expecting ',' to separate the arguments to function call 'take'
    one.rhai:10:19 expecting '{' to start a statement block
    one.rhai:11:23 expecting '{' to start a switch block
    one.rhai:13:1 unexpected '}'
    --
    one.rhai:6:13 there is no constant or variable `foo`
    one.rhai:8:13 there is no constant or variable `bar`
    one.rhai:9:16 there is no constant or variable `baz`
    --
    one.rhai:6:13 open string is not terminated
    --
    one.rhai:0:0 the rule does nothing: it has neither a hook nor a fact with an effect
    one.rhai:6:30 expecting ';' to terminate this statement
    --
    one.rhai:5:20 expecting ',' to separate the parameters of function 'help'
    --
    one.rhai:8:1 unexpected '}'
    ");
}

#[test]
fn a_brace_that_is_never_closed_is_told_where_it_stands() {
    let functions = [
        "private fn help(me) {\n    me.take(ORE, 1);\n",
        "private fn help(me) {\n    if me.hand.has(ORE) {\n        me.take(ORE, 1);\n}\n",
        "private fn help(me) {\n    for n in 0..3 {\n        if n > 1 {\n            me.take(ORE, 1);\n    }\n}\n",
        "private fn help(me) {\n    if me.hand.has(ORE) {\n        me.take(ORE, 1);\n",
        "private fn help(me) {\n    if me.hand.has(ORE) {\n        me.take(ORE, 1);\n    else {\n        me.take(ORE, 2);\n    }\n}\n",
    ];
    let all: Vec<String> = functions.into_iter().map(told_in).collect();
    insta::assert_snapshot!(all.join("\n--\n"), @"
    one.rhai:5:21 this `{` is never closed (the function `help` needs one more `}`)
    --
    one.rhai:6:25 this `{` is never closed (the function `help` needs one more `}`)
    --
    one.rhai:7:18 this `{` is never closed (the function `help` needs one more `}`)
    --
    one.rhai:6:25 this `{` is never closed (the function `help` needs 2 more `}`)
    --
    one.rhai:6:25 this `{` is never closed (the function `help` needs one more `}`)
    ");
}

#[test]
fn functions_beside_one_that_cannot_be_read_are_checked() {
    let rule = "const ON_ROLL = 2;\nfn on_production_roll(me, roll) {\n    let more = ;\n    help(me);\n}\n\
                fn on_turn(me) {\n    me.tak(ORE, 1);\n    me.hand.take(ORE, 1);\n}\n\
                private fn help(me) {\n    me.take(ORE, 1);\n}\n";
    let unknown = rule.replace("more = ;", "more = foo;");
    let other = "fn points(me, sum) { sum + }\nfn on_turn(me) { me.hand.owner; }\n";
    let all = [told(rule, other), told(&unknown, "fn on_turn(me) { me.hand.owner; }\n")];
    insta::assert_snapshot!(all.join("\n--\n"), @"
    one.rhai:7:16 unexpected ';'
    other.rhai:5:28 unexpected '}'
    one.rhai:11:8 the rule language has no `tak` (did you mean `take`?)
    one.rhai:12:13 `take` does not apply to resource cards (it applies to: player)
    other.rhai:6:26 `owner` does not apply to resource cards (it applies to: piece, place)
    --
    one.rhai:7:16 there is no constant or variable `foo`
    one.rhai:11:8 the rule language has no `tak` (did you mean `take`?)
    one.rhai:12:13 `take` does not apply to resource cards (it applies to: player)
    other.rhai:5:26 `owner` does not apply to resource cards (it applies to: piece, place)
    ");
    // The contents of the invalid function are unknown, so nothing is reported about the rest.
    let alone = "fn on_turn(me) {\n    foo.take(ORE, 1);\n    help(me);\n}\nprivate fn help(me) {\n    me.take(ORE, 1);\n}\n";
    let (rules, _) = Fixture::rule(&alone.replace("foo", "me")).load().unwrap();
    assert_eq!(newcatan::script::review(&rules).strange.0, []);
    insta::assert_snapshot!(told(alone, "fn on_turn(me) { me.take(ORE, 1); }\n"), @"one.rhai:6:5 there is no constant or variable `foo`");
}

#[test]
fn no_helper_has_the_name_of_a_hook() {
    let rule = "fn on_turn(me) { me.take(ORE, price(1)); }\nprivate fn price(n) { n }\n";
    insta::assert_snapshot!(Fixture::rule(rule).wrong(), @"
    error: `price` is a hook, so no helper has this name
     --> house/rule.rhai:6:12
      |
    6 | private fn price(n) { n }
      |            ^^^^^
      |
      = help: rename the helper, or leave `private` out
    ");
}

#[test]
fn a_second_thing_of_a_kind_is_declared_in_a_list() {
    let twice = |fact: &str, [one, other]: [&str; 2]| {
        let rule = format!("const {fact} = \"{one}\";\nconst {fact} = \"{other}\";\n");
        told(&rule, "fn on_turn(me) { me.take(ORE, 1); }\n")
    };
    insta::assert_snapshot!(twice("PILE", ["chest", "box"]), @"one.rhai:6:14 `PILE` is declared twice (a rule declares one pile, and can use those of other rules with `SHARES`)");
    insta::assert_snapshot!(twice("COUNTER", ["runs: game", "turns: player"]), @"one.rhai:6:17 `COUNTER` is declared twice (declare several counters in `COUNTERS`)");
    insta::assert_snapshot!(twice("MARK", ["paid: game", "seen: turn"]), @"one.rhai:6:14 `MARK` is declared twice (declare several marks in `MARKS`)");
    let other = "fn on_turn(me) { me.take(ORE, 1); }\n";
    insta::assert_snapshot!(told("const PILES = [\"chest\", \"box\"];\n", other), @"one.rhai:5:7 no fact `PILES` (a rule declares one pile, and can use those of other rules with `SHARES`)");
}
