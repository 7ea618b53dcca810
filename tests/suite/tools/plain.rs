//! Messages mention rules and files, not the internals of the program.

use crate::tools::{folder, run};

const PACK: &str = "id = \"odd\"\ntitle = \"Odd\"\nversion = \"1.0.0\"\nrequires = [\"catan\"]\n";
const SCENARIO: &str = "title = \"N\"\npacks = [\"catan\", \"odd\"]\nplayers = [2, 3]\n\
    board_of = \"catan_beginners\"\n";

/// Names of types of the program in messages.
const TYPES: [&str; 9] =
    ["Keys", "struct", "enum", "Value", "i128", "i64", "core::", "Range<", "variant"];

/// The output of `check` and `rules` for a pack with these lines.
fn said_of(manifest: &str, scenario: &str, body: &str) -> String {
    let pack = format!("{PACK}{manifest}");
    let scenario = format!("{SCENARIO}{scenario}");
    let rule = format!(
        "//! Odd\n//! Is odd.\n//! Rulings: H-1.\n\nfn may_build(me, kind, place) {{ {body} }}\n"
    );
    let game = "scenario odd.toml\nplayers red, blue\ngiven red has settlement at B2.n\n\
        given red has 1 wood, 1 brick\nred rolls 1 1\nred builds road at B2-ne\n";
    let files = [
        ("odd/pack.toml", pack.as_str()),
        ("odd/rule.rhai", &rule),
        ("odd.toml", &scenario),
        ("a.game", game),
    ];
    let folder = folder(&files);
    let said = |args: &[&str]| run(folder.path(), args);
    format!("{}{}", said(&["check", "odd.toml"]), said(&["replay", "a.game"]))
}

#[test]
fn a_wrong_type_in_a_file_is_told_in_words_of_the_file() {
    let tables = ["pieces", "markers", "goods", "decks", "groups", "settings", "terrain"];
    let manifests = tables.iter().map(|table| format!("[{table}]\nroad = 2\n"));
    let more = [
        "[settings.goal]\ndefault = []\n",
        "[settings.goal]\ndefault = 1.5\n",
        "[placement]\nrounds = 3\nplaced = 2\n",
        "placement = 2\n",
        "supplies = 2\n",
        "rank = 4\n",
    ];
    for manifest in manifests.chain(more.map(str::to_owned)) {
        check_plain(&said_of(&manifest, "", ""), &manifest);
    }
    let scenarios = [
        "turn_limit = 99999999999999999999\n",
        "[settings]\ngoal = 1.5\n",
        "[settings]\ngoal = []\n",
        "board = 3\n",
        "[board]\nrows = 3\n",
        "[board]\nrows = [\"?\"]\nnumbers = 3\nports = 2\n",
        "[board]\nrows = [\"?\"]\nareas = 3\ndouble_hexes = 2\n",
    ];
    for scenario in scenarios {
        check_plain(&said_of("", scenario, ""), scenario);
    }
}

#[test]
fn a_wrong_type_in_a_script_is_told_in_words_of_the_rules() {
    let bodies = [
        "`${CITY[0]}`",
        "me[1]",
        "let a = game.hexes; a[1]",
        "CITY[0] = 3; \"z\"",
        "if 1..3 { \"x\" }",
        "let a = 1..=3; if a { \"x\" }",
    ];
    for body in bodies {
        let said = said_of("", "", body);
        assert!(said.contains("error"), "{body}: {said}");
        check_plain(&said, body);
    }
}

#[track_caller]
fn check_plain(said: &str, of: &str) {
    // An excerpt of the file may contain such a word.
    let messages = said.lines().filter(|line| line.starts_with("error") || line.contains("= "));
    for message in messages {
        let found = TYPES.iter().find(|name| message.contains(**name));
        assert!(found.is_none(), "{of}: {message}");
    }
}

#[test]
fn a_game_in_which_nothing_is_played_is_said_to_be_one() {
    let folder = folder(&[("zz.game", "scenario catan\nplayers red, blue, white\n")]);
    assert_eq!(run(folder.path(), &["replay", "zz.game"]), "zz.game: nothing is played\nexit 0\n");
}

#[test]
fn the_only_answer_to_a_question_stands_alone() {
    let game = "scenario catan_beginners\nplayers red, blue, white\n\
        given red holds 1 soldier\ngiven blue has settlement at B3.n\ngiven blue has 1 ore\n\
        red plays soldier\nred moves robber to B3\nred takes from white\n";
    let folder = folder(&[("a.game", game)]);
    let said = run(folder.path(), &["replay", "a.game"]);
    assert!(said.contains("Take a card from whom? (blue)"), "{said}");
}

#[test]
fn a_setting_is_blamed_where_it_is_set_to_its_default() {
    let game = "scenario newcatan\n\
        players red, blue, white\n\
        set sole_claimant = false\n\
        given hex C4 is wood 6\n\
        given red has city at C4.n\n\
        given supply has 1 wood\n\
        red rolls 3 3\n";
    let folder = folder(&[("a.game", game)]);
    let said = run(folder.path(), &["why", "a.game:7"]);
    assert!(said.contains("set sole_claimant = false  (a.game:3)"), "{said}");
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_stays_in_one_line() {
    let game = "scenario catan\nplayers red, blue, white\nexpect red wins\n";
    let folder = folder(&[("a\nerror: none.game", game)]);
    let name = "a\nerror: none.game";
    for args in [&["test", "."][..], &["replay", name], &["why", name]] {
        let said = run(folder.path(), args);
        assert!(said.contains("a\\nerror: none.game"), "{args:?}: {said}");
        assert!(!said.lines().any(|line| line.starts_with("error: none")), "{args:?}: {said}");
    }
    run(folder.path(), &["test", ".", "--junit", "out.xml"]);
    let report = std::fs::read_to_string(folder.path().join("out.xml")).unwrap();
    assert!(report.contains("a\\nerror: none.game"), "{report}");
}

#[cfg(unix)]
#[test]
fn a_backslash_in_a_path_is_recorded_as_it_is() {
    let rule = "//! Odd\n//! Does nothing.\n//! Rulings: H-1.\n\nfn on_turn(me) {}\n";
    let folder = folder(&[("a\\b/odd/pack.toml", PACK), ("a\\b/odd/rule.rhai", rule)]);
    let args = ["run", "catan", "--with", "a\\b/odd", "--seed", "1", "--quiet", "--record"];
    run(folder.path(), &[&args[..], &["a.game"]].concat());
    let said = run(folder.path(), &["replay", "--strict", "a.game"]);
    assert!(said.ends_with("exit 0\n"), "{said}");
}

#[test]
fn a_file_that_is_no_scenario_is_not_shown() {
    let game = "scenario secret.txt\nplayers red, blue, white\n";
    let folder = folder(&[("a.game", game), ("secret.txt", "root:x:0:0\n")]);
    let said = run(folder.path(), &["replay", "a.game"]);
    assert!(
        said.contains("`secret.txt` is not a `.toml` file") && !said.contains("root:"),
        "{said}"
    );
}

/// The suggested line is the same for each pair of colliding rules, and resolves all collisions.
#[test]
fn rules_that_answer_alike_are_put_in_order_by_one_line() {
    let rule = "//! Odd\n//! Keeps it.\n//! Rulings: H-1.\n\n\
        fn production(me, building, hex, amount) { amount }\n";
    let pack = |id: &str| format!("id = \"{id}\"\ntitle = \"{id}\"\nversion = \"1.0.0\"\n");
    let [one, two, three] = ["p1", "p2", "p3"].map(pack);
    let game =
        "scenario catan\nwith p1\nwith p2\nwith p3\nwith mine.rhai\nplayers red, blue, white\n";
    let folder = folder(&[
        ("p1/pack.toml", &one),
        ("p1/r1.rhai", rule),
        ("p2/pack.toml", &two),
        ("p2/r2.rhai", rule),
        ("p3/pack.toml", &three),
        ("p3/r3.rhai", rule),
        ("mine.rhai", rule),
        ("a.game", game),
    ]);
    let said = run(folder.path(), &["replay", "a.game"]);
    let order = "order = [\"p1/r1\", \"p2/r2\", \"p3/r3\"";
    let (_, line) = said.split_once("comes first: write `").expect(&said);
    let (line, _) = line.split_once("` in the scenario").expect(&said);
    assert!(line.starts_with(order), "{said}");
    let manifest = folder.path().join("p1/pack.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text + line + "\n").unwrap();
    let said = run(folder.path(), &["replay", "a.game"]);
    assert!(said.ends_with("exit 0\n"), "{said}");
}

#[test]
fn an_expectation_of_points_names_the_facts_behind_them() {
    let game = "scenario catan_beginners\nplayers red, blue, white\n\
        given red has settlement at B2.n\ngiven red has 2 grain, 3 ore\nred rolls 1 1\n\
        red builds city at B2.n\nexpect red has 3 points\n";
    let folder = folder(&[("a.game", game)]);
    let said = run(folder.path(), &["replay", "a.game"]);
    assert!(said.contains("points = 2 [rules/catan/pack.toml:67]"), "{said}");
    assert!(!said.contains("default = 10"), "{said}");
}
