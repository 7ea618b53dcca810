//! A scenario file: which packs, who plays, what is set, and how the board looks.

use std::ops::RangeInclusive;

use serde::Deserialize;
use toml::Spanned;

use super::manifest::Word;
use super::toml_file::Declared;
use crate::chance::fnv1a;
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::rules::{SettingValue, Walk};
use crate::table::PLAYERS;

/// What players are called unless the scenario says otherwise.
const NAMES: [&str; PLAYERS] = ["red", "blue", "white", "orange", "green", "brown"];

/// A scenario that was found and read.
#[derive(Debug)]
pub(super) struct Scenario {
    /// As it was asked for.
    pub(super) name: String,
    pub(super) source: Source,
    pub(super) keys: ScenarioKeys,
    pub(super) board: BoardKeys,
    /// The file of the board, if it is that of another scenario.
    pub(super) board_file: Option<Source>,
}

/// The keys of a scenario.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioKeys {
    pub(super) title: String,
    #[serde(default)]
    pub(super) text: String,
    pub(super) packs: Vec<Word>,
    players: Spanned<[usize; 2]>,
    #[serde(default)]
    names: Declared<Spanned<Vec<Word>>>,
    pub(super) turn_limit: Option<u16>,
    #[serde(default)]
    pub(super) settings: Declared<Spanned<SettingValue>>,
    pub(super) board: Option<BoardKeys>,
    pub(super) board_of: Option<Word>,
    #[serde(default)]
    pub(super) start: Declared<Vec<Word>>,
}

/// The keys of a board.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardKeys {
    pub(super) rows: Spanned<Vec<Word>>,
    #[serde(default)]
    pub(super) shift: ShiftKey,
    pub(super) joined: Option<Joined>,
    #[serde(default)]
    pub(super) terrain: Declared<usize>,
    pub(super) numbers: Option<NumberKeys>,
    #[serde(default)]
    pub(super) areas: Declared<AreaKeys>,
    #[serde(default)]
    pub(super) gaps: Vec<Word>,
    pub(super) double_hexes: Option<DoubleHexKeys>,
    #[serde(default)]
    pub(super) tokens: Declared<Vec<Word>>,
    pub(super) ports: Option<PortKeys>,
    #[serde(default)]
    pub(super) markers: Declared<Word>,
}

/// Where the rows of the map begin.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum ShiftKey {
    /// Each row is centered.
    #[default]
    Centered,
    /// The second row, the fourth and so on stand half a hex to the right.
    Odd,
    /// The first row, the third and so on do.
    Even,
}

/// Which edges of the map are one.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joined {
    /// The northern and the southern one.
    #[serde(rename = "north-south")]
    NorthSouth,
}

/// Number markers for the hexes that the map leaves open.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberKeys {
    pub(super) order: Spanned<Vec<Spanned<u8>>>,
    #[serde(default)]
    pub(super) walk: WalkKey,
}

/// How number markers are laid out.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum WalkKey {
    /// In a spiral from a corner.
    #[default]
    Spiral,
    /// Shuffled.
    Shuffled,
}

impl From<WalkKey> for Walk {
    fn from(key: WalkKey) -> Self {
        match key {
            WalkKey::Spiral => Self::Spiral,
            WalkKey::Shuffled => Self::Shuffled,
        }
    }
}

/// A named part of the board: all land of some rows, or some hexes.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaKeys {
    #[serde(default)]
    pub(super) rows: Vec<Word>,
    #[serde(default)]
    pub(super) hexes: Vec<Word>,
}

/// The double-hexes around the land.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct DoubleHexKeys {
    pub(super) places: Vec<Word>,
    pub(super) kinds: Spanned<Vec<Word>>,
    #[serde(default)]
    pub(super) opposite: Vec<Word>,
    #[serde(default)]
    pub(super) shuffled: bool,
}

/// The ports.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PortKeys {
    pub(super) places: Vec<Word>,
    pub(super) kinds: Spanned<Vec<Word>>,
    #[serde(default)]
    pub(super) shuffled: bool,
}

impl Scenario {
    /// A diagnostic about a part of the file.
    pub(super) fn error(&self, at: &Spanned<impl Sized>, message: impl Into<String>) -> Diagnostic {
        self.source.error(at.span(), message)
    }

    /// A diagnostic about a part of the board.
    pub(super) fn board_error(
        &self,
        at: &Spanned<impl Sized>,
        message: impl Into<String>,
    ) -> Diagnostic {
        self.board_source().error(at.span(), message)
    }

    /// The file in which the board stands.
    pub(super) fn board_source(&self) -> &Source {
        self.board_file.as_ref().unwrap_or(&self.source)
    }

    /// A hash of its file, and of that of its board.
    pub(super) fn hash(&self) -> u64 {
        let board = self.board_file.iter().map(|source| source.text.as_bytes());
        fnv1a(
            &std::iter::once(self.source.text.as_bytes()).chain(board).collect::<Vec<_>>().concat(),
        )
    }

    /// How many can play.
    pub(super) fn seats(&self) -> Result<RangeInclusive<usize>, Diagnostic> {
        let [least, most] = *self.keys.players.get_ref();
        if least < 2 || most > PLAYERS || least > most {
            let message = format!("`players` is {least} to {most}, expected 2 to {PLAYERS}");
            return Err(self.error(&self.keys.players, message));
        }
        Ok(least..=most)
    }

    /// The names of the players, one list for each number of players.
    pub(super) fn names(
        &self,
        seats: &RangeInclusive<usize>,
        wrong: &mut Diagnostics,
    ) -> Vec<Vec<String>> {
        for (count, names) in &self.keys.names.0 {
            let Some(seated) = count.get_ref().parse().ok().filter(|n| seats.contains(n)) else {
                let range = format!("{} to {}", seats.start(), seats.end());
                let message =
                    format!("`{}` is no number of players, expected {range}", count.get_ref());
                wrong.push(self.error(count, message));
                continue;
            };
            let found = names.get_ref().len();
            if found != seated {
                wrong.push(self.error(names, format!("expected {seated} names, found {found}")));
            }
            self.check_names(names.get_ref(), wrong);
        }
        let list = |seated: usize| {
            let given = self.keys.names.0.iter().find(|(n, _)| n.get_ref().parse() == Ok(seated));
            match given {
                Some((_, names)) => names.get_ref().iter().map(|n| n.get_ref().clone()).collect(),
                None => NAMES[..seated].iter().map(|&name| name.to_owned()).collect(),
            }
        };
        seats.clone().map(list).collect()
    }

    fn check_names(&self, names: &[Word], wrong: &mut Diagnostics) {
        for (at, name) in names.iter().enumerate() {
            let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            let word = name.get_ref();
            if !word.starts_with(|c: char| c.is_ascii_lowercase()) || !word.chars().all(proper) {
                let message = format!("`{word}` cannot name a player");
                let hint = "write lower-case letters, digits and `_`";
                wrong.push(self.error(name, message).hint(hint));
            }
            if names[..at].iter().any(|other| other.get_ref() == word) {
                wrong.push(self.error(name, format!("two players are called `{word}`")));
            }
        }
    }
}
