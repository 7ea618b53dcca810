//! The results of `bench`: medians of rounds, as text and as JSON.

use std::io::Write;
use std::iter;

use serde::Serialize;

use super::clock::MEASURED;
use super::measure::{BenchCounts, DecisionCount, Round, Work};
use crate::cli::columns::write_figures;
use crate::cli::problem::Problem;

/// The measurements of one scenario or program.
pub(super) struct BenchLine {
    /// The scenario or the program.
    pub(super) name: String,
    /// The number of players, if known.
    pub(super) players: Option<usize>,
    /// The rounds.
    pub(super) rounds: Vec<Round>,
    /// Counts that do not depend on time, if they were taken.
    pub(super) counted: Option<BenchCounts>,
}

impl BenchLine {
    /// The line of a scenario before its first round.
    pub(super) fn of(work: &Work, counted: BenchCounts) -> Self {
        let name = work.loaded.rules.scenario.clone();
        Self { name, players: Some(work.players()), rounds: Vec::new(), counted: Some(counted) }
    }
}

/// The results of all scenarios and programs.
#[derive(Serialize)]
pub(super) struct BenchResults {
    /// The number of rounds.
    rounds: usize,
    /// The scenarios.
    works: Vec<Figures>,
    /// The other program.
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Figures>,
}

/// The results of a scenario or program.
#[derive(Serialize)]
struct Figures {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<usize>,
    decisions_per_second: RateRange,
    games_per_second: f64,
    decisions_per_game: f64,
    /// The speed divided by that of the other program.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    /// The share of decisions in which a script ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    scripted: Option<f64>,
    /// Allocations per decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    allocations: Option<Allocated>,
}

/// The median and the range of the rounds.
#[derive(Serialize)]
struct RateRange {
    median: f64,
    least: f64,
    most: f64,
}

/// The number of allocations per decision.
#[derive(Serialize)]
struct Allocated {
    /// The mean of the decisions in which a script runs.
    scripted: f64,
    /// The mean of all other decisions.
    others: f64,
}

impl BenchResults {
    /// Computes the results of scenarios, and those of another program.
    pub(super) fn new(
        lines: Vec<BenchLine>,
        against: Option<BenchLine>,
        has_allocations: bool,
    ) -> Self {
        let rounds = lines.first().map_or(0, |line| line.rounds.len());
        let against = against.map(|line| Figures::new(line, None, false));
        let yardstick = against.as_ref().map(|figures| figures.decisions_per_second.median);
        let figures = |line| Figures::new(line, yardstick, has_allocations);
        Self { rounds, works: lines.into_iter().map(figures).collect(), against }
    }

    /// Prints the results as a text table.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let rounds = if self.rounds == 1 { "round" } else { "rounds" };
        writeln!(out, "random games on one core, {} {rounds}, {MEASURED}", self.rounds)?;
        self.write_speeds(out)?;
        self.write_counts(out)
    }

    fn write_speeds(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let times = self.against.as_ref().map(|peer| format!("times {}", peer.name));
        let mut titles = vec!["decisions a second", "median", "least", "most", "games/s"];
        titles.extend(times.as_deref());
        let rows = self.works.iter().chain(&self.against).map(|figures| {
            let speed = &figures.decisions_per_second;
            let speeds = [speed.median, speed.least, speed.most, figures.games_per_second];
            let ratio = figures.ratio.map(|ratio| format!("{ratio:.1}"));
            let name = iter::once(figures.name.clone());
            name.chain(speeds.map(grouped)).chain(ratio).collect()
        });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }

    fn write_counts(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let mut titles = vec!["decisions a game", "mean", "with scripts"];
        if self.works.iter().any(|figures| figures.allocations.is_some()) {
            titles.extend(["allocations in each", "in the others"]);
        }
        let rows =
            self.works.iter().chain(&self.against).map(|figures| {
                let mut row = vec![figures.name.clone(), grouped(figures.decisions_per_game)];
                row.extend(figures.scripted.map(|share| format!("{:.1} %", 100.0 * share)));
                row.extend(figures.allocations.iter().flat_map(|each| {
                    [format!("{:.2}", each.scripted), format!("{:.4}", each.others)]
                }));
                row
            });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }
}

impl Figures {
    fn new(line: BenchLine, yardstick: Option<f64>, has_allocations: bool) -> Self {
        let rates = |count: fn(&Round) -> u64| {
            line.rounds.iter().map(|round| float(count(round)) / round.seconds).collect()
        };
        let all = |count: fn(&Round) -> u64| line.rounds.iter().map(count).sum();
        let decisions_per_second = RateRange::of(rates(|round| round.decisions));
        let counted = line.counted;
        Self {
            ratio: yardstick.map(|yardstick| decisions_per_second.median / yardstick),
            decisions_per_second,
            games_per_second: RateRange::of(rates(|round| round.games)).median,
            decisions_per_game: ratio(all(|round| round.decisions), all(|round| round.games)),
            scripted: counted.map(|BenchCounts { scripted, others }| {
                ratio(scripted.decisions, scripted.decisions + others.decisions)
            }),
            allocations: counted.filter(|_| has_allocations).map(|counted| Allocated {
                scripted: counted.scripted.mean(),
                others: counted.others.mean(),
            }),
            name: line.name,
            players: line.players,
        }
    }
}

impl DecisionCount {
    fn mean(self) -> f64 {
        ratio(self.allocations, self.decisions)
    }
}

impl RateRange {
    fn of(mut rates: Vec<f64>) -> Self {
        rates.sort_by(f64::total_cmp);
        let at = |place: usize| rates.get(place).copied().unwrap_or_default();
        let last = rates.len().saturating_sub(1);
        Self { median: at(rates.len() / 2), least: at(0), most: at(last) }
    }
}

/// The quotient of two counts. A second count of 0 is treated as 1.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    float(part) / float(whole.max(1))
}

#[expect(clippy::cast_precision_loss, reason = "the counts are far below 2^53")]
pub(super) fn float(number: u64) -> f64 {
    number as f64
}

/// Rounds a number to an integer and groups its digits by three.
pub(super) fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
