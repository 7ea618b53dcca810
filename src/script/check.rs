//! Checks the calls in rule files before anything runs: the functions must exist, get the right
//! number of arguments, and not reuse the name of another function.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rhai::{
    AST, ASTNode, Array, Dynamic, Engine, Expr, FnAccess, FuncInfo, FuncMetadata, ImmutableString,
    Position, Stmt,
};

use super::constants::plain;
use super::engine::REFUSED;
use super::error::line;
use super::renamed::{WordPlace, renamed};
use super::types::{self, CallSite, Constants, FunctionCall, Named, Signature, Surroundings};
use super::value::Value;
use super::vocabulary::{Function, functions};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source, suggestion};
use crate::rules::{Hook, Rank, RuleId, Rules, Type, VerbFile, setting_name};

/// The results of checking the scripts of a game before anything runs.
#[derive(Default)]
pub struct Review {
    /// The errors.
    pub wrong: Diagnostics,
    /// The warnings.
    pub strange: Diagnostics,
    /// The names that scripts pass to functions.
    pub named: Vec<Named>,
    /// The settings that scripts read.
    pub settings: BTreeSet<String>,
    /// The functions that scripts call.
    pub calls: Vec<CallSite>,
}

/// The functions by name, each with the possible numbers of arguments, including the receiver
/// before the dot.
type Arities = BTreeMap<String, BTreeSet<usize>>;

/// The functions that a file may call: its own, and the verbs of packs.
struct OwnFunctions<'a>(Vec<&'a Arities>);

impl<'a> OwnFunctions<'a> {
    /// The possible numbers of arguments of the functions with this name, if there are any.
    fn counts(&self, name: &str) -> Option<BTreeSet<usize>> {
        let all: Vec<_> = self.0.iter().filter_map(|functions| functions.get(name)).collect();
        (!all.is_empty()).then(|| all.into_iter().flatten().copied().collect())
    }

    /// The names of all functions.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().flat_map(|functions| functions.keys()).map(String::as_str)
    }
}

/// The names that scripts may use.
pub(super) struct NameTable<'a> {
    rules: &'a Rules,
    arities: Arities,
    properties: BTreeSet<&'static str>,
    settings: BTreeSet<String>,
    setting_types: Constants,
    constants: Constants,
    natives: BTreeSet<(Type, String)>,
    verbs: Vec<Verbs>,
    /// The verbs that act or ask, directly or through others.
    acting: BTreeSet<Signature>,
}

/// A file with verbs of a pack.
struct Verbs {
    /// The number of the pack.
    pack: usize,
    rank: Rank,
    file: Rc<AST>,
    source: Source,
    own: Arities,
}

impl<'a> NameTable<'a> {
    /// The names that an engine provides to rule files with these constants.
    pub(super) fn new(engine: &Engine, rules: &'a Rules, constants: Constants) -> Self {
        let (mut arities, mut natives) = (Arities::new(), BTreeSet::new());
        let signature = |function: FuncInfo| {
            let FuncMetadata { name, num_params, param_types, .. } = function.metadata;
            Some((name.to_string(), *num_params, param_types.first().copied()))
        };
        for (name, count, first) in engine.collect_fn_metadata(None, signature, true) {
            // Rhai has its own `take`, which empties variables.
            if !REFUSED.contains(&&*name) && (&*name, count) != ("take", 1) {
                natives.extend(types_of(first).map(|ty| (ty, name.clone())));
                arities.entry(name).or_default().insert(count);
            }
        }
        Self {
            rules,
            arities,
            properties: functions()
                .filter(|it| it.parameters.is_none())
                .map(|it| it.name)
                .collect(),
            settings: rules.settings.keys().map(|key| setting_name(key).into()).collect(),
            setting_types: rules
                .settings
                .iter()
                .map(|(key, setting)| {
                    (setting_name(key).into(), Value::from(plain(&setting.value)).type_of())
                })
                .collect(),
            constants,
            natives,
            verbs: Vec::new(),
            acting: BTreeSet::new(),
        }
    }

    /// Adds a file with verbs of a pack.
    pub(super) fn add_verbs(
        &mut self,
        &VerbFile { pack, rank, .. }: &VerbFile,
        file: Rc<AST>,
        source: Source,
        review: &mut Review,
    ) {
        if let Some(statement) = file.statements().first() {
            let message = "a statement outside a function never runs";
            review.wrong.push(at(&source, statement.position(), message).code(Code::NeverRuns));
        }
        let own = arities(&file);
        for name in own.keys() {
            if Hook::named(name).is_some() {
                let message = format!("`{name}` is a hook");
                let wrong = named(&source, name, message).code(Code::NameTaken);
                review.wrong.push(wrong.hint("define hooks in rule files"));
            }
            let is_twin = |verbs: &&Verbs| verbs.pack == pack && verbs.own.contains_key(name);
            if let Some(other) = self.verbs.iter().find(is_twin) {
                let message = format!("the pack has two verbs `{name}`");
                let wrong = named(&source, name, message).code(Code::NameTaken);
                review.wrong.push(wrong.hint(format!("the other one is in {}", other.source.file)));
            }
        }
        self.verbs.push(Verbs { pack, rank, file, source, own });
    }

    /// Checks the verbs of all packs, once all of them are known.
    pub(super) fn check_verbs(&mut self, review: &mut Review) {
        let mut function_calls: Vec<FunctionCall> = Vec::new();
        let no_facts = Constants::new();
        for Verbs { rank, file, source, own, .. } in &self.verbs {
            let found = self.check(*rank, file, (source, &no_facts, None), review);
            // A later pack may redefine a verb.
            function_calls.retain(|call| !own.contains_key(&call.by.0));
            function_calls.extend(found);
        }
        self.acting = types::acting(&function_calls);
    }

    /// Checks a rule file.
    pub(super) fn check_rule(
        &self,
        rule: RuleId,
        file: &AST,
        (source, facts): (&Source, &Constants),
        review: &mut Review,
    ) {
        let rank = self.rules.rule(rule).rank;
        for name in arities(file).keys() {
            let Some(verbs) = self.verbs.iter().find(|verbs| verbs.own.contains_key(name)) else {
                continue;
            };
            let message = format!("`{name}` is both a verb and a function of a rule");
            if verbs.rank <= rank {
                let wrong = named(source, name, message).code(Code::NameTaken);
                review.wrong.push(wrong.hint(format!("the verb is in {}", verbs.source.file)));
            } else {
                let wrong = named(&verbs.source, name, message).code(Code::NameTaken);
                review.wrong.push(wrong.hint(format!("the rule is in {}", source.file)));
            }
        }
        self.check(rank, file, (source, facts, Some(rule)), review);
    }

    /// Checks a file. Returns the calls in its functions.
    fn check(
        &self,
        rank: Rank,
        file: &AST,
        (source, facts, rule): (&Source, &Constants, Option<RuleId>),
        review: &mut Review,
    ) -> Vec<FunctionCall> {
        let (wrong, strange) = (review.wrong.0.len(), review.strange.0.len());
        let in_file = arities(file);
        for name in in_file.keys() {
            if self.arities.contains_key(name) && Hook::named(name).is_none() {
                let what = if functions().any(|function| function.name == *name) {
                    "a function of the rule language"
                } else {
                    "a built-in function of the script language"
                };
                let message = format!("`{name}` is already {what}");
                let wrong = named(source, name, message).code(Code::NameTaken);
                review.wrong.push(wrong.hint("give the function another name"));
            }
        }
        let of_verbs = self.verbs.iter().filter(|verbs| verbs.rank <= rank).map(|it| &it.own);
        let own = OwnFunctions([&in_file].into_iter().chain(of_verbs).collect());
        file.walk(&mut |path: &[ASTNode]| {
            review.wrong.extend(self.wrong(path, &own, source));
            !review.wrong.is_full()
        });
        let known = Surroundings {
            rules: self.rules,
            rule,
            constants: &self.constants,
            facts,
            settings: &self.setting_types,
            natives: &self.natives,
            acting: &self.acting,
        };
        let found = types::check(file, source, &known);
        let place = |one: &Diagnostic| (one.line, one.column);
        let of_file = review.wrong.0.iter().filter(|one| one.file == source.file);
        let known: BTreeSet<_> = of_file.map(place).collect();
        review.wrong.extend(found.wrong.into_iter().filter(|one| !known.contains(&place(one))));
        review.strange.extend(found.strange.into_iter().chain(never_called(file, source)));
        let draws = found
            .calls
            .iter()
            .find(|call| call.function.of == "game" && call.function.name == "random");
        if let Some(draw) = draws
            && rule.is_some_and(|rule| self.rules.rule(rule).stream.is_none())
        {
            let wrong = source.error_on(
                draw.line,
                "the rule draws random numbers, but does not declare `RANDOM`",
            );
            let wrong = wrong.code(Code::MissingFact);
            review.wrong.push(wrong.hint("write `const RANDOM = true;`"));
        }
        // Rhai returns functions in no defined order.
        review.wrong.0[wrong..].sort_by_key(place);
        review.strange.0[strange..].sort_by_key(place);
        review.named.extend(found.named);
        review.settings.extend(found.settings);
        review.calls.extend(found.calls);
        found.function_calls
    }

    /// The error about a name, if there is one.
    fn wrong(
        &self,
        path: &[ASTNode],
        own: &OwnFunctions<'_>,
        source: &Source,
    ) -> Option<Diagnostic> {
        match path.last()? {
            ASTNode::Expr(Expr::MethodCall(call, position)) => {
                let count = call.args.len() + 1;
                self.wrong_call(&call.name, count, true, own).map(|wrong| (wrong, *position))
            }
            ASTNode::Expr(Expr::FnCall(call, position))
            | ASTNode::Stmt(Stmt::FnCall(call, position))
                if call.op_token.is_none() =>
            {
                let count = call.args.len();
                self.wrong_call(&call.name, count, false, own).map(|wrong| (wrong, *position))
            }
            ASTNode::Expr(Expr::Property(property, position)) => {
                self.wrong_property(&property.2, path).map(|wrong| (wrong, *position))
            }
            ASTNode::Expr(whole @ Expr::Variable(_, _, position))
                if is_settings(whole) && !begins_chain(path) =>
            {
                let wrong = Diagnostic::new("a setting can only be read by its name");
                let wrong = wrong.code(Code::TypeMismatch);
                Some((wrong.hint("write `settings.name`"), *position))
            }
            _ => None,
        }
        .map(|(wrong, position)| wrong.at(at(source, position, "")))
    }

    fn wrong_call(
        &self,
        name: &str,
        count: usize,
        dotted: bool,
        own: &OwnFunctions<'_>,
    ) -> Option<Diagnostic> {
        let known = self.arities.get(name);
        // A function with the name of a verb is reported itself. Its callers are not reported.
        let own_counts = own.counts(name);
        let called = own_counts.as_ref().filter(|_| !dotted);
        let unknown = || {
            let wrong = Diagnostic::new(format!("the rule language has no `{name}`"));
            wrong.code(Code::UnknownFunction)
        };
        let before_dot = usize::from(dotted);
        let place = WordPlace::Function(count - before_dot);
        if let Some(word) = renamed(name, place).filter(|_| dotted && known.is_none()) {
            return Some(unknown().hint(word.hint()));
        }
        let Some(counts) = called.or(known).or(own_counts.as_ref()) else {
            let wrong = unknown();
            let declared = functions().filter(|it| it.parameters.is_some()).map(|it| it.name);
            let names = declared.chain(own.names());
            return Some(wrong.hints(suggestion(name, names)));
        };
        if known.is_none() && dotted {
            let wrong = Diagnostic::new(format!(
                "`{name}` is a plain function: it cannot be called on a value"
            ));
            let wrong = wrong.code(Code::WrongReceiver);
            let hint = if count == 1 { "(me)" } else { "(me, …)" };
            return Some(wrong.hint(format!("write `{name}{hint}`")));
        }
        if counts.contains(&count) {
            return None;
        }
        let expected: Vec<String> =
            counts.iter().map(|count| count.saturating_sub(before_dot).to_string()).collect();
        let found = count - before_dot;
        let plural = if expected == ["1"] { "" } else { "s" };
        let expected = expected.join(" or ");
        let message = format!("`{name}` takes {expected} argument{plural}, found {found}");
        let wrong = Diagnostic::new(message).code(Code::ArgumentCount);
        Some(match forms(name, |_| String::new()) {
            Some(forms) => wrong.hint(format!("write {forms}")),
            None => wrong,
        })
    }

    fn wrong_property(&self, name: &str, path: &[ASTNode]) -> Option<Diagnostic> {
        if is_setting(path) {
            let known = self.settings.contains(name);
            let wrong = || Diagnostic::new(format!("there is no setting `{name}`"));
            return (!known).then(|| wrong().did_you_mean(name, &self.settings));
        }
        if self.properties.contains(name) {
            return None;
        }
        let wrong = Diagnostic::new(format!("the rule language has no `{name}`"));
        let word = renamed(name, WordPlace::Property);
        let wrong = word.into_iter().fold(wrong, |wrong, word| wrong.hint(word.hint()));
        let wrong = wrong.code(Code::UnknownFunction);
        if self.arities.contains_key(name) {
            let forms = forms(name, |function| format!("{}.", function.of));
            return Some(wrong.hint(match forms {
                Some(forms) => format!("write {forms}"),
                None => format!("write `{name}(…)`"),
            }));
        }
        if word.is_some() {
            return Some(wrong);
        }
        Some(wrong.hints(suggestion(name, self.properties.iter().copied())))
    }
}

/// The calls of all functions with this name, each after what `before` returns.
fn forms(name: &str, before: impl Fn(&Function) -> String) -> Option<String> {
    let form = |function: &'static Function| {
        Some(format!("`{}{name}({})`", before(function), function.parameters?.join(", ")))
    };
    let forms: Vec<String> =
        functions().filter(|function| function.name == name).filter_map(form).collect();
    (!forms.is_empty()).then(|| forms.join(" or "))
}

/// Rhai's own types on which a function can be called if its first parameter has this type.
fn types_of(first: Option<TypeId>) -> impl Iterator<Item = Type> {
    let types = [
        (TypeId::of::<i64>(), Type::Number),
        (TypeId::of::<bool>(), Type::Truth),
        (TypeId::of::<ImmutableString>(), Type::Text),
        (TypeId::of::<Array>(), Type::List),
    ];
    let is_it = move |of: TypeId| first == Some(of) || first == Some(TypeId::of::<Dynamic>());
    types.into_iter().filter(move |&(of, _)| is_it(of)).map(|(_, ty)| ty)
}

/// The functions of a file.
fn arities(file: &AST) -> Arities {
    let mut own = Arities::new();
    for function in file.iter_functions().filter(|function| !function.name.starts_with("anon$")) {
        own.entry(function.name.into()).or_default().insert(function.params.len());
    }
    own
}

/// Warnings about private functions without a caller.
fn never_called(file: &AST, source: &Source) -> Vec<Diagnostic> {
    let is_own = |function: &rhai::ScriptFnMetadata<'_>| {
        function.access == FnAccess::Private && !function.name.starts_with("anon$")
    };
    let mut never: Vec<_> = file.iter_functions().filter(is_own).collect();
    if never.is_empty() {
        return Vec::new();
    }
    let mut called = BTreeSet::new();
    file.walk(&mut |path: &[ASTNode]| {
        if let Some(
            ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))
            | ASTNode::Stmt(Stmt::FnCall(call, _)),
        ) = path.last()
        {
            called.insert(call.name.to_string());
        }
        true
    });
    never.retain(|function| !called.contains(function.name));
    let strange = |function: rhai::ScriptFnMetadata| {
        let message = format!("nothing calls `{}`", function.name);
        named(source, function.name, message).code(Code::Unread).warning()
    };
    never.into_iter().map(strange).collect()
}

/// Whether the property directly follows `settings`.
fn is_setting(path: &[ASTNode]) -> bool {
    let mut parents = path.iter().rev().skip(1);
    let Some(ASTNode::Expr(Expr::Dot(dot, ..))) = parents.next() else { return false };
    if matches!(dot.rhs, Expr::Property(..)) && is_settings(&dot.lhs) {
        // The last part of a chain, or one of a chain of two.
        return matches!(path.last(), Some(ASTNode::Expr(Expr::Property(..))));
    }
    let begins = matches!(dot.lhs, Expr::Property(..));
    let Some(ASTNode::Expr(Expr::Dot(whole, ..))) = parents.next() else { return false };
    begins && is_settings(&whole.lhs)
}

/// Whether the expression is the root of a chain of calls.
fn begins_chain(path: &[ASTNode]) -> bool {
    let parent = path.iter().rev().nth(1);
    matches!(parent, Some(ASTNode::Expr(Expr::Dot(dot, ..))) if is_settings(&dot.lhs))
}

pub(super) fn is_settings(expression: &Expr) -> bool {
    match expression {
        Expr::Variable(variable, ..) => variable.1 == "settings",
        Expr::DynamicConstant(value, _) => value.is_map(),
        _ => false,
    }
}

/// A diagnostic at the name of a function, whose position the syntax tree does not contain.
fn named(source: &Source, name: &str, message: String) -> Diagnostic {
    let is_it = |line: &&str| {
        let head = line.trim_start();
        let head = head.strip_prefix("private ").unwrap_or(head).strip_prefix("fn ");
        let rest = head.and_then(|head| head.trim_start().strip_prefix(name));
        rest.is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    let Some(number) = source.text.lines().position(|line| is_it(&line)) else {
        return source.whole(message);
    };
    let line = source.text.lines().nth(number).unwrap_or_default();
    let column = line.find(name).map_or(1, |at| line[..at].chars().count() + 1);
    source.error_at(number + 1, column, message)
}

/// A diagnostic at a position that Rhai reports.
pub(super) fn at(source: &Source, position: Position, message: &str) -> Diagnostic {
    match line(position) {
        Some(line) => source.error_at(line, position.position().unwrap_or(1), message),
        None => source.whole(message),
    }
}
