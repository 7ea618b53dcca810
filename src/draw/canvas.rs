//! A grid of characters that grows in all directions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use crate::diagnostic::visible;
use crate::set::Id;
use crate::table::Player;

/// The style of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Ink {
    #[default]
    Plain,
    Strong,
    Faint,
    Water,
    /// The color of land that yields the resource with this index.
    Land(usize),
    /// The color of a player.
    Of(Player),
}

impl Ink {
    /// The parameters of the escape code that begins the style.
    fn code(self) -> String {
        match self {
            Self::Plain => String::new(),
            Self::Strong => "1".into(),
            Self::Faint => "2".into(),
            Self::Water => color(WATER),
            Self::Land(resource) => color(LAND[resource % LAND.len()]),
            Self::Of(player) => match PLAYERS[player.index() % PLAYERS.len()] {
                Some(number) => format!("{};1", color(number)),
                None => "1".into(),
            },
        }
    }
}

// The numbers are those of the 256 colors, of which the first 16 depend on the terminal. Each one
// is readable on white and on black, and no two are the same.
/// Water, coasts and ports.
const WATER: u8 = 67;
/// Land by the index of its resource.
const LAND: [u8; 8] = [29, 64, 136, 131, 103, 132, 30, 96];
/// Players by seat; `None` is the usual color of text.
const PLAYERS: [Option<u8>; 6] = [Some(160), Some(27), None, Some(166), Some(28), Some(133)];

/// The parameters of the escape code for a color.
fn color(number: u8) -> String {
    format!("38;5;{number}")
}

/// The grid.
#[derive(Default)]
pub(super) struct Canvas {
    /// The characters by row and column.
    cells: BTreeMap<(i32, i32), (char, Ink)>,
    /// The row and the columns that are pointed out.
    marked: Option<(i32, Range<i32>)>,
}

impl Canvas {
    /// Writes text starting at this column, and replaces the characters there.
    pub(super) fn put(&mut self, x: i32, y: i32, text: &str, ink: Ink) {
        for (column, character) in (x..).zip(visible(text).chars()) {
            self.cells.insert((y, column), (character, ink));
        }
    }

    /// Writes text centered on this column.
    pub(super) fn center(&mut self, x: i32, y: i32, text: &str, ink: Ink) {
        let width = i32::try_from(text.chars().count()).expect("the text is short");
        self.put(x - width / 2, y, text, ink);
    }

    /// Marks characters in a row.
    pub(super) fn mark(&mut self, x: i32, y: i32, width: i32) {
        self.marked = Some((y, x..x + width));
    }

    /// Marks text that is centered on this column.
    pub(super) fn mark_center(&mut self, x: i32, y: i32, text: &str) {
        let width = i32::try_from(text.chars().count()).expect("the text is short");
        self.mark(x - width / 2, y, width);
    }

    /// Puts signs beside the marked characters, where nothing else is.
    pub(super) fn point_out(&mut self) {
        let Some((y, columns)) = self.marked.clone() else { return };
        for (x, sign) in [(columns.start - 1, '>'), (columns.end, '<')] {
            let cell = self.cells.entry((y, x)).or_insert((' ', Ink::Plain));
            if cell.0 == ' ' {
                *cell = (sign, Ink::Strong);
            }
        }
    }

    fn is_marked(&self, x: i32, y: i32) -> bool {
        self.marked.as_ref().is_some_and(|(row, columns)| *row == y && columns.contains(&x))
    }

    /// The first and the last column.
    pub(super) fn width(&self) -> (i32, i32) {
        let columns = || self.cells.keys().map(|&(_, x)| x);
        (columns().min().unwrap_or(0), columns().max().unwrap_or(0))
    }

    /// The grid as lines of text.
    pub(super) fn text(&self, colors: bool) -> String {
        let (left, _) = self.width();
        let mut text = String::new();
        let mut lines: BTreeMap<i32, Vec<(i32, char, Ink)>> = BTreeMap::new();
        for (&(y, x), &(character, ink)) in &self.cells {
            lines.entry(y).or_default().push((x, character, ink));
        }
        let (first, last) = (lines.keys().next().copied(), lines.keys().last().copied());
        for y in first.unwrap_or(0)..=last.unwrap_or(-1) {
            let mut column = left;
            let mut run = (String::new(), (Ink::Plain, false));
            for &(x, character, ink) in lines.get(&y).map_or(&[][..], Vec::as_slice) {
                let ink = (ink, self.is_marked(x, y));
                if ink != run.1 || x != column {
                    text.push_str(&paint_run(&run.0, run.1, colors));
                    run = (String::new(), ink);
                }
                text.extend((column..x).map(|_| ' '));
                run.0.push(character);
                column = x + 1;
            }
            text.push_str(&paint_run(&run.0, run.1, colors));
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }
}

/// Text in a style, reversed if it is marked.
fn paint_run(text: &str, (ink, is_marked): (Ink, bool), colors: bool) -> String {
    let painted = paint(text, ink, colors);
    let is_reversed = is_marked && colors && !text.is_empty();
    if is_reversed { format!("\u{1b}[7m{painted}\u{1b}[0m") } else { painted }
}

/// Text in a style.
pub(super) fn paint(text: &str, ink: Ink, colors: bool) -> String {
    let (code, text) = (ink.code(), visible(text));
    let mut painted = String::new();
    if text.is_empty() || !colors || code.is_empty() {
        painted.push_str(&text);
    } else {
        write!(painted, "\u{1b}[{code}m{text}\u{1b}[0m").expect("writing cannot fail");
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of one of the 216 colors between the first 16 and the grays.
    fn luminance(number: u8) -> f64 {
        let cube = number.checked_sub(16).expect("the color does not depend on the terminal");
        let part =
            |step: u8| match [0.0, 95.0, 135.0, 175.0, 215.0, 255.0][usize::from(step)] / 255.0 {
                low if low <= 0.04045 => low / 12.92,
                high => f64::powf((high + 0.055) / 1.055, 2.4),
            };
        0.2126 * part(cube / 36) + 0.7152 * part(cube / 6 % 6) + 0.0722 * part(cube % 6)
    }

    #[test]
    fn colors_are_readable_on_white_and_on_black_and_differ() {
        let mut all: Vec<u8> = [WATER].into_iter().chain(LAND).collect();
        all.extend(PLAYERS.into_iter().flatten());
        for &number in &all {
            let light = luminance(number);
            // The contrast that large text needs by the Web Content Accessibility Guidelines.
            assert!(1.05 / (light + 0.05) >= 3.0, "{number} is too light for white");
            assert!((light + 0.05) / 0.05 >= 3.0, "{number} is too dark for black");
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
