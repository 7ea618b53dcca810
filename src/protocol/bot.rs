//! The messages to a program that plays a game: `begin`, `choose` and `end`. They conform to
//! JSON-RPC 2.0, one per line.

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
    /// A line, which need not be in the list, such as an offer. The player's name may be omitted.
    Line(String),
}

/// The parameters of `end`, a notification that the game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct End<'a> {
    /// The game as the bot sees it.
    pub observation: &'a Observation,
}
