//! The one terminal at which people play: what is typed there, who sits at it, and what each player
//! has not read yet. Where several people share it, nobody reads what is another player's.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::options::SeatKind;
use super::problem::INTERRUPTED;
use super::streams::Out;
use crate::set::Id;
use crate::table::Player;

/// Clears the screen and what was scrolled away; nothing where there is no terminal.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// The terminal of a game.
pub(super) struct Terminal {
    /// The players who sit at it by turns.
    people: Vec<Player>,
    /// Who sits there now.
    now: Cell<Option<Player>>,
    /// What has happened, as each of several people may see it, and has not been shown yet.
    unread: RefCell<BTreeMap<Player, Vec<u8>>>,
    /// What is typed, once somebody has to type something.
    typed: OnceCell<Receiver<Typed>>,
}

/// What comes from the keyboard.
enum Typed {
    Line(Vec<u8>),
    /// The end of the input, or Ctrl-C.
    End,
    Failed(io::Error),
}

impl Terminal {
    /// The terminal for those of these seats at which people sit.
    pub(super) fn new(kinds: &[SeatKind]) -> Self {
        let seats = kinds.iter().enumerate();
        let people = seats.filter(|(_, kind)| **kind == SeatKind::Human);
        Self {
            people: people.map(|(seat, _)| Player::new(seat)).collect(),
            now: Cell::new(None),
            unread: RefCell::default(),
            typed: OnceCell::new(),
        }
    }

    /// The players who sit at it by turns.
    pub(super) fn people(&self) -> &[Player] {
        &self.people
    }

    /// Keeps what a player may read of the game, until that player is asked.
    pub(super) fn keep(&self, player: Player, text: &[u8]) {
        self.unread.borrow_mut().entry(player).or_default().extend(text);
    }

    /// What a player has not read yet; nothing while somebody else sits there.
    pub(super) fn unread(&self, player: Player) -> Vec<u8> {
        let sits = self.now.get() == Some(player);
        if sits { self.unread.borrow_mut().remove(&player).unwrap_or_default() } else { Vec::new() }
    }

    /// Lets a player take the seat from another one, and hides what follows from that one. Returns
    /// whether somebody else sat there, or nothing where the input ends.
    pub(super) fn seat(
        &self,
        (player, name): (Player, &str),
        out: &mut Out,
    ) -> io::Result<Option<bool>> {
        if self.people.len() < 2 || self.now.get() == Some(player) {
            return Ok(Some(false));
        }
        out.styled(CLEAR)?;
        writeln!(out, "it is for {name} to decide: press Enter when nobody else looks")?;
        out.flush()?;
        if self.read()?.is_none() {
            return Ok(None);
        }
        self.now.set(Some(player));
        out.styled(CLEAR)?;
        Ok(Some(true))
    }

    /// The next line that is typed; nothing at the end of the input, or where somebody presses
    /// Ctrl-C.
    pub(super) fn read(&self) -> io::Result<Option<String>> {
        let typed = self.typed.get_or_init(listen);
        // A reader that is gone has told of the end before.
        match typed.recv().unwrap_or(Typed::End) {
            Typed::Line(line) => {
                if io::stdin().is_terminal() {
                    Out::entered();
                }
                Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()))
            }
            Typed::End => Ok(None),
            Typed::Failed(error) => Err(error),
        }
    }
}

/// Begins to listen to the keyboard: to lines, and to Ctrl-C, of which a second one ends the
/// program at once.
fn listen() -> Receiver<Typed> {
    let (sender, receiver) = channel();
    let (keys, is_ended) = (sender.clone(), AtomicBool::new(false));
    let end = move || {
        if is_ended.swap(true, Ordering::Relaxed) || keys.send(Typed::End).is_err() {
            exit(INTERRUPTED.into());
        }
    };
    // Without a handler Ctrl-C ends the program, as ever.
    let _ = ctrlc::set_handler(end);
    thread::spawn(move || read_lines(&sender));
    receiver
}

/// Sends the lines of the input, up to its end.
fn read_lines(sender: &Sender<Typed>) {
    loop {
        let mut line = Vec::new();
        let typed = match io::stdin().lock().read_until(b'\n', &mut line) {
            Ok(0) => Typed::End,
            Ok(_) => Typed::Line(line),
            Err(error) => Typed::Failed(error),
        };
        let is_last = !matches!(typed, Typed::Line(_));
        if sender.send(typed).is_err() || is_last {
            return;
        }
    }
}
