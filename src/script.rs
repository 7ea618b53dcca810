//! Scripts: the rule files, run by the Rhai engine, as the game asks.
//!
//! The only module that knows Rhai. A host belongs to one thread; it holds the game at work
//! while a script runs, and nothing of it afterwards.

mod compile;
mod engine;
mod error;
pub mod thing;
pub mod vocabulary;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rhai::{AST, CallFnOptions, Dynamic, Engine, Scope};

use crate::game::{Script, Work};
use crate::rules::{Arg, Call, Failure, Rules, Value};
use crate::set::Id;
use thing::Thing;

/// The most operations of one call.
const OPERATIONS: u64 = 100_000;

/// The rule files of one game, ready to run.
pub struct Host {
    engine: Engine,
    /// One compiled file for each rule.
    files: Vec<AST>,
    desk: Rc<Desk>,
}

/// Where the running script finds the game.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "the game at work comes and goes as a pointer")]
pub(crate) struct Desk {
    /// The games at work: the running effect's, and above it those that pure hooks look at.
    works: RefCell<Vec<Box<Work>>>,
    /// The operations of the running call.
    operations: Cell<u64>,
}

impl Host {
    /// Runs one hook on the work that lies on the desk.
    fn run(&self, call: &Call) -> Result<Dynamic, Failure> {
        let before = self.desk.operations.replace(0);
        let mut args = vec![Dynamic::from(Thing::Player(call.me))];
        args.extend(call.args.iter().map(argument));
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(true);
        let file = &self.files[call.rule.index()];
        let result: Result<Dynamic, _> = self.engine.call_fn_with_options(
            options,
            &mut Scope::new(),
            file,
            call.hook.name(),
            args,
        );
        self.desk.operations.set(before);
        let mut works = self.desk.works.borrow_mut();
        let work = works.last_mut().expect("the work lies on the desk");
        match result {
            Ok(value) if work.failure().is_none() => Ok(value),
            Ok(_) => Err(work.failure().cloned().expect("a failure stays")),
            Err(error) => Err(error::failure(&error, work, call)),
        }
    }
}

impl Script for Host {
    fn effect(&self, mut work: Box<Work>, call: &Call) -> (Box<Work>, Result<(), Failure>) {
        work.cause = Some(crate::game::Cause { rule: call.rule, line: 0 });
        self.desk.works.borrow_mut().push(work);
        let result = self.run(call);
        let mut work = self.desk.works.borrow_mut().pop().expect("the work lies on the desk");
        let result = match result {
            Ok(_) => Ok(()),
            Err(_) if work.is_asking() => Ok(()),
            Err(failure) => {
                work.settle_failure(failure.clone());
                Err(failure)
            }
        };
        (work, result)
    }

    fn pure(&self, work: &Work, calls: &[Call]) -> Result<Vec<Value>, Failure> {
        self.desk.works.borrow_mut().push(Box::new(work.for_reading()));
        let values = calls.iter().map(|call| {
            if let Some(work) = self.desk.works.borrow_mut().last_mut() {
                work.cause = Some(crate::game::Cause { rule: call.rule, line: 0 });
            }
            self.run(call).map(value)
        });
        let values: Result<Vec<Value>, Failure> = values.collect();
        self.desk.works.borrow_mut().pop();
        values
    }
}

/// An argument as scripts get it.
fn argument(arg: &Arg) -> Dynamic {
    Dynamic::from(match *arg {
        Arg::Number(number) => return number.into(),
        Arg::Player(player) => Thing::Player(player),
        Arg::Cards(cards) => Thing::Cards(cards),
        Arg::Piece { owner, kind, place, starting } => {
            Thing::Piece { owner, kind, place, starting }
        }
        Arg::Kind(kind) => Thing::Kind(kind),
        Arg::Place(place) => Thing::Place(place),
        Arg::Marker(marker) => Thing::Marker(marker),
        Arg::Card(card) => Thing::Card(card),
    })
}

/// What a pure hook has answered.
fn value(answer: Dynamic) -> Value {
    if let Ok(truth) = answer.as_bool() {
        Value::Truth(truth)
    } else if let Ok(number) = answer.as_int() {
        Value::Number(number)
    } else if let Ok(text) = answer.into_string() {
        Value::Text(text)
    } else {
        Value::Nothing
    }
}

/// A script host for the rules of a game, as the game wants it.
///
/// # Errors
/// When a rule file does not compile or says words that there are not.
pub fn host(rules: &Rules) -> Result<Rc<dyn Script>, crate::diagnostic::Diagnostics> {
    Ok(Rc::new(Host::new(rules)?))
}
