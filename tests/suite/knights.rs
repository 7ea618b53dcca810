//! Rulings of Cities & Knights that no game can show.

use newcatan::content::Request;

use crate::support;

/// The first message about a line after the first roll.
fn refused(line: &str) -> String {
    let text = format!(
        "scenario knights_beginners\nplayers red, blue, white\n\n\
         given red holds 1 mining\ngiven red has basic knight at C3.n\n\
         given red has 3 science level\ngiven red has city at C4.n\ngiven red has wall at C4.n.wall\n\
         given red has 2 ore\ngiven blue has 2 wood\n\nred rolls 1 1 ship\n{line}\n"
    );
    let wrong =
        support::play(&text, "a.game", &support::shipped()).err().expect("a refusal").to_string();
    wrong.lines().next().unwrap_or_default().to_owned()
}

// covers: K-27
#[test]
fn only_cards_of_the_hand_are_offered() {
    let offered = ["1 mining", "1 basic knight", "1 wall", "1 science level", "1 point"];
    let told = offered.map(|thing| refused(&format!("red offers {thing} for 1 wood")));
    insta::assert_debug_snapshot!(told, @r#"
    [
        "error: no resource is called `mining`",
        "error: no resource is called `basic knight`",
        "error: no resource is called `wall`",
        "error: no resource is called `science level`",
        "error: no resource is called `point`",
    ]
    "#);
}

// covers: K-33
#[test]
fn levels_are_numbers_without_names() {
    let named = refused("expect red has 1 aqueduct");
    insta::assert_snapshot!(named, @"error: no resource is called `aqueduct`");
    let rules = support::load(&Request::scenario("knights")).unwrap().0;
    let levels = rules.goods.iter().filter(|good| good.family == "level");
    let counts: Vec<(&str, u8)> = levels.map(|good| (good.name.as_str(), good.count / 4)).collect();
    assert_eq!(counts, [("science level", 5), ("trade level", 5), ("politics level", 5)]);
}

// covers: K-130
#[test]
fn desolation_has_no_knights() {
    let request = Request { with: vec!["knights".into()], ..Request::scenario("desolation") };
    let wrong = support::load(&request).err().expect("a conflict").to_string();
    insta::assert_snapshot!(wrong, @r#"
    error: `knights` cannot be played with `desolation`
      --> rules/knights/pack.toml:10:14
       |
    10 | conflicts = ["desolation"]
       |              ^^^^^^^^^^^^
    "#);
}
