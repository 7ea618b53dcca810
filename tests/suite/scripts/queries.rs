//! Functions that query the table, each called once by a rule that takes the result in cards.

use newcatan::action::{Action, Choice};
use newcatan::change::Change;
use newcatan::game::Start;
use newcatan::table::Player;

use crate::scripts::fixture::{BLUE, Fixture, ORE, Play, RED, WOOD, choose};
use crate::scripts::hooks::roll_for_red;

/// The cards that red has after the ability ran with this body; before, red has 2 wood and 1 ore.
fn held_after(body: &str) -> String {
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    play.hand(RED)
}

/// The cards that red has after the ability ran with this body on a board with only these pieces.
fn held_after_placing(scenario: &str, pieces: &[(Player, &str, &str)], body: &str) -> String {
    let fixture = Fixture::act(body).request(|_, request| request.scenario = scenario.into());
    let mut position = fixture.position();
    let rules = position.view().rules().clone();
    for &(player, kind, place) in pieces {
        let kind = rules.kind_named(kind).unwrap();
        let place = rules.board.place(place).unwrap();
        position.put(Change::Built { player, kind, place }).unwrap();
    }
    let game = position.begin(Start::Act(RED)).unwrap();
    let mut play = Play { game, fixture };
    // The last ability is that of the fixture.
    let uses = |action: &Action| matches!(action, Action::Use { .. });
    let last = play.game.legal_actions(RED).unwrap().into_iter().rfind(uses).unwrap();
    play.game.play(RED, last).unwrap();
    play.hand(RED)
}

#[test]
fn a_place_tells_what_is_about_it() {
    let body = "let place = me.buildings.only.place;
    me.take(WOOD, place.neighbors.count);
    me.take(GRAIN, place.hexes.productive.count);
    me.take(BRICK, me.places(ROAD).first(1).only.neighbors.count);
    if place.is_surrounded_by(place.hexes) { me.take(SHEEP, 1); }
    if place.is_surrounded_by(place.hexes.first(1)) { me.take(SHEEP, 5); }";
    assert_eq!(held_after(body), "5 wood, 1 sheep, 3 grain, 4 brick, 1 ore");
}

#[test]
fn hexes_intersections_and_borders_know_what_is_next_to_them() {
    let body = "let place = me.buildings.only.place;
    me.take(WOOD, place.intersections.count);
    me.take(BRICK, place.borders.count);
    let border = place.borders.first(1);
    me.take(SHEEP, border.only.intersections.count);
    me.take(GRAIN, border.borders.count);
    let hex = place.hexes.first(1).only;
    me.take(ORE, hex.intersections.count);
    if hex.intersections.contains(place) { me.take(ORE, 1); }";
    assert_eq!(held_after(body), "5 wood, 2 sheep, 4 grain, 3 brick, 8 ore");
    // Sets have the places next to any member; a hex is not next to itself.
    let body = "let hexes = me.buildings.only.place.hexes;
    me.take(WOOD, hexes.intersections.count);
    me.take(BRICK, hexes.borders.count);
    let hex = hexes.first(1).only;
    me.take(SHEEP, (hex.hexes & hexes).count);
    if !hex.hexes.contains(hex) { me.take(GRAIN, 1); }
    me.take(ORE, game.hexes.intersections.count - 50);";
    assert_eq!(held_after(body), "15 wood, 2 sheep, 1 grain, 15 brick, 5 ore");
}

#[test]
fn a_player_tells_of_hand_and_trail() {
    let body = "me.take(BRICK, me.hand.kinds.count); me.take(SHEEP, me.longest_trail);";
    assert_eq!(held_after(body), "2 wood, 2 brick, 1 ore");
}

#[test]
fn a_marker_leaves_the_board() {
    let body = "if ROBBER.is_placed { ROBBER.remove(); }
    if !ROBBER.is_placed { me.take(SHEEP, 1); }";
    assert_eq!(held_after(body), "2 wood, 1 sheep, 1 ore");
}

#[test]
fn what_the_last_roll_produced_is_known() {
    let rule = "fn on_produced(me, hand) { if me.produced == hand { me.lose(hand); } }\n";
    let mut play = Fixture::rule(rule).game_with(&[]);
    roll_for_red(&mut play);
    assert!(play.game.table().seat(RED).hand().is_empty(), "{}", play.hand(RED));
    assert!(!play.game.table().seat(RED).produced().is_empty());
}

#[test]
fn a_choice_that_may_be_declined_has_an_option_more() {
    let body = "let place = me.buildings.only.place;
    let hex = me.may_choose_hex(\"Where?\", place.hexes);
    me.take(me.may_choose_resource(\"Which?\", me.hand.kinds), 1);
    if me.may_choose_place(\"Where?\", place) == NONE && me.may_choose_piece(\"Which?\", me.pieces) == place { me.take(ORE, 1); }";
    let asked = |play: &Play| play.game.question().unwrap().options.clone();
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    assert!(asked(&play).contains(&choose(Choice::No)));
    play.game.play(RED, choose(Choice::No)).unwrap();
    let kinds = [choose(Choice::Resource(WOOD)), choose(Choice::Resource(ORE))];
    assert!(kinds.iter().all(|kind| asked(&play).contains(kind)));
    play.game.play(RED, choose(Choice::No)).unwrap();
    let piece = asked(&play)[0];
    assert_eq!(asked(&play), [piece, choose(Choice::No)]);
    play.game.play(RED, choose(Choice::No)).unwrap();
    assert_eq!(asked(&play), [piece, choose(Choice::No)]);
    play.game.play(RED, piece).unwrap();
    assert_eq!(play.hand(RED), "2 wood, 2 ore");
}

// covers: N-13a, A-23
#[test]
fn a_free_settlement_closes_the_end_of_a_road() {
    let open_ends = |pieces: &[(&str, &str)]| {
        let pieces: Vec<_> = pieces.iter().map(|&(kind, place)| (RED, kind, place)).collect();
        let body = "me.take(SHEEP, me.pieces.of(ROAD).open_ended.count);";
        held_after_placing("newcatan", &pieces, body)
    };
    let road = [("settlement", "D4.n"), ("road", "D4-ne")];
    assert_eq!(open_ends(&road), "1 sheep");
    assert_eq!(open_ends(&[road[0], road[1], ("settlement", "D4.ne")]), "nothing");
    assert_eq!(open_ends(&[road[0], road[1], ("free settlement", "D4.ne")]), "nothing");
    // The middle of a gap is an ordinary end of a border.
    let half = [("free settlement", "B2.n"), ("road", "B2-nw.n")];
    assert_eq!(open_ends(&half), "1 sheep");
    assert_eq!(open_ends(&[half[0], half[1], ("road", "B2-nw.nw")]), "1 sheep");
}

#[test]
fn a_network_ends_at_opponents_buildings_and_at_routes_of_another_kind() {
    let joined = |of: &str, pieces: &[(Player, &str, &str)]| {
        let body = format!("let of = {of}; me.take(SHEEP, of.network.count);");
        held_after_placing("desolation", pieces, &body)
    };
    let first = "me.buildings.first(1).only";
    let pieces = [
        (RED, "settlement", "D2.nw"),
        (RED, "road", "D2-nw"),
        (RED, "road", "C3-w"),
        (RED, "settlement", "C3.nw"),
    ];
    assert_eq!(joined(first, &pieces), "4 sheep");
    assert_eq!(joined("me.pieces.of(ROAD).first(1).only", &pieces), "4 sheep");
    assert_eq!(joined("me.pieces.of(ROAD).first(1).only.place", &pieces), "4 sheep");
    assert_eq!(joined(first, &pieces[..1]), "1 sheep");
    assert_eq!(joined(first, &[pieces[0], pieces[1], pieces[3]]), "1 sheep");
    let cut = |kind| [&pieces[..], &[(BLUE, kind, "D2.n")]].concat();
    assert_eq!(joined(first, &cut("settlement")), "2 sheep");
    let other_kind = [pieces[0], pieces[1], (RED, "ship", "C3-w"), pieces[3]];
    assert_eq!(joined(first, &other_kind), "2 sheep");
    let by_building = [&other_kind[..], &[(RED, "city", "D2.n")]].concat();
    assert_eq!(joined(first, &by_building), "5 sheep");
    // A place without a piece has no network.
    assert_eq!(
        joined("me.buildings.first(1).only.intersections.first(1).only", &pieces[..1]),
        "nothing"
    );
}

#[test]
fn places_within_some_steps_are_of_the_same_sort() {
    let count = |of: &str| {
        let body = format!("let home = me.buildings.only; me.take(SHEEP, ({of}).count);");
        held_after_placing("catan_beginners", &[(RED, "settlement", "C3.n")], &body)
    };
    assert_eq!(count("home.within(0)"), "nothing");
    assert_eq!(count("home.within(-1)"), "nothing");
    assert_eq!(count("home.within(1) & home.place.neighbors"), "3 sheep");
    assert_eq!(count("home.within(2)"), "9 sheep");
    assert_eq!(count("home.within(2) & home.place"), "nothing");
    assert_eq!(count("game.hexes.intersections - home.within(30)"), "1 sheep");
    let border = "home.borders.first(1).only.within";
    assert_eq!(count(&format!("{border}(1)")), "4 sheep");
    assert_eq!(count(&format!("{border}(2)")), "12 sheep");
}

#[test]
fn some_routes_of_a_trail_count_twice() {
    // A ring of six with a branch of two, and a road apart.
    let places = ["C3-ne", "C3-e", "C3-se", "C3-sw", "C3-w", "C3-nw", "B2-e", "B2-ne", "A3-ne"];
    let pieces = places.map(|place| (RED, "road", place));
    let length = |twice: &str| {
        let body = format!("me.take(SHEEP, me.weighted_trail({twice}));");
        held_after_placing("catan_beginners", &pieces, &body)
    };
    assert_eq!(length("NONE"), "8 sheep");
    assert_eq!(length("game.hexes.borders"), "16 sheep");
    assert_eq!(length("me.pieces"), "16 sheep");
    // The trail leaves the ring over the branch, even if the road apart counts twice.
    assert_eq!(length("game.hexes.borders.at_coast"), "8 sheep");
    // The sixth road of the ring, and the first one of the branch.
    assert_eq!(length("me.pieces.borders - me.pieces"), "8 sheep");
    assert_eq!(length("game.hexes.of(\"desert\").borders"), "14 sheep");
}
