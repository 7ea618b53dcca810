//! The server, and the person who manages its games.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;

use super::http::{Answer, Connection};

/// The time between two requests of the person who manages the games: the server allows twenty in
/// a second.
const PACE: Duration = Duration::from_millis(60);
/// The number of files and connections that each side may need for each game.
#[cfg(unix)]
const FILES_PER_GAME: u64 = 20;

/// The running program; it ends with its owner.
pub(crate) struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        // If it has ended already, nothing is left to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How the server is reached.
pub(crate) struct Server {
    /// Its host and port.
    pub(crate) host: String,
    /// The connection of the person who manages the games, and when it may be used next.
    manager: Mutex<(Connection, Instant)>,
}

/// A game that was created.
#[derive(Deserialize)]
pub(crate) struct Created {
    /// Its id.
    pub(crate) game: String,
    /// The keys to the seats of people, clockwise.
    pub(crate) keys: Vec<Key>,
    /// The key of spectators.
    pub(crate) spectator: String,
}

/// A key to a seat.
#[derive(Deserialize)]
pub(crate) struct Key {
    pub(crate) key: String,
}

impl Server {
    /// Starts the program with this folder for games.
    pub(crate) fn start(games: &Path) -> io::Result<(Self, Program)> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
        command.args(["serve", "--no-open", "--port", "0", "--games"]).arg(games);
        let mut program = command.stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(program.stdout.as_mut().expect("a pipe")).read_line(&mut line)?;
        let program = Program(program);
        let link = line.trim().strip_prefix("open http://");
        let (host, key) = link.and_then(|link| link.split_once("/#manager=")).ok_or_else(|| {
            io::Error::other(format!("the server has not printed its address: {line}"))
        })?;
        let connection = Connection::new(host, &format!("manager={key}"));
        let manager = Mutex::new((connection, Instant::now()));
        Ok((Self { host: host.into(), manager }, program))
    }

    /// Sends a request of the person who manages the games, not faster than the server allows.
    fn manage(&self, method: &str, path: &str, body: &Value) -> io::Result<Answer> {
        let mut manager = self.manager.lock().unwrap_or_else(PoisonError::into_inner);
        thread::sleep(manager.1.saturating_duration_since(Instant::now()));
        manager.1 = Instant::now() + PACE;
        let answer = manager.0.ask(method, path, body)?;
        if answer.status == 200 {
            return Ok(answer);
        }
        let body = String::from_utf8_lossy(&answer.body);
        Err(io::Error::other(format!("{method} {path}: status {}: {body}", answer.status)))
    }

    /// Creates a game.
    pub(crate) fn create(&self, new: &Value) -> io::Result<Created> {
        let answer = self.manage("POST", "/api/games", new)?;
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Deletes a game.
    pub(crate) fn delete(&self, game: &str) -> io::Result<()> {
        self.manage("DELETE", &format!("/api/games/{game}"), &Value::Null)?;
        Ok(())
    }
}

/// Lets this program, and those that it starts, open enough files and connections.
#[cfg(unix)]
pub(crate) fn allow_files(games: u64) {
    use rustix::process::{Resource, getrlimit, setrlimit};

    let mut limit = getrlimit(Resource::Nofile);
    let wanted = games * FILES_PER_GAME + 100;
    if limit.current.is_some_and(|current| current < wanted) {
        limit.current = Some(limit.maximum.map_or(wanted, |most| most.min(wanted)));
        // If it is not allowed, connections fail, which is told.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

#[cfg(not(unix))]
pub(crate) fn allow_files(_: u64) {}
