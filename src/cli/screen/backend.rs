//! Draws cells on the terminal.

use std::io::{self, Write};

use crossterm::style::{Attribute, Color as Paint, Print, SetAttribute, SetForegroundColor};
use crossterm::{cursor, queue, terminal};
use ratatui_core::backend::{Backend, ClearType, WindowSize};
use ratatui_core::buffer::Cell;
use ratatui_core::layout::{Position, Size};
use ratatui_core::style::{Color, Modifier};

/// The columns and rows of a terminal that does not know its size.
const USUAL: (u16, u16) = (80, 24);

/// The terminal as a grid of cells.
pub(super) struct Grid<W: Write> {
    out: W,
    /// Whether colors are wanted.
    colors: bool,
    /// Where the cursor was put last. The terminal is not asked, since it may not answer.
    cursor: Position,
}

impl<W: Write> Grid<W> {
    pub(super) fn new(out: W, colors: bool) -> Self {
        Self { out, colors, cursor: Position::ORIGIN }
    }

    /// Switches to the style of a cell.
    fn style(&mut self, cell: &Cell) -> io::Result<()> {
        queue!(self.out, SetAttribute(Attribute::Reset))?;
        let attributes = [
            (Modifier::BOLD, Attribute::Bold),
            (Modifier::DIM, Attribute::Dim),
            (Modifier::UNDERLINED, Attribute::Underlined),
            (Modifier::REVERSED, Attribute::Reverse),
        ];
        for (modifier, attribute) in attributes {
            if cell.modifier.contains(modifier) {
                queue!(self.out, SetAttribute(attribute))?;
            }
        }
        match paint(cell.fg).filter(|_| self.colors) {
            Some(color) => queue!(self.out, SetForegroundColor(color)),
            None => Ok(()),
        }
    }
}

/// The terminal's name for a color; `None` for its usual one.
fn paint(color: Color) -> Option<Paint> {
    match color {
        Color::Indexed(color) => Some(Paint::AnsiValue(color)),
        _ => None,
    }
}

impl<W: Write> Backend for Grid<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut last: Option<(u16, u16, &Cell)> = None;
        for (x, y, cell) in content {
            if last.is_none_or(|(before, row, _)| row != y || before + 1 != x) {
                queue!(self.out, cursor::MoveTo(x, y))?;
            }
            let same = |(.., other): (u16, u16, &Cell)| {
                other.fg == cell.fg && other.modifier == cell.modifier
            };
            if !last.is_some_and(same) {
                self.style(cell)?;
            }
            queue!(self.out, Print(cell.symbol()))?;
            // The cell after a wide character is drawn by a move of its own.
            last = (cell.symbol().len() == 1).then_some((x, y, cell));
        }
        queue!(self.out, SetAttribute(Attribute::Reset))
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        queue!(self.out, cursor::Hide)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        queue!(self.out, cursor::Show)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.cursor = position.into();
        let Position { x, y } = self.cursor;
        queue!(self.out, cursor::MoveTo(x, y))
    }

    fn clear(&mut self) -> io::Result<()> {
        queue!(self.out, terminal::Clear(terminal::ClearType::All))
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        let known = terminal::size()?;
        Ok(Size::from(if known.0 == 0 || known.1 == 0 { USUAL } else { known }))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
