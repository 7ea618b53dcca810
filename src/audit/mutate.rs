//! Plants faults in rule files, one at a time, and plays the games that could detect them.
//!
//! Only games that run a statement can detect a fault in it. Other faults can be detected by any
//! game that uses the pack. Does not measure time: the caller decides when to stop.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Serialize, Serializer};

use super::equivalent::Equivalents;
use super::mutant::{FaultKind, Mutant};
use super::suite::{Suite, SuiteRun};
use crate::chance::Stream;
use crate::diagnostic::Diagnostic;

/// How the work is distributed over threads.
pub struct Threads<'a> {
    /// The number of threads.
    pub jobs: usize,
    /// The seed for the random order of the work.
    pub seed: u64,
    /// Returns whether to stop before the next item.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each item.
    pub progress: &'a (dyn Fn() + Sync),
}

impl Threads<'_> {
    /// Processes items in random order. Returns the results by item index.
    pub(super) fn spread<T: Send>(
        &self,
        pieces: usize,
        work: impl Fn(usize) -> T + Sync,
    ) -> BTreeMap<usize, T> {
        const MUTANTS: Stream = Stream::named("mutants");
        let mut order: Vec<usize> = (0..pieces).collect();
        MUTANTS.shuffle(self.seed, &mut order);
        let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        let work = || {
            while !(self.stop)()
                && let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let result = work(number);
                done.lock().expect("no thread panics with the lock").insert(number, result);
                (self.progress)();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, pieces.max(1)) {
                scope.spawn(work);
            }
        });
        done.into_inner().expect("no thread panics with the lock")
    }
}

/// The options of a run.
pub struct Options<'a> {
    /// Whether all mutants of the rules are included, so that the number of equivalent ones can be
    /// checked.
    pub are_all: bool,
    /// The other rule files, which may also appear in the list of equivalent mutants.
    pub others: &'a [String],
}

/// The result of testing a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MutantResult {
    /// A game fails.
    Caught,
    /// No game fails, but at least one can no longer begin, while another can.
    Unplayable,
    /// No game fails, but the record of at least one game differs.
    Recorded,
    /// Nothing differs.
    Survived,
    /// The program itself panics.
    Crashed,
    /// No form of the mutant can be loaded.
    Invalid,
}

/// A mutant for reports.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct MutantSummary {
    /// The file.
    pub file: String,
    /// The line on which the fault begins.
    pub line: usize,
    /// The kind of fault.
    pub fault: FaultKind,
    /// The original lines, joined into one.
    pub old: String,
    /// The lines with the fault, joined into one.
    pub new: String,
    /// The number of games that could detect the fault.
    pub games: usize,
}

impl MutantSummary {
    /// The summary of a mutant in one of its forms.
    pub fn new(mutant: &Mutant, form: usize, games: usize) -> Self {
        let (old, new) = mutant.edits[form].lines(&mutant.source.text);
        let (file, line) = (mutant.source.file.clone(), mutant.line());
        Self { file, line, fault: mutant.fault, old, new, games }
    }
}

/// The results for all mutants.
#[derive(Clone, Default, Serialize, Debug)]
pub struct MutationReport {
    /// The number of mutants.
    pub mutants: usize,
    /// The number of mutants that make a game fail or unable to begin.
    pub caught_by_games: usize,
    /// The number of other mutants that change the record of a game.
    pub caught_by_records: usize,
    /// The mutants that are not caught.
    pub survivors: Vec<MutantSummary>,
    /// The mutants on which the program panics; they count as caught, but show a bug.
    pub crashes: Vec<MutantSummary>,
    /// The mutants that are not caught but listed as equivalent.
    pub equivalent: Vec<MutantSummary>,
    /// The mutants that cannot be loaded in any form.
    pub invalid: Vec<MutantSummary>,
    /// The number of mutants that were not tested because time ran out.
    pub left: usize,
    /// Diagnostics about the list of equivalent mutants.
    #[serde(serialize_with = "rendered")]
    pub wrong: Vec<Diagnostic>,
}

/// Tests all mutants.
pub fn mutate(
    (suite, played): (&Suite, &[SuiteRun]),
    mutants: &[Mutant],
    equivalents: &Equivalents,
    options: &Options<'_>,
    threads: &Threads<'_>,
) -> MutationReport {
    let verdicts = threads.spread(mutants.len(), |number| {
        let mutant = &mutants[number];
        judge(suite, played, mutant, &witnesses(suite, played, mutant))
    });
    report(mutants, verdicts, equivalents, options)
}

/// The verdict of these games on a mutant, and the mutant in the form that was tested.
pub(super) fn judge(
    suite: &Suite,
    played: &[SuiteRun],
    mutant: &Mutant,
    games: &[usize],
) -> (MutantResult, MutantSummary) {
    let file = &mutant.source.file;
    let others = played.iter().position(|game| games.is_empty() && game.has_pack_of(file));
    for (form, edit) in mutant.edits.iter().enumerate() {
        let texts = BTreeMap::from([(file.clone(), edit.apply(&mutant.source.text))]);
        let play = AssertUnwindSafe(|| match others {
            Some(other) if suite.with(&texts).load(other).is_none() => MutantResult::Invalid,
            _ => verdict(suite, played, games, &texts),
        });
        let verdict = catch_unwind(play).unwrap_or(MutantResult::Crashed);
        if verdict != MutantResult::Invalid {
            return (verdict, MutantSummary::new(mutant, form, games.len()));
        }
    }
    (MutantResult::Invalid, MutantSummary::new(mutant, 0, games.len()))
}

/// The verdict of these games on the rules, with some files replaced by these texts.
fn verdict(
    suite: &Suite,
    played: &[SuiteRun],
    games: &[usize],
    texts: &BTreeMap<String, String>,
) -> MutantResult {
    let mut changed = suite.with(texts);
    let (mut can_load, mut is_refused, mut differs) = (false, false, false);
    for &game in games {
        match changed.load(game) {
            None => is_refused = true,
            Some(loaded) => {
                can_load = true;
                match suite.games[game].play(&loaded) {
                    Ok(record) => differs |= record != played[game].record,
                    Err(_) => return MutantResult::Caught,
                }
            }
        }
    }
    match (is_refused, differs) {
        (true, _) if can_load => MutantResult::Unplayable,
        (true, _) => MutantResult::Invalid,
        (false, true) => MutantResult::Recorded,
        (false, false) => MutantResult::Survived,
    }
}

/// The games that could detect a fault: first the games named after its file, then the games that
/// run a part of the file, then the other games with its pack in play.
pub(super) fn witnesses(suite: &Suite, played: &[SuiteRun], mutant: &Mutant) -> Vec<usize> {
    let file = &mutant.source.file;
    let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".rhai");
    let sees = |&game: &usize| {
        let ran = || played[game].ran.get(file);
        match mutant.statement {
            Some(statement) => ran().is_some_and(|ran| ran.contains(&statement)),
            None => played[game].has_pack_of(file),
        }
    };
    let mut games: Vec<usize> = (0..played.len()).filter(sees).collect();
    games.sort_by_cached_key(|&game| {
        let is_named = suite.games[game].file().split('/').any(|part| part == stem);
        (!is_named, !played[game].ran.contains_key(file))
    });
    games
}

/// Summarizes the results in the order of the files.
fn report(
    mutants: &[Mutant],
    verdicts: BTreeMap<usize, (MutantResult, MutantSummary)>,
    equivalents: &Equivalents,
    options: &Options<'_>,
) -> MutationReport {
    let left = mutants.len() - verdicts.len();
    let mut report = MutationReport { mutants: mutants.len(), left, ..MutationReport::default() };
    let mut caught = Vec::new();
    for (verdict, shown) in verdicts.into_values() {
        match verdict {
            MutantResult::Caught | MutantResult::Unplayable => report.caught_by_games += 1,
            MutantResult::Recorded => report.caught_by_records += 1,
            MutantResult::Crashed => report.crashes.push(shown.clone()),
            MutantResult::Invalid => report.invalid.push(shown.clone()),
            MutantResult::Survived if equivalents.has(&shown) => {
                report.equivalent.push(shown.clone());
            }
            MutantResult::Survived => report.survivors.push(shown.clone()),
        }
        if !matches!(verdict, MutantResult::Survived | MutantResult::Invalid) {
            caught.push(shown);
        }
    }
    let is_tested = |file: &str| {
        let is_it = |mutant: &Mutant| mutant.source.file == file;
        let is_other = || options.others.iter().any(|other| other == file);
        left == 0 && (mutants.iter().any(is_it) || options.are_all && !is_other())
    };
    report.wrong = equivalents.wrong(&report, &caught, is_tested);
    if options.are_all && left == 0 {
        report.wrong.extend(equivalents.too_many(report.equivalent.len(), report.valid()));
    }
    report
}

/// Serializes diagnostics as text.
fn rendered<S: Serializer>(wrong: &[Diagnostic], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(wrong.iter().map(|one| one.render(false)))
}

impl MutationReport {
    /// The number of tested mutants that can be loaded.
    pub fn valid(&self) -> usize {
        self.mutants - self.left - self.invalid.len()
    }

    /// The number of mutants that are caught in any way.
    pub fn caught(&self) -> usize {
        self.caught_by_games + self.caught_by_records + self.crashes.len()
    }

    /// Whether at least this percentage of the mutants that are valid and not equivalent is caught.
    pub fn catches(&self, least: usize) -> bool {
        self.caught() * 100 >= least * (self.valid() - self.equivalent.len())
    }
}
