//! Simultaneous questions to several players, and games that continue without a failing rule.

use newcatan::action::Choice;
use newcatan::change::Change;
use newcatan::game::OnRuleError;
use newcatan::table::Player;
use newcatan::transcript::Recorder;

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

/// How the transcript of a viewer tells an answer of a player.
fn told(play: &mut Play, player: Player, answer: Choice, viewer: Option<Player>) -> String {
    let changes = play.game.play(player, choose(answer)).unwrap();
    let mut recorder = Recorder::new(Vec::new(), viewer);
    recorder.action(&play.game, player, &choose(answer), &changes).unwrap();
    let text = String::from_utf8(recorder.finish(&play.game).unwrap()).unwrap();
    text.split_inclusive('\n').take(2).collect()
}

#[test]
fn only_two_players_learn_which_card_is_given_or_taken_unseen() {
    let body = "let other = (me.opponents - me.opponents.first(1)).only;
        for kind in other.give_unseen(me, 1, RESOURCES - ORE).kinds { me.take(kind, 1); }
        for kind in me.take_unseen(other, 1).kinds { me.take(kind, 1); }";
    let cards = [(WHITE, WOOD, 2), (WHITE, ORE, 1), (WHITE, SHEEP, 1)];
    for (viewer, sees) in [(Some(BLUE), false), (Some(RED), true), (Some(WHITE), true)] {
        let mut play = Fixture::act(body).game_with(&cards);
        play.attempt().unwrap();
        let gave = told(&mut play, WHITE, Choice::Card(WOOD), viewer);
        let took = told(&mut play, RED, Choice::Card(SHEEP), viewer);
        let card = if sees { "1 wood" } else { "1 card" };
        let is_own = viewer == Some(WHITE);
        let chose = if is_own { "white chooses wood" } else { "white has chosen" };
        assert_eq!(gave, format!("{chose}\n  red takes {card} from white\n"));
        let card = if sees { "1 sheep" } else { "1 card" };
        let chose = if viewer == Some(RED) { "red chooses sheep" } else { "red has chosen" };
        assert_eq!(took, format!("{chose}\n  red takes {card} from white\n"));
        assert_eq!(play.hand(RED), "2 wood, 2 sheep");
        assert_eq!(play.hand(WHITE), "1 wood, 1 ore");
    }
}

#[test]
fn several_players_pay_half_of_their_cards_at_the_same_time() {
    let cards =
        [(BLUE, WOOD, 2), (BLUE, ORE, 1), (WHITE, SHEEP, 1), (WHITE, ORE, 3), (RED, ORE, 1)];
    let mut play = Fixture::act("game.players.lose_half();").game_with(&cards);
    play.attempt().unwrap();
    for (player, card) in [(WHITE, ORE), (BLUE, WOOD)] {
        assert_eq!(play.game.play(player, choose(Choice::Card(card))).unwrap(), []);
    }
    play.game.play(WHITE, choose(Choice::Card(SHEEP))).unwrap();
    assert_eq!(
        [RED, BLUE, WHITE].map(|player| play.hand(player)),
        ["1 ore", "1 wood, 1 ore", "2 ore"]
    );
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
