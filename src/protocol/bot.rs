//! The messages to a program that plays: it begins, chooses, and is informed that the game has
//! ended. The messages are those of JSON-RPC 2.0, one per line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::Legal;
use super::observation::Observation;

/// The parameters of `begin`, the first message of a game. Its result is ignored.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Begin<'a> {
    /// The version of the protocol.
    pub protocol: u32,
    /// The bot's player name.
    pub player: &'a str,
    /// All players, clockwise.
    pub players: &'a [String],
    /// The title of the scenario.
    pub title: &'a str,
    /// The time limit for each answer in milliseconds.
    pub milliseconds: u64,
    /// The rules, as returned by the method `rules`.
    pub rules: &'a serde_json::Value,
}

/// The parameters of `choose`: the bot has to act.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Choose<'a> {
    /// The game as the bot sees it, as returned by the method `observe`.
    pub observation: &'a Observation,
    /// The legal actions, as returned by the method `legal`.
    pub actions: &'a [Legal],
    /// Why the last choice was refused; null if it was not.
    pub refused: Option<&'a str>,
}

/// The result of `choose`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the number of an action, or a line")]
pub enum Chosen {
    /// The number of the action in the list, from 0.
    Number(usize),
    /// A line, from the list or not, such as an offer; the player's name may be omitted.
    Line(String),
}

/// The parameters of `end`, a notification that the game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct End<'a> {
    /// The game as the bot sees it.
    pub observation: &'a Observation,
}
