//! Hooks as native trees: what the engine would do, done without it.
//!
//! A hook is lowered when the game is loaded, from the syntax tree that the engine runs. What is
//! lowered either does exactly what the engine would do, or gives up; then the engine runs the
//! hook, and its result counts. So nothing here words a mistake, and a tree may give up wherever
//! it is in doubt.

mod chain;
mod effect;
mod operator;
mod run;
mod translate;

use rhai::Position;

pub(super) use effect::{Journal, Mutating};
pub(super) use run::{Machine, RunResult, Variables};
pub(super) use translate::{File, lower};

use super::value::Value;
use super::vocabulary::overloads::Overloads;
use crate::board::Place;
use crate::game::Cause;
use crate::table::Parts;
use operator::{Binary, Unary};

/// A hook as a tree, with the functions that it calls.
pub(super) struct Lowered {
    /// What it does.
    body: CountedNode,
    functions: Vec<CountedNode>,
    /// Whether it may call a function that changes or asks something.
    pub(super) acts: bool,
    /// Whether its arguments stay what they are.
    keeps_arguments: bool,
}

/// What a run returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ResultMode {
    /// The whole answer; an effect has none.
    Whole,
    /// The answer of a pure hook without its words. Where its last argument is a place, that is
    /// given with its number: the same answer may hold for other places.
    Verdict(Option<(usize, Place)>),
}

/// Why a hook cannot be lowered: because of what, and where that stands.
#[derive(Debug)]
pub(super) struct LoweringError {
    pub(super) what: String,
    pub(super) place: Position,
}

impl LoweringError {
    /// Nobody wants the hook lowered.
    pub(super) fn unasked() -> Self {
        Self { what: String::new(), place: Position::NONE }
    }
}

/// A node that runs as a whole or not at all, with the operations that the engine counts for it.
struct CountedNode {
    node: Node,
    operations: u32,
}

/// A piece of a program. Variables are known by their places on the stack.
enum Node {
    Literal(Value),
    Local(usize),
    /// A text with what is put into it.
    Text(Box<[Node]>),
    /// A text that the hook answers, of literals and variables: wording it does nothing else.
    Reason(Box<[Node]>),
    List(Box<[Node]>),
    All(Box<[CountedNode]>),
    Any(Box<[CountedNode]>),
    /// The first of several values that is one.
    Given(Box<[CountedNode]>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<[Node; 2]>),
    Chain(Box<Chain>),
    /// A call of the function with this number.
    Call(usize, Box<[Node]>),
    Block(Box<[Node]>),
    /// What comes after statements that may leave their block.
    Rest(Box<CountedNode>),
    If(Box<If>),
    For(Box<For>),
    /// Puts a value into a new variable, or into one that is there.
    Let(usize, Box<Node>),
    Set(usize, Box<Node>),
    /// Combines a variable with a value.
    Change(usize, Binary, Box<Node>),
    Return(Box<Node>),
    Break,
    Continue,
}

/// A chain of calls, each on the answer of the one before.
struct Chain {
    root: Node,
    /// Whether the root is evaluated before the arguments, as in a call with the receiver in the
    /// parentheses.
    root_first: bool,
    /// The arguments of all calls, which are evaluated before the first call.
    args: Box<[Node]>,
    links: Box<[Link]>,
    membership: Option<Membership>,
}

/// The argument of the hook whose membership in a selection is what the last call of a chain tests,
/// so that the answer holds for all members, or for all others.
#[derive(Clone, Copy)]
enum Membership {
    /// The function is called on it alone.
    Of(usize),
    /// A selection contains it.
    In(usize),
}

/// A call of a chain.
struct Link {
    overloads: &'static Overloads,
    /// The parts of the table that the rule can see.
    sees: Parts,
    args: usize,
    /// Where it stands in the file.
    place: Option<Cause>,
}

struct If {
    condition: Node,
    then: CountedNode,
    otherwise: CountedNode,
}

struct For {
    over: Over,
    /// The variable; one that counts stands before it.
    slot: usize,
    counts: bool,
    body: CountedNode,
}

/// What a loop goes over.
enum Over {
    Members(Node),
    /// Numbers from one on, with or without the last.
    Numbers(Node, Node, bool),
}
