//! Answers of pure hooks.

use crate::board::Places;
use crate::resource::Resources;
use crate::rules::{Call, HookResult};
use crate::table::Facets;

/// The data that a pure hook has read for its answer: the dependencies of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    /// The facets of the table.
    pub facets: Facets,
    /// The player and the arguments that were read, as bits in their order; the player is bit 0.
    pub arguments: u32,
    /// The places that would get the same answer as the last argument, if that is a place and was
    /// only tested for membership in sets of places.
    pub places: Places,
    /// The operations of the hook.
    pub operations: u64,
}

impl Reads {
    /// The dependencies of a constant answer.
    pub fn none() -> Self {
        Self { facets: Facets::NONE, arguments: 0, places: Places::all(), operations: 0 }
    }
}

/// A pure hook's answer, without the words of a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No opinion.
    Nothing,
    /// Yes.
    Yes,
    /// No, or a reason against it.
    No,
    /// A number.
    Number(i64),
    /// The cards of a price.
    Cards(Resources),
}

impl From<&HookResult> for Verdict {
    fn from(value: &HookResult) -> Self {
        match value {
            HookResult::Nothing => Self::Nothing,
            HookResult::Truth(true) => Self::Yes,
            HookResult::Truth(false) | HookResult::Text(_) => Self::No,
            HookResult::Number(number) => Self::Number(*number),
            HookResult::Cards(cards) => Self::Cards(*cards),
        }
    }
}

/// Counts the operations of the answers that the game has cached; `None` if there are none.
pub type CachedOperations<'a> = Option<&'a dyn Fn() -> u64>;

/// A call of a pure hook, with its answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HookCall {
    /// The call.
    pub call: Call,
    /// The answer.
    pub value: HookResult,
}
