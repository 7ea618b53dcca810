//! Completions in a rule file.

use super::cursor::{Cursor, CursorContext};
use super::terms::{self, Term, TermKind};
use crate::audit::rulings::{Project, rulings};
use crate::content::{Fact, built_in_rulings};
use crate::rules::{Hook, Rules, Type};
use crate::script::rule_outline::RuleOutline;
use crate::script::vocabulary::functions;
use crate::script::{constants, is_accepted, names};

/// The words that can begin a part of a file, besides hooks.
const PARTS: [&str; 4] = ["const", "fn", "private", "//!"];
/// The keywords that statements can contain.
const KEYWORDS: [&str; 13] = [
    "let", "if", "else", "for", "in", "while", "loop", "break", "continue", "return", "switch",
    "true", "false",
];
/// The prefixes of comments with rulings.
const RULINGS: [&str; 2] = ["//! Rulings:", "# covers:"];

/// Returns the completions at a position of a rule file.
pub(super) fn complete(text: &str, at: usize, rules: &Rules) -> Vec<Term> {
    let before = &text[..at];
    if let Some(rulings) = cited(before) {
        return rulings;
    }
    let cursor = Cursor::at(before, rules);
    match &cursor.spot {
        CursorContext::Free => Vec::new(),
        CursorContext::Part => {
            let parts = PARTS.into_iter().map(|word| Term::bare(word, TermKind::Keyword));
            hooks(text).chain(parts).collect()
        }
        CursorContext::Head => hooks(text).map(without_head).collect(),
        CursorContext::Fact => Fact::ALL.iter().map(|&fact| terms::fact(fact)).collect(),
        CursorContext::Value(fact) => {
            Fact::named(fact).map_or_else(Vec::new, |fact| values(fact, rules))
        }
        CursorContext::Setting => terms::settings(rules).collect(),
        CursorContext::Member(ty) => {
            once(functions().filter(|it| it.fits(*ty)).map(terms::function).collect())
        }
        CursorContext::Statement => statement(text, &cursor, rules),
        CursorContext::Argument(types) => argument(text, &cursor, types, rules),
        CursorContext::Quoted(types) => {
            let names = types.iter().flat_map(|&ty| named(ty, rules));
            once(names.map(|name| Term::bare(name, TermKind::Name)).collect())
        }
    }
}

/// The identifiers of rulings, if the line is a comment with rulings.
pub(super) fn cited(before: &str) -> Option<Vec<Term>> {
    let line = before.rsplit('\n').next().unwrap_or_default();
    RULINGS.iter().find(|head| line.starts_with(**head))?;
    let project = Project { lists: vec![built_in_rulings()], ..Project::default() };
    let term = |(id, text): (String, String)| Term { text, ..Term::bare(id, TermKind::Rule) };
    Some(rulings(&project).into_iter().map(|ruling| term((ruling.id, ruling.text))).collect())
}

/// The hooks that the file does not define yet.
fn hooks(text: &str) -> impl Iterator<Item = Term> {
    let defined = RuleOutline::of(text).functions;
    let is_new = move |hook: &&Hook| defined.iter().all(|part| part.name != hook.name());
    Hook::ALL.iter().filter(is_new).map(|&hook| terms::hook(hook))
}

/// Removes the `fn` of a hook if it is already written.
fn without_head(hook: Term) -> Term {
    let body = hook.body.as_deref().and_then(|body| body.strip_prefix("fn ").map(str::to_owned));
    Term { body, ..hook }
}

/// Names of variables, constants and functions, and the keywords of the language.
fn statement(text: &str, cursor: &Cursor, rules: &Rules) -> Vec<Term> {
    let variables = cursor.variables.iter().filter(|(name, _)| !name.is_empty());
    let variable = |(name, ty): (&&str, &crate::rules::Type)| Term {
        head: format!("{name}: {}", ty.text()),
        ..Term::bare(*name, TermKind::Variable)
    };
    let own = RuleOutline::of(text);
    let facts = own.facts.iter().map(|part| match Fact::named(&part.name) {
        Some(fact) => terms::fact(fact),
        None => Term::bare(&part.name, TermKind::Fact),
    });
    let verbs = rules.verbs.iter().map(|verbs| RuleOutline::of(&rules.sources[verbs.source].1));
    let functions = own.functions.iter().cloned().chain(verbs.flat_map(|file| file.functions));
    let functions = functions.map(|part| Term::bare(part.name, TermKind::Function));
    let keywords = KEYWORDS.into_iter().map(|word| Term::bare(word, TermKind::Keyword));
    let all = variables.map(variable).chain(facts).chain(functions);
    all.chain(terms::constants_of(rules)).chain(keywords).collect()
}

/// Completions for an argument of one of these types. Names of these types come first.
fn argument(text: &str, cursor: &Cursor, types: &[Type], rules: &Rules) -> Vec<Term> {
    let constants = constants(rules);
    let fits = |term: &Term| {
        let found = cursor.variables.get(term.name.as_str()).or_else(|| constants.get(&term.name));
        let is_known = found.filter(|found| **found != Type::Any);
        is_known.is_some_and(|&found| types.iter().any(|&ty| is_accepted(ty, found)))
    };
    let (first, others): (Vec<Term>, Vec<Term>) =
        statement(text, cursor, rules).into_iter().partition(fits);
    // Things with a constant are not written as strings.
    let bare = types.iter().filter(|&ty| !constants.values().any(|found| found == ty));
    let texts = bare.flat_map(|&ty| names(ty, rules, None).unwrap_or_default());
    let texts = texts.map(|name| Term::bare(format!("\"{name}\""), TermKind::Name));
    once(first.into_iter().chain(texts).chain(others).collect())
}

/// The names that a string of this type can contain.
fn named(ty: Type, rules: &Rules) -> Vec<&str> {
    if !matches!(ty, Type::Cards | Type::Terms) {
        return names(ty, rules, None).unwrap_or_default();
    }
    rules.words.all().collect()
}

/// The known values of a string fact.
fn values(fact: Fact, rules: &Rules) -> Vec<Term> {
    let to_identifier = |name: &str| name.replace(' ', "_");
    let names: Vec<String> = match fact {
        Fact::Deck => rules.decks.iter().map(|deck| to_identifier(&deck.name)).collect(),
        Fact::Outpost => {
            let outposts = rules.terrains.iter().filter(|kind| kind.outpost);
            outposts.map(|kind| to_identifier(&kind.name)).collect()
        }
        Fact::Event => rules.terrains.iter().map(|kind| to_identifier(&kind.name)).collect(),
        Fact::Moves => rules.groups.iter().map(|group| group.name.clone()).collect(),
        Fact::Port | Fact::ForEach => rules.resources.iter().map(|r| r.name.clone()).collect(),
        Fact::Owned => rules.goods.iter().map(|good| to_identifier(&good.family)).collect(),
        Fact::Kind | Fact::Longest | Fact::Most => kinds(rules),
        Fact::Way => {
            let build = kinds(rules).into_iter().map(|kind| format!("build {kind}"));
            build.chain(rules.decks.iter().map(|deck| format!("buy {}", deck.name))).collect()
        }
        Fact::IfLoaded => rules.packs.iter().map(|pack| pack.id.clone()).collect(),
        Fact::IfSet => return terms::settings(rules).collect(),
        Fact::Replaces | Fact::With | Fact::Shares | Fact::PlayableAs => {
            return rules.rules.iter().map(terms::rule).collect();
        }
        _ => Vec::new(),
    };
    // The strings in the fact's own description, such as `"turn"`.
    let named = fact.text().split("`\"").skip(1).filter_map(|rest| rest.split("\"`").next());
    let named = named.filter(|text| !text.contains('<')).map(str::to_owned);
    once(names.into_iter().chain(named).map(|name| Term::bare(name, TermKind::Name)).collect())
}

/// The kinds of pieces, and their classes.
fn kinds(rules: &Rules) -> Vec<String> {
    let words = Rules::kind_words(&rules.kinds).into_iter();
    words.map(|word| word.replace(' ', "_")).collect()
}

/// Removes duplicates.
fn once(terms: Vec<Term>) -> Vec<Term> {
    let mut listed: Vec<Term> = Vec::new();
    for term in terms {
        if listed.iter().all(|other| (&other.name, &other.head) != (&term.name, &term.head)) {
            listed.push(term);
        }
    }
    listed
}
