//! The rule loader: a rule file is either loaded or has diagnostics. Loaded rules can be played,
//! with the same results for bytecode and the interpreter.
//!
//! The first line of an input names the file: `house.rhai` is a house rule of a game of `catan`,
//! `newcatan.rhai` one of a game of `newcatan`, anything else a file of a shipped pack; the rest
//! is the text.

use std::collections::BTreeMap;

use newcatan::check::{Targets, check};
use newcatan::content::Request;

use super::{explained, load, play_both_ways};

/// The number of actions.
const ACTIONS: usize = 60;

/// Runs the input as a rule file.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((first, text)) = text.split_once('\n') else { return };
    let Some(scenario) = scenario(first) else { return };
    let mut request = Request::scenario(scenario);
    request.only_in = Some(Vec::new());
    request.texts.insert(first.into(), text.into());
    if first.starts_with("rules/") {
        let texts = BTreeMap::from([(first.to_owned(), text.to_owned())]);
        let scenarios = vec![scenario.to_owned()];
        let found = check(&Targets { scenarios, texts, ..Targets::default() });
        if !found.0.is_empty() {
            explained(&found);
        }
        if found.0.iter().any(|one| !one.is_warning) {
            return;
        }
    } else {
        request.with.push(first.into());
    }
    if let Some(rules) = load(&request) {
        play_both_ways(&rules, ACTIONS);
    }
}

/// A scenario with the file in play.
fn scenario(file: &str) -> Option<&'static str> {
    let pack = file.strip_prefix("rules/").and_then(|path| path.split_once('/'));
    Some(match (file, pack) {
        ("house.rhai", _) | (_, Some(("catan", _))) => "catan",
        ("newcatan.rhai", _) | (_, Some(("newcatan", _))) => "newcatan",
        (_, Some(("desolation", _))) => "desolation",
        (_, Some(("frontiers", _))) => "newcatan_frontiers",
        (_, Some(("development", _))) => "newcatan_development",
        (_, Some(("fishermen", _))) => "fishermen",
        _ => return None,
    })
}
