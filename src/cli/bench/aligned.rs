//! Rows of figures in columns that end at one edge. Knows nothing of what they say.

use std::io::{self, Write};
use std::iter;

/// Writes a row of headings, and the rows below it.
pub(super) fn write_aligned(
    out: &mut dyn Write,
    head: Vec<String>,
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let indented = rows.map(|mut row| {
        row[0].insert_str(0, "  ");
        row
    });
    let rows: Vec<Vec<String>> = iter::once(head).chain(indented).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    writeln!(out)?;
    for row in &rows {
        write!(out, "{:1$}", row[0], widths[0])?;
        for (figure, width) in row.iter().zip(&widths).skip(1) {
            write!(out, "  {figure:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The headings of columns.
pub(super) fn head<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(String::from).to_vec()
}

/// A number without its fraction, in groups of three digits.
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
