//! Values of the rule language: arguments and results of functions.
//!
//! Rhai has its own representation of them; only this module converts between the two.

use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use rhai::{Array, Dynamic, ImmutableString};

use super::known::Known;
use super::thing::Thing;
use crate::game::View;
use crate::notation::{self, NotationError};
use crate::rules::{Cost, Rules, Type};

/// A value of the rule language.
#[derive(Clone, Debug)]
pub enum Value {
    /// No value: the result of verbs that return nothing.
    Unit,
    /// A boolean.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// A string.
    Text(ImmutableString),
    /// A string that was looked up when the game was loaded.
    Known(Rc<Known>),
    /// A thing of the game.
    Thing(Thing),
    /// A list.
    List(Vec<Value>),
    /// A value that no function takes, such as the settings as a whole.
    Foreign(Dynamic),
}

impl Value {
    /// `NONE`.
    pub const NOTHING: Self = Self::Thing(Thing::Nothing);

    /// Its type; `Any` for `NONE`.
    pub fn type_of(&self) -> Type {
        match self {
            Self::Unit => Type::Unit,
            Self::Truth(_) => Type::Truth,
            Self::Number(_) => Type::Number,
            Self::Text(_) | Self::Known(_) => Type::Text,
            Self::Thing(thing) => thing.type_of(),
            Self::List(_) => Type::List,
            Self::Foreign(_) => Type::Any,
        }
    }

    /// Whether it owns memory.
    #[inline]
    pub(super) fn owns(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Known(_) | Self::List(_) | Self::Foreign(_))
    }

    /// Replaces it with `()`.
    #[inline(never)]
    pub(super) fn clear(&mut self) {
        *self = Self::Unit;
    }

    /// Its description in messages.
    pub fn description(&self) -> &str {
        match self {
            Self::Thing(thing) => thing.description(),
            Self::Foreign(value) => foreign(value),
            _ => self.type_of().text(),
        }
    }

    /// Converts the value for Rhai.
    pub(super) fn for_engine(self) -> Dynamic {
        match self {
            Self::Unit => Dynamic::UNIT,
            Self::Truth(truth) => truth.into(),
            Self::Number(number) => number.into(),
            Self::Text(text) => text.into(),
            Self::Known(known) => known.text.clone().into(),
            Self::Thing(thing) => Dynamic::from(thing),
            Self::List(list) => list.into_iter().map(Self::for_engine).collect::<Array>().into(),
            Self::Foreign(value) => value,
        }
    }

    /// The value in words, such as a player's name or `2 wood`.
    pub fn in_words(&self, view: View<'_>) -> String {
        match self {
            Self::Unit => String::new(),
            Self::Truth(truth) => truth.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.to_string(),
            Self::Known(known) => known.text.to_string(),
            Self::Thing(thing) => thing.in_words(view),
            Self::List(list) => {
                let members = list.iter().map(|member| member.in_words(view));
                format!("[{}]", members.collect::<Vec<_>>().join(", "))
            }
            Self::Foreign(value) if value.is_char() || is_range(value) => value.to_string(),
            Self::Foreign(value) => foreign(value).into(),
        }
    }

    /// The thing, if it is one.
    #[inline]
    pub fn thing(&self) -> Option<Thing> {
        match self {
            Self::Thing(thing) => Some(*thing),
            _ => None,
        }
    }

    /// Converts the value to a thing, if it is one.
    #[inline]
    pub fn into_thing(self) -> Option<Thing> {
        match self {
            Self::Thing(thing) => Some(thing),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[inline]
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[inline]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Known(known) => Some(&known.text),
            _ => None,
        }
    }
}

impl From<()> for Value {
    #[inline]
    fn from((): ()) -> Self {
        Self::Unit
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

/// Whether a value of Rhai is a range of numbers.
fn is_range(value: &Dynamic) -> bool {
    value.is::<Range<i64>>() || value.is::<RangeInclusive<i64>>()
}

/// The description of a value that exists only in Rhai.
fn foreign(value: &Dynamic) -> &'static str {
    if value.is_fnptr() {
        "a function"
    } else if value.is_map() {
        "the settings"
    } else if value.is_char() {
        "a letter"
    } else if is_range(value) {
        "a range"
    } else {
        "a sequence"
    }
}

/// Parses a string that denotes cards into its alternative payments.
pub(super) fn costs(text: &str, rules: &Rules) -> Result<Vec<Cost>, NotationError> {
    notation::costs(text, &rules.words)
}

/// Converts a value from Rhai.
impl From<Dynamic> for Value {
    fn from(value: Dynamic) -> Self {
        if let Some(thing) = value.read_lock::<Thing>().map(|thing| *thing) {
            return Self::Thing(thing);
        }
        match value.type_name() {
            "()" => Self::Unit,
            "bool" => Self::Truth(value.as_bool().expect("a truth")),
            "i64" => Self::Number(value.as_int().expect("a number")),
            "string" => Self::Text(value.into_immutable_string().expect("a string")),
            "array" => {
                let list = value.into_array().expect("a list");
                Self::List(list.into_iter().map(Self::from).collect())
            }
            _ => Self::Foreign(value),
        }
    }
}
