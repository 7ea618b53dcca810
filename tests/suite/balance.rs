//! `balance`: which groups of players win more than their share, and what is never used and why.

use std::fs;
use std::path::Path;

use roxmltree::Document;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{out, run_in};

/// Abilities that cost points and that nobody uses, each for another reason: name, price, guard.
const UNUSED: [(&str, &str, &str); 3] = [
    ("dear", "9 wood, 9 ore, 1 grain", "true"),
    ("shut", "1 wood", "false"),
    ("vain", "1 wood", "true"),
];

fn workspace() -> TempDir {
    let workspace = tempfile::tempdir().unwrap();
    for (name, price, usable) in UNUSED {
        let text = format!(
            "//! {name}\n//! An ability that costs a point.\n//! Rulings: H-1.\n\n\
             const ABILITY = \"{name} thing\";\n\n\
             fn price(me) {{ \"{price}\" }}\nfn usable(me) {{ {usable} }}\nfn act(me) {{ me.add_points(-1); }}\n"
        );
        fs::write(workspace.path().join(format!("{name}.rhai")), text).unwrap();
    }
    workspace
}

fn run(folder: &Path, words: &str) -> (i32, String, String) {
    let output = run_in(folder, &words.split(' ').collect::<Vec<_>>());
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code().unwrap(), out(&output), err)
}

fn report(folder: &Path, words: &str) -> Value {
    let (code, out, err) = run(folder, &format!("{words} --json"));
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn list<'a>(told: &'a Value, name: &str) -> &'a [Value] {
    told[name].as_array().unwrap()
}

#[test]
fn groups_are_those_of_the_games_of_sim() {
    let folder = workspace();
    let games = "catan_beginners --set goal=5 --games 12 --seed 5 --players greedy,random,greedy";
    let told = report(folder.path(), &format!("balance {games} --threads 2"));
    assert_eq!(told, report(folder.path(), &format!("balance {games} --threads 1")));
    assert_eq!((&told["games"], &told["rotations"]), (&36.into(), &3.into()));

    let kinds = ["greedy", "random", "greedy", "greedy", "random"];
    let sims: Vec<Value> = (0..3)
        .map(|first| games.replace("greedy,random,greedy", &kinds[first..first + 3].join(",")))
        .map(|games| report(folder.path(), &format!("sim {games}")))
        .collect();
    for (seat, group) in list(&told, "groups").iter().take(3).enumerate() {
        let players = || sims.iter().map(|sim| &sim["players"][seat]);
        assert_eq!(group["family"], "seat");
        assert_eq!(group["name"], players().next().unwrap()["name"]);
        let wins: u64 = players().map(|player| number(&player["wins"]["count"])).sum();
        assert_eq!((number(&group["wins"]), number(&group["players"])), (wins, 36));
    }
    for group in list(&told, "groups").iter().filter(|group| group["family"] == "card") {
        let used = sims.iter().flat_map(|sim| list(sim, "uses"));
        let used = used.filter(|it| it["sort"] == "card" && it["name"] == group["name"]);
        let [wins, of] = used.fold([0, 0], |[wins, of], it| {
            [wins + number(&it["wins"]["count"]), of + number(&it["wins"]["of"])]
        });
        assert_eq!([number(&group["wins"]), number(&group["players"])], [wins, of], "{group}");
    }
    for (at, usage) in list(&told, "uses").iter().enumerate() {
        let times: u64 = sims.iter().map(|sim| number(&list(sim, "uses")[at]["times"])).sum();
        assert_eq!(number(&usage["times"]), times, "{usage}");
    }
}

#[test]
fn a_chance_is_legal_or_too_expensive_or_neither() {
    let folder = workspace();
    let told = report(folder.path(), "balance newcatan --games 6 --players greedy,random,greedy");
    let all = number(&told["decisions"]);
    let mut chosen_rates = 0;
    for usage in list(&told, "uses") {
        let chance = &usage["chance"];
        if chance.is_null() {
            continue;
        }
        let [legal, unaffordable, chosen] =
            ["legal", "unaffordable", "chosen"].map(|name| number(&chance[name]));
        assert!(legal + unaffordable <= all && chosen <= legal, "{usage}");
        // These are used in no other way than by choosing them in one's turn.
        if usage["sort"] == "rate" || usage["sort"] == "ability" {
            assert_eq!(number(&usage["times"]), chosen, "{usage}");
            chosen_rates += chosen;
        }
        if usage["sort"] == "card" {
            assert_eq!(unaffordable, 0, "{usage}");
        }
    }
    assert!(chosen_rates > 100, "{chosen_rates}");
    // Any card that is bought in one's turn was legal; cards cost three of five resources.
    let deck = list(&told, "uses").iter().find(|it| it["sort"] == "deck").unwrap();
    assert!(number(&deck["chance"]["unaffordable"]) > all / 10, "{deck}");
}

#[test]
fn what_is_never_used_has_a_reason() {
    let folder = workspace();
    let rules = "--with dear.rhai --with shut.rhai --with vain.rhai";
    let game = format!("catan_beginners --set goal=5 {rules} --games 3");
    let words = format!("balance {game} --players greedy,greedy,greedy");
    let told = report(folder.path(), &words);
    let never = |name: &str| {
        let mut uses = list(&told, "uses").iter();
        uses.find(|it| it["name"] == name).unwrap_or_else(|| panic!("no {name}"))["never"].clone()
    };
    assert_eq!(never("house_rules/dear"), "not_affordable");
    assert_eq!(never("house_rules/shut"), "not_legal");
    assert_eq!(never("house_rules/vain"), "not_chosen");
    assert_eq!(never("road"), Value::Null);
    let (_, text, _) = run(folder.path(), &words);
    assert!(text.contains("These are associations, not effects"), "{text}");
    let never = text.split("never used").nth(1).unwrap();
    for (name, why) in [
        ("dear", "not affordable: only the price was in the way at "),
        ("shut", "not legal, at any price"),
        ("vain", "not chosen: legal at "),
    ] {
        let line = never.lines().find(|line| line.contains(&format!("house_rules/{name} ")));
        assert!(line.is_some_and(|line| line.contains(why)), "{never}");
    }
}

/// The line of a thing in a part of a result that begins with this heading.
fn line<'a>(text: &'a str, heading: &str, thing: &str) -> Option<&'a str> {
    let part = text.split(&format!("\n{heading}")).nth(1)?;
    part.lines().find(|line| line.starts_with(&format!("  {thing} ")))
}

#[test]
fn a_price_that_a_script_takes_is_not_judged() {
    let folder = workspace();
    let rule = "//! Toll\n//! An ability whose script takes its price.\n//! Rulings: H-1.\n\n\
                const ABILITY = \"pay toll\";\n\n\
                fn usable(me) { if me.hand.total < 90 { \"the toll is 90 cards\" } else { true } }\n\
                fn act(me) { me.add_points(1); }\n";
    fs::write(folder.path().join("toll.rhai"), rule).unwrap();
    let words = "balance catan_beginners --set goal=3 --with toll.rhai --with shut.rhai --games 2";
    let (code, text, err) = run(folder.path(), words);
    assert_eq!(code, 0, "{err}");
    let cells = |thing: &str| {
        let found = line(&text, "what a turn offers", thing).unwrap_or_else(|| panic!("{text}"));
        found.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let toll = cells("ability house_rules/toll");
    assert_eq!(toll[2..], ["0.00", "0.0", "%", "-", "100.0", "%", "-"]);
    assert_eq!(cells("ability house_rules/shut")[5..7], ["0.0", "%"]);
    let why = |thing| line(&text, "never used", thing).unwrap_or_else(|| panic!("{text}"));
    assert!(
        why("ability house_rules/toll").ends_with(" not legal; no price is declared"),
        "{text}"
    );
    assert!(why("ability house_rules/shut").ends_with(" not legal, at any price"), "{text}");
}

#[test]
fn what_the_table_shows_is_no_reason_to_call_a_thing_unused() {
    let folder = workspace();
    let (code, text, err) = run(folder.path(), "balance knights --set goal=4 --games 2");
    assert_eq!(code, 0, "{err}");
    // Its rule only moves the counter of the barbarians, which is drawn.
    assert_eq!(line(&text, "never used", "rule knights/approach"), None, "{text}");
    // Nobody has the cards of the original game, so their deck is not in play.
    assert_eq!(line(&text, "what a turn offers", "deck development"), None, "{text}");
    assert_eq!(line(&text, "never used", "deck development"), None, "{text}");
    // A card is listed once, not also as its rule.
    assert!(line(&text, "never used", "card alchemist").is_some(), "{text}");
    assert_eq!(line(&text, "never used", "rule knights/alchemist"), None, "{text}");
}

#[test]
fn what_acts_before_the_first_action_is_not_called_unused() {
    let folder = workspace();
    let rule = |name: &str, hook: &str| {
        let text = format!(
            "//! {name}\n//! A rule that gives a card.\n//! Rulings: H-1.\n\n\
             fn {hook}(me) {{ if game.turn < 1 {{ me.take(\"1 wood\"); }} }}\n"
        );
        fs::write(folder.path().join(format!("{name}.rhai")), text).unwrap();
    };
    rule("early", "on_game_start");
    rule("late", "on_turn_end");
    let words = "balance catan_beginners --set goal=3 --with early.rhai --with late.rhai --games 2";
    let (code, text, err) = run(folder.path(), words);
    assert_eq!((code, err.as_str()), (0, ""));
    let never = text.split("never used").nth(1).unwrap();
    assert!(never.contains("house_rules/late") && !never.contains("house_rules/early"), "{text}");
}

#[test]
fn a_map_names_the_hexes_and_what_is_fixed_there() {
    let folder = workspace();
    let texts = |scenario: &str| {
        let game = format!("{scenario} --set goal=3 --games 2 --html page.html");
        report(folder.path(), &format!("balance {game}"));
        let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
        let map = page.split("<title>Wins by places of first buildings").nth(1).unwrap();
        let map = map.split("</svg>").next().unwrap().to_owned();
        map.split("</text>").map(|it| it.rsplit('>').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let has = |texts: &[String], text: &str| texts.iter().any(|it| it == text);
    // The beginners' board is the same in all games; the other one is drawn anew.
    let fixed = texts("catan_beginners");
    for text in ["A1 ore", "C3 desert", "10"] {
        assert!(has(&fixed, text), "{text}: {fixed:?}");
    }
    let drawn = texts("catan");
    assert!(has(&drawn, "A1") && !has(&drawn, "10"), "{drawn:?}");
}

#[test]
fn a_page_has_intervals_and_a_map() {
    let folder = workspace();
    let game = "catan --set goal=4 --games 40 --players greedy,greedy,greedy";
    let told = report(folder.path(), &format!("balance {game} --html page.html"));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    let pictures = page.split("<svg").skip(1).map(|part| part.split("</svg>").next().unwrap());
    let pictures: Vec<String> = pictures.map(|part| format!("<svg{part}</svg>")).collect();
    let documents: Vec<Document> =
        pictures.iter().map(|picture| Document::parse(picture).unwrap()).collect();
    let titled = |title: &str| {
        let mut found = documents.iter().filter(|picture| {
            let title_of = picture.descendants().find(|it| it.has_tag_name("title")).unwrap();
            title_of.text().unwrap() == title
        });
        found.next().unwrap_or_else(|| panic!("no picture `{title}`"))
    };
    let circles =
        |picture: &Document| picture.descendants().filter(|it| it.has_tag_name("circle")).count();
    assert_eq!(circles(titled("Wins of seats")), 3);
    let places = titled("Wins by places of first buildings");
    assert_eq!(circles(places), list(&told, "places").len());
    assert!(page.contains("These are associations, not effects"), "{page}");
}

/// On a small screen, wide things are scrolled in boxes of their own.
#[test]
fn tables_and_pictures_do_not_widen_a_page() {
    let folder = workspace();
    report(folder.path(), "balance catan_beginners --set goal=4 --games 20 --html page.html");
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains(".wide { overflow-x: auto; }"), "{page}");
    for tag in ["<table", "<svg"] {
        let parts: Vec<&str> = page.split(tag).collect();
        assert!(parts.len() > 1);
        for before in &parts[..parts.len() - 1] {
            assert!(before.ends_with("<div class=\"wide\">"), "{before}");
        }
    }
}
