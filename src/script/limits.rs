//! The limits of scripts.

/// The maximum number of operations of one call.
pub(super) const OPERATIONS: u64 = 100_000;
/// The maximum number of operations of a call, including all nested pure hooks.
pub(super) const ALL_OPERATIONS: u64 = 1_000_000;
/// The maximum length of a string in bytes.
pub(super) const TEXT: usize = 2_000;
/// The maximum number of things in a list, including nested lists.
pub(super) const LIST: usize = 1_000;
/// The maximum depth of nested calls of pure hooks.
pub(super) const DEPTH: usize = 4;
/// The largest absolute value that a pure hook may return.
pub(super) const MAX_RESULT: i64 = 1_000_000;
/// The maximum number of parsed prices that are kept.
pub(super) const PRICES: usize = 256;
