//! All games of the server, and the threads in which they are played.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::{oneshot, watch};

use super::workers::{Worker, bug};
use crate::chance;
use crate::protocol::{RpcError, RpcErrorCode};
use crate::saved::{
    Beginning, Created, Import, Keys, Listed, NewGame, Result, Saved, SavedGame, SeatKey, SeatKind,
    SeatState, Store, is_id,
};

/// The maximum number of games in the folder.
const GAMES: usize = 10_000;

/// All games.
pub(super) struct Host {
    store: Store,
    pause: Duration,
    /// The threads for games with shipped rules.
    workers: Vec<Worker>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    games: Mutex<BTreeMap<String, Entry>>,
}

/// What is known of a game outside its thread.
#[derive(Clone)]
struct Entry {
    saved: Saved,
    worker: Worker,
    versions: watch::Sender<u64>,
}

impl Host {
    /// The games of a folder.
    pub(super) fn new(store: Store, threads: usize, pause: Duration) -> Self {
        let mut host = Self {
            store,
            pause,
            workers: Vec::new(),
            threads: Mutex::default(),
            games: Mutex::default(),
        };
        host.workers = (0..threads).map(|_| host.start_worker()).collect();
        host
    }

    fn start_worker(&self) -> Worker {
        let (worker, thread) = Worker::start(self.store.clone(), self.pause);
        let mut threads = self.threads.lock().expect("no thread fails while it holds the threads");
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
        worker
    }

    /// Closes all games, so that no external program is left behind. A thread ends only after its
    /// call, for example when a program has answered.
    pub(super) fn end(&self) {
        let games = self.games.lock().expect("no thread fails while it holds the games");
        self.workers.iter().chain(games.values().map(|entry| &entry.worker)).for_each(Worker::end);
        drop(games);
        let mut threads = self.threads.lock().expect("no thread fails while it holds the threads");
        for thread in threads.drain(..) {
            // A thread that has failed has closed its games, too.
            let _ = thread.join();
        }
    }

    /// The entry of a game.
    fn entry(&self, id: &str) -> Result<Entry> {
        let unknown = || RpcError::new(RpcErrorCode::NoGame, "there is no such game");
        let mut games = self.games.lock().expect("no thread fails while it holds the games");
        if let Some(entry) = games.get(id) {
            return Ok(entry.clone());
        }
        if !is_id(id) {
            return Err(unknown());
        }
        let saved = self.store.saved(id).map_err(|_| unknown())?;
        // Rules and programs that may be slow have a thread of their own.
        let worker = if saved.setup.has_texts() || saved.has_programs() {
            self.start_worker()
        } else {
            self.workers[games.len() % self.workers.len()].clone()
        };
        let entry = Entry { saved, worker, versions: watch::Sender::new(0) };
        games.insert(id.to_owned(), entry.clone());
        Ok(entry)
    }

    /// The names of the external programs that can have seats.
    pub(super) fn programs(&self) -> Vec<String> {
        self.store.programs.names()
    }

    /// The keys of a game.
    pub(super) fn keys(&self, id: &str) -> Result<Keys> {
        Ok(self.entry(id)?.saved.keys)
    }

    /// The versions of a game as they come.
    pub(super) fn versions(&self, id: &str) -> Result<watch::Receiver<u64>> {
        Ok(self.entry(id)?.versions.subscribe())
    }

    /// Calls a game in its thread.
    pub(super) async fn call<T: Send + 'static>(
        &self,
        id: &str,
        call: impl FnOnce(&mut SavedGame) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let entry = self.entry(id)?;
        let (sender, receiver) = oneshot::channel();
        let call = Box::new(move |game: Result<&mut SavedGame>| {
            // If nobody waits any more, the answer is not needed.
            let _ = sender.send(game.and_then(call));
        });
        entry.worker.call(id, &entry.versions, call);
        receiver.await.unwrap_or_else(|_| Err(bug()))
    }

    /// Begins a new game. This loads its rules, so it takes some time.
    pub(super) fn create(&self, mut new: NewGame) -> Result<Created> {
        new.setup.seed.get_or_insert_with(chance::draw_seed);
        self.begin(Beginning::new(new.setup)?, Some(new.seats))
    }

    /// Begins a game with the lines of a transcript.
    pub(super) fn import(&self, import: Import) -> Result<Created> {
        self.begin(Beginning::of_transcript(&import.transcript)?, import.seats)
    }

    /// Begins a game. Without `seats`, people have all of them.
    pub(super) fn begin(
        &self,
        beginning: Beginning,
        seats: Option<Vec<SeatKind>>,
    ) -> Result<Created> {
        if self.store.ids()?.len() >= GAMES {
            let message = format!("there are {GAMES} games already: delete some of them");
            return Err(RpcError::new(RpcErrorCode::Limit, message));
        }
        let (id, saved) = beginning.begin(&self.store, seats)?;
        Ok(created(&id, &saved))
    }

    /// The links of a game.
    pub(super) fn links(&self, id: &str) -> Result<Created> {
        Ok(created(id, &self.entry(id)?.saved))
    }

    /// The list of all games, the last ones first.
    pub(super) fn list(&self) -> Result<Vec<Listed>> {
        let ids = self.store.ids()?;
        let listed = |id: String| {
            let saved = self.store.saved(&id).ok()?;
            let time = self.store.time(&id);
            let seats = saved.players.iter().zip(&saved.seats);
            let seats = seats.map(|(player, kind)| SeatState {
                player: player.clone(),
                kind: kind.clone(),
                replaced: false,
            });
            Some(Listed {
                game: id,
                title: saved.title,
                seats: seats.collect(),
                saved: time,
                ended: saved.ended,
            })
        };
        let mut all: Vec<Listed> = ids.into_iter().filter_map(listed).collect();
        all.sort_by_key(|game| std::cmp::Reverse(game.saved));
        Ok(all)
    }

    /// The transcript of a game.
    pub(super) fn transcript(&self, id: &str) -> Result<String> {
        self.entry(id)?;
        Ok(self.store.transcript(id)?)
    }

    /// Deletes a game.
    pub(super) fn delete(&self, id: &str) -> Result<()> {
        self.entry(id)?.worker.close(id);
        self.store.delete(id)?;
        self.games.lock().expect("no thread fails while it holds the games").remove(id);
        Ok(())
    }
}

fn created(id: &str, saved: &Saved) -> Created {
    let keys = saved.players.iter().zip(&saved.keys.seats).zip(&saved.seats);
    let keys = keys.filter(|(_, kind)| **kind == SeatKind::Person);
    let key = |((player, key), _): ((&String, &String), _)| SeatKey {
        player: player.clone(),
        key: key.clone(),
    };
    Created {
        game: id.into(),
        keys: keys.map(key).collect(),
        spectator: saved.keys.spectator.clone(),
    }
}
