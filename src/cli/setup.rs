//! Loading a game and setting the table, as several verbs need it.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use super::Problem;
use super::args::{GameArgs, SeatKind, SourceArgs};
use super::human::Human;
use crate::chance::Stream;
use crate::content::{self, Request};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::{Game, Script};
use crate::rules::Rules;
use crate::seat::{Greedy, Random, Seat, Stop};
use crate::transcript::{self, Transcript};

/// The rules of a game and what runs its scripts.
pub(super) struct Loaded {
    pub(super) rules: Arc<Rules>,
    pub(super) script: Rc<dyn Script>,
}

/// Loads a game.
pub(super) fn load(request: &Request) -> Result<Loaded, Diagnostics> {
    let rules = content::load(request)?;
    let script = crate::script::host(&rules)?;
    Ok(Loaded { rules, script })
}

impl Loaded {
    /// Begins a game with so many players.
    pub(super) fn begin(&self, players: usize, seed: u64) -> Result<Game, Problem> {
        let names = self.names(players)?;
        Ok(Game::new(Arc::clone(&self.rules), Rc::clone(&self.script), &names, seed)?)
    }

    /// Why a game stopped, with the line of the rule that failed.
    pub(super) fn explain(&self, stop: Stop) -> Problem {
        let Stop::Failed(failure) = stop else { return stop.into() };
        crate::script::explain(&self.rules, &failure).into()
    }

    /// What the rules call so many players.
    fn names(&self, players: usize) -> Result<Vec<String>, Diagnostic> {
        let seats = &self.rules.seats;
        let lists = || self.rules.names.iter();
        let fits = |names: &&Vec<String>| names.len() == players;
        let names = lists().find(fits).or_else(|| lists().next_back());
        match names {
            Some(names) if seats.contains(&players) && names.len() >= players => {
                Ok(names[..players].to_vec())
            }
            _ => {
                let message = format!(
                    "`{}` is for {} to {} players, found {players}",
                    self.rules.scenario,
                    seats.start(),
                    seats.end()
                );
                Err(Diagnostic::new(message).hint("say who plays with `--players greedy,random,…`"))
            }
        }
    }
}

/// Who sits where: those who are given, or as many greedy players as can play.
pub(super) fn seating(
    rules: &Rules,
    given: &[SeatKind],
    seed: u64,
    shuffled: bool,
) -> Vec<SeatKind> {
    const SEATING: Stream = Stream::named("seating");
    let mut kinds = given.to_vec();
    if kinds.is_empty() {
        kinds = vec![SeatKind::Greedy; *rules.seats.end()];
    }
    if shuffled {
        for (number, last) in (0..).zip((1..kinds.len()).rev()) {
            kinds.swap(last, SEATING.below(seed, number, last + 1));
        }
    }
    kinds
}

/// The players for the seats.
pub(super) fn seats(kinds: &[SeatKind], seed: u64) -> Vec<Box<dyn Seat>> {
    let seat = |(index, kind): (usize, &SeatKind)| -> Box<dyn Seat> {
        match kind {
            SeatKind::Greedy => Box::new(Greedy::new()),
            SeatKind::Random => Box::new(Random::new(seed, index)),
            SeatKind::Human => Box::new(Human::new()),
        }
    };
    kinds.iter().enumerate().map(seat).collect()
}

/// Reads a transcript.
pub(super) fn read(path: &Path) -> Result<Transcript, Diagnostics> {
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Diagnostic::new(format!("there is no file `{shown}`")),
        _ => Diagnostic::new(format!("`{shown}` cannot be read: {error}")),
    })?;
    transcript::parse(&text, &shown)
}

/// Loads the game of a transcript.
pub(super) fn load_for(
    transcript: &Transcript,
    sources: &SourceArgs,
) -> Result<Loaded, Diagnostics> {
    let packs = &transcript.header.packs;
    let packs: Vec<String> = packs.iter().map(|pack| pack.id.text.clone()).collect();
    load(&Request {
        scenario: transcript.scenario().into(),
        rules_dirs: sources.rules.clone(),
        with: sources.with.clone(),
        packs: (!packs.is_empty()).then_some(packs),
        set: transcript.settings(),
    })
}

/// Whether the argument names a transcript and no scenario.
pub(super) fn is_transcript(args: &GameArgs) -> bool {
    let path = Path::new(&args.scenario);
    path.is_file() && path.extension().is_none_or(|extension| extension != "toml")
}
