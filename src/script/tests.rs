//! Tests that need access to the internals of the host.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use rhai::Position;

use super::{CallStack, ExecutionMode, Host, StackFrame, engine};
use crate::content::{Request, load, pack_files};
use crate::game::{Ask, Game, Verdict};
use crate::rules::{Arg, Args, Call, Hook, RuleId};
use crate::seat::{Random, Seat, play_out};
use crate::set::Id;
use crate::transcript::{self, Options};

#[test]
fn a_panic_in_a_word_is_a_failure_and_loses_nothing() {
    let rules = load(&Request::scenario("catan")).unwrap();
    let host = Host::new(&rules, ExecutionMode::Lowered).unwrap();
    let names = ["red", "blue", "white"].map(str::to_owned);
    let game = Game::new(Arc::clone(&rules), super::host(&rules).unwrap(), &names, 1).unwrap();
    let (me, args) = (game.table().in_turn(), Args::NONE);
    let call = Call { rule: RuleId::new(0), hook: Hook::Act, me, args, copy: 0 };
    let effect = Box::new(game.effect_of(call));
    host.stack.frames.borrow_mut().push(StackFrame::Effect(effect));
    assert!(host.stack.with(Position::NONE, |_| panic!("oops")).is_err());
    assert!(host.stack.with(Position::NONE, |_| panic!("never said")).is_err());
    let frame =
        host.stack.frames.borrow_mut().pop().expect("the running game is on the call stack");
    assert_eq!(frame.view().table(), game.table());
    let message = &frame.view().failure().unwrap().message;
    assert_eq!(message, "this is a bug in the program, not in the rule: oops");
}

/// A hook that finds players with functions, with and without statements in them.
const LEADERS: &str = "
fn on_production_roll(me, roll) {
    for player in game.players.with_most(|player| player.buildings.count + player.hand.total) {
        player.take(ORE, 1);
    }
    let last = me.opponents.with_fewest(|one| { let n = tally(one); n }).first(1);
    if me.opponents.with_most(|one| 7).count > 1 { last.only.take(WOOD, 1); }
}

private fn tally(player) { player.hand.total }
";

/// Operations are counted the same in all modes, so limits are reached at the same point.
#[test]
fn bytecode_counts_as_many_operations_as_the_engine() {
    let file = "rules/catan/awards/largest_army.rhai";
    let files = pack_files(Path::new("rules/catan")).unwrap();
    let text = &files.iter().find(|source| source.file == file).unwrap().text;
    let mut with_leaders = Request::scenario("catan");
    with_leaders.texts.insert(file.into(), format!("{text}{LEADERS}"));
    let others = ["catan", "desolation", "newcatan", "newcatan_complete"].map(Request::scenario);
    for request in others.into_iter().chain([with_leaders]) {
        let (rules, scenario) = (load(&request).unwrap(), &request.scenario);
        let counted = |mode, seed| {
            let host = super::host_of(&rules, mode).unwrap();
            let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
            let mut game = Game::new(Arc::clone(&rules), host, names, seed).unwrap();
            let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(seed, index)) };
            let mut seats: Vec<_> = (0..names.len()).map(seat).collect();
            let mut counts = Vec::new();
            play_out(&mut game, &mut seats, &mut |played| {
                // If a question is open, the count ends here and is irrelevant.
                let is_open = !played.game.questions().is_empty();
                let spent = played.game.state().spent;
                let operations = played.game.operations_of_action();
                if !is_open && operations > 0 {
                    counts.push((played.action, operations, spent));
                }
                Ok(())
            })
            .unwrap();
            counts
        };
        let both = |mode| [3, 4].map(|seed| counted(mode, seed)).concat();
        let (lowered, interpreted) =
            (both(ExecutionMode::Lowered), both(ExecutionMode::Interpreted));
        assert!(interpreted.len() > 10, "{scenario}");
        for (lowered, interpreted) in lowered.iter().zip(&interpreted) {
            assert_eq!(lowered, interpreted, "{scenario}");
        }
    }
}

/// The sandbox has no randomness except for that of the game. A verb that exists only in this test
/// adds some.
#[test]
fn a_rule_that_a_coin_decides_is_called_not_deterministic() {
    let file = "rules/catan/cards/monopoly.rhai";
    let files = pack_files(Path::new("rules/catan")).unwrap();
    let text = &files.iter().find(|source| source.file == file).unwrap().text;
    let play = |prompt: &str| {
        let mut request = Request::scenario("catan");
        request.texts.insert(file.into(), text.replace("\"Which resource?\"", prompt));
        let rules = load(&request).unwrap();
        let stack = Rc::new(CallStack::default());
        let mut engine = engine::engine(&stack);
        let coin = Cell::new(false);
        engine.register_fn("coin", move || coin.replace(!coin.get()));
        let host = Host::with(engine, stack, &rules, ExecutionMode::Lowered)
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        let game =
            "scenario catan\ngiven red holds 1 monopoly\n\nred plays monopoly\nred chooses wood\n";
        let transcript = transcript::parse(game, "coin.game").unwrap();
        transcript::replay(&transcript, &rules, Rc::new(host), Options::default()).map(|_| ())
    };
    assert_eq!(play("\"Which?\""), Ok(()));
    let wrong = play("if coin() { \"Heads?\" } else { \"Tails?\" }").unwrap_err();
    assert!(wrong.0[0].message.contains("the rule is not deterministic"), "{wrong}");
}

/// A hook that names kinds of pieces, resources, goods and cards by strings.
const NAMES: &str = "
fn on_production_roll(me, roll) {
    let free = me.places(\"road\");
    if me.left(\"road\") > 0 && !free.is_empty && me.held(\"development\") == 0 {
        me.place(\"road\", free.first(1).only);
    }
    me.take(\"ore\", me.played(\"soldier\") + 1);
}
";

/// The interpreter gives the same results, so only a count shows that bytecode gave up.
#[test]
fn random_games_run_natively() {
    let file = "rules/catan/awards/largest_army.rhai";
    let files = pack_files(Path::new("rules/catan")).unwrap();
    let text = &files.iter().find(|source| source.file == file).unwrap().text;
    let mut with_names = Request::scenario("catan");
    with_names.texts.insert(file.into(), format!("{text}{NAMES}"));
    let others = ["newcatan_complete", "desolation", "cloth_4", "wonders_4", "knights_newcatan"];
    for request in others.map(Request::scenario).into_iter().chain([with_names]) {
        let rules = load(&request).unwrap();
        let host = Rc::new(Host::new(&rules, ExecutionMode::Lowered).unwrap());
        let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
        let mut game = Game::new(Arc::clone(&rules), Rc::clone(&host) as _, names, 3).unwrap();
        let seat = |index| -> Box<dyn Seat> { Box::new(Random::new(3, index)) };
        let mut seats: Vec<_> = (0..names.len()).map(seat).collect();
        play_out(&mut game, &mut seats, &mut |_| Ok(())).unwrap();
        assert!(game.table().turn() > 20);
        assert_eq!(host.interpreted.get(), 0, "{}", request.scenario);
    }
}

/// Loads *Catan* with hooks added to a rule. Returns the host and the rule.
fn with_hooks(hooks: &str) -> (Game, Rc<Host>, RuleId) {
    let file = "rules/catan/awards/largest_army.rhai";
    let files = pack_files(Path::new("rules/catan")).unwrap();
    let text = &files.iter().find(|source| source.file == file).unwrap().text;
    let mut request = Request::scenario("catan");
    request.texts.insert(file.into(), format!("{text}{hooks}"));
    let rules = load(&request).unwrap();
    let host = Rc::new(Host::new(&rules, ExecutionMode::Lowered).unwrap());
    let names = ["red", "blue", "white"].map(str::to_owned);
    let game = Game::new(Arc::clone(&rules), Rc::clone(&host) as _, &names, 1).unwrap();
    let rule = rules.rules.iter().position(|rule| rule.id == "catan/largest_army").unwrap();
    (game, host, RuleId::new(rule))
}

/// A test for membership has two forms, for one place and for all places, but is translated once.
#[test]
fn nested_tests_of_places_take_few_instructions() {
    let mut test = "true".to_owned();
    for _ in 0..16 {
        test = format!("mine(me, {test}).contains(place)");
    }
    let hooks = format!(
        "\nprivate fn mine(me, tested) {{ me.pieces }}\n\
         fn may_build(me, kind, place) {{ if {test} {{ \"no\" }} }}\n"
    );
    let (_, host, rule) = with_hooks(&hooks);
    let lowered = host.hooks[rule.index()][&Hook::MayBuild].lowered.as_ref().unwrap();
    assert!((16..200).contains(&lowered.instructions()), "{}", lowered.instructions());
}

/// Whether such an answer fails depends on the argument, although nothing reads its new value.
#[test]
fn an_answer_depends_on_an_argument_that_is_changed() {
    let hooks = "\nfn hand_limit(me, limit) { limit *= 1000000000000000000; 7 }\n";
    let (game, host, rule) = with_hooks(hooks);
    let (me, args) = (game.table().in_turn(), Args::of(&[Arg::Number(2)]));
    let call = Call { rule, hook: Hook::HandLimit, me, args, copy: 0 };
    let mut reads = None;
    let verdict = host.verdict(game.view(), &call, None, None, &mut reads).unwrap();
    assert_eq!(verdict, Some(Verdict::Number(7)));
    assert_eq!(reads.unwrap().arguments, 0b10);
}
