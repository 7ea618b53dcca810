//! `check`: its findings in folders, their formats, and its exit code.

use serde_json::Value;

use crate::support::run_in;
use crate::tools::folder;

const RULE: &str = "//! Windfall\n//! A 2 brings its roller an ore.\n//! Rulings: H-1.\n\nconst ON_ROLL = 2;\n\nfn on_production_roll(me, roll) {\n    me.take(ORE, 1);\n}\n";
const GAME: &str = "# A 2 brings an ore.\n# Played once.\nscenario catan\nwith windfall.rhai\nplayers red, blue, white\n\ngiven red has settlement at B2.n\n\nred rolls 1 1\n  red takes 1 ore\n";

/// The standard output of `check` in a folder with these files, and whether it succeeded.
fn checked(files: &[(&str, &str)], args: &[&str]) -> (String, bool) {
    let folder = folder(files);
    let args: Vec<&str> = std::iter::once("check").chain(args.iter().copied()).collect();
    let output = run_in(folder.path(), &args);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

#[test]
fn what_is_right_has_no_findings() {
    let (told, passed) = checked(&[("windfall.rhai", RULE), ("windfall.game", GAME)], &["."]);
    assert_eq!(told, "0 scenarios, 1 rule file, 1 game: 0 errors, 0 warnings\n");
    assert!(passed);
}

#[test]
fn definitions_are_no_rules_and_weights_are_no_scenarios() {
    let definitions = "module static;\n\nfn take(player: player);\n";
    let pack = "id = \"gale\"\ntitle = \"Gale\"\nversion = \"1.0.0\"\n";
    let weights = std::fs::read_to_string("weights/catan.toml").unwrap();
    let files = [
        ("windfall.rhai", RULE),
        ("windfall.game", GAME),
        ("newcatan.d.rhai", definitions),
        ("gale/pack.toml", pack),
        ("gale/newcatan.d.rhai", definitions),
        ("found/catan.toml", &weights),
    ];
    let (told, passed) = checked(&files, &[]);
    assert_eq!(told, "0 scenarios, 1 rule file, 1 game: 0 errors, 0 warnings\n");
    assert!(passed);
    let (told, _) = checked(&files, &["found/catan.toml"]);
    assert_eq!(told, "0 scenarios, 0 rule files, 0 games: 0 errors, 0 warnings\n");
    let wrong = weights.replace("hand =", "hnd =");
    let (told, passed) = checked(&[("found/catan.toml", &wrong)], &[]);
    assert!(told.contains("unknown feature `hnd`") && !passed, "{told}");

    let folder = folder(&files);
    let loaded = run_in(folder.path(), &["rules", "catan", "--with", "."]);
    assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
    assert!(String::from_utf8_lossy(&loaded.stdout).contains("windfall"));
}

#[test]
fn many_mistakes_are_told_at_once() {
    let rule = RULE
        .replace("me.take(ORE, 1);", "me.tkae(ORE, 1);\n    me.take(ORR, 1);\n    me.hand.owner;");
    let rule = rule.replace("ORR", "me");
    let game = GAME.replace("given red has", "givn red has").replace("rolls 1 1", "rols 1 1");
    let (told, passed) = checked(&[("windfall.rhai", &rule), ("windfall.game", &game)], &[]);
    insta::assert_snapshot!(told, @"
    error[transcript-syntax]: expected an action of the player, found `red`
     --> windfall.game:7:6
      |
    7 | givn red has settlement at B2.n
      |      ^^^
      |
      = help: did you mean `given`?

    error[transcript-syntax]: expected an action of the player, found `rols`
     --> windfall.game:9:5
      |
    9 | red rols 1 1
      |     ^^^^
      |
      = help: did you mean `rolls`?

    error[transcript-syntax]: this indented line has no action above it
      --> windfall.game:10:3
       |
    10 |   red takes 1 ore
       |   ^^^^^^^^^^^^^^^
       |
       = help: indent only the changes that an action causes, and `refused:` lines

    error[unknown-function]: the rule language has no `tkae`
     --> windfall.rhai:8:8
      |
    8 |     me.tkae(ORE, 1);
      |        ^^^^
      |
      = help: did you mean `take`?

    error[type-mismatch]: `take` expects a resource, found a player
     --> windfall.rhai:9:13
      |
    9 |     me.take(me, 1);
      |             ^^

    error[wrong-receiver]: `owner` does not apply to resource cards
      --> windfall.rhai:10:13
       |
    10 |     me.hand.owner;
       |             ^^^^^
       |
       = help: it applies to: piece, place

    0 scenarios, 1 rule file, 0 games: 6 errors, 0 warnings
    ");
    assert!(!passed);
}

#[test]
fn warnings_fail_only_where_they_are_to() {
    let files = [("windfall.rhai", RULE)];
    let (told, passed) = checked(&files, &["windfall.rhai"]);
    assert!(told.starts_with("warning[untested]: no game tests `Windfall`\n"), "{told}");
    assert!(told.ends_with("0 scenarios, 1 rule file, 0 games: 0 errors, 1 warning\n"), "{told}");
    assert!(passed);
    assert!(!checked(&files, &["--strict"]).1);
}

#[test]
fn a_game_beside_a_rule_tests_it() {
    let files = [("windfall.rhai", RULE), ("windfall.game", GAME)];
    assert!(checked(&files, &["windfall.rhai", "--strict"]).1);
    let files =
        [("windfall.rhai", RULE), ("tests/windfall.game", &GAME.replace("with ", "with ../"))];
    assert!(checked(&files, &["windfall.rhai", "--strict"]).1);
}

#[test]
fn programs_read_the_findings() {
    let rule = RULE.replace("take(ORE", "tkae(ORE");
    let files = [("windfall.rhai", rule.as_str()), ("windfall.game", GAME)];
    let (told, _) = checked(&files, &["--format", "json"]);
    let found: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(found.as_array().unwrap().len(), 1);
    let one = &found[0];
    assert_eq!(
        [&one["code"], &one["level"], &one["file"], &one["hints"][0]],
        ["unknown-function", "error", "windfall.rhai", "did you mean `take`?"]
    );
    assert_eq!([&one["line"], &one["column"], &one["length"]], [8, 8, 4]);
    let (told, passed) = checked(&files, &["--format", "sarif"]);
    assert!(!passed);
    let log: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "unknown-function");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "windfall.rhai");
    assert_eq!([&place["region"]["startLine"], &place["region"]["endColumn"]], [8, 12]);
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "unknown-function"));
    let output = run_in(folder(&[]).path(), &["check", "--format", "sarif", "nowhere"]);
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "unreadable-file");
    assert_eq!(result["message"]["text"], "there is no file or folder `nowhere`");
    assert!(!output.status.success() && output.stderr.is_empty());
}

#[test]
fn codes_are_explained() {
    let (told, passed) = checked(&[], &["--explain", "unknown-function"]);
    assert!(passed && told.starts_with("# unknown-function\n"), "{told}");
    let folder = folder(&[]);
    let output = run_in(folder.path(), &["check", "--explain", "unknown-funtcion"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("did you mean `unknown-function`?"), "{told}");
}

#[test]
fn nothing_to_check_is_an_error() {
    let folder = folder(&[("notes.md", "")]);
    let told = |path: &str| {
        let output = run_in(folder.path(), &["check", path]);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(told(".").contains("there is nothing to check in `.`"));
    assert!(told("nowhere").contains("there is no file or folder `nowhere`"));
}

#[test]
#[ignore = "takes a second"]
fn a_rule_is_judged_by_the_game_that_it_belongs_to() {
    let benefit = "//! Lookout\n//! Brings an ore.\n//! Rulings: H-1.\n\nconst OUTPOST = \"scientists\";\n\nfn on_turn(me) {\n    me.tkae(ORE, 1);\n    me.tkae(WOOD, 1);\n    me.tkae(BRICK, 1);\n}\n";
    let (told, _) = checked(&[("lookout.rhai", benefit)], &[]);
    assert_eq!(told.matches("error[unknown-function]").count(), 3, "{told}");
    let card = "//! Gift\n//! Brings a card.\n//! Rulings: H-1.\n\nconst DECK = \"development\";\nconst COPIES = 2;\n\nfn act(me) {\n    me.taek(\"1 any\");\n}\n";
    let (told, _) = checked(&[("gift.rhai", card)], &[]);
    assert!(told.contains("did you mean `take`?"), "{told}");
    let waiting =
        RULE.replace("const ON_ROLL", "const IF_LOADED = \"a_friends_pack\";\nconst ON_ROLL");
    let (told, _) = checked(&[("waiting.rhai", &waiting)], &[]);
    assert!(told.contains("warning[never-runs]: this rule is not in play in any"), "{told}");
}

#[test]
fn a_rule_that_needs_a_setting_is_checked_with_it() {
    let pack = "id = \"mine\"\ntitle = \"Mine\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n\n[settings.generous]\ndefault = false\ntext = \"a 2 brings ore\"\n";
    let rule = RULE.replace("const ON_ROLL", "const IF_SET = \"generous\";\nconst ON_ROLL");
    let (told, _) = checked(&[("mine/pack.toml", pack), ("mine/gift.rhai", &rule)], &["mine"]);
    assert!(!told.contains("never-runs") && told.contains("untested"), "{told}");
    let wrong = rule.replace("me.take(ORE, 1)", "me.tkae(ORE, 1)");
    let (told, _) = checked(&[("mine/pack.toml", pack), ("mine/gift.rhai", &wrong)], &["mine"]);
    assert!(told.contains("did you mean `take`?"), "{told}");
}

#[test]
fn rules_that_are_in_play_in_different_scenarios_are_all_checked() {
    let pack = "id = \"mine\"\ntitle = \"Mine\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n";
    let with = |pack: &str| {
        RULE.replace("const ON_ROLL", &format!("const IF_LOADED = \"{pack}\";\nconst ON_ROLL"))
    };
    let (one, other) = (with("knights"), with("desolation").replace("me.take(", "me.tkae("));
    let files = [("mine/pack.toml", pack), ("mine/one.rhai", &one), ("mine/other.rhai", &other)];
    let (told, _) = checked(&files, &["mine"]);
    assert!(!told.contains("never-runs") && told.contains("did you mean `take`?"), "{told}");
}

#[test]
fn a_benefit_works_in_the_turns_in_which_it_is_asked() {
    let benefit = |facts: &str, hook: &str| {
        let head = "//! Lookout\n//! Brings a point.\n//! Rulings: H-1.\n\nconst OUTPOST = \"scientists\";\n";
        let (told, _) = checked(&[("lookout.rhai", &format!("{head}{facts}\n{hook}\n"))], &[]);
        told
    };
    let points = "fn points(me, sum) { sum + 1 }";
    let code = "warning[wrong-turn]";
    let told = benefit("", points);
    assert!(told.contains(&format!("{code}: `points` is called during every turn")), "{told}");
    assert!(!benefit("const ROUND_BASED = true;", points).contains(code));
    assert!(!benefit("const ROUND_BASED = false;", points).contains(code));
    let take = "fn may_take_from(me, thief, marker) { \"no\" }";
    assert!(benefit("", take).contains("`may_take_from` is called during every turn"));
    assert!(!benefit("", "fn may_build(me, kind, place) { \"no\" }").contains(code));
    let act = "fn act(me) { me.take(ORE, 1); }";
    let told = benefit("const ROUND_BASED = true;", act);
    assert!(told.contains(&format!("{code}: `ROUND_BASED` has no effect")), "{told}");
    assert!(!benefit("", act).contains(code));
}

#[test]
fn mistakes_of_facts_and_of_scripts_are_told_together() {
    let benefit = "//! Lookout\n//! Brings an ore.\n//! Rulings: H-1.\n\nconst OUTPOST = \"scientsts\";\n\nfn on_turn(me) {\n    me.tkae(ORE, 1);\n}\n";
    let (told, _) = checked(&[("lookout.rhai", benefit)], &[]);
    assert!(told.contains("no outpost `scientsts`"), "{told}");
    assert!(told.contains("the rule language has no `tkae`"), "{told}");
}

#[test]
fn scenarios_that_lack_a_part_are_not_overlooked() {
    let scenario = "title = \"Mine\"\nplayers = [3, 4]\nboard_of = \"catan\"\n";
    let (told, passed) = checked(&[("mine.toml", scenario)], &[]);
    assert!(told.contains("error[missing-key]: the key `packs` is missing"), "{told}");
    assert!(!passed);
}

#[test]
fn a_board_that_cannot_be_laid_is_found() {
    let scenario = "title = \"Mine\"\npacks = [\"catan\"]\nplayers = [2, 2]\n\n[board]\nrows = [\"w w D\", \"w w D\"]\nshift = \"odd\"\nnumbers = { order = [6, 6, 8, 8], arrangement = \"shuffled\" }\n";
    let (told, passed) = checked(&[("mine.toml", scenario)], &[]);
    assert!(
        told.contains("error[bad-board]: no board that meets the conditions was found"),
        "{told}"
    );
    assert!(!passed);
}

#[test]
fn a_pack_with_a_stray_file_is_checked() {
    let manifest = "id = \"gifts\"\ntitle = \"Gifts\"\nversion = \"1.0.0\"\n";
    let rule = RULE.replace("me.take", "me.tkae");
    let files =
        [("gifts/pack.toml", manifest), ("gifts/windfall.rhai", &rule), ("gifts/notes.txt", "")];
    let (told, _) = checked(&files, &[]);
    assert!(
        told.contains("error[unreadable-file]: `notes.txt` does not belong in a pack"),
        "{told}"
    );
    assert!(told.contains("error[unknown-function]: the rule language has no `tkae`"), "{told}");
    assert!(told.contains("1 rule file"), "{told}");
}

#[test]
fn what_stands_below_two_ways_out_never_runs() {
    let below = |body: &str| {
        let rule = RULE.replace("me.take(ORE, 1);", &format!("{body} me.take(ORE, 1);"));
        checked(&[("windfall.rhai", &rule)], &[]).0.contains("warning[never-runs]")
    };
    assert!(below("if roll == 2 { return; } else { return; }"));
    assert!(below("{ return; }"));
    assert!(!below("if roll == 2 { return; }"));
    assert!(!below("if roll == 2 { return; } else { me.lose(1); }"));
}

#[test]
fn a_hook_that_never_answers_is_strange() {
    let points = |body: &str| {
        let header = "//! Lore\n//! It is worth something.\n//! Rulings: H-1.\n\n";
        let rule = format!("{header}fn points(me, sum) {{\n    {body}\n}}\n");
        checked(&[("lore.rhai", &rule)], &["lore.rhai"]).0
    };
    let strange = "warning[hook-answer]: `points` never returns anything";
    for body in ["sum += 1;", "for place in me.buildings { sum + 1 }", "let more = sum + 1;"] {
        assert!(points(body).contains(strange), "{body}: {}", points(body));
    }
    for body in ["sum + 1;", "if sum > 3 { sum + 1 }", "loop { break sum; }"] {
        assert!(!points(body).contains("hook-answer"), "{body}: {}", points(body));
    }
}

#[test]
fn markers_that_a_script_moves_are_moved() {
    let manifest = "id = \"fair\"\ntitle = \"Fair\"\nversion = \"1.0.0\"\n\n[markers.merchant]\nstarts = \"outside\"\ngroup = \"merchants\"\n";
    let moves = RULE.replace("me.take(ORE, 1);", "MERCHANT.move_to(game.hexes.first(1).only);");
    let found =
        |rule: &str| checked(&[("fair/pack.toml", manifest), ("fair/windfall.rhai", rule)], &[]).0;
    assert!(!found(&moves).contains("nothing moves"), "{}", found(&moves));
    let still = "nothing moves the markers of the group `merchants`";
    assert!(found(RULE).contains(still));
    assert!(found(&moves.replace("MERCHANT", "ROBBER")).contains(still));
}

/// A scenario with an area, and a pack that refers to it.
const AREA: &str = "title = \"Mine\"\npacks = [\"catan\", \"gifts\"]\nplayers = [3, 4]\n\n[board]\nrows = [\"D6 w5\", \"D6 s4\"]\nshift = \"odd\"\n\n[board.areas]\nreserve = { rows = [\"A\"] }\n";

#[test]
fn a_mistake_in_a_scenario_is_told_without_what_comes_of_it() {
    let manifest = "id = \"gifts\"\ntitle = \"Gifts\"\nversion = \"1.0.0\"\n";
    let rule = RULE.replace("ORE, 1", "ORE, game.hexes.in_area(\"reserve\").count");
    let files =
        [("mine.toml", AREA), ("gifts/pack.toml", manifest), ("gifts/windfall.rhai", &rule)];
    let (told, passed) = checked(&files, &[]);
    assert!(!passed);
    assert_eq!(told.matches("error[").count(), 2, "{told}");
    assert_eq!(told.matches("`desert` produces nothing").count(), 2, "{told}");
    assert!(!told.contains("warning["), "{told}");
}

const AWARD: &str = "//! Keeper\n//! The LEAST keeper.\n//! Rulings: H-1.\n\nconst AWARD = 1;\nconst LEAST = 1;\n\nfn merit(me) {\n    game.hexes.barren.count   // barren\n}\n";
const OLD: &str = "id = \"old\"\ntitle = \"Old\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n\n[pieces.road]\neach = 14 # each\n";

/// A rule with the hook `may_trade`, which also calls a function of this name.
fn trade(args: &str) -> String {
    let called = RULE.replace("take(ORE, 1)", &format!("may_trade({args})"));
    format!("{called}\nfn may_trade(me, other) {{\n    \"no\"\n}}\n")
}

#[test]
fn an_old_word_is_an_error_that_names_the_new_one() {
    for (file, text, hint) in [
        ("keeper.rhai", AWARD.to_owned(), "MINIMUM"),
        ("keeper.rhai", AWARD.replace("LEAST =", "MINIMUM ="), "unnumbered"),
        ("windfall.rhai", RULE.replace("take(ORE, 1)", "lay_open(me.hand)"), "reveal"),
        (
            "windfall.rhai",
            trade("\"Trade?\", \"1 any -> 1 any\", me.hand"),
            "may_trade_with_supply",
        ),
        ("old/pack.toml", OLD.to_owned(), "per_player"),
    ] {
        let (told, passed) = checked(&[(file, &text)], &["."]);
        let hint = format!("it is now called `{hint}`; `newcatan check --fix` updates the file");
        assert!(told.contains(&hint) && !passed, "{told}");
    }
    let (told, _) = checked(&[("windfall.rhai", &trade("me"))], &["."]);
    assert!(told.contains("`may_trade` is a plain function"), "{told}");
}

#[test]
fn fixing_replaces_old_words_once() {
    let folder = folder(&[("keeper.rhai", AWARD), ("old/pack.toml", OLD)]);
    let fix = || {
        let output = run_in(folder.path(), &["check", "--fix", "."]);
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
    };
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).unwrap();
    let (told, passed) = fix();
    insta::assert_snapshot!(told, @"
    keeper.rhai:6: LEAST is MINIMUM now
    keeper.rhai:9: barren is unnumbered now
    old/pack.toml:7: each is per_player now
    warning[untested]: no game tests `Keeper`
     --> keeper.rhai:1:1
      |
    1 | //! Keeper
      | ^^^^^^^^^^
      |
      = help: write a game with the line `# covers: H-1`; `newcatan new` writes one for a new rule

    0 scenarios, 1 rule file, 0 games: 0 errors, 1 warning
    ");
    assert!(passed);
    let rule = AWARD.replace("const LEAST", "const MINIMUM").replace(".barren", ".unnumbered");
    assert_eq!(read("keeper.rhai"), rule);
    assert_eq!(read("old/pack.toml"), OLD.replace("\neach", "\nper_player"));
    let (again, passed) = fix();
    assert!(!again.contains(" now") && passed, "{again}");
    assert_eq!(read("keeper.rhai"), rule);
}

/// A pack may be made for another board, so only scenarios and games are reported.
#[test]
fn a_piece_without_its_area_is_a_warning() {
    let pack = "id = \"rivers\"\ntitle = \"Rivers\"\nversion = \"1.0.0\"\n\n\
        [pieces.bridge]\nclass = \"route\"\non = \"border\"\nbeside = \"land\"\narea = \"crossings\"\n\
        joins = [\"route\"]\nper_player = 2\nprice = \"2 brick\"\n";
    let game =
        "# A bridge.\nscenario catan\nwith rivers\nplayers red, blue, white\n\nred rolls 1 1\n";
    let told = checked(&[("rivers/pack.toml", pack), ("a.game", game)], &[]).0;
    insta::assert_snapshot!(told, @"
    warning[bad-board]: a bridge can never be built: there is no area `crossings`
    --> scenarios/catan.toml
     = help: declare `[board.areas]` with `crossings` in the scenario

    0 scenarios, 0 rule files, 1 game: 0 errors, 1 warning
    ");
    let told = checked(&[("rivers/pack.toml", pack)], &[]).0;
    assert!(told.contains("0 errors, 0 warnings"), "{told}");
    let other = pack.replace("area =", "not_in =");
    let told = checked(&[("rivers/pack.toml", &other), ("a.game", game)], &[]).0;
    assert!(told.contains("0 errors, 0 warnings"), "{told}");
}

#[test]
fn names_that_are_almost_the_same_are_strange() {
    let manifest = "id = \"ships\"\ntitle = \"Ships\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n\n\
        [dice]\nevent_die = [\"ship\", \"sship\", \"gate\", \"gate\", \"gate\", \"gate\"]\n\n\
        [markers.raft]\nsymbol = \"A\"\non = \"land\"\ngroup = \"pirates\"\n\n\
        [markers.junk]\nsymbol = \"J\"\non = \"land\"\ngroup = \"pirats\"\n";
    let (told, passed) = checked(&[("ships/pack.toml", manifest)], &["ships"]);
    let strange = |line: &str| told.contains(&format!("warning[similar-names]: two {line}\n"));
    assert!(
        strange("faces of the event die have almost the same name: `ship` and `sship`"),
        "{told}"
    );
    assert!(
        strange("groups of markers have almost the same name: `pirates` and `pirats`"),
        "{told}"
    );
    assert!(passed);
}

#[test]
fn strings_of_a_loop_are_names() {
    let wrong = |body: &str| {
        let rule = RULE.replace("me.take(ORE, 1);", body);
        checked(&[("windfall.rhai", &rule)], &[]).0.contains("error[unknown-name]")
    };
    let draws = |list: &str| format!("for deck in {list} {{ me.draw(deck); }}");
    assert!(wrong(&draws("[\"developmnt\"]")));
    assert!(!wrong(&draws("[\"development\"]")));
    // The string may be meant for something else.
    assert!(!wrong(
        "for deck in [\"development\", \"hill\"] { if deck != \"hill\" { me.draw(deck); } }"
    ));
    assert!(!wrong("for deck in [\"developmnt\"] { deck = \"development\"; me.draw(deck); }"));
}
