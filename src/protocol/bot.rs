//! What the program asks of another program that sits at a table: it begins, chooses, and learns
//! that the game has ended. The messages are those of JSON-RPC 2.0, one a line, as everywhere.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::legal::Legal;
use super::observation::Observation;

/// The parameters of `begin`, the first message of a game. Its result is of no matter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Begin<'a> {
    /// The version of the protocol.
    pub protocol: u32,
    /// What the bot is called at the table.
    pub player: &'a str,
    /// All players, clockwise.
    pub players: &'a [String],
    /// The title of the scenario.
    pub title: &'a str,
    /// How many milliseconds the bot has for each answer.
    pub milliseconds: u64,
    /// The rules, as the method `rules` answers them.
    pub rules: &'a serde_json::Value,
}

/// The parameters of `choose`: the bot has to act.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Choose<'a> {
    /// What the bot sees, as the method `observe` answers it.
    pub observation: &'a Observation,
    /// The legal actions, as the method `legal` answers them.
    pub actions: &'a [Legal],
    /// Why the last choice was not taken; null where it was.
    pub refused: Option<&'a str>,
}

/// The result of `choose`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the number of an action, or a line")]
pub enum Chosen {
    /// The number of the action in the list, from 0.
    Number(usize),
    /// A line, of the list or not, such as an offer; the player's name may be left out.
    Line(String),
}

/// The parameters of `end`, a notification: the game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct End<'a> {
    /// What the bot sees.
    pub observation: &'a Observation,
}
