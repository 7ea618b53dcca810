//! Runs the bytecode of a hook directly on the game.

mod calls;
mod text;

use super::bytecode::{Arguments, Bytecode, Code, Instruction, Register, Source};
use super::effect::{Reached, SuspendedMachine};
use super::operator::{Binary, Unary, operate};

use super::{LoweredHook, ResultMode};
use crate::game::{Cause, Halt, Reads, View};
use crate::rules::Running;
use crate::script::limits::{LIST, OPERATIONS, TEXT};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::script::vocabulary::{CallResult, Function, HasView};

/// Why a run does not continue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::script) enum EvalExit {
    /// A call has halted: a question is open, or something has failed.
    Halt,
    /// The interpreter has to compute the result.
    Unsupported,
}

/// The result of running instructions.
pub(in crate::script) type RunResult<T = ()> = Result<T, EvalExit>;

impl From<Halt> for EvalExit {
    fn from(_: Halt) -> Self {
        Self::Halt
    }
}

/// Calls functions for a hook: a pure hook only reads the game, while an effect may change it.
pub(in crate::script) trait Caller: HasView {
    /// Calls a function.
    fn call(
        &mut self,
        function: &Function,
        running: Running,
        cause: Option<Cause>,
        call: (&Thing, &[Value]),
    ) -> CallResult;
}

/// A pure hook reads the game.
impl Caller for View<'_> {
    #[inline]
    fn call(
        &mut self,
        function: &Function,
        running: Running,
        _: Option<Cause>,
        (of, args): (&Thing, &[Value]),
    ) -> CallResult {
        function.read(*self, running, of, args)
    }
}

/// The values of registers.
pub(in crate::script) type Registers = Vec<Value>;

/// The values that instructions work with.
struct Values<'a> {
    registers: &'a mut [Value],
    /// The index of the running function's first register.
    base: usize,
    constants: &'a [Value],
}

impl Values<'_> {
    #[inline]
    fn get(&self, source: Source) -> &Value {
        match source {
            Source::Register(register) | Source::Argument(register) => self.register(register),
            Source::Constant(index) => &self.constants[index as usize],
        }
    }

    #[inline]
    fn register(&self, register: Register) -> &Value {
        &self.registers[self.base + usize::from(register)]
    }

    /// The arguments of a call.
    #[inline]
    fn arguments<'s>(&'s self, arguments: &'s Arguments) -> &'s [Value] {
        match arguments {
            Arguments::Constants(values) => values,
            Arguments::Registers(first, count) => {
                let first = self.base + usize::from(*first);
                &self.registers[first..first + usize::from(*count)]
            }
        }
    }

    #[inline]
    fn register_mut(&mut self, register: Register) -> &mut Value {
        &mut self.registers[self.base + usize::from(register)]
    }

    #[inline]
    fn set(&mut self, register: Register, value: Value) {
        let register = self.register_mut(register);
        // Few values own something, and the others need not be dropped.
        if register.owns() {
            register.clear();
        }
        std::mem::forget(std::mem::replace(register, value));
    }
}

/// Runs bytecode.
pub(in crate::script) struct Machine<'a, W> {
    game: W,
    running: Running,
    functions: &'a [Code],
    values: Values<'a>,
    /// The dependencies of the verdict so far, and the operations.
    reads: &'a mut Reads,
    mode: ResultMode,
    /// The instructions at which it has halted.
    halted: Reached,
}

impl<'a, W: Caller> Machine<'a, W> {
    /// Runs a pure hook of a rule on a game, and converts its answer with `take`. Adds to `reads`
    /// the dependencies of the answer, and the operations that the interpreter would have counted.
    #[inline]
    pub(in crate::script) fn run<T>(
        lowered: &'a LoweredHook,
        (game, running): (W, Running),
        (registers, fill): (&'a mut Registers, impl FnOnce(&mut [Value])),
        reads: &'a mut Reads,
        (mode, take): (ResultMode, impl FnOnce(&Value) -> Option<T>),
    ) -> RunResult<T> {
        lowered.reserve(registers);
        fill(registers);
        let mut machine = Self::new(lowered, (game, running), registers, reads, mode);
        let answer = machine.code(&lowered.bytecode.body, 0)?;
        take(machine.values.get(answer)).ok_or(EvalExit::Unsupported)
    }

    /// Runs an effect of a rule from its beginning, or from the call at which it was suspended. Adds
    /// to `reads` the operations that the interpreter would have counted. If it halts, also returns
    /// the state with which it can continue, if there is one.
    #[inline]
    pub(in crate::script) fn run_effect(
        lowered: &'a LoweredHook,
        (game, running): (W, Running),
        (registers, fill): (&'a mut Registers, impl FnOnce(&mut [Value])),
        reads: &'a mut Reads,
        suspended: Option<SuspendedMachine>,
    ) -> (RunResult, Option<SuspendedMachine>) {
        let body = &lowered.bytecode.body;
        let mut reached = Reached::new();
        lowered.reserve(registers);
        if let Some(suspended) = suspended {
            for (register, value) in registers.iter_mut().zip(suspended.registers) {
                *register = value;
            }
            reached = suspended.reached;
            reads.operations = suspended.operations;
        } else {
            fill(registers);
        }
        let mut machine =
            Machine::new(lowered, (game, running), &mut *registers, &mut *reads, ResultMode::Whole);
        let ran =
            if reached.is_empty() { machine.code(body, 0) } else { machine.resume(body, &reached) };
        let halted = std::mem::take(&mut machine.halted);
        let may_continue = ran == Err(EvalExit::Halt) && lowered.bytecode.may_continue_at(&halted);
        let suspended = may_continue.then(|| SuspendedMachine {
            registers: registers[..body.registers]
                .iter_mut()
                .map(|it| std::mem::replace(it, Value::Unit))
                .collect(),
            reached: halted,
            operations: reads.operations,
        });
        (ran.map(drop), suspended)
    }

    #[inline]
    fn new(
        lowered: &'a LoweredHook,
        (game, running): (W, Running),
        registers: &'a mut Registers,
        reads: &'a mut Reads,
        mode: ResultMode,
    ) -> Self {
        let Bytecode { functions, constants, .. } = &lowered.bytecode;
        let values = Values { registers, base: 0, constants };
        Self { game, running, functions, values, reads, mode, halted: Reached::new() }
    }

    /// Runs the instructions of a hook or function from an index. Returns where its result is.
    fn code(&mut self, code: &Code, mut at: usize) -> RunResult<Source> {
        let ran = self.instructions(code, &mut at);
        if ran == Err(EvalExit::Halt) {
            self.halted.push(at - 1);
        }
        ran
    }

    /// Continues a hook or function that has halted: first the function that it was calling, if there
    /// is one, and then its own instructions.
    fn resume(&mut self, code: &Code, reached: &[usize]) -> RunResult<Source> {
        let [inner @ .., at] = reached else {
            unreachable!("a function has reached an instruction")
        };
        let mut at = *at;
        if !inner.is_empty() {
            let Instruction::CallFunction { function, first } = &code.instructions[at] else {
                unreachable!("the function calls another one")
            };
            at += 1;
            let called = self.call_function(*function, *first, inner);
            if called == Err(EvalExit::Halt) {
                self.halted.push(at - 1);
            }
            called?;
        }
        self.code(code, at)
    }

    #[expect(clippy::inline_always, reason = "the index stays in a register")]
    #[inline(always)]
    fn instructions(&mut self, code: &Code, at: &mut usize) -> RunResult<Source> {
        loop {
            let instruction = &code.instructions[*at];
            *at += 1;
            match instruction {
                Instruction::Count(operations) => self.count(*operations)?,
                Instruction::Copy { from, to } => self.copy(*from, *to),
                Instruction::Call(call) => self.call(call)?,
                Instruction::Unary { operator, value, to } => {
                    self.unary(*operator, *value, *to)?;
                }
                Instruction::Binary { operator, one, other, to } => {
                    self.binary(*operator, [*one, *other], *to)?;
                }
                Instruction::Combine { variable, operator, value } => {
                    self.combine(*variable, *operator, *value)?;
                }
                Instruction::Text(text) => self.text(text)?,
                Instruction::List { items, to } => self.list(items, *to)?,
                Instruction::Jump(target) => *at = *target as usize,
                Instruction::JumpIf { value, is, target } => match self.look_at(*value) {
                    Value::Truth(truth) if truth == is => *at = *target as usize,
                    Value::Truth(_) => {}
                    _ => return Err(EvalExit::Unsupported),
                },
                Instruction::JumpIfGiven { value, target } => {
                    if !matches!(self.look_at(*value), Value::Unit) {
                        *at = *target as usize;
                    }
                }
                Instruction::Members { over, left } => self.begin_members(*over, *left)?,
                Instruction::NextMember { left, to, end } => match self.next_member(*left) {
                    Some(member) => self.values.set(*to, member),
                    None => *at = *end as usize,
                },
                Instruction::Numbers { from, to, with_last, left } => {
                    self.begin_numbers([*from, *to], *with_last, *left)?;
                }
                Instruction::NextNumber { left, to, end } => match self.next_number(*left) {
                    Some(number) => self.values.set(*to, Value::Number(number)),
                    None => *at = *end as usize,
                },
                Instruction::CountTurn { turn, to } => self.count_turn(*turn, *to),
                Instruction::CallFunction { function, first } => {
                    self.call_function(*function, *first, &[])?;
                }
                Instruction::Best(best) => self.best(best)?,
                Instruction::Contains(membership) => self.contains(membership)?,
                Instruction::Filter(membership) => self.filter(membership)?,
                Instruction::Return(value) => {
                    self.note(*value);
                    return Ok(*value);
                }
            }
        }
    }

    /// Counts the operations of a part that is about to be executed.
    #[inline]
    fn count(&mut self, operations: u32) -> RunResult {
        self.reads.operations += u64::from(operations);
        if self.reads.operations > OPERATIONS { Err(EvalExit::Unsupported) } else { Ok(()) }
    }

    /// Records that the result depends on a value, if that is an argument of the hook.
    #[inline]
    fn note(&mut self, source: Source) {
        if let Source::Argument(register) = source {
            self.reads.arguments |= 1 << register.min(31);
        }
    }

    /// The value of a source. Records that the result depends on it.
    #[inline]
    fn look_at(&mut self, source: Source) -> &Value {
        self.note(source);
        self.values.get(source)
    }

    #[inline]
    fn copy(&mut self, from: Source, to: Register) {
        let value = self.look_at(from).clone();
        self.values.set(to, value);
    }

    fn unary(&mut self, operator: Unary, value: Source, to: Register) -> RunResult {
        let value = operator.apply(self.look_at(value)).ok_or(EvalExit::Unsupported)?;
        self.values.set(to, value);
        Ok(())
    }

    #[inline]
    fn binary(&mut self, operator: Binary, sides: [Source; 2], to: Register) -> RunResult {
        for side in sides {
            self.note(side);
        }
        let [one, other] = sides.map(|side| self.values.get(side));
        let value = operate(operator, (one, other), self.game.view(), self.reads);
        self.values.set(to, value.ok_or(EvalExit::Unsupported)?);
        Ok(())
    }

    #[inline(never)]
    fn combine(&mut self, variable: Source, operator: Binary, value: Source) -> RunResult {
        self.note(variable);
        let (Source::Register(variable) | Source::Argument(variable)) = variable else {
            unreachable!("constants do not change")
        };
        if operator == Binary::Plus && matches!(self.values.register(variable), Value::List(_)) {
            let value = self.look_at(value).clone();
            return self.append(variable, value);
        }
        self.note(value);
        let sides = (self.values.register(variable), self.values.get(value));
        let value = operate(operator, sides, self.game.view(), self.reads);
        let value = value.ok_or(EvalExit::Unsupported)?;
        // The interpreter looks for `|=` before it uses `|`.
        self.reads.operations += u64::from(matches!(value, Value::Thing(_)));
        self.values.set(variable, value);
        Ok(())
    }

    /// Adds a value, or the values of a list, to the list in a variable.
    fn append(&mut self, variable: Register, value: Value) -> RunResult {
        let Value::List(list) = self.values.register_mut(variable) else {
            unreachable!("the variable is a list")
        };
        match value {
            Value::List(values) => list.extend(values),
            value => list.push(value),
        }
        if is_small(list) { Ok(()) } else { Err(EvalExit::Unsupported) }
    }

    #[inline(never)]
    fn list(&mut self, items: &[Source], to: Register) -> RunResult {
        let list: Vec<_> = items.iter().map(|&item| self.look_at(item).clone()).collect();
        if !is_small(&list) {
            return Err(EvalExit::Unsupported);
        }
        self.values.set(to, Value::List(list));
        Ok(())
    }

    /// Begins a loop over the members of a value. The next member of a list is its last value.
    #[inline(never)]
    fn begin_members(&mut self, over: Source, left: Register) -> RunResult {
        let mut over = self.look_at(over).clone();
        match &mut over {
            Value::Thing(_) => {}
            Value::List(list) => list.reverse(),
            _ => return Err(EvalExit::Unsupported),
        }
        self.values.set(left, over);
        Ok(())
    }

    fn next_member(&mut self, left: Register) -> Option<Value> {
        match self.values.register_mut(left) {
            Value::Thing(thing) => thing.pop_member().map(Value::Thing),
            Value::List(list) => list.pop(),
            _ => unreachable!("a loop runs over things or a list"),
        }
    }

    #[inline(never)]
    fn begin_numbers(
        &mut self,
        [from, to]: [Source; 2],
        with_last: bool,
        left: Register,
    ) -> RunResult {
        let mut number = |source| self.look_at(source).number().ok_or(EvalExit::Unsupported);
        let (from, to) = (number(from)?, number(to)?);
        let to = if with_last { to.checked_add(1).ok_or(EvalExit::Unsupported)? } else { to };
        self.values.set(left, Value::Number(from));
        self.values.set(left + 1, Value::Number(to));
        Ok(())
    }

    /// Copies the number of the turn of a loop, and increases it.
    fn count_turn(&mut self, turn: Register, to: Register) {
        let Value::Number(number) = self.values.register_mut(turn) else {
            unreachable!("turns are numbered")
        };
        let turn = *number;
        *number += 1;
        self.values.set(to, Value::Number(turn));
    }

    fn next_number(&mut self, left: Register) -> Option<i64> {
        let end = self.values.register(left + 1).number()?;
        let Value::Number(next) = self.values.register_mut(left) else { return None };
        let number = *next;
        (number < end).then(|| *next += 1)?;
        Some(number)
    }
}

/// Whether a list is certainly within the limits of lists and strings, and has no values that the
/// interpreter has to handle.
fn is_small(list: &[Value]) -> bool {
    let is_nested = |value: &Value| matches!(value, Value::List(_) | Value::Foreign(_));
    let bytes: usize = list.iter().filter_map(Value::text).map(str::len).sum();
    bytes <= TEXT && list.len() <= LIST && !list.iter().any(is_nested)
}
