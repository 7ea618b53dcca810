//! Runs a lowered hook directly on the game.

mod calls;
mod chains;
mod text;

use smallvec::SmallVec;

use super::operator::{Binary, Unary, operate};
use super::{CountedNode, For, If, LoopRange, LoweredHook, Node, ResultMode};
use crate::game::{Cause, Halt, Reads, View};
use crate::rules::Running;
use crate::script::limits::{LIST, OPERATIONS, TEXT};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::script::vocabulary::overloads::Overloads;
use crate::script::vocabulary::{CallResult, HasView};

/// Why a run does not continue.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::script) enum EvalExit {
    /// The function has returned; the machine stores the value.
    Return,
    /// The loop has been left.
    Break,
    /// The current iteration of the loop has ended.
    Continue,
    /// A call has halted: a question is open, or something has failed.
    Halt,
    /// The interpreter has to compute the result.
    Unsupported,
}

/// The result of running a part of a tree.
pub(in crate::script) type RunResult<T = Value> = Result<T, EvalExit>;

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
        overloads: &Overloads,
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
        overloads: &Overloads,
        running: Running,
        _: Option<Cause>,
        (of, args): (&Thing, &[Value]),
    ) -> CallResult {
        overloads.read(*self, running, of, args)
    }
}

/// The values of variables.
pub(in crate::script) type Variables = SmallVec<[Value; 8]>;

/// Runs a lowered hook.
pub(in crate::script) struct Machine<'a, W> {
    game: W,
    running: Running,
    functions: &'a [CountedNode],
    /// The variables of the running functions; the last ones may belong to blocks that have ended.
    variables: Variables,
    /// The index of the innermost function's first variable.
    base: usize,
    /// The value returned by a function.
    returned: Value,
    /// The dependencies of the verdict so far, and the operations.
    reads: &'a mut Reads,
    mode: ResultMode,
}

impl<'a, W: Caller> Machine<'a, W> {
    /// Runs a hook of a rule on a game, and converts its answer with `take`. Adds to `reads` the
    /// dependencies of the answer, and the operations that the interpreter would have counted.
    #[inline]
    pub(in crate::script) fn run<T>(
        lowered: &'a LoweredHook,
        (game, running): (W, Running),
        fill: impl FnOnce(&mut Variables),
        reads: &'a mut Reads,
        (mode, take): (ResultMode, impl FnOnce(&Value) -> Option<T>),
    ) -> RunResult<T> {
        // The variables are filled in place, since values are large and moving them is slow.
        let variables = Variables::new();
        let functions = &lowered.functions;
        let mode = match mode {
            ResultMode::Verdict(_) if !lowered.keeps_arguments => ResultMode::Verdict(None),
            mode => mode,
        };
        let returned = Value::Unit;
        let mut machine =
            Self { game, running, functions, variables, base: 0, returned, reads, mode };
        fill(&mut machine.variables);
        let taken = match machine.part(&lowered.body) {
            Ok(answer) => take(&answer),
            Err(EvalExit::Return) => take(&machine.returned),
            Err(stop) => return Err(stop),
        };
        taken.ok_or(EvalExit::Unsupported)
    }

    /// Runs a function's body to its end or to a `return`.
    fn function(&mut self, body: &CountedNode) -> RunResult {
        match self.part(body) {
            Err(EvalExit::Return) => Ok(std::mem::replace(&mut self.returned, Value::Unit)),
            outcome => outcome,
        }
    }

    #[inline]
    fn part(&mut self, part: &CountedNode) -> RunResult {
        self.count(part)?;
        self.node(&part.node)
    }

    /// Counts the operations of a part that is about to be executed.
    #[inline]
    fn count(&mut self, part: &CountedNode) -> RunResult<()> {
        self.reads.operations += u64::from(part.operations);
        if self.reads.operations > OPERATIONS { Err(EvalExit::Unsupported) } else { Ok(()) }
    }

    /// Evaluates a node. Short cases are handled here, and all others in separate functions, to
    /// keep the overhead of each node low.
    fn node(&mut self, node: &Node) -> RunResult {
        match node {
            Node::Literal(value) => Ok(value.clone()),
            Node::Local(slot) => Ok(self.local(*slot)),
            Node::Chain(chain) => self.chain(chain),
            Node::Best(best) => self.best(best),
            Node::Binary(operator, sides) => self.binary(*operator, sides),
            Node::Unary(operator, value) => self.unary(*operator, value),
            Node::If(choice) => self.choice(choice),
            Node::All(parts) => Ok(Value::Truth(self.all(parts, true)?)),
            Node::Any(parts) => Ok(Value::Truth(self.all(parts, false)?)),
            Node::Given(parts) => self.given(parts),
            Node::Block(statements) => self.block(statements),
            Node::Rest(part) => self.part(part),
            Node::Return(value) => self.answer(value),
            Node::Text(parts) => self.text(parts),
            Node::Reason(parts) => self.reason(parts),
            Node::List(items) => self.list(items),
            Node::Call(number, args) => self.call(*number, args),
            Node::For(repeated) => self.repeat(repeated),
            Node::Let(slot, value) => self.new_variable(*slot, value),
            Node::Set(slot, value) => self.set(*slot, value),
            Node::Change(slot, operator, value) => self.change(*slot, *operator, value),
            Node::Break => Err(EvalExit::Break),
            Node::Continue => Err(EvalExit::Continue),
        }
    }

    /// Executes a node whose value is not needed. Values are large, so branches and blocks do not
    /// pass theirs on.
    fn statement(&mut self, node: &Node) -> RunResult<()> {
        match node {
            Node::If(choice) => {
                let part = self.branch(choice)?;
                self.count(part)?;
                self.statement(&part.node)
            }
            Node::Block(statements) => {
                for statement in statements {
                    self.statement(statement)?;
                }
                Ok(())
            }
            Node::Literal(_) => Ok(()),
            node => self.node(node).map(drop),
        }
    }

    #[inline(never)]
    fn unary(&mut self, operator: Unary, value: &Node) -> RunResult {
        let value = self.node(value)?;
        operator.apply(&value).ok_or(EvalExit::Unsupported)
    }

    #[inline(never)]
    fn answer(&mut self, value: &Node) -> RunResult {
        self.returned = self.node(value)?;
        Err(EvalExit::Return)
    }

    #[inline(never)]
    fn new_variable(&mut self, slot: usize, value: &Node) -> RunResult {
        let value = self.node(value)?;
        self.declare(slot, value);
        Ok(Value::Unit)
    }

    #[inline(never)]
    fn set(&mut self, slot: usize, value: &Node) -> RunResult {
        let value = self.node(value)?;
        self.variables[self.base + slot] = value;
        Ok(Value::Unit)
    }

    #[inline(never)]
    fn change(&mut self, slot: usize, operator: Binary, value: &Node) -> RunResult {
        let value = self.node(value)?;
        if operator == Binary::Plus && matches!(self.variables[self.base + slot], Value::List(_)) {
            return self.append(slot, value);
        }
        let now = self.local(slot);
        let value = operate(operator, (&now, &value), self.game.view(), self.reads)
            .ok_or(EvalExit::Unsupported)?;
        // The interpreter looks for `|=` before it uses `|`.
        self.reads.operations += u64::from(matches!(value, Value::Thing(_)));
        self.variables[self.base + slot] = value;
        Ok(Value::Unit)
    }

    /// Adds a value, or the values of a list, to the list in a variable.
    fn append(&mut self, slot: usize, value: Value) -> RunResult {
        let Value::List(list) = &mut self.variables[self.base + slot] else {
            unreachable!("the variable is a list")
        };
        match value {
            Value::List(values) => list.extend(values),
            value => list.push(value),
        }
        if is_small(list) { Ok(Value::Unit) } else { Err(EvalExit::Unsupported) }
    }

    /// The value of a variable. The first variables are the arguments.
    #[inline(never)]
    fn local(&mut self, slot: usize) -> Value {
        self.look_at(slot);
        self.variables[self.base + slot].clone()
    }

    /// Records that the result depends on a variable.
    #[inline]
    fn look_at(&mut self, slot: usize) {
        self.reads.arguments |= 1 << slot.min(31);
    }

    /// Applies a binary operator. Values of variables are copied only if the other side is computed.
    #[inline(never)]
    fn binary(&mut self, operator: Binary, [one, other]: &[Node; 2]) -> RunResult {
        if let (Node::Local(slot), Node::Literal(other)) = (one, other) {
            self.look_at(*slot);
            let one = &self.variables[self.base + slot];
            let value = operate(operator, (one, other), self.game.view(), self.reads);
            return value.ok_or(EvalExit::Unsupported);
        }
        let one = self.node(one)?;
        let held;
        let other = match other {
            Node::Literal(other) => other,
            Node::Local(slot) => {
                self.look_at(*slot);
                &self.variables[self.base + slot]
            }
            other => {
                held = self.node(other)?;
                &held
            }
        };
        let value = operate(operator, (&one, other), self.game.view(), self.reads);
        value.ok_or(EvalExit::Unsupported)
    }

    /// Evaluates a node whose value must be a thing.
    fn thing(&mut self, node: &Node) -> RunResult<Thing> {
        let thing = match node {
            Node::Literal(value) => value.thing(),
            Node::Local(slot) => {
                self.look_at(*slot);
                self.variables[self.base + *slot].thing()
            }
            node => self.node(node)?.into_thing(),
        };
        thing.ok_or(EvalExit::Unsupported)
    }

    /// Evaluates a node whose value must be a boolean.
    fn truth(&mut self, node: &Node) -> RunResult<bool> {
        match node {
            Node::All(parts) => self.all(parts, true),
            Node::Any(parts) => self.all(parts, false),
            Node::Unary(Unary::Not, value) => Ok(!self.truth(value)?),
            node => match self.node(node)? {
                Value::Truth(truth) => Ok(truth),
                _ => Err(EvalExit::Unsupported),
            },
        }
    }

    /// Returns `truth` if all parts evaluate to it; stops at the first part that does not.
    #[inline(never)]
    fn all(&mut self, parts: &[CountedNode], truth: bool) -> RunResult<bool> {
        for part in parts {
            self.count(part)?;
            if self.truth(&part.node)? != truth {
                return Ok(!truth);
            }
        }
        Ok(truth)
    }

    /// The first value that is not `()`.
    #[inline(never)]
    fn given(&mut self, parts: &[CountedNode]) -> RunResult {
        for part in parts {
            let value = self.part(part)?;
            if !matches!(value, Value::Unit) {
                return Ok(value);
            }
        }
        Ok(Value::Unit)
    }

    #[inline(never)]
    fn choice(&mut self, choice: &If) -> RunResult {
        let part = self.branch(choice)?;
        self.part(part)
    }

    /// The part of a choice that its condition selects.
    fn branch<'n>(&mut self, choice: &'n If) -> RunResult<&'n CountedNode> {
        Ok(if self.truth(&choice.condition)? { &choice.then } else { &choice.otherwise })
    }

    #[inline(never)]
    fn block(&mut self, statements: &[Node]) -> RunResult {
        let Some((last, statements)) = statements.split_last() else { return Ok(Value::Unit) };
        for statement in statements {
            self.statement(statement)?;
        }
        self.node(last)
    }

    /// Assigns a value to a new variable, replacing the variables of blocks that have ended.
    fn declare(&mut self, slot: usize, value: Value) {
        self.variables.truncate(self.base + slot);
        self.variables.push(value);
    }

    #[inline(never)]
    fn list(&mut self, items: &[Node]) -> RunResult {
        let mut list = Vec::with_capacity(items.len());
        for item in items {
            list.push(self.node(item)?);
        }
        if is_small(&list) { Ok(Value::List(list)) } else { Err(EvalExit::Unsupported) }
    }

    #[inline(never)]
    fn repeat(&mut self, repeated: &For) -> RunResult {
        match &repeated.over {
            LoopRange::Members(node) => match self.node(node)? {
                Value::Thing(thing) => self.turns(repeated, thing.members().map(Value::Thing)),
                Value::List(list) => self.turns(repeated, list.into_iter()),
                _ => Err(EvalExit::Unsupported),
            },
            LoopRange::Numbers(from, to, with_last) => {
                let (from, to) = (self.node(from)?, self.node(to)?);
                let (Some(from), Some(to)) = (from.number(), to.number()) else {
                    return Err(EvalExit::Unsupported);
                };
                let to =
                    if *with_last { to.checked_add(1).ok_or(EvalExit::Unsupported)? } else { to };
                self.turns(repeated, (from..to).map(Value::Number))
            }
        }
    }

    fn turns(&mut self, repeated: &For, values: impl Iterator<Item = Value>) -> RunResult {
        for (turn, value) in (0..).zip(values) {
            if repeated.counts {
                self.declare(repeated.slot - 1, Value::Number(turn));
            }
            self.declare(repeated.slot, value);
            self.count(&repeated.body)?;
            match self.statement(&repeated.body.node) {
                Ok(()) | Err(EvalExit::Continue) => {}
                Err(EvalExit::Break) => break,
                Err(stop) => return Err(stop),
            }
        }
        Ok(Value::Unit)
    }
}

/// Whether a list is certainly within the limits of lists and strings, and has no values that the
/// interpreter has to handle.
fn is_small(list: &[Value]) -> bool {
    let is_nested = |value: &Value| matches!(value, Value::List(_) | Value::Foreign(_));
    let bytes: usize = list.iter().filter_map(Value::text).map(str::len).sum();
    bytes <= TEXT && list.len() <= LIST && !list.iter().any(is_nested)
}
