//! A table: a person, three programs and the pages that show their games.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::http::{Connection, Events};
use super::measured::{Kind, Measured};
use super::server::{Created, Server};

/// The number of pages that show a game; the first one is that of the person, the others are those
/// of spectators.
pub(crate) const CLIENTS: usize = 4;
/// The time between two actions of a person.
pub(crate) const BETWEEN: Duration = Duration::from_secs(2);
/// The time after which a page connects again.
const RETRY: Duration = Duration::from_millis(1500);
/// The step of a game that is over.
const OVER: &str = "over";

/// What the page needs of a view here.
#[derive(Deserialize)]
struct View {
    version: u64,
    observation: Observation,
    actions: Vec<Legal>,
    log_from: usize,
    log: Vec<IgnoredAny>,
    problem: Option<String>,
}

#[derive(Deserialize)]
struct Observation {
    step: String,
}

#[derive(Deserialize)]
struct Legal {
    line: String,
}

impl View {
    /// The number of lines of the log.
    fn lines(&self) -> usize {
        self.log_from + self.log.len()
    }

    fn is_over(&self) -> bool {
        self.observation.step == OVER
    }
}

/// A game, and the newest view of the person.
struct Current {
    /// The number of games before it.
    number: u64,
    game: Arc<Created>,
    view: Option<View>,
}

/// A table at which one game is played after the other.
pub(crate) struct Table {
    server: Arc<Server>,
    measured: Arc<Measured>,
    seed: u64,
    current: Mutex<Current>,
    /// Tells the pages that a new game has begun.
    begun: Condvar,
}

impl Table {
    /// Creates the first game. Tables with other seeds have other games.
    pub(crate) fn new(server: Arc<Server>, measured: Arc<Measured>, seed: u64) -> io::Result<Self> {
        let game = Arc::new(create(&server, seed, 0)?);
        let current = Mutex::new(Current { number: 0, game, view: None });
        Ok(Self { server, measured, seed, current, begun: Condvar::new() })
    }

    fn current(&self) -> std::sync::MutexGuard<'_, Current> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a page: shows one game after the other.
    pub(crate) fn show(&self, client: usize) {
        let (mut number, mut game) = {
            let current = self.current();
            (current.number, Arc::clone(&current.game))
        };
        while !self.measured.is_over() {
            if let Err(error) = self.show_game(&game, number, client) {
                self.measured.fail(error.to_string());
                thread::sleep(RETRY);
                continue;
            }
            let current = self.current();
            let next = self.begun.wait_while(current, |current| current.number == number);
            let current = next.unwrap_or_else(PoisonError::into_inner);
            (number, game) = (current.number, Arc::clone(&current.game));
        }
    }

    /// Shows a game until it is over: asks for the newest view whenever there is another version.
    fn show_game(&self, game: &Created, number: u64, client: usize) -> io::Result<()> {
        let host = &self.server.host;
        let (key, seat) = match client {
            0 => (&game.keys[0].key, "seat=0&"),
            _ => (&game.spectator, ""),
        };
        let cookies = format!("seats={key}");
        let path = format!("/api/games/{}", game.game);
        let mut events = Events::open(host, &format!("{path}/events"), &cookies)?;
        let mut connection = Connection::new(host, &cookies);
        let mut lines = 0;
        loop {
            let path = format!("{path}/view?{seat}log={lines}");
            let ask = || connection.ask("GET", &path, &Value::Null);
            let Some(body) = self.measured.time(Kind::View, ask) else {
                thread::sleep(RETRY);
                continue;
            };
            let view: View = serde_json::from_slice(&body)?;
            lines = view.lines();
            if let Some(problem) = &view.problem {
                return Err(io::Error::other(problem.clone()));
            }
            let (version, is_over) = (view.version, view.is_over());
            if client == 0 {
                self.see(number, view);
            }
            if is_over {
                return Ok(());
            }
            loop {
                let announced = events.next()?;
                self.measured.pushed();
                if announced != version {
                    break;
                }
            }
        }
    }

    /// Takes over a view of the person, unless a newer one is known.
    fn see(&self, number: u64, view: View) {
        let mut current = self.current();
        let is_newer = current.view.as_ref().is_none_or(|known| known.version < view.version);
        if current.number == number && is_newer {
            current.view = Some(view);
        }
    }

    /// Runs the person, who acts from this time on, every two seconds if there is something to do.
    pub(crate) fn act(&self, from: Instant) {
        let mut chance = Lcg64Xsh32::new(self.seed, 1);
        let mut connection = None;
        let mut next = from;
        while !self.measured.is_over() {
            thread::sleep(next.saturating_duration_since(Instant::now()));
            next += BETWEEN;
            let (number, game, is_over, choice) = {
                let current = self.current();
                let Some(view) = &current.view else { continue };
                let actions = &view.actions;
                let choice = (!actions.is_empty()).then(|| {
                    let line = &actions[chance.next_u32() as usize % actions.len()].line;
                    json!({ "seat": 0, "line": line, "log": view.lines() })
                });
                (current.number, Arc::clone(&current.game), view.is_over(), choice)
            };
            if is_over {
                self.begin_next();
                connection = None;
            } else if let Some(body) = choice {
                let cookies = || format!("seats={}", game.keys[0].key);
                let connection = connection
                    .get_or_insert_with(|| Connection::new(&self.server.host, &cookies()));
                let path = format!("/api/games/{}/play", game.game);
                let ask = || connection.ask("POST", &path, &body);
                if let Some(answer) = self.measured.time(Kind::Action, ask) {
                    match serde_json::from_slice(&answer) {
                        Ok(view) => self.see(number, view),
                        Err(error) => self.measured.fail(error.to_string()),
                    }
                }
            }
        }
    }

    /// Begins another game in place of one that is over.
    fn begin_next(&self) {
        let number = self.current().number + 1;
        match create(&self.server, self.seed, number) {
            Ok(game) => {
                self.measured.end_game();
                *self.current() = Current { number, game: Arc::new(game), view: None };
                self.begun.notify_all();
            }
            Err(error) => self.measured.fail(error.to_string()),
        }
    }
}

/// Creates a game. Its seed follows from those of the table and the number of games before it.
fn create(server: &Server, seed: u64, number: u64) -> io::Result<Created> {
    server.create(&json!({
        "scenario": "newcatan",
        "seats": ["person", "greedy", "greedy", "greedy"],
        "seed": seed + 1_000_000 * number,
    }))
}
