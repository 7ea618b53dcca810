//! The messages about actions that house rules refuse, and about rules that fail at the same time.

use crate::tools::{folder, run};

#[test]
fn all_rates_that_fit_a_trade_tell_their_reasons() {
    let rule = "//! Cheap\n//! Once a turn two alike buy any other card.\n//! Rulings: H-1.\n\n\
                const TRADE = \"2 same -> 1 any\";\nconst USES = 1;\n";
    let game = "scenario catan_beginners\nwith cheap.rhai\nplayers red, blue, white\n\
                given red has 6 wood\nred trades 2 wood for 1 ore by cheap\n\
                red trades 2 wood for 1 ore\n";
    let folder = folder(&[("cheap.rhai", rule), ("a.game", game)]);
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game"]), @"
    exit 1
    error: refused for 2 reasons
     --> a.game:6:5
      |
    6 | red trades 2 wood for 1 ore
      |     ^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: red has no building at the port that this trade needs [catan/wood_port_2_for_1 C-11 rules/catan/trade/port_2_for_1.rhai:6]
      = help: cheap can be used only once in a turn [house_rules/cheap H-1 cheap.rhai:5]
    ");
}

#[test]
fn who_protects_the_only_victim_is_told() {
    let rule = "//! Shield\n//! Nobody loses cards to thieves.\n//! Rulings: H-2.\n\n\
                fn may_take_from(me, thief, marker) {\n    \"nobody is robbed\"\n}\n";
    let game = "scenario catan\nwith shield.rhai\nplayers red, blue, white\n\
                given red has settlement at B2.n\ngiven white has settlement at C4.ne\n\
                given white has 1 ore\nred rolls 3 4\nred moves robber to C4\n\
                red takes from white\n";
    let folder = folder(&[("shield.rhai", rule), ("a.game", game)]);
    insta::assert_snapshot!(run(folder.path(), &["replay", "a.game"]), @"
    exit 1
    error: refused for 2 reasons
     --> a.game:9:5
      |
    9 | red takes from white
      |     ^^^^^^^^^^^^^^^^
      |
      = help: no card can be taken now
      = help: nobody is robbed [house_rules/shield H-2 shield.rhai:5]
    ");
}

#[test]
fn a_rule_that_fails_under_a_question_is_shown() {
    let rule = "//! Fail\n//! Fails.\n//! Rulings: H-3.\n\nconst ABILITY = \"fail\";\n\n\
                fn usable(me) {\n    deep([])\n}\n\nprivate fn deep(list) {\n    list[3]\n}\n\n\
                fn act(me) {\n    me.take(WOOD, 1);\n}\n";
    let game = "scenario catan\nwith fail.rhai\nplayers red, blue, white\n\
                given red has 2 ore\nred rolls 1 2\nred ends turn\n";
    let folder = folder(&[("fail.rhai", rule), ("a.game", game)]);
    let args = ["why-not", "a.game:6", "red uses fail"];
    insta::assert_snapshot!(run(folder.path(), &args), @"
    exit 1
    error: array index 3 out of bounds: array is empty
      --> fail.rhai:12:10
       |
    12 |     list[3]
       |          ^
       |
       = note: in `deep`, fail.rhai:12:10
       = note: in `usable` of house_rules/fail, fail.rhai:8:5
       = note: the game was not changed
    ");
}
