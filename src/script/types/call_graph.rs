//! Finds functions that act or ask, directly or through other functions. Pure hooks must not do so.

use std::collections::{BTreeMap, BTreeSet};

use rhai::Position;

/// The name of a function, and the number of its arguments.
pub(in crate::script) type Signature = (String, usize);

/// A call in a function of a rule file.
pub(in crate::script) struct FunctionCall {
    /// The caller.
    pub(in crate::script) by: Signature,
    /// The function that is called.
    pub(super) what: Signature,
    /// Whether the callee is a function of a file. Otherwise, it is a verb that acts or asks.
    pub(super) is_call: bool,
    pub(super) position: Position,
}

/// The callees, or the callers, of each function.
type CallGraph<'a> = BTreeMap<&'a Signature, Vec<&'a Signature>>;

/// Groups pairs by their first members.
fn links<'a>(pairs: impl Iterator<Item = (&'a Signature, &'a Signature)>) -> CallGraph<'a> {
    let mut links = CallGraph::new();
    pairs.for_each(|(from, to)| links.entry(from).or_default().push(to));
    links
}

/// The transitive closure of some functions.
fn closure<'a>(links: &CallGraph<'a>, mut open: Vec<&'a Signature>) -> BTreeSet<&'a Signature> {
    let mut reached = BTreeSet::new();
    while let Some(function) = open.pop() {
        if reached.insert(function) {
            open.extend(links.get(function).into_iter().flatten());
        }
    }
    reached
}

fn calls(function_calls: &[FunctionCall]) -> impl Iterator<Item = &FunctionCall> {
    function_calls.iter().filter(|call| call.is_call)
}

/// The calls through which a function acts or asks, directly or indirectly.
pub(super) fn reached<'a>(
    function_calls: &'a [FunctionCall],
    function: &'a Signature,
) -> impl Iterator<Item = &'a FunctionCall> {
    let called = links(calls(function_calls).map(|call| (&call.by, &call.what)));
    let reached = closure(&called, vec![function]);
    function_calls.iter().filter(move |call| !call.is_call && reached.contains(&call.by))
}

/// The functions that act or ask, directly or indirectly.
pub(in crate::script) fn acting(function_calls: &[FunctionCall]) -> BTreeSet<Signature> {
    let callers = links(calls(function_calls).map(|call| (&call.what, &call.by)));
    let acting = function_calls.iter().filter(|call| !call.is_call).map(|call| &call.by).collect();
    closure(&callers, acting).into_iter().cloned().collect()
}
