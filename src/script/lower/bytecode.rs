//! Bytecode: lowered hooks as instructions that work on registers.

use super::operator::{Binary, Unary};
use crate::game::Cause;
use crate::script::value::Value;
use crate::script::vocabulary::overloads::Overloads;
use crate::table::Facets;

/// A hook with the functions that it calls.
pub(super) struct Bytecode {
    pub(super) body: Code,
    pub(super) functions: Vec<Code>,
    pub(super) constants: Vec<Value>,
}

impl Bytecode {
    /// Whether a run that has halted at these instructions, innermost first, can continue. It can if
    /// it has halted at a call of the vocabulary, in functions that were called directly.
    pub(super) fn may_continue_at(&self, halted: &[usize]) -> bool {
        let mut code = &self.body;
        let Some((last, around)) = halted.split_first() else { return false };
        for &at in around.iter().rev() {
            let Instruction::CallFunction { function, .. } = code.instructions[at] else {
                return false;
            };
            code = &self.functions[function];
        }
        matches!(code.instructions[*last], Instruction::Call(_))
    }
}

/// The instructions of a hook or function. The first registers hold its arguments, the next ones its
/// variables, and the last ones intermediate results.
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// The number of registers, including those of the functions that it calls.
    pub(super) registers: usize,
}

/// The number of a register, counted from the first register of the running function.
pub(super) type Register = u16;

/// Where an instruction finds a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Register(Register),
    /// The register of an argument of the hook. The answer depends on the argument.
    Argument(Register),
    /// The index of a constant.
    Constant(u32),
}

/// An instruction. Unless it jumps, the next one follows it.
pub(super) enum Instruction {
    /// Counts operations of the interpreter.
    Count(u32),
    Copy {
        from: Source,
        to: Register,
    },
    Call(Box<Call>),
    Unary {
        operator: Unary,
        value: Source,
        to: Register,
    },
    Binary {
        operator: Binary,
        one: Source,
        other: Source,
        to: Register,
    },
    /// Combines a variable with a value, as in `+=`.
    Combine {
        variable: Source,
        operator: Binary,
        value: Source,
    },
    Text(Box<Text>),
    List {
        items: Box<[Source]>,
        to: Register,
    },
    Jump(Target),
    /// Jumps if a boolean has this value.
    JumpIf {
        value: Source,
        is: bool,
        target: Target,
    },
    /// Jumps unless the value is `()`.
    JumpIfGiven {
        value: Source,
        target: Target,
    },
    /// Begins a loop over the members of a value, which remain in a register.
    Members {
        over: Source,
        left: Register,
    },
    /// Takes the next member, or jumps if there is none.
    NextMember {
        left: Register,
        to: Register,
        end: Target,
    },
    /// Begins a loop over a range of numbers: its first number, and then its end, remain in two
    /// registers.
    Numbers {
        from: Source,
        to: Source,
        with_last: bool,
        left: Register,
    },
    /// Takes the next number, or jumps if there is none.
    NextNumber {
        left: Register,
        to: Register,
        end: Target,
    },
    /// Copies the number of the turn of a loop, and increases it.
    CountTurn {
        turn: Register,
        to: Register,
    },
    /// Runs a function. Its first registers start at this one; its result replaces the first of
    /// them.
    CallFunction {
        function: usize,
        first: Register,
    },
    Best(Box<Best>),
    /// Calls a function that tests whether an argument of the hook is in a selection, which is the
    /// receiver.
    Contains(Box<MembershipCall>),
    /// Calls a function that tests an argument of the hook, which is the receiver, and that filters
    /// selections by the same test.
    Filter(Box<MembershipCall>),
    /// Ends the hook or function with this value.
    Return(Source),
}

/// The index of an instruction.
pub(super) type Target = u32;

/// A call of a function of the vocabulary.
pub(super) struct Call {
    pub(super) site: CallSite,
    pub(super) of: Source,
    pub(super) args: Arguments,
    pub(super) to: Register,
}

/// The function of a call, and its position.
#[derive(Clone, Copy)]
pub(super) struct CallSite {
    pub(super) overloads: &'static Overloads,
    /// The facets of the table that the rule can see.
    pub(super) sees: Facets,
    /// Its position in the file, which is the cause of its changes.
    pub(super) cause: Option<Cause>,
}

/// The arguments of a call.
pub(super) enum Arguments {
    Constants(Box<[Value]>),
    /// A number of registers from the first one.
    Registers(Register, u16),
}

/// An interpolated string.
pub(super) struct Text {
    pub(super) parts: Box<[Source]>,
    pub(super) to: Register,
    /// The string if only the verdict is wanted: one of the literal parts of a string that the hook
    /// returns.
    pub(super) substitute: Option<Source>,
}

/// The players for whom a function has the highest or the lowest number.
pub(super) struct Best {
    pub(super) over: Source,
    pub(super) function: usize,
    /// The first register of the function.
    pub(super) first: Register,
    /// The operations of each call, besides those of the function.
    pub(super) operations: u32,
    pub(super) wants_most: bool,
    pub(super) to: Register,
}

/// A call that tests whether an argument of the hook is a member of a selection. If the argument is
/// the place of a verdict, the answer is valid for all members, or for all other places.
pub(super) struct MembershipCall {
    pub(super) argument: Register,
    pub(super) call: Call,
}
