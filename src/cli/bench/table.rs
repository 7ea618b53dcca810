//! The tables of `bench`, as text and as JSON.

use std::io::Write;

use serde::Serialize;

use super::clock::MEASURED;
use super::figures::{BenchLine, Figures, RateRange, Ratio};
use crate::cli::columns::write_figures;
use crate::cli::problem::Problem;

/// The results of all scenarios and programs.
#[derive(Serialize)]
pub(super) struct BenchResults {
    /// The number of rounds.
    rounds: usize,
    /// The scenarios.
    works: Vec<Figures>,
    /// The other programs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<Figures>,
}

impl BenchResults {
    /// Computes the results of scenarios, and those of other programs.
    pub(super) fn new(lines: &[BenchLine], beside: &[BenchLine], has_allocations: bool) -> Self {
        Self {
            rounds: lines.first().map_or(0, |line| line.rounds.len()),
            works: lines.iter().map(|line| Figures::new(line, beside, has_allocations)).collect(),
            beside: beside.iter().map(|line| Figures::new(line, &[], false)).collect(),
        }
    }

    /// Prints the results as text tables.
    pub(super) fn write(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let rounds = if self.rounds == 1 { "round" } else { "rounds" };
        writeln!(out, "random games on one core, {} {rounds}, {MEASURED}", self.rounds)?;
        self.write_speeds(out)?;
        self.write_ratios(out, "decisions/s, divided by those of", |ratio| ratio.decisions)?;
        self.write_ratios(out, "games/s, divided by those of", |ratio| ratio.games)?;
        self.write_threads(out)?;
        self.write_counts(out)
    }

    fn write_speeds(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let titles = ["decisions a second", "median", "least", "most", "games/s"];
        let rows = self.works.iter().chain(&self.beside).map(|figures| {
            speeds(&figures.name, &figures.decisions_per_second, figures.games_per_second)
        });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }

    fn write_ratios(
        &self,
        out: &mut dyn Write,
        title: &str,
        of: fn(&Ratio) -> f64,
    ) -> Result<(), Problem> {
        if self.beside.is_empty() {
            return Ok(());
        }
        let names = self.beside.iter().map(|program| program.name.as_str());
        let titles: Vec<&str> = [title].into_iter().chain(names).collect();
        let rows = self.works.iter().map(|figures| {
            let mut row = vec![figures.name.clone()];
            row.extend(figures.ratios.iter().map(|ratio| three_digits(of(ratio))));
            row
        });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }

    fn write_threads(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let mut threaded = self.works.iter().filter_map(|figures| figures.threaded.as_ref());
        let Some(first) = threaded.next() else { return Ok(()) };
        let title = format!("decisions a second on {} threads", first.threads);
        let titles = [&title, "median", "least", "most", "games/s", "times one thread"];
        let rows = self.works.iter().filter_map(|figures| {
            let each = figures.threaded.as_ref()?;
            let mut row = speeds(&figures.name, &each.decisions_per_second, each.games_per_second);
            row.push(three_digits(each.times_one_thread));
            Some(row)
        });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }

    fn write_counts(&self, out: &mut dyn Write) -> Result<(), Problem> {
        let mut titles = vec!["decisions a game", "mean", "with scripts", "games undecided"];
        if self.works.iter().any(|figures| figures.allocations.is_some()) {
            titles.extend(["allocations in each", "in the others"]);
        }
        let rows =
            self.works.iter().chain(&self.beside).map(|figures| {
                let mut row = vec![figures.name.clone(), grouped(figures.decisions_per_game)];
                let shares = [figures.scripted, figures.undecided].into_iter().flatten();
                row.extend(shares.map(|share| format!("{:.1} %", 100.0 * share)));
                row.extend(figures.allocations.iter().flat_map(|each| {
                    [format!("{:.2}", each.scripted), format!("{:.4}", each.others)]
                }));
                row
            });
        writeln!(out)?;
        Ok(write_figures(out, &titles, rows)?)
    }
}

/// The cells of a row with speeds.
fn speeds(name: &str, decisions: &RateRange, games: f64) -> Vec<String> {
    let numbers = [decisions.median, decisions.least, decisions.most, games];
    [name.to_owned()].into_iter().chain(numbers.map(grouped)).collect()
}

/// Rounds a positive number to three significant digits, or to an integer if it has more.
fn three_digits(number: f64) -> String {
    let (mut decimals, mut scaled) = (0, number);
    while scaled < 99.95 && decimals < 9 {
        scaled *= 10.0;
        decimals += 1;
    }
    format!("{number:.decimals$}")
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

#[cfg(test)]
mod tests {
    use super::three_digits;

    #[test]
    fn bench_shows_three_digits_of_large_and_small_ratios() {
        let numbers = [1234.5, 252.8, 99.96, 38.42, 1.954, 0.8139, 0.02134, 0.00492];
        let shown = numbers.map(three_digits);
        assert_eq!(shown, ["1234", "253", "100", "38.4", "1.95", "0.814", "0.0213", "0.00492"]);
    }
}
