//! The sorts of values in a rule file, followed through its functions, so that a word that is said
//! of the wrong thing or with the wrong arguments is found before anything runs.
//!
//! What is not known is anything, and nothing is wrong about that.

mod fit;
mod found;

pub(super) use found::Found;
pub use found::{Named, Use};

use std::collections::{BTreeMap, BTreeSet};

use rhai::{AST, ASTNode, Expr, FlowControl, FnCallExpr, Ident, Position, Stmt};

use super::check::{at, is_settings, suggested};
use super::vocabulary::{Word, words};
use super::{names, thing};
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::{Hook, HookShape, RuleId, Rules, Sort};
use fit::{incomparable, is_comparable, is_taken};

/// The constants that a file finds, by name.
pub(super) type Constants = BTreeMap<String, Sort>;

/// What a file finds.
pub(super) struct Surroundings<'a> {
    /// The rules of the game.
    pub(super) rules: &'a Rules,
    /// Its rule; none for verbs of a pack.
    pub(super) rule: Option<RuleId>,
    /// The constants.
    pub(super) constants: &'a Constants,
    /// The settings.
    pub(super) settings: &'a Constants,
}

/// Looks for values of a wrong sort in a file.
pub(super) fn check(file: &AST, source: &Source, known: &Surroundings) -> Found {
    let mut reader = Reader {
        source,
        known,
        assigned: assigned(file),
        scope: Vec::new(),
        answers: Vec::new(),
        function: String::new(),
        deeds: Vec::new(),
        found: Found::default(),
    };
    let bodies = bodies(file);
    for function in file.iter_fn_def() {
        let hook = Hook::named(&function.name);
        let takes = hook.map_or(&[][..], Hook::takes);
        let takes = takes.iter().copied().chain(std::iter::repeat(Sort::Any));
        let named = function.params.iter().map(ToString::to_string).zip(takes);
        reader.scope = named.map(|(name, sort)| reader.held(name, sort)).collect();
        reader.function = function.name.to_string();
        reader.answers.clear();
        let (start, end) = (function.body.start_position(), function.body.end_position());
        let within = |statement: &&Stmt| (start..=end).contains(&statement.position());
        let body: Vec<&Stmt> = bodies.iter().filter(within).collect();
        let position = body.last().map_or(Position::NONE, |last| last.position());
        let answer = reader.block(body);
        reader.answers.push((answer, position));
        if let Some(hook) = hook {
            reader.hook(hook);
        }
    }
    reader.pure_hooks();
    reader.found
}

/// The statements of all functions, those of inner blocks left out: the engine gives away where a
/// body stands, but not the body.
fn bodies(file: &AST) -> Vec<Stmt> {
    let mut found = Vec::new();
    file.walk(&mut |path: &[ASTNode]| {
        if let [ASTNode::Stmt(statement)] = path {
            found.push((*statement).clone());
        }
        true
    });
    found
}

/// The variables that get another value somewhere: they may hold anything.
fn assigned(file: &AST) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    file.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(assignment))) = path.last()
            && let Expr::Variable(variable, ..) = &assignment.1.lhs
        {
            names.insert(variable.1.to_string());
        }
        true
    });
    names
}

/// What the engine says of anything.
const ANYTHING: [&str; 3] = ["to_string", "to_debug", "type_of"];

/// Whether nothing that follows the statement in its block can run.
fn leaves(statement: &Stmt) -> bool {
    match statement {
        Stmt::Return(..) | Stmt::BreakLoop(..) => true,
        Stmt::Block(block) => block.iter().any(leaves),
        Stmt::If(flow, _) => flow.body.iter().any(leaves) && flow.branch.iter().any(leaves),
        _ => false,
    }
}

struct Reader<'a> {
    source: &'a Source,
    known: &'a Surroundings<'a>,
    assigned: BTreeSet<String>,
    /// The variables, the innermost last.
    scope: Vec<(String, Sort)>,
    /// What the function at hand answers, and where.
    answers: Vec<(Sort, Position)>,
    /// The function at hand.
    function: String,
    /// What functions do that pure hooks may not, or might by calling others.
    deeds: Vec<Deed>,
    found: Found,
}

/// A word or a call in a function.
struct Deed {
    by: String,
    name: String,
    is_call: bool,
    position: Position,
}

impl Reader<'_> {
    /// A variable that begins with such a value; one that gets another somewhere may hold anything.
    fn held(&self, name: String, sort: Sort) -> (String, Sort) {
        let sort = if self.assigned.contains(&name) { Sort::Any } else { sort };
        (name, sort)
    }

    fn note(&mut self, name: &str, is_call: bool, position: Position) {
        let by = self.function.clone();
        self.deeds.push(Deed { by, name: name.into(), is_call, position });
    }

    fn never(&mut self, position: Position, message: &str) {
        let strange = at(self.source, position, message).code(Code::NeverRuns);
        self.found.strange.push(strange.warning());
    }

    fn report(&mut self, position: Position, wrong: Diagnostic) {
        self.found.wrong.push(wrong.at(at(self.source, position, "")));
    }

    /// That a hook answers what its shape asks for.
    fn hook(&mut self, hook: Hook) {
        let (fits, expected) = hook.shape().answers();
        let answers = std::mem::take(&mut self.answers);
        for (sort, position) in answers {
            let fit = sort == Sort::Any || fits.contains(&Sort::Any) || fits.contains(&sort);
            if !fit {
                let name = hook.name();
                let wrong = format!("`{name}` answers {}, expected {expected}", sort.text());
                self.report(position, Diagnostic::new(wrong).code(Code::HookAnswer));
            }
        }
    }

    /// That pure hooks neither act nor ask, nor call what does.
    fn pure_hooks(&mut self) {
        let is_pure = |hook: &&Hook| hook.shape() != HookShape::Effect;
        for hook in Hook::ALL.iter().filter(is_pure).map(|hook| hook.name()) {
            let (mut reached, mut at) = (vec![hook], 0);
            while let Some(&function) = reached.get(at) {
                let calls = self.deeds.iter().filter(|deed| deed.is_call && deed.by == function);
                for call in calls {
                    if !reached.contains(&call.name.as_str()) {
                        reached.push(&call.name);
                    }
                }
                at += 1;
            }
            let does = |deed: &&Deed| !deed.is_call && reached.contains(&deed.by.as_str());
            let wrong: Vec<_> = self
                .deeds
                .iter()
                .filter(does)
                .map(|deed| {
                    let message = format!("`{}` acts or asks, and `{hook}` may not", deed.name);
                    let hint = "only effects act and ask; others decide by what lies on the table";
                    (deed.position, Diagnostic::new(message).code(Code::PureHook).hint(hint))
                })
                .collect();
            for (position, wrong) in wrong {
                self.report(position, wrong);
            }
        }
    }

    /// The sort of the last statement of a block.
    fn block<'s>(&mut self, statements: impl IntoIterator<Item = &'s Stmt>) -> Sort {
        let depth = self.scope.len();
        let (mut sorts, mut is_left) = (Vec::new(), false);
        for statement in statements {
            if std::mem::take(&mut is_left) {
                self.never(statement.position(), "this never runs: the block is left before it");
            }
            sorts.push(self.statement(statement));
            is_left = leaves(statement);
        }
        self.scope.truncate(depth);
        sorts.last().copied().unwrap_or(Sort::Unit)
    }

    fn statement(&mut self, statement: &Stmt) -> Sort {
        match statement {
            Stmt::Noop(_) => Sort::Unit,
            Stmt::If(flow, _) => {
                self.condition(&flow.expr);
                let then = self.block(&flow.body);
                let or_else = self.block(&flow.branch);
                if then == or_else { then } else { Sort::Any }
            }
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                if !matches!(flow.expr, Expr::Unit(_)) {
                    self.condition(&flow.expr);
                }
                self.block(&flow.body);
                Sort::Any
            }
            Stmt::For(parts, _) => self.each(parts),
            Stmt::Var(parts, ..) => {
                let sort = self.expression(&parts.1);
                let name = parts.0.name.to_string();
                self.scope.push(self.held(name, sort));
                Sort::Unit
            }
            Stmt::Assignment(parts) => {
                self.expression(&parts.1.lhs);
                self.expression(&parts.1.rhs);
                Sort::Unit
            }
            Stmt::FnCall(call, position) => self.call(call, *position),
            Stmt::Block(block) => self.block(&**block),
            Stmt::Expr(expression) => self.expression(expression),
            Stmt::Return(value, _, position) => {
                let sort = value.as_ref().map_or(Sort::Unit, |value| self.expression(value));
                self.answers.push((sort, *position));
                Sort::Any
            }
            Stmt::Switch(parts, _) => {
                self.expression(&parts.0);
                for arm in &parts.1.expressions {
                    self.condition(&arm.lhs);
                    self.expression(&arm.rhs);
                }
                Sort::Any
            }
            _ => Sort::Any,
        }
    }

    /// A loop over the members of something.
    fn each(&mut self, parts: &(Ident, Option<Ident>, FlowControl)) -> Sort {
        let (variable, counter, flow) = parts;
        let member = match self.expression(&flow.expr) {
            Sort::Pieces => Sort::Place,
            all => all.member(),
        };
        let depth = self.scope.len();
        self.scope.push(self.held(variable.name.to_string(), member));
        let counter = counter
            .iter()
            .map(|counter| self.held(counter.name.to_string(), Sort::Number))
            .collect::<Vec<_>>();
        self.scope.extend(counter);
        self.block(&flow.body);
        self.scope.truncate(depth);
        Sort::Any
    }

    /// An expression that is true or false.
    fn condition(&mut self, expression: &Expr) {
        let sort = self.expression(expression);
        if let Expr::BoolConstant(false, position) = expression {
            self.never(*position, "what hangs on this never runs");
        }
        if !matches!(sort, Sort::Truth | Sort::Any) {
            let wrong = Diagnostic::new(format!("expected a truth, found {}", sort.text()));
            let wrong = wrong.code(Code::WrongSort);
            let wrong = match sort {
                Sort::Number => wrong.hint("compare it, such as `… > 0`"),
                _ => wrong,
            };
            self.report(expression.position(), wrong);
        }
    }

    fn expression(&mut self, expression: &Expr) -> Sort {
        match expression {
            Expr::IntegerConstant(..) => Sort::Number,
            Expr::BoolConstant(..) => Sort::Truth,
            Expr::StringConstant(..) => Sort::Text,
            Expr::DynamicConstant(value, _) => thing::sort(value),
            Expr::InterpolatedString(parts, _) => {
                for part in parts {
                    self.expression(part);
                }
                Sort::Text
            }
            Expr::Array(members, _) => {
                for member in members {
                    self.expression(member);
                }
                Sort::List
            }
            Expr::Unit(_) => Sort::Unit,
            Expr::Variable(variable, ..) => self.named(&variable.1),
            Expr::Stmt(block) => self.block(&**block),
            Expr::FnCall(call, position) => self.call(call, *position),
            Expr::And(parts, _) | Expr::Or(parts, _) => {
                parts.iter().for_each(|part| self.condition(part));
                Sort::Truth
            }
            Expr::Dot(parts, ..) if is_settings(&parts.lhs) => match &parts.rhs {
                Expr::Property(name, _) => {
                    self.found.settings.insert(name.2.to_string());
                    self.known.settings.get(name.2.as_str()).copied().unwrap_or(Sort::Any)
                }
                _ => Sort::Any,
            },
            Expr::Dot(parts, ..) => {
                let of = self.expression(&parts.lhs);
                self.said(of, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.expression(&parts.lhs);
                self.indexed(&parts.rhs)
            }
            _ => Sort::Any,
        }
    }

    fn named(&self, name: &str) -> Sort {
        let variable = self.scope.iter().rev().find(|(known, _)| known == name);
        let constant = || self.known.constants.get(name).copied();
        variable.map(|(_, sort)| *sort).or_else(constant).unwrap_or(Sort::Any)
    }

    /// What is said of something, word after word.
    fn said(&mut self, of: Sort, word: &Expr) -> Sort {
        match word {
            Expr::Property(name, position) => self.word(of, &name.2, None, *position),
            Expr::MethodCall(call, position) => {
                let args: Vec<_> =
                    call.args.iter().map(|arg| (self.expression(arg), arg)).collect();
                self.word(of, &call.name, Some(&args), *position)
            }
            Expr::Dot(parts, ..) => {
                let first = self.said(of, &parts.lhs);
                self.said(first, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.said(of, &parts.lhs);
                self.indexed(&parts.rhs)
            }
            _ => Sort::Any,
        }
    }

    /// What stands in brackets, and what is said of that member.
    fn indexed(&mut self, rest: &Expr) -> Sort {
        match rest {
            Expr::Dot(parts, ..) => {
                self.expression(&parts.lhs);
                self.said(Sort::Any, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.expression(&parts.lhs);
                self.indexed(&parts.rhs)
            }
            number => {
                self.expression(number);
                Sort::Any
            }
        }
    }

    /// A word that is said of something, with its arguments where it has any.
    fn word(
        &mut self,
        of: Sort,
        name: &str,
        args: Option<&[(Sort, &Expr)]>,
        position: Position,
    ) -> Sort {
        let named = |word: &&Word| {
            word.name == name && word.parameters.map(<[_]>::len) == args.map(<[_]>::len)
        };
        let known: Vec<&'static Word> = words().filter(named).collect();
        let said: Vec<&'static Word> = known.iter().copied().filter(|word| word.fits(of)).collect();
        // Numbers, texts and lists have words of the script language itself.
        let is_ours = !matches!(of, Sort::Any | Sort::Text | Sort::List | Sort::Unit)
            && (of != Sort::Number || args.is_none());
        if said.is_empty() && !known.is_empty() && is_ours {
            let wrong = Diagnostic::new(format!("`{name}` is not said of {}", of.text()));
            let wrong = wrong.code(Code::NotSaidOf);
            let fitting = words().filter(|word| word.fits(of)).map(|word| word.name);
            let others: Vec<&str> = known.iter().map(|word| word.of).collect();
            let wrong = wrong.hint(format!("it is said of: {}", others.join(", ")));
            self.report(position, suggested(wrong, name, fitting));
        }
        if known.is_empty() && is_ours && args.is_some() && !ANYTHING.contains(&name) {
            let wrong = Diagnostic::new(format!("`{name}(…)` is not said of {}", of.text()));
            let is_plain = words().any(|word| word.name == name && word.fits(of));
            let wrong = wrong.code(Code::NotSaidOf);
            self.report(
                position,
                if is_plain { wrong.hint(format!("write `{name}`")) } else { wrong },
            );
        }
        if !known.is_empty() && known.iter().all(|word| word.acts) {
            self.note(name, false, position);
        }
        if let [word] = said[..] {
            let (file, line) = (self.source.file.clone(), position.line().unwrap_or(0));
            self.found.said.push(Use { file, line, word });
        }
        if let ([word], Some(args)) = (&said[..], args) {
            for (&takes, &(sort, argument)) in word.takes.iter().zip(args) {
                self.argument(word, takes, sort, argument);
            }
        }
        let mut gives = said.iter().map(|word| word.gives_of(of));
        let first = gives.next().unwrap_or(Sort::Any);
        if gives.all(|other| other == first) { first } else { Sort::Any }
    }

    /// An argument of a word that takes this sort.
    fn argument(&mut self, word: &Word, takes: Sort, found: Sort, argument: &Expr) {
        let position = argument.position();
        let name = match argument {
            Expr::StringConstant(name, _) => Some(name.to_string()),
            _ => None,
        };
        let named = Named { rule: self.known.rule, sort: takes, name, acts: word.acts };
        self.found.named.push(named);
        let word = word.name;
        if !is_taken(takes, found) {
            let (expected, found) = (takes.text(), found.text());
            let wrong = format!("`{word}` expects {expected}, found {found}");
            return self.report(position, Diagnostic::new(wrong).code(Code::WrongSort));
        }
        let Expr::StringConstant(text, _) = argument else { return };
        let wrong = names::wrong(text, takes, self.known.rules, self.known.rule);
        let Some((wrong, letters)) = wrong else { return };
        let (line, column) = (position.line().unwrap_or(1), position.position().unwrap_or(1));
        self.found.wrong.push(wrong.at(self.source.error_at(line, column + letters, "")));
    }

    /// A call of an operator or a function.
    fn call(&mut self, call: &FnCallExpr, position: Position) -> Sort {
        let sorts: Vec<Sort> = call.args.iter().map(|arg| self.expression(arg)).collect();
        if call.op_token.is_none() {
            self.note(&call.name, true, position);
            return Sort::Any;
        }
        let [one, other] = sorts[..] else {
            return if &*call.name == "!" { Sort::Truth } else { Sort::Any };
        };
        match &*call.name {
            "==" | "!=" => {
                if !is_comparable(one, other) {
                    let wrong = format!("{} and {} are never equal", one.text(), other.text());
                    self.report(position, incomparable(wrong, one, other));
                }
                Sort::Truth
            }
            "<" | "<=" | ">" | ">=" => {
                for sort in [one, other] {
                    if !matches!(sort, Sort::Any | Sort::Number | Sort::Text) {
                        let name = &call.name;
                        let wrong = format!("`{name}` compares numbers, found {}", sort.text());
                        self.report(position, incomparable(wrong, one, other));
                    }
                }
                Sort::Truth
            }
            "in" => Sort::Truth,
            "+" if [one, other].contains(&Sort::Text) => Sort::Text,
            "+" | "-" | "*" | "/" | "%" | "&" | "|" if one == other || one.is_selection() => one,
            _ => Sort::Any,
        }
    }
}
