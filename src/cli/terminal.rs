//! The terminal of the human players: the input, who uses it, and the unread text of each player.
//! If several people share it, nobody sees another player's text.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::options::SeatKind;
use super::position;
use super::problem::INTERRUPTED;
use super::streams::Out;
#[cfg(feature = "terminal")]
use super::wrap::wrapped;
use crate::action::Action;
use crate::game::Game;
use crate::input::Actions;
use crate::protocol::why;
use crate::seat::{ActionReport, Terms};
use crate::set::Id;
use crate::table::Player;

#[cfg(feature = "terminal")]
mod edited;

/// Clears the screen and the scrollback.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The terminal of a game.
pub(super) struct Terminal {
    /// The human players.
    people: Vec<Player>,
    /// The player who is using the terminal.
    now: Cell<Option<Player>>,
    /// The text that each player has not seen yet, if several share the terminal.
    unread: RefCell<BTreeMap<Player, Vec<u8>>>,
    /// The input. A thread begins to read it at the first question.
    typed: OnceCell<Receiver<Input>>,
    /// The input of a real terminal, where lines are edited.
    #[cfg(feature = "terminal")]
    edited: OnceCell<Option<RefCell<edited::Lines>>>,
    /// The game after the last action.
    game: RefCell<Option<Game>>,
    /// The last action, with the game before it.
    last: RefCell<Option<(Game, Player, Action)>>,
    /// The offers so far that were not undone, with their turns and players.
    offered: RefCell<Vec<(u16, Player, Terms)>>,
    /// Where the game is recorded.
    record: Option<String>,
}

/// Input from the keyboard.
enum Input {
    Line(Vec<u8>),
    /// The end of the input, or Ctrl-C.
    End,
    Failed(io::Error),
}

impl Terminal {
    /// The terminal for the human players among these seats, whose game is recorded to a file.
    pub(super) fn new(kinds: &[SeatKind], record: Option<&Path>) -> Self {
        let seats = kinds.iter().enumerate();
        let people = seats.filter(|(_, kind)| **kind == SeatKind::Human);
        Self {
            people: people.map(|(seat, _)| Player::new(seat)).collect(),
            now: Cell::new(None),
            unread: RefCell::default(),
            typed: OnceCell::new(),
            #[cfg(feature = "terminal")]
            edited: OnceCell::new(),
            game: RefCell::default(),
            last: RefCell::default(),
            offered: RefCell::default(),
            record: record.map(|path| path.display().to_string()),
        }
    }

    /// The human players.
    pub(super) fn people(&self) -> &[Player] {
        &self.people
    }

    /// Stores text for a player until that player is asked.
    pub(super) fn keep(&self, player: Player, text: &[u8]) {
        self.unread.borrow_mut().entry(player).or_default().extend(text);
    }

    /// Takes a player's unread text; empty while another player uses the terminal.
    pub(super) fn unread(&self, player: Player) -> Vec<u8> {
        let sits = self.now.get() == Some(player);
        if sits { self.unread.borrow_mut().remove(&player).unwrap_or_default() } else { Vec::new() }
    }

    /// Hands the terminal over to a player and hides the text of the previous one. Returns whether
    /// the terminal changed hands; `None` if the input ends.
    pub(super) fn seat(
        &self,
        (player, name): (Player, &str),
        out: &mut Out,
    ) -> io::Result<Option<bool>> {
        if self.people.len() < 2 || self.now.get() == Some(player) {
            return Ok(Some(false));
        }
        out.styled(CLEAR)?;
        writeln!(out, "{name} has to decide: press Enter when nobody else is looking")?;
        out.flush()?;
        if self.ask("", None, out)?.is_none() {
            return Ok(None);
        }
        #[cfg(feature = "terminal")]
        if let Some(lines) = self.edited() {
            lines.borrow_mut().forget();
        }
        self.now.set(Some(player));
        out.styled(CLEAR)?;
        Ok(Some(true))
    }

    /// Asks for a line, which can be completed to one of these actions; `None` at the end of the
    /// input, or after Ctrl-C.
    pub(super) fn ask(
        &self,
        prompt: &str,
        actions: Option<&Actions>,
        out: &mut Out,
    ) -> io::Result<Option<String>> {
        #[cfg(feature = "terminal")]
        if let Some(lines) = self.edited() {
            let pasted = lines.borrow_mut().pasted();
            if let Some(line) = pasted {
                writeln!(out, "{prompt}{line}")?;
                return Ok(Some(line));
            }
            out.flush()?;
            let line = lines.borrow_mut().read(prompt, actions)?;
            Out::entered();
            return Ok(line);
        }
        // Without a real terminal, nothing is completed.
        let _ = actions;
        write!(out, "{prompt}")?;
        out.flush()?;
        let line = self.read()?;
        if line.is_none() {
            writeln!(out)?;
        }
        Ok(line)
    }

    /// The editor of lines, if people see what they type.
    #[cfg(feature = "terminal")]
    fn edited(&self) -> Option<&RefCell<edited::Lines>> {
        self.edited.get_or_init(|| edited::Lines::new().map(RefCell::new)).as_ref()
    }

    /// A line of text in rows of the terminal; one row if the output is no terminal.
    pub(super) fn rows(&self, line: &str) -> Vec<String> {
        #[cfg(feature = "terminal")]
        if let Some(width) = self.edited().and_then(|lines| lines.borrow_mut().width()) {
            return wrapped(line, width);
        }
        vec![line.to_owned()]
    }

    /// Drops the remaining lines of a pasted text; returns their number.
    pub(super) fn drop_pasted(&self) -> usize {
        #[cfg(feature = "terminal")]
        if let Some(lines) = self.edited() {
            return lines.borrow_mut().drop_pasted();
        }
        0
    }

    /// Keeps the game, so that its next action can be explained.
    pub(super) fn keep_game(&self, game: &Game, acted: Option<(Player, Action)>) {
        if self.people.is_empty() {
            return;
        }
        let before = self.game.replace(Some(game.clone()));
        *self.last.borrow_mut() =
            before.zip(acted).map(|(before, (player, action))| (before, player, action));
    }

    /// Notes an action, so that a hint names no offer twice in a turn.
    pub(super) fn note_offer(&self, played: &ActionReport<'_>) {
        let Action::Offer { give, get, .. } = played.action else { return };
        let mut offered = self.offered.borrow_mut();
        if played.is_undone {
            offered.pop();
        } else {
            offered.push((played.game.table().turn(), played.player, (give, get)));
        }
    }

    /// The offers that a player has made in a turn.
    pub(super) fn offered(&self, player: Player, turn: u16) -> Vec<Terms> {
        let offered = self.offered.borrow();
        let own = offered.iter().filter(|offer| (offer.0, offer.1) == (turn, player));
        own.map(|offer| offer.2).collect()
    }

    /// Explains the last action to a viewer, in lines.
    pub(super) fn why(&self, viewer: Option<Player>) -> Vec<String> {
        let Some((before, player, action)) = self.last.borrow().clone() else {
            return vec!["there is no action to explain".into()];
        };
        let rules = Arc::clone(before.rules());
        match why(before, player, action, viewer) {
            Ok(result) => position::why(&rules, &result),
            Err(fault) => vec![fault.message],
        }
    }

    /// Tells where the game is saved.
    pub(super) fn saved(&self) -> String {
        match &self.record {
            Some(path) => format!("each action is recorded to `{path}` at once"),
            None => "this game is not recorded: `--record FILE` records a game, and \
                     `newcatan play` saves each one"
                .into(),
        }
    }

    /// Reads the next line; `None` at the end of the input, or after Ctrl-C.
    fn read(&self) -> io::Result<Option<String>> {
        let typed = self.typed.get_or_init(listen);
        // If the reader thread is gone, the input has ended.
        match typed.recv().unwrap_or(Input::End) {
            Input::Line(line) => {
                if io::stdin().is_terminal() {
                    Out::entered();
                }
                Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
            }
            Input::End => Ok(None),
            Input::Failed(error) => Err(error),
        }
    }
}

/// Starts to read lines and to handle Ctrl-C; a second Ctrl-C ends the program at once.
fn listen() -> Receiver<Input> {
    let (sender, receiver) = channel();
    let (keys, is_ended) = (sender.clone(), AtomicBool::new(false));
    let end = move || {
        if is_ended.swap(true, Ordering::Relaxed) || keys.send(Input::End).is_err() {
            exit(INTERRUPTED.into());
        }
    };
    // Without a handler, Ctrl-C ends the program.
    let _ = ctrlc::set_handler(end);
    thread::spawn(move || read_lines(&sender));
    receiver
}

/// Sends the lines of the input, then its end.
fn read_lines(sender: &Sender<Input>) {
    loop {
        let mut line = Vec::new();
        let typed = match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => Input::End,
            Ok(_) => Input::Line(line),
            Err(error) => Input::Failed(error),
        };
        let is_last = !matches!(typed, Input::Line(_));
        if sender.send(typed).is_err() || is_last {
            return;
        }
    }
}
