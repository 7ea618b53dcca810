//! The summary as aligned tables.

use std::io::{self, Write};

use super::SimReport;
use crate::cli::columns::{write_figures, write_note};
use crate::count::counted;
use crate::sim::{Category, Distribution, Share, Usage};

impl SimReport {
    /// Writes the summary as text.
    pub(super) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self.summary.games;
        writeln!(out, "{}: {}{}", self.scenario, counted(games, "game"), self.extent())?;
        write_wins(self, out)?;
        write_lengths(self, out)?;
        write_points(self, out)?;
        let uses = &self.summary.uses;
        let is_placed = |usage: &Usage| {
            let is_it = |it: &Usage| it.category == Category::Placed && it.name == usage.name;
            usage.category == Category::Piece && uses.iter().any(|it| is_it(it) && it.times > 0)
        };
        for uses in uses.chunk_by(|one, other| one.category == other.category) {
            write_uses(uses, is_placed, out)?;
        }
        write_failures(self, out)
    }

    /// The seeds of the games and the shard. If the run ended early, also the number of games
    /// requested, and why.
    fn extent(&self) -> String {
        let games = self.summary.games;
        let seeds = match games {
            0 => String::new(),
            _ => format!(", seeds {} to {}", self.seed, self.seed.wrapping_add(games - 1)),
        };
        let part = self.shard.map(|shard| format!(", part {} of {}", shard.part, shard.of));
        let early = self.end.early(&counted(self.wanted, "game"));
        format!("{seeds}{}{early}", part.unwrap_or_default())
    }
}

fn write_wins(report: &SimReport, out: &mut dyn Write) -> io::Result<()> {
    let rows = report.summary.players.iter().map(|player| {
        let [share, interval] = shares(&player.wins);
        let wins = player.wins.count.to_string();
        [format!("{} {}", player.name, player.seat), wins, share, interval, mean(player.points)]
    });
    let undecided = &report.summary.undecided;
    let [share, interval] = shares(undecided);
    let nobody = ["undecided".into(), undecided.count.to_string(), share, interval, String::new()];
    let rows: Vec<[String; 5]> = rows.chain([nobody]).collect();
    write_table(out, "wins", ["", "games", "share", "95 %", "points"], &rows)
}

fn write_lengths(report: &SimReport, out: &mut dyn Write) -> io::Result<()> {
    let row = |name: &str, spread: &Distribution| {
        let Distribution { mean: average, median, low, high, least, most } = *spread;
        let rest = [median, low, high, least, most].map(|number| number.to_string());
        let [median, low, high, least, most] = rest;
        [name.to_owned(), mean(Some(average)), median, low, high, least, most]
    };
    let lengths = [("turns", &report.summary.turns), ("decisions", &report.summary.decisions)];
    let rows = lengths.iter().filter_map(|(name, spread)| Some(row(name, spread.as_ref()?)));
    let rows: Vec<[String; 7]> = rows.collect();
    write_table(out, "length", ["", "mean", "median", "5 %", "95 %", "least", "most"], &rows)
}

fn write_points(report: &SimReport, out: &mut dyn Write) -> io::Result<()> {
    let sources = report.summary.points.iter();
    let rows = sources.map(|it| [format!("from {}", it.source), mean(it.winner), mean(it.player)]);
    let rows: Vec<[String; 3]> = rows.collect();
    write_table(out, "points at the end", ["", "a winner", "a player"], &rows)
}

/// Writes the uses of one category, and the things never used; the pieces that rules placed are not
/// among those that nobody built.
fn write_uses(
    uses: &[Usage],
    is_placed: impl Fn(&Usage) -> bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let row = |usage: &Usage| {
        let [share, interval] = shares(&usage.wins);
        let [games, _] = shares(&usage.games);
        let players = usage.wins.of.to_string();
        [usage.name.clone(), mean(usage.per_game), games, players, share, interval]
    };
    let (used, unused): (Vec<&Usage>, Vec<&Usage>) = uses.iter().partition(|it| it.times > 0);
    let rows: Vec<[String; 6]> = used.into_iter().map(row).collect();
    let titles = ["", "a game", "games", "players", "of them won", "95 %"];
    let heading = heading(uses[0].category);
    let is_listed = |usage: &&&Usage| usage.category != Category::Placed && !is_placed(usage);
    let names: Vec<&str> =
        unused.iter().filter(is_listed).map(|usage| usage.name.as_str()).collect();
    if rows.is_empty() && !names.is_empty() {
        writeln!(out, "\n{heading}")?;
    }
    write_table(out, heading, titles, &rows)?;
    if names.is_empty() {
        return Ok(());
    }
    write_note(out, &format!("never: {}", names.join(", ")))
}

fn write_failures(report: &SimReport, out: &mut dyn Write) -> io::Result<()> {
    let failures = report.summary.failures.iter();
    let rows: Vec<[String; 2]> =
        failures.map(|(rule, times)| [rule.clone(), times.to_string()]).collect();
    write_table(out, "rules that failed and were left out", ["", "times"], &rows)
}

/// The heading for the uses of one category.
fn heading(category: Category) -> &'static str {
    match category {
        Category::Piece => "pieces built",
        Category::Placed => "pieces placed by rules, or turned into",
        Category::Deck => "cards drawn from decks",
        Category::Card => "cards played, or drawn if they cannot be played",
        Category::Goods => "goods received",
        Category::Award => "awards won",
        Category::Access => "access gained to benefits",
        Category::Affected => "buildings affected by events",
        Category::Benefit => "benefits used",
        Category::Event => "events that had an effect",
        Category::Ability => "abilities used",
        Category::Way => "built or bought on terms set by rules",
        Category::Rate => "trades with the supply",
        Category::Rule => "rules that had an effect",
    }
}

/// Writes a table with names on the left and numbers on the right, unless it has no rows.
fn write_table<const N: usize>(
    out: &mut dyn Write,
    heading: &str,
    titles: [&str; N],
    rows: &[[String; N]],
) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{heading}")?;
    write_figures(out, &titles, rows.iter().map(|row| row.to_vec()))
}

/// A share and its interval in per cent.
fn shares(share: &Share) -> [String; 2] {
    let per_cent = |share: f64| format!("{:.1} %", 100.0 * share);
    let interval =
        share.interval.map(|[low, high]| format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high));
    [share.share.map_or("-".into(), per_cent), interval.unwrap_or_else(|| "-".into())]
}

fn mean(mean: Option<f64>) -> String {
    mean.map_or("-".into(), |mean| format!("{mean:.2}"))
}
