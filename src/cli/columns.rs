//! Aligns rows of words and numbers in columns that fit on a terminal.

use std::io::{self, Write};
use std::iter;
use std::ops::Range;

/// The maximum width of a row.
const WIDTH: usize = 100;
/// The maximum width of a row whose columns can be distributed over several tables.
const NARROW: usize = 80;
/// The title of intervals.
const INTERVAL: &str = "95 %";
/// The indents of a row and of a note.
const INDENTS: [usize; 2] = [2, 6];
/// The space between two columns.
const GAP: usize = 2;
/// The minimum width of a wrapped column.
const MIN_WIDTH: usize = 15;

/// Columns as wide as their cells. If a row would be too wide, the widest column that contains
/// several words is wrapped.
pub(super) struct Columns {
    widths: Vec<usize>,
    /// Whether all columns but the first one contain numbers, which are aligned to the right.
    has_figures: bool,
}

impl Columns {
    /// Computes the columns for rows that all have the same number of cells.
    pub(super) fn of(rows: &[Vec<String>]) -> Self {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let mut widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
        let has_words = |column: &usize| rows.iter().any(|row| row[*column].contains(' '));
        let over = (INDENTS[0] + widths.iter().map(|width| width + GAP).sum::<usize>())
            .saturating_sub(WIDTH + GAP);
        if let Some(widest) = (0..count).filter(has_words).max_by_key(|&column| widths[column]) {
            widths[widest] = widths[widest].saturating_sub(over).max(MIN_WIDTH.min(widths[widest]));
        }
        Self { widths, has_figures: false }
    }

    /// Writes a row, on as many lines as its cells need.
    pub(super) fn write(&self, out: &mut dyn Write, row: &[String]) -> io::Result<()> {
        self.write_after(out, "", row)
    }

    /// Writes a row with this text in place of its indent.
    fn write_after(&self, out: &mut dyn Write, lead: &str, row: &[String]) -> io::Result<()> {
        let cells = row.iter().zip(&self.widths);
        let cells: Vec<Vec<String>> = cells.map(|(cell, &width)| wrapped(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts =
                cells.iter().zip(&self.widths).enumerate().map(|(column, (cell, &width))| {
                    let part = cell.get(line).map_or("", String::as_str);
                    if self.has_figures && column > 0 {
                        format!("{part:>width$}{:GAP$}", "")
                    } else {
                        format!("{part:width$}{:GAP$}", "")
                    }
                });
            let text: String = parts.collect();
            let lead = if line == 0 { lead } else { "" };
            writeln!(out, "{lead:0$}{1}", INDENTS[0], text.trim_end())?;
        }
        Ok(())
    }
}

/// Writes rows under a heading.
pub(super) fn write_columns(
    out: &mut dyn Write,
    heading: &str,
    rows: &[Vec<String>],
) -> io::Result<()> {
    writeln!(out, "\n{heading}")?;
    let columns = Columns::of(rows);
    rows.iter().try_for_each(|row| columns.write(out, row))
}

/// Writes rows, each with a name and its numbers, below a row of titles. The first title is not
/// indented. Rows may have fewer numbers than there are titles.
pub(super) fn write_figures(
    out: &mut dyn Write,
    titles: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let (title, others) = titles.split_first().expect("there is a title for the names");
    let (lead, title) = title.split_at_checked(INDENTS[0]).unwrap_or((title, ""));
    let head = iter::once(title).chain(others.iter().copied()).map(str::to_owned).collect();
    let filled = rows.map(|mut row| {
        row.resize(titles.len(), String::new());
        row
    });
    let rows: Vec<Vec<String>> = iter::once(head).chain(filled).collect();
    let columns = Columns { has_figures: true, ..Columns::of(&rows) };
    columns.write_after(out, lead, &rows[0])?;
    rows[1..].iter().try_for_each(|row| columns.write(out, row))
}

/// Writes rows like [`write_figures`]. If they are wider than a small terminal, the columns are
/// distributed over several tables, each with the names; an interval stays beside its number.
pub(super) fn write_parts(
    out: &mut dyn Write,
    titles: &[&str],
    rows: &[Vec<String>],
) -> io::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.chain([titles[column].chars().count()]).max().unwrap_or(0)
    };
    let names = INDENTS[0] + width(0);
    let (mut parts, mut used): (Vec<Vec<usize>>, usize) = (Vec::new(), 0);
    for group in groups(titles) {
        let needed: usize = group.clone().map(|column| GAP + width(column)).sum();
        match parts.last_mut().filter(|_| names + used + needed <= NARROW) {
            Some(part) => part.extend(group),
            None => {
                parts.push(iter::once(0).chain(group).collect());
                used = 0;
            }
        }
        used += needed;
    }
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let titles: Vec<&str> = part.iter().map(|&column| titles[column]).collect();
        let cells = |row: &Vec<String>| part.iter().map(|&column| row[column].clone()).collect();
        write_figures(out, &titles, rows.iter().map(cells))?;
    }
    Ok(())
}

/// The columns of numbers; an interval belongs to the number before it.
fn groups(titles: &[&str]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (column, title) in titles.iter().enumerate().skip(1) {
        match groups.last_mut().filter(|_| *title == INTERVAL) {
            Some(group) => group.end = column + 1,
            None => groups.push(column..column + 1),
        }
    }
    groups
}

/// Writes a note below a row.
pub(super) fn write_note(out: &mut dyn Write, note: &str) -> io::Result<()> {
    let lines = wrapped(note, WIDTH - INDENTS[1]);
    lines.iter().try_for_each(|line| writeln!(out, "{:1$}{line}", "", INDENTS[1]))
}

/// Wraps text at this width; longer words are not split.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("the list starts with a line");
        let needed = line.chars().count() + 1 + word.chars().count();
        if line.is_empty() {
            line.push_str(word);
        } else if needed <= width {
            *line = format!("{line} {word}");
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
