//! Keys: who may act at a seat, see its hand, or manage games.
//!
//! A key is a random number of 128 bits. A link contains it behind `#`, so that it is not part of
//! any request but the one that exchanges it for a cookie.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::set::Id;
use crate::table::Player;

/// The number of random bytes of a key.
const BYTES: usize = 16;

/// Draws a new key.
pub(crate) fn draw_key() -> String {
    draw(BYTES)
}

/// Draws the id of a game.
pub(crate) fn draw_id() -> String {
    draw(5)
}

/// Random bytes as hexadecimal digits.
fn draw(bytes: usize) -> String {
    let mut random = [0; BYTES];
    getrandom::fill(&mut random).expect("the system has random numbers");
    random[..bytes].iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string can be written");
        text
    })
}

/// Whether two keys are equal. The time does not depend on where they differ.
pub(crate) fn are_equal(one: &str, other: &str) -> bool {
    let differences =
        one.bytes().zip(other.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// Whether a text can be the id of a game, and so the name of its folder.
pub(crate) fn is_id(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// The keys of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Keys {
    /// The key of each seat, clockwise.
    pub(crate) seats: Vec<String>,
    /// The key of spectators.
    pub(crate) spectator: String,
}

/// What somebody may do in a game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rights {
    /// The seats at which they act.
    pub(crate) seats: Vec<Player>,
    /// Whether they may see what everybody sees.
    pub(crate) watches: bool,
}

impl Keys {
    /// New keys for this number of seats.
    pub(crate) fn draw(seats: usize) -> Self {
        Self { seats: (0..seats).map(|_| draw_key()).collect(), spectator: draw_key() }
    }

    /// Whether this is one of the keys.
    pub(crate) fn knows(&self, key: &str) -> bool {
        self.seats.iter().chain([&self.spectator]).any(|known| are_equal(known, key))
    }

    /// The rights of somebody with these keys.
    pub(crate) fn rights(&self, keys: &[&str]) -> Rights {
        let has = |known: &str| keys.iter().any(|key| are_equal(known, key));
        let seats = self.seats.iter().enumerate().filter(|(_, known)| has(known));
        let seats: Vec<Player> = seats.map(|(seat, _)| Player::new(seat)).collect();
        Rights { watches: !seats.is_empty() || has(&self.spectator), seats }
    }
}
