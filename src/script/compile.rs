//! Compiling rule files: constants put in, and the verbs of packs.

use std::collections::BTreeMap;
use std::rc::Rc;

use rhai::{
    AST, ASTNode, Dynamic, Engine, Expr, Map, Module, OptimizationLevel, Position, Scope, Stmt,
};

use super::check::{Known, suggested, syntax};
use super::error::{LINES, VERB_FILES};
use super::thing::Thing;
use super::{Body, Desk, Host, Trace, engine};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::resource::Resource;
use crate::rules::{Defined, Hook, Rule, Rules, SettingValue};
use crate::set::Id;
use crate::table::{Kind, Marker};

impl Host {
    /// Compiles the rule files of a game, so that what runs of them is noted if somebody asks.
    pub(super) fn new(rules: &Rules, trace: Option<&Trace>) -> Result<Self, Diagnostics> {
        let desk = Rc::new(Desk::default());
        Self::with(engine::engine(&desk), desk, rules, trace)
    }

    /// The same with an engine for this desk.
    pub(super) fn with(
        mut engine: Engine,
        desk: Rc<Desk>,
        rules: &Rules,
        trace: Option<&Trace>,
    ) -> Result<Self, Diagnostics> {
        let constants = constants(rules);
        // The engine puts constants into functions, but not where a property or verb follows;
        // there it finds them in a module.
        let mut module = Module::new();
        for (name, value) in &constants {
            module.set_var(name.as_str(), value.clone());
        }
        engine.register_global_module(module.into());
        let mut sources: Vec<Source> =
            rules.sources.iter().map(|(file, text)| Source::new(file, text.as_str())).collect();
        check(&mut engine, rules, &constants, &sources)?;
        if let Some(trace) = trace {
            trace.watch(&mut engine, &desk, &mut sources);
        }
        let verbs = verbs(&engine, rules, &constants, &sources)?;
        let hooked = rules.rules.iter().map(|rule| {
            let scope = scope(rules, &constants, Some(rule));
            let file = compile(&engine, &scope, &sources[rule.source], 0)?;
            let file = verbs.as_ref().map_or_else(|| file.clone(), |verbs| verbs.merge(&file));
            Ok(hooks(&file, rule))
        });
        let hooks = hooked.collect::<Result<Vec<_>, Diagnostic>>()?;
        Ok(Self { engine, hooks, desk })
    }
}

/// The hooks of a rule, each with all functions that it may call.
fn hooks(file: &AST, rule: &Rule) -> BTreeMap<Hook, Body> {
    let body = |(&hook, defined): (&Hook, &Defined)| {
        let mut alone = file.clone_functions_only();
        alone.retain_functions(|_, _, name, parameters| {
            name == hook.name() && parameters == defined.parameters
        });
        let mut statements: Vec<Stmt> = Vec::new();
        alone.walk(&mut |path: &[ASTNode]| {
            if let [ASTNode::Stmt(statement)] = path {
                statements.push((*statement).clone());
            }
            true
        });
        let function = alone.iter_fn_def().next()?;
        let program = AST::new(statements, file.shared_lib().clone());
        Some((hook, Body { parameters: function.params.to_vec(), program }))
    };
    rule.hooks.iter().filter_map(body).collect()
}

/// Checks the words of all files. It is done before the engine puts constants in and optimizes,
/// which hides what is wrong.
fn check(
    engine: &mut Engine,
    rules: &Rules,
    constants: &[(String, Dynamic)],
    sources: &[Source],
) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::default();
    let mut known = Known::new(engine, rules);
    engine.set_optimization_level(OptimizationLevel::None);
    for verbs in &rules.verbs {
        let source = &sources[verbs.source];
        let compiled = compile(engine, &scope(rules, constants, None), source, 0);
        if let Some(file) = problems.keep(compiled) {
            known.add_verbs(verbs.rank, file, source.clone(), &mut problems);
        }
    }
    known.check_verbs(&mut problems);
    for rule in &rules.rules {
        let source = &sources[rule.source];
        let compiled = compile(engine, &scope(rules, constants, Some(rule)), source, 0);
        if let Some(file) = problems.keep(compiled) {
            known.check_rule(rule.rank, &file, source, &mut problems);
        }
    }
    engine.set_optimization_level(OptimizationLevel::Simple);
    problems.unless_any(())
}

/// The verbs of all packs in one file: of two with one name the later one counts, also for the
/// verbs that call it.
fn verbs(
    engine: &Engine,
    rules: &Rules,
    constants: &[(String, Dynamic)],
    sources: &[Source],
) -> Result<Option<AST>, Diagnostic> {
    let mut all: Option<AST> = None;
    for (number, verbs) in rules.verbs.iter().enumerate() {
        let source = &sources[verbs.source];
        if number == VERB_FILES {
            return Err(source.whole(format!("more than {VERB_FILES} packs have verbs")));
        }
        let file = compile(engine, &scope(rules, constants, None), source, number + 1)?;
        all = Some(all.map_or_else(|| file.clone(), |all| all.merge(&file)));
    }
    Ok(all)
}

/// Compiles a file; the number among the files of a rule makes its lines differ from theirs.
fn compile(
    engine: &Engine,
    scope: &Scope,
    source: &Source,
    number: usize,
) -> Result<AST, Diagnostic> {
    if source.text.lines().count() >= LINES {
        return Err(source.whole(format!("the file has more than {} lines", LINES - 1)));
    }
    let text = "\n".repeat(number * LINES) + &*source.text;
    let compiled = engine.compile_with_scope(scope, text).map_err(|error| {
        let wrong = syntax(&error, source);
        match error.err_type() {
            rhai::ParseErrorType::VariableUndefined(name) => {
                suggested(wrong, name, scope.iter_raw().map(|(name, ..)| name))
            }
            _ => wrong,
        }
    })?;
    if let Some(place) = sets_constant(&compiled) {
        let (line, column) = (place.line().unwrap_or(1), place.position().unwrap_or(1));
        let wrong = source.error_at(line, column, "a constant cannot be set");
        return Err(wrong.hint("only verbs change the game"));
    }
    if names_function(&compiled) {
        return Err(source.whole("a function is made a text, but functions have no names"));
    }
    Ok(compiled)
}

/// Where something is put into a setting, which the engine takes for its value when it optimizes.
fn sets_constant(file: &AST) -> Option<Position> {
    let mut found = None;
    file.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(set))) = path.last() {
            let place = set.1.lhs.position();
            found = found.or(set.1.lhs.is_constant().then_some(place));
        }
        found.is_none()
    });
    found
}

/// Whether a text contains the name of a nameless function, which the engine puts there when it
/// optimizes; such names are not the same everywhere.
fn names_function(file: &AST) -> bool {
    let mut found = false;
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

/// What a file finds: the constants of the packs, and the facts of its rule.
fn scope<'a>(rules: &Rules, constants: &[(String, Dynamic)], rule: Option<&Rule>) -> Scope<'a> {
    let mut scope = Scope::new();
    for (name, value) in constants {
        scope.push_constant_dynamic(name.clone(), value.clone());
    }
    for (name, value) in rule.iter().flat_map(|rule| &rule.constants) {
        let resource = match value {
            SettingValue::Word(word) if name == "EACH" => rules.resource_named(word),
            _ => None,
        };
        let resource = resource.map(|resource| Dynamic::from(Thing::Resource(resource)));
        scope.push_constant_dynamic(name.clone(), resource.unwrap_or_else(|| plain(value)));
    }
    scope
}

/// The constants that the packs in play give to every rule.
pub(super) fn constants(rules: &Rules) -> Vec<(String, Dynamic)> {
    let mut constants: Vec<(String, Dynamic)> = Vec::new();
    let mut constant = |name: &str, value: Thing| {
        constants.push((name.to_uppercase().replace(' ', "_"), Dynamic::from(value)));
    };
    for (index, resource) in rules.resources.iter().enumerate() {
        constant(&resource.name, Thing::Resource(Resource::new(index)));
    }
    for (index, kind) in rules.kinds.iter().enumerate() {
        constant(&kind.name, Thing::Kind(Kind::new(index)));
    }
    for (index, marker) in rules.markers.iter().enumerate() {
        constant(&marker.name, Thing::Marker(Marker::new(index)));
    }
    let markers = (0..rules.markers.len()).map(Marker::new).collect();
    constant("MARKERS", Thing::Markers(markers));
    constant("NONE", Thing::Nothing);
    let all = (0..rules.resources.len()).fold(0, |bits, kind| bits | 1 << kind);
    constant("RESOURCES", Thing::Resources(all));
    constants.push(("game".into(), Dynamic::from(Thing::Game)));
    constants.push(("supply".into(), Dynamic::from(Thing::Supply)));
    let mut settings = Map::new();
    for (key, setting) in &rules.settings {
        settings.insert(setting_name(key).into(), plain(&setting.value));
    }
    constants.push(("settings".into(), settings.into()));
    constants
}

/// The name of a setting as scripts say it.
pub fn setting_name(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// A setting or fact as scripts get it.
pub(super) fn plain(value: &SettingValue) -> Dynamic {
    match value {
        SettingValue::Truth(truth) => (*truth).into(),
        SettingValue::Number(number) => (*number).into(),
        SettingValue::Word(word) => word.clone().into(),
    }
}
