//! Which of the rulings that lines carry are proven.
//!
//! A ruling is proven when a game that names it catches a fault in a line that carries it. A game
//! that only cannot begin any more proves nothing.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::carried::carried;
use super::mutant::{Fault, Mutant};
use super::mutate::{Shown, Threads, Verdict, judge, witnesses};
use super::rulings::{covered, order};
use super::suite::{Played, Suite};
use crate::diagnostic::Source;

/// The lines that carry each ruling, as file and number.
pub type RulingLines = BTreeMap<String, BTreeSet<(String, usize)>>;

/// Which rulings are proven by games, and which are not.
#[derive(Clone, Default, Serialize, Debug)]
pub struct Proofs {
    /// The rulings for which a game catches a fault.
    pub proven: Vec<Proof>,
    /// The rulings for which no game catches a fault.
    pub unproven: Vec<Unproven>,
    /// How many were left when the time was over.
    pub left: usize,
}

/// A proven ruling.
#[derive(Clone, Serialize, Debug)]
pub struct Proof {
    /// Such as `C-16`.
    pub ruling: String,
    /// The fault that a game catches.
    pub mutant: Shown,
    /// Whether only the record of a game differs.
    pub is_by_record: bool,
}

/// A ruling that is not proven.
#[derive(Clone, Serialize, Debug)]
pub struct Unproven {
    /// Such as `C-16`.
    pub ruling: String,
    /// A line that carries it.
    pub line: String,
    /// How many games name it.
    pub games: usize,
    /// How many faults in its lines these games could see.
    pub mutants: usize,
}

/// Whether a ruling is proven.
enum RulingStatus {
    Proven(Proof),
    Unproven(Unproven),
}

/// The lines of files by the rulings that they carry.
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

/// Judges rulings by mutants of the lines that carry them.
pub fn prove(
    (suite, played): (&Suite, &[Played]),
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
    let is_missing = matches!(mutant.fault, Fault::Hook | Fault::Fact);
    (is_missing, Reverse(mutant.statement.is_some()))
}

/// Judges a ruling by the games that name it, up to the first mutant that one of them catches.
fn one(
    (suite, played): (&Suite, &[Played]),
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
            Verdict::Caught => return RulingStatus::Proven(proof(false)),
            Verdict::Recorded if by_record.is_none() => by_record = Some(proof(true)),
            _ => {}
        }
        unproven.mutants += usize::from(!matches!(verdict, Verdict::Invalid | Verdict::Unplayable));
    }
    by_record.map_or(RulingStatus::Unproven(unproven), RulingStatus::Proven)
}

impl Proofs {
    /// How many rulings were judged.
    pub fn judged(&self) -> usize {
        self.proven.len() + self.unproven.len()
    }

    /// How many are proven by records alone.
    pub fn by_records(&self) -> usize {
        self.proven.iter().filter(|proof| proof.is_by_record).count()
    }
}
