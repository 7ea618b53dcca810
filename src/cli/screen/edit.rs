//! The line that a player types: editing, history and completion.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::input::Completions;

/// The maximum number of characters in a line.
const LONGEST: usize = 400;
/// The maximum number of lines in the history.
const HISTORY: usize = 200;

/// The line with its cursor.
#[derive(Default)]
pub(super) struct Edit {
    letters: Vec<char>,
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is shown, counted from the end.
    back: usize,
    pub(super) completions: Completions,
}

impl Edit {
    pub(super) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(super) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Inserts text at the cursor. Only its first line counts.
    pub(super) fn insert(&mut self, text: &str) {
        let free = LONGEST.saturating_sub(self.letters.len());
        let line = text.split(['\n', '\r']).next().unwrap_or_default();
        let letters: Vec<char> = line.chars().filter(|c| !c.is_control()).take(free).collect();
        let count = letters.len();
        self.letters.splice(self.cursor..self.cursor, letters);
        self.cursor += count;
    }

    /// Takes the line, and keeps it in the history.
    pub(super) fn take(&mut self) -> String {
        let line = self.text();
        self.set("");
        self.back = 0;
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
            if self.history.len() > HISTORY {
                self.history.remove(0);
            }
        }
        line
    }

    /// Forgets the lines of another player.
    pub(super) fn forget(&mut self) {
        self.set("");
        self.history.clear();
        self.back = 0;
    }

    fn set(&mut self, text: &str) {
        self.letters = text.chars().collect();
        self.cursor = self.letters.len();
    }

    /// Handles a key; returns whether the key edits lines.
    pub(super) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char(letter) if control => self.control(letter),
            KeyCode::Char(letter) => self.insert(letter.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.letters.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.letters.len() => {
                self.letters.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.letters.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.letters.len(),
            KeyCode::Up => self.recall(self.back + 1),
            KeyCode::Down => self.recall(self.back.saturating_sub(1)),
            _ => return false,
        }
        true
    }

    fn control(&mut self, letter: char) {
        match letter {
            'a' => self.cursor = 0,
            'e' => self.cursor = self.letters.len(),
            'u' => drop(self.letters.drain(..std::mem::take(&mut self.cursor))),
            'k' => self.letters.truncate(self.cursor),
            'w' => {
                let before = &self.letters[..self.cursor];
                let end = before.iter().rposition(|c| *c != ' ').map_or(0, |at| at + 1);
                let start = before[..end].iter().rposition(|c| *c == ' ').map_or(0, |at| at + 1);
                self.letters.drain(start..self.cursor);
                self.cursor = start;
            }
            _ => {}
        }
    }

    /// Shows a line of the history, counted from the end; 0 is a new line.
    fn recall(&mut self, back: usize) {
        if back > self.history.len() || back == self.back {
            return;
        }
        self.back = back;
        let line = self.history.len().checked_sub(back).and_then(|at| self.history.get(at));
        let line = line.cloned().unwrap_or_default();
        self.set(&line);
    }

    /// Completes the word before the cursor; returns the words that are possible, if several are.
    pub(super) fn complete(&mut self) -> Vec<String> {
        let before: String = self.letters[..self.cursor].iter().collect();
        let (start, words) = self.completions.complete(&before);
        let start = before[..start].chars().count();
        let common = match &words[..] {
            [] => return words,
            [one] => format!("{one} "),
            [first, ..] => {
                let same = |at: usize| {
                    let letter = first.chars().nth(at);
                    words.iter().all(|word| word.chars().nth(at) == letter)
                };
                let length = (0..first.chars().count()).take_while(|&at| same(at)).count();
                first.chars().take(length).collect()
            }
        };
        if common.chars().count() >= self.cursor - start {
            self.letters.splice(start..self.cursor, common.chars());
            self.cursor = start + common.chars().count();
        }
        if words.len() > 1 { words } else { Vec::new() }
    }
}
