//! Determines which rulings are proven.
//!
//! A ruling is proven if a game that names it catches a fault in a line that implements it. A game
//! that can no longer begin is not a proof.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::mutant::{FaultKind, Mutant};
use super::mutate::{MutantResult, MutantSummary, Threads, judge, witnesses};
use super::ruling_comments::carried;
use super::rulings::{covered, order};
use super::suite::{Suite, SuiteRun};
use crate::diagnostic::Source;

/// The lines that implement each ruling, as file and line number.
pub type RulingLines = BTreeMap<String, BTreeSet<(String, usize)>>;

/// The results for all rulings.
#[derive(Clone, Default, Serialize, Debug)]
pub struct Proofs {
    /// The rulings for which a game catches a fault.
    pub proven: Vec<Proof>,
    /// The rulings for which no game catches a fault.
    pub unproven: Vec<Unproven>,
    /// The number of rulings that were not tested because time ran out.
    pub left: usize,
}

/// A proven ruling.
#[derive(Clone, Serialize, Debug)]
pub struct Proof {
    /// The identifier, such as `C-16`.
    pub ruling: String,
    /// The fault that a game catches.
    pub mutant: MutantSummary,
    /// Whether only the record of a game differs.
    pub is_by_record: bool,
}

/// A ruling that is not proven.
#[derive(Clone, Serialize, Debug)]
pub struct Unproven {
    /// The identifier, such as `C-16`.
    pub ruling: String,
    /// A line that implements the ruling.
    pub line: String,
    /// The number of games that name the ruling.
    pub games: usize,
    /// The number of faults in the ruling's lines that these games could detect.
    pub mutants: usize,
}

/// The result for a ruling.
enum RulingStatus {
    Proven(Proof),
    Unproven(Unproven),
}

/// Collects the lines of files that implement each ruling.
pub fn lines(sources: &[Source]) -> RulingLines {
    let mut all = RulingLines::new();
    for source in sources {
        for (id, lines) in carried(source) {
            let lines = lines.into_iter().map(|line| (source.file.clone(), line));
            all.entry(id).or_default().extend(lines);
        }
    }
    all
}

/// The games that name each ruling.
pub fn games(suite: &Suite) -> BTreeMap<String, BTreeSet<usize>> {
    let mut games: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, game) in suite.games.iter().enumerate() {
        for (id, _) in covered(&game.transcript.source) {
            games.entry(id).or_default().insert(number);
        }
    }
    games
}

/// Tests rulings with mutants of the lines that implement them.
pub fn prove(
    (suite, played): (&Suite, &[SuiteRun]),
    mutants: &[Mutant],
    lines: &RulingLines,
    threads: &Threads<'_>,
) -> Proofs {
    let mut rulings: Vec<(&String, &BTreeSet<(String, usize)>)> = lines.iter().collect();
    rulings.sort_by_key(|(id, _)| order(id));
    let games = games(suite);
    let judged = threads.spread(rulings.len(), |number| {
        let (id, lines) = rulings[number];
        let is_of = |mutant: &&Mutant| lines.contains(&mutant.place());
        let mut mutants: Vec<&Mutant> = mutants.iter().filter(is_of).collect();
        mutants.sort_by_key(|mutant| precision(mutant));
        let nobody = BTreeSet::new();
        let line = lines.first().map(|(file, line)| format!("{file}:{line}"));
        let unproven = Unproven {
            ruling: id.clone(),
            line: line.unwrap_or_default(),
            games: games.get(id).map_or(0, BTreeSet::len),
            mutants: 0,
        };
        one((suite, played), &mutants, games.get(id).unwrap_or(&nobody), unproven)
    });
    let mut proofs = Proofs { left: rulings.len() - judged.len(), ..Proofs::default() };
    for outcome in judged.into_values() {
        match outcome {
            RulingStatus::Proven(proof) => proofs.proven.push(proof),
            RulingStatus::Unproven(unproven) => proofs.unproven.push(unproven),
        }
    }
    proofs
}

/// The order in which mutants are tried: faults in statements first, missing hooks and facts last.
fn precision(mutant: &Mutant) -> (bool, Reverse<bool>) {
    let is_missing = matches!(mutant.fault, FaultKind::Hook | FaultKind::Fact);
    (is_missing, Reverse(mutant.statement.is_some()))
}

/// Tests a ruling with the games that name it, up to the first mutant that one of them catches.
fn one(
    (suite, played): (&Suite, &[SuiteRun]),
    mutants: &[&Mutant],
    naming: &BTreeSet<usize>,
    mut unproven: Unproven,
) -> RulingStatus {
    let mut by_record = None;
    for mutant in mutants {
        let mut games = witnesses(suite, played, mutant);
        games.retain(|game| naming.contains(game));
        if games.is_empty() {
            continue;
        }
        let (verdict, shown) = judge(suite, played, mutant, &games);
        let proof =
            |is_by_record| Proof { ruling: unproven.ruling.clone(), mutant: shown, is_by_record };
        match verdict {
            MutantResult::Caught => return RulingStatus::Proven(proof(false)),
            MutantResult::Recorded if by_record.is_none() => by_record = Some(proof(true)),
            _ => {}
        }
        unproven.mutants +=
            usize::from(!matches!(verdict, MutantResult::Invalid | MutantResult::Unplayable));
    }
    by_record.map_or(RulingStatus::Unproven(unproven), RulingStatus::Proven)
}

impl Proofs {
    /// The number of rulings that were tested.
    pub fn judged(&self) -> usize {
        self.proven.len() + self.unproven.len()
    }

    /// The number of rulings that are proven by records only.
    pub fn by_records(&self) -> usize {
        self.proven.iter().filter(|proof| proof.is_by_record).count()
    }
}
