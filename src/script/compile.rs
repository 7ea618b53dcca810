//! Compiling rule files: constants put in, and words that there are not found before they run.

use std::collections::BTreeSet;
use std::rc::Rc;

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, Map, Module, Position, Scope, Stmt};

use super::thing::Thing;
use super::vocabulary::words;
use super::{Desk, Host, engine};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, suggest};
use crate::resource::Resource;
use crate::rules::{Rule, Rules, SettingValue};
use crate::set::Id;
use crate::table::{Kind, Marker};

impl Host {
    /// Compiles the rule files of a game.
    ///
    /// # Errors
    /// When a file does not compile or says words that there are not.
    pub fn new(rules: &Rules) -> Result<Self, Diagnostics> {
        let desk = Rc::new(Desk::default());
        let mut engine = engine::engine(&desk);
        // The engine puts constants into functions, but not where a property or verb follows;
        // there it finds them in a module.
        let mut module = Module::new();
        for (name, value) in constants(rules) {
            module.set_var(name, value);
        }
        engine.register_global_module(module.into());
        let known = Known::new(&engine);
        let mut files = Vec::new();
        let mut problems = Diagnostics::default();
        for rule in &rules.rules {
            let (file, text) = &rules.sources[rule.source];
            let source = Source::new(file.as_str(), text.as_str());
            match compile(&engine, rules, rule, &source) {
                Ok(file) => {
                    known.check(&file, &source, &mut problems);
                    files.push(file);
                }
                Err(problem) => problems.push(problem),
            }
        }
        problems.unless_any(Self { engine, files, desk })
    }
}

fn compile(
    engine: &Engine,
    rules: &Rules,
    rule: &Rule,
    source: &Source,
) -> Result<AST, Diagnostic> {
    let mut scope = Scope::new();
    for (name, value) in constants(rules) {
        scope.push_constant_dynamic(name, value);
    }
    for (name, value) in &rule.constants {
        let resource = match value {
            SettingValue::Word(word) if name == "EACH" => rules.resource_named(word),
            _ => None,
        };
        let resource = resource.map(|resource| Dynamic::from(Thing::Resource(resource)));
        scope.push_constant_dynamic(name.as_str(), resource.unwrap_or_else(|| plain(value)));
    }
    let mut file = engine.compile_with_scope(&scope, &*source.text).map_err(|error| {
        let (line, column) = place(error.position());
        source.error_at(line, column, lower_first(&error.err_type().to_string()))
    })?;
    file.set_source(rule.file.clone());
    file.clear_statements();
    Ok(file)
}

/// The constants that the packs in play give to every rule.
fn constants(rules: &Rules) -> Vec<(String, Dynamic)> {
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
    constant("NONE", Thing::Nothing);
    let all = (0..rules.resources.len()).fold(0, |bits, kind| bits | 1 << kind);
    constant("RESOURCES", Thing::Resources(all));
    constants.push(("game".into(), Dynamic::from(Thing::Game)));
    constants.push(("supply".into(), Dynamic::from(Thing::Supply)));
    let mut settings = Map::new();
    for (key, setting) in &rules.settings {
        let name = key.rsplit('.').next().unwrap_or(key);
        settings.insert(name.into(), plain(&setting.value));
    }
    constants.push(("settings".into(), settings.into()));
    constants
}

/// The words that scripts may say.
struct Known {
    functions: BTreeSet<String>,
    properties: BTreeSet<String>,
}

impl Known {
    fn new(engine: &Engine) -> Self {
        let signatures = engine.gen_fn_signatures(true);
        let names = signatures.iter().filter_map(|signature| signature.split('(').next());
        let names = names.map(|name| name.trim().rsplit(' ').next().unwrap_or(name).to_owned());
        let properties = words().filter(|word| word.parameters.is_none());
        Self {
            functions: names.collect(),
            properties: properties.map(|word| word.name.into()).collect(),
        }
    }

    /// Finds the words that there are not.
    fn check(&self, file: &AST, source: &Source, problems: &mut Diagnostics) {
        let own: BTreeSet<String> =
            file.iter_functions().map(|function| function.name.to_owned()).collect();
        file.walk(&mut |path: &[ASTNode]| {
            let unknown = match path.last() {
                Some(
                    ASTNode::Expr(Expr::FnCall(call, position) | Expr::MethodCall(call, position))
                    | ASTNode::Stmt(Stmt::FnCall(call, position)),
                ) => {
                    let known = call.op_token.is_some()
                        || own.contains(call.name.as_str())
                        || self.functions.contains(call.name.as_str());
                    (!known).then(|| (call.name.to_string(), *position, &self.functions))
                }
                Some(ASTNode::Expr(Expr::Property(property, position))) => {
                    let known = self.properties.contains(property.2.as_str()) || is_setting(path);
                    (!known).then(|| (property.2.to_string(), *position, &self.properties))
                }
                _ => None,
            };
            if let Some((name, position, words)) = unknown {
                let (line, column) = place(position);
                let problem = source.error_at(line, column, format!("there is no word `{name}`"));
                problems.push(match suggest(&name, words.iter().map(String::as_str)) {
                    Some(word) => problem.hint(format!("did you mean `{word}`?")),
                    None => problem,
                });
            }
            true
        });
    }
}

/// Whether the property is one of the constant `settings`, which knows its own names.
fn is_setting(path: &[ASTNode]) -> bool {
    path.iter().rev().nth(1).is_some_and(|parent| match parent {
        ASTNode::Expr(Expr::Dot(dot, ..)) => {
            matches!(&dot.lhs, Expr::DynamicConstant(value, _) if value.is_map())
        }
        _ => false,
    })
}

/// A setting or fact as scripts get it.
fn plain(value: &SettingValue) -> Dynamic {
    match value {
        SettingValue::Truth(truth) => (*truth).into(),
        SettingValue::Number(number) => (*number).into(),
        SettingValue::Word(word) => word.clone().into(),
    }
}

/// A place in a file as line and column, 0 where it is not known.
fn place(position: Position) -> (usize, usize) {
    (position.line().unwrap_or(0), position.position().unwrap_or(0))
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
