//! Which statements of the rule files run: a call that notes it stands before each of them.
//!
//! Only for hosts that are made to watch. The calls stand on the lines of the statements, which
//! therefore stay true, and what they cost is given back.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use rhai::Engine;

use super::CallStack;
use super::rule_outline::RuleOutline;
use crate::diagnostic::Source;

/// The operations of one of the calls: the statement, its two arguments and the call itself.
const COST: u64 = 4;

/// The statements that have run: the number of the source, and the byte at which each begins.
#[derive(Clone, Default, Debug)]
pub struct Trace(Rc<RefCell<BTreeSet<(usize, usize)>>>);

impl Trace {
    /// What has run since the last time; then nothing has.
    pub fn take(&self) -> BTreeSet<(usize, usize)> {
        self.0.take()
    }

    /// Lets an engine note what runs, and puts the calls into the texts.
    pub(super) fn watch(&self, engine: &mut Engine, stack: &Rc<CallStack>, sources: &mut [Source]) {
        let mut name = String::from("ran");
        while sources.iter().any(|source| source.text.contains(&name)) {
            name.push('_');
        }
        for (number, source) in sources.iter_mut().enumerate() {
            *source = Source::new(source.file.clone(), watched(&source.text, number, &name));
        }
        // The stack counts operations as well, so the cost of these calls is given back there.
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

/// The text with a call before each statement, and in each function without one; an arm of a
/// switch becomes a block.
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
