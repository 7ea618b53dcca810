//! The result of a comparison of two rule sets as aligned tables.

use std::io::{self, Write};

use crate::cli::columns::{write_figures, write_note};
use crate::cli::compare::per_cent::shown;
use crate::cli::compare::report::{CompareReport, Finding, MeasureReport};
use crate::count::counted;

impl CompareReport {
    /// Writes the result as text: differences first, then what is still open, then the rest.
    pub(in crate::cli::compare) fn print_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "first:  {}\nsecond: {}", self.sides[0], self.sides[1])?;
        writeln!(out, "{}", self.extent())?;
        if self.pairs == 0 {
            return writeln!(out, "\nno pair was played");
        }
        if let Some(until) = self.until() {
            writeln!(out, "{until}")?;
        }
        write_differences(&self.with(Finding::Differs), out)?;
        write_open(&self.with(Finding::Open), out)?;
        let detect = shown(self.detect.share);
        let alike = format!("no difference of {detect} or more");
        write_names(&alike, &self.with(Finding::Alike), out)?;
        let equal = self.with(Finding::Equal);
        if equal.len() == self.measures.len() {
            writeln!(out, "\nthe games of every pair are equal in all measures")?;
        } else {
            write_names("equal in every pair", &equal, out)?;
        }
        let rare = "too rare to tell: fewer than 10 pairs differ";
        write_names(rare, &self.with(Finding::Rare), out)?;
        self.write_only(out)?;
        self.write_failures(out)?;
        writeln!(out, "\n{}", self.headline())
    }

    /// The number of games, the players, the seeds, and why there are fewer than requested.
    pub(in crate::cli::compare) fn extent(&self) -> String {
        let players = self.players.join(",");
        let each = match self.rotations {
            1 => String::new(),
            rotations => format!(" in {rotations} rotations"),
        };
        let pairs = counted(self.pairs, "pair");
        let range = |first: u64| format!("{first} to {}", first.wrapping_add(self.pairs - 1));
        let seeds = match self.seeds {
            _ if self.pairs == 0 => String::new(),
            [first, second] if first == second => format!(", seeds {}", range(first)),
            [first, second] => format!(", seeds {} against {}", range(first), range(second)),
        };
        let early = self.end.early(&counted(self.wanted, "pair"));
        format!("{pairs} of games of {players}{each}{seeds}{early}")
    }

    /// Whether the condition of `--until` is reached.
    pub(in crate::cli::compare) fn until(&self) -> Option<String> {
        let until = self.until.as_ref()?;
        let (given, pairs) = (&until.given, counted(self.pairs, "pair"));
        let verdict = if until.is_reached { "reached" } else { "not reached" };
        let half = match until.half {
            Some(half) if given.contains(':') => format!("half of the interval is {half:.3}"),
            Some(half) => {
                format!("half of the widest interval of wins is {:.2} pp", 100.0 * half)
            }
            None if until.is_rare => "too rare to tell, since fewer than 10 pairs differ".into(),
            None => "there is no interval yet".into(),
        };
        Some(format!("`--until {given}` is {verdict} after {pairs}: {half}"))
    }

    /// How many pairs find a difference of the wanted size.
    pub(in crate::cli::compare) fn headline(&self) -> String {
        let points = format!("{} percentage points", 100.0 * self.detect.share);
        match self.detect.pairs {
            Some(pairs) => format!(
                "A difference of {points} in the wins of a seat is found with a probability of \
                 95 % by {}.",
                counted(pairs, "pair")
            ),
            None => format!("These pairs do not tell how many find a difference of {points}."),
        }
    }

    fn write_only(&self, out: &mut dyn Write) -> io::Result<()> {
        for (side, word) in ["first", "second"].iter().enumerate() {
            let rows = self.rows_of_only(side);
            if !rows.is_empty() {
                writeln!(out, "\nonly on the {word} side")?;
                write_figures(out, &["", "a game"], rows.into_iter())?;
            }
        }
        Ok(())
    }

    fn write_failures(&self, out: &mut dyn Write) -> io::Result<()> {
        for (side, word) in ["first", "second"].iter().enumerate() {
            let rows = self.rows_of_failures(side);
            if !rows.is_empty() {
                writeln!(out, "\nrules that failed and were left out on the {word} side")?;
                write_figures(out, &["", "times"], rows.into_iter())?;
            }
        }
        Ok(())
    }
}

fn write_differences(found: &[&MeasureReport], out: &mut dyn Write) -> io::Result<()> {
    if found.is_empty() {
        return writeln!(out, "\nno difference is found");
    }
    writeln!(out, "\nwhat differs")?;
    let titles = ["", "first", "second", "difference", "95 %"];
    write_figures(out, &titles, found.iter().map(|measure| figures(measure)))
}

fn write_open(found: &[&MeasureReport], out: &mut dyn Write) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nstill open")?;
    let titles = ["", "first", "second", "difference", "95 %", "settled by pairs"];
    let row = |measure: &&MeasureReport| {
        let settled = measure.to_settle.map_or("-".into(), |pairs| pairs.to_string());
        let mut row = figures(measure);
        row.push(settled);
        row
    };
    write_figures(out, &titles, found.iter().map(row))
}

fn write_names(title: &str, found: &[&MeasureReport], out: &mut dyn Write) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    let names: Vec<&str> = found.iter().map(|measure| measure.measure.name.as_str()).collect();
    write_note(out, &names.join(", "))
}

/// The name, the means, the difference and its interval.
pub(in crate::cli::compare) fn figures(measure: &MeasureReport) -> Vec<String> {
    let scale = if measure.is_share() { 100.0 } else { 1.0 };
    let unit = if measure.is_share() { " %" } else { "" };
    // Percentage points.
    let points = if measure.is_share() { " pp" } else { "" };
    let digits = if measure.is_share() { 1 } else { 2 };
    let number = |value: f64| format!("{:.digits$}{unit}", scale * value);
    let signed = |value: f64| format!("{:+.digits$}", scale * value);
    let interval = measure.interval.map(|[low, high]| [signed(low), signed(high)].join(" to "));
    vec![
        measure.measure.name.clone(),
        number(measure.means[0]),
        number(measure.means[1]),
        format!("{}{points}", signed(measure.difference)),
        interval.map_or("-".into(), |interval| format!("{interval}{points}")),
    ]
}
