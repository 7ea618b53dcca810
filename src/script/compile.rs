//! Compiles rule files: inserts constants, and adds the verbs of packs.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rhai::{
    AST, ASTFlags, ASTNode, Dynamic, Engine, Expr, ImmutableString, Module, OptimizationLevel,
    ParseError, Position, Scope, ScriptFuncDef, Stmt,
};

use super::call_stack::CallStack;
use super::check::{NameTable, Review, at};
use super::constants::{self, EACH};
use super::error::{self, LINES, VERB_FILES};
use super::lower::{File, LoweringError, lower};
use super::syntax::{UnparsedFile, compiled, syntax};
use super::thing::Thing;
use super::types::Constants;
use super::value::Value;
use super::{ExecutionMode, HookBody, Host, ReviewedHost, UnloweredHook, engine, tokens};
use crate::diagnostic::{Code, Diagnostics, Result, Source, suggestion};
use crate::game::Cause;
use crate::limits;
use crate::rules::{Hook, HookDefinition, Rule, RuleId, Rules, SettingValue};
use crate::set::Id;

impl Host {
    /// Compiles the rule files of a game.
    pub(super) fn new(rules: &Rules, mode: ExecutionMode) -> Result<Self, Diagnostics> {
        let stack = Rc::new(CallStack::default());
        Self::with(engine::engine(&stack), stack, rules, mode)
    }

    /// Compiles the rule files of a game with an engine for this stack.
    pub(super) fn with(
        engine: Engine,
        stack: Rc<CallStack>,
        rules: &Rules,
        mode: ExecutionMode,
    ) -> Result<Self, Diagnostics> {
        Self::reviewed(engine, stack, rules, mode).1
    }

    /// Checks the rule files, and compiles them if there are no errors.
    fn reviewed(
        mut engine: Engine,
        stack: Rc<CallStack>,
        rules: &Rules,
        mode: ExecutionMode,
    ) -> (Review, Result<Self, Diagnostics>) {
        let constants = constants::constants(rules);
        engine.register_global_module(module(&constants).into());
        let mut files = ParsedFiles::new(rules, &constants);
        let review = check(&engine, &mut files);
        if !review.wrong.0.is_empty() {
            let wrong = review.wrong.clone();
            return (review, Err(wrong));
        }
        (review, Self::compiled(engine, stack, (files, &constants), mode))
    }

    /// Compiles files that have no errors.
    fn compiled(
        mut engine: Engine,
        stack: Rc<CallStack>,
        (mut files, constants): (ParsedFiles, &[(String, Dynamic)]),
        mode: ExecutionMode,
    ) -> Result<Self, Diagnostics> {
        if let ExecutionMode::Watched(trace) = mode {
            files.parsed.clear();
            trace.watch(&mut engine, &stack, &mut files.sources);
        }
        let hooks = hooks(&engine, &mut files, constants, mode)?;
        Ok(Self {
            engine,
            hooks,
            stack,
            prices: RefCell::default(),
            #[cfg(test)]
            interpreted: std::cell::Cell::default(),
        })
    }

    /// The hooks that only the interpreter can run, and why.
    fn unlowered(&self, rules: &Rules) -> Vec<UnloweredHook> {
        let kept = self.hooks.iter().enumerate().flat_map(|(number, hooks)| {
            hooks.iter().filter_map(move |(&hook, body)| {
                let rule = RuleId::new(number);
                let LoweringError { what, position } = body.lowered.as_ref().err()?;
                let cause = error::cause_at(rules, rule, *position);
                let cause = cause.unwrap_or_else(|| Cause::start(rules, rule));
                Some(UnloweredHook { rule, hook, what: what.clone(), cause })
            })
        });
        kept.collect()
    }
}

/// The files of a game. Each is parsed once in its original form, since errors could be hidden
/// after Rhai has inserted constants and optimized the file.
struct ParsedFiles<'a> {
    rules: &'a Rules,
    sources: Vec<Source>,
    /// The constants of every file.
    scope: Scope<'static>,
    /// The same for the optimizer: constants that are things remain names, which are looked up at
    /// run time. Otherwise, Rhai would convert them to strings in its own words.
    plain: Scope<'static>,
    /// The parsed files, by the index of their source.
    parsed: BTreeMap<usize, Rc<AST>>,
}

impl<'a> ParsedFiles<'a> {
    fn new(rules: &'a Rules, constants: &[(String, Dynamic)]) -> Self {
        let (mut scope, mut plain) = (Scope::new(), Scope::new());
        for (name, value) in constants {
            scope.push_constant_dynamic(name.clone(), value.clone());
            push_plain(&mut plain, name, value);
        }
        let source = |(file, text): &(String, String)| Source::new(file, text.as_str());
        let sources = rules.sources.iter().map(source).collect();
        Self { rules, sources, scope, plain, parsed: BTreeMap::new() }
    }

    /// The file with the verbs of a pack.
    fn of_verbs(&mut self, engine: &Engine, number: usize) -> Result<Rc<AST>, UnparsedFile> {
        let at = self.rules.verbs[number].source;
        if let Some(file) = self.parsed.get(&at) {
            return Ok(Rc::clone(file));
        }
        let source = &self.sources[at];
        // Each file has its own range of line numbers, as long as there are enough.
        let before = if number < VERB_FILES { (number + 1) * LINES } else { 0 };
        // Rhai skips a comment faster than empty lines.
        let text = match before {
            0 => source.text.to_string(),
            lines => format!("/*{}*/\n{}", "\n".repeat(lines - 1), source.text),
        };
        let file = Rc::new(parse(engine, &self.scope, source, &text)?);
        self.parsed.insert(at, Rc::clone(&file));
        Ok(file)
    }

    /// The file of a rule with these facts.
    fn of_rule(
        &mut self,
        engine: &Engine,
        rule: &Rule,
        facts: &Scope,
    ) -> Result<Rc<AST>, UnparsedFile> {
        if let Some(file) = self.parsed.get(&rule.source) {
            return Ok(Rc::clone(file));
        }
        let common = self.scope.len();
        for (name, _, value) in facts.iter_raw() {
            self.scope.push_constant_dynamic(name, value.clone());
        }
        // The text before the first function consists of facts, which are in the scope.
        let source = &self.sources[rule.source];
        let text = tokens::from(&source.text, tokens::first_function(&source.text));
        let file = parse(engine, &self.scope, source, &text);
        self.scope.rewind(common);
        let file = Rc::new(file?);
        self.parsed.insert(rule.source, Rc::clone(&file));
        Ok(file)
    }

    /// Inserts plain constants and facts into a file, and optimizes it.
    fn optimize(
        &mut self,
        engine: &Engine,
        (file, source): (AST, usize),
        facts: &Scope,
    ) -> Result<AST, Diagnostics> {
        let common = self.plain.len();
        for (name, _, value) in facts.iter_raw() {
            push_plain(&mut self.plain, name, value);
        }
        let file = engine.optimize_ast(&self.plain, file, OptimizationLevel::Simple);
        self.plain.rewind(common);
        let is_known = |name: &str| self.scope.contains(name) || facts.contains(name);
        check_values(&file, is_known, &self.sources[source])?;
        Ok(file)
    }
}

/// Adds a constant for the optimizer.
fn push_plain(scope: &mut Scope, name: &str, value: &Dynamic) {
    if value.is::<Thing>() {
        scope.push_dynamic(name, value.clone());
    } else {
        scope.push_constant_dynamic(name, value.clone());
    }
}

/// The hooks of all rules.
fn hooks(
    engine: &Engine,
    files: &mut ParsedFiles,
    constants: &[(String, Dynamic)],
    mode: ExecutionMode,
) -> Result<Vec<BTreeMap<Hook, HookBody>>, Diagnostics> {
    let rules = files.rules;
    let (verbs, left) = (verbs(engine, files)?, Cell::new(limits::NODES));
    let hooked = rules.rules.iter().enumerate().map(|(number, rule)| {
        let facts = facts(rules, rule);
        let file = files.of_rule(engine, rule, &facts)?;
        if !file.has_functions() {
            return Ok(BTreeMap::new());
        }
        let file = files.optimize(engine, (AST::clone(&file), rule.source), &facts)?;
        let functions = verbs.as_ref().map_or_else(|| file.clone(), |verbs| verbs.merge(&file));
        let each = facts.get_value::<Thing>(EACH);
        let file = File::new(rules, RuleId::new(number), &functions, (constants, each), &left);
        let body = |(&hook, defined): (&Hook, &HookDefinition)| {
            let signature = (hook.name().into(), defined.parameters);
            let (parameters, statements) = function(&functions, &signature)?;
            let lowered = match mode {
                ExecutionMode::Lowered => lower(&file, &parameters, &statements),
                ExecutionMode::Interpreted | ExecutionMode::Watched(_) => {
                    Err(LoweringError::unasked())
                }
            };
            let ast = AST::new(statements, functions.shared_lib().clone());
            Some((hook, HookBody { parameters, ast, each, lowered }))
        };
        Ok(rule.hooks.iter().filter_map(body).collect())
    });
    hooked.collect()
}

/// The parameters and statements of the function with this signature. Rhai provides these only for
/// all functions of a file together.
pub(super) fn function(
    file: &AST,
    (name, count): &(ImmutableString, usize),
) -> Option<(Vec<ImmutableString>, Vec<Stmt>)> {
    let is_it = |function: &&Rc<ScriptFuncDef>| {
        (&function.name, function.params.len()) == (name, *count) && function.this_type.is_none()
    };
    let declared = file.iter_fn_def().find(is_it)?;
    let alone = AST::new([], Module::from([Rc::clone(declared)]));
    let mut statements: Vec<Stmt> = Vec::new();
    alone.walk(&mut |path: &[ASTNode]| {
        if let [ASTNode::Stmt(statement)] = path {
            statements.push((*statement).clone());
        }
        true
    });
    Some((declared.params.to_vec(), statements))
}

/// Checks the names and calls of all files.
fn check(engine: &Engine, files: &mut ParsedFiles) -> Review {
    let rules = files.rules;
    let mut review = Review::default();
    let mut known = NameTable::new(engine, rules, types(&files.scope));
    let mut are_whole = true;
    for (number, verbs) in rules.verbs.iter().enumerate() {
        let (file, is_whole) = review.readable(files.of_verbs(engine, number));
        are_whole &= is_whole;
        if let Some(file) = file {
            let source = files.sources[verbs.source].clone();
            known.add_verbs(verbs, file, source, &mut review);
        }
    }
    let strange = review.strange.0.len();
    known.check_verbs(&mut review);
    if !are_whole {
        review.strange.0.truncate(strange);
    }
    for (number, rule) in rules.rules.iter().enumerate() {
        let facts = facts(rules, rule);
        let (file, is_whole) = review.readable(files.of_rule(engine, rule, &facts));
        let strange = review.strange.0.len();
        if let Some(file) = file.filter(|file| file.has_functions()) {
            let of = (&files.sources[rule.source], &types(&facts));
            known.check_rule(RuleId::new(number), &file, of, &mut review);
        }
        if !is_whole {
            review.strange.0.truncate(strange);
        }
    }
    review
}

impl Review {
    /// The parsed part of a file, and whether it is complete. Warnings are only given for complete
    /// files, since the missing part may explain them.
    fn readable(&mut self, read: Result<Rc<AST>, UnparsedFile>) -> (Option<Rc<AST>>, bool) {
        match read {
            Ok(file) => (Some(file), true),
            Err(UnparsedFile { wrong, rest }) => {
                self.wrong.extend(wrong.0);
                (rest.map(|(file, _)| file.into()), false)
            }
        }
    }
}

/// Checks the scripts of a game, and creates a host if there are no errors.
pub(super) fn reviewed(rules: &Rules) -> (Review, Result<ReviewedHost, Diagnostics>) {
    let stack = Rc::new(CallStack::default());
    let engine = engine::engine(&stack);
    let (review, host) = Host::reviewed(engine, stack, rules, ExecutionMode::Lowered);
    let host =
        host.map(|host| ReviewedHost { unlowered: host.unlowered(rules), host: Rc::new(host) });
    (review, host)
}

/// Checks the scripts of a game before anything runs.
pub fn review(rules: &Rules) -> Review {
    let constants = constants::constants(rules);
    let mut engine = engine::engine(&Rc::new(CallStack::default()));
    engine.register_global_module(module(&constants).into());
    check(&engine, &mut ParsedFiles::new(rules, &constants))
}

/// The constants for names before the dot of a property or verb. Elsewhere, Rhai inserts the
/// constants into functions.
fn module(constants: &[(String, Dynamic)]) -> Module {
    let mut module = Module::new();
    for (name, value) in constants {
        module.set_var(name.as_str(), value.clone());
    }
    module
}

/// The verbs of all packs in one file. A later verb overrides an earlier one of the same name, even
/// for other verbs that call it.
fn verbs(engine: &Engine, files: &mut ParsedFiles) -> Result<Option<AST>, Diagnostics> {
    let (rules, mut all) = (files.rules, None::<AST>);
    for (number, verbs) in rules.verbs.iter().enumerate() {
        if number == VERB_FILES {
            let message = format!("more than {VERB_FILES} files `verbs.rhai`");
            return Err(files.sources[verbs.source].whole(message).code(Code::TooMany).into());
        }
        let file = files.of_verbs(engine, number)?;
        let file = (AST::clone(&file), verbs.source);
        let file = files.optimize(engine, file, &Scope::new())?;
        all = Some(all.map_or_else(|| file.clone(), |all| all.merge(&file)));
    }
    Ok(all)
}

/// Checks the number of lines of a file.
///
/// # Errors
/// When there are too many, so that a line would be taken for one of another file.
pub(crate) fn check_length(source: &Source) -> Result<(), Diagnostics> {
    if source.text.lines().count() < LINES {
        return Ok(());
    }
    let message = format!("the file has more than {} lines", LINES - 1);
    Err(source.whole(message).code(Code::TooMany).into())
}

/// Parses the text of a file.
fn parse(engine: &Engine, scope: &Scope, source: &Source, text: &str) -> Result<AST, UnparsedFile> {
    check_length(source)?;
    let explain = |error: &ParseError| {
        let wrong = syntax(error, source);
        match error.err_type() {
            rhai::ParseErrorType::VariableUndefined(name) => match name.to_uppercase() {
                constant if scope.contains(&constant) => {
                    wrong.hint(format!("write constants in capitals: `{constant}`"))
                }
                _ if name == "me" => wrong
                    .hint("a function sees only its parameters: declare one, as in `fn help(me)`"),
                _ => wrong.hints(suggestion(name, scope.iter_raw().map(|(name, ..)| name))),
            },
            _ => wrong,
        }
    };
    let parsed = compiled(text, |text| engine.compile_with_scope(scope, text), explain)?;
    check_values(&parsed, |name| scope.contains(name), source).map_err(Diagnostics::from)?;
    Ok(parsed)
}

/// Reports assignments to constants, and functions that are converted to strings. Some of these
/// mistakes are only visible in the original file, others only in the optimized one.
fn check_values(file: &AST, is_known: impl Fn(&str) -> bool, source: &Source) -> Result {
    if let Some(place) = sets_constant(file, is_known) {
        let wrong = at(source, place, "a constant cannot be set");
        let wrong = wrong.code(Code::SetConstant);
        return Err(wrong.hint("only verbs change the game"));
    }
    if names_function(file) {
        let message = "a function cannot be used as a string";
        return Err(source.whole(message).code(Code::TypeMismatch));
    }
    Ok(())
}

/// The position of an assignment to a constant or a setting; Rhai replaces settings with their
/// values when it optimizes.
fn sets_constant(file: &AST, is_known: impl Fn(&str) -> bool) -> Option<Position> {
    let mut own: BTreeSet<String> = BTreeSet::new();
    let mut found = Vec::new();
    file.walk(&mut |path: &[ASTNode]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(variable, flags, _)))
                if !flags.contains(ASTFlags::CONSTANT) =>
            {
                own.insert(variable.0.name.to_string());
            }
            Some(ASTNode::Stmt(Stmt::Assignment(set))) => found.push(set.1.lhs.clone()),
            _ => {}
        }
        true
    });
    own.extend(file.iter_functions().flat_map(|function| function.params).map(str::to_owned));
    let is_constant = |set: &Expr| match set {
        Expr::Variable(name, ..) => is_known(&name.1) && !own.contains(name.1.as_str()),
        set => set.is_constant(),
    };
    found.iter().find(|set| is_constant(set)).map(Expr::position)
}

/// Whether a string contains the generated name of an anonymous function, which Rhai inserts when
/// it optimizes. Such names differ between platforms.
fn names_function(file: &AST) -> bool {
    let mut found = false;
    if !file.iter_functions().any(|function| function.name.starts_with("anon$")) {
        return found;
    }
    file.walk(&mut |path: &[ASTNode]| {
        let text = match path.last() {
            Some(ASTNode::Expr(
                Expr::StringConstant(..) | Expr::InterpolatedString(..) | Expr::DynamicConstant(..),
            )) => format!("{:?}", path.last()),
            _ => String::new(),
        };
        found |= text.contains("Fn(anon$");
        true
    });
    found
}

/// The facts of a rule as constants of its file.
fn facts(rules: &Rules, rule: &Rule) -> Scope<'static> {
    let mut scope = Scope::new();
    for (name, value) in &rule.constants {
        let resource = match value {
            SettingValue::Word(word) if name == EACH => rules.resource_named(word),
            _ => None,
        };
        let resource = resource.map(|resource| Dynamic::from(Thing::Resource(resource)));
        scope.push_constant_dynamic(
            name.clone(),
            resource.unwrap_or_else(|| constants::plain(value)),
        );
    }
    scope
}

/// The types of the constants in a scope.
fn types(scope: &Scope) -> Constants {
    let type_of = |value: &Dynamic| Value::from(value.clone()).type_of();
    scope.iter_raw().map(|(name, _, value)| (name.to_owned(), type_of(value))).collect()
}
