//! Players that look ahead: they know nothing that is hidden, and a seed gives the same game.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::content::Request;
use newcatan::game::{Game, Script, deal_hidden_cards};
use newcatan::rules::Rules;
use newcatan::seat::{Advice, Decision, Effort, Greedy, Search, Seat, hint, play_out};
use newcatan::set::Id;
use newcatan::table::{Player, Step};

use crate::support::{self, out, run_in};

/// A scenario with its rules and script.
fn loaded(scenario: &str) -> (Arc<Rules>, Rc<dyn Script>) {
    support::load(&Request::scenario(scenario)).unwrap()
}

/// A game with as many players as possible.
fn begin((rules, script): &(Arc<Rules>, Rc<dyn Script>), seed: u64) -> Game {
    let names = rules.names_of(*rules.seats.end()).unwrap();
    Game::new(Arc::clone(rules), Rc::clone(script), &names, seed).unwrap()
}

/// What a player who looks at this number of positions decides.
fn decision(game: &Game, player: Player, positions: u32) -> Decision {
    let legal = game.legal_actions(player).unwrap();
    let mut seat = Search::new(positions, 7, player.index());
    seat.choose(&game.player_view(Some(player)), &legal).unwrap()
}

/// What a player who looks at this number of positions advises.
fn advice(game: &Game, player: Player, positions: u32) -> Vec<Advice> {
    let legal = game.legal_actions(player).unwrap();
    let mut seat = Search::new(positions, 7, player.index());
    seat.rank(&game.player_view(Some(player)), &legal).unwrap()
}

/// Plays a greedy game, and looks at every position with a choice whose number is a multiple of
/// `every`.
fn positions(scenario: &str, every: usize, look: &mut dyn FnMut(&Game, Player)) {
    let mut game = begin(&loaded(scenario), 3);
    let mut seats: Vec<Box<dyn Seat>> = Vec::new();
    seats.resize_with(game.names().len(), || Box::new(Greedy::new()));
    let mut count = 0;
    play_out(&mut game, &mut seats, &mut |played| {
        let game = played.game;
        for player in game.to_act().iter() {
            if game.legal_actions(player)?.len() > 1 {
                count += 1;
                if count % every == 0 {
                    look(game, player);
                }
            }
        }
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_decision_depends_on_nothing_that_is_hidden() {
    let (mut compared, mut unlike) = (0, 0);
    for scenario in ["catan", "newcatan_complete"] {
        positions(scenario, 17, &mut |game, player| {
            // What others have chosen to discard cannot be dealt anew by this function.
            if game.table().step() == Step::Discard || game.question().is_some() {
                return;
            }
            // Two games that look the same to the player, with other cards and another future.
            let [one, other] = [5, 6].map(|seed| {
                let mut game = game.with_seed(seed).unwrap();
                deal_hidden_cards(&mut game, player, seed);
                game
            });
            unlike += usize::from(other.table() != &one.table().clone().with_seed(6));
            compared += 1;
            assert_eq!(decision(&one, player, 600), decision(&other, player, 600));
            if compared % 3 == 0 {
                assert_eq!(advice(&one, player, 300), advice(&other, player, 300));
            }
        });
    }
    assert!(compared > 20 && unlike > 15, "{compared} compared, {unlike} unlike");
}

#[test]
fn a_sample_shows_what_the_player_sees() {
    let mut samples = 0;
    for scenario in ["catan", "newcatan_complete", "fog_islands_4"] {
        positions(scenario, 5, &mut |game, player| {
            let view = game.player_view(Some(player));
            let Some(sample) = view.sample(11) else { return };
            samples += 1;
            let sampled = sample.player_view(Some(player));
            assert_eq!(sampled.hand(), view.hand());
            assert_eq!(sample.legal_actions(player).unwrap(), game.legal_actions(player).unwrap());
            for other in view.everybody().iter() {
                assert_eq!(sampled.hand_size(other), view.hand_size(other));
                assert_eq!(sampled.cards_held(other), view.cards_held(other));
                assert_eq!(sampled.borders(other), view.borders(other));
            }
            assert_eq!(sample.faults().unwrap(), Vec::<String>::new());
        });
    }
    assert!(samples > 150, "{samples} samples");
}

#[test]
fn a_player_wins_if_that_is_possible_now() {
    let mut wins = 0;
    for seed in 1..40 {
        let mut game = begin(&loaded("catan"), seed);
        let mut seats: Vec<Box<dyn Seat>> = Vec::new();
        seats.resize_with(game.names().len(), || Box::new(Greedy::new()));
        let mut before = game.clone();
        play_out(&mut game, &mut seats, &mut |played| {
            if played.game.is_over() {
                let won = played.game.table().winner();
                let legal = before.legal_actions(played.player)?;
                let is_winning = won == Some(played.player) && played.action != Action::Roll;
                if is_winning && legal.len() > 1 && before.question().is_none() {
                    let mut after = before.clone();
                    let Decision::Act(action) = decision(&before, played.player, 2000) else {
                        panic!("a seat names its action");
                    };
                    after.play(played.player, action).unwrap();
                    wins += usize::from(after.is_over());
                    let [best, ..] = advice(&before, played.player, 2000)[..] else { panic!() };
                    assert_eq!((best.value, best.error), (Some(1.0), Some(0.0)), "seed {seed}");
                    assert!(after.is_over(), "seed {seed}: {action:?} does not win");
                }
            }
            before = played.game.clone();
            Ok(())
        })
        .unwrap();
        if wins >= 5 {
            return;
        }
    }
    panic!("only {wins} games end with a choice");
}

#[test]
fn a_player_makes_a_few_offers_in_a_turn_to_which_others_agree() {
    let (mut turns, mut offers, mut accepted) = (0, 0, 0);
    positions("catan", 5, &mut |game, player| {
        let is_turn = game.table().step() == Step::Act && game.question().is_none();
        if !is_turn || game.table().seat(player).hand().total() < 5 || turns >= 25 {
            return;
        }
        turns += 1;
        let (mut game, mut seat) = (game.clone(), Search::new(1500, 7, player.index()));
        let mut made = Vec::new();
        loop {
            let legal = game.legal_actions(player).unwrap();
            let decision = seat.choose(&game.player_view(Some(player)), &legal).unwrap();
            let Decision::Act(action @ Action::Offer { give, get, to }) = decision else { break };
            assert!(!made.contains(&(give, get)), "{made:?} and again {action:?}");
            made.push((give, get));
            game.play(player, action).unwrap();
            for other in to.iter() {
                let legal = game.legal_actions(other).unwrap();
                let mut greedy = Greedy::new();
                let reply = greedy.choose(&game.player_view(Some(other)), &legal).unwrap();
                accepted += usize::from(reply == Action::Accept.into());
                game.play(other, Action::Refuse).unwrap();
            }
        }
        assert!(made.len() <= 3, "{made:?}");
        offers += made.len();
    });
    assert!(offers > 25 && accepted > offers / 4, "{offers} offers, {accepted} accepted");
}

#[test]
fn a_hint_names_the_best_actions_with_their_values() {
    let (mut looked, mut several, mut offers) = (0, 0, 0);
    let (mut above, mut alike) = (0, 0);
    for scenario in ["catan", "newcatan_complete", "fog_islands_4"] {
        positions(scenario, 29, &mut |game, player| {
            looked += 1;
            let legal = game.legal_actions(player).unwrap();
            let advice = advice(game, player, 2500);
            assert!((1..=4).contains(&advice.len()), "{advice:?}");
            several += usize::from(advice.len() == 4);
            for (at, one) in advice.iter().enumerate() {
                assert!(advice[..at].iter().all(|other| other.action != one.action), "{advice:?}");
                let is_offer = matches!(one.action, Action::Offer { .. } | Action::Counter { .. });
                offers += usize::from(is_offer);
                assert!(is_offer || legal.contains(&one.action), "{advice:?}");
                let is_chance = |value: f64| (0.0..=1.0).contains(&value);
                assert!(advice.len() == 1 || one.value.is_some_and(is_chance), "{advice:?}");
            }
            let others = &advice[1..];
            assert!(others.is_sorted_by(|one, other| one.value >= other.value), "{advice:?}");
            // Each value is what trials have measured, even if it is above that of the choice.
            above += usize::from(others.iter().any(|one| one.value > advice[0].value));
            alike += usize::from(others.iter().any(|one| one.value == advice[0].value));
        });
    }
    assert!(looked > 30 && several > 15 && offers > 0, "{looked} {several} {offers}");
    assert!(above > 3 && alike < above, "{above} above the choice, {alike} alike");
}

#[test]
fn a_small_effort_compares_two_actions_and_a_large_one_more() {
    let game = begin(&loaded("catan"), 3);
    let player = game.to_act().iter().next().unwrap();
    let compared = |positions| {
        let advice = advice(&game, player, positions);
        advice.iter().filter(|one| one.value.is_some()).count()
    };
    assert_eq!([600, 5000].map(compared), [2, 4]);
}

#[test]
fn a_hint_is_the_same_for_a_seed_and_only_for_who_has_to_act() {
    let game = begin(&loaded("catan"), 3);
    let player = game.to_act().iter().next().unwrap();
    let view = game.player_view(Some(player));
    let (one, other) = (hint(&view, &[], 1, None).unwrap(), hint(&view, &[], 2, None).unwrap());
    assert_eq!(one, hint(&view, &[], 1, None).unwrap());
    assert_ne!(one, other);
    assert_eq!(one, hint(&view, &[], 1, Effort::try_from(5000).ok()).unwrap());
    assert_ne!(one, hint(&view, &[], 1, Effort::try_from(200).ok()).unwrap());
    let waiting = game.table().everybody().without(player).iter().next().unwrap();
    assert_eq!(hint(&game.player_view(Some(waiting)), &[], 1, None).unwrap(), []);
    assert_eq!(hint(&game.player_view(None), &[], 1, None).unwrap(), []);
}

#[test]
fn a_seed_gives_the_same_game_on_any_number_of_threads() {
    let sim = |threads: &str| {
        let players = "search:400,greedy,search:400";
        let args = ["sim", "catan", "--players", players, "--games", "2", "--json", "--threads"];
        let args: Vec<&str> = args.into_iter().chain([threads]).collect();
        out(&run_in(Path::new("."), &args))
    };
    let one = sim("1");
    assert!(one.contains("\"seat\": \"search:400\""), "{one}");
    assert_eq!(one, sim("2"));
}

#[test]
fn a_number_of_positions_is_a_number() {
    for (word, hint) in [
        ("search:", "from 1 to 100000 after `search:`, such as `search:5000`"),
        ("search:0", "expected a number of positions from 1 to 100000"),
        ("search:100001", "expected a number of positions from 1 to 100000"),
        ("search:many", "expected a number of positions from 1 to 100000"),
    ] {
        let output = run_in(Path::new("."), &["run", "catan", "--players", word]);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(hint), "{err}");
    }
}
