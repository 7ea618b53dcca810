//! The results of `bench`: medians of rounds, and comparisons between rows of the same rounds.

use serde::Serialize;

use super::measure::{BenchCounts, DecisionCount, Round, Work};

/// The measurements of one scenario or program.
pub(super) struct BenchLine {
    /// The scenario or the program.
    pub(super) name: String,
    /// The number of players, if known.
    pub(super) players: Option<usize>,
    /// The rounds.
    pub(super) rounds: Vec<Round>,
    /// The number of threads, and their rounds.
    pub(super) threaded: Option<(u16, Vec<Round>)>,
    /// Counts that do not depend on time, if they were taken.
    pub(super) counted: Option<BenchCounts>,
}

impl BenchLine {
    /// The line of a scenario before its first round.
    pub(super) fn of(work: &Work, threads: Option<u16>, counted: BenchCounts) -> Self {
        Self {
            name: work.loaded.rules.scenario.clone(),
            players: Some(work.players()),
            rounds: Vec::new(),
            threaded: threads.map(|threads| (threads, Vec::new())),
            counted: Some(counted),
        }
    }
}

/// The results of a scenario or program.
#[derive(Serialize)]
pub(super) struct Figures {
    pub(super) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<usize>,
    pub(super) decisions_per_second: RateRange,
    pub(super) games_per_second: f64,
    pub(super) decisions_per_game: f64,
    /// The speed divided by that of each program beside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ratios: Vec<Ratio>,
    /// The speed on several threads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) threaded: Option<ThreadFigures>,
    /// The share of decisions in which a script ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scripted: Option<f64>,
    /// The share of games that nobody won before the turn limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) undecided: Option<f64>,
    /// Allocations per decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) allocations: Option<Allocated>,
}

/// The median and the range of the rounds.
#[derive(Serialize)]
pub(super) struct RateRange {
    pub(super) median: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

/// A speed divided by that of a program: the median of the rounds.
#[derive(Serialize)]
pub(super) struct Ratio {
    program: String,
    pub(super) decisions: f64,
    pub(super) games: f64,
}

/// The speed on several threads together.
#[derive(Serialize)]
pub(super) struct ThreadFigures {
    pub(super) threads: u16,
    pub(super) decisions_per_second: RateRange,
    pub(super) games_per_second: f64,
    /// The speed divided by that of one thread: the median of the rounds.
    pub(super) times_one_thread: f64,
}

/// The number of allocations per decision.
#[derive(Serialize)]
pub(super) struct Allocated {
    /// The mean of the decisions in which a script runs.
    pub(super) scripted: f64,
    /// The mean of all other decisions.
    pub(super) others: f64,
}

impl Figures {
    /// The results of a line, compared with these programs.
    pub(super) fn new(line: &BenchLine, beside: &[BenchLine], has_allocations: bool) -> Self {
        let all = |count: fn(&Round) -> u64| line.rounds.iter().map(count).sum();
        let counted = line.counted;
        let ratio_to = |program: &BenchLine| Ratio {
            program: program.name.clone(),
            decisions: compared(&line.rounds, &program.rounds, Round::decision_rate),
            games: compared(&line.rounds, &program.rounds, Round::game_rate),
        };
        Self {
            name: line.name.clone(),
            players: line.players,
            decisions_per_second: RateRange::of(&line.rounds, Round::decision_rate),
            games_per_second: RateRange::of(&line.rounds, Round::game_rate).median,
            decisions_per_game: ratio(all(|round| round.decisions), all(|round| round.games)),
            ratios: beside.iter().map(ratio_to).collect(),
            threaded: line.threaded.as_ref().map(|(threads, rounds)| ThreadFigures {
                threads: *threads,
                decisions_per_second: RateRange::of(rounds, Round::decision_rate),
                games_per_second: RateRange::of(rounds, Round::game_rate).median,
                times_one_thread: compared(rounds, &line.rounds, Round::decision_rate),
            }),
            scripted: counted.map(|BenchCounts { scripted, others }| {
                ratio(scripted.decisions, scripted.decisions + others.decisions)
            }),
            undecided: line
                .players
                .map(|_| ratio(all(|round| round.undecided), all(|round| round.games))),
            allocations: counted.filter(|_| has_allocations).map(|counted| Allocated {
                scripted: counted.scripted.mean(),
                others: counted.others.mean(),
            }),
        }
    }
}

impl Round {
    fn decision_rate(&self) -> f64 {
        float(self.decisions) / self.seconds
    }

    fn game_rate(&self) -> f64 {
        float(self.games) / self.seconds
    }
}

impl DecisionCount {
    fn mean(self) -> f64 {
        ratio(self.allocations, self.decisions)
    }
}

impl RateRange {
    fn of(rounds: &[Round], rate: fn(&Round) -> f64) -> Self {
        let rates = sorted(rounds.iter().map(rate));
        let at = |place: usize| rates.get(place).copied().unwrap_or_default();
        Self { median: at(rates.len() / 2), least: at(0), most: at(rates.len().saturating_sub(1)) }
    }
}

/// The median of the ratios of each round. A machine that slows down for a while slows down both
/// sides of the same round.
fn compared(rounds: &[Round], others: &[Round], rate: fn(&Round) -> f64) -> f64 {
    let ratios = sorted(rounds.iter().zip(others).map(|(round, other)| rate(round) / rate(other)));
    ratios.get(ratios.len() / 2).copied().unwrap_or_default()
}

fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The quotient of two counts. A second count of 0 is treated as 1.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    float(part) / float(whole.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds of one second with these numbers of decisions.
    fn rounds(decisions: [u64; 3]) -> Vec<Round> {
        decisions
            .map(|decisions| Round { decisions, games: 1, undecided: 0, seconds: 1.0 })
            .to_vec()
    }

    #[test]
    fn bench_compares_rounds_of_the_same_moment() {
        // The machine is half as fast in the second round, and nearly stands still in the third.
        let (one, other) = (rounds([800, 400, 3]), rounds([200, 100, 1]));
        let ratio = compared(&one, &other, Round::decision_rate);
        assert!((ratio - 4.0).abs() < 1e-9, "{ratio}");
        assert!((compared(&one, &other, Round::game_rate) - 1.0).abs() < 1e-9);
    }
}
