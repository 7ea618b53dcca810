//! The result of a match.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::about::MatchAbout;
use super::arguments::CompareArgs;
use super::per_cent::shown;
use crate::cli::labels::changes;
use crate::cli::problem::unwritable;
use crate::cli::stored::{Ending, Extent};
use crate::count::counted;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lab::{SequentialTest, Verdict};
use crate::sim::{self, Gap, KindSummary, MatchSummary, MatchTally, Mean, SeatSummary, Share};

/// The result of a match.
#[derive(Serialize)]
pub(super) struct MatchReport {
    pub(super) scenario: String,
    /// The number of players in each game.
    pub(super) players: usize,
    /// The first seed, and the number of seeds.
    pub(super) seed: u64,
    pub(super) seeds: u64,
    /// The maximum number of games: that of all arrangements of whole seeds.
    pub(super) wanted: u64,
    /// Why no more were played.
    pub(super) end: Ending,
    #[serde(flatten)]
    pub(super) summary: MatchSummary,
    pub(super) test: Option<TestReport>,
}

/// The result of the test whether the first kind wins a share of the games.
#[derive(Clone, Copy, Serialize)]
pub(super) struct TestReport {
    /// The share to reach, and the share that misses it.
    pub(super) at_least: f64,
    pub(super) against: f64,
    pub(super) verdict: Verdict,
}

/// A match as one line of a log. The lines of a log add up: of the same players, different seeds.
#[derive(Serialize)]
struct MatchLine<'a> {
    engine: &'static str,
    scenario: &'a str,
    /// The changes to the scenario, as given on the command line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<String>,
    players: usize,
    seats: [&'a str; 2],
    seed: u64,
    seeds: u64,
    games: u64,
    wins: [u64; 2],
    undecided: u64,
    design_effect: f64,
    test: Option<TestReport>,
}

/// A table, with its heading and titles.
pub(super) struct Table {
    pub(super) heading: String,
    pub(super) titles: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl MatchReport {
    /// The result of the games of these seeds.
    pub(super) fn new(
        about: &MatchAbout,
        tally: &MatchTally,
        Extent { first, wanted, ending }: Extent,
        test: Option<SequentialTest>,
    ) -> Self {
        let in_seed = sim::arrangements(about.players).len() as u64;
        let report = |test: SequentialTest| TestReport {
            at_least: test.high,
            against: test.low,
            verdict: tally.verdict(&test),
        };
        Self {
            scenario: about.rules.scenario.clone(),
            players: about.players,
            seed: about.seed.wrapping_add(first),
            seeds: tally.games() / in_seed,
            wanted: wanted * in_seed,
            end: ending,
            summary: tally.summary(&about.kinds, &about.names),
            test: test.map(report),
        }
    }

    /// Appends the result to a log.
    pub(super) fn log(&self, path: &Path, args: &CompareArgs) -> Result<(), Diagnostic> {
        let [first, second] = &self.summary.kinds;
        let line = MatchLine {
            engine: env!("CARGO_PKG_VERSION"),
            scenario: &self.scenario,
            changes: changes(&args.game.changes),
            players: self.players,
            seats: [&first.seat, &second.seat],
            seed: self.seed,
            seeds: self.seeds,
            games: self.summary.games,
            wins: [first.wins.count, second.wins.count],
            undecided: self.summary.undecided.count,
            design_effect: self.summary.design_effect,
            test: self.test,
        };
        let line = serde_json::to_string(&line).expect("these types serialize to JSON");
        // One call writes the whole line, so that lines of several programs do not mix.
        let write = || files::append_or_create(path)?.write_all(format!("{line}\n").as_bytes());
        write().map_err(|error| unwritable(path, &error))
    }

    /// The scenario, the kinds of players, the number of games, the seeds, and why there are fewer
    /// than requested.
    pub(super) fn extent(&self) -> String {
        let [first, second] = &self.summary.kinds;
        let (games, players) = (counted(self.summary.games, "game"), self.players);
        let title = format!("{}: {} against {}", self.scenario, first.seat, second.seat);
        let seeds = match self.seeds {
            0 => String::new(),
            seeds => format!(", seeds {} to {}", self.seed, self.seed.wrapping_add(seeds - 1)),
        };
        let early = self.end.early(&counted(self.wanted, "game"));
        format!("{title}, {games} of {players} players{seeds}{early}")
    }

    /// All tables; none if no game was played.
    pub(super) fn tables(&self) -> Vec<Table> {
        if self.summary.games == 0 {
            return Vec::new();
        }
        vec![self.wins(), self.wins_by_seat(), self.differences(), self.lengths()]
    }

    fn wins(&self) -> Table {
        let row = |kind: &KindSummary| {
            let [share, interval] = shares(&kind.wins);
            let [points, range] = mean(&kind.points);
            vec![kind.seat.clone(), kind.wins.count.to_string(), share, interval, points, range]
        };
        let [first, second] = &self.summary.kinds;
        let undecided = &self.summary.undecided;
        let [share, interval] = shares(undecided);
        let nobody = ["undecided".into(), undecided.count.to_string(), share, interval];
        let nobody = nobody.into_iter().chain([String::new(), String::new()]).collect();
        let titles = ["", "games", "share", "95 %", "points", "95 %"];
        Table::new("wins", &titles, vec![row(first), row(second), nobody])
    }

    fn wins_by_seat(&self) -> Table {
        let [first, second] = &self.summary.kinds;
        let row = |seat: &SeatSummary| {
            let all = [&seat.wins, &seat.kinds[0], &seat.kinds[1]].map(shares);
            std::iter::once(seat.name.clone()).chain(all.into_iter().flatten()).collect()
        };
        let titles = ["", "all", "95 %", &first.seat, "95 %", &second.seat, "95 %"];
        Table::new("wins by seat", &titles, self.summary.seats.iter().map(row).collect())
    }

    fn differences(&self) -> Table {
        let row = |name: &str, gap: &Gap, scale: f64, digits: usize, unit: &str| {
            let signed = |number: f64| format!("{:+.digits$}", scale * number);
            let mean = gap.mean.mean.map(|mean| format!("{}{unit}", signed(mean)));
            let interval = gap.mean.interval;
            let range = interval.map(|[low, high]| format!("{} to {}", signed(low), signed(high)));
            let range = range.map(|range| format!("{range}{unit}"));
            let settled = gap.to_settle.map(|games| games.to_string());
            let cells = [mean, range, settled].map(|it| it.unwrap_or_else(|| "-".into()));
            std::iter::once(name.to_owned()).chain(cells).collect()
        };
        let MatchSummary { difference, margin, .. } = &self.summary;
        let rows = vec![
            row("share of wins", difference, 100.0, 1, " pp"),
            row("points of the best player", margin, 1.0, 2, ""),
        ];
        let [first, second] = &self.summary.kinds;
        let heading = format!("{} minus {}", first.seat, second.seat);
        Table::new(&heading, &["", "difference", "95 %", "settled by games"], rows)
    }

    fn lengths(&self) -> Table {
        let row = |name: &str, length: &Mean| {
            std::iter::once(name.to_owned()).chain(mean(length)).collect()
        };
        let MatchSummary { turns, decisions, .. } = &self.summary;
        let rows = vec![row("turns", turns), row("decisions", decisions)];
        Table::new("length of a game", &["", "mean", "95 %"], rows)
    }

    /// What the test says, if there is one.
    pub(super) fn verdict(&self) -> Option<[String; 2]> {
        let test = self.test?;
        let (at_least, against) = (shown(test.at_least), shown(test.against));
        let (games, verdict) = (counted(self.summary.games, "game"), test.verdict.word());
        let seat = &self.summary.kinds[0].seat;
        Some([
            format!("{seat} wins at least {at_least}: {verdict} after {games}"),
            format!("{at_least} against {against}, both errors 5 %; undecided games are not won"),
        ])
    }
}

impl Table {
    fn new(heading: &str, titles: &[&str], rows: Vec<Vec<String>>) -> Self {
        let titles = titles.iter().map(|title| (*title).to_owned()).collect();
        Self { heading: heading.to_owned(), titles, rows }
    }
}

/// A share and its interval in per cent.
fn shares(share: &Share) -> [String; 2] {
    let range = |[low, high]: [f64; 2]| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high);
    [share.share.map_or("-".into(), shown), share.interval.map_or("-".into(), range)]
}

/// A mean and its interval.
fn mean(mean: &Mean) -> [String; 2] {
    [
        mean.mean.map_or("-".into(), |mean| format!("{mean:.2}")),
        mean.interval.map_or("-".into(), |[low, high]| format!("{low:.2} to {high:.2}")),
    ]
}
