//! Infers the types of values in a rule file, to find calls on wrong values or with wrong arguments
//! before anything runs.
//!
//! Values of unknown type are accepted everywhere.

mod analysis;
mod call_graph;
mod calls;
mod control_flow;
mod definitions;
mod fit;
mod fold;
mod variables;

pub(super) use analysis::Analysis;
pub use analysis::{CallSite, Named};
pub(super) use call_graph::{FunctionCall, Signature, acting};
pub use fit::is_accepted;

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, Expr, FlowControl, FnCallExpr, Ident, Position, Stmt};

use super::check::{at, is_settings};
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::limits::FINDINGS;
use crate::rules::{Hook, HookShape, RuleId, Rules, Type};
use crate::table::Marker;
use definitions::{Definition, assigned, definitions};
use fit::{is_comparable, made, mismatched};
use fold::{Plain, fold};
use variables::{Gotten, Variable};

/// The types of the constants in a file, by name.
pub(super) type Constants = BTreeMap<String, Type>;

/// The environment of a file.
pub(super) struct Surroundings<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// The rule of the file; `None` for verbs of a pack.
    pub(super) rule: Option<RuleId>,
    /// The constants that every file can use.
    pub(super) constants: &'a Constants,
    /// The facts of the rule.
    pub(super) facts: &'a Constants,
    /// The settings.
    pub(super) settings: &'a Constants,
    /// Rhai's own functions and properties of numbers, strings and lists.
    pub(super) natives: &'a BTreeSet<(Type, String)>,
    /// The verbs of packs that act or ask.
    pub(super) acting: &'a BTreeSet<Signature>,
}

/// The types of the parameters of private functions, merged from the arguments of all calls.
type Given = BTreeMap<Signature, Vec<Type>>;

/// The maximum number of passes over a file. Each pass uses the types of parameters and variables
/// from the previous pass. In the last pass, reassigned variables have type `Any`.
const MAX_PASSES: usize = 6;

/// Checks the types of values in a file.
pub(super) fn check(file: &AST, source: &Source, context: &Surroundings) -> Analysis {
    let (assigned, definitions) = (assigned(file), definitions(file));
    let read = |given: &Given, gotten: Option<&Gotten>| {
        let mut checker = TypeChecker {
            source,
            context,
            assigned: &assigned,
            given,
            gotten,
            calls: Given::new(),
            gets: Gotten::new(),
            receiver_marker: None,
            scope: Vec::new(),
            answers: Vec::new(),
            function: Signature::default(),
            breaks_with_value: false,
            found: Analysis::default(),
        };
        for function in &definitions {
            checker.function(function);
        }
        checker.pure_hooks();
        let private = definitions.iter().filter(|function| function.is_private());
        let calls =
            private.filter_map(|function| checker.calls.remove_entry(&function.signature()));
        ((calls.collect(), checker.gets), checker.found)
    };
    let (mut given, mut gotten) = (Given::new(), Gotten::new());
    for _ in 1..MAX_PASSES {
        let (seen, found) = read(&given, Some(&gotten));
        if seen == (given, gotten) {
            return found;
        }
        (given, gotten) = seen;
    }
    read(&given, None).1
}

/// The types of the possible results of a block, with their positions.
type Ends = Vec<(Type, Position)>;

/// The common type of several results; `Any` if there is none.
fn common_type(ends: &[(Type, Position)]) -> Type {
    let first = ends.first().map_or(Type::Any, |&(ty, _)| ty);
    if ends.iter().all(|&(ty, _)| ty == first) { first } else { Type::Any }
}

/// Infers the types of values in the functions of a file.
struct TypeChecker<'a> {
    source: &'a Source,
    context: &'a Surroundings<'a>,
    assigned: &'a BTreeSet<String>,
    /// The types of arguments of private functions.
    given: &'a Given,
    /// The types assigned to variables; `None` if reassigned variables have type `Any`.
    gotten: Option<&'a Gotten>,
    /// The types of arguments in the calls so far.
    calls: Given,
    /// The types assigned to variables so far.
    gets: Gotten,
    /// The marker on which the next function is called, if it is known.
    receiver_marker: Option<Marker>,
    /// The variables in scope, the innermost last.
    scope: Vec<Variable>,
    /// The results of the current function, with their positions.
    answers: Vec<(Type, Position)>,
    /// The current function.
    function: Signature,
    /// Whether a loop was left with a value.
    breaks_with_value: bool,
    found: Analysis,
}

impl TypeChecker<'_> {
    /// Checks a function.
    fn function(&mut self, read: &Definition<'_>) {
        let function = read.declared;
        let hook = Hook::named(&function.name);
        let given = self.given.get(&read.signature());
        let parameter_types =
            hook.map(Hook::parameter_types).or(given.map(Vec::as_slice)).unwrap_or_default();
        let types = parameter_types.iter().copied().chain(std::iter::repeat(Type::Any));
        let named = function.params.iter().map(ToString::to_string).zip(types);
        self.function = read.signature();
        self.scope = named.map(|(name, ty)| self.held(name, ty, None)).collect();
        for inner in &read.inner {
            self.note(inner.clone(), true, function.body.start_position());
        }
        self.answers.clear();
        let answers = self.ends_of(&read.body, function.body.start_position());
        self.answers.extend(answers);
        if let Some(hook) = hook {
            self.hook(hook);
        }
    }

    fn note(&mut self, what: Signature, is_call: bool, position: Position) {
        let by = self.function.clone();
        self.found.function_calls.push(FunctionCall { by, what, is_call, position });
    }

    fn never(&mut self, position: Position, message: &str) {
        if self.found.strange.len() <= FINDINGS {
            let strange = at(self.source, position, message).code(Code::NeverRuns);
            self.found.strange.push(strange.warning());
        }
    }

    fn report(&mut self, position: Position, wrong: Diagnostic) {
        if !self.is_full() {
            self.found.wrong.push(wrong.at(at(self.source, position, "")));
        }
    }

    /// Whether there are more errors than are listed.
    fn is_full(&self) -> bool {
        self.found.wrong.len() > FINDINGS
    }

    /// Checks that a hook returns the type required by its shape.
    fn hook(&mut self, hook: Hook) {
        let (fits, expected) = hook.shape().answers();
        let answers = std::mem::take(&mut self.answers);
        let is_asked = !fits.contains(&Type::Any);
        if is_asked && answers.iter().all(|&(ty, _)| ty == Type::Unit) {
            let message = format!("`{}` never returns anything", hook.name());
            let hint = "a function returns its last expression, or the value after `return`";
            let place = answers.last().map_or(Position::NONE, |&(_, position)| position);
            let strange = at(self.source, place, &message).code(Code::HookAnswer);
            self.found.strange.push(strange.hint(hint).warning());
            return;
        }
        for (ty, position) in answers {
            let fit = ty == Type::Any || fits.contains(&Type::Any) || fits.contains(&ty);
            if !fit {
                let name = hook.name();
                let wrong = format!("`{name}` returns {}, expected {expected}", ty.text());
                self.report(position, Diagnostic::new(wrong).code(Code::HookAnswer));
            }
        }
    }

    /// Checks that pure hooks neither act nor ask, directly or through other functions.
    fn pure_hooks(&mut self) {
        let is_pure = |hook: &&Hook| hook.shape() != HookShape::Effect;
        let mut functions: Vec<&Signature> =
            self.found.function_calls.iter().map(|call| &call.by).collect();
        functions.sort_unstable();
        functions.dedup();
        let pure = Hook::ALL.iter().filter(is_pure).map(|hook| hook.name());
        let pure: Vec<Signature> = pure
            .flat_map(|hook| functions.iter().filter(move |(name, _)| name == hook))
            .map(|&function| function.clone())
            .collect();
        for function in pure {
            let hook = &function.0;
            let wrong: Vec<_> = call_graph::reached(&self.found.function_calls, &function)
                .map(|call| {
                    let message = format!("`{}` changes the game or asks a player, but `{hook}` may not", call.what.0);
                    let hint = "only effects may change the game or ask a player; pure hooks only read the game";
                    (call.position, Diagnostic::new(message).code(Code::PureHook).hint(hint))
                })
                .collect();
            for (position, wrong) in wrong {
                self.report(position, wrong);
            }
        }
    }

    /// The type of a block.
    fn block(&mut self, statements: &[Stmt]) -> Type {
        common_type(&self.ends_of(statements, Position::NONE))
    }

    /// The possible result types of a block, with their positions.
    fn ends_of(&mut self, statements: &[Stmt], position: Position) -> Ends {
        let depth = self.scope.len();
        let (mut ends, mut is_left) = (vec![(Type::Unit, position)], false);
        for statement in statements {
            if std::mem::take(&mut is_left) {
                self.never(
                    statement.position(),
                    "this never runs: a statement above it leaves the block",
                );
            }
            ends = self.ends(statement);
            is_left = control_flow::leaves(statement);
        }
        self.scope.truncate(depth);
        ends
    }

    /// The possible result types of a statement, one for each branch, with their positions.
    fn ends(&mut self, statement: &Stmt) -> Ends {
        let position = statement.position();
        match statement {
            Stmt::If(flow, _) => {
                self.condition(&flow.expr);
                let mut ends = self.ends_of(flow.body.statements(), position);
                ends.extend(self.ends_of(flow.branch.statements(), position));
                ends
            }
            Stmt::Switch(parts, _) => {
                self.expression(&parts.0);
                let mut ends = Vec::new();
                for arm in &parts.1.expressions {
                    self.condition(&arm.lhs);
                    ends.extend(match &arm.rhs {
                        Expr::Stmt(block) => self.ends_of(block.statements(), arm.rhs.position()),
                        answer => vec![(self.expression(answer), answer.position())],
                    });
                }
                if parts.1.def_case.is_none() {
                    ends.push((Type::Unit, position));
                }
                ends
            }
            Stmt::Block(block) => self.ends_of(block.statements(), position),
            plain => vec![(self.statement(plain), position)],
        }
    }

    /// The type of a statement without branches.
    fn statement(&mut self, statement: &Stmt) -> Type {
        match statement {
            Stmt::Noop(_) => Type::Unit,
            Stmt::While(flow, position) | Stmt::Do(flow, _, position) => {
                if control_flow::is_endless(statement, &|name| self.value(name)) {
                    let strange = at(self.source, *position, "this loop never ends");
                    let strange = strange.code(Code::EndlessLoop).warning();
                    self.found.strange.push(strange.hint("leave it with `break` or `return`"));
                }
                if !matches!(flow.expr, Expr::Unit(_)) {
                    self.condition(&flow.expr);
                }
                self.repeated(flow.body.statements())
            }
            Stmt::For(parts, _) => self.each(parts),
            Stmt::Var(parts, ..) => {
                let ty = self.expression(&parts.1);
                let value = fold(&parts.1, &|name| self.value(name));
                self.scope.push(self.held(parts.0.name.to_string(), ty, value));
                Type::Unit
            }
            Stmt::Assignment(parts) => {
                self.assigned(&parts.0, &parts.1);
                Type::Unit
            }
            Stmt::FnCall(call, position) => self.call(call, *position),
            Stmt::Expr(expression) => self.expression(expression),
            Stmt::Return(value, _, position) => {
                let ty = value.as_ref().map_or(Type::Unit, |value| self.expression(value));
                self.answers.push((ty, *position));
                Type::Any
            }
            Stmt::BreakLoop(value, ..) => {
                if let Some(value) = value {
                    self.expression(value);
                    self.breaks_with_value = true;
                }
                Type::Any
            }
            _ => Type::Any,
        }
    }

    /// The result type of a loop with this body; `Unit` unless the loop is left with a value.
    fn repeated(&mut self, body: &[Stmt]) -> Type {
        let around = std::mem::take(&mut self.breaks_with_value);
        self.block(body);
        let breaks_with_value = std::mem::replace(&mut self.breaks_with_value, around);
        if breaks_with_value { Type::Any } else { Type::Unit }
    }

    /// A loop over members.
    fn each(&mut self, parts: &(Ident, Option<Ident>, FlowControl)) -> Type {
        let (variable, counter, flow) = parts;
        let member = match self.expression(&flow.expr) {
            Type::Pieces => Type::Place,
            all => all.member(),
        };
        let depth = self.scope.len();
        self.scope.push(self.held_in_loop(variable, member, &flow.expr));
        let counter = counter
            .iter()
            .map(|counter| self.held(counter.name.to_string(), Type::Number, None))
            .collect::<Vec<_>>();
        self.scope.extend(counter);
        let answer = self.repeated(flow.body.statements());
        self.scope.truncate(depth);
        answer
    }

    /// Checks an expression that must be a boolean.
    fn condition(&mut self, expression: &Expr) {
        let ty = self.expression(expression);
        if fold(expression, &|_| None) == Some(Plain::Truth(false)) {
            self.never(
                expression.position(),
                "this condition is always `false`: its code never runs",
            );
        }
        if !matches!(ty, Type::Truth | Type::Any) {
            let wrong = Diagnostic::new(format!("expected `true` or `false`, found {}", ty.text()));
            let wrong = wrong.code(Code::TypeMismatch);
            let wrong = match ty {
                Type::Number => wrong.hint("compare it, as in `… > 0`"),
                _ if ty.is_selection() => {
                    wrong.hint("`is_empty` returns whether there are no elements")
                }
                _ => wrong,
            };
            self.report(expression.position(), wrong);
        }
    }

    fn expression(&mut self, expression: &Expr) -> Type {
        match expression {
            Expr::IntegerConstant(..) => Type::Number,
            Expr::BoolConstant(..) => Type::Truth,
            Expr::StringConstant(..) => Type::Text,
            Expr::DynamicConstant(value, _) => Value::from((**value).clone()).type_of(),
            Expr::InterpolatedString(parts, _) => {
                for part in parts {
                    self.expression(part);
                }
                Type::Text
            }
            Expr::Array(members, _) => {
                for member in members {
                    self.expression(member);
                }
                Type::List
            }
            Expr::Unit(_) => Type::Unit,
            Expr::Variable(variable, ..) => self.named(&variable.1),
            Expr::Stmt(block) => self.block(block.statements()),
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::And(parts, _) | Expr::Or(parts, _) => {
                parts.iter().for_each(|part| self.condition(part));
                Type::Truth
            }
            Expr::Coalesce(parts, _) => {
                for part in parts.iter() {
                    self.expression(part);
                }
                Type::Any
            }
            Expr::Dot(parts, ..) if is_settings(&parts.lhs) => match &parts.rhs {
                Expr::Property(name, _) => {
                    self.found.settings.insert(name.2.to_string());
                    self.context.settings.get(name.2.as_str()).copied().unwrap_or(Type::Any)
                }
                _ => Type::Any,
            },
            Expr::Dot(parts, ..) => {
                let of = self.expression(&parts.lhs);
                self.receiver_marker = self.marker(&parts.lhs);
                self.chain(of, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.expression(&parts.lhs);
                self.indexed(&parts.rhs)
            }
            _ => Type::Any,
        }
    }

    /// A call of an operator or a function.
    fn call(&mut self, call: &FnCallExpr, position: Position) -> Type {
        if let ("!", [truth]) = (&*call.name, &call.args[..]) {
            self.condition(truth);
            return Type::Truth;
        }
        let types: Vec<Type> = call.args.iter().map(|arg| self.expression(arg)).collect();
        if let Some(args) = calls::function_like(call, &types) {
            return self.function_call(types[0], &call.name, Some(&args), position);
        }
        if call.op_token.is_none() {
            let function = (call.name.to_string(), types.len());
            self.note(function.clone(), !self.context.acting.contains(&function), position);
            self.called(function, types);
            return Type::Any;
        }
        match (&*call.name, &types[..]) {
            (operator, &[one]) if !matches!(one, Type::Any | Type::Number) => {
                let wrong = format!("`{operator}` expects a number, found {}", one.text());
                self.report(
                    position,
                    mismatched(wrong, Type::Number, one).code(Code::TypeMismatch),
                );
                Type::Number
            }
            (operator, &[one, other]) => {
                self.check_compared(&call.args, &types);
                if matches!(operator, "==" | "!=") {
                    self.check_member(&call.args[0], &call.args[1]);
                    self.check_member(&call.args[1], &call.args[0]);
                }
                self.operated(operator, one.plain(), other.plain(), position)
            }
            _ => Type::Any,
        }
    }

    /// The result type of an operator.
    fn operated(&mut self, operator: &str, one: Type, other: Type, position: Position) -> Type {
        match operator {
            "==" | "!=" => {
                if !is_comparable(one, other) {
                    let wrong = format!("{} and {} are never equal", one.text(), other.text());
                    self.report(position, mismatched(wrong, one, other).code(Code::NeverEqual));
                }
                Type::Truth
            }
            "<" | "<=" | ">" | ">=" => {
                for ty in [one, other] {
                    if !matches!(ty, Type::Any | Type::Number | Type::Text) {
                        let wrong = format!("`{operator}` compares numbers, found {}", ty.text());
                        self.report(position, mismatched(wrong, one, other).code(Code::NeverEqual));
                    }
                }
                Type::Truth
            }
            ".." | "..=" => Type::Any,
            _ => made(operator, one, other).unwrap_or_else(|| {
                let text = format!("{} and {} cannot be combined", one.text(), other.text());
                self.report(position, mismatched(text, one, other).code(Code::TypeMismatch));
                Type::Any
            }),
        }
    }
}
