//! The panels of the screen, and which of them fit.

use ratatui_core::layout::Rect;
use ratatui_core::style::{Modifier, Style};
use ratatui_core::text::{Line, Span};

use super::app::App;
use super::text::{styled, wrapped};
use crate::cli::position;
use crate::diagnostic::shortened_to;
use crate::draw;
use crate::game::PlayerView;

/// The minimum width of the panels beside the main one.
const BESIDE: u16 = 30;

/// The rows of the board around the last move that are shown, if they fit.
const MARGIN: usize = 2;

/// A part of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    Board,
    Hands,
    Actions,
    Benefits,
    Log,
    /// The answer to a command.
    Answer,
}

impl Panel {
    /// The panels with keys of their own: F2 and the following ones.
    pub(super) const KEYS: [Self; 5] =
        [Self::Board, Self::Hands, Self::Actions, Self::Benefits, Self::Log];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Hands => "hands",
            Self::Actions => "actions",
            Self::Benefits => "benefits",
            Self::Log => "log",
            Self::Answer => "answer",
        }
    }

    /// The name and the key that shows the panel.
    pub(super) fn title(self) -> String {
        match self.key() {
            Some(key) => format!("{} F{key}", self.name()),
            None => format!("{}, Esc closes it", self.name()),
        }
    }

    /// The number of the function key that shows the panel.
    pub(super) fn key(self) -> Option<usize> {
        Self::KEYS.iter().position(|panel| *panel == self).map(|index| index + 2)
    }

    /// The order of the panel among all.
    pub(super) fn index(self) -> usize {
        Self::KEYS.iter().position(|panel| *panel == self).unwrap_or(Self::KEYS.len())
    }
}

/// The panels on the screen with their places.
pub(super) struct Layout {
    pub(super) shown: Vec<(Panel, Rect)>,
    pub(super) hidden: Vec<Panel>,
}

impl Layout {
    /// Divides an area: the main panel at the left, and as many others beside it as fit.
    pub(super) fn new(app: &mut App, area: Rect) -> Self {
        let board = app.board_width();
        let mut layout = Self { shown: Vec::new(), hidden: Vec::new() };
        let right = area.width.saturating_sub(board);
        if app.has_room_beside(area.width) {
            layout.shown.push((app.main, Rect { width: board, ..area }));
            layout.beside(app, Rect { x: area.x + board, width: right, ..area });
        } else {
            layout.shown.push((app.main, area));
        }
        let is_shown = |panel: &Panel| layout.shown.iter().any(|(shown, _)| shown == panel);
        let is_used = |panel: &Panel| !is_shown(panel) && !app.is_unused(*panel);
        layout.hidden = Panel::KEYS.into_iter().filter(is_used).collect();
        layout
    }

    /// Stacks panels; each gets what it needs, as long as the later ones have at least a few rows.
    fn beside(&mut self, app: &mut App, area: Rect) {
        const LEAST: u16 = 5;
        let order = [Panel::Hands, Panel::Actions, Panel::Log, Panel::Benefits];
        let others: Vec<Panel> = order
            .into_iter()
            .filter(|panel| *panel != app.main && !app.is_unused(*panel))
            .collect();
        let needs: Vec<u16> = others
            .iter()
            .map(|panel| app.lines(*panel, usize::from(area.width)).len() + 1)
            .map(|rows| u16::try_from(rows).unwrap_or(u16::MAX))
            .collect();
        let mut top = area.y;
        for (index, panel) in others.iter().enumerate() {
            let left = area.bottom() - top;
            let later: u16 = needs[index + 1..].iter().map(|need| LEAST.min(*need)).sum();
            let height = needs[index].min(left.saturating_sub(later));
            if height < LEAST.min(needs[index]) {
                continue;
            }
            self.shown.push((*panel, Rect { y: top, height, ..area }));
            top += height;
        }
    }
}

/// The lines of a panel.
impl App {
    /// Whether the game has nothing to show in a panel.
    pub(super) fn is_unused(&self, panel: Panel) -> bool {
        panel == Panel::Benefits && self.game.game().rules().tokens.is_empty()
    }

    /// The columns of the board.
    fn board_width(&mut self) -> u16 {
        let width = self.board().iter().map(Line::width).max().unwrap_or(0);
        u16::try_from(width).unwrap_or(u16::MAX).saturating_add(1)
    }

    /// Whether panels fit beside the board.
    fn has_room_beside(&mut self, width: u16) -> bool {
        width.saturating_sub(self.board_width()) >= BESIDE
    }

    /// The last rows of the log, if the screen has no room for the log itself.
    pub(super) fn recent(&mut self, width: u16, rows: usize) -> Vec<String> {
        if self.has_room_beside(width) || self.main == Panel::Log {
            return Vec::new();
        }
        let log = self.game.log(self.viewer);
        let last = &log[log.len().saturating_sub(rows)..];
        let lines: Vec<String> =
            last.iter().flat_map(|line| wrapped(line, usize::from(width))).collect();
        lines[lines.len().saturating_sub(rows)..].to_vec()
    }

    /// The viewer's hand in one row, if the screen has no room for the hands themselves.
    pub(super) fn own_hand(&mut self, width: u16) -> Option<String> {
        if self.viewer.is_none() || self.has_room_beside(width) || self.main == Panel::Hands {
            return None;
        }
        let hand = position::own_hand(&self.view()).unwrap_or_else(|failure| failure.to_string());
        Some(shortened_to(usize::from(width), &hand))
    }

    /// Scrolls the board so that the place of the last move is among these columns and rows.
    pub(super) fn follow(&mut self, board: &[Line<'static>], (columns, rows): (usize, usize)) {
        let is_marked = |span: &Span<'_>| span.style.add_modifier.contains(Modifier::REVERSED);
        let marked = board.iter().enumerate().find_map(|(row, line)| {
            let before = line.spans.iter().position(is_marked)?;
            Some((line.spans[..before].iter().map(Span::width).sum::<usize>(), row))
        });
        let Some((column, row)) = marked else { return };
        let (x, y) = self.scroll[Panel::Board.index()];
        // One more row and a few columns show what is beside it.
        let near = |first: usize, at: usize, room: usize, margin: usize| {
            let most = at.saturating_sub(margin);
            let least = (at + margin + 1).saturating_sub(room);
            if least > most { most } else { first.clamp(least, most) }
        };
        let columns = near(x, column, columns, 2 * MARGIN);
        self.scroll[Panel::Board.index()] = (columns, near(y, row, rows, MARGIN));
    }

    /// The lines of a panel in this width.
    pub(super) fn lines(&mut self, panel: Panel, width: usize) -> Vec<Line<'static>> {
        let is_main = panel == self.main;
        let viewer = self.viewer;
        let lines = match panel {
            Panel::Board => return self.board(),
            Panel::Log => return self.log(width),
            Panel::Hands => {
                position::hands(&self.view()).unwrap_or_else(|failure| vec![failure.to_string()])
            }
            Panel::Benefits if is_main => position::benefits(&self.view()),
            Panel::Benefits => short_benefits(&self.view()),
            Panel::Actions if viewer.is_none() => Vec::new(),
            Panel::Actions => {
                let actions = self.actions.0.iter().enumerate();
                actions.map(|(at, listed)| format!("{:3} {}", at + 1, listed.line())).collect()
            }
            Panel::Answer => self.answer.clone(),
        };
        lines.iter().flat_map(|line| wrapped(line, width)).map(Line::from).collect()
    }

    fn board(&mut self) -> Vec<Line<'static>> {
        let style = draw::Style { names: true, colors: true };
        let view = self.view();
        let mut lines = styled(&draw::map(&view, style, self.game.last_place()));
        lines.push(Line::default());
        let width = lines.iter().map(Line::width).max().unwrap_or(0);
        let around = draw::around_map(&view, false);
        let around = around.lines().flat_map(|line| wrapped(line, width));
        lines.extend(around.map(Line::from));
        lines
    }

    /// The log with the numbers of its actions; a sign marks the last one.
    fn log(&mut self, width: usize) -> Vec<Line<'static>> {
        let viewer = self.viewer;
        let numbers = self.game.numbers(viewer);
        let last = numbers.keys().last().copied();
        let row = |(at, line): (usize, &String)| {
            let number = numbers.get(&at).map_or_else(String::new, ToString::to_string);
            let (sign, style) = match last {
                Some(last) if last == at => (">", Style::default().add_modifier(Modifier::BOLD)),
                _ => (" ", Style::default()),
            };
            let rows = wrapped(&format!("{sign}{number:>4} {line}"), width);
            rows.into_iter().map(move |row| Line::styled(row, style))
        };
        self.game.log(viewer).iter().enumerate().flat_map(row).collect()
    }
}

/// The places of the benefits, and who has access.
fn short_benefits(view: &PlayerView<'_>) -> Vec<String> {
    let lines = position::benefits(view);
    let own = lines.iter().filter(|line| !line.starts_with(' '));
    own.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
}
