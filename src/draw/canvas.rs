//! A grid of characters that grows in all directions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

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
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Strong => "1",
            Self::Faint => "2",
            Self::Water => "36",
            Self::Land(resource) => ["32", "92", "33", "31", "37", "35", "34", "36"][resource % 8],
            Self::Of(player) => {
                ["1;91", "1;94", "1;97", "1;93", "1;92", "1;95"][player.index() % 6]
            }
        }
    }
}

/// The grid.
#[derive(Default)]
pub(super) struct Canvas {
    /// The characters by row and column.
    cells: BTreeMap<(i32, i32), (char, Ink)>,
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
            let mut run = (String::new(), Ink::Plain);
            for &(x, character, ink) in lines.get(&y).map_or(&[][..], Vec::as_slice) {
                if ink != run.1 || x != column {
                    text.push_str(&paint(&run.0, run.1, colors));
                    run = (String::new(), ink);
                }
                text.extend((column..x).map(|_| ' '));
                run.0.push(character);
                column = x + 1;
            }
            text.push_str(&paint(&run.0, run.1, colors));
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text
    }
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
