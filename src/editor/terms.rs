//! The names of the rule language and of a game, with documentation from their declarations.

use crate::content::Fact;
use crate::rules::{Hook, HookShape, Rule, Rules, Type, setting_name};
use crate::script::constants;
use crate::script::vocabulary::Function;

/// A name that an editor can suggest, with its documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name.
    pub name: String,
    /// Its kind.
    pub kind: TermKind,
    /// Its declaration in one line.
    pub head: String,
    /// Its description.
    pub text: String,
    /// The text to insert; `None` for the name alone.
    pub body: Option<String>,
}

/// The kind of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermKind {
    /// A hook.
    Hook,
    /// A fact.
    Fact,
    /// A property.
    Property,
    /// A function with parentheses.
    Verb,
    /// A function of the file, or of a pack's verbs.
    Function,
    /// A constant of the packs.
    Constant,
    /// A variable.
    Variable,
    /// A setting.
    Setting,
    /// A keyword of the rule language or of transcripts.
    Keyword,
    /// A place on the board.
    Place,
    /// The name of a thing of the game.
    Name,
    /// A rule.
    Rule,
}

impl Term {
    /// A name without documentation.
    pub(super) fn bare(name: impl Into<String>, kind: TermKind) -> Self {
        let name = name.into();
        Self { head: name.clone(), name, kind, text: String::new(), body: None }
    }

    /// A name with its declaration and its description.
    fn with(name: &str, kind: TermKind, head: String, text: String) -> Self {
        Self { name: name.into(), kind, head, text, body: None }
    }
}

/// Describes when a hook of this shape is called, or what it returns.
fn contract(shape: HookShape) -> &'static str {
    match shape {
        HookShape::Effect => "Called when this happens. It may change the game and ask players.",
        HookShape::Veto => {
            "Returns the reason as a string, or nothing if the rule does not object."
        }
        HookShape::Value => {
            "Returns the value; a last parameter that is a number is the value so far."
        }
        HookShape::Price => "Returns resource cards, or a string such as `2 wood, 1 ore`.",
        HookShape::Guard => "Returns `true`, `false`, or a string that explains why not.",
    }
}

/// A hook, with a function to insert.
pub(super) fn hook(hook: Hook) -> Term {
    let head = format!("{}({})", hook.name(), hook.parameters().join(", "));
    let named = hook.parameters().iter().zip(hook.parameter_types());
    let named: Vec<String> = named.map(|(name, ty)| format!("`{name}` is {}", ty.text())).collect();
    let text = format!("{}\n\n{} {}.", hook.text(), contract(hook.shape()), named.join(", "));
    let body = Some(format!("fn {head} {{\n    \n}}"));
    Term { body, ..Term::with(hook.name(), TermKind::Hook, format!("fn {head}"), text) }
}

/// A fact.
pub(super) fn fact(fact: Fact) -> Term {
    let head = format!("const {}: {}", fact.name(), fact.kind().text());
    Term::with(fact.name(), TermKind::Fact, head, fact.text().into())
}

/// A function of the rule language.
pub(super) fn function(function: &Function) -> Term {
    let arguments = function.parameters.map(|names| format!("({})", names.join(", ")));
    let kind = if arguments.is_some() { TermKind::Verb } else { TermKind::Property };
    let called = format!("{}{}", function.name, arguments.unwrap_or_default());
    let mut text = function.text.to_owned();
    let parameters = function.parameters.unwrap_or_default().iter().zip(function.parameter_types);
    let parameters: Vec<String> =
        parameters.map(|(name, ty)| format!("`{name}` is {}", ty.text())).collect();
    let result = (function.result_type != Type::Unit)
        .then(|| format!("returns {}", function.result_type.text()));
    let more: Vec<String> = parameters.into_iter().chain(result).collect();
    if !more.is_empty() {
        text = format!("{text}\n\n{}.", capital(&more.join(", ")));
    }
    Term::with(function.name, kind, format!("{called}, of {}", function.of), text)
}

/// The text with its first letter capitalized.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The constants of a game.
pub(super) fn constants_of(rules: &Rules) -> impl Iterator<Item = Term> {
    let term = |(name, ty): (String, Type)| {
        let what = match ty {
            Type::Any if name == "NONE" => "no value; every function can be called on it",
            Type::Any => "the settings of the game",
            ty => ty.text(),
        };
        Term::with(&name, TermKind::Constant, format!("{name}: {what}"), String::new())
    };
    constants(rules).into_iter().map(term)
}

/// The settings of a game.
pub(super) fn settings(rules: &Rules) -> impl Iterator<Item = Term> {
    rules.settings.iter().map(|(key, setting)| {
        let head = format!("{key} = {}", serde_json::json!(setting.value));
        Term::with(setting_name(key), TermKind::Setting, head, setting.text.clone())
    })
}

/// A rule by its full name.
pub(super) fn rule(rule: &Rule) -> Term {
    let head = format!("{} ({})", rule.title, rule.file);
    Term::with(&rule.id, TermKind::Rule, head, rule.text.clone())
}
