//! The vocabulary of scripts: the single declaration of all verbs, queries and properties, for the
//! interpreter, the checker and the reference.

mod board_verbs;
mod facets_of_call;
mod function;
mod hand_verbs;
mod invocation;
mod memory;
mod named;
pub(super) mod overloads;
mod properties;
mod queries;
mod receivers;
#[cfg(test)]
mod tests;
mod verbs;

pub use function::Function;
pub use invocation::{CallResult, Command, HasView, Invocation, Query};

/// All functions.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    let pages = [
        properties::PROPERTIES,
        queries::QUERIES,
        hand_verbs::HAND_VERBS,
        verbs::VERBS,
        board_verbs::BOARD_VERBS,
    ];
    pages.into_iter().flatten()
}
