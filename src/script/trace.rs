//! Traces which statements of rule files run, by inserting a call before each statement.
//!
//! Only hosts that trace use this module. The calls are on the same lines as the statements, so
//! line numbers do not change. The operations of the calls are subtracted from the counts.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rhai::Engine;

use super::CallStack;
use super::rule_outline::RuleOutline;
use crate::diagnostic::Source;

/// The number of operations of an inserted call: the statement, its two arguments and the call
/// itself.
const COST: u64 = 4;

/// The statements that have run, each as the index of its source and its byte offset.
#[derive(Clone, Default, Debug)]
pub struct Trace(Rc<RefCell<BTreeSet<(usize, usize)>>>);

impl Trace {
    /// Returns the statements that have run since the last call.
    pub fn take(&self) -> BTreeSet<(usize, usize)> {
        self.0.take()
    }

    /// Registers the function for tracing, and inserts its calls into the texts.
    pub(super) fn watch(&self, engine: &mut Engine, stack: &Rc<CallStack>, sources: &mut [Source]) {
        let mut name = String::from("ran");
        while sources.iter().any(|source| source.text.contains(&name)) {
            name.push('_');
        }
        for (number, source) in sources.iter_mut().enumerate() {
            *source = Source::new(source.file.clone(), watched(&source.text, number, &name));
        }
        // The stack also counts operations, and there the inserted calls can be subtracted.
        engine.set_max_operations(0);
        let (ran, stack) = (Rc::clone(&self.0), Rc::clone(stack));
        engine.register_fn(name, move |source: i64, at: i64| {
            for count in [&stack.operations, &stack.all_operations] {
                count.set(count.get().saturating_sub(COST));
            }
            let place = usize::try_from(source).ok().zip(usize::try_from(at).ok());
            ran.borrow_mut().extend(place);
        });
    }
}

/// The text with a call before each statement, and in each empty function; an arm of a switch
/// becomes a block.
fn watched(text: &str, number: usize, name: &str) -> String {
    let outline = RuleOutline::of(text);
    let empty = outline.functions.iter().filter(|function| function.inner.is_empty());
    let call = |at: usize| format!("{name}({number}, {at}); ");
    let mut places: Vec<(usize, String)> = Vec::new();
    for statement in &outline.statements {
        if outline.arms.contains(statement) {
            places.push((statement.start, format!("{{ {}", call(statement.start))));
            places.push((statement.end, " }".into()));
        } else {
            places.push((statement.start, call(statement.start)));
        }
    }
    places.extend(empty.map(|function| (function.inner.start, call(function.inner.start))));
    places.sort_by_key(|(at, _)| *at);
    let mut watched = String::new();
    let mut done = 0;
    for (at, put) in places {
        watched.push_str(&text[done..at]);
        watched.push_str(&put);
        done = at;
    }
    watched + &text[done..]
}
