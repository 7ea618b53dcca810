//! The protocol: every line is answered with JSON, and never with an internal error.

use newcatan::protocol::Server;
use serde_json::Value;

/// The maximum number of games in a `playout`, far below that of the protocol.
const PLAYOUTS: u64 = 2;
/// The code of an internal error.
const INTERNAL: i64 = -32603;

/// Sends the lines of the input to a server.
pub fn run(data: &[u8]) {
    let mut server = Server::new(Vec::new(), || 1);
    for line in data.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let Some(answer) = server.answer(&shortened(&line)) else { continue };
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        match &answer {
            Value::Array(answers) => answers.iter().for_each(|answer| is_no_fault(answer, &line)),
            answer => is_no_fault(answer, &line),
        }
    }
}

fn is_no_fault(answer: &Value, line: &str) {
    let is_result = answer.get("result").is_some();
    let code = answer.pointer("/error/code").and_then(Value::as_i64);
    assert!(is_result != code.is_some(), "a result or an error: {answer}");
    assert_ne!(code, Some(INTERNAL), "{line}: {answer}");
}

/// The line with fewer playouts, so that it does not take minutes.
fn shortened(line: &str) -> String {
    let Ok(mut message) = serde_json::from_str::<Value>(line) else { return line.to_owned() };
    let mut is_changed = false;
    let messages = match &mut message {
        Value::Array(messages) => messages.iter_mut().collect(),
        message => vec![message],
    };
    for message in messages {
        if let Some(games) = message.pointer_mut("/params/games")
            && games.as_u64().is_some_and(|games| games > PLAYOUTS)
        {
            *games = PLAYOUTS.into();
            is_changed = true;
        }
    }
    if is_changed { message.to_string() } else { line.to_owned() }
}
