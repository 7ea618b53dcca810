//! Greedy players try out what changes the roll.

use newcatan::action::{Action, Choice};
use newcatan::board::{Intersection, Place};
use newcatan::change::Change;
use newcatan::game::{Game, Start};
use newcatan::resource::{Resource, Resources};
use newcatan::seat::{Decision, Greedy, Seat};
use newcatan::set::Id;

use crate::scripts::fixture::{Fixture, RED};

const GRAIN: Resource = Resource(2);

/// A card by which a player names both dice before the roll.
const NAMED: &str = "const COUNTERS = [\"one: game, turn\", \"other: game, turn\"];\n\
    fn usable(me) { !game.is_rolled }\n\
    fn act(me) {\n\
        game.add(\"one\", me.choose_number(\"One?\", 1, 6));\n\
        game.add(\"other\", me.choose_number(\"The other?\", 1, 6));\n}\n\
    fn on_rolled(me, roll) {\n\
        if game.counter(\"one\") > 0 { game.set_dice(game.counter(\"one\"), game.counter(\"other\")); }\n}\n";

/// A card that turns low rolls into a 9.
const RAISED: &str = "const COUNTER = \"raised: game, turn\";\n\
    fn usable(me) { !game.is_rolled }\n\
    fn act(me) { game.add(\"raised\", 1); }\n\
    fn on_rolled(me, roll) {\n\
        if game.counter(\"raised\") > 0 && roll < LIMIT { game.set_dice(4, 5); }\n}\n";

/// A game in which red has a settlement, 2 grain and this card, and is about to roll. Each 9 brings
/// the ore for a city.
fn game(card: &str, worth: i64) -> Game {
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[decks.fish]\n";
    let card = format!(
        "const DECK = \"fish\";\nconst COPIES = 2;\nconst BEFORE_ROLL = true;\n{card}\
         fn worth(me) {{ {worth} }}\n"
    );
    let nines = "fn on_production_roll(me, roll) { if roll == 9 { me.take(ORE, 3); } }\n";
    let fixture = Fixture::new(&[("pack.toml", pack), ("card.rhai", &card), ("nines.rhai", nines)]);
    let mut position = fixture.position();
    let rules = position.view().rules();
    let (kind, card) = (rules.kind_named("settlement").unwrap(), rules.card_named("card").unwrap());
    let deck = rules.card(card).deck;
    let place = Place::Intersection(Intersection::new(20));
    position.put(Change::Built { player: RED, kind, place }).unwrap();
    position.put(Change::Took(RED, Resources::of(GRAIN, 2))).unwrap();
    position.put(Change::Drew { player: RED, deck, card }).unwrap();
    position.begin(Start::Roll(RED)).unwrap()
}

/// The next decision of a greedy player.
fn decision(game: &Game) -> Action {
    let legal = game.legal_actions(RED).unwrap();
    match Greedy::new().choose(&game.player_view(Some(RED)), &legal).unwrap() {
        Decision::Act(action) => action,
        other => panic!("{other:?}"),
    }
}

fn is_played(card: &str, worth: i64) -> bool {
    matches!(decision(&game(card, worth)), Action::Play { .. })
}

#[test]
fn the_numbers_that_bring_a_city_are_named() {
    let mut game = game(NAMED, 15);
    let mut numbers = Vec::new();
    for _ in 0..4 {
        let action = decision(&game);
        if let Action::Choose(Choice::Number(number)) = action {
            numbers.push(number);
        }
        game.play(RED, action).unwrap();
        if action == Action::Roll {
            break;
        }
    }
    assert_eq!(numbers.iter().sum::<u8>(), 9, "{numbers:?}");
    let city = game.rules().kind_named("city").unwrap();
    let legal = game.legal_actions(RED).unwrap();
    assert!(legal.iter().any(|it| matches!(it, Action::Build { kind, .. } if *kind == city)));
}

#[test]
fn a_card_is_kept_if_its_gain_is_less_than_its_worth() {
    assert!(is_played(NAMED, 15));
    assert!(!is_played(NAMED, 900));
    assert!(!is_played(NAMED, 0), "its rule calls it worthless");
}

#[test]
fn a_card_that_changes_some_rolls_is_judged_by_their_mean() {
    let up_to = |limit: &str| RAISED.replace("LIMIT", limit);
    assert!(is_played(&up_to("9"), 50), "26 of 36 rolls become a 9");
    assert!(!is_played(&up_to("3"), 50), "one of 36 rolls does");
    assert!(!is_played(&up_to("2"), 1), "none does");
}

#[test]
fn a_card_that_changes_doubles_does_not_decide_the_dice() {
    let doubles = "game.die(1) == game.die(2)";
    let all = is_played(&RAISED.replace("roll < LIMIT", "true"), 50);
    assert!(all && !is_played(&RAISED.replace("roll < LIMIT", doubles), 50));
}

/// The gain is the same whether a question follows that has to be answered before the production.
#[test]
fn questions_after_the_roll_are_answered() {
    let asks = "me.opponents.first(1).only.choose_number(\"How many?\", 1, 2);";
    let card =
        NAMED.replace("fn on_rolled(me, roll) {", &format!("fn on_rolled(me, roll) {{ {asks}"));
    assert!(is_played(&card, 15));
}

/// The card rolls again, and turns the second roll into a 9.
#[test]
fn a_roll_that_is_repeated_tells_nothing() {
    let again = "const RANDOM = true;\nconst COUNTER = \"rolls: game, turn\";\n\
                 fn usable(me) { !game.is_rolled }\nfn act(me) { game.add(\"rolls\", 1); }\n\
                 fn on_rolled(me, roll) {\n\
                     let rolls = game.counter(\"rolls\");\n\
                     if rolls == 1 { game.add(\"rolls\", 1); game.roll_again(); }\n\
                     if rolls == 2 { game.set_dice(4, 5); }\n}\n";
    assert!(!is_played(again, 1));
}
