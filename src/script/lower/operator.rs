//! The operators of lowered hooks.

use crate::game::{Reads, View};
use crate::script::limits::TEXT;
use crate::script::thing::SetOperation;
use crate::script::value::Value;

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Both,
    Either,
    Max,
    Min,
}

/// A unary operator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Negative,
}

/// The result of an operation, and whether the interpreter would look up a function for it and
/// count that; `None` if the interpreter has to compute the result.
type OperationResult = Option<(Value, bool)>;

impl Binary {
    /// The operator with this symbol.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "+" => Self::Plus,
            "-" => Self::Minus,
            "*" => Self::Times,
            "/" => Self::Divide,
            "%" => Self::Modulo,
            "==" => Self::Equal,
            "!=" => Self::Unequal,
            "<" => Self::Less,
            "<=" => Self::AtMost,
            ">" => Self::Greater,
            ">=" => Self::AtLeast,
            "&" => Self::Both,
            "|" => Self::Either,
            _ => return None,
        })
    }

    /// The operator that is written as a function with this name.
    pub(super) fn function(name: &str) -> Option<Self> {
        match name {
            "max" => Some(Self::Max),
            "min" => Some(Self::Min),
            _ => None,
        }
    }

    /// Applies the operator.
    #[inline]
    fn apply(self, one: &Value, other: &Value, view: View<'_>) -> OperationResult {
        match (one, other) {
            (Value::Number(one), Value::Number(other)) => self.of_numbers(*one, *other),
            (Value::Thing(one), Value::Thing(other)) => {
                let combined = |with| one.combine(*other, with, view).map(Value::Thing);
                let given = match self {
                    Self::Equal => Value::Truth(one.is_same(*other)),
                    Self::Unequal => Value::Truth(!one.is_same(*other)),
                    Self::Both => combined(SetOperation::Intersection)?,
                    Self::Either => combined(SetOperation::Union)?,
                    Self::Minus => combined(SetOperation::Difference)?,
                    _ => return None,
                };
                Some((given, true))
            }
            (Value::Text(one), Value::Text(other)) if self == Self::Plus => {
                let is_short = one.len() + other.len() <= TEXT;
                is_short.then(|| (Value::Text(one + other), false))
            }
            (Value::Text(one), Value::Text(other)) => self.compared(one, other),
            (Value::Text(_), Value::Truth(_)) | (Value::Truth(_), Value::Text(_)) => {
                self.of_unlike(false)
            }
            (Value::Thing(_), Value::Text(_) | Value::Number(_) | Value::Truth(_))
            | (Value::Text(_) | Value::Number(_) | Value::Truth(_), Value::Thing(_)) => {
                self.of_unlike(true)
            }
            (Value::Truth(one), Value::Truth(other)) => match self {
                Self::Equal | Self::Unequal => self.compared(one, other),
                _ => None,
            },
            _ => None,
        }
    }

    /// The result for values of different types, which are never equal.
    fn of_unlike(self, is_counted: bool) -> OperationResult {
        match self {
            Self::Equal => Some((Value::Truth(false), is_counted)),
            Self::Unequal => Some((Value::Truth(true), is_counted)),
            _ => None,
        }
    }

    fn of_numbers(self, one: i64, other: i64) -> OperationResult {
        let number = match self {
            Self::Plus => one.checked_add(other)?,
            Self::Minus => one.checked_sub(other)?,
            Self::Times => one.checked_mul(other)?,
            Self::Divide => one.checked_div(other)?,
            Self::Modulo => one.checked_rem(other)?,
            Self::Max => return Some((Value::Number(one.max(other)), true)),
            Self::Min => return Some((Value::Number(one.min(other)), true)),
            _ => return self.compared(&one, &other),
        };
        Some((Value::Number(number), false))
    }

    fn compared<T: Ord>(self, one: &T, other: &T) -> OperationResult {
        let truth = match self {
            Self::Equal => one == other,
            Self::Unequal => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Greater => one > other,
            Self::AtLeast => one >= other,
            _ => return None,
        };
        Some((Value::Truth(truth), false))
    }
}

/// Applies a binary operator, and counts it if the interpreter would; `None` if the interpreter has
/// to compute the result.
#[inline]
pub(super) fn operate(
    operator: Binary,
    (one, other): (&Value, &Value),
    view: View<'_>,
    reads: &mut Reads,
) -> Option<Value> {
    let (value, is_counted) = operator.apply(one, other, view)?;
    reads.operations += u64::from(is_counted);
    Some(value)
}

impl Unary {
    /// The operator with this symbol.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "!" => Some(Self::Not),
            "-" => Some(Self::Negative),
            _ => None,
        }
    }

    /// Applies the operator; `None` if the interpreter has to compute the result.
    #[inline]
    pub(super) fn apply(self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Self::Not, Value::Truth(truth)) => Some(Value::Truth(!truth)),
            (Self::Negative, Value::Number(number)) => Some(Value::Number(number.checked_neg()?)),
            _ => None,
        }
    }
}
