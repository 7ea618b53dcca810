//! The kinds of hooks.

use super::Type;

/// The kind of a hook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HookShape {
    /// An effect: runs after a change, from the agenda, and may change the game and ask players.
    Effect,
    /// A veto: returns nothing, or a reason against an action.
    Veto,
    /// A value that is passed from rule to rule; the last parameter is the value so far.
    Value,
    /// A price.
    Price,
    /// A guard: whether a card or ability can be used now, or why not.
    Guard,
}

impl HookShape {
    /// The types of its result, and their description in messages.
    pub fn answers(self) -> (&'static [Type], &'static str) {
        match self {
            Self::Effect => (&[Type::Any], "anything"),
            Self::Veto => (&[Type::Text, Type::Unit], "a string with a reason, or nothing"),
            Self::Value => (&[Type::Number, Type::Unit], "a number or nothing"),
            Self::Price => {
                (&[Type::Cards, Type::Text], "resource cards, or a string such as `2 wood, 1 ore`")
            }
            Self::Guard => {
                (&[Type::Truth, Type::Text], "`true`, `false`, or a string that explains why not")
            }
        }
    }
}
