//! The number of functions between a move and the table.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::sync::Arc;

use crate::action::Action;
use crate::board::Place;
use crate::change::Change;
use crate::content::{Request, load};
use crate::game::Game;
use crate::script;
use crate::table::{Player, Step};

/// The number of functions of this crate on the stack from `Game::play` to `Table::apply`, both
/// included, when a player builds a road.
const FUNCTIONS: usize = 8;

thread_local! {
    /// The call stack of the change that put a road on the table; `None` unless it is requested.
    static STACK: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Stores the call stack of a change that puts a road on the table, if it is requested.
pub(super) fn note(change: &Change) {
    let is_road = matches!(change, Change::Built { place: Place::Border(_), .. });
    STACK.with_borrow_mut(|stack| match stack {
        Some(stack) if is_road => *stack = Backtrace::force_capture().to_string(),
        _ => {}
    });
}

/// A game in which a player may build a road in a turn, with that player and action.
fn before_a_road() -> (Game, Player, Action) {
    let rules = load(&Request::scenario("catan")).unwrap();
    let names = rules.names.iter().max_by_key(|names| names.len()).unwrap();
    let script = script::host(&rules).unwrap();
    let mut game = Game::new(Arc::clone(&rules), script, names, 1).unwrap();
    for number in 0.. {
        let player = game.to_act().iter().next().unwrap();
        let actions = game.legal_actions(player).unwrap();
        let is_road = |it: &&Action| matches!(it, Action::Build { place: Place::Border(_), .. });
        if let (Step::Act, Some(&road)) = (game.table().step(), actions.iter().find(is_road)) {
            return (game, player, road);
        }
        game.play_listed(player, actions[number * 7 % actions.len()]).unwrap();
    }
    unreachable!("somebody can pay for a road in the end")
}

/// The functions of this crate on a stack, from `Table::apply` to `Game::play`, each with its file.
/// A stack may contain their names without the modules. A closure belongs to its enclosing
/// function.
fn functions(stack: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut name = "";
    for line in stack.lines().map(str::trim) {
        let Some(place) = line.strip_prefix("at ") else {
            name = line.split_once(": ").map_or("", |(_, name)| name);
            continue;
        };
        let place =
            place.trim_start_matches(env!("CARGO_MANIFEST_DIR")).trim_start_matches(['.', '/']);
        let (file, _) = place.split_once(':').unwrap_or((place, ""));
        let name = name.rsplit("::").next().unwrap_or(name);
        if file.starts_with("src/") && !file.ends_with("tests.rs") && !name.contains("closure") {
            found.push(format!("{name} in {file}"));
        }
    }
    assert_eq!(found.first().map(String::as_str), Some("apply in src/table/apply.rs"));
    assert_eq!(found.last().map(String::as_str), Some("play in src/game.rs"));
    found
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "optimized programs have no such stack")]
fn few_functions_lie_between_a_move_and_the_table() {
    let (mut game, player, road) = before_a_road();
    STACK.set(Some(String::new()));
    game.play(player, road).unwrap();
    let stack = STACK.take().unwrap();
    let found = functions(&stack);
    let (count, list) = (found.len(), found.join("\n  "));
    assert!(count <= FUNCTIONS, "{count} functions lie between a move and the table:\n  {list}");
}
