//! `newcatan serve`, as browsers and others at the network use it.
#![cfg(feature = "serve")]

mod hints;
#[cfg(target_os = "linux")]
mod opened;
#[cfg(unix)]
mod programs;
mod schema;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;
use serde_json::{Value, json};
use tempfile::TempDir;

/// The status of an answer to one of too many requests.
const TOO_MANY: u16 = 429;
/// The time after which a request may be sent again.
const A_MOMENT: Duration = Duration::from_millis(100);

/// A running server.
struct Server {
    program: Child,
    /// Its host and port.
    host: String,
    /// The key of the person who manages the games.
    key: String,
}

/// An answer.
struct Answer {
    status: u16,
    headers: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

/// The command that starts a server on any free port.
fn command(games: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.args(["serve", "--port", "0", "--pause", "1", "--games"]).arg(games);
    command
}

impl Server {
    fn start(games: &Path) -> Self {
        Self::run(command(games).arg("--no-open"))
    }

    /// Runs the command of a server.
    fn run(command: &mut Command) -> Self {
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let link = line.trim().strip_prefix("open http://").unwrap();
        let (host, key) = link.split_once("/#manager=").unwrap();
        Self { program, host: host.into(), key: key.into() }
    }

    /// Sends bytes, and reads the whole answer; empty if the server sends none. After a request that
    /// is not complete, the connection is closed for writing, so that the server does not wait.
    fn send_raw(&self, bytes: &[u8], is_complete: bool) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        if !is_complete {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Sends a request with these headers.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let headers: Vec<String> =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let headers = headers.concat();
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        let answer = self.send_raw(request.as_bytes(), true);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let (status, headers) = (status.unwrap_or(0), head.to_lowercase());
        let body = if headers.contains("transfer-encoding: chunked") { "" } else { body };
        Answer { status, headers, body: body.into() }
    }

    /// Sends a request as the page does, with these cookies.
    fn ask(&self, method: &str, path: &str, cookies: &str, body: &Value) -> Answer {
        let origin = format!("http://{}", self.host);
        let headers = [
            ("Host", self.host.as_str()),
            ("Origin", &origin),
            ("Cookie", cookies),
            ("Content-Type", "application/json"),
            ("Sec-Fetch-Site", "same-origin"),
        ];
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send(method, path, &headers, &body)
    }

    fn manager(&self) -> String {
        format!("manager={}", self.key)
    }

    /// Begins a game. Returns its id and the cookies of the people.
    fn begin(&self, new: &Value) -> (String, Vec<String>) {
        let answer = self.ask("POST", "/api/games", &self.manager(), new);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let created = answer.json();
        let keys = created["keys"].as_array().unwrap().iter();
        let cookies = keys.map(|key| format!("seats={}", key["key"].as_str().unwrap()));
        (created["game"].as_str().unwrap().into(), cookies.collect())
    }

    fn begin_catan(&self) -> (String, Vec<String>) {
        self.begin(&json!({
            "scenario": "catan_beginners",
            "players": ["ann", "bob", "cyd"],
            "seed": 7,
            "seats": ["person", "person", "person"],
        }))
    }

    fn view(&self, game: &str, seat: usize, cookie: &str) -> Answer {
        self.ask("GET", &format!("/api/games/{game}/view?seat={seat}"), cookie, &Value::Null)
    }

    fn play(&self, game: &str, seat: usize, cookie: &str, line: &str) -> Answer {
        let body = json!({ "seat": seat, "line": line });
        self.ask("POST", &format!("/api/games/{game}/play"), cookie, &body)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

#[test]
fn a_key_opens_one_seat_and_no_other() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    let (another, _) = server.begin_catan();
    let seen = |seat, cookie: &str| server.view(&game, seat, cookie).status;
    assert_eq!(seen(0, &cookies[0]), 200);
    assert_eq!(seen(1, &cookies[0]), 404);
    assert_eq!(seen(0, ""), 404);
    assert_eq!(seen(0, "seats="), 404);
    assert_eq!(seen(7, &cookies[0]), 404);
    assert_eq!(server.view(&another, 0, &cookies[0]).status, 404);
    assert_eq!(server.play(&game, 1, &cookies[0], "bob rolls").status, 404);
    assert_eq!(server.play(&game, 0, &cookies[0], "bob rolls").status, 422);
    assert_eq!(server.play(&game, 0, &cookies[0], "ann rolls 3 4").status, 422);
    assert_eq!(server.play(&game, 0, &cookies[0], "ann ends turn").status, 409);
    assert_eq!(server.play(&game, 0, &cookies[0], "ann rolls").status, 200);
    // Only the person who manages the games sees all of them, and their transcripts.
    for path in ["/api/games".to_owned(), format!("/api/games/{game}/transcript")] {
        assert_eq!(server.ask("GET", &path, &cookies[0], &Value::Null).status, 404);
        assert_eq!(server.ask("GET", &path, &server.manager(), &Value::Null).status, 200);
    }
    let path = format!("/api/games/{game}");
    assert_eq!(server.ask("DELETE", &path, &cookies[0], &Value::Null).status, 404);
    assert_eq!(server.ask("DELETE", &path, &server.manager(), &Value::Null).status, 200);
    assert_eq!(seen(0, &cookies[0]), 404);
    assert!(!folder.path().join(&game).exists());
}

#[test]
#[cfg(target_os = "linux")]
fn the_server_may_open_as_many_files_as_the_system_allows() {
    let folder = TempDir::new().unwrap();
    let program = command(folder.path());
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -Sn 64; exec \"$@\"", "sh"]).arg(program.get_program());
    let server = Server::run(limited.args(program.get_args()).arg("--no-open"));
    let limits = fs::read_to_string(format!("/proc/{}/limits", server.program.id())).unwrap();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let [soft, hard] = [0, 1].map(|at| files.split_whitespace().nth(at).unwrap());
    assert_eq!(soft, hard);
    assert_ne!(soft, "64");
}

#[test]
fn keys_become_cookies_that_no_script_reads() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    let key = |cookie: &str| json!({ "key": cookie.split_once('=').unwrap().1 });
    let path = format!("/api/games/{game}/seat");
    let first = server.ask("POST", &path, "", &key(&cookies[0]));
    assert!(first.headers.contains("httponly; samesite=strict"), "{}", first.headers);
    let both = server.ask("POST", &path, &cookies[0], &key(&cookies[1]));
    let set = both.headers.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    let set = set.split(';').next().unwrap();
    assert_eq!([0, 1, 2].map(|seat| server.view(&game, seat, set).status), [200, 200, 404]);
    assert_eq!(server.ask("POST", &path, "", &json!({ "key": "00" })).status, 404);
    let wrong = server.ask("POST", "/api/manager", "", &json!({ "key": "00" }));
    assert_eq!(wrong.status, 404);
}

#[test]
fn other_sites_and_other_names_are_refused() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    let port = server.host.split_once(':').unwrap().1;
    let (own, local) = (server.host.clone(), format!("localhost:{port}"));
    let (origin, evil) = (format!("http://{own}"), format!("http://evil.example:{port}"));
    let path = format!("/api/games/{game}/play");
    let post = |host: &str, origin: Option<&str>, site: Option<&str>| {
        let mut headers =
            vec![("Host", host), ("Cookie", &cookies[0]), ("Content-Type", "application/json")];
        headers.extend(origin.map(|origin| ("Origin", origin)));
        headers.extend(site.map(|site| ("Sec-Fetch-Site", site)));
        server.send("POST", &path, &headers, r#"{"seat": 0, "line": "ann flies"}"#).status
    };
    // The line is wrong, so a request that is let through changes nothing.
    assert_eq!(post(&own, Some(&origin), None), 422);
    assert_eq!(post(&own, Some(&origin), Some("same-origin")), 422);
    assert_eq!(post(&local, Some(&format!("http://{local}")), None), 422);
    assert_eq!(post(&own, None, None), 403);
    assert_eq!(post(&own, Some(&evil), None), 403);
    assert_eq!(post(&own, Some("null"), None), 403);
    assert_eq!(post(&own, Some(&origin), Some("cross-site")), 403);
    assert_eq!(post(&format!("evil.example:{port}"), Some(&evil), None), 403);
    let get = |host: &str, site: &str, mode: &str| {
        let headers = [("Host", host), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)];
        server.send("GET", "/", &headers, "").status
    };
    assert_eq!(get(&own, "none", "navigate"), 200);
    assert_eq!(get(&own, "cross-site", "navigate"), 200);
    assert_eq!(get(&own, "cross-site", "no-cors"), 403);
    assert_eq!(get("evil.example", "none", "navigate"), 403);
}

#[test]
fn every_answer_is_protected() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    for path in ["/", "/nothing", "/api/catalog", "/api/games", "/api/nothing"] {
        let answer = server.ask("GET", path, "", &Value::Null);
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(answer.headers.contains(header), "{path}: {}", answer.headers);
        }
        assert!(!answer.headers.contains("access-control-allow"), "{path}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder_of_games() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("games");
    fs::write(folder.path().join("secret"), "secret").unwrap();
    let server = Server::start(&games);
    let (game, cookies) = server.begin_catan();
    assert_eq!(server.view(&game, 0, &cookies[0]).status, 200);
    fs::create_dir(folder.path().join("outside")).unwrap();
    for file in ["table.json", "game.game"] {
        fs::copy(games.join(&game).join(file), folder.path().join("outside").join(file)).unwrap();
    }
    for id in
        ["..", "%2e%2e", "../outside", "..%2foutside", "%2e%2e%2foutside", "..%5coutside", "", "."]
    {
        for verb in ["GET", "DELETE"] {
            for inner in ["", "/transcript", "/links"] {
                let path = format!("/api/games/{id}{inner}");
                let answer = server.ask(verb, &path, &server.manager(), &Value::Null);
                let is_list =
                    verb == "GET" && matches!(path.as_str(), "/api/games/" | "/api/games/.");
                assert!(is_list || answer.status >= 400, "{verb} {path}: {}", answer.body);
            }
        }
    }
    for path in
        ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "//etc/passwd", "/index.html/../../secret"]
    {
        let answer = server.ask("GET", path, "", &Value::Null);
        assert!(answer.status == 404 || !answer.body.contains("secret"), "{path}");
    }
    assert!(folder.path().join("outside/table.json").exists());
    // The parameters of a new game name no files either.
    for scenario in ["../secret", "/etc/passwd", "scenarios/catan.toml", "../outside/table.json"] {
        let new = json!({ "scenario": scenario, "seats": ["person"], "players": ["ann"] });
        let answer = server.ask("POST", "/api/games", &server.manager(), &new);
        assert!(answer.status >= 400 || scenario == "scenarios/catan.toml", "{scenario}");
    }
}

/// Paths within a game.
const PATHS: [&str; 10] =
    ["play", "seat", "undo", "pause", "replace", "why-not", "view", "events", "rules", "x"];
/// Bodies that are wrong for each of these paths.
const WRONG_BODIES: [&str; 18] = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    "\"\"",
    "1e999",
    "{\"seat\":0}",
    "{\"seat\":-1,\"line\":\"\"}",
    "{\"seat\":0,\"line\":5}",
    "{\"seat\":18446744073709551616,\"line\":\"\"}",
    "{\"key\":\"\"}",
    "{\"seat\":0,\"line\":\"\\u0000\"}",
    "{\"seat\":0,\"line\":\"ann\"}",
    "{\"seat\":0,\"by\":\"god\"}",
    "{\"seat\":1,\"agrees\":true}",
    "{\"seat\":0,\"line\":\"ann rolls\\nann rolls\"}",
    "{\"seat\":0,\"line\":\"ann rolls\",\"more\":1}",
];

/// Sends one malformed request. `below` draws a number below a bound.
fn send_wrong(server: &Server, path: &str, cookie: &str, below: &mut impl FnMut(usize) -> usize) {
    let body = WRONG_BODIES[below(WRONG_BODIES.len())];
    let origin = format!("http://{}", server.host);
    let headers = [
        ("Host", server.host.as_str()),
        ("Cookie", cookie),
        ("Origin", &origin),
        ("Content-Type", "application/json"),
    ];
    match below(4) {
        0 => {
            let noise = (0..below(400)).map(|_| u8::try_from(below(256)).unwrap());
            server.send_raw(&noise.collect::<Vec<u8>>(), false);
        }
        1 => {
            let answer = server.send("POST", path, &headers, "");
            assert!(answer.status >= 400, "{path}: {} {}", answer.status, answer.body);
            let cut = &body[..below(body.len() + 1)];
            let answer = server.send("PUT", path, &headers[..2], cut);
            assert!(answer.status >= 400, "{path} {cut}: {} {}", answer.status, answer.body);
        }
        _ => {
            let answer = server.send("POST", path, &headers, body);
            assert!(answer.status >= 400, "{path} {body}: {} {}", answer.status, answer.body);
        }
    }
}

/// Sends this number of malformed requests; the game has to stay as it is.
fn send_nonsense(count: usize) {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    let before = server.view(&game, 0, &cookies[0]).json();
    let file = folder.path().join(&game).join("game.game");
    let recorded = fs::read_to_string(&file).unwrap();
    let mut chance = Lcg64Xsh32::new(1, 1);
    let mut below = |bound: usize| chance.next_u32() as usize % bound;
    for number in 0..count {
        let path = format!("/api/games/{game}/{}", PATHS[below(PATHS.len())]);
        // The cookies differ, so that the limit on requests is not what stops them.
        let cookie = if below(4) > 0 {
            format!("seats={number:032x}")
        } else {
            format!("{}.{number:x}", cookies[0])
        };
        send_wrong(&server, &path, &cookie, &mut below);
    }
    let after = server.view(&game, 0, &cookies[0]).json();
    assert_eq!(after["observation"], before["observation"]);
    assert_eq!(after["log"], before["log"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), recorded);
}

#[test]
fn malformed_requests_change_nothing() {
    send_nonsense(300);
}

#[test]
#[ignore = "sends ten thousand requests"]
fn ten_thousand_malformed_requests_change_nothing() {
    send_nonsense(10_000);
}

#[test]
fn a_killed_server_loses_nothing_that_was_answered() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    for line in ["ann rolls", "ann ends turn"] {
        assert_eq!(server.play(&game, 0, &cookies[0], line).status, 200);
    }
    let before = server.view(&game, 1, &cookies[1]).json();
    drop(server);
    let server = Server::start(folder.path());
    let after = server.view(&game, 1, &cookies[1]).json();
    assert_eq!(after["observation"], before["observation"]);
    assert_eq!(after["log"], before["log"]);
    assert_eq!(server.play(&game, 1, &cookies[1], "bob rolls").status, 200);
}

#[test]
fn a_rule_that_loops_stops_no_other_game() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let rule = "//! Loop\n//! Rolls take forever.\n//! Rulings: H-1.\n\n\
        fn on_rolled(me, roll) {\n    loop {}\n}\n";
    let (slow, slow_cookies) = server.begin(&json!({
        "scenario": "catan_beginners",
        "players": ["ann", "bob", "cyd"],
        "seats": ["person", "person", "person"],
        "with": [{ "name": "endless", "text": rule }],
    }));
    let (game, cookies) = server.begin_catan();
    let failed = server.play(&slow, 0, &slow_cookies[0], "ann rolls");
    assert_eq!(failed.status, 422, "{}", failed.body);
    assert!(failed.body.contains("endless.rhai"), "{}", failed.body);
    assert_eq!(server.view(&slow, 0, &slow_cookies[0]).json()["observation"]["step"], "roll");
    assert_eq!(server.play(&game, 0, &cookies[0], "ann rolls").status, 200);
}

#[test]
fn programs_play_between_the_actions_of_people() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin(&json!({
        "scenario": "catan_beginners",
        "players": ["ann", "bob", "cyd"],
        "seed": 1,
        "seats": ["person", "greedy", "random"],
        "with": ["table_rules"],
        "set": { "goal": 3 },
    }));
    for _ in 0..200 {
        let view = server.view(&game, 0, &cookies[0]);
        if view.status == TOO_MANY {
            std::thread::sleep(A_MOMENT);
            continue;
        }
        let view = view.json();
        if view["observation"]["step"] == "over" {
            return;
        }
        if let Some(action) = view["actions"].as_array().unwrap().first() {
            let line = action["line"].as_str().unwrap();
            let answer = server.play(&game, 0, &cookies[0], line);
            assert!([200, TOO_MANY].contains(&answer.status), "{line}: {}", answer.body);
        }
    }
    std::thread::sleep(10 * A_MOMENT);
    let view = server.view(&game, 0, &cookies[0]).json();
    assert!(view["observation"]["turn"].as_u64().unwrap() > 5, "{}", view["log"]);
}

#[test]
fn no_two_programs_play_one_game() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, other) = (Server::start(folder.path()), Server::start(folder.path()));
    let (game, cookies) = one.begin_catan();
    assert_eq!(one.view(&game, 0, &cookies[0]).status, 200);
    let refused = other.view(&game, 0, &cookies[0]);
    assert_eq!(refused.status, 409, "{}", refused.body);
    insta::assert_snapshot!(refused.json()["message"].as_str().unwrap(), @"the game is open in another program, such as `newcatan serve` or `newcatan play`: leave it there first");
    let path = format!("/api/games/{game}");
    assert_eq!(other.ask("DELETE", &path, &other.manager(), &Value::Null).status, 409);
    one.program.kill().unwrap();
    one.program.wait().unwrap();
    assert_eq!(other.view(&game, 0, &cookies[0]).status, 200);
    assert_eq!(other.ask("DELETE", &path, &other.manager(), &Value::Null).status, 200);
    assert!(!folder.path().join(&game).exists());
}
