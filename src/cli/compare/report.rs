//! The result of a comparison of two rule sets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::about::PairAbout;
use super::until::UntilReport;
use crate::cli::stored::{Ending, Extent};
use crate::lab::{Difference, pairs_to_find};
use crate::sim::{Category, Comparison, Measure, MeasureGroup};

/// The result of a comparison.
#[derive(Serialize)]
pub(super) struct CompareReport {
    /// The sides: the scenario and its changes.
    pub(super) sides: [String; 2],
    /// The kinds of players in the first game of each pair.
    pub(super) players: Vec<String>,
    /// The number of pairs played, and of those requested.
    pub(super) pairs: u64,
    pub(super) wanted: u64,
    /// Why no more were played.
    pub(super) end: Ending,
    /// What `--until` has reached.
    pub(super) until: Option<UntilReport>,
    /// The games of each side in a pair: one for each rotation of the players.
    pub(super) rotations: usize,
    /// The first seed of each side.
    pub(super) seeds: [u64; 2],
    /// How many standard errors an interval extends to each side; `None` if no measure is tested.
    pub(super) critical: Option<f64>,
    pub(super) detect: DetectReport,
    pub(super) measures: Vec<MeasureReport>,
    /// The things that only one side has.
    pub(super) only: Vec<OnlyReport>,
    /// How often each rule failed and was skipped, on each side.
    pub(super) failures: [BTreeMap<String, u64>; 2],
}

/// The number of pairs that find a difference of this size in the wins of a seat.
#[derive(Serialize)]
pub(super) struct DetectReport {
    pub(super) share: f64,
    pub(super) pairs: Option<u64>,
}

/// What the pairs say about a measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Finding {
    /// The sides differ: 0 is outside the interval.
    Differs,
    /// The interval contains 0, and differences that would matter.
    Open,
    /// The interval contains 0, and no difference that would matter.
    Alike,
    /// Too few pairs differ to tell.
    Rare,
    /// No pair differs.
    Equal,
}

/// One measure of the games.
#[derive(Serialize)]
pub(super) struct MeasureReport {
    #[serde(flatten)]
    pub(super) measure: Measure,
    pub(super) finding: Finding,
    /// The mean of each side.
    pub(super) means: [f64; 2],
    /// The mean of the second side minus that of the first.
    pub(super) difference: f64,
    /// Its simultaneous 95 % interval, if it is tested.
    pub(super) interval: Option<[f64; 2]>,
    /// The standard deviation of a pair's difference.
    pub(super) deviation: Option<f64>,
    /// The number of pairs that differ.
    pub(super) differing: u64,
    /// How many pairs would find a difference as large as this one, if it is open.
    pub(super) to_settle: Option<u64>,
}

/// A thing that only one side has.
#[derive(Serialize)]
pub(super) struct OnlyReport {
    pub(super) side: usize,
    #[serde(rename = "sort")]
    pub(super) category: Category,
    pub(super) name: String,
    pub(super) per_game: f64,
}

impl CompareReport {
    /// The rows about things that only one side has: the thing, and its uses in a game.
    pub(super) fn rows_of_only(&self, side: usize) -> Vec<Vec<String>> {
        let only = self.only.iter().filter(|thing| thing.side == side);
        only.map(|thing| {
            let name = format!("{} {}", thing.category.word(), thing.name);
            vec![name, format!("{:.2}", thing.per_game)]
        })
        .collect()
    }

    /// The rows about rules that failed on a side: the rule, and how often.
    pub(super) fn rows_of_failures(&self, side: usize) -> Vec<Vec<String>> {
        let failures = self.failures[side].iter();
        failures.map(|(rule, times)| vec![rule.clone(), times.to_string()]).collect()
    }

    /// The result of these pairs.
    pub(super) fn new(
        about: &PairAbout,
        comparison: &Comparison,
        Extent { first, wanted, ending }: Extent,
    ) -> Self {
        let detect = about.detect;
        let critical = comparison.differences.critical();
        let pairs = comparison.differences.pairs() as u64;
        let all = comparison.measures.list.iter().enumerate();
        let measures: Vec<MeasureReport> = all
            .filter(|_| pairs > 0)
            .map(|(number, measure)| {
                let means = [0, 1].map(|side| comparison.means[side][number].mean());
                let means = means.map(|mean| mean.unwrap_or(0.0));
                let difference = comparison.differences.of(number);
                MeasureReport::new(measure, means, &difference, critical, detect)
            })
            .collect();
        let wins = measures.iter().take(about.names.len()).filter_map(|wins| wins.deviation);
        let widest = wins.fold(0.0, f64::max);
        let found = (widest > 0.0).then(|| pairs_to_find(detect, widest, critical));
        Self {
            sides: about.sides.clone(),
            players: about.players.clone(),
            pairs,
            wanted,
            end: ending,
            until: None,
            rotations: about.rotations,
            seeds: about.seeds.map(|seed| seed.wrapping_add(first)),
            critical: critical.is_finite().then_some(critical),
            detect: DetectReport { share: detect, pairs: found.flatten() },
            measures,
            only: only(about, comparison),
            failures: comparison.failures.clone(),
        }
    }

    /// The measures with this finding, those with the clearest differences first.
    pub(super) fn with(&self, finding: Finding) -> Vec<&MeasureReport> {
        let mut found: Vec<&MeasureReport> =
            self.measures.iter().filter(|measure| measure.finding == finding).collect();
        found.sort_by(|one, other| other.clearness().total_cmp(&one.clearness()));
        found
    }
}

impl MeasureReport {
    fn new(
        measure: &Measure,
        means: [f64; 2],
        difference: &Difference,
        critical: f64,
        detect: f64,
    ) -> Self {
        let Difference { mean, deviation, differing, .. } = *difference;
        let interval =
            (difference.is_tested() && critical.is_finite()).then(|| difference.interval(critical));
        let matters = match measure.group {
            MeasureGroup::Ending => detect,
            _ => detect * means[0].abs(),
        };
        let finding = match interval {
            _ if differing == 0 => Finding::Equal,
            None => Finding::Rare,
            Some([low, high]) if low > 0.0 || high < 0.0 => Finding::Differs,
            Some([low, high]) if -matters <= low && high <= matters => Finding::Alike,
            Some(_) => Finding::Open,
        };
        let is_open = finding == Finding::Open;
        Self {
            measure: measure.clone(),
            finding,
            means,
            difference: mean,
            interval,
            deviation: deviation.is_finite().then_some(deviation),
            differing,
            to_settle: is_open.then(|| pairs_to_find(mean, deviation, critical)).flatten(),
        }
    }

    /// The difference in standard deviations.
    fn clearness(&self) -> f64 {
        (self.difference / self.deviation.unwrap_or(1.0)).abs()
    }

    /// Whether its values are shares of games.
    pub(super) fn is_share(&self) -> bool {
        self.measure.group == MeasureGroup::Ending
    }
}

/// The things that only one side has.
fn only(about: &PairAbout, comparison: &Comparison) -> Vec<OnlyReport> {
    let all = comparison.measures.single.iter().zip(&comparison.single_uses);
    all.map(|(&(side, number), &uses)| {
        let thing = &about.things[side][number];
        #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 games")]
        let games = comparison.games.max(1) as f64;
        OnlyReport {
            side,
            category: thing.category,
            name: thing.name.clone(),
            per_game: uses / games,
        }
    })
    .collect()
}
