//! The Rhai engine: the vocabulary registered, and the holes of the sandbox closed.

use std::collections::BTreeMap;
use std::rc::Rc;

use rhai::packages::{
    BasicArrayPackage, BasicMapPackage, BasicMathPackage, CorePackage, LogicPackage, Package,
};
use rhai::{
    Dynamic, Engine, EvalAltResult, FuncRegistration, NativeCallContext, OptimizationLevel,
    Position,
};

use super::thing::{SetOperation, Thing};
use super::vocabulary::{Said, Word, words};
use super::{Desk, OPERATIONS};
use crate::game::{Halt, Work};

type Answer = Result<Dynamic, Box<EvalAltResult>>;

/// Words of the language that rules have no use for, or that would let them swallow errors,
/// reach files or run text.
const BANNED: [&str; 10] =
    ["try", "catch", "throw", "eval", "import", "export", "print", "debug", "Fn", "call"];

/// An engine for one thread.
pub(super) fn engine(desk: &Rc<Desk>) -> Engine {
    let mut engine = Engine::new_raw();
    CorePackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    BasicMapPackage::new().register_into_engine(&mut engine);
    limit(&mut engine, desk);
    engine.register_type_with_name::<Thing>("thing");
    engine.register_iterator::<Thing>();
    operators(&mut engine, desk);
    let mut meanings: BTreeMap<(&str, Option<usize>), Vec<&'static Word>> = BTreeMap::new();
    for word in words() {
        meanings.entry((word.name, word.parameters.map(<[_]>::len))).or_default().push(word);
    }
    for ((name, parameters), words) in meanings {
        register(&mut engine, desk, name, parameters, words);
    }
    engine
}

fn limit(engine: &mut Engine, desk: &Rc<Desk>) {
    // Constants are put into the functions that name them.
    engine.set_optimization_level(OptimizationLevel::Simple);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(OPERATIONS);
    engine.set_max_call_levels(16);
    engine.set_max_expr_depths(32, 32);
    engine.set_max_functions(100);
    engine.set_max_variables(64);
    engine.set_max_string_size(2_000);
    engine.set_max_array_size(1_000);
    engine.set_max_map_size(200);
    for symbol in BANNED {
        engine.disable_symbol(symbol);
    }
    // Rhai forgets the operations of callbacks that fail; this count forgets nothing.
    let counter = Rc::clone(desk);
    engine.on_progress(move |_| {
        let operations = counter.operations.get() + 1;
        counter.operations.set(operations);
        (operations > OPERATIONS).then(|| Dynamic::from("too many operations"))
    });
    let refused =
        |name: &str| -> Answer { Err(format!("`{name}` is no word of the rule language").into()) };
    engine.register_fn("sleep", move |_: i64| refused("sleep"));
    engine.register_fn("exit", move || refused("exit"));
    engine.register_fn("exit", move |_: Dynamic| refused("exit"));
}

fn operators(engine: &mut Engine, desk: &Rc<Desk>) {
    engine.register_fn("==", |one: Thing, other: Thing| same(one, other));
    engine.register_fn("!=", |one: Thing, other: Thing| !same(one, other));
    for (symbol, operation) in
        [("&", SetOperation::Both), ("|", SetOperation::Either), ("-", SetOperation::Less)]
    {
        let desk = Rc::clone(desk);
        engine.register_fn(symbol, move |context: NativeCallContext, one: Thing, other: Thing| {
            desk.with(context.call_position(), |work| match one.combine(other, operation) {
                Some(thing) => Ok(Dynamic::from(thing)),
                None => {
                    let message = format!("{} and {} do not go together", one.sort(), other.sort());
                    Err(work.fail(&message, None))
                }
            })
        });
    }
}

/// Whether two things are the same; a piece is the same as its place.
fn same(one: Thing, other: Thing) -> bool {
    match (one, other) {
        (Thing::Piece { place: one, .. }, Thing::Piece { place: other, .. }) => one == other,
        (Thing::Piece { place, .. }, Thing::Place(other))
        | (Thing::Place(other), Thing::Piece { place, .. }) => place == other,
        _ => one == other,
    }
}

/// Registers a name with this number of parameters; which of its meanings is said depends on
/// what it is said of.
fn register(
    engine: &mut Engine,
    desk: &Rc<Desk>,
    name: &'static str,
    parameters: Option<usize>,
    words: Vec<&'static Word>,
) {
    let registered = if parameters.is_none() { format!("get${name}") } else { name.into() };
    let function = FuncRegistration::new(registered).with_purity(true).with_volatility(true);
    let desk = Rc::clone(desk);
    let say = move |context: &NativeCallContext, of: Thing, args: Vec<Dynamic>| {
        desk.with(context.call_position(), |work| {
            if of == Thing::Nothing {
                return Ok(of_nothing(words[0], &args));
            }
            let meaning = words.iter().find(|word| word.is_said_of(&of));
            let mut said = Said { work, name, of, args };
            match meaning {
                Some(word) => (word.run)(&mut said),
                None => said.misplaced(),
            }
        })
    };
    match parameters.unwrap_or(0) {
        0 => function.register_into_engine(engine, move |c: NativeCallContext, of: &mut Thing| {
            say(&c, *of, Vec::new())
        }),
        1 => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic| say(&c, *of, vec![a]),
        ),
        2 => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic, b: Dynamic| {
                say(&c, *of, vec![a, b])
            },
        ),
        _ => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic, b: Dynamic, d: Dynamic| {
                say(&c, *of, vec![a, b, d])
            },
        ),
    };
}

/// What a word answers when it is said of `NONE`.
fn of_nothing(word: &Word, args: &[Dynamic]) -> Dynamic {
    match word.name {
        "is_empty" => true.into(),
        "contains" | "has" => false.into(),
        "count" | "total" => 0.into(),
        "or" => args[0].clone(),
        _ if word.acts => Dynamic::UNIT,
        _ => Dynamic::from(Thing::Nothing),
    }
}

impl Desk {
    /// Does something with the work; whatever halts it ends the script for good.
    ///
    /// The work leaves the desk meanwhile, so that a pure hook can lay another one on it.
    fn with(
        &self,
        position: Position,
        run: impl FnOnce(&mut Work) -> Result<Dynamic, Halt>,
    ) -> Answer {
        let mut work = self.works.borrow_mut().pop().expect("the work lies on the desk");
        if let (Some(cause), Some(line)) = (&mut work.cause, position.line()) {
            cause.line = line;
        }
        let answer = if work.has_halted() { Err(Halt) } else { run(&mut work) };
        self.works.borrow_mut().push(work);
        answer.map_err(|Halt| Box::new(EvalAltResult::ErrorTerminated(Dynamic::UNIT, position)))
    }
}
