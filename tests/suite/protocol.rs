//! The protocol: the sessions of its page run, games by messages equal other games, no error ends a
//! session, and no files are read except for those allowed.

mod folders;
mod hints;

use std::borrow::Borrow;
use std::path::Path;

use jsonschema::Validator;
use newcatan::protocol::{FORMAT, Method, Server, VERSION, schema};
use serde_json::{Value, json};

use crate::fuzzing::play::setup::SCENARIOS;
use crate::scripts::offers::NOT_WHITE;
use crate::support;

/// A session that checks all messages against the schema.
struct Session {
    server: Server,
    schema: Value,
    sent: u64,
}

impl Session {
    fn new() -> Self {
        Self::with_folders(&[])
    }

    fn with_folders(folders: &[&Path]) -> Self {
        let folders = folders.iter().map(|folder| folder.to_path_buf()).collect();
        let schema = serde_json::from_str(&schema()).unwrap();
        Self { server: Server::new(folders, || 1), schema, sent: 0 }
    }

    /// Sends a line verbatim.
    fn line(&mut self, line: &str) -> Option<Value> {
        self.server.answer(line).map(|answer| serde_json::from_str(&answer).unwrap())
    }

    /// Sends a request. Returns the result, or the error.
    fn ask(&mut self, method: &str, params: impl Borrow<Value>) -> Result<Value, Value> {
        self.sent += 1;
        let request = json!({ "id": self.sent, "method": method, "params": params.borrow() });
        let mut answer = self.line(&request.to_string()).expect("a request is answered");
        assert_eq!(answer["id"], self.sent);
        match answer.get_mut("error").map(Value::take) {
            Some(error) => Err(error),
            None => Ok(answer["result"].take()),
        }
    }

    /// Sends a valid request, and checks it and its answer against the schema.
    fn valid(&mut self, method: &str, params: impl Borrow<Value>) -> Value {
        let params = params.borrow();
        let request = json!({ "id": 1, "method": method, "params": params });
        assert_eq!(against(&self.validator(method, "request"), &request), Vec::<String>::new());
        let result = self
            .ask(method, params.clone())
            .unwrap_or_else(|error| panic!("{method} {params}: {error}"));
        let response = json!({ "jsonrpc": "2.0", "id": 1, "result": result });
        assert_eq!(against(&self.validator(method, "response"), &response), Vec::<String>::new());
        result
    }

    fn validator(&self, method: &str, message: &str) -> Validator {
        let definitions = &self.schema["$defs"];
        let part =
            json!({ "$ref": format!("#/$defs/methods/{method}/{message}"), "$defs": definitions });
        jsonschema::validator_for(&part).unwrap()
    }

    /// The error of a request: its code and message.
    fn error(&mut self, method: &str, params: impl Borrow<Value>) -> String {
        let error = self.ask(method, params).expect_err("this is an error");
        format!("{} {}", error["code"], error["message"].as_str().unwrap())
    }

    /// Begins a game for three players, or for four if the scenario needs them. Returns its id.
    fn begin(&mut self, scenario: &str, seed: u64) -> String {
        let players = ["red", "blue", "white", "orange"];
        let count = if scenario.ends_with("_4") { 4 } else { 3 };
        let params = json!({ "scenario": scenario, "players": players[..count], "seed": seed });
        self.ask("new", params).unwrap()["game"].as_str().unwrap().to_owned()
    }

    fn play(&mut self, game: &str, line: &str) -> Result<Value, Value> {
        self.ask("play", json!({ "game": game, "line": line }))
    }
}

fn against(validator: &Validator, value: &Value) -> Vec<String> {
    validator
        .iter_errors(value)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

/// Checks that an answer equals the one on a page, in which `…` stands for more of the same.
fn is_like(shown: &Value, found: &Value, path: &str) {
    match (shown, found) {
        (Value::String(any), _) if any == "…" => {}
        (Value::Object(shown), Value::Object(found)) => {
            for (key, value) in shown.iter().filter(|(key, _)| *key != "…") {
                let found = found.get(key).unwrap_or_else(|| panic!("{path} has no {key}"));
                is_like(value, found, &format!("{path}/{key}"));
            }
            let is_whole = shown.contains_key("…") || found.len() == shown.len();
            assert!(is_whole, "{path} has more: {found:?}");
        }
        (Value::Array(shown), Value::Array(found)) => {
            assert_eq!(shown.len(), found.len(), "{path}: {found:?}");
            let pairs = shown.iter().zip(found).enumerate();
            pairs.for_each(|(at, (shown, found))| is_like(shown, found, &format!("{path}/{at}")));
        }
        _ => assert_eq!(shown, found, "{path}"),
    }
}

#[test]
fn the_sessions_of_the_page_run() {
    let page = std::fs::read_to_string("docs/protocol.md").unwrap();
    let blocks = support::blocks(&page, "jsonl");
    let (sessions, bots): (Vec<&str>, Vec<&str>) =
        blocks.into_iter().partition(|block| !block.contains("\"choose\""));
    assert_eq!((sessions.len(), bots.len()), (2, 1));
    for session in sessions {
        let mut server = Session::new();
        let mut answer = None;
        for line in session.lines() {
            if let Some(request) = line.strip_prefix("> ") {
                answer = server.line(request);
            } else {
                let shown = serde_json::from_str(line.strip_prefix("< ").unwrap()).unwrap();
                is_like(&shown, &answer.take().expect(line), line);
            }
        }
    }
    let setup = support::blocks(&page, "json")[0];
    let mut session = Session::new();
    let begun = session.valid("new", serde_json::from_str::<Value>(setup).unwrap());
    assert_eq!(begun["players"], json!(["ann", "bob", "cyd"]));
    for method in Method::ALL {
        assert!(page.contains(&format!("| `{}` |", method.name())), "{}", method.name());
    }
}

#[test]
fn every_method_answers_as_the_schema_says() {
    let mut session = Session::new();
    let hello = session.valid("hello", json!({}));
    assert_eq!((&hello["protocol"], &hello["format"]), (&json!(VERSION), &json!(FORMAT)));
    for scenario in ["catan", "newcatan_complete"] {
        let begun = session.valid("new", json!({ "scenario": scenario, "seed": 3, "players": 3 }));
        let game = begun["game"].clone();
        for _ in 0..15 {
            let actions = session.valid("legal", json!({ "game": game, "offers": true }));
            let Some(action) = actions["actions"].as_array().unwrap().last() else { break };
            session.valid("play", json!({ "game": game, "line": action["line"] }));
        }
        let seat = &begun["players"][1];
        session.valid("observe", json!({ "game": game, "seat": seat }));
        session.valid("why", json!({ "game": game }));
        session.valid(
            "why_not",
            json!({ "game": game, "line": format!("{} rolls", seat.as_str().unwrap()) }),
        );
        let svg = session.valid("svg", json!({ "game": game, "seat": seat, "names": true }));
        assert!(svg["svg"].as_str().unwrap().contains("<svg"));
        session.valid("rules", json!({ "game": game }));
        session.valid("playout", json!({ "game": game, "games": 2, "seed": 5 }));
        let hints = session.valid("hint", json!({ "game": game }));
        let best = &hints["actions"][0];
        assert!(best["value"].as_f64().is_some_and(|it| (0.0..=100.0).contains(&it)), "{hints}");
        let same = json!({ "game": game, "seed": 1, "positions": 5000 });
        assert_eq!(hints, session.valid("hint", same));
        let again = session.valid("copy", json!({ "game": game }))["game"].clone();
        session.valid("play", json!({ "game": again, "line": best["action"]["line"] }));
        let waiting = begun["players"].as_array().unwrap().iter();
        let waiting = waiting.filter(|player| **player != best["action"]["player"]);
        for player in waiting {
            let hints = session.valid("hint", json!({ "game": game, "player": player }));
            assert_eq!(hints, json!({ "actions": [] }));
        }
        let state = session.valid("state", json!({ "game": game }));
        session.valid("load", json!({ "state": state, "game": format!("again {scenario}") }));
        session.valid("transcript", json!({ "game": game }));
        let copy = session.valid("copy", json!({ "game": game }));
        session.valid("undo", json!({ "game": copy["game"], "lines": 3 }));
        session.valid("close", json!({ "game": game }));
    }
}

#[test]
fn offers_that_a_rule_forbids_are_not_listed() {
    let rule =
        format!("//! Alone\n//! White trades with nobody.\n//! Rulings: H-1.\n\n{NOT_WHITE}");
    let offered = |with: Value, lines: &[&str]| {
        let mut session = Session::new();
        let players = ["red", "blue", "white"];
        let params = json!({ "scenario": "catan_beginners", "with": with, "players": players });
        let game = session.ask("new", params).unwrap()["game"].as_str().unwrap().to_owned();
        for line in lines {
            session.play(&game, line).unwrap();
        }
        let legal = session.ask("legal", json!({ "game": game, "offers": true })).unwrap();
        let actions = legal["actions"].as_array().unwrap().iter();
        let lines = actions.map(|action| action["line"].as_str().unwrap().to_owned());
        lines.filter(|line| line.contains(" offers ")).collect::<Vec<_>>()
    };
    let (free, bound) = (json!([]), json!([{ "name": "alone", "text": rule }]));
    let (red, white) = (
        ["red rolls 1 1"],
        ["red rolls 1 1", "red ends turn", "blue rolls 1 1", "blue ends turn", "white rolls 1 1"],
    );
    for lines in [&red[..], &white] {
        let all = offered(free.clone(), lines);
        assert!(!all.is_empty() && !all.iter().any(|line| line.contains(" to ")), "{all:?}");
    }
    let to_blue = offered(bound.clone(), &red);
    assert!(
        !to_blue.is_empty() && to_blue.iter().all(|line| line.ends_with(" to blue")),
        "{to_blue:?}"
    );
    assert_eq!(offered(bound, &white), [""; 0]);
}

#[test]
fn the_schema_knows_what_is_wrong() {
    let session = Session::new();
    let validator = jsonschema::validator_for(&session.schema).unwrap();
    assert!(validator.is_valid(&json!([{ "method": "hello" }])));
    for wrong in [
        json!({ "method": "nothing" }),
        json!({ "method": "play", "params": { "game": "g1" } }),
        json!({ "method": "new", "params": { "scenario": "catan", "player": 3 } }),
        json!({ "method": "new", "params": { "scenario": "catan", "chance": "none" } }),
        json!([]),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

#[test]
#[ignore = "takes a second"]
fn a_saved_game_is_the_same_game() {
    let mut session = Session::new();
    for (scenario, seed) in SCENARIOS.iter().zip(1..) {
        let game = session.begin(scenario, seed);
        for number in 0..150 {
            let actions = session.ask("legal", json!({ "game": game })).unwrap();
            let actions = actions["actions"].as_array().unwrap();
            let Some(action) = actions.get(number * 7919 % actions.len().max(1)) else { break };
            session.play(&game, action["line"].as_str().unwrap()).unwrap();
        }
        let state = session.ask("state", json!({ "game": game })).unwrap();
        let again = session.ask("load", json!({ "state": state })).unwrap()["game"].clone();
        let transcript =
            session.ask("transcript", json!({ "game": game })).unwrap()["transcript"].clone();
        let replayed =
            session.ask("load", json!({ "transcript": transcript })).unwrap()["game"].clone();
        for method in ["legal", "observe", "state"] {
            let one = session.ask(method, json!({ "game": game })).unwrap();
            assert_eq!(
                one,
                session.ask(method, json!({ "game": again })).unwrap(),
                "{scenario} {method}"
            );
            if method != "state" {
                assert_eq!(
                    one,
                    session.ask(method, json!({ "game": replayed })).unwrap(),
                    "{scenario} {method}"
                );
            }
        }
        // Undone lines can be played again.
        let lines = state["lines"].as_array().unwrap().len();
        session.ask("undo", json!({ "game": again, "lines": lines })).unwrap();
        for line in state["lines"].as_array().unwrap() {
            session.play(again.as_str().unwrap(), line.as_str().unwrap()).unwrap();
        }
        assert_eq!(state, session.ask("state", json!({ "game": again })).unwrap(), "{scenario}");
    }
}

/// A modification of a saved game.
type Tamper = fn(&mut Value);

#[test]
fn a_state_that_play_does_not_lead_to_is_refused() {
    let mut session = Session::new();
    let game = session.begin("catan_beginners", 7);
    for line in ["red rolls 3 5", "red ends turn", "blue rolls 1 1"] {
        session.play(&game, line).unwrap();
    }
    let state = session.ask("state", json!({ "game": game })).unwrap();
    let tampered: [(&str, Tamper); 6] = [
        ("a hand", |state| state["table"]["players"][0]["resources"]["ore"] = json!(9)),
        ("a piece", |state| {
            state["table"]["players"][0]["pieces"]["settlement"][0] = json!("A1.n");
        }),
        ("a place that is missing", |state| state["table"]["markers"] = json!({})),
        ("something unknown", |state| state["table"]["magic"] = json!(1)),
        ("the digest", |state| state["digest"] = json!("0")),
        ("an action", |state| state["lines"][1] = json!("red builds city at A1.n")),
    ];
    let mut said = Vec::new();
    for (what, tamper) in tampered {
        let mut state = state.clone();
        tamper(&mut state);
        let error = session.ask("load", json!({ "state": state })).expect_err(what);
        assert_eq!(error["code"], -32004, "{what}: {error}");
        let reasons = error["data"]["reasons"].as_array().unwrap();
        let first = reasons[0]["text"].as_str().unwrap();
        said.push(format!("{what}: {}; {first}", error["message"].as_str().unwrap()));
    }
    insta::assert_snapshot!(said.join("\n"));
    let mut unknown = state;
    unknown["format"] = json!(FORMAT + 1);
    let error = session.error("load", json!({ "state": unknown }));
    assert_eq!(error, format!("-32004 expected a state in format {FORMAT}, found {}", FORMAT + 1));
}

#[test]
fn errors_leave_the_session_alive() {
    let mut session = Session::new();
    let game = session.begin("catan_beginners", 7);
    let mut said = Vec::new();
    for line in include_str!("../protocol/wrong.jsonl").lines() {
        let answer = session.line(line).expect(line);
        said.push(format!("{line}\n    {answer}"));
    }
    insta::assert_snapshot!(said.join("\n"));
    assert_eq!(session.line("  \n"), None);
    let many = format!("[{}]", vec!["5"; 1_001].join(","));
    assert_eq!(session.line(&many).unwrap()["error"]["code"], -32005);
    assert_eq!(session.line("{\"method\": \"hello\"}"), None);
    assert_eq!(session.line("[{\"method\": \"hello\"}]"), None);
    let deep = format!("{{\"id\": 1, \"method\": {}", "[".repeat(100_000));
    assert!(session.line(&deep).unwrap()["error"]["code"] == -32700);
    session.play(&game, "red rolls 3 5").unwrap();
}

#[test]
fn errors_say_what_is_wrong_with_rules_and_transcripts() {
    let mut session = Session::new();
    let misspelt = "scenario catan_beginners\nsed 5\nplayers red, blue, white\n";
    let error = session.error("load", json!({ "transcript": misspelt }));
    assert!(error.starts_with("-32004 unknown header key `sed`"), "{error}");
    let rule = "//! Bad\n//! Divides.\n//! Rulings: H-1.\n\nconst ABILITY = \"divide\";\n\n\
                fn act(me) {\n    let x = 1 / 0;\n}\n";
    let with = json!([{ "name": "bad", "text": rule }]);
    let players = json!(["red", "blue", "white"]);
    let params =
        json!({ "scenario": "catan_beginners", "players": players, "with": with, "game": "b" });
    session.ask("new", params).unwrap();
    session.play("b", "red rolls 1 1").unwrap();
    for method in ["play", "why_not"] {
        let params = json!({ "game": "b", "line": "red uses divide" });
        let error = session.ask(method, params).unwrap_err();
        assert_eq!(error["code"], -32001, "{error}");
        assert_eq!(error["data"]["reasons"][0]["line"], 8, "{error}");
        if method == "play" {
            assert_eq!(error["data"]["reasons"][0]["rule"], "house_rules/bad", "{error}");
            assert_eq!(error["data"]["reasons"][0]["rulings"], "H-1", "{error}");
        }
    }
}

#[test]
fn a_playout_has_a_limit_of_work() {
    let mut session = Session::new();
    let rule = "//! Long\n//! Counts for a long time.\n//! Rulings: H-1.\n\n\
                fn on_turn(me) {\n    for i in 0..3000 { }\n}\n";
    let with = json!([{ "name": "long", "text": rule }]);
    let params = json!({
        "scenario": "catan_beginners", "players": 3, "seed": 1, "with": with, "operations": 2_000_000,
    });
    session.ask("new", params).unwrap();
    let playout = |games| json!({ "game": "g1", "games": games, "seed": 1 });
    session.ask("playout", playout(1)).unwrap();
    let error = session.error("playout", playout(100));
    let most = "-32005 the rules use more than 2000000 operations in all games together";
    assert_eq!(error, most);
}

#[test]
fn nothing_is_played_in_a_game_that_is_over() {
    let mut session = Session::new();
    let position = "scenario catan_beginners\nset goal = 3\nplayers red, blue, white\n\n\
                    given red has settlement at B2.n\ngiven red has settlement at C4.ne\n\
                    given red has 3 ore, 2 grain\n\nred rolls 1 1\n";
    session.ask("load", json!({ "transcript": position })).unwrap();
    session.play("g1", "red builds city at B2.n").unwrap();
    let status = session.ask("observe", json!({ "game": "g1" })).unwrap();
    assert_eq!((&status["step"], &status["winner"]), (&json!("over"), &json!("red")));
    assert_eq!(session.ask("legal", json!({ "game": "g1" })).unwrap(), json!({ "actions": [] }));
    let error = session.error("play", json!({ "game": "g1", "line": "red ends turn" }));
    assert_eq!(error, "-32000 the game is over");
    session.ask("undo", json!({ "game": "g1" })).unwrap();
    session.play("g1", "red ends turn").unwrap();
}

#[test]
fn supplied_chance_is_said_or_refused() {
    let mut session = Session::new();
    let params = json!({
        "scenario": "catan_beginners", "players": ["red", "blue", "white"], "seed": 7, "chance": "supplied",
    });
    session.ask("new", params).unwrap();
    let before = session.ask("state", json!({ "game": "g1" })).unwrap();
    let error = session.error("play", json!({ "game": "g1", "line": "red rolls" }));
    assert_eq!(error, "-32602 `red rolls` lacks random results");
    assert_eq!(before, session.ask("state", json!({ "game": "g1" })).unwrap());
    session.play("g1", "red rolls 3 4").unwrap();
    session.play("g1", "red moves robber to D1").unwrap();
    let error = session.error("play", json!({ "game": "g1", "line": "red takes from blue" }));
    assert_eq!(error, "-32602 `red takes from blue` lacks random results");
    let error =
        session.error("play", json!({ "game": "g1", "line": "red takes from blue drawing ore" }));
    assert_eq!(error, "-32602 the written card is not in the hand");
    let taken = session.play("g1", "red takes from blue drawing sheep").unwrap();
    assert_eq!(taken["changes"], json!(["red takes 1 sheep from blue"]));
    // Results that do not come from the seed are in the transcript.
    let told = session.ask("transcript", json!({ "game": "g1" })).unwrap();
    let again = json!({ "transcript": told["transcript"], "game": "again" });
    session.ask("load", again).unwrap();
    let seen = |session: &mut Session, game| {
        session.ask("observe", json!({ "game": game, "open": true })).unwrap()
    };
    assert_eq!(seen(&mut session, "again"), seen(&mut session, "g1"));
}

#[test]
fn a_seat_sees_nothing_hidden() {
    let mut session = Session::new();
    let game = session.begin("catan_beginners", 7);
    let seen = session.ask("observe", json!({ "game": game, "seat": "red" })).unwrap();
    let resources = |index: usize| &seen["players"][index]["resources"];
    assert_eq!(resources(0), &json!({ "wood": 2, "grain": 1 }));
    assert_eq!((resources(1), resources(2)), (&Value::Null, &Value::Null));
    assert_eq!(seen["players"][1]["hand"], 3);
    let spectator = session.ask("observe", json!({ "game": game })).unwrap();
    assert_eq!(spectator["players"][0]["resources"], Value::Null);
}

#[test]
fn the_program_answers_line_by_line() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut engine = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    let engine =
        engine.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut engine = engine.spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let long = "x".repeat(65 * 1024 * 1024);
        let _ = write!(
            input,
            "{{\"id\": 1, \"method\": \"hello\"}}\n\n{long}\n{{\"id\": 2, \"method\": \"hello\"}}"
        );
    });
    let output = engine.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let text = String::from_utf8(output.stdout).unwrap();
    let ids: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].clone())
        .collect();
    assert_eq!(ids, [json!(1), Value::Null, json!(2)]);
}
