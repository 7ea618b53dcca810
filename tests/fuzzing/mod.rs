//! The functions of the fuzz targets. The package `fuzz` calls them with generated inputs, and
//! `tests/suite/properties.rs` with stored ones.
#![allow(dead_code, unreachable_pub, reason = "the fuzz package and the tests use parts of it")]

pub mod play;
pub mod protocol;
pub mod rules;
pub mod tables;
pub mod transcript;

use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{self, Request};
use newcatan::diagnostic::Diagnostics;
use newcatan::game::{Game, OnRuleError, Script};
use newcatan::rules::Rules;
use newcatan::script::{self, ExecutionMode};
use newcatan::seat::Playout;

/// The limit on the operations of rules in one game: low enough for a quick run.
const OPERATIONS: u64 = 300_000;

/// The names of all targets.
pub const TARGETS: [&str; 5] = ["transcript", "tables", "rules", "protocol", "play"];

/// The function of the target with this name.
pub fn target(name: &str) -> Option<fn(&[u8])> {
    Some(match name {
        "transcript" => transcript::run,
        "tables" => tables::run,
        "rules" => rules::run,
        "protocol" => protocol::run,
        "play" => play::run,
        _ => return None,
    })
}

/// Loads the rules of a request, or checks that the diagnostics can be rendered.
fn load(request: &Request) -> Option<Arc<Rules>> {
    content::load(request).map_err(|wrong| explained(&wrong)).ok()
}

/// Checks that diagnostics have a text in all formats.
fn explained(wrong: &Diagnostics) {
    assert!(!wrong.0.is_empty(), "an error without a diagnostic");
    for styled in [false, true] {
        assert!(!wrong.render_with_codes(styled).is_empty());
    }
}

/// Plays random actions with bytecode and with the interpreter. Checks the game after each
/// action, and that both games are the same.
fn play_both_ways(rules: &Arc<Rules>, actions: usize) {
    let host = |mode| match script::host_of(rules, mode) {
        Ok(host) => Some(host),
        Err(wrong) => {
            explained(&wrong);
            None
        }
    };
    let lowered = host(ExecutionMode::Lowered).and_then(|host| outcome(rules, host, actions));
    let interpreted =
        host(ExecutionMode::Interpreted).and_then(|host| outcome(rules, host, actions));
    assert_eq!(lowered, interpreted, "trees and the interpreter differ");
}

/// The state of a random game after some actions, or the failure that ended it.
fn outcome(rules: &Arc<Rules>, host: Rc<dyn Script>, actions: usize) -> Option<String> {
    let names = rules.names.first()?;
    let mut game = match Game::new(Arc::clone(rules), host, names, 1) {
        Ok(game) => game,
        Err(refused) => return Some(refused.to_string()),
    };
    game.limit_operations(OPERATIONS);
    game.on_rule_error(OnRuleError::Stop);
    let mut playout = Playout::new(1);
    for _ in 0..actions {
        match playout.decide(&mut game) {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => return Some(format!("{stop} {:?}", game.state())),
        }
    }
    match game.faults() {
        Ok(faults) => assert_eq!(faults, [""; 0]),
        Err(failure) => return Some(format!("{failure} {:?}", game.state())),
    }
    Some(format!("{:?}", game.state()))
}
