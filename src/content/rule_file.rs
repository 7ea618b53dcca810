//! A rule file, parsed without running it: its header, its facts and its hooks.

use std::collections::BTreeMap;

use rhai::{
    AST, ASTFlags, Dynamic, Engine, FnAccess, OptimizationLevel, ParseError, Position, Stmt,
};

use super::facts::{Fact, FactType};
use super::header;
use super::naming::{check_length, check_name, check_spaced};
use super::to_identifier;
use crate::count::counted;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source, suggestion};
use crate::rules::{Hook, HookDefinition, PileKind, Rank, rule_name};
use crate::script::renamed::{WordPlace, renamed};
use crate::script::{self, UnparsedFile, tokens};
use crate::transcript::{self, NamePosition};

/// The value of a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum FactValue {
    /// A string.
    Text(String),
    /// A number.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A list of strings.
    List(Vec<String>),
}

/// The value of a fact with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LocatedFact {
    pub(super) value: FactValue,
    line: usize,
    column: usize,
}

/// The maximum number of rules of a game, since a rule's number is stored in a byte.
pub(super) const RULES: usize = 256;

/// A rule in play.
#[derive(Debug)]
pub(super) struct InPlay {
    pub(super) rank: Rank,
    pub(super) file: RuleFile,
}

/// A rule, or one member of a family.
#[derive(Clone, Debug)]
pub(super) struct RuleFile {
    /// Its pack and name, such as `pack/rule`.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) rulings: String,
    pub(super) each: Option<String>,
    pub(super) facts: BTreeMap<Fact, LocatedFact>,
    pub(super) hooks: BTreeMap<Hook, HookDefinition>,
    pub(super) source: Source,
}

impl RuleFile {
    /// The value of a string fact.
    pub(super) fn text(&self, fact: Fact) -> Option<&str> {
        match &self.facts.get(&fact)?.value {
            FactValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a number fact.
    pub(super) fn number(&self, fact: Fact) -> Option<i64> {
        match self.facts.get(&fact)?.value {
            FactValue::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Whether a fact is `true`.
    pub(super) fn is(&self, fact: Fact) -> bool {
        self.facts.get(&fact).is_some_and(|stated| stated.value == FactValue::Truth(true))
    }

    /// Whether a fact is declared.
    pub(super) fn has(&self, fact: Fact) -> bool {
        self.facts.contains_key(&fact)
    }

    /// Whether players can use the rule as a separate action.
    pub(super) fn is_ability(&self) -> bool {
        let owners = [Fact::Outpost, Fact::Event, Fact::Lasts, Fact::Owned];
        let has_owner = owners.iter().any(|&fact| self.has(fact));
        self.has(Fact::Ability) || has_owner && self.hooks.contains_key(&Hook::Act)
    }

    /// The value of a number fact, converted to a smaller type.
    pub(super) fn small<N: TryFrom<i64>>(&self, fact: Fact) -> Result<Option<N>, Diagnostic> {
        let Some(number) = self.number(fact) else { return Ok(None) };
        let name = fact.name();
        let wrong =
            |_| self.error(fact, format!("`{name}` cannot be {number}")).code(Code::OutOfRange);
        N::try_from(number).map(Some).map_err(wrong)
    }

    /// The value of a list fact.
    pub(super) fn list(&self, fact: Fact) -> &[String] {
        match self.facts.get(&fact).map(|stated| &stated.value) {
            Some(FactValue::List(texts)) => texts,
            _ => &[],
        }
    }

    /// The strings of a fact for one string and of the fact for several of them.
    pub(super) fn texts(&self, one: Fact, several: Fact) -> impl Iterator<Item = (Fact, &str)> {
        let of_one = self.text(one).map(|text| (one, text));
        of_one.into_iter().chain(self.list(several).iter().map(move |text| (several, &**text)))
    }

    /// The names of the rules whose counters, marks and piles it uses besides its own.
    pub(super) fn shares(&self) -> impl Iterator<Item = &str> {
        self.texts(Fact::Shares, Fact::Shares).map(|(_, name)| name)
    }

    /// The line of its first fact or hook.
    pub(super) fn first_line(&self) -> usize {
        let facts = self.facts.values().map(|stated| stated.line);
        facts.chain(self.hooks.values().map(|hook| hook.line)).min().unwrap_or(0)
    }

    /// The position of the rule's name in the lines of games, if the name occurs there: tokens and
    /// events are subjects of sentences, and card names follow a number.
    fn name_position(&self) -> Option<NamePosition> {
        const PLACES: [(Fact, NamePosition); 8] = [
            (Fact::Outpost, NamePosition::First),
            (Fact::Event, NamePosition::First),
            (Fact::Deck, NamePosition::Counted),
            (Fact::Owned, NamePosition::Last),
            (Fact::Ability, NamePosition::Last),
            (Fact::Trade, NamePosition::Last),
            (Fact::Way, NamePosition::Last),
            (Fact::Default, NamePosition::Last),
        ];
        PLACES.iter().find(|&&(fact, _)| self.has(fact)).map(|&(_, position)| position)
    }

    /// The name of the rule without its pack, in words.
    pub(super) fn name(&self) -> String {
        rule_name(&self.id)
    }

    /// A diagnostic at the value of a fact.
    pub(super) fn error(&self, fact: Fact, message: impl Into<String>) -> Diagnostic {
        match self.facts.get(&fact) {
            Some(stated) => self.source.error_at(stated.line, stated.column, message),
            None => self.source.error_on(1, message),
        }
    }

    /// A diagnostic at one of the strings in a list fact.
    pub(super) fn error_within(
        &self,
        fact: Fact,
        text: &str,
        message: impl Into<String>,
    ) -> Diagnostic {
        let stated = self.facts.get(&fact).map_or(1, |stated| stated.line);
        let before: usize =
            self.source.text.split_inclusive('\n').take(stated - 1).map(str::len).sum();
        // The last occurrence is marked: if two strings are identical, the second one is wrong.
        let list = self.source.text[before..].split(';').next().unwrap_or_default();
        match list.rfind(&format!("\"{text}\"")) {
            Some(at) => {
                let start = before + at + 1;
                self.source.error(start..start + text.len(), message)
            }
            None => self.error(fact, message),
        }
    }
}

/// Parses a rule file of a pack: one rule, or one for each member of its family. Also returns the
/// diagnostics of functions whose bodies could not be parsed.
pub(super) fn read(
    pack: &str,
    path: &str,
    source: &Source,
) -> Result<(Vec<RuleFile>, Diagnostics), Diagnostics> {
    script::check_length(source)?;
    let mut engine = Engine::new_raw();
    engine.set_optimization_level(OptimizationLevel::None);
    engine.set_max_expr_depths(64, 64);
    let header = tokens::skip(&source.text, 0);
    let text = tokens::from(&source.text, header);
    let explain = |error: &ParseError| script::syntax(error, source);
    let read = script::compiled(&text, |text| engine.compile(text), explain);
    let (ast, source, unread) = match read {
        Ok(ast) => (ast, source.clone(), Diagnostics::default()),
        Err(UnparsedFile { wrong, rest: None }) => return Err(wrong),
        Err(UnparsedFile { wrong, rest: Some((ast, rest)) }) => {
            let blank = text.len() - (source.text.len() - header);
            let sound = [&source.text[..header], &rest[blank..]].concat();
            (ast, Source::new(source.file.clone(), sound), wrong)
        }
    };
    let rules = rules(pack, path, &source, &ast);
    rules.map_err(|wrong| Diagnostics([&unread.0[..], &wrong.0].concat())).map(|it| (it, unread))
}

/// The rules that a file declares.
fn rules(pack: &str, path: &str, source: &Source, ast: &AST) -> Result<Vec<RuleFile>, Diagnostics> {
    let mut wrong = Diagnostics::default();
    let [title, text, rulings] = wrong.keep(header::read(source)).unwrap_or_default();
    let facts = facts(ast, source, &mut wrong);
    let hooks = hooks(ast, source, &mut wrong);
    let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rhai");
    let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if !stem.chars().all(proper) || stem.is_empty() {
        let message = format!("`{stem}` is not a valid name for a rule");
        let hint = "write lower-case letters, digits and `_`";
        wrong.push(source.whole(message).code(Code::BadName).hint(hint));
    }
    let rule = RuleFile {
        id: format!("{pack}/{stem}"),
        title,
        text,
        rulings,
        each: None,
        facts,
        hooks,
        source: source.clone(),
    };
    check_texts(&rule, &mut wrong);
    check_family(&rule, &mut wrong);
    wrong.unless_any(())?;
    let mut wrong = Diagnostics::default();
    let family = family(rule);
    for rule in &family {
        let name = to_identifier(&rule.name());
        let checked = match rule.name_position() {
            Some(position) => check_name(&name, position),
            None => check_length(&name).and_then(|()| check_spaced(&name)),
        };
        wrong.keep(checked.map_err(|bad| bad.at(source.whole(""))));
    }
    wrong.unless_any(family)
}

/// Makes one rule for each member of a family.
fn family(rule: RuleFile) -> Vec<RuleFile> {
    let Some(FactValue::List(members)) = rule.facts.get(&Fact::ForEach).map(|f| &f.value) else {
        return vec![rule];
    };
    members.iter().map(|each| member(&rule, each)).collect()
}

/// Makes the rule for one member of a family.
fn member(rule: &RuleFile, each: &str) -> RuleFile {
    let with_member = |text: &str| text.replace("{each}", each);
    let mut one = RuleFile { each: Some(each.into()), ..rule.clone() };
    let (pack, stem) = rule.id.split_once('/').unwrap_or_default();
    one.id = format!("{pack}/{}_{stem}", each.replace(' ', "_"));
    (one.title, one.text) = (with_member(&rule.title), with_member(&rule.text));
    for stated in one.facts.values_mut() {
        match &mut stated.value {
            FactValue::Text(text) => *text = with_member(text),
            FactValue::List(texts) => texts.iter_mut().for_each(|text| *text = with_member(text)),
            FactValue::Number(_) | FactValue::Truth(_) => {}
        }
    }
    one.facts.remove(&Fact::ForEach);
    one
}

/// Reports strings that cannot appear in a line of a transcript, since most strings in facts can be
/// printed there.
fn check_texts(rule: &RuleFile, wrong: &mut Diagnostics) {
    for (&fact, stated) in &rule.facts {
        let texts = match &stated.value {
            FactValue::Text(text) => std::slice::from_ref(text),
            FactValue::List(texts) => texts,
            FactValue::Number(_) | FactValue::Truth(_) => &[],
        };
        for text in texts.iter().filter(|text| !text.is_empty()) {
            wrong.keep(transcript::check_text(text).map_err(|bad| bad.at(rule.error(fact, ""))));
        }
    }
}

/// The maximum length of the name of a member.
const NAME: usize = 40;

/// Reports `{each}` in a file that is not a family, and invalid lists of members.
fn check_family(rule: &RuleFile, wrong: &mut Diagnostics) {
    match rule.facts.get(&Fact::ForEach).map(|stated| &stated.value) {
        Some(FactValue::List(members)) if members.is_empty() => {
            wrong.push(rule.error(Fact::ForEach, "a family needs at least one member"));
        }
        Some(FactValue::List(members)) if members.len() > RULES => {
            let message =
                format!("a family can have at most {RULES} members, found {}", members.len());
            wrong.push(rule.error(Fact::ForEach, message).code(Code::TooMany));
        }
        Some(FactValue::List(members)) => {
            let proper = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == ' ';
            let is_name =
                |each: &&String| (1..=NAME).contains(&each.len()) && each.chars().all(proper);
            for each in members.iter().filter(|each| !is_name(each)) {
                let message = format!("`{each}` is not a valid name for a member of a family");
                let hint = format!("write up to {NAME} lower-case letters, digits and spaces");
                wrong.push(rule.error(Fact::ForEach, message).code(Code::BadName).hint(hint));
            }
        }
        Some(_) => {}
        None => {
            if let Some(at) = rule.source.text.find("{each}") {
                let message = "`{each}` is used here, but the file is not a family";
                let hint = "declare `const FOR_EACH = [\"…\", \"…\"];`";
                let each = rule.source.error(at..at + "{each}".len(), message);
                wrong.push(each.code(Code::MissingFact).hint(hint));
            }
        }
    }
}

/// The line of a position.
fn line(place: Position) -> usize {
    place.line().unwrap_or(1)
}

/// Parses the facts of a file.
fn facts(ast: &AST, source: &Source, wrong: &mut Diagnostics) -> BTreeMap<Fact, LocatedFact> {
    let mut facts = BTreeMap::new();
    for statement in ast.statements() {
        let Some((fact, stated)) = wrong.keep(fact(statement, source)) else { continue };
        let (line, column) = (stated.line, stated.column);
        if facts.insert(fact, stated).is_some() {
            let message = format!("`{}` is declared twice", fact.name());
            let twice = source.error_at(line, column, message).code(Code::NameTaken);
            wrong.push(twice.hints(several(fact)));
        }
    }
    facts
}

/// The hint for a rule that declares a second counter, mark or pile.
fn several(fact: Fact) -> Option<&'static str> {
    match fact {
        Fact::Counter => Some("declare several counters in `COUNTERS`"),
        Fact::Mark => Some("declare several marks in `MARKS`"),
        Fact::Pile => Some(PileKind::SEVERAL_HINT),
        _ => None,
    }
}

/// Parses a statement as a fact.
fn fact(statement: &Stmt, source: &Source) -> Result<(Fact, LocatedFact), Diagnostic> {
    let at = |place: Position, code: Code, message: String| {
        source.error_at(line(place), place.position().unwrap_or(1), message).code(code)
    };
    let Stmt::Var(declared, flags, place) = statement else {
        let message = "a statement outside a function never runs".to_owned();
        let wrong = at(statement.position(), Code::NeverRuns, message);
        return Err(
            wrong.hint("declare a value of your own with `let`, in the function that uses it")
        );
    };
    let (name, value, _) = &**declared;
    if !flags.contains(ASTFlags::CONSTANT) {
        let message = format!("`{}` is a variable, expected a fact", name.name);
        return Err(
            at(*place, Code::NeverRuns, message).hint("declare a fact with `const NAME = value;`")
        );
    }
    let literal = value.get_literal_value(None);
    let can_be = |fact: &&Fact| {
        literal.as_ref().is_none_or(|value| fact_value(fact.kind(), value.clone()).is_some())
    };
    let names = Fact::ALL.iter().filter(can_be).map(|fact| fact.name());
    let unknown = || {
        let wrong = at(name.pos, Code::UnknownFact, format!("no fact `{}`", name.name));
        if name.name == "PILES" {
            return wrong.hint(PileKind::SEVERAL_HINT);
        }
        if let Some(word) = renamed(&name.name, WordPlace::Fact) {
            return wrong.hint(word.hint());
        }
        wrong.hint(suggestion(&name.name, names).unwrap_or_else(|| {
            "declare a value of your own with `let` in a function, or as a setting".into()
        }))
    };
    let fact = Fact::named(&name.name).ok_or_else(unknown)?;
    let place = value.position();
    let expected = || format!("`{}` has to be {}", fact.name(), fact.kind().text());
    let value = literal.clone().and_then(|value| fact_value(fact.kind(), value));
    let value = value.ok_or_else(|| at(place, Code::WrongType, expected()).hint(fact.text()))?;
    let stated = LocatedFact { value, line: line(place), column: place.position().unwrap_or(1) };
    Ok((fact, stated))
}

/// The literal as a value of this type.
fn fact_value(kind: FactType, value: Dynamic) -> Option<FactValue> {
    match kind {
        FactType::Text => value.into_string().ok().map(FactValue::Text),
        FactType::Number => value.as_int().ok().map(FactValue::Number),
        FactType::Truth => value.as_bool().ok().map(FactValue::Truth),
        FactType::Texts if value.is_string() => fact_value(FactType::Text, value),
        FactType::List | FactType::Texts => {
            let texts = value.into_array().ok()?.into_iter().map(|one| one.into_string().ok());
            texts.collect::<Option<_>>().map(FactValue::List)
        }
    }
}

/// The hooks of a file. Every function that is not private has to be a hook.
fn hooks(ast: &AST, source: &Source, wrong: &mut Diagnostics) -> BTreeMap<Hook, HookDefinition> {
    let mut hooks = BTreeMap::new();
    for function in ast.iter_functions() {
        let (line, column) = place_of(source, function.name);
        if function.access == FnAccess::Private || function.name.starts_with("anon$") {
            if Hook::named(function.name).is_some() {
                let message = format!("`{}` is a hook, so no helper has this name", function.name);
                let wrong_name = source.error_at(line, column, message).code(Code::HookParameters);
                wrong.push(wrong_name.hint("rename the helper, or leave `private` out"));
            }
            continue;
        }
        let Some(hook) = Hook::named(function.name) else {
            let names = || Hook::ALL.iter().map(|hook| hook.name());
            let message = format!("no hook `{}`", function.name);
            let unknown = source.error_at(line, column, message).code(Code::UnknownHook);
            let all = || format!("the hooks are {}", names().collect::<Vec<_>>().join(", "));
            let hint = suggestion(function.name, names()).unwrap_or_else(all);
            wrong.push(unknown.hint(hint).hint("declare a helper function as `private fn`"));
            continue;
        };
        let (parameters, most) = (function.params.len(), hook.parameters().len());
        if !(1..=most).contains(&parameters) {
            let message = format!("`{}` has {}", hook.name(), counted(parameters, "parameter"));
            let expected = format!("write `fn {}({})`", hook.name(), hook.parameters().join(", "));
            let shown = source.error_at(line, column, message).code(Code::HookParameters);
            wrong.push(shown.hint(expected));
        }
        hooks.insert(hook, HookDefinition { line, parameters });
    }
    hooks
}

/// The line and column of a function's name, which the syntax tree does not contain.
fn place_of(source: &Source, name: &str) -> (usize, usize) {
    for (number, line) in source.text.lines().enumerate() {
        let head = line.trim_start();
        let Some(rest) = head.strip_prefix("private ").unwrap_or(head).strip_prefix("fn ") else {
            continue;
        };
        let rest = rest.trim_start();
        let is_it = rest.strip_prefix(name).is_some_and(|tail| tail.trim_start().starts_with('('));
        if is_it {
            return (number + 1, line.chars().count() - rest.chars().count() + 1);
        }
    }
    (1, 1)
}
