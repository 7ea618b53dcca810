//! Values of the rule language: what words take and give.
//!
//! The engine has its own form of them; this is the one place that knows both.

use rhai::{Array, Dynamic, ImmutableString};

use super::thing::Thing;
use crate::game::Work;
use crate::rules::Sort;

/// A value of the rule language.
#[derive(Clone, Debug)]
pub enum Value {
    /// No value: what a verb leaves.
    Unit,
    /// Yes or no.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(ImmutableString),
    /// A thing of the game.
    Thing(Thing),
    /// A list.
    List(Vec<Value>),
    /// What no word takes, such as the settings as a whole.
    Foreign(Dynamic),
}

impl Value {
    /// `NONE`.
    pub const NOTHING: Self = Self::Thing(Thing::Nothing);

    /// The sort of it; any for `NONE`.
    pub fn sort(&self) -> Sort {
        match self {
            Self::Unit => Sort::Unit,
            Self::Truth(_) => Sort::Truth,
            Self::Number(_) => Sort::Number,
            Self::Text(_) => Sort::Text,
            Self::Thing(thing) => thing.kind(),
            Self::List(_) => Sort::List,
            Self::Foreign(_) => Sort::Any,
        }
    }

    /// What it is, in words.
    pub fn sort_text(&self) -> &str {
        match self {
            Self::Thing(thing) => thing.sort(),
            Self::Foreign(value) => value.type_name(),
            _ => self.sort().text(),
        }
    }

    /// The value as the engine has it.
    pub(super) fn for_engine(self) -> Dynamic {
        match self {
            Self::Unit => Dynamic::UNIT,
            Self::Truth(truth) => truth.into(),
            Self::Number(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::Thing(thing) => Dynamic::from(thing),
            Self::List(list) => list.into_iter().map(Self::for_engine).collect::<Array>().into(),
            Self::Foreign(value) => value,
        }
    }

    /// The value in words, such as a player's name or `2 wood`.
    pub fn in_words(&self, work: &Work) -> String {
        match self {
            Self::Thing(thing) => thing.in_words(work),
            other => other.clone().for_engine().to_string(),
        }
    }

    /// The thing that it is.
    #[inline]
    pub fn thing(&self) -> Option<Thing> {
        match self {
            Self::Thing(thing) => Some(*thing),
            _ => None,
        }
    }

    /// The number that it is.
    #[inline]
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The text that it is.
    #[inline]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<Thing> for Value {
    #[inline]
    fn from(thing: Thing) -> Self {
        Self::Thing(thing)
    }
}

impl From<bool> for Value {
    #[inline]
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl From<i64> for Value {
    #[inline]
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

/// A value of the engine.
impl From<Dynamic> for Value {
    fn from(value: Dynamic) -> Self {
        if let Some(thing) = value.read_lock::<Thing>().map(|thing| *thing) {
            return Self::Thing(thing);
        }
        match value.type_name() {
            "()" => Self::Unit,
            "bool" => Self::Truth(value.as_bool().expect("a truth")),
            "i64" => Self::Number(value.as_int().expect("a number")),
            "string" => Self::Text(value.into_immutable_string().expect("a text")),
            "array" => {
                let list = value.into_array().expect("a list");
                Self::List(list.into_iter().map(Self::from).collect())
            }
            _ => Self::Foreign(value),
        }
    }
}
