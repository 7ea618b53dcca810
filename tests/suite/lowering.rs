//! Bytecode and the interpreter agree: results of hooks, and whole games.
//!
//! `INTERPRET=1 cargo test` runs all other tests with the interpreter only.

use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use newcatan::board::Place;
use newcatan::content::{self, Request};
use newcatan::game::{CausedChange, Game, HookCall, Script};
use newcatan::rules::{Arg, Args, Call, HookShape, Ownership, RuleId, Rules, Type};
use newcatan::script::{self, ExecutionMode};
use newcatan::seat::{Random, Seat, play_out};
use newcatan::set::Id;
use newcatan::table::{Deck, Kind, Marker};
use newcatan::transcript;
use rayon::prelude::*;
use rustc_hash::FxHasher;

use crate::fuzzing::play::setup::SCENARIOS;
use crate::scripts::placed::RESTLESS;
use crate::support;
use crate::support::files::files;
use crate::support::pages::blocks;

/// A rule that builds several pieces before it asks.
const THREE_ROADS: &str = r#"//! Three roads
//! Once a turn three roads for nothing.
//! Rulings: none.

const ABILITY = "three roads";
const ONCE_PER = "turn";

fn act(me) {
    for number in 0..3 {
        me.build_free("route");
    }
}
"#;

/// A rule that assigns to its parameters, and one that asks on which side of a line a place is, for
/// all types of places.
const SIDES: &str = r#"//! Sides
//! Who has many cards is worth more, and stays at home.
//! Rulings: none.

fn points(me, sum) {
    if me.hand.total >= 5 {
        sum += 1;
    }
    sum
}

fn hand_limit(me, limit) {
    limit += 2 * me.on_board(CITY);
    limit
}

fn may_move_marker(me, marker, place) {
    if me.hand.total > 4 && !place.in_area("home island") {
        return `${me} stays at home`;
    }
    if game.hexes.with_buildings(2).contains(place) {
        return "it is too loud there";
    }
}

fn may_build(me, kind, place) {
    if kind != ROAD { return; }
    if me.hand.of(WOOD) == 2 && !place.in_area("home island") {
        return `${me} of ${me.hand.total} cards stays at home`;
    }
}
"#;

/// A rule whose variables change within the expressions that read them, and whose loops are left
/// early.
const TWISTS: &str = r#"//! Twists
//! Variables change within the expressions that read them.
//! Rulings: none.

fn on_production_roll(me, roll) {
    let count = 0;
    for (player, number) in game.players {
        for step in 0..5 {
            if step == 1 { continue; }
            if step + number > 4 { break; }
            count += step * (number + 1) + player.hand.total;
        }
        let inner = { let count = number; count + 1 };
        count += inner;
    }
    let x = roll;
    let list = [x, { x += 2; x }, x];
    let sum = x + { x = 3; x };
    let y = twice(x, twice({ x = 4; x }, 1));
    let z = nothing() ?? { x += 1; x };
    z = nothing() ?? z;
    let text = `${x}${{ x = 6; x }}`;
    let all = x == 6 && !(count == 1 || y < 0);
    for item in list { sum += item; }
    let most = game.players.with_most(|player| player.hand.total + twice(1, 1));
    if all && (count + sum + y + z) % 3 == 0 { most.first(1).only.take(WOOD, 1); }
    if all && (count + sum + y + z) % 3 == 1 { me.take(SHEEP, 1); }
    if text == "56" { me.take(ORE, 1); }
}

private fn twice(a, b) {
    let a = a * 2;
    if a > 20 { return b; }
    a + b
}

private fn nothing() {}
"#;

/// The rules of a game with a host for each execution mode.
struct Both {
    rules: Arc<Rules>,
    lowered: Rc<dyn Script>,
    interpreted: Rc<dyn Script>,
}

impl Both {
    fn of(request: &Request) -> Self {
        let rules = content::load(request).unwrap_or_else(|wrong| panic!("{wrong}"));
        let host = |mode| script::host_of(&rules, mode).unwrap_or_else(|wrong| panic!("{wrong}"));
        let (lowered, interpreted) =
            (host(ExecutionMode::Lowered), host(ExecutionMode::Interpreted));
        Self { rules, lowered, interpreted }
    }

    /// The rules with an additional rule.
    fn with(scenario: &str, rule: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rule.rhai");
        std::fs::write(&file, rule).unwrap();
        Self::of(&Request { with: vec![file], ..Request::scenario(scenario) })
    }

    /// Plays a random game with the maximum number of players, and calls an observer for each
    /// action. If hook calls are logged, nothing is cached: each hook runs whenever its answer is
    /// needed, and each effect is resumed from its beginning.
    fn play(
        &self,
        script: &Rc<dyn Script>,
        keeps_hook_log: bool,
        seed: u64,
        mut watch: impl FnMut(&Game, &[CausedChange]),
    ) {
        let names = self.rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let mut game = Game::new(self.rules.clone(), script.clone(), names, seed).unwrap();
        if keeps_hook_log {
            game = game.without_cache();
            game.keep_hook_log();
        }
        let mut seats: Vec<Box<dyn Seat>> = (0..names.len())
            .map(|index| -> Box<dyn Seat> { Box::new(Random::new(seed, index)) })
            .collect();
        play_out(&mut game, &mut seats, &mut |played| {
            watch(played.game, played.changes);
            Ok(())
        })
        .unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
    }

    /// Hashes for each action of a random game: of all changes with their causes, and of all calls
    /// of pure hooks, if these are logged. The last ones are of the final game.
    fn traces(&self, script: &Rc<dyn Script>, keeps_hook_log: bool, seed: u64) -> Vec<[u64; 2]> {
        let (mut traces, mut state) = (Vec::new(), None);
        self.play(script, keeps_hook_log, seed, |game, events| {
            traces.push([hash(&events), hash(&game.hook_calls())]);
            state = game.is_over().then(|| game.state());
        });
        traces.push([hash(&state), 0]);
        traces
    }

    /// The changes and causes of one action of a random game.
    fn told(
        &self,
        script: &Rc<dyn Script>,
        seed: u64,
        action: usize,
    ) -> (Vec<CausedChange>, Vec<HookCall>) {
        let (mut told, mut number) = (None, 0);
        self.play(script, true, seed, |game, events| {
            if number == action {
                told = Some((events.to_vec(), game.hook_calls()));
            }
            number += 1;
        });
        told.unwrap_or_default()
    }

    /// Checks that bytecode and the interpreter play the same games, also with cached values
    /// and with effects that are resumed where they waited.
    fn games_are_the_same(&self, scenario: &str, seeds: impl Iterator<Item = u64>) {
        for seed in seeds {
            let interpreted = self.traces(&self.interpreted, true, seed);
            for keeps_hook_log in [true, false] {
                let lowered = self.traces(&self.lowered, keeps_hook_log, seed);
                let is_same = |(one, other): (&[u64; 2], &[u64; 2])| {
                    one[0] == other[0] && (one[1] == other[1] || !keeps_hook_log)
                };
                let same = lowered.iter().zip(&interpreted).take_while(|&it| is_same(it)).count();
                if same < lowered.len().max(interpreted.len()) {
                    let lowered = self.told(&self.lowered, seed, same);
                    let interpreted = self.told(&self.interpreted, seed, same);
                    assert_eq!(lowered, interpreted, "{scenario}, seed {seed}, action {same}");
                    panic!(
                        "{scenario}, seed {seed}, action {same}: not as when each hook is asked"
                    );
                }
            }
        }
    }

    /// Calls pure hooks with all arguments in a position, or with one in `one_in` of them.
    fn hooks_answer_the_same(&self, game: &Game, one_in: usize) -> usize {
        let mut asked = 0;
        for (number, rule) in self.rules.rules.iter().enumerate() {
            let pure = rule.hooks.keys().filter(|hook| hook.shape() != HookShape::Effect);
            for &hook in pure {
                let lists = arguments(game, &hook.parameter_types()[1..]);
                for me in game.table().everybody().iter() {
                    for args in lists.iter().skip(asked % one_in).step_by(one_in) {
                        // For cards that stay in play, call the second copy as often as the first.
                        let copies = matches!(rule.ownership, Some(Ownership::Played(_)));
                        let copy = u8::from(copies && asked % 2 == 1);
                        let (rule, args) = (RuleId::new(number), Args::of(args));
                        let call = Call { rule, hook, me, args, copy };
                        let ask = |script: &Rc<dyn Script>| script.answer(game.view(), &call);
                        assert_eq!(ask(&self.lowered), ask(&self.interpreted), "{call:?}");
                        asked += 1;
                    }
                }
            }
        }
        asked
    }
}

fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// All lists of arguments of these types in a position.
fn arguments(game: &Game, types: &[Type]) -> Vec<Vec<Arg>> {
    let mut lists = vec![Vec::new()];
    for &ty in types {
        let values = values(game, ty);
        let longer = |list: &Vec<Arg>, value: &Arg| [list.as_slice(), &[*value]].concat();
        lists = lists.iter().flat_map(|list| values.iter().map(|v| longer(list, v))).collect();
    }
    lists
}

/// The values of a type in a position.
fn values(game: &Game, ty: Type) -> Vec<Arg> {
    let rules = game.rules();
    let board = &rules.board;
    let hexes = || board.hexes().iter().map(Place::Hex);
    let intersections = || board.intersections().iter().map(Place::Intersection);
    let places = || intersections().chain(board.borders().iter().map(Place::Border));
    let numbers = |most: i64| (0..most).map(Arg::Number);
    let decks = || (0..rules.decks.len()).map(|deck| Arg::Deck(Deck::new(deck)));
    match ty {
        Type::Player => game.table().everybody().iter().map(Arg::Player).collect(),
        Type::Kind => (0..rules.kinds.len()).map(|kind| Arg::Kind(Kind::new(kind))).collect(),
        Type::Place => places().map(Arg::Place).collect(),
        Type::Spot => hexes().chain(intersections()).map(Arg::Place).collect(),
        Type::Hex => hexes().map(Arg::Place).collect(),
        Type::Marker => {
            (0..rules.markers.len()).map(|marker| Arg::Marker(Marker::new(marker))).collect()
        }
        Type::Number => numbers(15).collect(),
        Type::Piece => {
            let piece = |place| Some(Arg::piece(game.table().piece(place)?, place, false));
            places().filter_map(piece).collect()
        }
        Type::Decks => decks().collect(),
        Type::Any => numbers(5).chain(decks()).chain(places().map(Arg::Place)).collect(),
        other => panic!("no pure hook takes {}", other.text()),
    }
}

/// Calls `each` for each scenario with some seeds, on all cores.
fn on_all_cores(seeds: u64, each: impl Fn(&str, &mut dyn Iterator<Item = u64>) + Sync) {
    let first = support::first_seed();
    SCENARIOS.par_iter().for_each(|scenario| each(scenario, &mut (first..first + seeds)));
}

/// Calls pure hooks in some positions of random games; with more arguments, in fewer positions.
fn pure_hooks_in(seeds: u64, every: usize, one_in: usize) {
    on_all_cores(seeds, |scenario, seeds| {
        let both = Both::of(&Request::scenario(scenario));
        for seed in seeds {
            let mut actions = 0;
            both.play(&both.lowered, true, seed, |game, _| {
                actions += 1;
                if actions % every == 0 {
                    both.hooks_answer_the_same(game, one_in);
                }
            });
        }
    });
}

#[test]
#[ignore = "takes a minute"]
fn pure_hooks_answer_the_same_both_ways() {
    pure_hooks_in(2, 131, 11);
}

#[test]
fn random_games_are_the_same_both_ways() {
    on_all_cores(1, |scenario, seeds| {
        Both::of(&Request::scenario(scenario)).games_are_the_same(scenario, seeds);
    });
}

#[test]
#[ignore = "plays three games of each scenario"]
fn many_random_games_are_the_same_both_ways() {
    on_all_cores(3, |scenario, seeds| {
        Both::of(&Request::scenario(scenario)).games_are_the_same(scenario, seeds);
    });
}

/// All recipes of the cookbook, with the games on their pages.
#[test]
#[ignore = "plays all recipes"]
fn recipes_are_the_same_both_ways() {
    let mut played = 0;
    for page in files("docs/cookbook") {
        let folder = tempfile::tempdir().unwrap();
        let page = std::fs::read_to_string(page).unwrap();
        let blocks = blocks(&page);
        for (name, text) in &blocks {
            let file = folder.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        for (name, text) in blocks.iter().filter(|(_, text)| text.starts_with("# ")) {
            let file = folder.path().join(name).display().to_string();
            let request = transcript::parse(text, &file).unwrap().request();
            Both::of(&request).games_are_the_same(name, 1..3);
            played += 1;
        }
    }
    assert!(played > 25, "{played} games of recipes");
}

/// `a = a | b` is an assignment with an operator, which the interpreter counts twice.
#[test]
fn selections_that_grow_are_the_same_both_ways() {
    let rule = "//! A\n//! B.\n//! Rulings: C-1.\n\nfn on_turn(me) {
        let all = NONE;
        for other in me.opponents { all = all | other; all = all - me; }
        if all.count > 9 { me.take(ORE, 1); }
    }\n";
    Both::with("catan", rule).games_are_the_same("selections", 1..2);
}

/// Strings are joined up to their maximum length, and are equal to no value of another type.
#[test]
fn joined_strings_are_the_same_both_ways() {
    let rule = "//! A\n//! B.\n//! Rulings: C-1.\n\nfn hand_limit(me, limit) {
        let kind = \"settle\" + \"ment\";
        limit += me.on_board(kind);
        kind += `: ${me}`;
        for n in 0..(me.hand.total % 6) { kind += kind; }
        if kind + \"!\" == \"settlement: red!\" { limit += 1; }
        if rich(me) == true || true != rich(me) { limit } else { limit + 1 }
    }

    private fn rich(me) { if me.hand.total > 2 { \"rich\" } else { me.hand.total > 1 } }\n";
    Both::with("catan", rule).games_are_the_same("joined", 1..4);
}

/// Lists grow by other lists, and by themselves. A string is not `NONE`.
#[test]
fn lists_that_grow_are_the_same_both_ways() {
    let rule = "//! A\n//! B.\n//! Rulings: C-1.\n\nfn on_turn(me) {
        let names = [];
        for kind in RESOURCES { names += [`${kind}`]; }
        let many = [];
        for n in 0..(me.hand.total % 6) { many += many; many += names; }
        let count = 0;
        for name in many { if name == \"ore\" { count += 1; } }
        if count > 9 { me.take(WOOD, 1); }
        let chosen = me.may_choose_name(\"Which?\", names);
        if chosen != NONE && chosen != \"ore\" || NONE == chosen { me.take(ORE, 1); }
    }\n";
    Both::with("catan", rule).games_are_the_same("lists", 1..3);
}

/// Awards are updated after each piece, even if an effect starts again for its next question.
#[test]
fn effects_that_build_three_pieces_are_the_same_both_ways() {
    Both::with("catan", THREE_ROADS).games_are_the_same("three roads", 1..3);
}

/// Pieces are moved, removed, placed and transformed between questions.
#[test]
fn effects_that_move_pieces_are_the_same_both_ways() {
    for scenario in ["catan", "newcatan_frontiers"] {
        Both::with(scenario, RESTLESS).games_are_the_same(scenario, 1..2);
    }
}

/// Effects ask within loops and functions, also while players are compared, and use their variables
/// after the answers.
#[test]
fn effects_that_ask_in_functions_are_the_same_both_ways() {
    let rule = "//! A\n//! B.\n//! Rulings: C-1.\n\nfn on_turn(me) {
        let numbers = [me.hand.total];
        for (player, place) in game.players {
            numbers += [asked(player, 1 + place % 2)];
            if place > 1 { player.take(WOOD, 1); }
        }
        let sum = 0;
        for number in numbers { sum += number; }
        let generous = game.players.with_most(|player| asked(player, 1));
        for player in generous { player.take(if sum > 9 { ORE } else { SHEEP }, 1); }
    }

    private fn asked(player, count) {
        let sum = 0;
        for turn in 0..count { sum = twice(sum) + player.choose_number(`Turn ${turn}?`, 0, 2); }
        sum
    }

    private fn twice(number) { 2 * number }\n";
    let both = Both::with("catan", rule);
    let (_, reviewed) = script::reviewed_host(&both.rules);
    assert_eq!(reviewed.unwrap().unlowered, []);
    both.games_are_the_same("asked", 1..4);
}

#[test]
fn variables_that_change_while_they_are_read_are_the_same_both_ways() {
    let both = Both::with("catan", TWISTS);
    let (_, reviewed) = script::reviewed_host(&both.rules);
    assert_eq!(reviewed.unwrap().unlowered, []);
    both.games_are_the_same("twists", 1..3);
}

/// Queries of all places on one side, and answers that depend on parameters with a new value.
#[test]
#[ignore = "plays several games"]
fn sides_of_places_and_arguments_set_anew_are_the_same_both_ways() {
    Both::with("desolation", SIDES).games_are_the_same("sides", 1..3);
}

#[test]
fn few_shipped_hooks_stay_with_the_engine() {
    let mut unlowered = String::new();
    for scenario in SCENARIOS {
        let rules = content::load(&Request::scenario(scenario)).unwrap();
        let (_, reviewed) = script::reviewed_host(&rules);
        for hook in reviewed.unwrap().unlowered {
            let rule = &rules.rules[hook.rule.index()].id;
            let place = hook.cause.origin(&rules);
            writeln!(unlowered, "{scenario}: {rule} {}: {} ({place})", hook.hook.name(), hook.what)
                .unwrap();
        }
    }
    insta::assert_snapshot!(unlowered, @"");
}
