//! Flattens trees to bytecode.

mod calls;

use super::bytecode::{Best, Bytecode, Code, Instruction, Register, Source, Target, Text};
use super::operator::Unary;
use super::{CountedNode, For, If, LoopRange, Node, TreeFunction};
use crate::script::value::Value;

/// The indices of jumps whose common target is not set yet.
type Jumps = Vec<usize>;

/// Flattens the tree of a hook, and those of its functions. A function comes after the functions that
/// it calls. `parameters` is the number of arguments of the hook, and `keeps_arguments` is whether it
/// never assigns to them. `None` if the bytecode would need too many registers.
pub(super) fn flatten(
    body: &TreeFunction,
    functions: &[TreeFunction],
    (parameters, keeps_arguments): (usize, bool),
) -> Option<Bytecode> {
    let (mut constants, mut codes) = (Vec::new(), Vec::new());
    for function in functions {
        let flattener = Flattener::new(&mut constants, &codes, function, (0, keeps_arguments));
        codes.push(flattener.code(&function.body)?);
    }
    let of_hook = (parameters, keeps_arguments);
    let body = Flattener::new(&mut constants, &codes, body, of_hook).code(&body.body)?;
    Some(Bytecode { body, functions: codes, constants })
}

/// The maximum number of registers of a hook, including those of its functions.
const REGISTERS: usize = 1_000;

/// Flattens a hook or function.
struct Flattener<'a> {
    instructions: Vec<Instruction>,
    constants: &'a mut Vec<Value>,
    functions: &'a [Code],
    /// The number of arguments of the hook; 0 in functions.
    arguments: usize,
    /// Whether the hook never assigns to its arguments.
    keeps_arguments: bool,
    /// The next register for an intermediate result.
    next: usize,
    registers: usize,
    loops: Vec<Loop>,
}

/// A loop around the current statement.
struct Loop {
    start: Target,
    breaks: Jumps,
}

/// Converts an index to the type that instructions have for it. The size of a rule file limits it.
fn small<T: TryFrom<usize>>(index: usize) -> T {
    T::try_from(index).ok().expect("rule files are small")
}

impl<'a> Flattener<'a> {
    fn new(
        constants: &'a mut Vec<Value>,
        functions: &'a [Code],
        function: &TreeFunction,
        (arguments, keeps_arguments): (usize, bool),
    ) -> Self {
        let variables = function.variables.max(1);
        Self {
            instructions: Vec::new(),
            constants,
            functions,
            arguments,
            keeps_arguments,
            next: variables,
            registers: variables,
            loops: Vec::new(),
        }
    }

    fn code(mut self, body: &CountedNode) -> Option<Code> {
        self.count(body);
        let result = self.value(&body.node);
        self.add(Instruction::Return(result));
        let Self { instructions, registers, .. } = self;
        (registers <= REGISTERS).then_some(Code { instructions, registers })
    }

    fn add(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    fn here(&self) -> Target {
        small(self.instructions.len())
    }

    /// Adds a jump whose target is not known yet.
    fn jump(&mut self, instruction: Instruction) -> usize {
        self.add(instruction);
        self.instructions.len() - 1
    }

    /// Sets the target of jumps to the next instruction.
    fn land(&mut self, jumps: Jumps) {
        let here = self.here();
        for jump in jumps {
            match &mut self.instructions[jump] {
                Instruction::Jump(target)
                | Instruction::JumpIf { target, .. }
                | Instruction::JumpIfGiven { target, .. }
                | Instruction::NextMember { end: target, .. }
                | Instruction::NextNumber { end: target, .. } => *target = here,
                _ => unreachable!("the instruction jumps"),
            }
        }
    }

    fn count(&mut self, part: &CountedNode) {
        if part.operations > 0 {
            self.add(Instruction::Count(part.operations));
        }
    }

    /// Reserves registers for intermediate results. Returns the first one.
    fn reserve(&mut self, count: usize) -> Register {
        let first = self.next;
        self.next += count;
        self.registers = self.registers.max(self.next);
        // Bytecode with more registers is dropped.
        small(first.min(REGISTERS))
    }

    fn constant(&mut self, value: Value) -> Source {
        self.constants.push(value);
        Source::Constant(small(self.constants.len() - 1))
    }

    fn variable(&self, slot: usize) -> Source {
        let register = small(slot);
        if slot < self.arguments { Source::Argument(register) } else { Source::Register(register) }
    }

    /// Adds instructions for a value. Returns where it is.
    fn value(&mut self, node: &Node) -> Source {
        match node {
            Node::Literal(value) => self.constant(value.clone()),
            Node::Local(slot) => self.variable(*slot),
            Node::Call(function, args) => Source::Register(self.call(*function, args)),
            node => {
                let to = self.reserve(1);
                self.into(node, to);
                Source::Register(to)
            }
        }
    }

    /// Adds instructions for a value that is used after others have been computed. If they may assign
    /// to variables, the value of a variable is copied.
    fn early_value(&mut self, node: &Node, is_assigned_later: bool) -> Source {
        match node {
            Node::Local(slot) if is_assigned_later => {
                let to = self.reserve(1);
                self.add(Instruction::Copy { from: self.variable(*slot), to });
                Source::Register(to)
            }
            node => self.value(node),
        }
    }

    /// Adds instructions for values. Returns where they are.
    fn values(&mut self, nodes: &[Node]) -> Box<[Source]> {
        let last_assigning = nodes.iter().rposition(Node::assigns).unwrap_or(0);
        let nodes = nodes.iter().enumerate();
        nodes.map(|(at, node)| self.early_value(node, at < last_assigning)).collect()
    }

    /// Adds instructions that put a value into a register.
    fn into(&mut self, node: &Node, to: Register) {
        let next = self.next;
        match node {
            Node::Literal(_) | Node::Local(_) | Node::Call(..) => {
                let from = self.value(node);
                self.add(Instruction::Copy { from, to });
            }
            Node::Chain(chain) => self.chain(chain, to),
            Node::Best(best) => {
                let over = self.value(&best.over);
                let first = self.frame(best.function);
                let &super::Best { function, operations, wants_most, .. } = &**best;
                let best = Best { over, function, first, operations, wants_most, to };
                self.add(Instruction::Best(best.into()));
            }
            Node::Binary(operator, sides) => {
                let one = self.early_value(&sides[0], sides[1].assigns());
                let other = self.value(&sides[1]);
                self.add(Instruction::Binary { operator: *operator, one, other, to });
            }
            Node::Unary(operator, value) => {
                let value = self.value(value);
                self.add(Instruction::Unary { operator: *operator, value, to });
            }
            Node::All(_) | Node::Any(_) => self.truth(node, to),
            Node::Given(parts) => self.given(parts, to),
            Node::If(choice) => self.choice(choice, |it, node| it.into(node, to)),
            Node::Block(statements) => match statements.split_last() {
                Some((last, statements)) => {
                    self.statements(statements);
                    self.into(last, to);
                }
                None => self.into(&Node::Literal(Value::Unit), to),
            },
            Node::Rest(part) => {
                self.count(part);
                self.into(&part.node, to);
            }
            Node::Text(parts) => {
                let parts = self.values(parts);
                self.add(Instruction::Text(Text { parts, to, substitute: None }.into()));
            }
            Node::Reason(parts) => {
                let is_text = |part: &&Node| matches!(part, Node::Literal(Value::Text(_)));
                let substitute = parts.iter().find(is_text).map(|part| self.value(part));
                let parts = self.values(parts);
                self.add(Instruction::Text(Text { parts, to, substitute }.into()));
            }
            Node::List(items) => {
                let items = self.values(items);
                self.add(Instruction::List { items, to });
            }
            Node::For(_) | Node::Let(..) | Node::Set(..) | Node::Change(..) => {
                self.statement(node);
                self.into(&Node::Literal(Value::Unit), to);
            }
            Node::Return(_) | Node::Break | Node::Continue => self.statement(node),
        }
        self.next = next;
    }

    fn statements(&mut self, statements: &[Node]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// Adds instructions for a node whose value is not needed.
    fn statement(&mut self, node: &Node) {
        let next = self.next;
        match node {
            Node::Literal(_) => {}
            Node::If(choice) => self.choice(choice, Self::statement),
            Node::Block(statements) => self.statements(statements),
            Node::Rest(part) => {
                self.count(part);
                self.statement(&part.node);
            }
            Node::Return(value) => {
                let value = self.value(value);
                self.add(Instruction::Return(value));
            }
            Node::For(repeated) => self.repeat(repeated),
            Node::Let(slot, value) | Node::Set(slot, value) => self.into(value, small(*slot)),
            Node::Change(slot, operator, value) => {
                let value = self.value(value);
                let (variable, operator) = (self.variable(*slot), *operator);
                self.add(Instruction::Combine { variable, operator, value });
            }
            Node::Break => {
                let jump = self.jump(Instruction::Jump(0));
                self.loops.last_mut().expect("a loop is left").breaks.push(jump);
            }
            Node::Continue => {
                let start = self.loops.last().expect("a loop goes on").start;
                self.add(Instruction::Jump(start));
            }
            node => {
                self.value(node);
            }
        }
        self.next = next;
    }

    /// Adds instructions that select one of two parts.
    fn choice(&mut self, choice: &If, add: impl Fn(&mut Self, &Node)) {
        let If { condition, then, otherwise } = choice;
        let to_otherwise = self.branch(condition, false);
        self.count(then);
        add(self, &then.node);
        let end = self.jump(Instruction::Jump(0));
        self.land(to_otherwise);
        self.count(otherwise);
        add(self, &otherwise.node);
        self.land(vec![end]);
    }

    /// Adds a jump that is taken if a boolean equals `is`. Returns the jumps without their target.
    fn branch(&mut self, node: &Node, is: bool) -> Jumps {
        let next = self.next;
        let jumps = match node {
            Node::All(parts) => self.branch_of(parts, true, is),
            Node::Any(parts) => self.branch_of(parts, false, is),
            Node::Unary(Unary::Not, value) => self.branch(value, !is),
            node => {
                let value = self.value(node);
                vec![self.jump(Instruction::JumpIf { value, is, target: 0 })]
            }
        };
        self.next = next;
        jumps
    }

    /// The same for `&&`, where all parts must be `truth`, and for `||`, where all must not be.
    fn branch_of(&mut self, parts: &[CountedNode], truth: bool, is: bool) -> Jumps {
        let mut exits = Jumps::new();
        for part in parts {
            self.count(part);
            exits.extend(self.branch(&part.node, !truth));
        }
        if is != truth {
            return exits;
        }
        let jump = self.jump(Instruction::Jump(0));
        self.land(exits);
        vec![jump]
    }

    /// Adds instructions for a boolean that depends on several others.
    fn truth(&mut self, node: &Node, to: Register) {
        let to_false = self.branch(node, false);
        self.into(&Node::Literal(Value::Truth(true)), to);
        let end = self.jump(Instruction::Jump(0));
        self.land(to_false);
        self.into(&Node::Literal(Value::Truth(false)), to);
        self.land(vec![end]);
    }

    /// Adds instructions for the first value that is not `()`.
    fn given(&mut self, parts: &[CountedNode], to: Register) {
        // A later part may read the variable that is assigned, so that is written last.
        let found = self.reserve(1);
        let mut jumps = Jumps::new();
        for part in parts {
            self.count(part);
            self.into(&part.node, found);
            let value = Source::Register(found);
            jumps.push(self.jump(Instruction::JumpIfGiven { value, target: 0 }));
        }
        self.land(jumps);
        self.add(Instruction::Copy { from: Source::Register(found), to });
    }

    fn repeat(&mut self, repeated: &For) {
        let left = self.reserve(2);
        let turn = self.reserve(1);
        let to = small(repeated.slot);
        let next = match &repeated.over {
            LoopRange::Members(over) => {
                let over = self.value(over);
                self.add(Instruction::Members { over, left });
                Instruction::NextMember { left, to, end: 0 }
            }
            LoopRange::Numbers(first, last, with_last) => {
                let from = self.early_value(first, last.assigns());
                let (to_number, with_last) = (self.value(last), *with_last);
                self.add(Instruction::Numbers { from, to: to_number, with_last, left });
                Instruction::NextNumber { left, to, end: 0 }
            }
        };
        if repeated.counts {
            self.into(&Node::Literal(Value::Number(0)), turn);
        }
        let start = self.here();
        let end = self.jump(next);
        if repeated.counts {
            self.add(Instruction::CountTurn { turn, to: small(repeated.slot - 1) });
        }
        self.loops.push(Loop { start, breaks: vec![end] });
        self.count(&repeated.body);
        self.statement(&repeated.body.node);
        self.add(Instruction::Jump(start));
        let ends = self.loops.pop().expect("the loop just added").breaks;
        self.land(ends);
    }
}

impl Node {
    /// Whether it may assign a value to a variable of its function.
    pub(super) fn assigns(&self) -> bool {
        let any = |parts: &[CountedNode]| parts.iter().any(|part| part.node.assigns());
        match self {
            Self::Literal(_) | Self::Local(_) | Self::Break | Self::Continue => false,
            Self::Let(..) | Self::Set(..) | Self::Change(..) | Self::For(_) => true,
            Self::Text(nodes)
            | Self::Reason(nodes)
            | Self::List(nodes)
            | Self::Call(_, nodes)
            | Self::Block(nodes) => nodes.iter().any(Self::assigns),
            Self::All(parts) | Self::Any(parts) | Self::Given(parts) => any(parts),
            Self::Unary(_, value) | Self::Return(value) => value.assigns(),
            Self::Binary(_, sides) => sides.iter().any(Self::assigns),
            Self::Chain(chain) => chain.args.assign() || chain.root.assigns(),
            Self::Best(best) => best.over.assigns(),
            Self::Rest(part) => part.node.assigns(),
            Self::If(choice) => {
                choice.condition.assigns()
                    || choice.then.node.assigns()
                    || choice.otherwise.node.assigns()
            }
        }
    }
}
