//! All that the page and the server say to each other is as the schema says. Its objects are closed,
//! so a field that it does not know is a mistake.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::{Answer, Server};

/// The schema, and the routes that were asked.
struct Schema {
    definitions: Value,
    /// The validators of the parts that were used.
    validators: RefCell<BTreeMap<String, Validator>>,
    asked: BTreeSet<String>,
}

impl Schema {
    fn new() -> Self {
        let mut schema: Value = serde_json::from_str(&newcatan::serve::schema()).unwrap();
        let validators = RefCell::default();
        Self { definitions: schema["$defs"].take(), validators, asked: BTreeSet::new() }
    }

    /// What is wrong with a value under a part of the schema.
    fn errors(&self, part: &Value, value: &Value) -> Vec<String> {
        let mut validators = self.validators.borrow_mut();
        let validator = validators.entry(part.to_string()).or_insert_with(|| {
            let mut schema = part.clone();
            schema["$defs"] = self.definitions.clone();
            jsonschema::draft202012::new(&schema).unwrap()
        });
        validator.iter_errors(value).map(|error| error.to_string()).collect()
    }

    #[track_caller]
    fn check(&self, part: &Value, value: &Value) {
        let errors = self.errors(part, value);
        assert_eq!(errors, [""; 0], "{part}");
    }

    /// Checks a value under a definition.
    #[track_caller]
    fn check_as(&self, name: &str, value: &Value) {
        self.check(&json!({ "$ref": format!("#/$defs/{name}") }), value);
    }

    fn route(&self, route: &str) -> &Value {
        self.definitions["routes"].get(route).unwrap_or_else(|| panic!("there is no {route}"))
    }

    /// Checks the parts of a request and its answer, if there is any.
    fn check_route(&mut self, route: &str, query: &str, body: &Value, answer: &Answer) -> Value {
        self.asked.insert(route.to_owned());
        let described = self.route(route);
        let query = query.split('&').filter_map(|pair| pair.split_once('='));
        let query: Map<String, Value> = query
            .map(|(name, value)| {
                let number = value.parse::<u64>().map_or(json!(value), |number| json!(number));
                (name.to_owned(), number)
            })
            .collect();
        match described.get("query") {
            Some(part) => self.check(part, &Value::Object(query)),
            None => assert!(query.is_empty(), "{route}"),
        }
        match described.get("body") {
            Some(part) => self.check(part, body),
            None => assert!(body.is_null(), "{route}"),
        }
        assert!(answer.status < 300, "{route}: {}", answer.body);
        let is_json = answer.headers.contains("content-type: application/json");
        assert_eq!(is_json, described.get("answer").is_some(), "{route}: {}", answer.headers);
        if let Some(part) = described.get("answer") {
            let answer = answer.json();
            self.check(part, &answer);
            return answer;
        }
        assert_eq!(answer.body.is_empty(), described.get("text").is_none(), "{route}");
        Value::String(answer.body.clone())
    }
}

/// Somebody who asks a server about one game, and checks the answers.
struct Asker<'a> {
    server: &'a Server,
    schema: &'a mut Schema,
    game: String,
    cookies: String,
}

impl Asker<'_> {
    /// Sends a request as the page does.
    fn send(&self, route: &str, query: &str, body: &Value) -> Answer {
        // The cookies differ, so that the limit on requests is not what stops them.
        let cookies = format!("{}.{:032x}", self.cookies, self.schema.asked.len() + query.len());
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("{game}", &self.game);
        self.server.ask(method, &format!("{path}?{query}"), &cookies, body)
    }

    fn get(&mut self, route: &str, query: &str) -> Value {
        let answer = self.send(route, query, &Value::Null);
        self.schema.check_route(route, query, &Value::Null, &answer)
    }

    fn post(&mut self, route: &str, body: &Value) -> Value {
        let answer = self.send(route, "", body);
        self.schema.check_route(route, "", body, &answer)
    }

    /// A request that is refused.
    fn refused(&mut self, route: &str, body: &Value) -> Value {
        let answer = self.send(route, "", body);
        assert!(answer.status >= 400, "{route}: {}", answer.body);
        self.schema.check_as("Refused", &answer.json());
        answer.json()
    }

    /// The first message of a stream of events.
    fn event(&mut self, route: &str) -> Value {
        let path = route.replace("GET ", "").replace("{game}", &self.game);
        let mut stream = TcpStream::connect(&self.server.host).unwrap();
        let (host, cookies) = (&self.server.host, &self.cookies);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
        let data = lines.find_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        let event = serde_json::from_str(&data.unwrap()).unwrap();
        self.schema.check(&self.schema.route(route)["event"], &event);
        self.schema.asked.insert(route.to_owned());
        event
    }
}

/// What the person who manages the games can ask.
fn manage(server: &Server, schema: &mut Schema) {
    let cookies = format!("{}; seats=0", server.manager());
    let mut manager = Asker { server, schema, game: String::new(), cookies };
    manager.post("POST /api/manager", &json!({ "key": server.key }));
    let catalog = manager.get("GET /api/catalog", "");
    for scenario in catalog["scenarios"].as_array().unwrap() {
        let query = format!("name={}", scenario.as_str().unwrap());
        manager.get("GET /api/scenario", &query);
    }
    manager.get("GET /api/scenario", "name=catan&with=fishermen,table_rules");
    let new = json!({
        "scenario": "catan_beginners",
        "players": ["ann", "bob", "cyd"],
        "seed": 1,
        "seats": ["person", "greedy", "random"],
        "set": { "goal": 9 },
    });
    manager.game = manager.post("POST /api/games", &new)["game"].as_str().unwrap().into();
    manager.get("GET /api/games/{game}/links", "");
    let transcript = manager.get("GET /api/games/{game}/transcript", "");
    manager.post("POST /api/import", &json!({ "transcript": transcript, "seats": null }));
    let seats = ["person", "person", "random"];
    manager.post("POST /api/import", &json!({ "transcript": transcript, "seats": seats }));
    let fork = json!({ "actions": 0, "seats": seats, "newest_rules": true });
    manager.post("POST /api/games/{game}/fork", &fork);
    let listed = manager.get("GET /api/games", "");
    assert_eq!(listed.as_array().unwrap().len(), 4);
    manager.get("DELETE /api/games/{game}", "");
    manager.refused("POST /api/import", &json!({ "transcript": "ann flies", "seats": null }));
}

/// What people can ask who play a game.
fn play(server: &Server, schema: &mut Schema) {
    let (game, cookies) = server.begin_catan();
    let keys: Vec<&str> = cookies.iter().map(|cookie| cookie.split_once('=').unwrap().1).collect();
    let cookies = format!("{}; seats={}", server.manager(), keys.join("."));
    let mut people = Asker { server, schema, game, cookies };
    people.post("POST /api/games/{game}/seat", &json!({ "key": keys[0] }));
    people.get("GET /api/games/{game}/me", "");
    people.get("GET /api/games/{game}/rules", "");
    assert!(people.event("GET /api/games/{game}/events").is_u64());
    let line = |seat: usize, line: &str| json!({ "seat": seat, "line": line, "log": 0 });
    let refused = people.refused("POST /api/games/{game}/play", &line(0, "ann ends turn"));
    assert!(!refused["reasons"].as_array().unwrap().is_empty());
    let reasons = people.post("POST /api/games/{game}/why-not", &line(0, "ann ends turn"));
    assert_eq!(reasons, refused["reasons"]);
    people.post("POST /api/games/{game}/play", &line(0, "ann rolls"));
    people.post("POST /api/games/{game}/undo", &json!({ "seat": 0, "agrees": true }));
    let view = people.get("GET /api/games/{game}/view", "seat=1&log=0");
    assert_eq!(view["undo"]["by"], "ann");
    people.post("POST /api/games/{game}/undo", &json!({ "seat": 1, "agrees": false }));
    let offer = "ann offers 1 wood for 1 sheep to bob";
    people.post("POST /api/games/{game}/play", &line(0, offer));
    let view = people.post("POST /api/games/{game}/play", &line(1, "bob accepts"));
    assert!(view["observation"]["offer"]["willing"]["bob"].is_object());
    people.get("GET /api/games/{game}/view", "log=0");
    people.get("GET /api/games/{game}/history", "seat=2");
    people.get("GET /api/games/{game}/past", "seat=2&actions=1");
    people.get("GET /api/games/{game}/why", "seat=2&actions=1");
    let hints = people.get("GET /api/games/{game}/hint", "seat=0");
    assert_eq!(hints["actions"][0]["action"]["player"], "ann", "{hints}");
    people.post("POST /api/games/{game}/pause", &json!({ "paused": true }));
    people.post("POST /api/games/{game}/replace", &json!({ "seat": 2, "by": "random" }));
    people.post("POST /api/games/{game}/replace", &json!({ "seat": 2, "by": null }));
}

#[test]
fn every_route_answers_as_the_schema_says() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let mut schema = Schema::new();
    manage(&server, &mut schema);
    play(&server, &mut schema);
    let routes = schema.definitions["routes"].as_object().unwrap().keys();
    assert_eq!(schema.asked.iter().collect::<Vec<_>>(), routes.collect::<Vec<_>>());
}

/// Shows some moments of a recorded game. Returns the kinds of actions that were legal.
fn show(server: &Server, schema: &mut Schema, transcript: &str, count: usize) -> BTreeSet<String> {
    let mut manager = Asker { server, schema, game: String::new(), cookies: server.manager() };
    let import = json!({ "transcript": transcript, "seats": null });
    let created = manager.post("POST /api/import", &import);
    manager.game = created["game"].as_str().unwrap().into();
    manager.cookies += "; seats=";
    manager.cookies += created["keys"][0]["key"].as_str().unwrap();
    manager.get("GET /api/games/{game}/rules", "");
    let history = manager.get("GET /api/games/{game}/history", "seat=0");
    let actions = history["moments"].as_array().unwrap().len();
    let mut kinds = BTreeSet::new();
    for action in (0..actions).step_by(actions / count) {
        manager.get("GET /api/games/{game}/past", &format!("seat=0&actions={action}"));
        manager.get("GET /api/games/{game}/why", &format!("actions={}", action + 1));
        let seats: Vec<&str> =
            created["keys"].as_array().unwrap().iter().map(|_| "person").collect();
        let fork = json!({ "actions": action, "seats": seats, "newest_rules": false });
        let forked = manager.post("POST /api/games/{game}/fork", &fork);
        for (seat, key) in forked["keys"].as_array().unwrap().iter().enumerate() {
            let game = forked["game"].as_str().unwrap().into();
            let cookies = format!("seats={}", key["key"].as_str().unwrap());
            let mut player = Asker { server, schema: manager.schema, game, cookies };
            let view = player.get("GET /api/games/{game}/view", &format!("seat={seat}&log=0"));
            let actions = view["actions"].as_array().unwrap().iter();
            kinds.extend(actions.map(|action| action["do"].as_str().unwrap().to_owned()));
        }
    }
    kinds
}

#[test]
fn a_game_with_all_packs_is_shown_as_the_schema_says() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let game = fs::read_to_string("tests/corpus/newcatan_complete/01_ggg.game").unwrap();
    show(&server, &mut Schema::new(), &game, 3);
}

#[test]
#[ignore = "shows a game of each scenario"]
fn games_of_all_scenarios_are_shown_as_the_schema_says() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (mut schema, mut kinds) = (Schema::new(), BTreeSet::new());
    for scenario in fs::read_dir("tests/corpus").unwrap() {
        let mut games: Vec<_> = fs::read_dir(scenario.unwrap().path())
            .unwrap()
            .map(|game| game.unwrap().path())
            .collect();
        games.sort();
        let game = fs::read_to_string(&games[0]).unwrap();
        kinds.extend(show(&server, &mut schema, &game, 4));
    }
    assert!(kinds.len() > 10, "{kinds:?}");
}

#[test]
fn the_schema_of_the_page_knows_what_is_wrong() {
    let schema = Schema::new();
    let action = |more: Value| {
        let mut action = json!({ "player": "ann", "line": "ann rolls", "do": "roll" });
        action.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        action
    };
    schema.check_as("Legal", &action(json!({})));
    schema.check_as("SeatKind", &json!("program mine"));
    for (name, wrong) in [
        ("Legal", action(json!({ "do": "fly" }))),
        ("Legal", action(json!({ "do": "take" }))),
        ("Legal", action(json!({ "piece": "road" }))),
        ("SeatKind", json!("god")),
        ("Replacement", json!({ "seat": 0 })),
        ("Replacement", json!({ "seat": 0, "by": "program mine" })),
        ("Line", json!({ "seat": 0, "line": "ann rolls", "more": 1 })),
        ("NewGame", json!({ "scenario": "catan" })),
        ("Ending", json!({ "turns": 4 })),
        ("Ending", json!({ "winner": null, "turns": 4, "more": 1 })),
    ] {
        let part = json!({ "$ref": format!("#/$defs/{name}") });
        assert!(!schema.errors(&part, &wrong).is_empty(), "{name} {wrong}");
    }
}
