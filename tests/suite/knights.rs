//! Rulings of Cities & Knights that no game can show.

use newcatan::action::Action;
use newcatan::content::Request;
use newcatan::rules::PlacementRound;
use newcatan::transcript::Recorder;

use crate::scripts::fixture::Fixture;
use crate::support::{self, BLUE, RED, WHITE};

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

/// What red, blue and white see of the last line of a game: its first change with this word.
fn seen(lines: &str, word: &str) -> [String; 3] {
    let text = format!("scenario knights_beginners\nplayers red, blue, white\n\n{lines}\n");
    let game = support::play(&text, "a.game", &support::shipped()).unwrap().game;
    let changes = game.caused_changes();
    [RED, BLUE, WHITE].map(|viewer| {
        let mut recorder = Recorder::new(Vec::new(), Some(viewer));
        recorder.action(&game, RED, &Action::Roll, &changes).unwrap();
        let text = String::from_utf8(recorder.finish(&game).unwrap()).unwrap();
        let mut changes = text.lines().filter_map(|line| line.strip_prefix("  "));
        changes.find(|change| change.contains(word)).unwrap_or_default().to_owned()
    })
}

// covers: K-88
#[test]
fn two_players_see_what_passes_unseen_between_them() {
    let to_two = |known: &str, hidden: &str| [known, known, hidden].map(String::from);
    let spy = "given blue holds 1 mining\ngiven red holds 1 spy\n\nred rolls 1 1 trade gate\n\
               red plays spy\nred chooses mining\nred chooses science";
    let given = to_two("blue gives mining to red", "blue gives a card to red");
    assert_eq!(seen(spy, "gives"), given);
    let taken = to_two("red takes 1 ore from blue", "red takes 1 card from blue");
    for card in ["master merchant", "wedding"] {
        let lines = format!(
            "given blue has city at E2.n\ngiven blue has 1 ore\ngiven red holds 1 {card}\n\n\
             red rolls 1 1 trade gate\nred plays {card}"
        );
        assert_eq!(seen(&lines, "takes"), taken, "{card}");
    }
    let harbor = "given red has 1 wood\ngiven blue has 1 cloth, 1 coin\n\
                  given red holds 1 commercial harbor\n\nred rolls 1 1 trade gate\n\
                  red plays commercial harbor\nred uses harbor offer";
    let offered = to_two("blue takes 1 wood from red", "blue takes 1 card from red");
    assert_eq!(seen(harbor, "takes"), offered);
    let answered = to_two("red takes 1 coin from blue", "red takes 1 card from blue");
    assert_eq!(seen(&format!("{harbor}\nblue chooses coin"), "takes"), answered);
}

// covers: K-88
#[test]
fn everybody_sees_what_a_saboteur_a_deserter_and_a_monopoly_move() {
    let saboteur = "given blue has city at E2.n\ngiven blue has 2 ore\ngiven red holds 1 saboteur\n\n\
                    red rolls 1 1 trade gate\nred plays saboteur";
    let deserter = "given red has settlement at C3.n\ngiven blue has active mighty knight at E2.n\n\
                    given red holds 1 deserter\n\nred rolls 1 1 trade gate\nred plays deserter";
    let resources = "given blue has 3 ore\ngiven red holds 1 resource monopoly\n\n\
                     red rolls 1 1 trade gate\nred plays resource monopoly\nred chooses ore";
    let commodities = "given blue has 3 coin\ngiven red holds 1 trade monopoly\n\n\
                       red rolls 1 1 trade gate\nred plays trade monopoly\nred chooses coin";
    for (lines, moved) in [
        (saboteur, "blue pays 1 ore"),
        (deserter, "mighty knight of blue at D2.se is removed"),
        (resources, "blue gives 2 ore to red"),
        (commodities, "blue gives 1 coin to red"),
    ] {
        assert_eq!(seen(lines, moved), [moved; 3]);
    }
}

// covers: K-80, K-84
#[test]
fn only_its_player_sees_a_progress_card_that_comes_or_goes() {
    let drawn = "given blue has 1 science level\n\nred rolls 1 1 science gate drawing crane";
    let hidden = "blue draws a card";
    assert_eq!(seen(drawn, "draws"), [hidden, "blue draws crane", hidden]);
    let fifth = "given blue has 1 science level\ngiven blue holds 2 wedding, 2 warlord\n\n\
                 red rolls 1 1 science gate drawing crane\nblue chooses crane";
    let hidden = "blue puts a card under the deck";
    assert_eq!(seen(fifth, "puts"), [hidden, "blue puts crane under the deck", hidden]);
}

// covers: K-129
#[test]
fn the_city_is_placed_in_the_last_round() {
    let placed = |rounds: &str| {
        let fixture = Fixture::new(&[]).request(|_, request| request.scenario = "knights".into());
        let head = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[placement]\n";
        fixture.write("house/pack.toml", &format!("{head}rounds = {rounds}\n"));
        let rules = fixture.load().unwrap().0;
        let first = |round: &PlacementRound| {
            let kinds = round.placed[0].iter().map(|kind| rules.kind(kind).name.as_str());
            format!("{} {}", kinds.collect::<Vec<_>>().concat(), round.yields)
        };
        rules.placement.iter().map(first).collect::<Vec<_>>().join(", ")
    };
    let three = "[{ order = \"forward\" }, { order = \"backward\" }, \
                 { order = \"forward\", yields = true }]";
    assert_eq!(placed(three), "settlement 0, settlement 0, city 1");
    assert_eq!(placed("[\"backward\"]"), "city 1");
    let own = "[\"forward\", { order = \"backward\", placed = [\"settlement\", \"route\"] }]";
    assert_eq!(placed(own), "settlement 0, settlement 0");
}

#[test]
fn cloth_is_either_goods_or_a_commodity() {
    let fixture = Fixture::new(&[]).request(|_, request| request.scenario = "knights".into());
    fixture.write(
        "house/pack.toml",
        "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[goods.cloth]\ncount = 50\n",
    );
    insta::assert_snapshot!(fixture.wrong(), @r"
    error: `cloth` is the name of goods and of a resource
     --> house/pack.toml:5:8
      |
    5 | [goods.cloth]
      |        ^^^^^
      |
      = help: the resource is declared in rules/knights/pack.toml:14: rename one of them
    ");
}
