//! The costs of single operations, at positions from random games.
//!
//! `cargo bench --bench parts [-- NAME]`

use std::fs;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use newcatan::action::Action;
use newcatan::change::Change;
use newcatan::content::{self, Request};
use newcatan::game::route;
use newcatan::game::{Effect, Game, History, Outcome, Script};
use newcatan::rules::{Arg, Args, Call, Hook, RuleId, Rules};
use newcatan::seat::{ActionReport, Playout, Random, Seat, play_out};
use newcatan::set::{Id, Set};
use newcatan::table::{Player, Step, Table};
use newcatan::transcript::{Options, parse, replay};
use newcatan::{content::load, script};

/// A loaded scenario.
struct Scene {
    rules: Arc<Rules>,
    host: Rc<dyn Script>,
}

impl Scene {
    fn load(scenario: &str) -> Self {
        let rules = load(&Request::scenario(scenario)).unwrap_or_else(|wrong| panic!("{wrong}"));
        let host = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
        Self { rules, host }
    }

    fn begin(&self, seed: u64) -> Game {
        let names = self.rules.names.last().expect("names of players");
        Game::new(Arc::clone(&self.rules), Rc::clone(&self.host), names, seed).expect("a game")
    }

    /// The first position of random games that satisfies a condition.
    fn find(&self, wanted: impl Fn(&Game) -> bool) -> Game {
        for seed in 1.. {
            let (mut game, mut playout) = (self.begin(seed), Playout::new(seed));
            while playout.decide(&mut game).expect("no rule fails") {
                if wanted(&game) {
                    return game;
                }
            }
        }
        unreachable!("there are more seeds than games that are needed")
    }

    /// A call of a rule's hook for the current player.
    fn call(&self, game: &Game, rule: &str, hook: Hook, args: &[Arg]) -> Call {
        let place = self.rules.rules.iter().position(|known| known.id == rule);
        let rule = RuleId::new(place.expect("a rule in play"));
        Call { rule, hook, me: game.table().in_turn(), args: Args::of(args), copy: 0 }
    }
}

fn is_at(step: Step) -> impl Fn(&Game) -> bool {
    move |game| game.table().step() == step && game.questions().is_empty()
}

/// The number of the current player's cards.
fn cards(game: &Game) -> usize {
    game.player_view(None).hand_size(game.table().in_turn())
}

fn first_to_act(game: &Game) -> Player {
    game.to_act().iter().next().expect("the game goes on")
}

fn legal_actions(bench: &mut Criterion) {
    let scene = Scene::load("catan");
    let acts = is_at(Step::Act);
    let positions = [
        ("placement", scene.find(|game| matches!(game.table().step(), Step::Place(_)))),
        ("roll", scene.find(is_at(Step::Roll))),
        ("few cards", scene.find(|game| acts(game) && game.table().turn() > 50 && cards(game) < 3)),
        (
            "many cards",
            scene.find(|game| acts(game) && game.table().turn() > 50 && cards(game) > 9),
        ),
        ("discard", scene.find(is_at(Step::Discard))),
        ("marker", scene.find(|game| matches!(game.table().step(), Step::Move(_)))),
    ];
    for (name, game) in &positions {
        let (player, mut list) = (first_to_act(game), Vec::new());
        bench.bench_function(&format!("legal actions/{name}"), |bench| {
            bench.iter(|| game.list_legal(black_box(player), &mut list));
        });
    }
}

/// The first change of each kind in random games, with the table before it.
fn changes(scene: &Scene) -> Vec<(String, Table, Change)> {
    let mut found: Vec<(String, Table, Change)> = Vec::new();
    for seed in 1..=10 {
        let mut game = scene.begin(seed);
        let mut table = game.table().clone();
        let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(seed, index)) };
        let mut seats: Vec<_> = (0..game.names().len()).map(seat).collect();
        let mut observe = |played: &ActionReport<'_>| {
            for event in played.changes {
                let change = event.change;
                let text = format!("{change:?}");
                let kind = text.split(['(', ' ']).next().unwrap_or_default();
                if !found.iter().any(|(known, ..)| known == kind) {
                    found.push((kind.to_owned(), table.clone(), change));
                }
                table.apply(&change, &scene.rules.board);
            }
            Ok(())
        };
        play_out(&mut game, &mut seats, &mut observe).expect("no rule fails");
    }
    found
}

fn apply(bench: &mut Criterion) {
    let scene = Scene::load("catan");
    for (kind, table, change) in changes(&scene) {
        bench.bench_function(&format!("apply/{kind}"), |bench| {
            let apply = |table: &mut Table| table.apply(black_box(&change), &scene.rules.board);
            bench.iter_batched_ref(|| table.clone(), apply, BatchSize::SmallInput);
        });
    }
}

fn actions(bench: &mut Criterion) {
    let scene = Scene::load("catan");
    let roll = scene.find(|game| is_at(Step::Roll)(game) && game.table().turn() > 100);
    bench.bench_function("production roll", |bench| {
        let dice = [Outcome::Dice([3, 5])];
        let play = |game: &mut Game| game.play_written(first_to_act(game), Action::Roll, &dice);
        bench.iter_batched_ref(|| roll.clone(), play, BatchSize::SmallInput);
    });
}

fn hooks(bench: &mut Criterion) {
    let scene = Scene::load("newcatan");
    let game = scene.find(is_at(Step::Act));
    let limit = scene.call(&game, "newcatan/immunity", Hook::HandLimit, &[Arg::Number(7)]);
    bench.bench_function("hook/pure", |bench| {
        bench.iter(|| scene.host.answer(game.view(), black_box(&limit)));
    });
    let relief =
        scene.call(&game, "newcatan/relief_fund", Hook::OnProductionRoll, &[Arg::Number(7)]);
    let monopoly = scene.call(&game, "catan/monopoly", Hook::Act, &[]);
    for (name, call) in [("effect", relief), ("effect up to its question", monopoly)] {
        bench.bench_function(&format!("hook/{name}"), |bench| {
            let run = |effect: &mut Effect| scene.host.effect(effect, &call);
            bench.iter_batched_ref(|| game.effect_of(call), run, BatchSize::SmallInput);
        });
    }
}

fn longest_route(bench: &mut Criterion) {
    let scene = Scene::load("catan");
    let kinds = Set::first(scene.rules.kinds.len());
    let route = |game: &Game| {
        let player = game.table().in_turn();
        let lines = game.player_view(None).borders(player).iter().count();
        (lines, usize::from(route::longest_trail(game.rules(), game.table(), player, kinds)))
    };
    let networks = [
        ("short", scene.find(|game| route(game).0 == 3)),
        ("long", scene.find(|game| route(game).1 > 11)),
        ("branched", scene.find(|game| route(game).0 > 12 && route(game).1 < 9)),
    ];
    for (name, game) in &networks {
        bench.bench_function(&format!("longest route/{name}"), |bench| {
            bench.iter(|| {
                route::longest_trail(
                    game.rules(),
                    game.table(),
                    black_box(game.table().in_turn()),
                    kinds,
                )
            });
        });
    }
}

fn copies(bench: &mut Criterion) {
    let scene = Scene::load("newcatan_complete");
    let game = scene.find(|game| is_at(Step::Act)(game) && game.table().turn() > 100);
    let state = game.state();
    bench.bench_function("copy/table", |bench| bench.iter(|| black_box(game.table()).clone()));
    bench.bench_function("copy/state", |bench| bench.iter(|| black_box(&state).clone()));
    bench.bench_function("copy/game", |bench| bench.iter(|| black_box(&game).clone()));
    // This is how a search goes back: its copies reuse the memory of one game.
    let mut other = game.clone();
    bench.bench_function("copy/game into another", |bench| {
        bench.iter(|| other.copy_from(black_box(&game)));
    });
}

/// Listed actions played on copies of a game, and taken back with the history of a table.
fn play_and_undo(bench: &mut Criterion) {
    let scene = Scene::load("newcatan_complete");
    let builds = |game: &Game| listed(game, |action| matches!(action, Action::Build { .. }));
    let ends = |game: &Game| listed(game, |action| *action == Action::End);
    let late = |game: &Game| is_at(Step::Act)(game) && game.table().turn() > 100;
    let game = scene.find(|game| late(game) && builds(game).is_some() && ends(game).is_some());
    let player = first_to_act(&game);
    for (name, action) in [("build", builds(&game)), ("end of turn", ends(&game))] {
        let action = action.expect("it is listed");
        bench.bench_function(&format!("play/{name}"), |bench| {
            let play = |copy: &mut Game| copy.play_listed(player, black_box(action));
            bench.iter_batched_ref(|| game.clone(), play, BatchSize::SmallInput);
        });
        bench.bench_function(&format!("undo/{name}"), |bench| {
            let played = || {
                let (mut copy, mut history) = (game.clone(), History::default());
                history.play(&mut copy, player, action, &[]).expect("it is legal");
                (copy, history)
            };
            let undo = |(copy, history): &mut (Game, History)| {
                history.undo(copy).expect("no rule fails").expect("an action was played")
            };
            bench.iter_batched_ref(played, undo, BatchSize::SmallInput);
        });
    }
}

/// The first listed action of this kind, of the first player to act.
fn listed(game: &Game, is_it: impl Fn(&Action) -> bool) -> Option<Action> {
    game.legal_actions(first_to_act(game)).expect("no rule fails").into_iter().find(is_it)
}

fn whole_games(bench: &mut Criterion) {
    let text = fs::read_to_string("tests/corpus/newcatan/01_ggg.game").expect("a record");
    let recorded = parse(&text, "record").expect("a transcript");
    let rules = content::load(&recorded.request()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let host = script::host(&rules).unwrap_or_else(|wrong| panic!("{wrong}"));
    bench.bench_function("replay", |bench| {
        bench.iter(|| {
            let transcript = parse(&text, "record").expect("a transcript");
            let report = replay(&transcript, &rules, Rc::clone(&host), Options::default());
            report.map(|report| report.actions).expect("a whole game")
        });
    });
    for scenario in ["catan", "newcatan_complete", "desolation"] {
        bench.bench_function(&format!("load/{scenario}"), |bench| {
            let begin = || {
                let scene = Scene::load(scenario);
                let game = scene.begin(1);
                (scene, game)
            };
            bench.iter_with_large_drop(begin);
        });
    }
}

criterion_group! {
    name = parts;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = legal_actions, apply, actions, hooks, longest_route, copies, play_and_undo, whole_games
}
criterion_main!(parts);
