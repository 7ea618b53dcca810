//! Hooks as bytecode, which runs without the interpreter.
//!
//! A hook is lowered when the game is loaded, from the syntax tree that the interpreter runs: first
//! to a tree, which counts the operations of the interpreter, and then to bytecode, whose
//! instructions work on registers. Bytecode either does exactly what the interpreter would do, or
//! gives up; then the interpreter runs the hook again, and its result counts. So bytecode produces no
//! error messages, and may give up whenever the result is uncertain.

mod bytecode;
mod chain;
mod effect;
mod flatten;
mod operator;
mod run;
mod translate;

use rhai::Position;

pub(super) use effect::{Mutating, SuspendedEffect};
pub(super) use run::{Machine, Registers, RunResult};
pub(super) use translate::{File, lower};

use super::value::Value;
use crate::board::Place;
use bytecode::{Bytecode, CallSite};
use operator::{Binary, Unary};

/// A hook as bytecode.
pub(super) struct LoweredHook {
    bytecode: Bytecode,
    /// Whether it may call a function that acts or asks.
    pub(super) acts: bool,
}

impl LoweredHook {
    /// Makes room for the registers of a run.
    #[inline]
    fn reserve(&self, registers: &mut Registers) {
        let count = self.bytecode.body.registers;
        if registers.len() < count {
            registers.resize(count, Value::Unit);
        }
    }
}

#[cfg(test)]
impl LoweredHook {
    /// The number of its instructions, without those of its functions.
    pub(super) fn instructions(&self) -> usize {
        self.bytecode.body.instructions.len()
    }
}

/// The part of the result that a run returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultMode {
    /// The complete answer without its dependencies; an effect has none.
    Whole,
    /// The complete answer of a pure hook, with its dependencies.
    Price,
    /// The answer of a pure hook without its text. If the last argument is a place, it is given
    /// with its index, since the same answer may be valid for other places.
    Verdict(Option<(usize, Place)>),
}

/// Why a hook cannot be lowered, and the position of the cause.
#[derive(Debug)]
pub(super) struct LoweringError {
    pub(super) what: String,
    pub(super) position: Position,
}

impl LoweringError {
    /// Lowering was not requested.
    pub(super) fn unasked() -> Self {
        Self { what: String::new(), position: Position::NONE }
    }
}

/// A hook or function as a tree.
struct TreeFunction {
    body: CountedNode,
    /// The maximum number of its variables at one time, including its arguments.
    variables: usize,
}

/// A node that is executed as a whole or not at all, with the number of operations that the
/// interpreter counts for it.
struct CountedNode {
    node: Node,
    operations: u32,
}

/// A node of a tree. Variables are identified by their slots, which become registers.
enum Node {
    Literal(Value),
    Local(usize),
    /// An interpolated text.
    Text(Box<[Node]>),
    /// A string that the hook returns, made of literals and variables; formatting it has no side
    /// effects.
    Reason(Box<[Node]>),
    List(Box<[Node]>),
    All(Box<[CountedNode]>),
    Any(Box<[CountedNode]>),
    /// The first of several values that is not `()`.
    Given(Box<[CountedNode]>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<[Node; 2]>),
    Chain(Box<Chain>),
    Best(Box<Best>),
    /// A call of the function with this index.
    Call(usize, Box<[Node]>),
    Block(Box<[Node]>),
    /// The statements after a statement that may leave their block.
    Rest(Box<CountedNode>),
    If(Box<If>),
    For(Box<For>),
    /// Assigns a value to a new or existing variable.
    Let(usize, Box<Node>),
    Set(usize, Box<Node>),
    /// Combines a variable with a value, as in `+=`.
    Change(usize, Binary, Box<Node>),
    Return(Box<Node>),
    Break,
    Continue,
}

/// A chain of calls, each on the result of the one before.
struct Chain {
    root: Node,
    /// Whether the root is evaluated before the arguments, as in a call with the receiver in the
    /// parentheses.
    root_first: bool,
    args: ChainArgs,
    links: Box<[ChainCall]>,
    membership: Option<Membership>,
}

/// The arguments of all calls of a chain, which are evaluated before the first call.
enum ChainArgs {
    /// Literals need no evaluation.
    Literals(Box<[Value]>),
    Nodes(Box<[Node]>),
}

/// The last call of a chain, if it tests whether an argument of the hook is in a selection. The
/// answer is valid for all members, or for all other places.
#[derive(Clone, Copy)]
enum Membership {
    /// The call has the argument as its receiver.
    Of(usize),
    /// The call has a selection as its receiver, and the argument as its argument.
    In(usize),
}

/// The players for whom a function has the highest or the lowest number.
struct Best {
    /// The players.
    over: Node,
    /// The index of the function.
    function: usize,
    /// The operations of each call, besides those of the function.
    operations: u32,
    /// Whether the highest number is wanted.
    wants_most: bool,
}

/// A call of a chain.
struct ChainCall {
    site: CallSite,
    args: usize,
}

struct If {
    condition: Node,
    then: CountedNode,
    otherwise: CountedNode,
}

struct For {
    over: LoopRange,
    /// The slot of the variable; the counter, if there is one, has the slot before it.
    slot: usize,
    counts: bool,
    body: CountedNode,
}

/// The values that a loop runs over.
enum LoopRange {
    Members(Node),
    /// A range of numbers, and whether it includes its end.
    Numbers(Node, Node, bool),
}
