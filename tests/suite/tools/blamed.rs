//! The causes of a value: where a setting is set, what changed the value of an expectation, and why
//! an answer is invalid.

use std::fs;

use crate::tools::{folder, run, run_untimed};

/// A game in which a settlement becomes a city, with a line for its header.
fn game(header: &str) -> String {
    format!(
        "scenario catan_beginners\n{header}players red, blue, white\n\n\
         given red has settlement at C4.n\ngiven red has settlement at B2.n\n\
         given red has 3 ore, 2 grain\n\nred builds city at C4.n\n  red wins\n"
    )
}

#[test]
fn a_setting_is_blamed_where_the_transcript_sets_it() {
    let folder = folder(&[("a.game", &game("set goal = 3\n"))]);
    insta::assert_snapshot!(run(folder.path(), &["why", "a.game:10"]), @"
    red builds city at C4.n
      red wins
        fact    set goal = 3  (a.game:2)
        fact    points = 1  (rules/catan/pack.toml:57)
        fact    points = 2  (rules/catan/pack.toml:67)
    exit 0
    ");
    let text = game("set goal = 3\n").replace("red wins", "blue wins");
    fs::write(folder.path().join("b.game"), text).unwrap();
    let replayed = run(folder.path(), &["replay", "b.game"]);
    assert!(replayed.contains("+ red wins [b.game:2]"), "{replayed}");
    let text = game("set goal = 4\n").replace("  red wins\n", "");
    fs::write(folder.path().join("c.game"), text).unwrap();
    let compared = run(folder.path(), &["diff", "a.game", "c.game"]);
    assert!(compared.contains("fact    set goal = 3  (a.game:2)"), "{compared}");
    assert!(!compared.contains("default = 10"), "{compared}");
}

#[test]
fn a_setting_is_blamed_where_the_scenario_sets_it() {
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    assert!(!scenario.contains("[settings]"), "the scenario sets nothing");
    let set = scenario.replacen("[board]", "[settings]\ngoal = 3\n\n[board]", 1);
    let line = set.lines().position(|line| line == "goal = 3").unwrap() + 1;
    let text = game("").replace("catan_beginners", "short.toml");
    let folder = folder(&[("a.game", &text), ("short.toml", &set)]);
    let told = run(folder.path(), &["why", "a.game:9"]);
    assert!(told.contains(&format!("fact    goal = 3  (short.toml:{line})")), "{told}");
    assert!(!told.contains("default = 10"), "{told}");
}

#[test]
fn a_setting_that_a_rule_reads_stands_behind_its_refusal() {
    let text =
        fs::read_to_string("tests/games/newcatan/benefits/points_for_sale/set_no_pairs.game")
            .unwrap();
    let at = text.lines().position(|line| line.starts_with("set ")).unwrap() + 1;
    let line = text.lines().position(|line| line.contains("two points")).unwrap() + 1;
    let folder = folder(&[("a.game", &text)]);
    let told = run(folder.path(), &["why", &format!("a.game:{line}")]);
    assert!(told.contains(&format!("fact    set pairs_for_sale = 0  (a.game:{at})")), "{told}");
}

#[test]
fn a_production_names_the_hex_and_the_building() {
    let game = "scenario catan\nplayers red, blue, white\n\ngiven hex C4 is wood 6\n\
        given hex B3 is ore 6\ngiven hex B4 is desert\ngiven robber at B3\n\
        given red has settlement at C4.n\ngiven red has city at C4.s\n\nred rolls 3 3\n";
    let folder = folder(&[("a.game", game)]);
    let told = run(folder.path(), &["why", "a.game:11"]);
    let board: Vec<&str> = told.lines().filter(|line| line.contains("    board ")).collect();
    insta::assert_snapshot!(board.join("\n"), @"
    board   C4 is wood 6: settlement at C4.n
    board   C4 is wood 6: city at C4.s
    board   B3 is ore 6: settlement at C4.n, blocked by the robber
    ");
}

#[test]
fn why_and_why_not_call_places_as_the_game_does() {
    let game = "scenario catan\nplayers red, blue, white\n\ngiven hex C4 is wood 6\n\
        given red has settlement at C4.n\ngiven red has 1 wood, 1 brick\n\nred rolls 1 1\n\
        red builds road at C4-ne\nexpect red has 0 wood\n";
    let folder = folder(&[("a.game", game)]);
    let told = run(folder.path(), &["why", "a.game:9"]);
    assert!(!told.contains("B4-sw"), "{told}");
    let told = run(folder.path(), &["why-not", "a.game:9", "red builds settlement at C4.ne"]);
    assert!(told.contains("C4.n") && !told.contains("B3.se"), "{told}");
}

#[test]
fn a_production_in_a_shortage_names_the_setting_that_decided_it() {
    let game = "scenario newcatan\nplayers red, blue, white\n\nset sole_claimant = true\n\
        given hex B2 is wood 6\ngiven hex B3 is desert\ngiven hex B4 is ore 6\n\
        given red has city at B2.s\ngiven red has settlement at B4.s\n\
        given supply has 1 wood\n\nred rolls 3 3\n\
        \x20 1 wood withheld from red\n  red produces 1 wood, 1 ore\n";
    let folder = folder(&[("a.game", game)]);
    let told = run(folder.path(), &["why", "a.game:14"]);
    assert!(told.contains("fact    set sole_claimant = true  (a.game:4)"), "{told}");
    // The supply is sufficient, so the setting has no effect.
    let game = game.replace("has 1 wood", "has 5 wood").replace("  1 wood withheld from red\n", "");
    fs::write(folder.path().join("a.game"), game.replace("produces 1", "produces 2")).unwrap();
    let told = run(folder.path(), &["why", "a.game:13"]);
    assert!(told.contains("red produces 2 wood, 1 ore"), "{told}");
    assert!(!told.contains("sole_claimant"), "{told}");
}

#[test]
fn a_failing_expectation_names_the_line_that_counted_or_marked() {
    let rule = "//! Tally\n//! Counts.\n//! Rulings: H-1.\n\nconst ABILITY = \"tally\";\n\
        const COUNTER = \"sums: player\";\nconst MARK = \"seen: turn\";\n\n\
        fn act(me) {\n    me.take(ORE, 1);\n    me.add(\"sums\", 1);\n    \
        me.mark(\"seen\", me.opponents);\n    me.add(\"sums\", 1);\n}\n";
    let game = "scenario catan\nwith tally.rhai\nplayers red, blue, white\n\n\
        given red has settlement at C4.n\n\nred rolls 1 1\nred uses tally\n\
        expect red has counter sums of 1\nexpect red has marked blue as seen\nred ends turn\n\
        expect red has marked blue, white as seen\n";
    let folder = folder(&[("a.game", game), ("tally.rhai", rule)]);
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "a.game"]), @r#"
    a.game: failed
    error: not as expected: red has counter sums of 2
     --> a.game:9:1
      |
    9 | expect red has counter sums of 1
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = note: last changed in line 8: red uses tally
                me.add("sums", 1); [tally.rhai:11]
                me.add("sums", 1); [tally.rhai:13]

    error: not as expected: red has marked blue, white as seen
      --> a.game:10:1
       |
    10 | expect red has marked blue as seen
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 8: red uses tally
                 me.mark("seen", me.opponents); [tally.rhai:12]

    error: not as expected: red has marked nobody as seen
      --> a.game:12:1
       |
    12 | expect red has marked blue, white as seen
       | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 11: red ends turn
                 const MARK = "seen: turn"; [tally.rhai:7]
       = note: previously changed in line 8: red uses tally
                 me.mark("seen", me.opponents); [tally.rhai:12]

    0 passed, 1 failed in _
    exit 1
    "#);
}

#[test]
fn a_failing_expectation_names_the_rule_lines_that_made_its_value() {
    let game = "scenario catan\nplayers red, blue, white\n\ngiven red holds 1 monopoly\n\
        given blue has 2 ore\ngiven white has 1 ore\n\nred plays monopoly\nred chooses ore\n\
        red rolls 1 1\nexpect red has 4 ore\nexpect white has 1 ore\nexpect blue has 5 wood\n";
    let folder = folder(&[("a.game", game)]);
    insta::assert_snapshot!(run_untimed(folder.path(), &["test", "a.game"]), @"
    a.game: failed
    error: not as expected: red has 3 ore
      --> a.game:11:1
       |
    11 | expect red has 4 ore
       | ^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 9: red chooses ore
                 blue gives 2 ore to red [rules/catan/cards/monopoly.rhai:11]
                 white gives 1 ore to red [rules/catan/cards/monopoly.rhai:11]

    error: not as expected: white has 0 ore
      --> a.game:12:1
       |
    12 | expect white has 1 ore
       | ^^^^^^^^^^^^^^^^^^^^^^
       |
       = note: last changed in line 9: red chooses ore
                 white gives 1 ore to red [rules/catan/cards/monopoly.rhai:11]

    error: not as expected: blue has 0 wood
      --> a.game:13:1
       |
    13 | expect blue has 5 wood
       | ^^^^^^^^^^^^^^^^^^^^^^

    0 passed, 1 failed in _
    exit 1
    ");
}

#[test]
fn a_refused_answer_says_what_keeps_it_from_being_one() {
    let text =
        fs::read_to_string("tests/games/newcatan/benefits/a_helping_hand/two_opponents.game")
            .unwrap();
    let folder = folder(&[("a.game", &text)]);
    let why_not = |line: usize, action: &str| {
        run(folder.path(), &["why-not", &format!("a.game:{line}"), action])
    };
    let mut told = String::new();
    for (line, answer) in [(17, "ore"), (17, "red"), (17, "C4.n"), (18, "white")] {
        told += &why_not(line, &format!("red chooses {answer}"));
    }
    insta::assert_snapshot!(told, @r#"
    red chooses ore
        reason  that is not an answer to the question: Whose help? (blue, white, orange or no) [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
        reason  the answer must be a player, but `ore` is a resource [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
    exit 0
    red chooses red
        reason  that is not an answer to the question: Whose help? (blue, white, orange or no) [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
        reason  red is the player who is asked; `red` is not one of the options that this line offers: for victim in me.choose_players("Whose help?", me.opponents.ahead_of(me), 2) { [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
    exit 0
    red chooses C4.n
        reason  that is not an answer to the question: Whose help? (blue, white, orange or no) [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
        reason  the answer must be a player, but `C4.n` is an intersection [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
    exit 0
    red chooses white
        reason  that is not an answer to the question: Whose help? (blue, orange or no) [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
        reason  this answer was already given; `white` is not one of the options that this line offers: for victim in me.choose_players("Whose help?", me.opponents.ahead_of(me), 2) { [newcatan/a_helping_hand A-42]  (rules/newcatan/benefits/a_helping_hand.rhai:16)
    exit 0
    "#);
}

#[test]
fn a_refused_place_is_blamed_on_a_law_or_on_what_the_rule_selects() {
    let games = "tests/games";
    let asked: [(&str, usize, &[&str]); 4] = [
        ("development/cards/deconstruction/one_of_each_player", 23, &["C4-ne", "C4.n", "D3-e"]),
        ("desolation/standing/devaluation/choice_of_desert", 15, &["E5", "C6", "no"]),
        ("development/cards/large_infiltration/back_from_outside", 16, &["C4", "C4.n", "yes"]),
        ("seafarers/standing/move_ship/once_a_turn", 14, &["C2-w", "D3-ne", "C2-sw", "D2.n"]),
    ];
    let mut told = String::new();
    for (game, line, answers) in asked {
        let text = fs::read_to_string(format!("{games}/{game}.game")).unwrap();
        let folder = folder(&[("a.game", &text)]);
        for answer in answers {
            let action = format!("red chooses {answer}");
            let said = run(folder.path(), &["why-not", &format!("a.game:{line}"), &action]);
            // The first reason is the question itself.
            let reasons = said.lines().filter(|line| line.contains("reason  ")).skip(1);
            told.extend([action.as_str(), "\n"]);
            reasons.for_each(|line| told.extend([line.trim(), "\n"]));
        }
    }
    insta::assert_snapshot!(told, @r#"
    red chooses C4-ne
    reason  a road of blue is at `C4-ne`; `C4-ne` is not one of the options that this line offers: let road = me.choose_piece("Remove which road?", removable(me)); [development/deconstruction D-48, N-13a, K-145]  (rules/development/cards/deconstruction.rhai:23)
    red chooses C4.n
    reason  the answer must be a border, but `C4.n` is an intersection [development/deconstruction D-48, N-13a, K-145]  (rules/development/cards/deconstruction.rhai:23)
    red chooses D3-e
    reason  there is nothing at `D3-e`; `D3-e` is not one of the options that this line offers: let road = me.choose_piece("Remove which road?", removable(me)); [development/deconstruction D-48, N-13a, K-145]  (rules/development/cards/deconstruction.rhai:23)
    red chooses E5
    reason  the robber is at `E5`; `E5` is not one of the options that this line offers: ROBBER.move_to(me.choose_hex("Robber to which desert?", deserts));   // X-3 [desolation/devaluation X-3, X-4, X-5, X-6, X-10]  (rules/desolation/standing/devaluation.rhai:9)
    red chooses C6
    reason  `C6` is wood; `C6` is not one of the options that this line offers: ROBBER.move_to(me.choose_hex("Robber to which desert?", deserts));   // X-3 [desolation/devaluation X-3, X-4, X-5, X-6, X-10]  (rules/desolation/standing/devaluation.rhai:9)
    red chooses no
    reason  one of the answers must be chosen [desolation/devaluation X-3, X-4, X-5, X-6, X-10]  (rules/desolation/standing/devaluation.rhai:9)
    red chooses C4
    reason  the answer must be an intersection, but `C4` is a hex [development/large_infiltration D-46]  (rules/development/cards/large_infiltration.rhai:16)
    red chooses C4.n
    reason  the infiltrator cannot be placed at `C4.n`, only at an intersection with a token [infiltrator]  (rules/newcatan/pack.toml:68)
    red chooses yes
    reason  the answer must be an intersection, not `yes` [development/large_infiltration D-46]  (rules/development/cards/large_infiltration.rhai:16)
    red chooses C2-w
    reason  `C2-w` is not connected to a settlement or city or ship of red, or is connected only past an opponent's building [ship]  (rules/seafarers/pack.toml:19)
    red chooses D3-ne
    reason  `D3-ne` is not next to water [ship]  (rules/seafarers/pack.toml:18)
    reason  `D3-ne` is not connected to a settlement or city or ship of red, or is connected only past an opponent's building [ship]  (rules/seafarers/pack.toml:19)
    red chooses C2-sw
    reason  the ship is already at `C2-sw` [seafarers/move_ship S-3]  (rules/seafarers/standing/move_ship.rhai:17)
    red chooses D2.n
    reason  the answer must be a border, but `D2.n` is an intersection [seafarers/move_ship S-3]  (rules/seafarers/standing/move_ship.rhai:17)
    "#);
}

#[test]
#[cfg(unix)]
fn names_of_files_need_not_be_utf_8() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    use std::process::Command;
    let folder = folder(&[]);
    let named = |end: &str| OsString::from_vec([b"g\xff.game", end.as_bytes()].concat());
    fs::write(folder.path().join(named("")), game("set goal = 3\n")).unwrap();
    let scenario = fs::read_to_string("scenarios/catan.toml").unwrap();
    let own = OsString::from_vec(b"s\xff.toml".to_vec());
    fs::write(folder.path().join(&own), scenario).unwrap();
    let say = |verb: &str, name: &OsString, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
        command.current_dir(folder.path()).arg(verb).arg(name).args(more).output().unwrap()
    };
    let quick = ["--seed", "1", "--quiet"];
    let recorded = [&quick[..], &["--record", "new.game"]].concat();
    let told: [(&str, OsString, &[&str], &str); 7] = [
        ("why", named(":9"), &[], "red builds city"),
        ("fork", named(":9"), &[], "# forked from"),
        ("replay", named(""), &[], "1 action"),
        ("board", named(""), &[], "red"),
        ("board", own.clone(), &[], "wood"),
        ("rules", own.clone(), &[], "catan/longest_road"),
        ("run", own.clone(), &quick, "wins"),
    ];
    for (verb, name, more, told) in told {
        let output = say(verb, &name, more);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && text.contains(told), "{verb}: {output:?}");
    }
    // No transcript can name such a scenario.
    let output = say("run", &own, &recorded);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("cannot be recorded") && text.contains("rename the file"), "{output:?}");
    assert!(!folder.path().join("new.game").exists());
}

#[test]
fn a_scenario_without_an_ending_is_told_from_a_transcript() {
    let scenario = fs::read_to_string("scenarios/catan_beginners.toml").unwrap();
    let folder =
        folder(&[("foo", &scenario), ("bar", &game("set goal = 3\n")), ("baz.txt", &scenario)]);
    let told = run(folder.path(), &["board", "./foo"]);
    insta::assert_snapshot!(told, @r#"
    exit 1
    error: no scenario `./foo`: `foo` is not a `.toml` file
     |
     = help: if it is a scenario, rename it to `foo.toml`
    "#);
    let told = run(folder.path(), &["run", "baz.txt"]);
    assert!(told.contains("help: if it is a scenario, rename it to `baz.txt.toml`"), "{told}");
    let told = run(folder.path(), &["board", "./bar"]);
    assert!(told.contains("exit 0"), "{told}");
}
