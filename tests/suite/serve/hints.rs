//! Hints of the server.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Server, command};

#[test]
fn a_hint_is_for_the_person_at_the_seat_unless_the_server_gives_none() {
    let folder = TempDir::new().unwrap();
    let ask = |server: &Server, game: &str, seat: usize, cookie: &str| {
        let path = format!("/api/games/{game}/hint?seat={seat}");
        server.ask("GET", &path, cookie, &Value::Null)
    };
    let server = Server::start(folder.path());
    let (game, cookies) = server.begin_catan();
    let hints = ask(&server, &game, 0, &cookies[0]);
    let best = &hints.json()["actions"][0];
    assert_eq!(best["action"]["line"], "ann rolls", "{}", hints.body);
    assert!(best["value"].as_f64().is_some_and(|it| it > 0.0), "{}", hints.body);
    assert_eq!(ask(&server, &game, 0, &cookies[0]).body, hints.body);
    // Nobody gets the hint of another seat, and who does not have to act gets none.
    for (seat, cookie) in [(0, &cookies[1]), (1, &cookies[0]), (0, &server.manager())] {
        assert_eq!(ask(&server, &game, seat, cookie).status, 404);
    }
    assert_eq!(ask(&server, &game, 1, &cookies[1]).json(), json!({ "actions": [] }));
    assert_eq!(ask(&server, &game, 0, &cookies[0]).body, hints.body);
    assert_eq!(server.play(&game, 0, &cookies[0], "ann rolls").status, 200);
    assert_ne!(ask(&server, &game, 0, &cookies[0]).body, hints.body);
    let other = TempDir::new().unwrap();
    let server = Server::run(command(other.path()).args(["--no-open", "--no-hints"]));
    let (game, cookies) = server.begin_catan();
    assert_eq!(ask(&server, &game, 0, &cookies[0]).status, 409);
    let path = format!("/api/games/{game}/me");
    let me = server.ask("GET", &path, &cookies[0], &Value::Null).json();
    assert_eq!(me["hints"], false);
}
