//! Offers that a rule forbids are neither made nor listed.

use std::rc::Rc;

use newcatan::action::Action;
use newcatan::game::Game;
use newcatan::seat::{Greedy, Seat, play_out};
use newcatan::table::{Player, Players};

use crate::scripts::fixture::{BLUE, Fixture, RED, WHITE};

/// Nobody trades with white.
pub(crate) const NOT_WHITE: &str =
    "fn may_trade(me, other) { if `${other}` == \"white\" { \"white trades with nobody\" } }\n";

/// The offers in some games of greedy players: who makes them, and to whom.
fn offers(fixture: &Fixture) -> Vec<(Player, Players)> {
    let (rules, host) = fixture.load().unwrap();
    let names = ["red", "blue", "white"].map(str::to_owned);
    let mut offers = Vec::new();
    for seed in 1..=3 {
        let mut game = Game::new(rules.clone(), Rc::clone(&host), &names, seed).unwrap();
        let mut seats: Vec<Box<dyn Seat>> = Vec::new();
        seats.resize_with(names.len(), || Box::new(Greedy::new()));
        play_out(&mut game, &mut seats, &mut |played| {
            if let Action::Offer { to, .. } = played.action {
                offers.push((played.player, to));
            }
            Ok(())
        })
        .unwrap();
    }
    offers
}

#[test]
fn greedy_players_offer_nothing_to_players_with_whom_they_may_not_trade() {
    let concern = |of: Player, offers: &[(Player, Players)]| {
        offers.iter().filter(|(by, to)| *by == of || to.contains(of)).count()
    };
    let free = offers(&Fixture::new(&[]));
    assert!(concern(WHITE, &free) > 10, "{free:?}");
    let bound = offers(&Fixture::rule(NOT_WHITE));
    assert_eq!(concern(WHITE, &bound), 0, "{bound:?}");
    assert!(concern(RED, &bound) > 10 && concern(BLUE, &bound) > 10, "{bound:?}");
}
