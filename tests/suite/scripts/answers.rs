//! Questions in the middle of effects: answers, undo, saved games.

use newcatan::action::{Action, Choice};
use newcatan::change::Change;
use newcatan::game::{Outcome, Refusal};
use newcatan::table::Ability;

use crate::scripts::fixture::{BLUE, Fixture, ORE, RED, SHEEP, WHITE, WOOD, ability, choose};

const USE: Action =
    Action::Use { ability: Ability(0), variant: 0, pay: newcatan::resource::Resources::NONE };

#[test]
fn what_happened_before_a_question_is_seen_and_reported_once() {
    let body = "me.take(ORE, 1); let kind = me.choose_resource(\"Which?\"); me.take(kind, 1);";
    let mut play = Fixture::act(body).game_with(&[]);
    let first = play.attempt().unwrap();
    assert_eq!(first.len(), 1);
    assert_eq!(play.hand(RED), "1 ore");
    assert!(play.game.state().table.seat(RED).hand().is_empty(), "it is provisional");
    let second = play.game.play(RED, choose(Choice::Resource(WOOD))).unwrap();
    assert_eq!(second.len(), 1);
    assert!(matches!(second[0].change, Change::Took(RED, _)));
    assert_eq!(play.hand(RED), "1 wood, 1 ore");
}

#[test]
fn a_failure_after_answers_undoes_the_whole_action() {
    let body = "me.take(ORE, 1);
    me.choose_resource(\"First?\");
    me.choose_resource(\"Second?\");
    me.take(ORE, 200);";
    let mut play = Fixture::act(body).game();
    let before = play.game.state();
    play.attempt().unwrap();
    play.answer(0).unwrap();
    let refused = play.answer(1).unwrap_err();
    assert_eq!(play.game.state(), before);
    assert!(play.game.question().is_none());
    insta::assert_snapshot!(play.explained(refused), @"
    error: `take` expects a number up to 127, found 200
      --> house/ability.rhai:10:8
       |
    10 |     me.take(ORE, 200);
       |        ^^^^
       |
       = note: in `act` of house/ability, house/ability.rhai:10:8
       = note: `red uses try it` was undone: the game is as it was before
    ");
    assert!(play.attempt().is_ok(), "the game goes on");
}

#[test]
fn a_refusal_after_answers_undoes_the_whole_action_and_names_the_rule() {
    let mut play = Fixture::act("me.choose_resource(\"First?\"); me.pay(\"9 ore\");").game();
    let before = play.game.state();
    play.attempt().unwrap();
    let result = play.answer(0);
    insta::assert_snapshot!(play.refused(result), @"red cannot pay 9 ore [house/ability C-1 house/ability.rhai:7]");
    assert_eq!(play.game.state(), before);
}

#[test]
fn a_failure_in_a_later_hook_undoes_the_action_and_all_hooks_before_it() {
    let first =
        ability("me.choose_resource(\"First?\"); ROBBER.move_to(game.hexes.unnumbered.only);")
            .replace(
                "game.hexes.unnumbered.only",
                "(game.hexes - game.hexes.blocked).first(1).only",
            );
    let second =
        "fn on_marker_moved(me, marker) {\n    me.choose_resource(\"Second?\");\n    1 / 0;\n}\n";
    let mut play = Fixture::new(&[("one.rhai", &first), ("two.rhai", second)]).game();
    let before = play.game.state();
    play.attempt().unwrap();
    play.answer(0).unwrap();
    assert_eq!(play.game.question().unwrap().prompt, "Second?");
    let refused = play.answer(0).unwrap_err();
    assert_eq!(play.game.state(), before);
    insta::assert_snapshot!(play.explained(refused), @"
    error: division by zero: 1 / 0
     --> house/two.rhai:7:7
      |
    7 |     1 / 0;
      |       ^
      |
      = note: in `on_marker_moved` of house/two, house/two.rhai:7:7
      = note: `red uses try it` was undone: the game is as it was before
    ");
}

#[test]
fn an_illegal_answer_leaves_the_question_open() {
    let mut play = Fixture::act("me.choose_resource(\"Which?\");").game();
    play.attempt().unwrap();
    let before = play.game.state();
    let result = play.game.play(BLUE, choose(Choice::Resource(WOOD)));
    insta::assert_snapshot!(play.refused(result), @"red has to answer first: Which? [house/ability C-1 house/ability.rhai:7]");
    let result = play.game.play(RED, Action::End);
    insta::assert_snapshot!(play.refused(result), @"red has to answer first: Which? [house/ability C-1 house/ability.rhai:7]");
    assert_eq!(play.game.state(), before);
    assert!(play.answer(0).is_ok());
}

#[test]
fn a_game_saved_at_any_question_is_taken_up_as_it_was() {
    let first = "const RANDOM = true;\n".to_owned()
        + &*ability(
            "for n in 0..3 { me.take(me.choose_resource(`Number ${n} of ${game.random(6)}?`), 1); }
    ROBBER.move_to((game.hexes - game.hexes.blocked).first(1).only);",
        );
    let second = "fn on_marker_moved(me, marker) { for p in game.players { p.choose_resource(`${p}?`); } }\n";
    let third = "fn on_marker_moved(me, marker) { me.may(\"Done?\"); }\n";
    let files = [("a.rhai", first.as_str()), ("b.rhai", second), ("c.rhai", third)];
    let mut play = Fixture::new(&files).game();
    let before = play.game.state();
    play.attempt().unwrap();
    let mut asked = Vec::new();
    while let Some(question) = play.game.question().cloned() {
        asked.push(question.prompt.clone());
        let resumed = play.resumed();
        assert_eq!(resumed.state(), play.game.state(), "{}", question.prompt);
        assert_eq!(resumed.table(), play.game.table(), "{}", question.prompt);
        assert_eq!(resumed.question(), Some(&question));
        assert_eq!(play.game.state().pending.unwrap().before.unwrap().state.table, before.table);
        let action = question.options[1];
        let events = play.game.play(question.player, action).unwrap();
        let mut resumed = resumed;
        assert_eq!(resumed.play(question.player, action).unwrap(), events);
        assert_eq!(resumed.state(), play.game.state());
    }
    assert_eq!(asked.len(), 7, "{asked:?}");
    assert_eq!(asked[3..], ["red?", "blue?", "white?", "Done?"]);
}

#[test]
fn a_saved_question_that_its_rule_does_not_come_to_again_is_refused() {
    let mut play = Fixture::act("me.choose_resource(\"Which?\");").game();
    play.attempt().unwrap();
    for other in [
        "me.choose_resource(\"What?\");",
        "me.take(ORE, 1);",
        "me.take(ORE, 1); me.choose_resource(\"Which?\");",
    ] {
        let (rules, host) = Fixture::act(other).load().unwrap();
        let resumed =
            newcatan::game::Game::resume(rules, host, play.game.names(), play.game.state());
        let failed = resumed.map(|_| ()).unwrap_err();
        assert_eq!(failed.to_string(), "the rule is not deterministic", "{other}");
    }
}

#[test]
fn written_chance_is_supplied_again_when_a_hook_runs_again() {
    let body = "me.take_random(me.choose_player(\"From whom?\", me.opponents), 1);
    me.choose_resource(\"Which?\");
    me.take_random(me.opponents.first(1).only, 1);";
    let cards = [(BLUE, SHEEP, 1), (BLUE, ORE, 1), (BLUE, WOOD, 1), (WHITE, ORE, 1)];
    let mut play = Fixture::act(body).game_with(&cards);
    play.attempt().unwrap();
    let blue = choose(Choice::Player(BLUE));
    play.game.play_written(RED, blue, &[Outcome::Resource(ORE)]).unwrap();
    assert_eq!(play.hand(RED), "1 ore");
    let kind = choose(Choice::Resource(WOOD));
    play.game.play_written(RED, kind, &[Outcome::Resource(SHEEP)]).unwrap();
    assert_eq!(play.hand(RED), "1 sheep, 1 ore");
    assert_eq!(play.hand(BLUE), "1 wood");
}

#[test]
fn chance_written_with_the_action_waits_for_its_draw() {
    let body = "me.take_random(me.choose_player(\"From whom?\", me.opponents), 1);";
    let cards = [(BLUE, SHEEP, 1), (BLUE, ORE, 1), (WHITE, ORE, 1)];
    let mut play = Fixture::act(body).game_with(&cards);
    play.game.play_written(RED, USE, &[Outcome::Resource(SHEEP)]).unwrap();
    assert_eq!(play.resumed().state(), play.game.state());
    play.game.play(RED, choose(Choice::Player(BLUE))).unwrap();
    assert_eq!(play.hand(RED), "1 sheep");
}

#[test]
fn chance_that_is_left_over_or_impossible_leaves_the_question_open() {
    let body = "me.take_random(me.choose_player(\"From whom?\", me.opponents), 1);";
    let cards = [(BLUE, SHEEP, 2), (WHITE, ORE, 1)];
    let mut play = Fixture::act(body).game_with(&cards);
    play.attempt().unwrap();
    let before = play.game.state();
    for written in [&[Outcome::Resource(SHEEP); 2][..], &[Outcome::Resource(ORE)]] {
        let blue = choose(Choice::Player(BLUE));
        assert!(play.game.play_written(RED, blue, written).is_err());
        assert_eq!(play.game.state(), before);
    }
    assert!(play.answer(0).is_ok());
}

#[test]
fn a_veto_is_asked_while_an_effect_asks() {
    let veto = "fn may_build(me, kind, place) { if me.hand.has(ORE) { \"no roads for ore\" } }\n";
    let body = "me.choose_resource(\"Which?\"); me.build_free(ROAD); me.lose(ORE, 1); me.build_free(ROAD);";
    let fixture = Fixture::new(&[("veto.rhai", veto), ("ability.rhai", &ability(body))]);
    let mut play = fixture.game_with(&[(RED, ORE, 1)]);
    play.attempt().unwrap();
    let game = &mut play.game;
    let events = game.play(RED, choose(Choice::Resource(WOOD))).unwrap();
    assert_eq!(events.len(), 1, "the first road was forbidden, the ore is lost: {events:?}");
    let question = game.question().unwrap().clone();
    assert!(question.options.len() > 1);
    game.play(RED, question.options[0]).unwrap();
    assert_eq!(game.table().seat(RED).borders().len(), 1);
}

#[test]
fn a_failure_in_a_veto_names_the_veto_and_the_effect_that_asked() {
    let veto = "fn may_build(me, kind, place) {\n    let n = 1 / 0;\n}\n";
    let body = "me.choose_resource(\"Which?\");\n    help(me);\n}\n\nprivate fn help(me) {\n    me.build_free(ROAD);";
    let fixture = Fixture::new(&[("veto.rhai", veto), ("ability.rhai", &ability(body))]);
    let mut play = fixture.game();
    let before = play.game.state();
    play.attempt().unwrap();
    let refused = play.answer(0).unwrap_err();
    assert_eq!(play.game.state(), before);
    insta::assert_snapshot!(play.explained(refused), @"
    error: division by zero: 1 / 0
     --> house/veto.rhai:6:15
      |
    6 |     let n = 1 / 0;
      |               ^
      |
      = note: in `may_build` of house/veto, house/veto.rhai:6:15
      = note: in `help`, house/ability.rhai:12:8
      = note: in `act` of house/ability, house/ability.rhai:8:5
      = note: `red uses try it` was undone: the game is as it was before
    ");
}

#[test]
fn a_question_of_the_first_turn_is_asked_again_when_its_rule_fails() {
    let rule = "fn on_turn(me) {\n    if me.choose_resource(\"Which?\") == WOOD { 1 / 0; }\n}\n";
    let fixture = Fixture::rule(rule);
    let (rules, host) =
        fixture.request(|_, request| request.scenario = "catan_beginners".into()).load().unwrap();
    let names = ["red", "blue", "white"].map(str::to_owned);
    let mut game = newcatan::game::Game::new(rules, host, &names, 1).unwrap();
    let before = game.state();
    assert!(matches!(game.play(RED, choose(Choice::Resource(WOOD))), Err(Refusal::Failed(_))));
    assert_eq!(game.state(), before);
    assert!(game.question().is_some());
    game.play(RED, choose(Choice::Resource(ORE))).unwrap();
    assert!(game.question().is_none());
}

#[test]
fn equal_games_stay_equal_however_much_was_heard_before() {
    let rule = "fn on_turn(me) { me.take(ORE, 1); }\nfn on_production_roll(me, roll) { me.take(ORE, 1); }\n";
    let mut play = Fixture::rule(rule).game();
    play.game.play(RED, Action::End).unwrap();
    let mut resumed = play.resumed();
    let seven = [Outcome::Dice([3, 4])];
    play.game.play_written(BLUE, Action::Roll, &seven).unwrap();
    resumed.play_written(BLUE, Action::Roll, &seven).unwrap();
    assert!(play.game.state().pending.is_some(), "what was heard waits for the robber");
    assert_eq!(play.game.state(), resumed.state());
}

#[test]
fn what_was_heard_waits_again_when_it_fails() {
    let rule = "fn on_production_roll(me, roll) {\n    if roll == 7 { 1 / 0; }\n}\n";
    let mut play = Fixture::rule(rule).game();
    play.game.play(RED, Action::End).unwrap();
    play.game.play_written(BLUE, Action::Roll, &[Outcome::Dice([3, 4])]).unwrap();
    let before = play.game.state();
    assert!(before.pending.is_some(), "what was heard waits for the robber");
    let moves = play.game.legal_actions(BLUE).unwrap();
    assert!(matches!(play.game.play(BLUE, moves[0]), Err(Refusal::Failed(_))));
    assert_eq!(play.game.state(), before);
}
