//! The deck that replaces the dice.

use std::collections::BTreeSet;

use newcatan::action::Action;
use newcatan::content::Request;
use newcatan::game::{Game, Outcome};
use newcatan::table::Step;

use crate::support;

/// A game with a deck of dice, after the placement.
fn game(unseen: &str) -> Game {
    let set = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let request = Request {
        set: [set("dice_deck", "true"), set("dice_unseen", unseen), set("spared_hand", "30")]
            .into(),
        ..Request::scenario("tests/scenarios/table_rules.toml")
    };
    let (rules, script) = support::load(&request).unwrap();
    let names = rules.names_of(3).unwrap();
    Game::new(rules, script, &names, 7).unwrap()
}

/// The dice of the next turns, with any legal actions between them.
fn rolls(game: &mut Game, count: usize) -> Vec<[u8; 2]> {
    after_rolls(game, count, |game| game.table().dice())
}

/// What is seen after each of the next rolls, with any legal actions between them.
pub(super) fn after_rolls<T>(game: &mut Game, count: usize, seen: impl Fn(&Game) -> T) -> Vec<T> {
    let mut rolls = Vec::new();
    while rolls.len() < count {
        let player = game.to_act().iter().next().unwrap();
        let legal = game.legal_actions(player).unwrap();
        let ends = |action: &&Action| matches!(action, Action::End | Action::Roll);
        let action = *legal.iter().find(ends).unwrap_or(&legal[0]);
        game.play(player, action).unwrap();
        if action == Action::Roll {
            rolls.push(seen(game));
        }
    }
    rolls
}

// covers: T-24
#[test]
fn each_pass_shows_every_pair_once() {
    let mut game = game("0");
    for _ in 0..3 {
        let pairs: BTreeSet<[u8; 2]> = rolls(&mut game, 36).into_iter().collect();
        assert_eq!(pairs.len(), 36);
    }
}

// covers: T-9, T-25
#[test]
fn some_cards_stay_unseen_until_the_cards_are_shuffled() {
    let mut game = game("5");
    let passes: Vec<BTreeSet<[u8; 2]>> =
        (0..4).map(|_| rolls(&mut game, 31).into_iter().collect()).collect();
    assert!(passes.iter().all(|pass| pass.len() == 31));
    assert_ne!(passes[0], passes[1]);
}

#[test]
fn a_card_is_not_drawn_twice() {
    let mut game = game("0");
    let [one, other] = rolls(&mut game, 1)[0];
    while game.table().step() != Step::Roll {
        let player = game.to_act().iter().next().unwrap();
        let legal = game.legal_actions(player).unwrap();
        let action = *legal.iter().find(|it| **it == Action::End).unwrap_or(&legal[0]);
        game.play(player, action).unwrap();
    }
    let roller = game.table().in_turn();
    let before = game.state();
    let twice = game.play_written(roller, Action::Roll, &[Outcome::Dice([one, other])]);
    assert!(twice.unwrap_err().to_string().contains("has already been drawn"));
    assert_eq!(game.state(), before);
}
