//! A player at the terminal: output, input, and answers.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::support::{self, out, said};

/// Runs the program with lines of input.
fn typed(args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_player_at_the_terminal_is_told_every_reason() {
    let args = ["run", "catan_beginners", "--players", "human,greedy,greedy,greedy", "--seed", "1"];
    let game = typed(&args, "rolls\nbuilds city at A1.n\n");
    let text = out(&game);
    let refused = text.split("refused:\n").nth(1).unwrap_or(&text);
    let refused: Vec<&str> = refused.lines().take_while(|line| line.contains('[')).collect();
    insta::assert_snapshot!(refused.join("\n"), @"
    red needs 2 grain, but has 1 [city rules/catan/pack.toml:68]
    red needs 3 ore, but has 0 [city rules/catan/pack.toml:68]
    `A1.n` has no settlement of red [city rules/catan/pack.toml:63]
    ");
    insta::assert_snapshot!(said(&game), @"
    exit 3
    red left the table; the game is not over
    ");
}

#[test]
fn a_player_is_not_shown_the_game_among_the_json() {
    let game =
        typed(&["run", "catan", "--players", "human,random,random", "--seed", "1", "--json"], "");
    assert_eq!(out(&game), "");
    assert!(String::from_utf8_lossy(&game.stderr).contains("red> "));
}

#[test]
fn a_player_may_type_a_line_of_a_transcript_or_few_words_in_any_case() {
    let args = ["run", "catan", "--players", "human,random,random", "--seed", "1"];
    let game = typed(&args, "red places settlement at C3.s\nROAD\nc3-SE\n");
    let text = out(&game);
    assert!(text.contains("\nred> red places settlement at C3.s\n"), "{text}");
    assert!(!text.contains("error"), "{text}");
    // The road is listed twice, as all roads are, and then its border alone is enough.
    assert_eq!(text.matches("  places road at C3-se (towards C3.se: ").count(), 2, "{text}");
    assert!(text.contains("\nred> red places road at C3-se\n"), "{text}");
}

/// The answer to each line that red types in a game of the standard rules.
fn answers(lines: &[&str]) -> Vec<String> {
    let args = ["run", "newcatan", "--players", "human,random,random", "--seed", "3"];
    let text = out(&typed(&args, &format!("{}\n", lines.join("\n"))));
    text.split("red> ").skip(1).map(str::to_owned).collect()
}

#[test]
fn benefits_are_named_where_they_lie_and_told_when_asked() {
    let args = ["run", "newcatan", "--players", "human,random,random", "--seed", "3"];
    let text = out(&typed(&args, ""));
    assert!(
        text.contains("places settlement at B3.n (points for sale; brick 8: 5 pips)\n"),
        "{text}"
    );
    let told = answers(&["places settlement at wood plus 1", "benefits"]);
    assert!(told[0].contains("red gains access to wood plus 1"), "{}", told[0]);
    let at = told[1].find("  wood plus 1 at B4.se, red: ").expect("it is told");
    let lines: Vec<&str> = told[1][at..].lines().take(2).collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    wood plus 1 at B4.se, red: Whenever a roll brings some wood, one more may be taken.
      in advance, red answers accept to wood plus 1
    ");
}

#[test]
fn a_refusal_does_not_list_the_actions_again() {
    let told = answers(&["rolls", "places settlement at B3.n"]);
    insta::assert_snapshot!(told[0], @"
    refused:
      red has to place a settlement [placement rules/catan/pack.toml:83]
    ");
    assert!(told[1].contains("places road at B3-nw"), "{}", told[1]);
}

#[test]
fn the_last_action_is_taken_back_unless_something_was_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.game").display().to_string();
    let args =
        ["run", "catan", "--players", "human,random,random", "--seed", "1", "--record", &file];
    let lines = [
        "undo",
        "places settlement at C3.s",
        "undo",
        "places settlement at B2.se",
        "places road at B3-sw",
        "undo",
    ];
    let text = out(&typed(&args, &format!("{}\n", lines.join("\n"))));
    let answers: Vec<&str> = text.split("refused:\n").skip(1).collect();
    let reasons: Vec<&str> = answers.iter().filter_map(|text| text.lines().next()).collect();
    assert_eq!(reasons, ["  there is nothing to undo yet", "  blue has acted since"], "{text}");
    let recorded = std::fs::read_to_string(&file).unwrap();
    let taken_back = "red places settlement at C3.s\nundo\nred places settlement at B2.se\n";
    assert!(recorded.contains(taken_back), "{recorded}");
    let replayed = support::run_in(folder.path(), &["replay", "--strict", "a.game"]);
    assert!(said(&replayed).starts_with("exit 0"), "{}", said(&replayed));
}

#[test]
fn a_player_is_told_how_many_cards_to_discard() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 8 ore\nred rolls 3 4\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:4", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,random,random", "--record"];
    let lines = "discards 5 ore\ndiscards 3 ore\ndiscards 2 ore\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    let (_, told) = told.split_once("you have to discard 4 cards").unwrap();
    assert!(told.contains("red> error: red has 4 cards to discard, but 5 are named\n"), "{told}");
    assert!(told.contains("you have to discard one card\nchosen so far: 3 ore\n"), "{told}");
    assert!(told.contains("red> error: red has 1 card to discard, but 2 are named\n"), "{told}");
    let branch = std::fs::read_to_string(branch).unwrap();
    assert!(branch.contains("\nred discards 3 ore\n"), "{branch}");
}

#[test]
fn an_explanation_begins_with_what_the_rule_says() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario newcatan\nplayers red, blue, white\ngiven red has access to wood 2 for 1\n\
        given red has 2 wood\nred rolls 1 1\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:5", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,random,random", "--record"];
    let lines = "trade 2 wood ore\nwhy\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    insta::assert_snapshot!(told.split("red> ").nth(2).unwrap(), @r#"
      red trades 2 wood for 1 ore by wood 2 for 1
        red pays 2 wood
          wood 2 for 1: Two wood buy one card of any other kind.
            const TRADE = "2 {each} -> 1 any";   // A-10..A-14 [rules/newcatan/benefits/2_for_1.rhai:7]
        red takes 1 ore
          wood 2 for 1: Two wood buy one card of any other kind.
            const TRADE = "2 {each} -> 1 any";   // A-10..A-14 [rules/newcatan/benefits/2_for_1.rhai:7]
    "#);
}

#[test]
fn prices_and_the_goal_are_told_when_asked() {
    let told = answers(&["places settlement at wood plus 1", "costs"]);
    insta::assert_snapshot!(told[1].split("  1 places").next().unwrap(), @"
    road          1 wood, 1 brick
    settlement    1 wood, 1 sheep, 1 grain, 1 brick; 1 point
    city          2 grain, 3 ore; 2 points
    development   1 sheep, 1 grain, 1 ore; 22 left
    trade         3 of the same kind, 1 of any kind for 1 card of another resource; supply 3 plus 1
    largest army  2 points; from 3 on
    longest road  2 points; from 5 on
    10 points to win
    ");
}

/// The price of an improvement is computed by its rule. Free abilities and decks without cards are
/// left out.
#[test]
fn prices_of_abilities_are_told_when_asked() {
    let args = ["run", "knights", "--players", "human,random,random", "--seed", "3"];
    let told = out(&typed(&args, "costs\n"));
    let rows = told.lines().skip_while(|row| !row.contains("basic knight      "));
    let rows: Vec<&str> = rows.take(7).collect();
    insta::assert_snapshot!(rows.join("\n"), @"
    basic knight      1 sheep, 1 ore
    improve science   1 paper
    improve trade     1 cloth
    improve politics  1 coin
    activate knight   1 grain
    promote knight    1 sheep, 1 ore
    trade             4 of the same kind for 1 card of another kind; supply 4 for 1
    ");
}

#[test]
fn a_player_of_cities_and_knights_is_told_what_is_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario knights_beginners\nseed 5\nplayers red, blue, white\n\
        given counter barbarian steps of 4\ngiven red has city at B2.s\n\
        given red has road at C2-ne\ngiven red has road at C2-nw\n\
        given red has road at C3-nw\ngiven red has active basic knight at C2.n\n\
        given red has 1 paper, 2 brick, 2 sheep, 2 ore, 1 grain\n\
        white rolls 1 1 trade gate\nwhite ends turn\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:12", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,random,random", "--record"];
    let lines = "rolls\nuses improve science\nbuilds wall at B2.s.wall\n\
        builds basic knight at B2.se\nuses promote\nB1.se\nuses move knight\n\
        uses activate\nB1.s\nboard\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    for part in [
        "red> red rolls 6 2 ship\n  counter barbarian steps becomes 5\n",
        "Promote which knight?\n    1  chooses B1.se (red active basic knight)\n",
        "Activate which knight?\n    1  chooses B1.s (red strong knight)\n",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let board = &told[told.rfind("Other pieces\n").unwrap_or_default()..];
    insta::assert_snapshot!(board.split("\n\n  red").next().unwrap(), @"
    Other pieces
      B2.s  wall of red

    States
      B1.s  active strong knight of red

    Counters
      barbarian steps  5

    Goods
      science level  red 1
    ");
}

#[test]
fn a_hint_names_the_best_actions_with_their_values() {
    let told = answers(&["hint", "hint"]);
    let rows: Vec<&str> = told[0].lines().collect();
    assert_eq!(rows[0].trim(), "your chance to win after the best actions:", "{rows:?}");
    assert_eq!(rows.len(), 5, "{rows:?}");
    let value = |row: &&str| {
        let (value, rest) = row.split_once(" % ± ").expect(row);
        assert!(rest.contains("  places settlement at "), "{row}");
        value.trim().parse::<f64>().expect(row)
    };
    let values: Vec<f64> = rows[1..].iter().map(value).collect();
    assert!(values[1..].is_sorted_by(|one, other| one >= other), "{rows:?}");
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_hint_does_not_name_an_offer_that_everybody_has_refused() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario catan_beginners\nplayers red, blue, white\n\
        given red has 3 ore, 1 wood, 1 sheep\ngiven blue has 3 brick, 2 grain\n\
        given white has 2 brick, 2 grain\nred rolls 1 1\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:6", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,human,human", "--record"];
    // Enter takes the terminal over.
    let lines = "\nhint\noffers 1 ore for 1 grain\n\nrefuses\n\nrefuses\n\nhint\nquit\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    let hints: Vec<&str> = told.split("your chance to win after").skip(1).collect();
    let [before, after] = hints[..] else { panic!("{told}") };
    let named = |hint: &str| hint.lines().any(|row| row.ends_with("  offers 1 ore for 1 grain"));
    assert!(named(before) && !named(after), "{told}");
}

#[test]
fn an_open_offer_is_told_with_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 3 ore\n\
        given blue has 4 wood\nred rolls 1 2\nred offers 1 ore for 1 wood to blue\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:6", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,human,random", "--record"];
    let lines = "\ncounters 2 wood for 1 ore\n\nquit\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    let offers: Vec<&str> = told.lines().filter(|line| line.contains("offers 1 ore")).collect();
    insta::assert_snapshot!(offers.join("\n"), @"
    red offers 1 ore for 1 wood: blue has to answer
    red offers 1 ore for 1 wood: blue would take 1 ore for 2 wood
    ");
}

#[test]
fn two_people_do_not_see_each_others_cards() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 3 ore, 2 sheep, 2 grain\n\
        given blue has 4 wood\nred rolls 1 2\n";
    std::fs::write(&game, text).unwrap();
    let (place, branch) = (format!("{}:5", game.display()), folder.path().join("b.game"));
    let args = ["fork", &place, "--players", "human,human,random", "--record"];
    let lines = "\nbuys development\nends turn\n\nrolls\nquit\n";
    let told = out(&typed(&[&args[..], &[branch.to_str().unwrap()]].concat(), lines));
    let recorded = std::fs::read_to_string(branch).unwrap();
    let drawn = recorded.lines().find_map(|line| line.strip_prefix("  red draws ")).unwrap();
    let [before, red, blue] = &told.split(" has to decide: press Enter").collect::<Vec<_>>()[..]
    else {
        panic!("the terminal is handed over twice: {told}");
    };
    assert!(!before.contains("ore") && !before.contains(drawn), "{before}");
    assert!(red.contains("3 ore") && red.contains(&format!("red draws {drawn}")), "{red}");
    assert!(!red.contains("4 wood") && red.trim_end().ends_with("blue"), "{red}");
    assert!(blue.contains("4 wood") && blue.contains("red draws a card"), "{blue}");
    assert!(!blue.contains(&format!("draws {drawn}")) && !blue.contains("2 ore"), "{blue}");
}

#[test]
fn a_game_that_is_left_has_a_code_of_its_own_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for (name, lines) in
        [("a.game", ""), ("b.game", "quit\n"), ("c.game", "places settlement at C3.s\nq\n")]
    {
        let file = folder.path().join(name).display().to_string();
        let args = ["run", "catan", "--players", "human,random,random", "--record", &file];
        let game = typed(&args, lines);
        assert!(said(&game).starts_with("exit 3\nred left the table"), "{}", said(&game));
        let recorded = std::fs::read_to_string(&file).unwrap();
        assert!(recorded.ends_with("# the game is not over\nend of recording\n"), "{recorded}");
        let replayed = support::run_in(folder.path(), &["replay", "--strict", name]);
        assert!(out(&replayed).trim_end().ends_with("not over"), "{}", out(&replayed));
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_at_the_prompt_leaves_the_game() {
    use std::io::{BufRead, BufReader};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.game").display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .args(["run", "catan", "--players", "human,random,random", "--record", &file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // An answer to a line shows that the program reads its input.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"99999\n").unwrap();
    let mut shown = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(shown.any(|line| line.contains("expected a number")));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let recorded = std::fs::read_to_string(&file).unwrap();
    assert!(recorded.ends_with("# the game is not over\nend of recording\n"), "{recorded}");
}

#[test]
fn an_error_begins_on_a_line_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let rule = "//! Boom\n//! Fails on a roll.\n//! Rulings: H-1.\n\n\
        fn on_production_roll(me, roll) {\n    let none = [];\n    me.take(none[roll], 1);\n}\n";
    let (rule_file, both) = (folder.path().join("boom.rhai"), folder.path().join("both.txt"));
    std::fs::write(&rule_file, rule).unwrap();
    let game = folder.path().join("a.game");
    let text = "scenario catan\nplayers red, blue, white\ngiven red has 1 ore\nred rolls 1 2\n\
        red ends turn\n";
    std::fs::write(&game, text).unwrap();
    let file = std::fs::File::create(&both).unwrap();
    let place = format!("{}:5", game.display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .args(["fork", &place, "--players", "random,human,random", "--record", "/dev/null"])
        .args(["--force", "--with", rule_file.to_str().unwrap()])
        .stdin(Stdio::piped())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"rolls\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let told = std::fs::read_to_string(both).unwrap();
    assert!(told.contains("error: "), "{told}");
    assert!(
        told.lines().all(|line| !line.contains("error: ") || line.starts_with("error: ")),
        "{told}"
    );
}
