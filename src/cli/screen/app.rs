//! The state of the screen: what keys and lines do.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::edit::Edit;
use super::panels::Panel;
use crate::cli::human::{HELP, TAKES_IT, dropped};
use crate::cli::position;
use crate::game::PlayerView;
use crate::input::{Actions, Command, Meaning};
use crate::protocol::{Hints, RpcError};
use crate::saved::SavedGame;
use crate::table::Player;
use crate::transcript::print_action;

/// The keys, for the help.
const KEYS: &str = "\
Tab completes words, Up and Down recall lines; F2 to F6 show a panel, Esc shows the board;
PgUp and PgDn scroll the main panel, as do Shift and the arrow keys;
Ctrl-L draws everything again, Ctrl-C leaves the game";
/// The columns or rows that an arrow key scrolls.
const STEP: usize = 4;

/// What has to be done before the screen is right.
pub(super) struct Redraw {
    /// Whether anything differs from what was drawn last.
    pub(super) is_changed: bool,
    /// Whether the terminal may show something else than what was drawn last.
    pub(super) is_damaged: bool,
    /// Whether the board has to be scrolled to the last move.
    pub(super) follows: bool,
}

/// A game on the screen.
pub(super) struct App {
    pub(super) game: SavedGame,
    /// Where the game is saved, for people.
    pub(super) place: String,
    /// The player who uses the terminal; `None` if nobody plays here.
    pub(super) viewer: Option<Player>,
    /// The player who is asked to take the terminal over.
    pub(super) next: Option<Player>,
    pub(super) edit: Edit,
    /// The legal actions of the viewer.
    pub(super) actions: Actions,
    /// The panel with the most room.
    pub(super) main: Panel,
    /// The columns and rows that each panel is scrolled by.
    pub(super) scroll: [(usize, usize); Panel::KEYS.len() + 1],
    /// What the last line led to.
    pub(super) answer: Vec<String>,
    /// The index of the only action that was listed, which Enter takes.
    pub(super) offered: Option<usize>,
    /// The rows of the main panel, once it was drawn.
    pub(super) rows: usize,
    pub(super) is_left: bool,
    pub(super) redraw: Redraw,
    /// Whether the answer lists the words that the line can be completed to.
    completes: bool,
    /// The version of the game whose actions are listed.
    version: u64,
}

impl App {
    pub(super) fn new(game: SavedGame, place: String) -> Self {
        let people = game.people();
        let only = if people.len() == 1 { people.iter().next() } else { None };
        let mut app = Self {
            game,
            place,
            viewer: only,
            next: None,
            edit: Edit::default(),
            actions: Actions(Vec::new()),
            main: Panel::Board,
            scroll: Default::default(),
            answer: vec!["`help` shows what you can type, and which keys there are".into()],
            offered: None,
            rows: 0,
            is_left: false,
            redraw: Redraw { is_changed: true, is_damaged: true, follows: true },
            completes: false,
            version: 0,
        };
        app.refresh();
        app
    }

    pub(super) fn view(&self) -> PlayerView<'_> {
        self.game.game().player_view(self.viewer)
    }

    /// Lists the actions again if the game has changed, and finds out who has to decide.
    pub(super) fn refresh(&mut self) {
        if self.version == self.game.version() {
            return;
        }
        self.version = self.game.version();
        (self.offered, self.redraw.follows) = (None, true);
        let waiting = self.game.game().to_act();
        let people = self.game.people();
        let sits = self.viewer.is_some_and(|viewer| waiting.contains(viewer));
        let next = people.iter().find(|&player| waiting.contains(player));
        self.next = if sits { None } else { next.filter(|_| people.len() > 1) };
        let is_asked = sits && self.next.is_none();
        let listed = match self.viewer.filter(|_| is_asked) {
            Some(viewer) => Actions::legal(&self.view(), viewer),
            None => Ok(Actions(Vec::new())),
        };
        match listed {
            Ok(actions) => self.actions = actions,
            Err(failure) => self.answer = vec![failure.to_string()],
        }
        self.edit.completions = self.actions.completions();
        self.scroll[Panel::Log.index()] = (0, 0);
        self.scroll[Panel::Actions.index()] = (0, 0);
    }

    /// Lets a program act.
    pub(super) fn play_bot(&mut self) {
        self.redraw.is_changed = true;
        // What was shown before concerns an earlier move, unless somebody reads a long answer.
        if self.main != Panel::Answer {
            self.answer.clear();
        }
        self.game.play_bot();
        if let Some(problem) = self.game.problem() {
            self.answer = vec![problem.to_owned()];
        }
        self.refresh();
    }

    /// Handles a key, pasted text or another event of the terminal.
    pub(super) fn handle(&mut self, event: &Event) {
        self.redraw.is_changed = true;
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Paste(text) if self.next.is_none() => self.paste(text),
            _ => {}
        }
        self.refresh();
    }

    /// Enters pasted lines one after the other, as long as each one is an answer. What follows the
    /// last line end can still be edited.
    fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n");
        let mut lines: Vec<&str> = text.split(['\n', '\r']).collect();
        let rest = lines.pop().unwrap_or_default();
        lines.retain(|line| !line.trim().is_empty());
        for (number, line) in lines.iter().enumerate() {
            self.edit.insert(line);
            let line = self.edit.take();
            let is_done = self.enter(&line);
            self.refresh();
            let left = lines.len() - number - 1 + usize::from(!rest.trim().is_empty());
            let goes_on = is_done && !self.actions.0.is_empty() && self.next.is_none();
            if !goes_on && left > 0 {
                self.answer.push(dropped(left));
                return;
            }
        }
        self.edit.insert(rest);
    }

    fn key(&mut self, key: KeyEvent) {
        if std::mem::take(&mut self.completes) && key.code != KeyCode::Tab {
            self.answer.clear();
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('c') if control => self.is_left = true,
            KeyCode::Char('l') if control => self.redraw.is_damaged = true,
            KeyCode::Char('d') if control && self.edit.is_empty() => self.is_left = true,
            KeyCode::Enter if self.next.is_some() => self.take_over(),
            _ if self.next.is_some() => {}
            KeyCode::Enter => {
                let line = self.edit.take();
                let _ = self.enter(&line);
            }
            KeyCode::Tab => {
                self.answer = words_in_lines(&self.edit.complete());
                self.completes = true;
            }
            KeyCode::Esc => self.show(Panel::Board),
            KeyCode::F(1) => self.show_lines(help()),
            KeyCode::F(number) => {
                let index = usize::from(number).checked_sub(2);
                if let Some(panel) = index.and_then(|index| Panel::KEYS.get(index)) {
                    self.show(*panel);
                }
            }
            KeyCode::PageUp => self.scroll_rows(false, self.rows.max(2) - 1),
            KeyCode::PageDown => self.scroll_rows(true, self.rows.max(2) - 1),
            KeyCode::Up if shift => self.scroll_rows(false, 1),
            KeyCode::Down if shift => self.scroll_rows(true, 1),
            KeyCode::Left if shift || self.edit.is_empty() => self.scroll_columns(false),
            KeyCode::Right if shift || self.edit.is_empty() => self.scroll_columns(true),
            _ => drop(self.edit.key(key)),
        }
    }

    /// Makes a panel the main one, in place of a long answer.
    fn show(&mut self, panel: Panel) {
        self.answer.clear();
        self.main = panel;
    }

    /// Scrolls the main panel. The log is scrolled from its end.
    fn scroll_rows(&mut self, down: bool, rows: usize) {
        let at = &mut self.scroll[self.main.index()].1;
        let is_more = if self.main == Panel::Log { !down } else { down };
        *at = if is_more { at.saturating_add(rows) } else { at.saturating_sub(rows) };
    }

    fn scroll_columns(&mut self, right: bool) {
        let at = &mut self.scroll[self.main.index()].0;
        *at = if right { at.saturating_add(STEP) } else { at.saturating_sub(STEP) };
    }

    /// Gives the terminal to the next player.
    fn take_over(&mut self) {
        self.viewer = self.next.take();
        self.edit.forget();
        self.answer.clear();
        self.main = Panel::Board;
        self.version = 0;
    }

    /// Carries out a line; returns whether it did something.
    fn enter(&mut self, line: &str) -> bool {
        self.answer.clear();
        if self.main == Panel::Answer {
            self.main = Panel::Board;
        }
        let viewer = self.viewer.unwrap_or(Player(0));
        let meaning = match self.offered.take() {
            Some(index) if line.trim().is_empty() => {
                Meaning::Actions(vec![self.actions.0[index].action])
            }
            _ if line.trim().is_empty() => return false,
            _ => self.actions.meaning(&self.view(), viewer, line),
        };
        match meaning {
            Meaning::Command(command) => {
                self.command(command);
                true
            }
            Meaning::Nothing(wrong) => {
                self.show_lines(wrong.render(false).lines().map(str::to_owned));
                false
            }
            Meaning::Several(indices) => {
                self.list(&indices);
                false
            }
            Meaning::Actions(actions) => {
                let game = self.game.game();
                let line = match actions[..] {
                    [one] => print_action(game, viewer, &one),
                    _ => format!("{} {}", self.view().name(viewer), line.trim()),
                };
                let played = self.game.play(viewer, &line);
                let is_done = played.is_ok();
                self.report(played);
                is_done
            }
        }
    }

    /// Lists actions; Enter takes the only one.
    fn list(&mut self, indices: &[usize]) {
        let actions = indices.iter().map(|&at| (at, &self.actions.0[at]));
        let lines = actions.map(|(at, listed)| format!("{:3} {}", at + 1, listed.line()));
        let mut lines: Vec<String> = lines.collect();
        if let [only] = indices {
            self.offered = Some(*only);
            lines.push(format!("    {TAKES_IT}"));
        }
        self.show_lines(lines);
    }

    fn command(&mut self, command: Command) {
        let viewer = self.viewer;
        match command {
            Command::Quit => self.is_left = true,
            Command::Help => self.show_lines(help()),
            Command::Board => self.main = Panel::Board,
            Command::Benefits => self.main = Panel::Benefits,
            Command::Costs => match position::costs(&self.view()) {
                Ok(lines) => self.show_lines(lines),
                Err(failure) => self.show_lines([failure.to_string()]),
            },
            Command::Hint => {
                let hints = viewer.map_or_else(|| Ok(Hints::default()), |it| self.game.hint(it));
                self.show_lines(position::hint(hints));
            }
            Command::List => self.main = Panel::Actions,
            Command::Save => {
                self.show_lines([format!("each action is saved in {} at once", self.place)]);
            }
            Command::Redo => {
                let redone = self.game.redo();
                self.report(redone);
            }
            Command::Undo => {
                let undone = viewer.map_or(Ok(()), |viewer| self.game.take_back(viewer));
                self.report(undone);
            }
            Command::Why(number) => match self.game.why_action(viewer, number) {
                Ok(why) => self.show_lines(position::why(self.game.game().rules(), &why)),
                Err(fault) => self.report(Err(fault)),
            },
            Command::WhyNot(line) => match position::why_not(&self.view(), &line) {
                Ok(lines) => self.show_lines(lines),
                Err(failure) => self.show_lines([failure.to_string()]),
            },
        }
    }

    /// Shows the reasons if something was refused.
    fn report(&mut self, done: Result<(), RpcError>) {
        let Err(fault) = done else { return };
        let reasons = fault.reasons.iter().map(|reason| match reason.rule.as_str() {
            "" => format!("  {}", reason.text),
            rule => format!("  {} [{rule} {}:{}]", reason.text, reason.file, reason.line),
        });
        let reasons: Vec<String> = reasons.collect();
        let lines = if reasons.is_empty() { vec![format!("  {}", fault.message)] } else { reasons };
        self.show_lines(["refused:".to_owned()].into_iter().chain(lines));
    }

    /// Shows the answer to a line.
    fn show_lines(&mut self, lines: impl IntoIterator<Item = String>) {
        self.answer = lines.into_iter().collect();
        self.scroll[Panel::Answer.index()] = (0, 0);
    }
}

fn help() -> Vec<String> {
    HELP.lines().chain(KEYS.lines()).map(str::to_owned).collect()
}

/// Words side by side.
fn words_in_lines(words: &[String]) -> Vec<String> {
    if words.is_empty() { Vec::new() } else { vec![words.join("  ")] }
}
