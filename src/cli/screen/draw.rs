//! Draws the screen: panels, the answer to the last line, the prompt, and what is left out.

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::{Modifier, Style};
use ratatui_core::terminal::Frame;
use ratatui_core::text::Line;

use super::app::App;
use super::panels::{Layout, Panel};
use super::text::wrapped;
use crate::cli::position;
use crate::table::Player;

/// The most lines of the log above the prompt.
const RECENT: usize = 4;

/// Draws everything.
pub(super) fn screen(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.height == 0 || area.width == 0 {
        return;
    }
    if let Some(next) = app.next {
        let name = app.view().name(next);
        let line = format!("{name} has to decide: press Enter when nobody else is looking");
        rows(frame.buffer_mut(), area, &wrapped(&line, usize::from(area.width)));
        return;
    }
    let width = usize::from(area.width);
    let asked: Vec<String> = headline(app).iter().flat_map(|line| wrapped(line, width)).collect();
    let answer: Vec<String> = app.answer.iter().flat_map(|line| wrapped(line, width)).collect();
    let height = usize::from(area.height);
    // A long answer takes the place of the main panel.
    let room = (height / 4).max(1);
    let is_long = answer.len() > room;
    if is_long {
        app.main = Panel::Answer;
    } else if app.main == Panel::Answer {
        app.main = Panel::Board;
    }
    let answer = match answer {
        _ if is_long => Vec::new(),
        none if none.is_empty() => app.recent(area.width, room.min(RECENT)),
        short => short,
    };
    let hand = app.own_hand(area.width);
    let bottom = (asked.len() + answer.len() + hand.iter().len() + 2).min(height);
    let top = u16::try_from(height - bottom).unwrap_or(0);
    let hidden = panels(app, frame, Rect { height: top, ..area });
    let mut below: Vec<String> = answer.into_iter().chain(hand).chain(asked).collect();
    // In a low terminal, the prompt is what matters.
    below.drain(..below.len().saturating_sub(height.saturating_sub(2)));
    let below_area = Rect { y: top, height: area.height - top, ..area };
    rows(frame.buffer_mut(), below_area, &below);
    let line = top + u16::try_from(below.len()).unwrap_or(0);
    prompt(app, frame, Rect { y: line.min(area.bottom() - 1), height: 1, ..area });
    if line + 1 < area.bottom() {
        let style = Style::default().add_modifier(Modifier::DIM);
        let text = status(app, &hidden);
        let buffer = frame.buffer_mut();
        buffer.set_stringn(area.x, line + 1, text, width, style);
    }
}

/// What the player is asked, or who else has to act.
fn headline(app: &App) -> Vec<String> {
    let game = app.game.game();
    let names = |players: &mut dyn Iterator<Item = Player>| {
        players.map(|player| game.names()[usize::from(player.0)].as_str()).collect::<Vec<_>>()
    };
    if game.is_over() {
        let winner = names(&mut game.table().winner().into_iter());
        let end = winner.first().map_or("nobody has won".into(), |name| format!("{name} has won"));
        return vec![format!("{end}; `quit` or Ctrl-C leaves the game")];
    }
    let waiting = game.to_act();
    let view = app.view();
    match app.viewer {
        Some(viewer) if waiting.contains(viewer) => {
            let mut asked = position::asked(&view);
            let legal = app.actions.summary().join(", ");
            asked.push(format!("turn {}, your move: {legal}", view.turn()));
            asked
        }
        _ => {
            vec![format!("turn {}: {} to move", view.turn(), names(&mut waiting.iter()).join(", "))]
        }
    }
}

/// What is left out, with the keys that show it.
fn status(app: &App, hidden: &[Panel]) -> String {
    let back = (app.main != Panel::Board).then(|| "Esc board".to_owned());
    let hidden = hidden.iter().filter(|panel| **panel != Panel::Board);
    let hidden = hidden.filter_map(|panel| Some(format!("F{} {}", panel.key()?, panel.name())));
    let others = ["F1 help", "PgUp PgDn scroll"].map(str::to_owned);
    back.into_iter().chain(hidden).chain(others).collect::<Vec<_>>().join(", ")
}

/// Draws the panels; returns those that do not fit.
fn panels(app: &mut App, frame: &mut Frame<'_>, area: Rect) -> Vec<Panel> {
    let layout = Layout::new(app, area);
    if area.height < 2 {
        return layout.hidden;
    }
    for &(panel, place) in &layout.shown {
        let lines = app.lines(panel, usize::from(place.width.saturating_sub(1)));
        let rows = usize::from(place.height) - 1;
        if panel == app.main {
            app.rows = rows;
        }
        let most = lines.len().saturating_sub(rows);
        if panel == Panel::Board && std::mem::take(&mut app.redraw.follows) {
            app.follow(&lines, (usize::from(place.width), rows));
        }
        let widest = lines.iter().map(Line::width).max().unwrap_or(0);
        let scrolled = &mut app.scroll[panel.index()];
        scrolled.1 = scrolled.1.min(most);
        scrolled.0 = scrolled.0.min(widest.saturating_sub(usize::from(place.width)));
        let first = if panel == Panel::Log { most - scrolled.1 } else { scrolled.1 };
        let title = if most > 0 {
            format!("{}: {}-{} of {}", panel.title(), first + 1, first + rows, lines.len())
        } else {
            panel.title()
        };
        let bold = Style::default().add_modifier(Modifier::UNDERLINED);
        let width = usize::from(place.width.saturating_sub(1));
        let buffer = frame.buffer_mut();
        buffer.set_stringn(place.x, place.y, format!("{title:<width$}"), width, bold);
        for (y, line) in (place.y + 1..).zip(lines.iter().skip(first).take(rows)) {
            let line = shifted(line, scrolled.0);
            buffer.set_line(place.x, y, &line, place.width.saturating_sub(1));
        }
    }
    layout.hidden
}

/// A line without its first columns.
fn shifted(line: &Line<'static>, mut columns: usize) -> Line<'static> {
    let mut line = line.clone();
    for span in &mut line.spans {
        let cut = columns.min(span.content.chars().count());
        columns -= cut;
        span.content = span.content.chars().skip(cut).collect::<String>().into();
    }
    line
}

/// Draws the line that is typed.
fn prompt(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let name = app.viewer.map_or("", |player| app.view().name(player));
    let prompt = format!("{name}> ");
    let (typed, cursor) = (app.edit.text(), app.edit.cursor());
    let room = usize::from(area.width).saturating_sub(prompt.len() + 1).max(1);
    let skipped = cursor.saturating_sub(room);
    let before: String = typed.chars().take(cursor).skip(skipped).collect();
    let shown: String = typed.chars().skip(skipped).collect();
    let width = usize::from(area.width);
    frame.buffer_mut().set_stringn(
        area.x,
        area.y,
        format!("{prompt}{shown}"),
        width,
        Style::default(),
    );
    let at = prompt.len() + Line::from(before).width();
    let x = area.x + u16::try_from(at.min(width - 1)).unwrap_or(0);
    frame.set_cursor_position(Position { x, y: area.y });
}

/// Writes lines from the top of an area.
fn rows(buffer: &mut Buffer, area: Rect, lines: &[String]) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::default());
    }
}
