//! Creates the Rhai engine: registers the vocabulary, and sets up the sandbox.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use rhai::packages::{BasicArrayPackage, BasicMathPackage, CorePackage, LogicPackage, Package};
use rhai::{
    Array, Dynamic, Engine, EvalAltResult, FnPtr, FuncRegistration, NativeCallContext,
    OptimizationLevel, Position,
};

use super::best;
use super::call_stack::{CallStack, StackFrame};
use super::constants::EACH;
use super::error;
use super::limits::{LIST, OPERATIONS, TEXT};
use super::thing::{SetOperation, Thing};
use super::value::Value;
use super::vocabulary::overloads::{self, Overloads};
use crate::game::Halt;
use crate::rules::Running;

type EngineResult = Result<Dynamic, Box<EvalAltResult>>;

/// Keywords that rules do not need, or that would let them suppress errors, access files or run
/// strings as code. Maps are banned since they grow without limit when they are indexed.
const BANNED: [&str; 13] = [
    "try", "catch", "throw", "eval", "import", "export", "print", "debug", "Fn", "call", "curry",
    "#{", "type_of",
];

/// Rhai's functions that no rule may call.
pub(super) const REFUSED: [&str; 3] = ["sleep", "exit", "parse_json"];

/// Creates an engine for one thread.
pub(super) fn engine(stack: &Rc<CallStack>) -> Engine {
    let mut engine = Engine::new_raw();
    CorePackage::new().register_into_engine(&mut engine);
    LogicPackage::new().register_into_engine(&mut engine);
    BasicMathPackage::new().register_into_engine(&mut engine);
    BasicArrayPackage::new().register_into_engine(&mut engine);
    limit(&mut engine, stack);
    engine.register_type_with_name::<Thing>("thing");
    engine.register_iterator::<Thing>();
    texts(&mut engine, stack);
    operators(&mut engine, stack);
    for overloads in overloads::all().filter(|it| best::named(it.name).is_none()) {
        register(&mut engine, stack, overloads);
    }
    best::register(&mut engine, stack);
    engine
}

fn limit(engine: &mut Engine, stack: &Rc<CallStack>) {
    // Files are checked before they are optimized.
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_max_operations(OPERATIONS);
    engine.set_max_call_levels(16);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_functions(100);
    engine.set_max_variables(64);
    engine.set_max_string_size(TEXT);
    engine.set_max_array_size(LIST);
    engine.set_max_map_size(200);
    for symbol in BANNED {
        engine.disable_symbol(symbol);
    }
    // Rhai discards the operations of callbacks that fail; this counter includes them.
    let counter = Rc::clone(stack);
    engine.on_progress(move |_| {
        counter.operations.set(counter.operations.get() + 1);
        counter.all_operations.set(counter.all_operations.get() + 1);
        counter.is_exhausted().then_some(Dynamic::UNIT)
    });
    for name in REFUSED {
        let refused =
            move || -> EngineResult { Err(format!("the rule language has no `{name}`").into()) };
        engine.register_fn(name, refused);
        engine.register_fn(name, move |_: Dynamic| refused());
    }
    for name in ["sort", "sort_by"] {
        engine.register_fn(name, sort);
    }
}

/// Sorts a list with a function that compares two members and returns a negative number if the
/// first one comes first. Unlike Rhai's own `sort`, it stops if that function fails.
#[expect(clippy::needless_pass_by_value, reason = "the engine passes arguments by value")]
fn sort(
    context: NativeCallContext,
    list: &mut Array,
    compare: FnPtr,
) -> Result<(), Box<EvalAltResult>> {
    let mut sorted: Array = Vec::with_capacity(list.len());
    for item in list.drain(..) {
        let (mut from, mut to) = (0, sorted.len());
        while from < to {
            let middle = from.midpoint(to);
            let pair = [sorted[middle].clone(), item.clone()];
            let order: Dynamic = compare.call_raw(&context, None, pair)?;
            match order.as_int() {
                Ok(order) if order <= 0 => from = middle + 1,
                Ok(_) => to = middle,
                Err(_) => return Err("`sort` expects a function that returns a number".into()),
            }
        }
        sorted.insert(from, item);
    }
    *list = sorted;
    Ok(())
}

/// Registers conversions of all values to strings in the words of the game. Rhai itself would print
/// Rust types.
fn texts(engine: &mut Engine, stack: &Rc<CallStack>) {
    for name in ["to_string", "to_debug"] {
        let stack = Rc::clone(stack);
        engine.register_fn(name, move |context: NativeCallContext, value: Dynamic| {
            let value = Value::from(value);
            stack.with(context.call_position(), |frame| Ok(value.in_words(frame.view()).into()))
        });
        // Rhai would print a hash of the function, which differs between platforms.
        engine.register_fn(name, |_: FnPtr| String::from("a function"));
    }
    // `EACH` is a fact of the running rule, so it cannot be a constant of the engine.
    let stack = Rc::clone(stack);
    #[expect(deprecated, reason = "the version of the engine is pinned, so nothing can change")]
    engine.on_var(move |name, _, context| {
        let is_each = name == EACH && !context.scope().contains(name);
        Ok(stack.each.get().filter(|_| is_each).map(Dynamic::from))
    });
}

fn operators(engine: &mut Engine, stack: &Rc<CallStack>) {
    engine.register_fn("==", |one: Thing, other: Thing| one.is_same(other));
    engine.register_fn("!=", |one: Thing, other: Thing| !one.is_same(other));
    for (symbol, operation) in [
        ("&", SetOperation::Intersection),
        ("|", SetOperation::Union),
        ("-", SetOperation::Difference),
    ] {
        let stack = Rc::clone(stack);
        engine.register_fn(symbol, move |context: NativeCallContext, one: Thing, other: Thing| {
            stack.with(context.call_position(), |frame| {
                match one.combine(other, operation, frame.view()) {
                    Some(thing) => Ok(Dynamic::from(thing)),
                    None => {
                        let message = format!(
                            "{} and {} cannot be combined",
                            one.description(),
                            other.description()
                        );
                        Err(frame.view().fail(&message, None))
                    }
                }
            })
        });
    }
}

/// Registers the overloads of a name; the receiver selects one.
fn register(engine: &mut Engine, stack: &Rc<CallStack>, overloads: &'static Overloads) {
    let name = if overloads.parameters.is_none() {
        format!("get${}", overloads.name)
    } else {
        overloads.name.into()
    };
    let function = FuncRegistration::new(name).with_purity(true).with_volatility(true);
    let stack = Rc::clone(stack);
    let call = move |context: &NativeCallContext, of: Thing, args: &[Value]| {
        stack.with(context.call_position(), |frame| {
            let rule = frame.view().cause().expect("a rule is running").rule;
            let running = Running { rule, copy: stack.copy.get() };
            let answer = match frame {
                StackFrame::Effect(effect) => overloads.call(effect, running, &of, args),
                StackFrame::Hook(position) => overloads.read(position.view(), running, &of, args),
            };
            answer.map(Value::for_engine)
        })
    };
    match overloads.parameters.unwrap_or(0) {
        0 => function.register_into_engine(engine, move |c: NativeCallContext, of: &mut Thing| {
            call(&c, *of, &[])
        }),
        1 => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic| call(&c, *of, &[a.into()]),
        ),
        2 => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic, b: Dynamic| {
                call(&c, *of, &[a.into(), b.into()])
            },
        ),
        _ => function.register_into_engine(
            engine,
            move |c: NativeCallContext, of: &mut Thing, a: Dynamic, b: Dynamic, d: Dynamic| {
                call(&c, *of, &[a.into(), b.into(), d.into()])
            },
        ),
    };
}

impl CallStack {
    /// Calls a function on the game of the running call. If it halts, the script is terminated.
    ///
    /// The game is removed from the stack meanwhile, so that a pure hook can push another one.
    pub(super) fn with(
        &self,
        position: Position,
        run: impl FnOnce(&mut StackFrame) -> Result<Dynamic, Halt>,
    ) -> EngineResult {
        let mut frame =
            self.frames.borrow_mut().pop().expect("the running game is on the call stack");
        let cause = frame.view().cause();
        let place = cause.and_then(|it| error::cause_at(frame.view().rules(), it.rule, position));
        frame.set_cause(place.or(cause));
        let answer = if frame.has_halted() {
            Err(Halt)
        } else {
            let depth = self.depth.get();
            catch_unwind(AssertUnwindSafe(|| run(&mut frame))).unwrap_or_else(|panic| {
                self.depth.set(depth);
                Err(frame.view().fail(&error::bug(panic.as_ref()), None))
            })
        };
        self.frames.borrow_mut().push(frame);
        answer.map_err(|Halt| Box::new(EvalAltResult::ErrorRuntime(Dynamic::UNIT, position)))
    }
}
