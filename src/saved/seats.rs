//! Who plays at the seats of a game.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::seat::{Programs, Random, Seat, Strategy};

/// Who plays at a seat, written as one word, or as `program` and a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum SeatKind {
    /// A person.
    Person,
    /// A built-in player.
    Strategy(Strategy),
    /// The external program with this name.
    Program(String),
}

/// The word for a person.
const PERSON: &str = "person";
/// What comes before the name of a program.
const PROGRAM: &str = "program ";

impl JsonSchema for SeatKind {
    fn schema_name() -> Cow<'static, str> {
        "SeatKind".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Who plays at a seat: a person, a bot, or `program` and a name.",
            "anyOf": [
                { "const": PERSON },
                generator.subschema_for::<Bot>(),
                { "type": "string", "pattern": format!("^{PROGRAM}") },
            ],
        })
    }
}

/// The schema of a [`Strategy`] as a word.
pub(crate) enum Bot {}

impl JsonSchema for Bot {
    fn schema_name() -> Cow<'static, str> {
        "Bot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words = Strategy::ALL.map(|(strategy, _)| strategy.word());
        json_schema!({
            "description": "A built-in player, such as `search`; `search:2000` looks at this number of positions for a decision.",
            "anyOf": [{ "enum": words }, { "type": "string", "pattern": "^search:" }],
        })
    }
}

impl From<SeatKind> for String {
    fn from(kind: SeatKind) -> Self {
        match kind {
            SeatKind::Person => PERSON.into(),
            SeatKind::Strategy(strategy) => strategy.into(),
            SeatKind::Program(name) => format!("{PROGRAM}{name}"),
        }
    }
}

impl TryFrom<String> for SeatKind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if let Ok(strategy) = text.parse() {
            return Ok(Self::Strategy(strategy));
        }
        match text.strip_prefix(PROGRAM) {
            Some(name) => Ok(Self::Program(name.into())),
            None if text == PERSON => Ok(Self::Person),
            None => Err(format!("`{text}` cannot play at a seat")),
        }
    }
}

impl SeatKind {
    /// The player for this seat of a game with this seed; `None` for a person.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(super) fn create_seat(
        &self,
        programs: &Programs,
        seed: u64,
        seat: usize,
    ) -> Result<Option<Box<dyn Seat>>, String> {
        match self {
            Self::Person => Ok(None),
            Self::Strategy(strategy) => Ok(Some(strategy.create_seat(seed, seat))),
            Self::Program(name) => programs.start(name, Random::new(seed, seat)).map(Some),
        }
    }
}
