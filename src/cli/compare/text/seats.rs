//! The result of a match as aligned tables.

use std::io::{self, Write};

use crate::cli::columns::write_figures;
use crate::cli::compare::per_cent::shown;
use crate::cli::compare::seats::{MatchReport, TestReport};
use crate::count::counted;
use crate::sim::{KindSummary, Mean, Share};

impl MatchReport {
    /// Writes the result as text.
    pub(in crate::cli::compare) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let [first, second] = &self.summary.kinds;
        let (games, players) = (self.summary.games, self.players);
        let title = format!("{}: {} against {}", self.scenario, first.seat, second.seat);
        let seeds = match self.seeds {
            0 => String::new(),
            seeds => format!(", seeds {} to {}", self.seed, self.seed.wrapping_add(seeds - 1)),
        };
        writeln!(out, "{title}, {} of {players} players{seeds}", counted(games, "game"))?;
        let row = |kind: &KindSummary| {
            let [share, interval] = shares(&kind.wins);
            let [points, range] = mean(&kind.points);
            vec![kind.seat.clone(), kind.wins.count.to_string(), share, interval, points, range]
        };
        let undecided = &self.summary.undecided;
        let [share, interval] = shares(undecided);
        let nobody = vec!["undecided".into(), undecided.count.to_string(), share, interval];
        writeln!(out, "\nwins")?;
        let titles = ["", "games", "share", "95 %", "points", "95 %"];
        write_figures(out, &titles, [row(first), row(second), nobody].into_iter())?;
        let [margin, range] = mean(&self.summary.margin);
        writeln!(out, "\nbest {} player before the best {} player", first.seat, second.seat)?;
        let row = vec!["points".into(), margin, range];
        write_figures(out, &["", "mean", "95 %"], [row].into_iter())?;
        match &self.test {
            Some(test) => write_test(test, first, out),
            None => Ok(()),
        }
    }
}

fn write_test(test: &TestReport, first: &KindSummary, out: &mut dyn Write) -> io::Result<()> {
    let (at_least, against) = (shown(test.at_least), shown(test.against));
    let games = counted(first.wins.of, "game");
    let verdict = test.verdict.word();
    let seat = &first.seat;
    writeln!(out, "\n{seat} wins at least {at_least}: {verdict} after {games}")?;
    writeln!(out, "  {at_least} against {against}, both errors 5 %; undecided games are not won")
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
