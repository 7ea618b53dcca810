//! `sweep`: a grid of settings, rules and players with the same seeds.

use std::fs;
use std::path::Path;

use roxmltree::Document;
use serde_json::Value;

use crate::support::{out, run_in, said};

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

fn report(folder: &Path, words: &str) -> Value {
    let words = format!("{words} --json");
    let output = run_in(folder, &words.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{}", said(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

fn close(number: &Value, other: f64) {
    let number = number.as_f64().unwrap();
    assert!((number - other).abs() < 1e-9, "{number} is not {other}");
}

#[test]
fn each_cell_is_the_games_of_sim() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bread.rhai"), BREAD).unwrap();
    let grid = "sweep catan_beginners --set goal=4,5 --with bread.rhai --games 6 --seed 3 \
                --players greedy,random,greedy --html page.html";
    let told = report(folder.path(), &format!("{grid} --threads 2"));
    assert_eq!(told, report(folder.path(), &format!("{grid} --threads 1")));
    let cells = told["cells"].as_array().unwrap();
    let values: Vec<Vec<&str>> = cells
        .iter()
        .map(|cell| cell["values"].as_array().unwrap().iter())
        .map(|values| values.take(2).map(|it| it.as_str().unwrap()).collect())
        .collect();
    assert_eq!(values, [["4", "-"], ["4", "bread.rhai"], ["5", "-"], ["5", "bread.rhai"]]);
    for (cell, values) in cells.iter().zip(&values) {
        let with = if values[1] == "-" { "" } else { " --with bread.rhai" };
        let rotations = ["greedy,random,greedy", "random,greedy,greedy", "greedy,greedy,random"];
        let sims = rotations.map(|players| {
            let goal = values[0];
            let game = format!("catan_beginners --set goal={goal}{with} --games 6 --seed 3");
            report(folder.path(), &format!("sim {game} --players {players}"))
        });
        let mean = |of: &dyn Fn(&Value) -> f64| sims.iter().map(of).sum::<f64>() / 3.0;
        close(&cell["turns"]["mean"], mean(&|sim| sim["turns"]["mean"].as_f64().unwrap()));
        let points = |sim: &Value| {
            let players = sim["players"].as_array().unwrap().iter();
            players.map(|it| it["points"].as_f64().unwrap()).sum::<f64>() / 3.0
        };
        close(&cell["average"]["mean"], mean(&points));
        assert_eq!((&cell["games"], &cell["seeds"]), (&18.into(), &6.into()));
        for seat in 0..3 {
            let wins = |sim: &Value| sim["players"][seat]["wins"]["count"].as_u64().unwrap();
            let wins: u64 = sims.iter().map(wins).sum();
            assert_eq!(cell["wins"][seat]["count"], wins);
        }
    }
    check_page(&fs::read_to_string(folder.path().join("page.html")).unwrap(), cells);
}

/// A page has a row of intervals for each cell, and a grid of all cells.
fn check_page(page: &str, cells: &[Value]) {
    let pictures = page.split("<svg").skip(1).map(|part| part.split("</svg>").next().unwrap());
    let pictures: Vec<String> = pictures.map(|part| format!("<svg{part}</svg>")).collect();
    let turns = |is_it: &dyn Fn(&Document) -> bool| {
        let documents = pictures.iter().map(|picture| Document::parse(picture).unwrap());
        let mut found = documents.filter(|picture| {
            let title = picture.descendants().find(|it| it.has_tag_name("title")).unwrap();
            title.text().unwrap() == "Turns of a game" && is_it(picture)
        });
        found.next().expect("a picture of turns")
    };
    let count = |picture: &Document, tag: &str| {
        picture.descendants().filter(|it| it.has_tag_name(tag)).count()
    };
    let intervals = turns(&|picture| count(picture, "circle") > 0);
    assert_eq!(count(&intervals, "circle"), cells.len());
    let grid = turns(&|picture| count(picture, "circle") == 0);
    let texts: Vec<String> = grid
        .descendants()
        .filter(|it| it.has_tag_name("text"))
        .filter_map(|it| it.text().map(str::to_owned))
        .collect();
    for cell in cells {
        let turns = format!("{:.2}", cell["turns"]["mean"].as_f64().unwrap());
        assert!(texts.contains(&turns), "{turns} in {texts:?}");
    }
}

#[test]
fn tables_of_different_sizes_share_the_columns() {
    let folder = tempfile::tempdir().unwrap();
    let words = "sweep catan_beginners --set goal=3 --games 2 --players greedy,greedy,greedy \
                 --players greedy,greedy,greedy,greedy";
    let output = run_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
    let text = out(&output);
    assert!(text.starts_with("catan_beginners: 2 cells, seeds 1 to 2, goal=3\n"), "{text}");
    let wins = text.split("wins, with 95 % intervals\n").nth(1).unwrap();
    // The names are long, so the columns are distributed over several tables.
    let tables: Vec<Vec<&str>> = wins.split("\n\n").map(|it| it.lines().collect()).collect();
    let titles: Vec<&str> = tables.iter().flat_map(|rows| rows[0].split_whitespace()).collect();
    assert_eq!(titles, ["white", "orange", "blue", "red", "undecided"]);
    let [_, with_red, _] = &tables[..] else { panic!("{wins}") };
    assert!(with_red[1].ends_with("  -") && !with_red[2].ends_with("  -"), "{wins}");
}

#[test]
fn tables_fit_on_a_small_terminal_and_break_no_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bread.rhai"), BREAD).unwrap();
    let words = "sweep catan_beginners --set goal=3,4 --with bread.rhai --games 2 \
                 --players greedy,greedy,greedy,greedy";
    let text = out(&run_in(folder.path(), &words.split(' ').collect::<Vec<_>>()));
    let cells = ["goal=3, with none", "goal=3, with bread.rhai", "goal=4, with none"];
    for line in text.lines().skip(1) {
        assert!(line.chars().count() <= 80, "{line}");
        if let Some(name) = line.trim_start().strip_prefix("goal=3, ") {
            assert!(
                name.starts_with("with none  ") || name.starts_with("with bread.rhai  "),
                "{line}"
            );
        }
    }
    for cell in cells {
        let rows = text.lines().filter(|line| line.starts_with(&format!("  {cell}  "))).count();
        assert!(rows >= 3, "{cell}: {text}");
    }
}

#[test]
fn a_cell_without_a_change_is_named_by_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let words = "sweep catan_beginners --set goal=3 --without catan/largest_army --games 3";
    let text = out(&run_in(folder.path(), &words.split(' ').collect::<Vec<_>>()));
    let wins = text.split("wins, with 95 % intervals\n").nth(1).unwrap();
    let rows: Vec<&str> = wins.lines().skip(1).collect();
    assert!(rows[0].starts_with("  all rules  "), "{text}");
    assert!(rows[1].starts_with("  without catan/largest_army  "), "{text}");
    // None of three games: from 0 to 56.1 %, by hand.
    assert!(wins.contains("0.0 % (0.0 to 56.1)"), "{text}");
    let mut ends = wins.split(['(', ')']).skip(1).step_by(2).flat_map(|it| it.split(" to "));
    assert!(ends.all(|end| end.contains('.')), "{text}");
}

#[test]
fn a_grid_needs_two_cells() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |words: &str| said(&run_in(folder.path(), &words.split(' ').collect::<Vec<_>>()));
    insta::assert_snapshot!(refused("sweep catan --set goal=8"), @"
    exit 1
    error: there is only one cell
     |
     = help: give a setting several values, such as `--set goal=8,10,12`, or add a rule by `--with my_rule.rhai`
    ");
    insta::assert_snapshot!(refused("sweep catan --set goal=8 --set goal=9"), @"
    exit 1
    error: the values of `goal` are given twice
     |
     = help: give all of them at once, such as `--set goal=1,2`
    ");
    insta::assert_snapshot!(refused("sweep catan --set goal=8,9,8"), @"
    exit 1
    error: the value `8` of `goal` is given twice
     |
     = help: leave one of them out
    ");
    insta::assert_snapshot!(refused("sweep catan --set goal="), @"
    exit 1
    error: a value of `goal` is missing
     |
     = help: give values between commas, such as `--set goal=1,2`
    ");
    let goals: Vec<String> = (3..=30).map(|goal| goal.to_string()).collect();
    let many = format!("--set goal={} --without monopoly --without discovery", goals.join(","));
    let players = ["greedy,greedy,greedy", "random,random,random", "greedy,greedy,random"];
    let players = players.map(|it| format!(" --players {it}")).concat();
    let more = " --with a.rhai --with b.rhai --with c.rhai";
    insta::assert_snapshot!(refused(&format!("sweep catan {many}{players}{more}")), @"
    exit 1
    error: there are 1008 cells, expected at most 1000
     |
     = help: leave some values or rules out
    ");
    insta::assert_snapshot!(refused("sweep catan --players greedy,gredy"), @"
    exit 2
    error: invalid value 'greedy,gredy' for '--players <SEATS>': expected `greedy`, `search` or `random`

    For more information, try '--help'.
    ");
}
