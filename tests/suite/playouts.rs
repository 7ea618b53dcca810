//! Whole games: the invariants of any game, and the strength of seats.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use newcatan::action::Action;
use newcatan::content::{self, Request};
use newcatan::game::{Game, PlayerView, Script};
use newcatan::rules::{HookShape, RuleId, Rules};
use newcatan::script;
use newcatan::seat::{Decision, Greedy, Playout, Random, Seat, Stop, play_out};
use newcatan::table::Player;
use newcatan::transcript;
use rayon::prelude::*;

use crate::fuzzing::play::bytes::Bytes;
use crate::fuzzing::play::candidates::disagreement;
use crate::fuzzing::play::checks::{listed_is_accepted, unlisted_is_refused};
use crate::fuzzing::play::setup::SCENARIOS;
use crate::fuzzing::play::unlisted::fitting;
use crate::support;

/// The loaded rules of a scenario.
struct Table {
    rules: Arc<Rules>,
    script: Rc<dyn Script>,
}

impl Table {
    fn open(scenario: &str) -> Self {
        let rules = content::load(&Request::scenario(scenario));
        let rules = rules.unwrap_or_else(|wrong| panic!("{wrong}"));
        let script = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
        Self { rules, script }
    }

    fn game(&self, players: usize, seed: u64) -> Game {
        let mut lists = self.rules.names.iter();
        let names = lists.find(|names| names.len() == players).unwrap();
        Game::new(self.rules.clone(), self.script.clone(), names, seed).unwrap()
    }
}

/// Seats by their initials: greedy or random.
fn seats(kinds: &str, seed: u64) -> Vec<Box<dyn Seat>> {
    let seat = |(index, kind)| -> Box<dyn Seat> {
        if kind == 'g' { Box::new(Greedy::new()) } else { Box::new(Random::new(seed, index)) }
    };
    kinds.chars().enumerate().map(seat).collect()
}

/// A random player who is asked for a victim only if there is a choice.
struct Chooser(Random);

impl Seat for Chooser {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        assert!(!matches!(legal, [Action::Take { from: Some(_) }]), "there is one victim");
        self.0.choose(view, legal)
    }
}

#[test]
fn taking_from_the_only_victim_is_part_of_the_move() {
    let table = Table::open("catan");
    let mut game = table.game(4, 1);
    let seat = |index| -> Box<dyn Seat> { Box::new(Chooser(Random::new(1, index))) };
    let mut seats: Vec<Box<dyn Seat>> = (0..4).map(seat).collect();
    let mut taken = 0;
    play_out(&mut game, &mut seats, &mut |played| {
        taken += usize::from(matches!(played.action, Action::Take { .. }));
        Ok(())
    })
    .unwrap();
    assert!(taken > 10, "{taken}");
    let (mut playout, mut game) = (Playout::new(1), table.game(4, 1));
    while playout.decide(&mut game).unwrap() {
        let legal = game.to_act().iter().next().map(|player| game.legal_actions(player).unwrap());
        let legal = legal.unwrap_or_default();
        assert!(!matches!(legal[..], [Action::Take { from: Some(_) }]), "there is one victim");
    }
}

/// Plays a game to its end.
fn play(table: &Table, kinds: &str, seed: u64) -> Game {
    let mut game = table.game(kinds.len(), seed);
    let played = play_out(&mut game, &mut seats(kinds, seed), &mut |_| Ok(()));
    played.unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    assert!(game.is_over(), "seed {seed}");
    game
}

/// The endings of random games with a number of players.
#[derive(Clone, Copy, Default)]
struct Ends {
    won: usize,
    at_the_limit: usize,
    stalled: usize,
}

impl Ends {
    fn count(&mut self, game: &Game) {
        let table = game.table();
        if table.winner().is_some() {
            self.won += 1;
        } else if table.turn() == game.rules().turn_limit {
            self.at_the_limit += 1;
        } else {
            assert!(table.idle() >= table.players(), "seed {} ends for no reason", table.seed());
            self.stalled += 1;
        }
    }
}

/// Plays random games and checks everything after every action. Returns their endings by number of
/// players.
fn check_random_games(scenario: &str, seeds: impl Iterator<Item = u64>) -> BTreeMap<usize, Ends> {
    let table = Table::open(scenario);
    let tokens = table
        .game(*table.rules.seats.start(), 1)
        .table()
        .tokens()
        .values()
        .iter()
        .flatten()
        .count();
    let mut ends: BTreeMap<usize, Ends> = BTreeMap::new();
    for seed in seeds {
        let players =
            if seed % 2 == 0 { *table.rules.seats.start() } else { *table.rules.seats.end() };
        let mut game = table.game(players, seed);
        let mut seats = seats(&"r".repeat(players), seed);
        let mut checked = 0;
        play_out(&mut game, &mut seats, &mut |played| {
            // Nothing is lost or duplicated, and stored values equal those computed anew.
            assert_eq!(played.game.faults()?, [""; 0], "{scenario}, seed {seed}");
            let lying = played.game.table().tokens().values().iter().flatten().count();
            assert_eq!(lying, tokens, "{scenario}, seed {seed}");
            checked += 1;
            // Checking legality is slow, so only some positions of each game are checked.
            if checked % 97 == 0 {
                check_legality(played.game, seed + checked);
            }
            Ok(())
        })
        .unwrap_or_else(|stop| panic!("{scenario}, seed {seed}: {stop}"));
        ends.entry(players).or_default().count(&game);
    }
    ends
}

/// Checks that listed actions are accepted, and others of any player are refused.
fn check_legality(game: &Game, number: u64) {
    let mut bytes = Bytes::generated(number);
    for player in game.to_act().iter() {
        listed_is_accepted(game, player, usize::MAX, 0);
    }
    for player in game.table().everybody().iter() {
        unlisted_is_refused(game, player, 40, &mut bytes);
    }
}

/// Plays games at random, and prints their endings.
fn check_and_tell(scenario: &str, games: u64) {
    let first = support::first_seed();
    for (players, ends) in check_random_games(scenario, first..first + games) {
        let Ends { won, at_the_limit, stalled } = ends;
        let all = won + at_the_limit + stalled;
        // Bypasses the capture of the test harness, so that the shares are visible.
        let shares = format!(
            "{scenario}: {all} random games of {players} players, {won} won, {at_the_limit} at \
             the turn limit, {stalled} stalled\n"
        );
        std::io::stderr().write_all(shares.as_bytes()).unwrap();
    }
}

#[test]
fn random_games_keep_the_rules() {
    for scenario in ["catan", "newcatan_complete"] {
        check_and_tell(scenario, 1);
    }
}

#[test]
#[ignore = "plays twenty games of each scenario"]
fn many_random_games_keep_the_rules() {
    SCENARIOS.par_iter().for_each(|scenario| check_and_tell(scenario, 20));
}

/// The number of positions to check: `POSITIONS` in the environment, or a sample. The seed differs
/// for each commit, so other positions are checked.
fn positions() -> usize {
    let count = std::env::var("POSITIONS");
    count.map_or(420, |count| count.parse().expect("`POSITIONS` is a number"))
}

/// Checks this number of positions of random games with offers: every second one of the placement,
/// which is short, and later every sixteenth on average.
fn check_agreement(scenario: &str, mut positions: usize) {
    let table = Table::open(scenario);
    for seed in support::first_seed().. {
        let mut bytes = Bytes::generated(seed);
        let players = table.rules.seats.clone().nth(bytes.below(table.rules.seats.clone().count()));
        let mut game = table.game(players.unwrap(), seed);
        let mut playout = Playout::new(seed);
        while !game.is_over() {
            let one_in = if game.table().is_placement() { 2 } else { 16 };
            if bytes.below(one_in) == 0 {
                for player in game.to_act().iter() {
                    assert_eq!(disagreement(&game, player), None, "{scenario}, seed {seed}");
                }
                positions -= 1;
                if positions == 0 {
                    return;
                }
            }
            let offer = if bytes.below(16) == 0 { fitting(&game, &mut bytes) } else { None };
            match offer {
                Some((player, action)) => drop(game.play(player, action)),
                None => drop(playout.decide(&mut game).unwrap()),
            }
        }
    }
}

/// The list uses sets of places and of payments, while the conditions concern one place and one
/// payment. Each shipped scenario gets an equal share of the positions.
#[test]
#[ignore = "takes half a minute"]
fn the_list_and_the_conditions_agree_place_by_place() {
    let each = positions().div_ceil(SCENARIOS.len());
    SCENARIOS.par_iter().for_each(|scenario| check_agreement(scenario, each));
}

#[test]
#[ignore = "takes a second"]
fn random_games_use_every_benefit() {
    let table = Table::open("newcatan");
    let rules = &table.rules;
    let mut used = BTreeSet::new();
    for seed in 1..=30 {
        let mut game = table.game(3, seed);
        play_out(&mut game, &mut seats("rrr", seed), &mut |played| {
            used.extend(rules.offered_by(&played.action).map(|by| by.rule));
            used.extend(played.changes.iter().filter_map(|event| event.cause).map(|it| it.rule));
            Ok(())
        })
        .unwrap();
    }
    let only_protects = |rule: RuleId| {
        let hooks = &rules.rule(rule).hooks;
        hooks.keys().all(|hook| matches!(hook.shape(), HookShape::Veto | HookShape::Value))
            && !hooks.is_empty()
    };
    let tokens = rules.tokens.iter().map(|token| token.rule);
    let unused = tokens.filter(|rule| !used.contains(rule) && !only_protects(*rule));
    let unused: Vec<&str> = unused.map(|rule| rules.rule(rule).id.as_str()).collect();
    assert_eq!(unused, [""; 0]);
}

/// The number of games that the first seat wins.
fn wins(scenario: &str, kinds: &str, seeds: std::ops::RangeInclusive<u64>) -> usize {
    let table = Table::open(scenario);
    seeds.filter(|&seed| play(&table, kinds, seed).table().winner() == Some(Player(0))).count()
}

#[test]
fn a_greedy_player_beats_random_ones() {
    assert_eq!(wins("catan", "grrr", 1..=3), 3);
}

#[test]
#[ignore = "plays 400 games"]
fn a_greedy_player_wins_nine_of_ten_games_against_random_ones() {
    for scenario in ["catan", "knights"] {
        let won = wins(scenario, "grrr", 1..=200);
        assert!(won >= 180, "{won} of 200 in {scenario}");
    }
}

/// The seeds of games between greedy players without a winner.
fn undecided(scenario: &str, seeds: std::ops::RangeInclusive<u64>) -> Vec<u64> {
    let table = Table::open(scenario);
    let players = *table.rules.seats.end();
    let kinds = "g".repeat(players);
    seeds.filter(|&seed| play(&table, &kinds, seed).table().winner().is_none()).collect()
}

#[test]
#[ignore = "takes seconds"]
fn greedy_players_finish_games() {
    for scenario in SCENARIOS {
        assert_eq!(undecided(scenario, 1..=1), [0; 0], "{scenario}");
    }
}

#[test]
#[ignore = "plays 144 games"]
fn greedy_players_finish_games_of_many_seeds() {
    for scenario in SCENARIOS {
        assert_eq!(undecided(scenario, 2..=5), [0; 0], "{scenario}");
    }
    assert_eq!(undecided("desolation", 9..=20), [0; 0]);
}

#[test]
fn a_seed_gives_the_same_game_again() {
    let table = Table::open("desolation");
    assert_eq!(play(&table, "ggr", 5).state(), play(&table, "ggr", 5).state());
}

#[test]
fn a_seed_gives_the_same_game_from_any_thread() {
    let digest = || transcript::digest(&play(&Table::open("desolation"), "grg", 3));
    let threads = [std::thread::spawn(digest), std::thread::spawn(digest)];
    let digests = threads.map(|thread| thread.join().unwrap());
    assert_eq!(digests, [digest(), digest()]);
}
