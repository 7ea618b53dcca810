//! How much a script may do.

/// The most operations of one call.
pub(super) const OPERATIONS: u64 = 100_000;
/// The most operations of a call and all the pure hooks that it leads to.
pub(super) const ALL_OPERATIONS: u64 = 1_000_000;
/// The most bytes of a text.
pub(super) const TEXT: usize = 2_000;
/// The most things in a list, with those in its lists.
pub(super) const LIST: usize = 1_000;
/// How deep pure hooks may ask for each other.
pub(super) const DEPTH: usize = 4;
/// The largest number, above and below zero, that a pure hook may answer.
pub(super) const LARGEST: i64 = 1_000_000;
