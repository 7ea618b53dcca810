//! The threads that play games. A game stays in the thread that opened it.
//!
//! A thread receives calls, which are functions of a game, and lets the programs at the seats act
//! in between, one action after the other with a pause before each, so that people can follow.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::clock;
use crate::protocol::{RpcError, RpcErrorCode};
use crate::saved::{Result, SavedGame, Store};

/// The longest time for which a thread waits for calls.
const IDLE: Duration = Duration::from_mins(1);
/// The time without calls after which a game is closed. It is opened again when it is needed.
const CLOSED_AFTER: Duration = Duration::from_mins(10);

/// A call: it gets the open game, or the reason why it cannot be opened.
type Call = Box<dyn FnOnce(Result<&mut SavedGame>) + Send>;

/// A message to a thread.
enum Message {
    /// Calls a game. The sender tells viewers about new versions.
    Call { id: String, versions: watch::Sender<u64>, call: Call },
    /// Closes a game, and says so.
    Close { id: String, closed: Sender<()> },
    /// Closes all games.
    End,
}

/// A handle to a thread that plays games.
#[derive(Clone)]
pub(super) struct Worker(Sender<Message>);

impl Worker {
    /// Starts a thread. The pause is the time before an action of a program.
    pub(super) fn start(store: Store, pause: Duration) -> (Self, JoinHandle<()>) {
        let (sender, receiver) = channel();
        let thread = thread::spawn(move || {
            Thread { store, pause, receiver, games: BTreeMap::new() }.run();
        });
        (Self(sender), thread)
    }

    /// Calls a game, which is opened first if necessary.
    pub(super) fn call(&self, id: &str, versions: &watch::Sender<u64>, call: Call) {
        let (id, versions) = (id.to_owned(), versions.clone());
        // If the thread is gone, the call is dropped, and its caller sees that.
        let _ = self.0.send(Message::Call { id, versions, call });
    }

    /// Closes all games, and ends the thread.
    pub(super) fn end(&self) {
        let _ = self.0.send(Message::End);
    }

    /// Closes a game, and waits until it is closed.
    pub(super) fn close(&self, id: &str) {
        let (closed, is_closed) = channel();
        let _ = self.0.send(Message::Close { id: id.to_owned(), closed });
        // If the thread is gone, so is the game.
        let _ = is_closed.recv();
    }
}

/// An open game.
struct Open {
    game: SavedGame,
    versions: watch::Sender<u64>,
    /// When a program acts next.
    bot_at: Option<Instant>,
    /// When the game was last called.
    called: Instant,
}

struct Thread {
    store: Store,
    pause: Duration,
    receiver: Receiver<Message>,
    games: BTreeMap<String, Open>,
}

impl Thread {
    fn run(mut self) {
        loop {
            let now = clock::now();
            let next = self.games.values().filter_map(|open| open.bot_at).min();
            let wait = next.map_or(IDLE, |next| next.saturating_duration_since(now));
            match self.receiver.recv_timeout(wait) {
                Ok(Message::Call { id, versions, call }) => self.call(&id, &versions, call),
                Ok(Message::Close { id, closed }) => {
                    drop(self.games.remove(&id));
                    // Whoever does not wait any more need not know.
                    let _ = closed.send(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => return,
            }
            self.play_bots();
            self.games
                .retain(|_, open| open.bot_at.is_some() || open.called.elapsed() < CLOSED_AFTER);
        }
    }

    fn call(&mut self, id: &str, versions: &watch::Sender<u64>, call: Call) {
        if !self.games.contains_key(id) {
            let opened = catch_unwind(AssertUnwindSafe(|| SavedGame::open(&self.store, id)));
            match opened.unwrap_or_else(|_| Err(bug())) {
                Ok(game) => {
                    let (versions, bot_at, called) = (versions.clone(), None, clock::now());
                    self.games.insert(id.to_owned(), Open { game, versions, bot_at, called });
                }
                Err(fault) => return call(Err(fault)),
            }
        }
        let open = self.games.get_mut(id).expect("the game was opened");
        open.called = clock::now();
        let called = catch_unwind(AssertUnwindSafe(|| call(Ok(&mut open.game))));
        self.settle(id, called.is_ok());
    }

    /// Lets each program act whose time has come.
    fn play_bots(&mut self) {
        let now = clock::now();
        let due = self.games.iter().filter(|(_, open)| open.bot_at.is_some_and(|at| at <= now));
        let due: Vec<String> = due.map(|(id, _)| id.clone()).collect();
        for id in due {
            let open = self.games.get_mut(&id).expect("the game is open");
            open.bot_at = None;
            let played = catch_unwind(AssertUnwindSafe(|| open.game.play_bot()));
            self.settle(&id, played.is_ok());
        }
    }

    /// Tells viewers about the new version of a game, and sets when a program acts next. A game in
    /// which the program failed is closed: its file has all that was played.
    fn settle(&mut self, id: &str, is_sound: bool) {
        let Some(open) = self.games.get_mut(id) else { return };
        if !is_sound {
            self.games.remove(id);
            return;
        }
        open.versions.send_if_modified(|version| {
            std::mem::replace(version, open.game.version()) != open.game.version()
        });
        match open.game.awaits_bot() {
            true if open.bot_at.is_none() => open.bot_at = Some(clock::now() + self.pause),
            true => {}
            false => open.bot_at = None,
        }
    }
}

/// The error for a bug of the program.
pub(super) fn bug() -> RpcError {
    RpcError::new(RpcErrorCode::Internal, "the request failed because of a bug in the program")
}
