//! The data of the page. Games are described in the words of the protocol: its observations, legal
//! actions and reasons.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seats::SeatKind;
use crate::draw::{Colors, Plan};
use crate::game::PlayerView;
use crate::protocol::{BehindChange, ErrorReason, Legal, New, Observation, Rulebook, rulebook};
use crate::table::AdvanceAnswer;

/// A new game.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// Its rules, settings and seed, as in the protocol's `new`; `players` names the players.
    #[serde(flatten)]
    pub(crate) setup: New,
    /// Who plays at each seat, clockwise.
    pub(crate) seats: Vec<SeatKind>,
}

/// A transcript from which a game goes on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    /// The text of the transcript.
    pub(crate) transcript: String,
    /// Who plays at each seat, clockwise; people by default.
    pub(crate) seats: Option<Vec<SeatKind>>,
}

/// A game that goes on from an earlier moment of another one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fork {
    /// The number of actions of the other game that are kept.
    pub(crate) actions: usize,
    /// Who plays at each seat, clockwise.
    pub(crate) seats: Vec<SeatKind>,
    /// Whether the rules of the program are used instead of those of the other game.
    pub(crate) newest_rules: bool,
}

/// A game that was created, with the keys to its seats.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Created {
    /// The id of the game.
    pub(crate) game: String,
    /// The key to each seat, clockwise.
    pub(crate) keys: Vec<SeatKey>,
    /// The key of spectators.
    pub(crate) spectator: String,
}

/// The key to a seat.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SeatKey {
    /// The player.
    pub(crate) player: String,
    /// The key, for the part of a link behind `#`.
    pub(crate) key: String,
}

/// A game in the list of all games.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Listed {
    /// The id of the game.
    pub(crate) game: String,
    /// The title of the scenario.
    pub(crate) title: String,
    /// The players with the kinds of their seats.
    pub(crate) seats: Vec<SeatState>,
    /// When the game was last saved, in seconds since 1970.
    pub(crate) saved: u64,
    /// How the game has ended; null while it goes on.
    pub(crate) ended: Option<Ending>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Ending {
    /// Who has won; null if nobody has.
    pub(crate) winner: Option<String>,
    /// The number of turns.
    pub(crate) turns: u16,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SeatState {
    /// The player.
    pub(crate) player: String,
    /// Who plays there.
    pub(crate) kind: SeatKind,
    /// Whether a program plays for a person, who can have the seat back.
    pub(crate) replaced: bool,
}

/// What one seat, or a spectator, sees of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct View {
    /// The number of this state of the game: it grows with each change.
    pub(crate) version: u64,
    /// The title of the scenario.
    pub(crate) title: String,
    /// The seats, clockwise.
    pub(crate) seats: Vec<SeatState>,
    /// The game as the viewer sees it.
    pub(crate) observation: Observation,
    /// The legal actions of the viewer.
    pub(crate) actions: Vec<Legal>,
    /// The number of the first line in `log`.
    pub(crate) log_from: usize,
    /// The lines of the transcript that the viewer has not seen yet, as the viewer sees them.
    pub(crate) log: Vec<String>,
    /// Whether the game is paused.
    pub(crate) paused: bool,
    /// What stops the game, such as a rule that fails at each attempt.
    pub(crate) problem: Option<String>,
    /// The rules whose questions the viewer can answer in advance, with the answer in force.
    pub(crate) advance: Vec<Advance>,
    /// The request to undo actions on which players have to agree.
    pub(crate) undo: Option<UndoRequest>,
    /// The board as an SVG picture, whose places are those of the game's plan.
    pub(crate) board: String,
}

/// The course of a game as a viewer sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct History {
    /// The moments after each action.
    pub(crate) moments: Vec<Moment>,
    /// What was counted, once the game is over.
    pub(crate) statistics: Option<Statistics>,
}

/// The moment after an action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Moment {
    /// The player who acted.
    pub(crate) player: String,
    /// The number of turns that have begun.
    pub(crate) turn: u16,
    /// The points of the players, clockwise, as far as the viewer knows them.
    pub(crate) points: Vec<i64>,
    /// The number of lines of a log without undone actions.
    pub(crate) log: usize,
}

/// A past moment of a game as a viewer saw it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Past {
    /// The game.
    pub(crate) observation: Observation,
    /// The board.
    pub(crate) board: String,
    /// The lines of the last action in the log.
    pub(crate) log: Vec<String>,
}

/// What is behind an action.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Causes {
    /// The number of the action, counted from 1.
    pub(crate) actions: usize,
    /// The changes of its line.
    pub(crate) changes: Vec<BehindChange>,
    /// The rules that were called and returned an answer; empty while the game goes on.
    pub(crate) asked: Vec<ErrorReason>,
}

/// What was counted in a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Statistics {
    /// How often each sum was rolled, from 2 to 12.
    pub(crate) rolls: Vec<u32>,
    /// What happened to each player, clockwise.
    pub(crate) players: Vec<PlayerStatistics>,
}

/// What happened to a player in a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerStatistics {
    /// The player.
    pub(crate) player: String,
    /// The cards that hexes produced, by resource.
    pub(crate) produced: BTreeMap<String, usize>,
    /// The number of cards that could be expected of these rolls, without markers and rules.
    pub(crate) expected: f64,
    /// The trades with other players.
    pub(crate) traded: u32,
    /// The trades with the supply.
    pub(crate) traded_with_supply: u32,
    /// The cards that the player took from others.
    pub(crate) taken: u32,
    /// The cards that others took from the player.
    pub(crate) lost: u32,
    /// The cards that the player discarded.
    pub(crate) discarded: u32,
}

/// An answer in advance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Advance {
    /// The rule.
    pub(crate) rule: String,
    /// The answer in force: `accept`, `decline` or `ask`.
    #[schemars(with = "String")]
    pub(crate) answer: AdvanceAnswer,
    /// The lines that answer otherwise.
    pub(crate) lines: Vec<String>,
}

/// The rules of a game, which do not change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Rules {
    /// The rules as the protocol's `rules` returns them.
    #[serde(rename = "rules")]
    #[schemars(with = "Rulebook")]
    pub(crate) rulebook: serde_json::Value,
    /// Where the places of the board are in its picture.
    pub(crate) plan: Plan,
    /// The colors of the picture.
    pub(crate) colors: Colors,
}

impl Rules {
    /// The rules of the game that a viewer looks at.
    pub(crate) fn of(view: &PlayerView<'_>) -> Self {
        let rules = view.rules();
        let (plan, colors) = (Plan::of(&rules.board), Colors::of(view));
        Self { rulebook: rulebook(rules), plan, colors }
    }
}

/// A request to undo actions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct UndoRequest {
    /// Who asks for it.
    pub(crate) by: String,
    /// The number of lines that would be undone.
    pub(crate) lines: usize,
    /// The players who have not agreed yet.
    pub(crate) waiting: Vec<String>,
}

/// The answer to a request that cannot be carried out.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Refused {
    /// What is wrong.
    pub(crate) message: String,
    /// The reasons in detail.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) reasons: Vec<ErrorReason>,
}
