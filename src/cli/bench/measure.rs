//! Plays random games in rounds and measures decisions and time. Prints nothing.

use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::clock::Clock;
use super::meter::Meter;
use crate::cli::problem::{Allocations, Problem};
use crate::cli::setup::{self, LoadedGame};
use crate::clock::now;
use crate::game::Game;
use crate::seat::{Playout, playout};

/// The length of a round.
#[derive(Clone, Copy)]
pub(super) enum Span {
    /// This number of games.
    Games(u64),
    /// Games are begun until this time has passed.
    Time(Duration),
}

impl Span {
    /// A fifth of this length, for counting and warming up.
    pub(super) fn fifth(self) -> Self {
        match self {
            Self::Games(games) => Self::Games(games.div_ceil(5)),
            Self::Time(time) => Self::Time(time / 5),
        }
    }

    fn goes_on(self, games: u64, begun: Instant) -> bool {
        match self {
            Self::Games(all) => games < all,
            Self::Time(time) => games == 0 || begun.elapsed() < time,
        }
    }
}

/// The results of a round.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Round {
    /// The number of decisions.
    pub(super) decisions: u64,
    /// The number of games.
    pub(super) games: u64,
    /// The number of games that nobody won before the turn limit.
    #[serde(skip)]
    pub(super) undecided: u64,
    /// The processor time that the games took, in seconds.
    pub(super) seconds: f64,
}

/// Counts that depend only on the games and not on time.
#[derive(Clone, Copy, Default)]
pub(super) struct BenchCounts {
    /// Decisions in which a script ran.
    pub(super) scripted: DecisionCount,
    /// All other decisions.
    pub(super) others: DecisionCount,
}

/// The number of decisions, and of memory allocations during these decisions.
#[derive(Clone, Copy, Default)]
pub(super) struct DecisionCount {
    pub(super) decisions: u64,
    pub(super) allocations: u64,
}

/// Random games of a scenario with consecutive seeds.
pub(super) struct Work {
    /// The scenario.
    pub(super) loaded: LoadedGame,
    /// The seed of the next game.
    pub(super) seed: u64,
}

impl Work {
    /// Random games that begin with this seed.
    pub(super) fn new(loaded: LoadedGame, seed: u64) -> Self {
        Self { loaded, seed }
    }

    /// The maximum number of players.
    pub(super) fn players(&self) -> usize {
        *self.loaded.rules.seats.end()
    }

    /// Plays games and measures their time.
    pub(super) fn round(&mut self, span: Span) -> Result<Round, Problem> {
        let (begun, clock) = (now(), Clock::start());
        let (mut games, mut undecided, mut decisions) = (0, 0, 0);
        while span.goes_on(games, begun) {
            let mut game = self.loaded.begin(self.players(), self.seed)?;
            let played = playout(&mut game, self.seed);
            decisions += u64::from(played.map_err(|stop| setup::stopped(&game, stop))?);
            games += 1;
            undecided += u64::from(game.table().winner().is_none());
            self.seed += 1;
        }
        Ok(Round { decisions, games, undecided, seconds: clock.elapsed().as_secs_f64() })
    }

    /// Plays games and counts decisions and allocations, separately for decisions in which a script
    /// runs and for all others.
    pub(super) fn count(
        &mut self,
        span: Span,
        allocations: Option<Allocations>,
    ) -> Result<BenchCounts, Problem> {
        let meter = Meter::around(&self.loaded);
        let metered = meter.loaded(&self.loaded);
        let mut counted = BenchCounts::default();
        let (mut games, begun) = (0, now());
        while span.goes_on(games, begun) {
            let mut game = metered.begin(self.players(), self.seed)?;
            counted.play(&mut game, self.seed, &meter, allocations)?;
            games += 1;
            self.seed += 1;
        }
        Ok(counted)
    }
}

impl BenchCounts {
    fn play(
        &mut self,
        game: &mut Game,
        seed: u64,
        meter: &Rc<Meter>,
        allocations: Option<Allocations>,
    ) -> Result<(), Problem> {
        let mut playout = Playout::new(seed);
        loop {
            let calls = meter.calls();
            let mut decided = Ok(false);
            let mut decide = || decided = playout.decide(game);
            let allocated = match allocations {
                Some(count) => count(&mut decide),
                None => {
                    decide();
                    0
                }
            };
            if !decided.map_err(|stop| setup::stopped(game, stop))? {
                return Ok(());
            }
            let ran = meter.calls() > calls;
            let tally = if ran { &mut self.scripted } else { &mut self.others };
            tally.decisions += 1;
            tally.allocations += allocated;
        }
    }
}
