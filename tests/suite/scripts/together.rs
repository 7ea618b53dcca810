//! Simultaneous questions to several players, and games that continue without a failing rule.

use newcatan::action::Choice;
use newcatan::change::Change;
use newcatan::game::OnRuleError;

use crate::scripts::fixture::{BLUE, Fixture, ORE, Play, RED, SHEEP, WHITE, WOOD, choose};

/// Blue has 1 wood and 1 sheep, white 1 ore and 1 sheep, and each gives red a card.
fn tribute() -> Play {
    let fixture = Fixture::act("me.opponents.give_chosen(me, 1);");
    let cards = [(BLUE, WOOD, 1), (BLUE, SHEEP, 1), (WHITE, ORE, 1), (WHITE, SHEEP, 1)];
    let mut play = fixture.game_with(&cards);
    play.attempt().unwrap();
    play
}

#[test]
fn several_players_are_asked_at_once_and_answer_in_any_order() {
    let answers = [(BLUE, choose(Choice::Card(WOOD))), (WHITE, choose(Choice::Card(ORE)))];
    let mut ends = Vec::new();
    for order in [[0, 1], [1, 0]] {
        let mut play = tribute();
        assert_eq!(play.game.to_act().iter().collect::<Vec<_>>(), [BLUE, WHITE]);
        let (player, action) = answers[order[0]];
        assert_eq!(play.game.play(player, action).unwrap(), []);
        assert_eq!(play.resumed().state(), play.game.state(), "saved between two answers");
        let (player, action) = answers[order[1]];
        let events = play.game.play(player, action).unwrap();
        assert_eq!(events.len(), 2);
        ends.push((play.game.state(), events));
    }
    assert_eq!(ends[0], ends[1]);
}

#[test]
fn nobody_sees_a_choice_before_all_are_made() {
    let (mut one, mut other) = (tribute(), tribute());
    one.game.play(BLUE, choose(Choice::Card(WOOD))).unwrap();
    other.game.play(BLUE, choose(Choice::Card(SHEEP))).unwrap();
    for viewer in [Some(RED), Some(WHITE), None] {
        let views = [&one, &other]
            .map(|play| newcatan::protocol::seats(&play.game.player_view(viewer), false).unwrap());
        assert_eq!(views[0], views[1]);
    }
    let twice = one.game.play(BLUE, choose(Choice::Card(SHEEP)));
    insta::assert_snapshot!(one.refused(twice), @"white has to answer first: Give which card to red? [house/ability C-1 house/ability.rhai:7]");
}

#[test]
fn a_failing_rule_can_be_left_out() {
    let broken = "fn on_marker_moved(me, marker) { let one = 0; me.take(ORE, 1 / one); }\n";
    let counting = "fn on_marker_moved(me, marker) { me.take(WOOD, 1); }\n";
    let ability = crate::scripts::fixture::ability(
        "ROBBER.move_to((game.hexes - game.hexes.blocked).first(1).only);",
    );
    let files = [("a.rhai", ability.as_str()), ("b.rhai", broken), ("c.rhai", counting)];
    let mut stopped = Fixture::new(&files).game();
    stopped.failure();
    let mut play = Fixture::new(&files).game();
    play.game.on_rule_error(OnRuleError::Skip);
    let events = play.attempt().unwrap();
    assert!(
        matches!(events[0].change, Change::Skipped(rule) if play.game.rules().rule(rule).id == "house/b")
    );
    assert_eq!(play.hand(RED), "3 wood, 1 ore");
}

#[test]
fn a_pure_hook_that_fails_can_be_left_out() {
    let broken = "fn may_build(me, kind, place) { let one = 0; if 1 / one == 1 { \"no\" } }\n";
    let mut play = Fixture::rule(broken)
        .game_with(&[(RED, WOOD, 1), (RED, newcatan::resource::Resource(3), 1)]);
    assert!(play.game.legal_actions(RED).is_err());
    play.game.on_rule_error(OnRuleError::Skip);
    assert!(play.game.legal_actions(RED).unwrap().len() > 1);
}
