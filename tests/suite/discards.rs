//! Discards are simultaneous: the order of choosing has no effect, and nobody sees the choices of
//! others before all have chosen.

use newcatan::game::Game;
use newcatan::table::{Player, Step};
use newcatan::transcript::parse_action;

use crate::support::{self, BLUE, RED, WHITE};

/// A game in which a seven was rolled, and everybody has too many cards.
fn seven() -> Game {
    let text = "\
scenario catan_beginners
players red, blue, white
given red has 4 wood, 4 ore
given blue has 5 sheep, 4 grain
given white has 10 brick
red rolls 3 4
";
    support::play(text, "seven.game", &support::shipped()).unwrap().game
}

fn discard(game: &mut Game, player: Player, words: &str) {
    for action in parse_action(game, player, words).unwrap() {
        game.play(player, action).unwrap();
    }
}

// covers: C-8
#[test]
fn the_order_of_choosing_alters_nothing() {
    let choices = [
        (RED, "discards 4 wood"),
        (BLUE, "discards 2 sheep, 2 grain"),
        (WHITE, "discards 5 brick"),
    ];
    let mut results = Vec::new();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut game = seven();
        for choice in order {
            let (player, words) = choices[choice];
            assert_eq!(game.table().step(), Step::Discard);
            discard(&mut game, player, words);
        }
        assert!(matches!(game.table().step(), Step::Move(_)));
        results.push(game.state());
    }
    assert!(results.iter().all(|result| *result == results[0]));
}

// covers: C-8
#[test]
fn nobody_sees_a_choice_before_all_have_chosen() {
    let mut game = seven();
    let seen = |game: &Game, viewer| {
        let view = game.player_view(viewer);
        (
            newcatan::protocol::seats(&view, false).unwrap(),
            view.supply(),
            view.legal_actions().unwrap(),
        )
    };
    let others = [Some(BLUE), Some(WHITE), None];
    let before = others.map(|viewer| seen(&game, viewer));
    discard(&mut game, RED, "discards 3 wood, 1 ore");
    assert_eq!(others.map(|viewer| seen(&game, viewer)), before);
    discard(&mut game, WHITE, "discards 5 brick");
    discard(&mut game, BLUE, "discards 4 sheep");
    assert_ne!(seen(&game, Some(BLUE)), before[0]);
    assert_eq!(game.player_view(Some(BLUE)).hand_size(RED), 4);
}
