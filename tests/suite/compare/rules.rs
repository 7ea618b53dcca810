//! Comparisons of two rule sets.

use std::fs;
use std::path::Path;

use roxmltree::Document;
use serde_json::Value;
use tempfile::TempDir;

use super::{report, run};
use crate::support::{run_in, said};

/// A rule that does something in almost every game.
const BREAD: &str = "//! Bread and salt
//! A player who begins a turn without a card takes any one.
//! Rulings: H-1.

fn on_turn(me) {
    if me.hand.is_empty {
        me.take(\"1 any\");
    }
}
";

/// A rule that draws a number and ignores it.
const IDLE: &str = "//! Idle
//! Draws a number at the beginning of each turn, and ignores it.
//! Rulings: H-2.

const RANDOM = true;

fn on_turn(me) {
    game.random(6);
}
";

/// A rule that makes the second of four players win about 28 % of the games instead of 25 %.
const EDGE: &str = "//! Edge
//! The second player sometimes takes a card.
//! Rulings: H-3.

const RANDOM = true;

fn on_turn(me) {
    if game.turn % 4 == 2 && game.random(100) < 4 {
        me.take(\"1 any\");
    }
}
";

/// A rule that fails in some games.
const FAULTY: &str = "//! Faulty
//! Fails on a 12 once the roller has a city.
//! Rulings: H-4.

fn on_production_roll(me, roll) {
    if roll == 12 && me.on_board(CITY) > 0 {
        [1][roll];
    }
}
";

/// A folder with the rules above.
fn workspace() -> TempDir {
    let workspace = tempfile::tempdir().unwrap();
    for (name, text) in [("bread", BREAD), ("idle", IDLE), ("edge", EDGE), ("faulty", FAULTY)] {
        fs::write(workspace.path().join(format!("{name}.rhai")), text).unwrap();
    }
    workspace
}

/// The summary of `sim`.
fn sim(folder: &Path, words: &str) -> Value {
    let (code, out, err) = run(folder, &format!("sim {words} --json"));
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

/// The measure with this name.
fn measure<'a>(told: &'a Value, name: &str) -> &'a Value {
    let mut all = told["measures"].as_array().unwrap().iter();
    all.find(|measure| measure["name"] == name).unwrap_or_else(|| panic!("no {name} in {told}"))
}

fn close(number: &Value, other: f64) {
    let number = number.as_f64().unwrap();
    assert!((number - other).abs() < 1e-9, "{number} is not {other}");
}

/// The names of the measures with this finding.
fn found(told: &Value, finding: &str) -> Vec<String> {
    let all = told["measures"].as_array().unwrap().iter();
    let found = all.filter(|measure| measure["finding"] == finding);
    found.map(|measure| measure["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn both_sides_are_the_games_of_sim() {
    let folder = workspace();
    let game = "--games 12 --seed 5 --players greedy,random,greedy";
    let base = "catan_beginners --set goal=5";
    let told = report(
        folder.path(),
        &format!("catan_beginners --both-set goal=5 --with bread.rhai {game} --threads 2"),
    );
    let alone = report(
        folder.path(),
        &format!("catan_beginners --both-set goal=5 --with bread.rhai {game} --threads 1"),
    );
    assert_eq!(told, alone);
    assert_eq!((&told["pairs"], &told["rotations"]), (&12.into(), &3.into()));
    assert_eq!(told["sides"][0], "catan_beginners, set goal=5");
    assert_eq!(told["sides"][1], "catan_beginners, with bread.rhai, set goal=5");
    assert_eq!(told["only"][0]["name"], "house_rules/bread");
    // The average over the rotations of each seed.
    let kinds = ["greedy", "random", "greedy", "greedy", "random"];
    for (side, rules) in [base.to_owned(), format!("{base} --with bread.rhai")].iter().enumerate() {
        let sims: Vec<Value> = (0..3)
            .map(|first| kinds[first..first + 3].join(","))
            .map(|kinds| format!("{rules} --games 12 --seed 5 --players {kinds}"))
            .map(|words| sim(folder.path(), &words))
            .collect();
        let mean = |of: &dyn Fn(&Value) -> f64| sims.iter().map(of).sum::<f64>() / 3.0;
        let turns = mean(&|sim| sim["turns"]["mean"].as_f64().unwrap());
        close(&measure(&told, "turns")["means"][side], turns);
        let wins = mean(&|sim| sim["players"][1]["wins"]["count"].as_f64().unwrap() / 12.0);
        let name = sims[0]["players"][1]["name"].as_str().unwrap();
        close(&measure(&told, &format!("wins of {name}"))["means"][side], wins);
        let points = |sim: &Value| -> f64 {
            let all = sim["players"].as_array().unwrap().iter();
            all.map(|player| player["points"].as_f64().unwrap()).sum()
        };
        close(&measure(&told, "points of an average player")["means"][side], mean(&points) / 3.0);
        for (category, name) in [("piece", "road"), ("deck", "development")] {
            let uses = mean(&|sim| {
                let all = sim["uses"].as_array().unwrap();
                let mut found =
                    all.iter().filter(|it| it["sort"] == category && it["name"] == name);
                found.next().unwrap()["per_game"].as_f64().unwrap()
            });
            close(&measure(&told, &format!("{category} {name}"))["means"][side], uses);
        }
    }
    let turns = measure(&told, "turns");
    let [first, second] = [0, 1].map(|side| turns["means"][side].as_f64().unwrap());
    close(&turns["difference"], second - first);
}

#[test]
fn an_idle_rule_changes_no_game() {
    let folder = workspace();
    let game = "catan --with idle.rhai --games 12 --players random,random,random";
    let told = report(folder.path(), game);
    assert_eq!(found(&told, "equal").len(), told["measures"].as_array().unwrap().len());
    assert_eq!((&told["critical"], &told["detect"]["pairs"]), (&Value::Null, &Value::Null));
    let (_, text, _) = run(folder.path(), &format!("compare {game}"));
    assert!(text.contains("\nthe games of every pair are equal in all measures\n"), "{text}");
}

#[test]
fn a_lower_goal_shortens_games_and_other_seeds_do_not() {
    let folder = workspace();
    let game = "catan_beginners --both-set goal=6 --games 24 --players greedy,greedy,greedy";
    let told = report(folder.path(), &format!("{game} --set goal=4"));
    let shorter = measure(&told, "turns");
    assert_eq!(shorter["finding"], "differs");
    assert!(shorter["interval"][1].as_f64().unwrap() < 0.0, "{shorter}");
    let critical = told["critical"].as_f64().unwrap();
    let half = critical * shorter["deviation"].as_f64().unwrap() / 24_f64.sqrt();
    close(&shorter["interval"][0], shorter["difference"].as_f64().unwrap() - half);
    let wins = (0..3).map(|seat| told["measures"][seat]["deviation"].as_f64().unwrap());
    let pairs = ((critical + 1.644_854) * wins.fold(0.0, f64::max) / 0.03).powi(2).ceil();
    close(&told["detect"]["pairs"], pairs);

    let told = report(folder.path(), &format!("{game} --different-seeds"));
    assert_eq!(found(&told, "differs"), [""; 0]);
    assert_eq!((&told["seeds"][0], &told["seeds"][1]), (&1.into(), &25.into()));
    let second = sim(
        folder.path(),
        "catan_beginners --set goal=6 --games 24 --players greedy,greedy,greedy --seed 25",
    );
    close(&measure(&told, "turns")["means"][1], second["turns"]["mean"].as_f64().unwrap());
}

#[test]
fn pairs_are_played_until_an_interval_is_narrow() {
    let folder = workspace();
    let game = "catan_beginners --both-set goal=4 --set goal=5 --games 150 --players \
                random,random,random";
    let told = report(folder.path(), &format!("{game} --until turns:1000"));
    assert_eq!((&told["pairs"], &told["wanted"]), (&100.into(), &150.into()));
    assert_eq!((&told["end"], &told["until"]["is_reached"]), (&"enough".into(), &true.into()));
    let half = told["until"]["half"].as_f64().unwrap();
    assert!(half > 0.0 && half <= told["until"]["width"].as_f64().unwrap(), "{told}");
    let far = game.replace("--games 150", "--games 20");
    let (_, told, _) = run(folder.path(), &format!("compare {far} --until turns:0.001"));
    let line = told.lines().nth(3).unwrap();
    let not = "`--until turns:0.001` is not reached after 20 pairs: half of the interval is ";
    assert!(line.starts_with(not), "{told}");
    // Games that nobody wins are too rare to be tested, so no width is reached.
    let rare = far.replace("--games 20", "--games 110");
    let (_, told, _) = run(folder.path(), &format!("compare {rare} --until undecided:0.01"));
    assert_eq!(
        told.lines().nth(3),
        Some(
            "`--until undecided:0.01` is not reached after 110 pairs: too rare to tell, since \
             fewer than 10 pairs differ"
        )
    );
    let wrong = format!("compare {game} --until lengths:1");
    let wrong = said(&run_in(folder.path(), &wrong.split_whitespace().collect::<Vec<_>>()));
    assert!(wrong.contains("there is no measure `lengths`"), "{wrong}");
    assert!(wrong.contains("points of the best player, "), "{wrong}");
}

#[test]
fn a_failing_rule_ends_a_comparison_with_what_is_there() {
    let folder = workspace();
    let game = "compare catan --with faulty.rhai --games 12 --players greedy,greedy,greedy";
    let (code, out, err) = run(folder.path(), &format!("{game} --json"));
    assert_eq!(code, 1, "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    let pairs = told["pairs"].as_u64().unwrap();
    assert!(pairs < 12, "{pairs}");
    assert!(err.contains("faulty.rhai:7"), "{err}");
    let seed = 1 + pairs;
    assert!(err.contains(&format!("in a game of the second side with seed {seed}\n")), "{err}");
    // The command that the message names fails at the same place.
    let command =
        format!("run catan --with faulty.rhai --players greedy,greedy,greedy --seed {seed}");
    assert!(err.contains(&format!("`newcatan {command}` repeats this game")), "{err}");
    let (code, _, err) = run(folder.path(), &command);
    assert!(code == 1 && err.contains("faulty.rhai:7"), "{err}");
    let (code, out, err) = run(folder.path(), &format!("{game} --on-rule-error skip"));
    assert_eq!((code, err.as_str()), (0, ""));
    let title = "\nrules that failed and were left out on the second side\n";
    assert!(out.contains(title), "{out}");
}

#[test]
fn a_page_has_all_plots_and_needs_nothing_else() {
    let folder = workspace();
    let game =
        "catan_beginners --both-set goal=6 --players greedy,random,random --games 24 --seed 20";
    let told = report(folder.path(), &format!("{game} --set goal=4 --html page.html"));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let pictures: Vec<String> = page
        .split("<svg")
        .skip(1)
        .map(|part| format!("<svg{}</svg>", part.split("</svg>").next().unwrap()))
        .collect();
    let documents: Vec<Document> =
        pictures.iter().map(|picture| Document::parse(picture).unwrap()).collect();
    let titles: Vec<&str> = documents
        .iter()
        .map(|picture| picture.descendants().find(|it| it.has_tag_name("title")).unwrap())
        .map(|title| title.text().unwrap())
        .collect();
    for title in ["Endings of games", "All other measures", "Turns of a game", "Points of a player"]
    {
        assert!(titles.contains(&title), "{titles:?}");
    }
    let maps = titles.iter().filter(|title| title.starts_with("Buildings: ")).count();
    assert_eq!(maps, 3, "{titles:?}");
    assert!(titles.contains(&"difference of turns"), "{titles:?}");
    // Each tested measure has its interval: filled where 0 is outside.
    let number = titles.iter().position(|title| *title == "All other measures").unwrap();
    let circles = documents[number].descendants().filter(|it| it.has_tag_name("circle"));
    let tested = told["measures"].as_array().unwrap().iter().filter(|measure| {
        let mean = measure["means"][0].as_f64().unwrap();
        measure["group"] != "ending"
            && !measure["interval"].is_null()
            && (measure["difference"].as_f64().unwrap() / mean).abs() <= 0.5
    });
    assert_eq!(circles.count(), tested.count());
    for outside in ["<script", "http://", "https://", "src=", "href="] {
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(outside), "{outside}");
    }
}

#[test]
fn a_page_with_a_single_picture_of_intervals_does_not_speak_of_others() {
    let folder = workspace();
    let game = "catan_beginners --both-set goal=4 --set goal=6 --games 12 --players \
                random,random,random";
    let told = report(folder.path(), &format!("{game} --html page.html"));
    let tested = told["measures"].as_array().unwrap().iter().filter(|it| !it["interval"].is_null());
    let groups: Vec<&Value> = tested.map(|measure| &measure["group"]).collect();
    assert!(!groups.is_empty() && groups.iter().all(|group| **group != "ending"), "{told}");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("All measures. A filled circle"), "{page}");
    assert!(!page.contains("All other measures"), "{page}");
}

#[test]
fn wrong_arguments_of_a_comparison_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &str| said(&run_in(folder.path(), &words.split(' ').collect::<Vec<_>>()));
    insta::assert_snapshot!(refused("compare catan"), @"
    exit 1
    error: both sides have the same rules
     |
     = help: change the second side, such as by `--with my_rule.rhai`
    ");
    insta::assert_snapshot!(refused("compare catan --against catan --both-set goal=8"), @"
    exit 1
    error: both sides have the same rules
     |
     = help: change the second side, such as by `--with my_rule.rhai`
    ");
    // A setting that is given the value that it has anyway.
    insta::assert_snapshot!(refused("compare catan --set goal=10"), @"
    exit 1
    error: both sides have the same rules
     |
     = help: `catan, set goal=10` changes nothing: give another value or rule
    ");
    insta::assert_snapshot!(refused("compare catan --set goal=8 --set goal=9"), @"
    exit 1
    error: the values of `goal` are given twice
     |
     = help: leave one of them out
    ");
    insta::assert_snapshot!(refused("compare catan --with a.rhai --with a.rhai"), @"
    exit 1
    error: `--with a.rhai` is given twice
     |
     = help: leave one of them out
    ");
    insta::assert_snapshot!(refused("compare catan --set goal=8 --until 0.01"), @"
    exit 2
    error: invalid value '0.01' for '--until <WIDTH>': expected a share in per cent, such as `1%`, found `0.01`

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused("compare catan --set goal=8 --until 0%"), @"
    exit 2
    error: invalid value '0%' for '--until <WIDTH>': expected a share such as `1%`, or a measure such as `turns:0.5`, found `0%`

    For more information, try '--help'.
    ");
    insta::assert_snapshot!(refused("compare catan --seats greedy,random --players random"), @"
    exit 2
    error: the argument '--seats <SEAT>' cannot be used with '--players <SEAT>'

    Usage: newcatan compare --seats <SEAT> <SCENARIO>

    For more information, try '--help'.
    ");
}

#[cfg(feature = "calibration")]
/// The number of comparisons that report any difference, and the seeds of these.
fn reported(folder: &Path, words: &str, seeds: impl Iterator<Item = u64>) -> Vec<u64> {
    let differs = |seed: &u64| {
        let told = report(folder, &format!("{words} --seed {seed}"));
        !found(&told, "differs").is_empty()
    };
    seeds.filter(differs).collect()
}

#[cfg(feature = "calibration")]
#[test]
fn a_scenario_does_not_differ_from_itself() {
    let folder = workspace();
    let seeds = || (0..200).map(|comparison| 1 + 1000 * comparison);
    let other = reported(folder.path(), "catan --different-seeds --games 30", seeds());
    assert!(other.len() <= 18, "{other:?}");
    let idle = reported(folder.path(), "catan --with idle.rhai --games 10", seeds());
    assert!(idle.len() <= 18, "{idle:?}");
}

#[cfg(feature = "calibration")]
#[test]
fn an_advantage_of_three_points_is_found_with_the_proposed_number_of_pairs() {
    let folder = workspace();
    let pilot = report(folder.path(), "catan --with edge.rhai --games 300 --seed 900001");
    let pairs = pilot["detect"]["pairs"].as_u64().unwrap();
    let finds = |run: &u64| {
        let seed = 1 + run * pairs;
        let told =
            report(folder.path(), &format!("catan --with edge.rhai --games {pairs} --seed {seed}"));
        let blue = measure(&told, "wins of blue");
        blue["finding"] == "differs" && blue["difference"].as_f64().unwrap() > 0.0
    };
    let hits = (0..40).filter(finds).count();
    assert!(hits >= 36, "{hits} of 40 with {pairs} pairs");
}
