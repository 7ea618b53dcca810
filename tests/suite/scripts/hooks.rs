//! Every hook in use, in a house pack.

use newcatan::action::{Action, Choice, FREE, STANDARD};
use newcatan::board::Place;
use newcatan::game::award;
use newcatan::game::hooks;
use newcatan::game::{Outcome, Start};
use newcatan::resource::Resources;
use newcatan::table::{Player, Players, Step};

use crate::scripts::fixture::{BLUE, Fixture, ORE, Play, RED, SHEEP, WHITE, WOOD, choose};

/// Ends red's turn, and rolls these dice for blue.
fn blue_rolls(play: &mut Play, dice: [u8; 2]) {
    play.game.play(RED, Action::End).unwrap();
    play.game.play_written(BLUE, Action::Roll, &[Outcome::Dice(dice)]).unwrap();
}

/// Rolls the number of a hex next to red's settlement for blue.
pub(crate) fn roll_for_red(play: &mut Play) {
    let (board, table) = (&play.game.rules().board, play.game.table());
    let place = table.seat(RED).intersections().iter().next().unwrap();
    let hex = board.intersection(place).hexes.iter().find(|&hex| table.numbers()[hex] > 0).unwrap();
    let number = table.numbers()[hex];
    blue_rolls(play, [number.div_ceil(2), number / 2]);
}

#[test]
fn on_turn_is_heard_when_a_turn_begins() {
    let mut play = Fixture::rule("fn on_turn(me) { me.take(ORE, 1); }\n").game_with(&[]);
    assert_eq!(play.hand(RED), "1 ore");
    play.game.play(RED, Action::End).unwrap();
    assert_eq!(play.hand(BLUE), "1 ore");
}

#[test]
fn on_production_roll_is_heard_with_the_roll() {
    let rule = "fn on_production_roll(me, roll) { me.take(ORE, roll); }\n";
    let mut play = Fixture::rule(rule).game_with(&[]);
    blue_rolls(&mut play, [1, 1]);
    assert_eq!(play.hand(BLUE), "2 ore");
}

#[test]
fn on_produced_is_heard_by_whoever_produced() {
    let rule = "fn on_produced(me, hand) { me.take(hand); }\n";
    let mut play = Fixture::rule(rule).game_with(&[]);
    roll_for_red(&mut play);
    assert_eq!(play.game.table().seat(RED).hand().total() % 2, 0);
    assert!(!play.game.table().seat(RED).hand().is_empty());
}

#[test]
fn on_built_is_heard_with_the_piece() {
    let rule = "fn on_built(me, piece) { if piece.kind == ROAD { piece.owner.take(ORE, 2); } }\n";
    let mut play =
        Fixture::rule(rule).game_with(&[(RED, WOOD, 1), (RED, newcatan::resource::Resource(3), 1)]);
    let road = play.game.legal_actions(RED).unwrap();
    let road = road.into_iter().find(|action| matches!(action, Action::Build { .. })).unwrap();
    play.game.play(RED, road).unwrap();
    assert_eq!(play.hand(RED), "2 ore");
}

#[test]
fn on_bought_is_heard_with_the_card() {
    let rule = "fn on_bought(me, card) { if me.cards_bought == 1 { me.take(ORE, 2); } }\n";
    let cards = [(RED, SHEEP, 1), (RED, newcatan::resource::Resource(2), 1), (RED, ORE, 1)];
    let mut play = Fixture::rule(rule).game_with(&cards);
    let buy = play.game.legal_actions(RED).unwrap();
    let buy = buy.into_iter().find(|action| matches!(action, Action::Buy { .. })).unwrap();
    play.game.play(RED, buy).unwrap();
    assert_eq!(play.hand(RED), "2 ore");
}

#[test]
fn on_marker_moved_is_heard_after_a_seven() {
    let rule = "fn on_marker_moved(me, marker) { if marker == ROBBER { me.take(ORE, 1); } }\n";
    let mut play = Fixture::rule(rule).game_with(&[]);
    blue_rolls(&mut play, [3, 4]);
    let moves = play.game.legal_actions(BLUE).unwrap();
    play.game.play(BLUE, moves[0]).unwrap();
    assert_eq!(play.hand(BLUE), "1 ore");
}

#[test]
fn hand_limit_is_the_most_that_a_hand_keeps() {
    let rule =
        "fn hand_limit(me, limit) { if me == game.current_player { limit } else { limit + 4 } }\n";
    let mut play = Fixture::rule(rule).game_with(&[(RED, ORE, 11), (BLUE, SHEEP, 8)]);
    blue_rolls(&mut play, [3, 4]);
    assert_eq!(play.game.table().step(), Step::Discard);
    assert_eq!(play.game.to_act().iter().collect::<Vec<_>>(), [BLUE]);
}

#[test]
fn points_are_added_to_the_sum() {
    let play = Fixture::rule("fn points(me, sum) { sum + me.hand.of(ORE) }\n").game();
    assert_eq!(award::open_points(play.game.view(), RED).unwrap(), 2, "a settlement and an ore");
    assert_eq!(award::points_by_source(play.game.view(), RED).unwrap()[1], ("A test".into(), 1));
}

#[test]
fn may_win_keeps_a_player_from_winning() {
    let rule = "fn points(me, sum) { if me.hand.has(ORE) { 20 } else { sum } }
fn may_win(me) { if me.hand.has(WOOD) { \"nobody wins with wood\" } }\n";
    assert!(!Fixture::rule(rule).game().game.is_over());
    assert!(Fixture::rule(rule).game_with(&[(RED, ORE, 1)]).game.is_over());
}

#[test]
fn an_action_that_would_win_in_vain_is_refused() {
    let rule = "const COUNTER = \"bought: turn\";
const ABILITY = \"buy points\";
fn act(me) { me.add(\"bought\", 1); me.add_points(10); me.take(me.choose_resource(\"Which?\"), 1); }
fn may_win(me) { if me.counter(\"bought\") > 0 { \"points bought in this turn win no game\" } }
";
    let mut play = Fixture::rule(rule).game();
    let before = play.game.state();
    let use_it = Action::Use {
        ability: newcatan::table::Ability(0),
        variant: 0,
        pay: newcatan::resource::Resources::NONE,
    };
    assert!(!play.game.legal_actions(RED).unwrap().contains(&use_it));
    let refused = play.game.play(RED, use_it);
    insta::assert_snapshot!(play.refused(refused), @"points bought in this turn win no game [house/rule C-1 house/rule.rhai:8]");
    assert_eq!(play.game.state(), before);
}

/// A rule whose ability has this body, and forbids winning in the turn in which it is used.
fn bought(body: &str) -> String {
    format!(
        "const COUNTER = \"bought: turn\";
const ABILITY = \"buy points\";
const RANDOM = true;
fn act(me) {{ me.add(\"bought\", 1); {body} }}
fn may_win(me) {{ if me.counter(\"bought\") > 0 {{ \"not in this turn\" }} }}
"
    )
}

// covers: D-38
#[test]
fn an_action_is_refused_if_all_its_outcomes_win_in_vain() {
    let all_outcomes = [
        "game.random(6); me.add_points(10);",
        "me.add_points(if game.random(2) == 0 { 10 } else { 11 });",
        "if me.choose_number(\"?\", 1, 3) < 4 { me.add_points(10); }",
        "for player in me.opponents { player.may(\"?\"); } me.add_points(10);",
        "if me.may(\"?\") { me.may(\"??\"); game.random(3); } me.add_points(10);",
    ];
    let some_outcomes = [
        "if game.random(6) != 5 { me.add_points(10); }",
        "if me.choose_number(\"?\", 1, 3) < 3 { me.add_points(10); }",
        "for player in me.opponents { if player.may(\"?\") { me.add_points(10); } }",
        "if me.may(\"?\") { me.may(\"??\"); if game.random(3) == 2 { return; } } me.add_points(10);",
    ];
    for body in all_outcomes {
        let mut play = Fixture::rule(&bought(body)).game();
        let refused = play.attempt();
        assert!(play.refused(refused).contains("not in this turn"), "{body}");
    }
    for body in some_outcomes {
        let mut play = Fixture::rule(&bought(body)).game();
        assert!(play.attempt().is_ok(), "{body}");
    }
}

// covers: D-38
#[test]
fn an_answer_that_wins_in_vain_is_refused_while_another_is_open() {
    let body = "if me.choose_number(\"?\", 1, 2) == 1 { me.choose_number(\"??\", 1, 2); me.add_points(10); }";
    let mut play = Fixture::rule(&bought(body)).game();
    play.attempt().unwrap();
    let [wins, does_not] = [1, 2].map(|number| Action::Choose(Choice::Number(number)));
    assert_eq!(play.game.legal_actions(RED).unwrap(), [does_not]);
    let refused = play.game.play(RED, wins);
    assert!(play.refused(refused).contains("not in this turn"));
    play.game.play(RED, does_not).unwrap();

    // If the answer of one player leaves another without any, all answers count, and the win waits.
    let body = "for player in me.opponents.first(1) {
    if player.may(\"?\") { me.choose_number(\"??\", 1, 2); me.add_points(10); }
}";
    let mut play = Fixture::rule(&bought(body)).game();
    play.attempt().unwrap();
    play.game.play(BLUE, Action::Choose(Choice::Yes)).unwrap();
    assert_eq!(play.game.legal_actions(RED).unwrap(), [wins, does_not]);
    play.game.play(RED, wins).unwrap();
    assert!(!play.game.is_over());
}

// covers: D-38
#[test]
fn a_win_in_vain_behind_too_many_outcomes_waits() {
    let asks = |count: usize| "me.may(\"?\"); ".repeat(count) + "me.add_points(10);";
    assert!(Fixture::rule(&bought(&asks(9))).game().attempt().is_err());
    let mut play = Fixture::rule(&bought(&asks(11))).game();
    play.attempt().unwrap();
    for _ in 0..11 {
        play.game.play(RED, Action::Choose(Choice::Yes)).unwrap();
    }
    assert!(!play.game.is_over());
    assert_eq!(award::open_points(play.game.view(), RED).unwrap(), 11);
}

#[test]
fn may_take_from_protects_a_hand() {
    let rule = "fn may_take_from(me, thief, marker) { if me.hand.has(SHEEP) { `${me} keeps the sheep from ${thief}` } }\n";
    let mut play = Fixture::rule(rule).game_with(&[(RED, SHEEP, 1)]);
    blue_rolls(&mut play, [3, 4]);
    let board = &play.game.rules().board;
    let site = play.game.table().seat(RED).intersections().iter().next().unwrap();
    let robber = play.game.table().markers()[newcatan::table::Marker(0)];
    let hex = board.intersection(site).hexes.iter().map(Place::Hex).find(|&h| Some(h) != robber);
    let action = Action::Move { marker: newcatan::table::Marker(0), place: hex.unwrap() };
    play.game.play(BLUE, action).unwrap();
    assert_eq!(play.game.table().step(), Step::Act, "there is nobody to take from");
    let said = hooks::vetoes(
        play.game.view(),
        newcatan::rules::Hook::MayTakeFrom,
        RED,
        &[
            newcatan::rules::Arg::Player(BLUE),
            newcatan::rules::Arg::Marker(newcatan::table::Marker(0)),
        ],
    );
    assert_eq!(said.unwrap()[0].1, "red keeps the sheep from blue");
}

#[test]
fn may_trade_forbids_offers_in_both_directions() {
    let rule = "fn may_trade(me, other) { if other.hand.has(SHEEP) { `${other} has a sheep` } }\n";
    let hands = [(RED, ORE, 2), (BLUE, SHEEP, 1), (BLUE, WOOD, 1)];
    let mut play = Fixture::rule(rule).game_with(&hands);
    let offer = |give, get, to: &[Player]| Action::Offer {
        give: Resources::of(give, 1),
        get: Resources::of(get, 1),
        to: to.iter().copied().collect(),
    };
    for to in [&[BLUE][..], &[BLUE, WHITE]] {
        let reasons = play.game.reasons(RED, &offer(ORE, WOOD, to)).unwrap();
        assert_eq!(reasons.len(), 1);
        assert_eq!(reasons[0].text, "blue has a sheep");
    }
    play.game.play(RED, offer(ORE, WOOD, &[WHITE])).unwrap();
    play.game.play(WHITE, Action::Refuse).unwrap();
    play.game.play(RED, Action::End).unwrap();
    play.game.play_written(BLUE, Action::Roll, &[Outcome::Dice([1, 1])]).unwrap();
    let reasons = play.game.reasons(BLUE, &offer(WOOD, ORE, &[RED])).unwrap();
    assert_eq!(reasons[0].text, "blue has a sheep");
}

#[test]
fn on_traded_runs_for_both_players() {
    let rule = "fn on_traded(me, other, given, received) {\n    if given.has(ORE) && received.has(WOOD) { me.take(SHEEP, 1); }\n    if given.has(WOOD) && received.has(ORE) { me.take(GRAIN, 2); other.take(BRICK, 1); }\n}\n";
    let mut play = Fixture::rule(rule).game_with(&[(RED, ORE, 1), (BLUE, WOOD, 1)]);
    let (give, get) = (Resources::of(ORE, 1), Resources::of(WOOD, 1));
    play.game.play(RED, Action::Offer { give, get, to: Players::of(BLUE) }).unwrap();
    play.game.play(BLUE, Action::Accept).unwrap();
    assert_eq!((play.hand(RED), play.hand(BLUE)), ("1 ore".into(), "1 wood".into()));
    play.game.play(RED, Action::Conclude { with: BLUE }).unwrap();
    assert_eq!(play.hand(RED), "1 wood, 1 sheep, 1 brick");
    assert_eq!(play.hand(BLUE), "2 grain, 1 ore");
}

#[test]
fn may_move_marker_forbids_places() {
    let rule = "fn may_move_marker(me, marker, place) {\n    if !place.resource.is_empty { }\n    if place.number != 6 { `only a 6 will do, not a ${place.number}` }\n}\n";
    let rule = rule.replace("    if !place.resource.is_empty { }\n", "");
    let mut play = Fixture::rule(&rule).game_with(&[]);
    blue_rolls(&mut play, [3, 4]);
    let moves = play.game.legal_actions(BLUE).unwrap();
    let (table, board) = (play.game.table(), &play.game.rules().board);
    let sixes = board.shore().land().iter().filter(|&hex| table.numbers()[hex] == 6).count();
    assert_eq!(moves.len(), sixes);
}

#[test]
fn a_veto_of_a_house_rule_is_refused_with_rule_file_and_line() {
    let rule = "fn may_build(me, kind, place) {\n    if kind == ROAD { `no roads for ${me}` }\n}\n";
    let cards = [(RED, WOOD, 1), (RED, newcatan::resource::Resource(3), 1)];
    let mut play = Fixture::rule(rule).game_with(&cards);
    let site = play.game.table().seat(RED).intersections().iter().next().unwrap();
    let line = play.game.rules().board.intersection(site).borders.iter().next().unwrap();
    let kind = play.game.rules().kind_named("road").unwrap();
    let pay = Resources::of(WOOD, 1) + Resources::of(newcatan::resource::Resource(3), 1);
    let action = Action::Build { kind, place: Place::Border(line), way: STANDARD, pay };
    let result = play.game.play(RED, action);
    insta::assert_snapshot!(play.refused(result), @"no roads for red [house/rule C-1 house/rule.rhai:5]");
    assert_ne!(STANDARD, FREE);
}

#[test]
fn a_pure_hook_that_answers_the_wrong_sort_of_thing_fails() {
    let fails = |rule: &str| Fixture::rule(rule).position().begin(Start::Act(RED)).map(|_| ());
    let said = fails("fn points(me, sum) { [\"many\"][0] }\n").unwrap_err();
    insta::assert_snapshot!(said, @"`points` returns a string, expected a number or nothing");
    let said = fails("fn points(me, sum) { 9223372036854775807 }\n").unwrap_err();
    insta::assert_snapshot!(said, @"`points` returns 9223372036854775807, which is too large");
    let rule = "fn may_build(me, kind, place) { [true][0] }\n";
    let cards = [(RED, WOOD, 1), (RED, newcatan::resource::Resource(3), 1)];
    let said = Fixture::rule(rule).game_with(&cards).game.legal_actions(RED).unwrap_err();
    insta::assert_snapshot!(said, @"`may_build` returns a boolean, expected a string with a reason, or nothing");
    let rule = "const ABILITY = \"try it\";\nfn usable(me) { [me.hand][0] }\nfn act(me) {}\n";
    let said = Fixture::rule(rule).game().game.legal_actions(RED).unwrap_err();
    insta::assert_snapshot!(said, @"`usable` returns resource cards, expected `true`, `false`, or a string that explains why not");
}

#[test]
fn cards_are_lost_swapped_and_given() {
    let body = "me.lose_random(2);
    me.take(2);
    for other in me.opponents { other.give_chosen(me, 1); me.swap(WOOD, other, ORE); }
    if me.may_take(ORE, 3) { me.lose(me.choose_number(\"How many?\", 1, 3)); }";
    let cards = [(RED, WOOD, 3), (BLUE, SHEEP, 1), (WHITE, ORE, 2)];
    let mut play = Fixture::act(body).game_with(&cards);
    let written = [Outcome::Resource(WOOD); 2];
    let used = Action::Use {
        ability: newcatan::table::Ability(0),
        variant: 0,
        pay: newcatan::resource::Resources::NONE,
    };
    play.game.play_written(RED, used, &written).unwrap();
    assert_eq!(play.hand(RED), "1 wood");
    for kind in [WOOD, SHEEP] {
        play.game.play(RED, choose(Choice::Resource(kind))).unwrap();
    }
    assert_eq!(play.hand(RED), "1 wood, 2 sheep, 2 ore");
    assert_eq!(play.hand(WHITE), "1 wood");
    assert_eq!(play.game.question().unwrap().prompt, "Take 3 ore?");
    play.game.play(RED, choose(Choice::Yes)).unwrap();
    play.game.play(RED, choose(Choice::Number(2))).unwrap();
    for kind in [SHEEP, SHEEP] {
        play.game.play(RED, choose(Choice::Card(kind))).unwrap();
    }
    assert_eq!(play.hand(RED), "1 wood, 5 ore");
    assert_eq!(play.game.faults().unwrap(), Vec::<String>::new());
}

#[test]
fn players_ahead_and_kinds_of_many_are_selected() {
    let body = "for other in me.opponents.ahead_of(me) { me.take_random(other, 1); }
    for kind in me.hand.kinds_with_at_least(3) { me.lose(kind, 1); }
    if game.players.first(2).count == 2 && me.buildings.only.place.piece.owner == me { me.take(WOOD, 1); }";
    let rule = "fn points(me, sum) { sum + me.hand.of(SHEEP) }\n";
    let text = crate::scripts::fixture::ability(body);
    let cards = [(RED, ORE, 3), (BLUE, SHEEP, 2), (WHITE, ORE, 1)];
    let mut play = Fixture::new(&[("a.rhai", rule), ("b.rhai", &text)]).game_with(&cards);
    play.attempt().unwrap();
    assert_eq!(play.hand(RED), "1 wood, 1 sheep, 2 ore");
}

#[test]
fn a_marker_is_moved_and_robs_word_by_word() {
    let body = "ROBBER.move_to(me.choose_hex(\"Where to?\", ROBBER.places(me)));
    me.take_random(me.may_choose_player(\"From whom?\", ROBBER.victims(me)), 1);";
    let mut play = Fixture::act(body).game();
    play.attempt().unwrap();
    assert_eq!(play.game.question().unwrap().options.len(), 18);
    play.answer(0).unwrap();
    assert!(play.game.question().is_none(), "nobody is beside it");
}

#[test]
fn a_new_development_card_is_one_file_more() {
    let fixture = Fixture::new(&[]).request(|folder, request| {
        crate::support::files::copy(std::path::Path::new("rules"), &folder.join("rules"));
        request.with.clear();
        request.rules_dirs.push(folder.join("rules"));
    });
    let card = "//! Market day
//! Two cards of one kind.
//! Rulings: C-16.

const DECK = \"development\";
const COPIES = 3;

fn act(me) { me.take(me.choose_resource(\"Which?\"), 2); }
";
    fixture.write("rules/catan/cards/market_day.rhai", card);
    let cards = [(RED, SHEEP, 1), (RED, newcatan::resource::Resource(2), 1), (RED, ORE, 1)];
    let mut play = fixture.game_with(&cards);
    let card = play.game.rules().card_named("market day").unwrap();
    let buy = play.game.legal_actions(RED).unwrap();
    let buy = buy.into_iter().find(|action| matches!(action, Action::Buy { .. })).unwrap();
    play.game.play_written(RED, buy, &[Outcome::Card(card)]).unwrap();
    for player in [RED, BLUE, WHITE] {
        play.game.play(player, Action::End).unwrap();
        let next = Player((player.0 + 1) % 3);
        play.game.play_written(next, Action::Roll, &[Outcome::Dice([1, 1])]).unwrap();
    }
    let held = play.game.table().seat(RED).hand().get(WOOD);
    play.game.play(RED, Action::Play { card, also: false }).unwrap();
    play.game.play(RED, choose(Choice::Resource(WOOD))).unwrap();
    assert_eq!(play.game.table().seat(RED).hand().get(WOOD), held + 2);
}

#[test]
fn a_way_and_a_rate_stand_beside_the_declared_terms_while_their_guards_let_them() {
    let way = "const WAY = \"build road\";
const PRICE = \"1 ore\";
fn usable(me) { me.hand.has(WOOD) }
";
    let rate = "const TRADE = \"1 ore -> 1 any\";
fn usable(me) { me.hand.has(WOOD) }
";
    let files = [("cheap_road.rhai", way), ("fair.rhai", rate)];
    let offered = |wood: bool| {
        let cards: &[_] = if wood { &[(RED, ORE, 1), (RED, WOOD, 1)] } else { &[(RED, ORE, 1)] };
        let play = Fixture::new(&files).game_with(cards);
        let legal = play.game.legal_actions(RED).unwrap();
        let by_way = |action: &&Action| matches!(action, Action::Build { way: 1, .. });
        let by_rate = |action: &&Action| matches!(action, Action::Trade { .. });
        (legal.iter().filter(by_way).count(), legal.iter().filter(by_rate).count())
    };
    assert_eq!(offered(true), (3, 4));
    assert_eq!(offered(false), (0, 0));

    let mut play = Fixture::new(&files).game_with(&[(RED, ORE, 1)]);
    let pay = Resources::of(ORE, 1);
    let site = play.game.table().seat(RED).intersections().least().unwrap();
    let border = play.game.rules().board.intersection(site).borders.least().unwrap();
    let kind = play.game.rules().kind_named("road").unwrap();
    let road = Action::Build { kind, place: Place::Border(border), way: 1, pay };
    let refused = play.game.play(RED, road);
    insta::assert_snapshot!(play.refused(refused), @"A test cannot be used now [house/cheap_road C-1 house/cheap_road.rhai:7]");
}

#[test]
fn a_hook_that_answers_none_says_nothing() {
    let rule = "fn may_build(me, kind, place) { NONE }\nfn points(me, sum) { NONE }\nfn may_win(me) { NONE }\n";
    let cards = [(RED, WOOD, 1), (RED, newcatan::resource::Resource(3), 1)];
    assert!(!Fixture::rule(rule).game_with(&cards).game.legal_actions(RED).unwrap().is_empty());
}

#[test]
fn pure_hooks_do_not_act_through_verbs() {
    let rule = "fn may_build(me, kind, place) { fine(me); }\n";
    let verbs = "fn fine(me) { collect(me); }\nfn collect(me) { me.lose(\"1 any\"); }\nfn look(me) { me.hand }\n";
    let wrong = |rule: &str| {
        let loaded = Fixture::new(&[("rule.rhai", rule), ("verbs.rhai", verbs)]).load();
        loaded.map(|_| ()).map_err(|wrong| wrong.0[0].message.clone())
    };
    assert_eq!(
        wrong(rule).unwrap_err(),
        "`fine` changes the game or asks a player, but `may_build` may not"
    );
    let through =
        "private fn help(me) { collect(me); }\nfn may_build(me, kind, place) { help(me); }\n";
    assert_eq!(
        wrong(through).unwrap_err(),
        "`collect` changes the game or asks a player, but `may_build` may not"
    );
    assert_eq!(wrong("fn may_build(me, kind, place) { look(me); }\n"), Ok(()));
    assert_eq!(wrong("fn on_turn(me) { fine(me); }\n"), Ok(()));
    let said = "fn may_build(me, kind, place) { lose(me, \"1 any\"); }\n";
    assert_eq!(
        wrong(said).unwrap_err(),
        "`lose` changes the game or asks a player, but `may_build` may not"
    );
}

#[test]
fn facts_cannot_be_set() {
    for body in ["ON_ROLL += 1;", "GRAIN = ORE;", "game = 3;", "NONE = 1;", "settings.goal = 1;"] {
        let rule = format!("const ON_ROLL = 3;\nfn on_production_roll(me, roll) {{ {body} }}\n");
        let wrong = Fixture::rule(&rule).load().map(|_| ()).unwrap_err();
        assert_eq!(wrong.0[0].message, "a constant cannot be set", "{body}");
    }
}
