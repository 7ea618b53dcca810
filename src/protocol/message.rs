//! The parameters and the result of each method.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hint::{HintParams, Hints};
use super::observation::Observation;
use super::rpc::ErrorReason;
use super::schema::Schemas;
use crate::rules::SettingValue;
use crate::seat::Strategy;

/// Declares the methods with their parameters and results.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $method:ident $name:literal $params:ty => $result:ty;)*) => {
        /// The methods of the protocol.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Method {
            $($(#[doc = $doc])* $method,)*
        }

        impl Method {
            /// All methods.
            pub const ALL: &[Self] = &[$(Self::$method),*];

            /// The name of the method in messages.
            pub fn name(self) -> &'static str {
                match self { $(Self::$method => $name),* }
            }

            /// Its description.
            pub fn text(self) -> String {
                let lines: &[&str] = match self { $(Self::$method => &[$($doc),*]),* };
                lines.join("").trim().into()
            }

            /// The schemas of its parameters and of its result.
            pub(super) fn schemas(self, schemas: &mut Schemas) -> [schemars::Schema; 2] {
                match self {
                    $(Self::$method => [schemas.read::<$params>(), schemas.written::<$result>()],)*
                }
            }
        }
    };
}

methods! {
    /// Returns the versions of the protocol and of the program.
    Hello "hello" Nothing => Hello;
    /// Begins a game.
    New "new" New => Status;
    /// Returns the game as a seat or a spectator sees it.
    Observe "observe" Observe => Observation;
    /// Lists the legal actions.
    Legal "legal" LegalParams => LegalActions;
    /// Plays a line of a transcript: an action, or the answer to a question.
    Play "play" Play => Status;
    /// Undoes lines, the last ones first.
    Undo "undo" Undo => Status;
    /// Returns the rules and facts that caused the changes of a line.
    Why "why" Why => WhyResult;
    /// Returns the reasons against an action; none if it is legal.
    WhyNot "why_not" WhyNot => WhyNotResult;
    /// Makes a copy of a game.
    Copy "copy" Copy => Status;
    /// Returns a game as data that `load` accepts.
    State "state" OfGame => Saved;
    /// Makes a game from the result of `state`, or from a transcript.
    Load "load" Load => Status;
    /// Returns the game as a transcript.
    Transcript "transcript" OfGame => Transcript;
    /// Draws the board as an SVG picture.
    Svg "svg" Svg => Picture;
    /// Returns the rules in play, with all names, prices and places of the board.
    Rules "rules" OfGame => super::rulebook::Rulebook;
    /// Plays copies of the game to their end with the program's own players.
    Playout "playout" Playout => Playouts;
    /// Returns the best actions of a player who has to act, with the chance to win after each.
    Hint "hint" HintParams => Hints;
    /// Deletes a game.
    Close "close" OfGame => Nothing;
}

/// No parameters, or no result.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// The versions of the program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Hello {
    /// The version of the protocol.
    pub(super) protocol: u32,
    /// The version of the program.
    pub(super) engine: String,
    /// The version of the result of `state`.
    pub(super) format: u32,
    /// The methods.
    pub(super) methods: Vec<String>,
    /// The built-in scenarios.
    pub(super) scenarios: Vec<String>,
}

/// A game by its id.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    /// The id of the game.
    pub(super) game: String,
}

/// The parameters of `new`: the scenario, the players and the source of random results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    /// The id of the new game; by default an unused one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<String>,
    /// The scenario: a name, a file in one of the folders given on the command line, or the text of
    /// a file.
    pub(crate) scenario: Scenario,
    /// The packs in play instead of the scenario's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) packs: Option<Vec<String>>,
    /// Additional packs and rule files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) with: Vec<Added>,
    /// Rules to leave out, such as `pack/rule`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) without: Vec<String>,
    /// Settings and their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) set: BTreeMap<String, SettingValue>,
    /// The number of players, or their names clockwise; by default as many players as possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) players: Option<Players>,
    /// The seed of the game's random results; drawn by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<u64>,
    /// The source of random results.
    #[serde(default)]
    pub(crate) chance: Chance,
    /// The limit on the operations of rules in the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) operations: Option<u64>,
}

#[cfg(any(feature = "serve", feature = "terminal"))]
impl New {
    /// Whether rules are given by their texts, so that they may be anything.
    pub(crate) fn has_texts(&self) -> bool {
        let is_text = |added: &Added| !matches!(added, Added::Name(_));
        matches!(self.scenario, Scenario::Text { .. }) || self.with.iter().any(is_text)
    }
}

/// A scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the name of a scenario, or an object with its `text`")]
pub(crate) enum Scenario {
    /// The name of a scenario, or a file.
    Name(String),
    /// The text of a scenario file.
    Text {
        /// The text.
        text: String,
    },
}

#[cfg(any(feature = "serve", feature = "terminal"))]
impl Scenario {
    /// The name of the scenario; `None` if its text is given.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Name(name) => Some(name),
            Self::Text { .. } => None,
        }
    }
}

/// An additional pack or rule file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a name, or an object with `name` and `text`, or with `name` and `files`"
)]
pub(crate) enum Added {
    /// A pack or a rule file in one of the folders given on the command line.
    Name(String),
    /// A rule file, given by its text.
    Rule {
        /// The name of the rule, such as `my_rule`.
        name: String,
        /// The text.
        text: String,
    },
    /// A pack, given by the contents of its files.
    Pack {
        /// The name of the pack.
        name: String,
        /// Its files by their paths, `pack.toml` among them.
        files: BTreeMap<String, String>,
    },
}

/// The players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected a number of players, or a list of their names")]
pub(crate) enum Players {
    /// The number of players; the scenario names them.
    Number(usize),
    /// Their names, clockwise.
    Names(Vec<String>),
}

/// The source of random results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Chance {
    /// The program draws from the seed all results that a line omits.
    #[default]
    Drawn,
    /// The lines contain all random results, such as `red rolls 2 5` and `red takes from blue
    /// drawing ore`; a line without them is refused. The set-up is drawn from the seed.
    Supplied,
}

/// The result of a method that changes a game: its current state.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Status {
    /// The id of the game.
    pub(super) game: String,
    /// The names of the players, clockwise.
    pub(super) players: Vec<String>,
    /// The seed of the game's random results.
    pub(super) seed: u64,
    /// The number of lines that were played and not undone.
    pub(super) lines: usize,
    /// The changes, in the words of transcripts.
    pub(super) changes: Vec<String>,
    /// The number of turns that have begun.
    pub(super) turn: u16,
    /// The player whose turn it is.
    pub(super) in_turn: String,
    /// The players who have to act.
    pub(super) to_act: Vec<String>,
    /// Whether the game is over.
    pub(super) over: bool,
    /// The winner.
    pub(super) winner: Option<String>,
}

/// The parameters of `observe`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Observe {
    /// The id of the game.
    pub(super) game: String,
    /// The player whose view is returned; that of a spectator by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    /// Whether all hands are visible, for programs that supervise a game.
    #[serde(default)]
    pub(super) open: bool,
}

/// The parameters of `legal`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalParams {
    /// The id of the game.
    pub(super) game: String,
    /// The player; by default all who have to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// Whether offers and counter-offers of one card for one card are included. Larger ones are
    /// never listed, but may be played.
    #[serde(default)]
    pub(super) offers: bool,
}

/// The legal actions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct LegalActions {
    /// The actions, in a fixed order.
    pub(super) actions: Vec<super::Legal>,
}

/// The parameters of `play`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    /// The id of the game.
    pub(super) game: String,
    /// The line, such as `red builds road at C4-ne`. It may contain random results: `red rolls 2
    /// 5`, `red takes from blue drawing ore`.
    pub(super) line: String,
}

/// The parameters of `undo`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The id of the game.
    pub(super) game: String,
    /// The number of lines; 1 by default.
    #[serde(default = "one")]
    pub(super) lines: usize,
}

pub(super) fn one() -> usize {
    1
}

/// The parameters of `why`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Why {
    /// The id of the game.
    pub(super) game: String,
    /// The number of the line among the played lines, counted from 1; the last one by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
}

/// The result of `why`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Because")]
pub(crate) struct WhyResult {
    /// The line.
    pub(crate) line: String,
    /// The changes.
    pub(crate) changes: Vec<BehindChange>,
    /// The rules that were called and returned an answer.
    pub(crate) asked: Vec<ErrorReason>,
}

/// A change with its causes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BehindChange {
    /// The change, in the words of transcripts.
    pub(crate) text: String,
    /// The rules and facts that caused it, with their lines; empty if no rule or fact did.
    pub(crate) because: Vec<ErrorReason>,
}

/// The parameters of `why_not`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyNot {
    /// The id of the game.
    pub(super) game: String,
    /// The line.
    pub(super) line: String,
}

/// The result of `why_not`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Against")]
pub(super) struct WhyNotResult {
    /// Whether the line is legal.
    pub(super) legal: bool,
    /// The reasons against it.
    pub(super) reasons: Vec<ErrorReason>,
}

/// The parameters of `copy`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Copy {
    /// The id of the game.
    pub(super) game: String,
    /// The id of the copy; by default an unused one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) copy: Option<String>,
}

/// A game as data.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// The version of this format.
    pub(super) format: u32,
    /// The version of the program that saved it.
    pub(super) engine: String,
    /// The parameters of the game.
    pub(super) setup: New,
    /// The transcript with which the game began, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) transcript: Option<String>,
    /// The lines that were played since then.
    pub(super) lines: Vec<String>,
    /// A digest of the position, as in transcripts.
    pub(super) digest: String,
    /// The table at the end, with all hands visible; restoring the game must reproduce it.
    pub(super) table: serde_json::Map<String, serde_json::Value>,
}

/// The parameters of `load`: either a state or a transcript.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// The id of the new game; by default an unused one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// The result of `state`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<Box<Saved>>,
    /// A transcript, which may begin with a given position; it is checked as the command `replay`
    /// does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) transcript: Option<String>,
    /// The packs and rule files that the transcript adds in its `with` lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) with: Vec<Added>,
}

/// A game as a transcript.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Transcript {
    /// The text of the transcript.
    pub(super) transcript: String,
}

/// The parameters of `svg`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Svg {
    /// The id of the game.
    pub(super) game: String,
    /// The player whose view is returned; that of a spectator by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    /// Whether the picture shows the names of all places.
    #[serde(default)]
    pub(super) names: bool,
}

/// A picture.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Picture {
    /// The text of an SVG file.
    pub(super) svg: String,
}

/// The parameters of `playout`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Playout {
    /// The id of the game.
    pub(super) game: String,
    /// The player at each seat, `greedy` or `random`; random players by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(super) seats: Vec<Strategy>,
    /// The number of games; 1 by default.
    #[serde(default = "one")]
    pub(super) games: usize,
    /// The seed of their random results: game n, from 0, uses seed + n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
}

/// The result of `playout`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Playouts {
    /// The games.
    pub(super) games: Vec<PlayoutResult>,
}

/// A game that was played to its end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename = "Ended")]
pub(super) struct PlayoutResult {
    /// The winner; null if the turn limit was reached.
    pub(super) winner: Option<String>,
    /// The number of turns that have begun.
    pub(super) turns: u16,
    /// The points by seat, including hidden ones.
    pub(super) points: Vec<i64>,
}
