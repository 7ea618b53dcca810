//! Runs rule files with Rhai.
//!
//! Besides `content/rule_file.rs`, only this module uses Rhai. A host belongs to one thread. The
//! interpreter runs a hook on a copy of the game. An effect's copy then replaces the game; a pure
//! hook's copy is dropped.

mod best;
mod call_stack;
mod check;
mod compile;
mod constants;
mod engine;
mod error;
mod known;
mod limits;
mod lower;
mod names;
pub mod renamed;
pub mod rule_outline;
mod syntax;
#[cfg(test)]
mod tests;
pub mod thing;
pub(crate) mod tokens;
mod trace;
mod types;
pub mod value;
pub mod vocabulary;

pub use check::Review;
pub(crate) use compile::check_length;
pub use compile::review;
pub use error::{explain, explain_in};
pub use names::names;
pub(crate) use syntax::{UnparsedFile, compiled, syntax};
pub use trace::Trace;
pub use types::{CallSite, Named, is_accepted};

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use rhai::{AST, Dynamic, Engine, EvalAltResult, ImmutableString, Scope};

use crate::board::Place;
use crate::diagnostic::Diagnostics;
use crate::game::{Ask, CachedOperations, Cause, Effect, Reads, Script, Verdict, View};
use crate::resource::Resources;
use crate::rules::{
    self, Arg, Call, Cost, Hook, HookShape, Result, RuleId, Rules, Type, setting_name,
};
use crate::set::{Id, SmallSet};
use call_stack::{CallStack, StackFrame};
use limits::{DEPTH, MAX_RESULT, PRICES};
use lower::{LoweredHook, LoweringError, Machine, Mutating, ResultMode, SuspendedEffect};
use thing::Thing;
use value::{Value, costs};

/// The rule files of one game, ready to run.
struct Host {
    engine: Engine,
    /// The hooks of each rule.
    hooks: Vec<BTreeMap<Hook, HookBody>>,
    stack: Rc<CallStack>,
    /// The parsed prices that hooks have computed.
    prices: RefCell<BTreeMap<ImmutableString, Resources>>,
    /// How often the interpreter has run a hook.
    #[cfg(test)]
    interpreted: std::cell::Cell<u64>,
}

/// The body of a hook as a syntax tree of its own, since Rhai does not report where inside a called
/// function a limit was exceeded.
struct HookBody {
    parameters: Vec<ImmutableString>,
    ast: AST,
    /// The member of a family for which the rule was made.
    each: Option<Thing>,
    /// The bytecode of the hook, if it could be lowered.
    lowered: Result<LoweredHook, LoweringError>,
}

/// The modes in which a host runs hooks.
#[derive(Clone, Copy)]
pub enum ExecutionMode<'a> {
    /// With bytecode if possible, or else with the interpreter.
    Lowered,
    /// Only with the interpreter.
    Interpreted,
    /// With the interpreter, tracing the statements that run.
    Watched(&'a Trace),
}

/// A hook that could not be lowered to bytecode.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnloweredHook {
    /// The rule.
    pub rule: RuleId,
    /// The hook.
    pub hook: Hook,
    /// The construct that cannot be lowered.
    pub what: String,
    /// Its position.
    pub cause: Cause,
}

impl Host {
    /// Runs an effect as bytecode, from its beginning or from its question. Returns the number of
    /// operations, or `None` if the interpreter has to run it.
    fn run_bytecode(&self, effect: &mut Effect, call: &Call) -> Option<u64> {
        let (lowered, fill) = self.lowered(call)?;
        effect.set_cause(Some(Cause::start(effect.rules(), call.rule)));
        let suspended = match effect.take_resume_data() {
            Some(data) => Some(SuspendedEffect::resume(data, effect)?),
            None => None,
        };
        let (mut asked, mut halted) = (None, None);
        let ran = self.stack.within(&mut Reads::none(), |reads, registers| {
            let operations = &self.stack.all_operations;
            operations.set(suspended.as_ref().map_or(0, |it| it.question.operations));
            let access = Mutating::new(&mut *effect, &mut asked, operations);
            let (running, machine) = (call.running(), suspended.map(|it| it.machine));
            let ran;
            (ran, halted) =
                Machine::run_effect(lowered, (access, running), (registers, fill), reads, machine);
            ran
        });
        let (outcome, operations) = ran?;
        let is_asking = effect.is_asking();
        let is_done = match outcome {
            Ok(()) => !effect.has_halted(),
            Err(_) => is_asking,
        };
        if !is_done {
            return None;
        }
        if let (Some(machine), Some(question)) = (halted, asked)
            && !effect.view().keeps_hook_log()
        {
            effect.set_resume_data(Rc::new(SuspendedEffect { machine, question }));
        }
        Some(operations)
    }

    /// Runs an effect with the interpreter, from its beginning. Returns the number of operations.
    /// The interpreter has to own the game, so the effect runs on a copy, which then replaces the
    /// game.
    fn run_engine(&self, effect: &mut Effect, call: &Call) -> u64 {
        effect.restart_run();
        effect.set_cause(Some(Cause::start(effect.rules(), call.rule)));
        self.stack.frames.borrow_mut().push(StackFrame::Effect(Box::new(effect.clone())));
        let result = self.run(call);
        let Some(StackFrame::Effect(copy)) = self.stack.frames.borrow_mut().pop() else {
            unreachable!("the effect is on the call stack")
        };
        *effect = *copy;
        if let Err(failure) = result
            && !effect.is_asking()
        {
            effect.store_failure(failure);
        }
        self.stack.all_operations.get()
    }

    /// Calls a pure hook for its answer without text, as bytecode if possible, or else with the
    /// interpreter.
    #[inline(never)]
    fn new_verdict(
        &self,
        view: View<'_>,
        call: &Call,
        place: Option<Place>,
        reads: &mut Option<Reads>,
    ) -> Result<Verdict> {
        let call = &call.with_place(place);
        let is_price = call.hook.shape() == HookShape::Price;
        let take = |answer: &Value| {
            if is_price {
                self.parsed_price(answer, call.hook, view.rules()).map(Verdict::Cards)
            } else {
                verdict(answer, call.hook).ok()
            }
        };
        let mode = if is_price {
            ResultMode::Price
        } else {
            ResultMode::Verdict(place.map(|place| (call.args.len(), place)))
        };
        let known = self.ask_bytecode(view, call, reads.insert(Reads::none()), (mode, take));
        if let Some(verdict) = known {
            return Ok(verdict);
        }
        *reads = None;
        Ok((&self.interpret(view, call)?).into())
    }

    /// Converts the answer of a hook for a price. Each text is parsed once.
    fn parsed_price(&self, answer: &Value, hook: Hook, rules: &Rules) -> Option<Resources> {
        let Value::Text(text) = answer else { return price(answer, hook, rules).ok() };
        let mut prices = self.prices.borrow_mut();
        if let Some(cards) = prices.get(text) {
            return Some(*cards);
        }
        let cards = price(answer, hook, rules).ok()?;
        if prices.len() == PRICES {
            prices.clear();
        }
        prices.insert(text.clone(), cards);
        Some(cards)
    }

    /// Runs a pure hook as bytecode, if it has some without side effects, and converts its answer
    /// with `take`.
    #[inline]
    fn ask_bytecode<T>(
        &self,
        view: View<'_>,
        call: &Call,
        reads: &mut Reads,
        result: (ResultMode, impl FnOnce(&Value) -> Option<T>),
    ) -> Option<T> {
        let (lowered, fill) = self.lowered(call).filter(|(lowered, _)| !lowered.acts)?;
        view.attempt(|view| {
            let (outcome, _) = self.stack.within(reads, |reads, registers| {
                Machine::run(lowered, (view, call.running()), (registers, fill), reads, result)
            })?;
            outcome.ok()
        })
    }

    /// Runs a hook with the interpreter, on the game at the top of the stack.
    fn run(&self, call: &Call) -> Result<Value> {
        #[cfg(test)]
        self.interpreted.set(self.interpreted.get() + 1);
        let stack = &self.stack;
        let depth = stack.depth.get();
        if depth == DEPTH {
            return self.failed(call, Err(error::circle().into()));
        }
        stack.depth.set(depth + 1);
        let (around, outer) = (stack.operations.replace(0), stack.copy.replace(call.copy));
        if depth == 0 {
            stack.all_operations.set(0);
        }
        let Some(body) = self.hooks[call.rule.index()].get(&call.hook) else {
            let missing =
                EvalAltResult::ErrorFunctionNotFound(call.hook.name().into(), rhai::Position::NONE);
            return self.failed(call, Err(missing.into()));
        };
        let mut scope = body.scope(call);
        let each_around = stack.each.replace(body.each);
        let run = || self.engine.eval_ast_with_scope(&mut scope, &body.ast);
        let mut result: Result<Dynamic, Box<EvalAltResult>> = catch_unwind(AssertUnwindSafe(run))
            .unwrap_or_else(|panic| Err(error::bug(panic.as_ref()).into()));
        if stack.is_exhausted() {
            let place = result.err().map_or(rhai::Position::NONE, |error| error.position());
            result = Err(EvalAltResult::ErrorTooManyOperations(place).into());
        }
        stack.operations.set(around);
        stack.each.set(each_around);
        stack.copy.set(outer);
        stack.depth.set(depth);
        self.failed(call, result)
    }

    /// Runs a pure hook with the interpreter, on a copy of the game.
    #[cold]
    fn interpret(&self, view: View<'_>, call: &Call) -> Result<rules::HookResult> {
        let mut copy = Box::new(view.copied());
        copy.set_cause(Some(Cause::start(view.rules(), call.rule)));
        self.stack.frames.borrow_mut().push(StackFrame::Hook(copy));
        let answer = self.run(call);
        self.stack.frames.borrow_mut().pop();
        value(&answer?, call.hook, view.rules())
            .map_err(|message| error::misanswered(view, call, message))
    }

    /// The bytecode of a hook, with its arguments.
    fn lowered<'a>(
        &'a self,
        call: &'a Call,
    ) -> Option<(&'a LoweredHook, impl FnOnce(&mut [Value]))> {
        let body = self.hooks[call.rule.index()].get(&call.hook)?;
        let lowered = body.lowered.as_ref().ok()?;
        let fill = |registers: &mut [Value]| {
            for (number, register) in registers[..body.parameters.len()].iter_mut().enumerate() {
                *register = argument(call, number);
            }
        };
        Some((lowered, fill))
    }

    /// The answer of a call. Returns a failure if something has failed or a question is open, even
    /// if the script ignored it.
    fn failed(&self, call: &Call, result: Result<Dynamic, Box<EvalAltResult>>) -> Result<Value> {
        let frames = self.stack.frames.borrow();
        let view = frames.last().expect("the running game is on the call stack").view();
        match result {
            Ok(value) if view.failure().is_none() => Ok(value.into()),
            Ok(_) => Err(error::failure(None, view, call)),
            Err(error) => Err(error::failure(Some(&error), view, call)),
        }
    }
}

impl HookBody {
    /// The arguments of a call by name.
    fn scope(&self, call: &Call) -> Scope<'static> {
        let mut scope = Scope::new();
        for (number, name) in self.parameters.iter().enumerate() {
            scope.push_dynamic(name.clone(), argument(call, number).for_engine());
        }
        scope
    }
}

impl Script for Host {
    fn effect(&self, effect: &mut Effect, call: &Call) -> u64 {
        self.run_bytecode(effect, call).unwrap_or_else(|| self.run_engine(effect, call))
    }
}

impl Ask for Host {
    fn answer(&self, view: View<'_>, call: &Call) -> Result<rules::HookResult> {
        let take = |answer: &Value| value(answer, call.hook, view.rules()).ok();
        let mode = (ResultMode::Whole, take);
        let answer = self.ask_bytecode(view, call, &mut Reads::none(), mode);
        answer.map_or_else(|| self.interpret(view, call), Ok)
    }

    fn verdict(
        &self,
        view: View<'_>,
        call: &Call,
        place: Option<Place>,
        cached: CachedOperations<'_>,
        reads: &mut Option<Reads>,
    ) -> Result<Option<Verdict>> {
        match cached {
            Some(operations) if self.stack.count(operations) => Ok(None),
            _ => self.new_verdict(view, call, place, reads).map(Some),
        }
    }
}

/// An argument of a call as a value for scripts: first the player, then the arguments of the call,
/// then `NONE`.
fn argument(call: &Call, number: usize) -> Value {
    let Some(number) = number.checked_sub(1) else { return Thing::Player(call.me).into() };
    let Some(arg) = call.args.get(number) else { return Value::NOTHING };
    Value::Thing(match *arg {
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
        Arg::Deck(deck) => Thing::Decks(SmallSet::of(deck)),
        Arg::Truth(truth) => return truth.into(),
    })
}

/// Converts the answer of a pure hook, or returns an error message.
fn value(answer: &Value, hook: Hook, rules: &Rules) -> Result<rules::HookResult, String> {
    if hook.shape() == HookShape::Price {
        return price(answer, hook, rules).map(rules::HookResult::Cards);
    }
    Ok(match verdict(answer, hook)? {
        Verdict::Nothing => rules::HookResult::Nothing,
        Verdict::Yes => rules::HookResult::Truth(true),
        Verdict::No => match answer {
            Value::Text(reason) => rules::HookResult::Text(reason.to_string()),
            _ => rules::HookResult::Truth(false),
        },
        Verdict::Number(number) => rules::HookResult::Number(number),
        Verdict::Cards(cards) => rules::HookResult::Cards(cards),
    })
}

/// Converts the answer of a hook for a price.
fn price(answer: &Value, hook: Hook, rules: &Rules) -> Result<Resources, String> {
    let text = match answer {
        Value::Thing(Thing::Cards(cards)) => return Ok(*cards),
        answer => answer.text(),
    };
    let Some(text) = text else {
        let (_, expected) = hook.shape().answers();
        let name = hook.name();
        return Err(format!("`{name}` returns {}, expected {expected}", answer.description()));
    };
    match costs(text, rules).map_err(|error| error.message)?[..] {
        [Cost { fixed, same: 0, any: 0, .. }] => Ok(fixed),
        _ => Err(format!("`{}` leaves a choice: `{text}`", hook.name())),
    }
}

/// Converts the answer of a pure hook without its text.
fn verdict(answer: &Value, hook: Hook) -> Result<Verdict, String> {
    let given = match (hook.shape(), answer) {
        (
            HookShape::Effect | HookShape::Veto | HookShape::Value,
            Value::Unit | Value::Thing(Thing::Nothing),
        ) => Some(Verdict::Nothing),
        (HookShape::Guard, Value::Truth(true)) => Some(Verdict::Yes),
        (HookShape::Guard, Value::Truth(false)) => Some(Verdict::No),
        (HookShape::Value, Value::Number(number)) => {
            if number.abs_diff(0) > MAX_RESULT.unsigned_abs() {
                return Err(format!("`{}` returns {number}, which is too large", hook.name()));
            }
            Some(Verdict::Number(*number))
        }
        (HookShape::Effect | HookShape::Veto | HookShape::Guard, Value::Text(_)) => {
            Some(Verdict::No)
        }
        _ => None,
    };
    given.ok_or_else(|| {
        let (_, expected) = hook.shape().answers();
        format!("`{}` returns {}, expected {expected}", hook.name(), answer.description())
    })
}

/// The constants of all rule files of a game, with their types.
pub fn constants(rules: &Rules) -> BTreeMap<String, Type> {
    let typed = |(name, value)| (name, Value::from(value).type_of());
    constants::constants(rules).into_iter().map(typed).collect()
}

/// The settings of a game by their names in rule files, with their types.
pub fn settings(rules: &Rules) -> BTreeMap<String, Type> {
    let type_of = |value| Value::from(constants::plain(value)).type_of();
    let settings = rules.settings.iter();
    settings.map(|(key, setting)| (setting_name(key).to_owned(), type_of(&setting.value))).collect()
}

/// A script host for the rules of a game.
///
/// # Errors
/// When a rule file does not compile or uses unknown names.
pub fn host(rules: &Rules) -> Result<Rc<dyn Script>, Diagnostics> {
    host_of(rules, ExecutionMode::Lowered)
}

/// A script host that runs hooks in this mode. All modes have the same results.
///
/// # Errors
/// When a rule file does not compile or uses unknown names.
pub fn host_of(rules: &Rules, mode: ExecutionMode) -> Result<Rc<dyn Script>, Diagnostics> {
    Ok(Rc::new(Host::new(rules, mode)?))
}

/// A script host, and the hooks that could not be lowered.
pub struct ReviewedHost {
    /// The host.
    pub host: Rc<dyn Script>,
    /// The hooks that could not be lowered, and why.
    pub unlowered: Vec<UnloweredHook>,
}

/// Reviews the rule files of a game, and creates a script host if there are no errors. Each file is
/// parsed once.
pub fn reviewed_host(rules: &Rules) -> (Review, Result<ReviewedHost, Diagnostics>) {
    compile::reviewed(rules)
}
