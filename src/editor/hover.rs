//! Documentation of names, and definitions of rules.

use std::ops::Range;
use std::path::Path;

use super::cursor::{Cursor, CursorContext};
use super::terms::{self, Term};
use crate::content::Fact;
use crate::rules::{Hook, Origin, Rule, Rules};
use crate::script::vocabulary::{Function, functions};

/// The span of the word at a position, and its documentation; `None` if the word has none.
pub fn hover(
    file: &Path,
    text: &str,
    at: usize,
    rules: &Rules,
) -> Option<(Range<usize>, Vec<Term>)> {
    let span = word(text, at, |c| c.is_ascii_alphanumeric() || c == '_');
    let name = &text[span.clone()];
    let is_rule_file = file.extension().is_some_and(|ending| ending == "rhai");
    let rule = || named_rule(text, at, rules).map(terms::rule);
    let found = if is_rule_file && !name.is_empty() {
        meanings(&text[..span.end], name, rules)
    } else {
        Vec::new()
    };
    let found = if found.is_empty() { rule().into_iter().collect() } else { found };
    (!found.is_empty()).then_some((span, found))
}

/// The definition of the rule that is named at a position of a file.
pub fn definition(text: &str, at: usize, rules: &Rules) -> Option<Origin> {
    named_rule(text, at, rules).map(|rule| rule.origin(None))
}

/// The possible meanings of a name, given the text up to its end.
fn meanings(before: &str, name: &str, rules: &Rules) -> Vec<Term> {
    let named = |term: &Term| term.name == name;
    let hook = || Hook::named(name).map(terms::hook);
    match Cursor::at(before, rules).spot {
        CursorContext::Member(ty) => {
            let all: Vec<&Function> = functions().filter(|it| it.name == name).collect();
            let fits = all.iter().any(|it| it.fits(ty));
            let fitting = all.into_iter().filter(|it| !fits || it.fits(ty));
            fitting.map(terms::function).collect()
        }
        CursorContext::Setting => terms::settings(rules).filter(named).collect(),
        CursorContext::Fact => Fact::named(name).map(terms::fact).into_iter().collect(),
        CursorContext::Head | CursorContext::Part => hook().into_iter().collect(),
        CursorContext::Statement | CursorContext::Argument(_) => {
            let fact = Fact::named(name).map(terms::fact);
            let constants = terms::constants_of(rules).filter(named);
            hook().into_iter().chain(fact).chain(constants).collect()
        }
        CursorContext::Free | CursorContext::Value(_) | CursorContext::Quoted(_) => Vec::new(),
    }
}

/// The rule named at a position, in full or without its pack.
fn named_rule<'r>(text: &str, at: usize, rules: &'r Rules) -> Option<&'r Rule> {
    let span = word(text, at, |c| c.is_ascii_alphanumeric() || "_/".contains(c));
    let name = &text[span];
    let is_it = |rule: &&Rule| {
        rule.id == name || rule.id.split_once('/').is_some_and(|(_, short)| short == name)
    };
    rules.rules.iter().find(is_it)
}

/// The span of the word around a position.
fn word(text: &str, at: usize, is_part: impl Fn(char) -> bool) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].trim_end_matches(&is_part).len();
    let end = at + text[at..].len() - text[at..].trim_start_matches(&is_part).len();
    start..end
}
