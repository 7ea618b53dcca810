//! Greedy players try abilities out on a copy of the game.

use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::board::Place;
use newcatan::content::Request;
use newcatan::game::{Game, Script, deal_hidden_cards};
use newcatan::rules::Rules;
use newcatan::seat::{Decision, Greedy, Seat, play_out};
use newcatan::table::{Player, Step};
use rayon::prelude::*;

use crate::fuzzing::play::setup::SCENARIOS;
use crate::scripts::fixture::Fixture;
use crate::support;

/// The actions of a game of greedy players with these rules.
fn actions(fixture: &Fixture) -> Vec<Action> {
    let (rules, host) = fixture.load().unwrap();
    let names = ["red", "blue", "white"].map(str::to_owned);
    let mut game = Game::new(rules, Rc::clone(&host), &names, 1).unwrap();
    let mut seats: Vec<Box<dyn Seat>> = Vec::new();
    seats.resize_with(names.len(), || Box::new(Greedy::new()));
    let mut actions = Vec::new();
    play_out(&mut game, &mut seats, &mut |played| {
        actions.push(played.action);
        Ok(())
    })
    .unwrap();
    actions
}

/// The turns, and how often greedy players use abilities, in a game with this rule.
fn uses(rule: &str) -> (usize, usize) {
    let actions = actions(&Fixture::rule(rule));
    let turns = actions.iter().filter(|&&action| action == Action::Roll).count();
    let uses = actions.iter().filter(|action| matches!(action, Action::Use { .. })).count();
    (turns, uses)
}

#[test]
fn what_rules_say_that_a_piece_is_worth_is_added_up() {
    let worths = |worths: [i64; 2]| {
        let [one, other] = worths.map(|worth| {
            format!(
                "fn piece_worth(me, kind, place) {{ if kind == ROAD {{ {worth} }} else {{ 0 }} }}\n"
            )
        });
        actions(&Fixture::new(&[("one.rhai", &one), ("other.rhai", &other)]))
    };
    let roads = |actions: &[Action]| {
        actions
            .iter()
            .filter(|it| matches!(it, Action::Build { place: Place::Border(_), .. }))
            .count()
    };
    let plain = worths([0, 0]);
    assert_eq!(worths([200, -200]), plain);
    let both = worths([100, 100]);
    assert!(worths([200, 0]) == both && worths([0, 200]) == both);
    assert!(roads(&both) > roads(&plain), "{} and {} roads", roads(&both), roads(&plain));
}

#[test]
fn a_piece_beside_others_is_built_if_a_rule_says_that_it_is_worth_it() {
    let pack = "id = \"house\"\ntitle = \"House\"\nversion = \"1.0.0\"\n\n[pieces.wagon]\n\
                class = \"other\"\non = \"border\"\nbeside = \"land\"\nbeside_others = true\n\
                joins = [\"road\"]\nper_player = 2\nprice = \"1 wood\"\n";
    let wagons = |worth: i64| {
        let rule =
            format!("const KIND = \"wagon\";\nfn piece_worth(me, kind, place) {{ {worth} }}\n");
        let fixture = Fixture::new(&[("pack.toml", pack), ("rule.rhai", &rule)]);
        let wagon = fixture.load().unwrap().0.kind_named("wagon").unwrap();
        let is_wagon =
            |action: &&Action| matches!(action, Action::Build { kind, .. } if *kind == wagon);
        actions(&fixture).iter().filter(is_wagon).count()
    };
    assert_eq!((wagons(0), wagons(200)), (0, 6));
}

#[test]
fn an_ability_that_brings_cards_is_used() {
    let dig = |text: &str| {
        uses(&format!(
            "const ABILITY = \"dig\";\nconst ONCE_PER = \"turn\";\nfn act(me) {{ {text} }}\n"
        ))
    };
    let (turns, used) = dig("me.take(ORE, 1);");
    assert!(10 * used > 8 * turns, "{used} times in {turns} turns");
    let (turns, used) = dig("me.take(me.choose_resource(\"What?\"), 1);");
    assert!(10 * used > 8 * turns, "{used} times in {turns} turns");
    assert_eq!(dig("me.lose_random(1);").1, 0, "it brings nothing");
}

#[test]
fn an_ability_that_another_one_needs_is_used() {
    let (turns, used) = uses(
        "const ABILITY = \"mine\";\nconst VARIANTS = [\"begin: nothing\", \"dig: nothing\"];\n\
         const COUNTERS = [\"begun: turn\", \"dug: turn\"];\n\
         fn usable(me, what) {\n\
             if what == 1 { me.counter(\"begun\") == 0 }\n\
             else { me.counter(\"begun\") == 1 && me.counter(\"dug\") == 0 }\n}\n\
         fn act(me, what) {\n\
             if what == 1 { me.add(\"begun\", 1); } else { me.add(\"dug\", 1); me.take(ORE, 1); }\n}\n",
    );
    assert!(10 * used > 16 * turns, "{used} times in {turns} turns");
}

#[test]
fn cards_are_saved_for_an_ability_that_brings_points() {
    let rule = "const ABILITY = \"jewel\";\nconst VARIANTS = [\"buy: 4 ore, 4 brick\"];\n\
                const COUNTER = \"jewels: player\";\n\
                fn points(me) { 2 * me.counter(\"jewels\") }\n\
                fn act(me, what) { me.add(\"jewels\", 1); }\n";
    let (turns, used) = uses(rule);
    // Players who buy a jewel only when they happen to have the cards need 138 turns.
    assert!(used > 0 && turns < 120, "{used} times in {turns} turns");
}

// A trial must not tell what is in the hands of opponents, or what will be drawn.
#[test]
fn an_ability_whose_result_is_hidden_is_not_used() {
    let hidden = |text: &str| {
        let rule = "const ABILITY = \"rob\";\nconst ONCE_PER = \"turn\";\nconst RANDOM = true;\n";
        uses(&format!("{rule}fn act(me) {{ {text} }}\n")).1
    };
    let all = "for it in me.opponents { it.give(me, ORE, it.hand.of(ORE)); }";
    assert_eq!(hidden(all), 0, "hands of opponents");
    assert_eq!(hidden("if game.random(2) == 0 { me.take(ORE, 2); }"), 0, "a random result");
}

/// The decisions of a greedy player in a position and in others that look the same to the player,
/// since only the hidden cards are dealt anew.
fn decisions(game: &Game, player: Player) -> Vec<Decision> {
    let decide = |seed: u64| {
        let mut game = game.clone();
        if seed > 0 {
            deal_hidden_cards(&mut game, player, seed);
        }
        let legal = game.legal_actions(player).unwrap();
        Greedy::new().choose(&game.player_view(Some(player)), &legal).unwrap()
    };
    (0..4).map(decide).collect()
}

/// Plays a game of greedy players, and compares the decisions of the player in turn in positions
/// that look the same. Returns how many were compared.
fn compare_decisions(loaded: &(Arc<Rules>, Rc<dyn Script>), seed: u64) -> usize {
    let names = loaded.0.names.iter().find(|names| loaded.0.seats.contains(&names.len())).unwrap();
    let mut game = Game::new(loaded.0.clone(), Rc::clone(&loaded.1), names, seed).unwrap();
    let mut seats: Vec<Box<dyn Seat>> = Vec::new();
    seats.resize_with(names.len(), || Box::new(Greedy::new()));
    let mut compared = 0;
    play_out(&mut game, &mut seats, &mut |played| {
        let player = played.game.table().in_turn();
        let step = played.game.table().step();
        if matches!(step, Step::Roll | Step::Act) && played.game.question().is_none() {
            let decisions = decisions(played.game, player);
            let is_same = decisions.iter().all(|it| *it == decisions[0]);
            assert!(is_same, "{decisions:?} in turn {}", played.game.table().turn());
            compared += 1;
        }
        Ok(())
    })
    .unwrap();
    compared
}

#[test]
fn decisions_do_not_depend_on_hidden_cards() {
    let texts = [
        "for it in me.opponents { if it.hand.has(ORE) { me.take(ORE, 1); return; } }",
        "for it in me.opponents { if it.held(\"soldier\") > 0 { me.take(ORE, 1); return; } }",
    ];
    for text in texts {
        let rule = format!(
            "const ABILITY = \"spy\";\nconst ONCE_PER = \"turn\";\nfn act(me) {{ {text} }}\n"
        );
        assert!(compare_decisions(&Fixture::rule(&rule).load().unwrap(), 1) > 100);
    }
}

#[test]
#[ignore = "plays a game of each scenario"]
fn decisions_in_shipped_scenarios_do_not_depend_on_hidden_cards() {
    SCENARIOS.par_iter().for_each(|scenario| {
        let loaded = support::load(&Request::scenario(*scenario)).unwrap();
        assert!(compare_decisions(&loaded, support::first_seed()) > 50, "{scenario}");
    });
}

#[test]
fn nobody_saves_for_an_ability_that_its_rule_refuses() {
    let played = |usable: bool, points: u8| {
        actions(&Fixture::rule(&format!(
            "const ABILITY = \"jewel\";\nconst VARIANTS = [\"buy: 4 ore, 4 brick\"];\n\
             const COUNTER = \"jewels: player\";\n\
             fn points(me) {{ {points} * me.counter(\"jewels\") }}\n\
             fn usable(me, what) {{ {usable} }}\n\
             fn act(me, what) {{ me.add(\"jewels\", 1); }}\n"
        )))
    };
    let without_points = played(false, 0);
    assert_eq!(played(false, 2), without_points);
    assert_ne!(played(true, 2), without_points);
}
