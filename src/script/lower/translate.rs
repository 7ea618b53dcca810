//! Translates the statements and expressions of Rhai's syntax tree to lowered hooks.
//!
//! Operations are counted as in the interpreter: one for each statement and expression, and one for
//! each function that is looked up.

use std::cell::Cell;
use std::collections::BTreeMap;

use rhai::{
    AST, ASTFlags, Dynamic, Expr, FlowControl, FnCallExpr, ImmutableString, OpAssignment, Position,
    Stmt,
};

use super::flatten::flatten;
use super::operator::{Binary, Unary};
use super::{CountedNode, For, If, LoopRange, LoweredHook, LoweringError, Node, TreeFunction};
use crate::rules::{RuleId, Rules};
use crate::script::compile::function;
use crate::script::constants::EACH;
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::table::{self, Facets};

/// The maximum depth of nested function calls: less than Rhai allows.
const DEPTH: usize = 6;
/// The maximum number of variables of a function: fewer than Rhai allows.
const VARIABLES: usize = 48;

/// The file of a rule's hooks.
pub(in crate::script) struct File<'a> {
    pub(in crate::script) rules: &'a Rules,
    pub(in crate::script) rule: RuleId,
    /// The rule's functions and the verbs of packs.
    pub(in crate::script) functions: &'a AST,
    /// The constants that every file can use.
    pub(in crate::script) constants: &'a [(String, Dynamic)],
    /// The member of a family for which the rule was made.
    pub(in crate::script) each: Option<Thing>,
    /// The facets of the table that the rule can see.
    pub(super) sees: Facets,
    /// The number of nodes that may still be added to the trees of the game.
    left: &'a Cell<usize>,
}

impl<'a> File<'a> {
    pub(in crate::script) fn new(
        rules: &'a Rules,
        rule: RuleId,
        functions: &'a AST,
        (constants, each): (&'a [(String, Dynamic)], Option<Thing>),
        left: &'a Cell<usize>,
    ) -> Self {
        Self { rules, rule, functions, constants, each, sees: seen_by(rules, rule), left }
    }
}

/// The facets of the table that a rule can see: all, except for marks if the rule has none.
fn seen_by(rules: &Rules, rule: RuleId) -> Facets {
    let has = |keeper| rules.rule(rule).may_use_state_of(rule, keeper);
    let mut unseen = Facets::NONE;
    if !rules.player_marks.iter().any(|kind| has(kind.rule)) {
        unseen = unseen.and(Facets::of(&[table::Facet::PlayerMarks]));
    }
    if !rules.hex_marks.iter().any(|kind| has(kind.rule)) {
        unseen = unseen.and(Facets::of(&[table::Facet::HexMarks]));
    }
    Facets::ALL.without(unseen)
}

/// Lowers a hook, given its statements.
///
/// # Errors
/// When something in it cannot be lowered.
pub(in crate::script) fn lower(
    file: &File,
    parameters: &[ImmutableString],
    statements: &[Stmt],
) -> Result<LoweredHook, LoweringError> {
    let mut translator = Translator {
        file,
        variables: parameters.to_vec(),
        most_variables: parameters.len(),
        operations: 0,
        calls: Vec::new(),
        known: BTreeMap::new(),
        functions: Vec::new(),
        acts: false,
        parameters: parameters.len(),
        keeps_arguments: true,
        may_leave: false,
    };
    let mut body = translator.part(|it| it.block(statements))?;
    body.node.find_reasons(true);
    let Translator { functions, acts, keeps_arguments, most_variables, .. } = translator;
    let body = TreeFunction { body, variables: most_variables };
    let Some(bytecode) = flatten(&body, &functions, (parameters.len(), keeps_arguments)) else {
        let position = statements.first().map_or(Position::NONE, Stmt::position);
        return unlowered("a hook that needs too many registers", position);
    };
    Ok(LoweredHook { bytecode, acts })
}

impl Node {
    /// Marks the strings that the hook returns, explicitly or as its last expression.
    fn find_reasons(&mut self, is_last: bool) {
        let is_at_hand = |part: &Node| matches!(part, Self::Literal(_) | Self::Local(_));
        match self {
            Self::Text(parts) if is_last && parts.iter().all(is_at_hand) => {
                *self = Self::Reason(std::mem::take(parts));
            }
            Self::Return(value) => value.find_reasons(true),
            Self::Block(statements) => {
                let Some((last, others)) = statements.split_last_mut() else { return };
                for other in others {
                    other.find_reasons(false);
                }
                last.find_reasons(is_last);
            }
            Self::Rest(part) => part.node.find_reasons(is_last),
            Self::If(choice) => {
                choice.then.node.find_reasons(is_last);
                choice.otherwise.node.find_reasons(is_last);
            }
            Self::For(repeated) => repeated.body.node.find_reasons(false),
            _ => {}
        }
    }
}

/// Lowers a hook and the functions that it calls.
pub(super) struct Translator<'a> {
    pub(super) file: &'a File<'a>,
    /// The variables in scope, by slot.
    variables: Vec<ImmutableString>,
    /// The maximum number of variables in scope so far.
    most_variables: usize,
    /// The number of operations of the unconditional code lowered so far.
    pub(super) operations: u32,
    /// The functions on the current call path.
    calls: Vec<(ImmutableString, usize)>,
    /// The lowered functions: the index of each, and whether it has statements.
    known: BTreeMap<(ImmutableString, usize), (usize, bool)>,
    functions: Vec<TreeFunction>,
    pub(super) acts: bool,
    /// The number of arguments of the hook.
    parameters: usize,
    keeps_arguments: bool,
    /// Whether the current block may be left before its end.
    may_leave: bool,
}

pub(super) type Lowering<T = Node> = Result<T, LoweringError>;

/// The error for a construct that only the interpreter can run.
pub(super) fn unlowered<T>(what: impl Into<String>, position: Position) -> Lowering<T> {
    Err(LoweringError { what: what.into(), position })
}

impl Translator<'_> {
    /// Lowers a part that might not be executed, and counts its operations separately.
    pub(super) fn part(
        &mut self,
        lower: impl FnOnce(&mut Self) -> Lowering,
    ) -> Lowering<CountedNode> {
        let before = std::mem::take(&mut self.operations);
        let node = lower(self)?;
        let operations = std::mem::replace(&mut self.operations, before);
        Ok(CountedNode { node, operations })
    }

    /// The statements of a block, whose variables go out of scope at its end.
    fn block(&mut self, statements: &[Stmt]) -> Lowering {
        let seen = self.variables.len();
        let may_leave = std::mem::take(&mut self.may_leave);
        let node = self.statements(statements);
        self.may_leave |= may_leave;
        self.variables.truncate(seen);
        node
    }

    /// A sequence of statements. Statements after one that may leave the block might not be
    /// executed.
    fn statements(&mut self, statements: &[Stmt]) -> Lowering {
        let mut nodes = Vec::with_capacity(statements.len());
        for (number, statement) in (1..).zip(statements) {
            nodes.push(self.statement(statement)?);
            if self.may_leave && number < statements.len() {
                self.may_leave = false;
                let rest = self.part(|it| it.statements(&statements[number..]))?;
                self.may_leave = true;
                nodes.push(Node::Rest(rest.into()));
                break;
            }
        }
        Ok(if nodes.len() == 1 { nodes.remove(0) } else { Node::Block(nodes.into()) })
    }

    fn statement(&mut self, statement: &Stmt) -> Lowering {
        self.node(statement.position())?;
        match statement {
            Stmt::Noop(_) => Ok(Node::Literal(Value::Unit)),
            Stmt::Expr(expression) => self.expression(expression),
            Stmt::FnCall(call, position) => self.call(call, *position),
            Stmt::Block(block) => self.block(block.statements()),
            Stmt::If(flow, _) => self.choice(flow),
            Stmt::For(parts, _) => {
                let (name, counter, flow) = &**parts;
                self.repeat(name.as_str(), counter.as_ref().map(rhai::Ident::as_str), flow)
            }
            Stmt::Var(parts, ..) => {
                let (name, value, _) = &**parts;
                let value = self.expression(value)?;
                let slot = self.declare(name.as_str(), name.pos)?;
                Ok(Node::Let(slot, value.into()))
            }
            Stmt::Assignment(parts) => {
                let (assigned, sides) = &**parts;
                self.assign(assigned, &sides.lhs, &sides.rhs)
            }
            Stmt::Return(value, flags, _) if !flags.contains(ASTFlags::BREAK) => {
                self.may_leave = true;
                let value = value.as_ref().map(|value| self.expression(value)).transpose()?;
                Ok(Node::Return(value.unwrap_or(Node::Literal(Value::Unit)).into()))
            }
            Stmt::BreakLoop(None, flags, _) => {
                self.may_leave = true;
                Ok(if flags.contains(ASTFlags::BREAK) { Node::Break } else { Node::Continue })
            }
            Stmt::While(_, position) | Stmt::Do(_, _, position) => {
                unlowered("a `while`, `do` or `loop` loop", *position)
            }
            Stmt::Switch(_, position) => unlowered("`switch`", *position),
            other => unlowered("this kind of statement", other.position()),
        }
    }

    /// Declares a variable. Returns its slot.
    fn declare(&mut self, name: &str, position: Position) -> Lowering<usize> {
        if self.variables.len() == VARIABLES {
            return unlowered("a function with too many variables", position);
        }
        self.variables.push(name.into());
        self.most_variables = self.most_variables.max(self.variables.len());
        Ok(self.variables.len() - 1)
    }

    /// The slot of a variable.
    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().rposition(|variable| variable == name)
    }

    /// Whether this is the slot of an argument of the hook.
    pub(super) fn is_argument(&self, slot: usize) -> bool {
        self.calls.is_empty() && slot < self.parameters
    }

    fn choice(&mut self, flow: &FlowControl) -> Lowering {
        let condition = self.expression(&flow.expr)?;
        let then = self.part(|it| it.block(flow.body.statements()))?;
        let otherwise = self.part(|it| it.block(flow.branch.statements()))?;
        Ok(Node::If(If { condition, then, otherwise }.into()))
    }

    fn repeat(&mut self, name: &str, counter: Option<&str>, flow: &FlowControl) -> Lowering {
        let over = self.over(&flow.expr)?;
        let seen = self.variables.len();
        let position = flow.expr.position();
        if let Some(counter) = counter {
            self.declare(counter, position)?;
        }
        let slot = self.declare(name, position)?;
        let mut body = self.part(|it| it.block(flow.body.statements()))?;
        if flow.body.is_empty() {
            body.operations = 1;
        }
        self.variables.truncate(seen);
        Ok(Node::For(For { over, slot, counts: counter.is_some(), body }.into()))
    }

    fn over(&mut self, expression: &Expr) -> Lowering<LoopRange> {
        if let Expr::FnCall(call, _) = expression
            && let (true, [from, to]) = (call.is_operator_call(), &call.args[..])
            && matches!(call.name.as_str(), ".." | "..=")
        {
            self.operations += 1;
            let (from, to) = (self.expression(from)?, self.expression(to)?);
            return Ok(LoopRange::Numbers(from, to, call.name == "..="));
        }
        if let Expr::DynamicConstant(value, _) = expression
            && let Some((from, to)) = numbers(value)
        {
            self.operations += 1;
            let [from, to] = [from, to].map(|number| Node::Literal(Value::Number(number)));
            return Ok(LoopRange::Numbers(from, to, false));
        }
        Ok(LoopRange::Members(self.expression(expression)?))
    }

    fn assign(&mut self, assigned: &OpAssignment, to: &Expr, value: &Expr) -> Lowering {
        let Some(name) = name(to) else {
            return unlowered("this kind of assignment", to.position());
        };
        let value = self.expression(value)?.into();
        self.operations += 1;
        let Some(slot) = self.variable(name) else {
            return unlowered(format!("`{name}`"), to.position());
        };
        self.keeps_arguments &= !self.is_argument(slot);
        match assigned.get_op_assignment_info() {
            None => Ok(Node::Set(slot, value)),
            Some((.., sign)) => match Binary::named(sign) {
                Some(operator) => Ok(Node::Change(slot, operator, value)),
                None => unlowered(format!("`{sign}=`"), assigned.position()),
            },
        }
    }

    pub(super) fn expressions<'e>(
        &mut self,
        expressions: impl IntoIterator<Item = &'e Expr>,
    ) -> Lowering<Box<[Node]>> {
        expressions.into_iter().map(|expression| self.expression(expression)).collect()
    }

    fn parts(&mut self, expressions: &[Expr]) -> Lowering<Box<[CountedNode]>> {
        expressions.iter().map(|it| self.part(|lower| lower.expression(it))).collect()
    }

    /// Counts a node and its operation.
    pub(super) fn node(&mut self, position: Position) -> Lowering<()> {
        self.operations += 1;
        let left = &self.file.left;
        match left.get().checked_sub(1) {
            Some(fewer) => left.set(fewer),
            None => {
                return unlowered("code beyond the limit of a game's bytecode", position);
            }
        }
        Ok(())
    }

    pub(super) fn expression(&mut self, expression: &Expr) -> Lowering {
        self.node(expression.position())?;
        match expression {
            Expr::DynamicConstant(value, position) => match Value::from((**value).clone()) {
                Value::Foreign(_) => unlowered("this kind of value", *position),
                value => Ok(Node::Literal(value)),
            },
            Expr::BoolConstant(truth, _) => Ok(Node::Literal(Value::Truth(*truth))),
            Expr::IntegerConstant(number, _) => Ok(Node::Literal(Value::Number(*number))),
            Expr::StringConstant(text, _) => Ok(Node::Literal(Value::Text(text.clone()))),
            Expr::Unit(_) => Ok(Node::Literal(Value::Unit)),
            Expr::Variable(..) => self.read(expression),
            Expr::InterpolatedString(parts, _) => Ok(Node::Text(self.expressions(parts.iter())?)),
            Expr::Array(items, _) => Ok(Node::List(self.expressions(items.iter())?)),
            Expr::And(parts, _) => Ok(Node::All(self.parts(parts)?)),
            Expr::Or(parts, _) => Ok(Node::Any(self.parts(parts)?)),
            Expr::Coalesce(parts, _) => Ok(Node::Given(self.parts(parts)?)),
            Expr::Stmt(block) => self.block(block.statements()),
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::Dot(..) => self.chain(expression),
            other => unlowered("this kind of expression", other.position()),
        }
    }

    /// A variable or constant.
    pub(super) fn read(&self, expression: &Expr) -> Lowering {
        let name = name(expression).unwrap_or_default();
        if let Some(slot) = self.variable(name) {
            return Ok(Node::Local(slot));
        }
        if let Some(each) = self.file.each.filter(|_| name == EACH) {
            return Ok(Node::Literal(each.into()));
        }
        match self.constant(name).map(|value| Value::from(value.clone())) {
            Some(value) if !matches!(value, Value::Foreign(_)) => Ok(Node::Literal(value)),
            _ => unlowered(format!("`{name}`"), expression.position()),
        }
    }

    /// A constant that every file can use.
    pub(super) fn constant(&self, name: &str) -> Option<&Dynamic> {
        self.file.constants.iter().find(|(constant, _)| constant == name).map(|(_, value)| value)
    }

    /// An operator, a call of a function, or a method call in function syntax.
    fn call(&mut self, call: &FnCallExpr, position: Position) -> Lowering {
        if call.is_qualified() || call.capture_parent_scope {
            return unlowered(format!("`{}`", call.name), position);
        }
        if call.is_operator_call() {
            return match (&call.args[..], Unary::named(&call.name), Binary::named(&call.name)) {
                ([value], Some(operator), _) => {
                    Ok(Node::Unary(operator, self.expression(value)?.into()))
                }
                ([one, other], _, Some(operator)) => self.operation(operator, [one, other]),
                ([selection, thing], ..) if call.name == "contains" => {
                    self.function_like(&call.name, &[selection, thing], position)
                }
                _ => unlowered(format!("`{}`", call.name), position),
            };
        }
        let signature = (call.name.clone(), call.args.len());
        if let Some(&(number, does_something)) = self.known.get(&signature) {
            let args = self.expressions(call.args.iter())?;
            self.operations += u32::from(does_something);
            return Ok(Node::Call(number, args));
        }
        if function(self.file.functions, &signature).is_some() {
            let args = self.expressions(call.args.iter())?;
            let (number, does_something) = self.function_named(signature, position)?;
            // The interpreter counts the call only if the function has statements.
            self.operations += u32::from(does_something);
            return Ok(Node::Call(number, args));
        }
        if let ([one, other], Some(operator)) = (&call.args[..], Binary::function(&call.name)) {
            return self.operation(operator, [one, other]);
        }
        let args: Vec<&Expr> = call.args.iter().collect();
        self.function_like(&call.name, &args, position)
    }

    /// Lowers the function with this signature. Returns its index, and whether it has statements.
    pub(super) fn function_named(
        &mut self,
        signature: (ImmutableString, usize),
        position: Position,
    ) -> Lowering<(usize, bool)> {
        let Some((parameters, statements)) = function(self.file.functions, &signature) else {
            return unlowered(format!("`{}`", signature.0), position);
        };
        let number = self.function(signature, &parameters, &statements, position)?;
        Ok((number, !statements.is_empty()))
    }

    /// Lowers a binary operator.
    fn operation(&mut self, operator: Binary, sides: [&Expr; 2]) -> Lowering {
        let [one, other] = sides.map(|side| self.expression(side));
        Ok(Node::Binary(operator, [one?, other?].into()))
    }

    /// Lowers a function of the rule or a verb of a pack. Returns its index.
    fn function(
        &mut self,
        signature: (ImmutableString, usize),
        parameters: &[ImmutableString],
        statements: &[Stmt],
        position: Position,
    ) -> Lowering<usize> {
        // The arguments of this call may have called the same function.
        if let Some(&(number, _)) = self.known.get(&signature) {
            return Ok(number);
        }
        if self.calls.contains(&signature) || self.calls.len() == DEPTH {
            return unlowered(
                format!("`{}`, which is recursive or nested too deeply,", signature.0),
                position,
            );
        }
        self.calls.push(signature.clone());
        let around = std::mem::replace(&mut self.variables, parameters.to_vec());
        let most_around = std::mem::replace(&mut self.most_variables, parameters.len());
        let may_leave = self.may_leave;
        let body = self.part(|it| it.block(statements));
        (self.variables, self.may_leave) = (around, may_leave);
        let variables = std::mem::replace(&mut self.most_variables, most_around);
        self.calls.pop();
        self.functions.push(TreeFunction { body: body?, variables });
        let number = self.functions.len() - 1;
        self.known.insert(signature, (number, !statements.is_empty()));
        Ok(number)
    }
}

/// The name of a variable or constant.
pub(super) fn name(expression: &Expr) -> Option<&str> {
    match expression {
        Expr::Variable(named, ..) if named.2.is_empty() => Some(&named.1),
        _ => None,
    }
}

/// The bounds of a range; the second one is exclusive.
fn numbers(range: &Dynamic) -> Option<(i64, i64)> {
    if let Some(range) = range.read_lock::<std::ops::Range<i64>>() {
        return Some((range.start, range.end));
    }
    let range = range.read_lock::<std::ops::RangeInclusive<i64>>()?;
    Some((*range.start(), range.end().checked_add(1)?))
}
