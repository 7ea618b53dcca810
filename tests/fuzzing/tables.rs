//! The TOML loaders: scenarios, manifests of packs and settings are either loaded or have
//! diagnostics. Loaded games can be played.
//!
//! The first line of an input names the file, as in `scenarios/catan.toml` or
//! `rules/newcatan/pack.toml`, or says `settings` and a scenario; the rest is the text.

use newcatan::content::Request;

use super::{load, play_both_ways};

/// The number of actions.
const ACTIONS: usize = 40;

/// Runs the input as a file of a scenario or a pack, or as settings.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((first, text)) = text.split_once('\n') else { return };
    let Some(mut request) = request(first, text) else { return };
    request.only_in = Some(Vec::new());
    if let Some(rules) = load(&request) {
        play_both_ways(&rules, ACTIONS);
    }
}

/// The request for a game that reads the text.
fn request(first: &str, text: &str) -> Option<Request> {
    if let Some(scenario) = first.strip_prefix("settings ") {
        let mut request = Request::scenario(scenario);
        let pairs = text.lines().filter_map(|line| line.split_once('='));
        request.set = pairs.map(|(key, value)| (key.trim().into(), value.trim().into())).collect();
        return Some(request);
    }
    let mut request = match first {
        "scenario.toml" => Request::scenario("scenario.toml"),
        "house/pack.toml" => Request { with: vec!["house".into()], ..Request::scenario("catan") },
        "rules/catan/pack.toml" => Request::scenario("catan"),
        "rules/desolation/pack.toml" => Request::scenario("desolation"),
        "rules/newcatan/pack.toml" => Request::scenario("newcatan"),
        "rules/frontiers/pack.toml" => Request::scenario("newcatan_frontiers"),
        "rules/development/pack.toml" => Request::scenario("newcatan_development"),
        "rules/fishermen/pack.toml" => Request::scenario("fishermen"),
        _ => return None,
    };
    request.texts.insert(first.into(), text.into());
    Some(request)
}
