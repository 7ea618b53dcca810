//! Words that look at the table, each said once by a rule that takes what it learns in cards.

use newcatan::action::Choice;

use crate::desk::{Desk, ORE, Play, RED, WOOD, choose};
use crate::hooks::roll_for_red;

/// What red holds once the ability has done this; before, it holds 2 wood and 1 ore.
fn held_after(body: &str) -> String {
    let mut play = Desk::act(body).game();
    play.attempt().unwrap();
    play.hand(RED)
}

#[test]
fn a_place_tells_what_is_about_it() {
    let body = "let place = me.buildings.only.place;
    me.take(WOOD, place.neighbors.count);
    me.take(GRAIN, place.hexes.productive.count);
    if place.is_amidst(place.hexes) { me.take(SHEEP, 1); }
    if place.is_amidst(place.hexes.first(1)) { me.take(SHEEP, 5); }";
    assert_eq!(held_after(body), "5 wood, 1 sheep, 3 grain, 1 ore");
}

#[test]
fn a_player_tells_of_hand_and_trail() {
    let body = "me.take(BRICK, me.hand.kinds.count); me.take(SHEEP, me.longest_trail);";
    assert_eq!(held_after(body), "2 wood, 2 brick, 1 ore");
}

#[test]
fn a_marker_leaves_the_board() {
    let body = "if ROBBER.is_placed { ROBBER.leave(); }
    if !ROBBER.is_placed { me.take(SHEEP, 1); }";
    assert_eq!(held_after(body), "2 wood, 1 sheep, 1 ore");
}

#[test]
fn what_the_last_roll_produced_is_known() {
    let rule = "fn on_produced(me, hand) { if me.produced == hand { me.lose(hand); } }\n";
    let mut play = Desk::rule(rule).game_with(&[]);
    roll_for_red(&mut play);
    assert!(play.game.table().seat(RED).hand.is_empty(), "{}", play.hand(RED));
    assert!(!play.game.table().seat(RED).produced.is_empty());
}

#[test]
fn a_choice_that_may_be_declined_has_an_option_more() {
    let body = "let place = me.buildings.only.place;
    let hex = me.may_choose_hex(\"Where?\", place.hexes);
    me.take(me.may_choose_resource(\"Which?\", me.hand.kinds), 1);";
    let asked = |play: &Play| play.game.question().unwrap().options.clone();
    let mut play = Desk::act(body).game();
    play.attempt().unwrap();
    assert!(asked(&play).contains(&choose(Choice::No)));
    play.game.play(RED, choose(Choice::No)).unwrap();
    let kinds = [choose(Choice::Resource(WOOD)), choose(Choice::Resource(ORE))];
    assert!(kinds.iter().all(|kind| asked(&play).contains(kind)));
    play.game.play(RED, choose(Choice::No)).unwrap();
    assert_eq!(play.hand(RED), "2 wood, 1 ore");
}
