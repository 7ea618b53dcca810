//! The games that test the rules. They are played with the original rules or with modified ones.
//!
//! Games with the same scenario and settings share their rules, which are loaded once.

use std::collections::btree_map::Entry as MapEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::chance::fnv1a;
use crate::content::{self, Request};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::game::Script;
use crate::rules::{PackInfo, Rules};
use crate::script::{self, Trace};
use crate::transcript::{Options, Transcript, print_position, replay};

/// Games, and the requests for their rules.
#[derive(Default)]
pub struct Suite {
    /// The games, in the order in which they were added.
    pub games: Vec<SuiteGame>,
    requests: Vec<Request>,
}

/// A game, and the index of its request.
pub struct SuiteGame {
    /// The game.
    pub transcript: Transcript,
    request: usize,
}

/// The result of a game with the original rules.
#[derive(Clone, Default, Debug)]
pub struct SuiteRun {
    /// The byte offsets of the statements that ran, by file.
    pub ran: BTreeMap<String, BTreeSet<usize>>,
    /// The folders of the packs in play, the rule files outside packs, the scenario, and the
    /// scenario whose board it uses.
    pub packs: Arc<Vec<String>>,
    /// A hash of the whole record: all changes, and the table at the end.
    pub record: u64,
}

/// Loaded rules for one thread.
#[derive(Clone)]
pub struct LoadedRules {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The script host of the rules.
    pub script: Rc<dyn Script>,
}

impl Suite {
    /// Adds a game.
    pub fn add(&mut self, transcript: Transcript, request: Request) {
        let known = self.requests.iter().position(|other| *other == request);
        let request = known.unwrap_or_else(|| {
            self.requests.push(request);
            self.requests.len() - 1
        });
        self.games.push(SuiteGame { transcript, request });
    }

    /// Plays all games with the original rules, and records the statements that run.
    ///
    /// # Errors
    /// When rules cannot be loaded, or a game fails.
    pub fn play_all(&self, mut progress: impl FnMut()) -> Result<Vec<SuiteRun>, Diagnostics> {
        let trace = Trace::default();
        let mut loaded = BTreeMap::new();
        let mut all = Vec::new();
        for entry in &self.games {
            let (loaded, packs) = match loaded.entry(entry.request) {
                MapEntry::Occupied(known) => known.into_mut(),
                MapEntry::Vacant(new) => new.insert(self.watched(entry.request, &trace)?),
            };
            let record = entry.play(loaded).map_err(failing)?;
            let mut ran: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
            for (source, at) in trace.take() {
                ran.entry(loaded.rules.sources[source].0.clone()).or_default().insert(at);
            }
            all.push(SuiteRun { ran, packs: Arc::clone(packs), record });
            progress();
        }
        Ok(all)
    }

    /// Loads the rules of a request so that the trace records the statements that run. Also returns
    /// their packs.
    fn watched(
        &self,
        request: usize,
        trace: &Trace,
    ) -> Result<(LoadedRules, Arc<Vec<String>>), Diagnostics> {
        let rules = content::load(&self.requests[request])?;
        let script = script::host_of(&rules, script::ExecutionMode::Watched(trace))?;
        let packs = rules.packs.iter().map(PackInfo::folder).chain(rules.with.iter().cloned());
        let (scenario, board) = content::scenario_texts(&self.requests[request].scenario)?;
        let maps = [Some(scenario), board].into_iter().flatten().map(|source| source.file);
        let packs = Arc::new(packs.chain(maps).collect());
        Ok((LoadedRules { rules, script }, packs))
    }

    /// The suite with some files replaced by these texts.
    pub fn with<'a>(&'a self, texts: &'a BTreeMap<String, String>) -> ModifiedSuite<'a> {
        ModifiedSuite { suite: self, texts, loaded: BTreeMap::new() }
    }
}

/// A suite with some files replaced by other texts.
pub struct ModifiedSuite<'a> {
    suite: &'a Suite,
    texts: &'a BTreeMap<String, String>,
    loaded: BTreeMap<usize, Option<LoadedRules>>,
}

impl ModifiedSuite<'_> {
    /// Loads the rules of a game at first use; `None` if they cannot be loaded.
    pub fn load(&mut self, game: usize) -> Option<LoadedRules> {
        let number = self.suite.games[game].request;
        let (suite, texts) = (self.suite, self.texts);
        let loaded = self.loaded.entry(number).or_insert_with(|| {
            let request = Request { texts: texts.clone(), ..suite.requests[number].clone() };
            let rules = content::load(&request).ok()?;
            let script = script::host(&rules).ok()?;
            Some(LoadedRules { rules, script })
        });
        loaded.clone()
    }
}

impl SuiteRun {
    /// Whether a file or its pack is in play.
    pub fn has_pack_of(&self, file: &str) -> bool {
        let is_in = |folder: &String| {
            let inner = file.strip_prefix(folder.as_str());
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with('/'))
        };
        self.packs.iter().any(is_in)
    }
}

impl SuiteGame {
    /// The file of the game.
    pub fn file(&self) -> &str {
        &self.transcript.source.file
    }

    /// Plays the game. Returns the hash of its record.
    ///
    /// # Errors
    /// When the game fails.
    pub fn play(&self, loaded: &LoadedRules) -> Result<u64, Diagnostics> {
        let script = Rc::clone(&loaded.script);
        let report = replay(&self.transcript, &loaded.rules, script, Options::default())?;
        let record = report.rewritten + print_position(&report.game).as_str();
        Ok(fnv1a(record.as_bytes()))
    }
}

/// Adds the hint that the games must pass before the rules can be audited.
fn failing(mut wrong: Diagnostics) -> Diagnostics {
    let hint = "all games must pass first; `newcatan test` shows which ones fail";
    wrong.push(Diagnostic::new("a game fails with the unchanged rules").hint(hint));
    wrong
}
