//! How long answers took, and what failed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::http::Answer;

/// The number of failures that are shown.
const SHOWN: usize = 5;

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// The games begin; nothing is measured.
    Before,
    /// All games are ordinary ones.
    Calm,
    /// Another game runs a rule that loops.
    Looping,
    /// The server is stopped; nothing counts.
    After,
}

impl Phase {
    const ALL: [Self; 4] = [Self::Before, Self::Calm, Self::Looping, Self::After];
}

/// What a request is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A person acts.
    Action,
    /// A page that was told about a new version asks for its view.
    View,
}

/// The measurements of all threads.
pub(crate) struct Measured {
    phase: AtomicU8,
    /// The times of answers in microseconds, by the phase in which the request was sent.
    times: Mutex<Vec<(Phase, Kind, u64)>>,
    /// The number of events that clients got, by phase.
    pushes: [AtomicU64; 4],
    /// The number of games that have ended.
    ended: AtomicU64,
    failures: Mutex<Vec<String>>,
}

impl Measured {
    pub(crate) fn new() -> Self {
        Self {
            phase: AtomicU8::new(0),
            times: Mutex::default(),
            pushes: [const { AtomicU64::new(0) }; 4],
            ended: AtomicU64::new(0),
            failures: Mutex::default(),
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        Phase::ALL[usize::from(self.phase.load(Ordering::Relaxed))]
    }

    pub(crate) fn begin(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Whether the measurement is over.
    pub(crate) fn is_over(&self) -> bool {
        self.phase() == Phase::After
    }

    /// Sends a request with `ask`, and notes how long it takes until the answer is complete. `None`
    /// if the request fails, which is noted too.
    pub(crate) fn time(
        &self,
        kind: Kind,
        ask: impl FnOnce() -> std::io::Result<Answer>,
    ) -> Option<Vec<u8>> {
        let (phase, begun) = (self.phase(), Instant::now());
        let answer = ask();
        let took = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        match answer {
            Ok(answer) if answer.status == 200 => {
                let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
                times.push((phase, kind, took));
                Some(answer.body)
            }
            Ok(Answer { status, body }) => {
                self.fail(format!("status {status}: {}", String::from_utf8_lossy(&body)));
                None
            }
            Err(error) => {
                self.fail(error.to_string());
                None
            }
        }
    }

    /// Notes an event.
    pub(crate) fn pushed(&self) {
        self.pushes[self.phase() as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// The number of events that clients got in a phase.
    pub(crate) fn pushes(&self, phase: Phase) -> u64 {
        self.pushes[phase as usize].load(Ordering::Relaxed)
    }

    /// Notes that a game has ended.
    pub(crate) fn end_game(&self) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of games that have ended.
    pub(crate) fn ended(&self) -> u64 {
        self.ended.load(Ordering::Relaxed)
    }

    /// Notes a failure. When the server is stopped, requests may fail.
    pub(crate) fn fail(&self, why: String) {
        if !self.is_over() {
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(why);
        }
    }

    /// The number of failures, and the first ones.
    pub(crate) fn failures(&self) -> (usize, Vec<String>) {
        let failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        (failures.len(), failures.iter().take(SHOWN).cloned().collect())
    }

    /// The times of answers to requests of one kind in a phase.
    pub(crate) fn times(&self, phase: Phase, kind: Kind) -> Times {
        let times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let own = times.iter().filter(|(at, what, _)| (*at, *what) == (phase, kind));
        let mut sorted: Vec<u64> = own.map(|(_, _, took)| *took).collect();
        sorted.sort_unstable();
        Times(sorted)
    }
}

/// The times of answers in microseconds, the shortest first.
pub(crate) struct Times(Vec<u64>);

impl Times {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The shortest time within which this percentage of the answers came; zero without answers.
    pub(crate) fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.0.len() * percent).div_ceil(100);
        let time = self.0.get(rank.saturating_sub(1)).copied();
        Duration::from_micros(time.unwrap_or(0))
    }
}
