//! What is asked and answered: the parameters and the result of each method.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::observation::Observation;
use super::rpc::Ground;
use crate::rules::SettingValue;
use crate::seat::Strategy;

/// Declares the methods with their parameters and results.
macro_rules! methods {
    ($($(#[doc = $doc:literal])* $method:ident $name:literal $params:ty => $result:ty;)*) => {
        /// What can be asked for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Method {
            $($(#[doc = $doc])* $method,)*
        }

        impl Method {
            /// All methods.
            pub const ALL: &[Self] = &[$(Self::$method),*];

            /// What messages call it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$method => $name),* }
            }

            /// What it does.
            pub fn text(self) -> String {
                let lines: &[&str] = match self { $(Self::$method => &[$($doc),*]),* };
                lines.join("").trim().into()
            }

            /// The schemas of its parameters and of its result.
            pub(super) fn schemas(self, generator: &mut schemars::SchemaGenerator) -> [schemars::Schema; 2] {
                match self {
                    $(Self::$method => {
                        [generator.subschema_for::<$params>(), generator.subschema_for::<$result>()]
                    })*
                }
            }
        }
    };
}

methods! {
    /// Says which versions of the protocol and of the program these are.
    Hello "hello" Nothing => Hello;
    /// Begins a game.
    New "new" New => Status;
    /// Says what a seat, or a spectator, sees of a game.
    Observe "observe" Observe => Observation;
    /// Lists the legal actions.
    Legal "legal" LegalParams => LegalActions;
    /// Plays a line of a transcript: an action, or an answer to a question.
    Play "play" Play => Status;
    /// Takes lines back, the last ones first.
    Undo "undo" Undo => Status;
    /// Says what stands behind the changes that a line brought about.
    Why "why" Why => Because;
    /// Says what stands against an action; nothing where it is legal.
    WhyNot "why_not" WhyNot => Against;
    /// Makes a second game that stands as the first one does.
    Copy "copy" Copy => Status;
    /// Answers a game as data from which `load` makes it again.
    State "state" OfGame => Saved;
    /// Makes a game of what `state` has answered, or of a transcript.
    Load "load" Load => Status;
    /// Answers the game as a transcript.
    Transcript "transcript" OfGame => Transcript;
    /// Draws the board as an SVG picture.
    Svg "svg" Svg => Picture;
    /// Lists the rules in force, with all names, prices and places of the board.
    Rules "rules" OfGame => super::rulebook::Rulebook;
    /// Lets players of the program play copies of the game to their end.
    Playout "playout" Playout => Playouts;
    /// Forgets a game.
    Close "close" OfGame => Nothing;
}

/// No parameters, or no result.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Which versions these are.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Hello {
    /// The version of the protocol.
    pub(super) protocol: u32,
    /// The version of the program.
    pub(super) engine: String,
    /// The version of what `state` answers.
    pub(super) format: u32,
    /// The methods.
    pub(super) methods: Vec<String>,
    /// The scenarios that are built in.
    pub(super) scenarios: Vec<String>,
}

/// A game by its id.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfGame {
    /// The id of the game.
    pub(super) game: String,
}

/// The parameters of `new`: the scenario, the players and the source of chance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct New {
    /// The id that the game gets; one that is not taken unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// The scenario: a name, a file in one of the folders of the command line, or a text.
    pub(super) scenario: Scenario,
    /// The packs in play, in place of the scenario's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) packs: Option<Vec<String>>,
    /// Packs and rule files that are in play too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) with: Vec<Added>,
    /// Rules that are left out, such as `pack/rule`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) without: Vec<String>,
    /// Settings and their values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) set: BTreeMap<String, SettingValue>,
    /// How many play, or what they are called, clockwise; as many as can play unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) players: Option<Players>,
    /// The seed of the game's chance; one is drawn unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
    /// Where the results of chance come from.
    #[serde(default)]
    pub(super) chance: Chance,
    /// The most operations of rules in the whole game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) operations: Option<u64>,
}

/// A scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected the name of a scenario, or an object with its `text`")]
pub(super) enum Scenario {
    /// The name of a scenario, or a file.
    Name(String),
    /// The text of a scenario, as its file would have it.
    Text {
        /// The text.
        text: String,
    },
}

/// Something that is in play too.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "expected a name, or an object with `name` and `text`, or with `name` and `files`"
)]
pub(super) enum Added {
    /// A pack or a rule file in one of the folders of the command line.
    Name(String),
    /// A rule file by its text.
    Rule {
        /// The name of the rule, such as `my_rule`.
        name: String,
        /// The text.
        text: String,
    },
    /// A pack by its texts.
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
pub(super) enum Players {
    /// How many there are; the scenario names them.
    Number(usize),
    /// What they are called, clockwise.
    Names(Vec<String>),
}

/// Where the results of chance come from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Chance {
    /// The program draws what a line does not say, from the seed.
    #[default]
    Drawn,
    /// The lines say all results, such as `red rolls 2 5` and `red takes from blue drawing ore`; a
    /// line without them is refused. The set-up is drawn from the seed.
    Supplied,
}

/// The result of a method that changes a game: how the game stands now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Status {
    /// The id of the game.
    pub(super) game: String,
    /// What the players are called, clockwise.
    pub(super) players: Vec<String>,
    /// The seed of the game's chance.
    pub(super) seed: u64,
    /// How many lines were played and not taken back.
    pub(super) lines: usize,
    /// What happened, in the words of transcripts.
    pub(super) changes: Vec<String>,
    /// How many turns have begun.
    pub(super) turn: u16,
    /// The player in turn.
    pub(super) in_turn: String,
    /// Who has to act.
    pub(super) to_act: Vec<String>,
    /// Whether the game is over.
    pub(super) over: bool,
    /// Who has won.
    pub(super) winner: Option<String>,
}

/// The parameters of `observe`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Observe {
    /// The id of the game.
    pub(super) game: String,
    /// The player who looks; a spectator unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    /// Whether all hands lie open, for programs that watch over a game.
    #[serde(default)]
    pub(super) open: bool,
}

/// The parameters of `legal`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LegalParams {
    /// The id of the game.
    pub(super) game: String,
    /// The player; all who have to act unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<String>,
    /// Whether offers and counter-offers of one card for one card are listed too. Larger ones are
    /// never listed, and may be played all the same.
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
    /// The line, such as `red builds road at C4-ne`. Results of chance may be said:
    /// `red rolls 2 5`, `red takes from blue drawing ore`.
    pub(super) line: String,
}

/// The parameters of `undo`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Undo {
    /// The id of the game.
    pub(super) game: String,
    /// How many lines; 1 unless given.
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
    /// The number of the line among those that were played, from 1; the last one unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
}

/// The result of `why`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Because {
    /// The line.
    pub(super) line: String,
    /// The changes.
    pub(super) changes: Vec<BehindChange>,
    /// The rules that were asked and had something to say.
    pub(super) asked: Vec<Ground>,
}

/// A change and what stands behind it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct BehindChange {
    /// The change, in the words of transcripts.
    pub(super) text: String,
    /// The rules and facts behind it, with their lines; none for the course of the game itself.
    pub(super) because: Vec<Ground>,
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
pub(super) struct Against {
    /// Whether it is legal.
    pub(super) legal: bool,
    /// The reasons against it.
    pub(super) reasons: Vec<Ground>,
}

/// The parameters of `copy`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Copy {
    /// The id of the game.
    pub(super) game: String,
    /// The id of the copy; one that is not taken unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) copy: Option<String>,
}

/// A game as data.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    /// The version of this format.
    pub(super) format: u32,
    /// The version of the program that has saved it.
    pub(super) engine: String,
    /// What is played.
    pub(super) setup: New,
    /// The transcript with which the game began, where it began with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) transcript: Option<String>,
    /// The lines that were played since.
    pub(super) lines: Vec<String>,
    /// A digest of the position, as transcripts have it.
    pub(super) digest: String,
    /// The table at the end, with all hands open: what the lines must lead to again.
    pub(super) table: serde_json::Map<String, serde_json::Value>,
}

/// The parameters of `load`: either a state or a transcript.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Load {
    /// The id that the game gets; one that is not taken unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) game: Option<String>,
    /// What `state` has answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<Box<Saved>>,
    /// A transcript; it may begin with a position (`given`) and is checked as `replay` checks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) transcript: Option<String>,
    /// Texts of the packs and rule files that the transcript names by `with`.
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
    /// The player who looks; a spectator unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<String>,
    /// Whether all places have their names beside them.
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
    /// Who plays at each seat, `greedy` or `random`; random players unless given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<String>")]
    pub(super) seats: Vec<Strategy>,
    /// How many games are played; 1 unless given.
    #[serde(default = "one")]
    pub(super) games: usize,
    /// The seed of their chance: the game of number n, from 0, has the chance of seed + n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
}

/// The result of `playout`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Playouts {
    /// The games.
    pub(super) games: Vec<Ended>,
}

/// A game that was played to its end.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Ended {
    /// Who has won; nobody where the turns ran out.
    pub(super) winner: Option<String>,
    /// How many turns were begun.
    pub(super) turns: u16,
    /// The points, seat by seat, hidden ones included.
    pub(super) points: Vec<i64>,
}
