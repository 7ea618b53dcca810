//! The settings of packs, and their values in a game.

use std::fmt;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::origin::Origin;

/// A setting of a pack and its value in this game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Setting {
    /// Its description.
    pub text: String,
    /// The value in this game.
    pub value: SettingValue,
    /// The default value.
    pub default: SettingValue,
    /// The range of a number.
    pub range: Option<RangeInclusive<i64>>,
    /// The position where the value is set: in a pack, a scenario or a transcript, or on the
    /// command line.
    pub origin: Origin,
}

/// The value of a setting.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected true, false, a whole number or a string")]
pub enum SettingValue {
    /// A boolean.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
}

impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => word.fmt(f),
        }
    }
}
