//! A game whose rules, which somebody has sent as text, run up to the limit on operations.

use std::io;
use std::time::Duration;

use serde_json::{Value, json};

use super::http::Connection;
use super::measured::{Measured, Phase};
use super::server::Server;

/// The number of rules in the family, each of which counts for a while at each roll. Each one is
/// within the limit of a call, and all together exceed that of an action.
const RULES: usize = 120;
/// What each of them does.
const RULE: &str = "fn on_rolled(me, roll) {\n    let sum = 0;\n    \
    for n in 0..30000 { sum += n; }\n}\n";
/// What the answer says after the limit of an action, and after that of the whole game.
const ACTION_LIMIT: &str = "operations";
const GAME_LIMIT: &str = "operations in this game";
/// The status of the answer when a rule fails.
const FAILED: u16 = 422;
/// The time between two requests of one sender, of which the server allows twenty in a second.
const PACE: Duration = Duration::from_millis(60);

/// Plays such games while the phase lasts. Returns how many actions ran up to the limit.
pub(crate) fn play(server: &Server, measured: &Measured) -> usize {
    let mut actions = 0;
    while measured.phase() == Phase::Looping {
        if let Err(error) = play_game(server, measured, &mut actions) {
            measured.fail(error.to_string());
            break;
        }
    }
    actions
}

/// Plays one game until its rules may not run any more, or the phase ends.
fn play_game(server: &Server, measured: &Measured, actions: &mut usize) -> io::Result<()> {
    let names: Vec<String> = (1..=RULES).map(|number| number.to_string()).collect();
    let text = format!(
        "//! Endless\n//! Counts for a long time at each roll.\n//! Rulings: H-1.\n\n\
         const FOR_EACH = {names:?};\n\n{RULE}"
    );
    let game = server.create(&json!({
        "scenario": "catan_beginners",
        "players": ["ann", "bob", "cyd"],
        "seats": ["person", "person", "person"],
        "with": [{ "name": "endless", "text": text }],
    }))?;
    let mut ann = Connection::new(&server.host, &format!("seats={}", game.keys[0].key));
    let path = format!("/api/games/{}/play", game.game);
    while measured.phase() == Phase::Looping {
        let answer = ann.ask("POST", &path, &json!({ "seat": 0, "line": "ann rolls" }))?;
        let body: Value = serde_json::from_slice(&answer.body)?;
        let message = body["message"].as_str().unwrap_or_default();
        if answer.status != FAILED || !message.contains(ACTION_LIMIT) {
            let problem = format!("a rule that loops: status {}: {message}", answer.status);
            return Err(io::Error::other(problem));
        }
        if message.contains(GAME_LIMIT) {
            break;
        }
        *actions += 1;
        std::thread::sleep(PACE);
    }
    server.delete(&game.game)
}
