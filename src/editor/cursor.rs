//! The context of a position in a rule file, derived from the text before it.

use std::collections::BTreeMap;

use crate::rules::{Hook, Rules, Type};
use crate::script::tokens::{SyntaxKind, SyntaxToken, tokens};
use crate::script::vocabulary::functions;
use crate::script::{constants, settings};

/// The kind of text at a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CursorContext {
    /// Unknown: a comment, a number, or a string that is not the value of a fact.
    Free,
    /// The beginning of a part of the file.
    Part,
    /// The name of a fact.
    Fact,
    /// The head of a function.
    Head,
    /// The value of this string fact.
    Value(String),
    /// A property or a function that can be called on a value of this type.
    Member(Type),
    /// The name of a setting.
    Setting,
    /// A part of a statement.
    Statement,
    /// An argument of a function, of one of these types.
    Argument(Vec<Type>),
    /// The string of such an argument, inside its quotes.
    Quoted(Vec<Type>),
}

/// A position in a rule file.
pub(super) struct Cursor<'a> {
    /// The kind of text there.
    pub(super) spot: CursorContext,
    /// The variables in scope, with their types.
    pub(super) variables: BTreeMap<&'a str, Type>,
}

impl<'a> Cursor<'a> {
    /// The position at the end of this text.
    pub(super) fn at(before: &'a str, rules: &Rules) -> Self {
        let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let tokens = tokens(before);
        let reader = ContextReader::new(before, &tokens, rules);
        let end = tokens.last().map_or(0, |token| token.span.end);
        let open = tokens.last().filter(|last| is_open(&before[last.span.clone()]));
        let spot = if is_comment(&before[end..]) {
            CursorContext::Free
        } else if let Some(open) = open {
            reader.value_of(tokens.iter().position(|token| token == open).unwrap_or(0))
        } else {
            reader.spot(tokens.iter().take_while(|token| token.span.end <= word.len()).count())
        };
        Self { spot, variables: reader.variables }
    }
}

/// Whether a quoted text is not closed.
fn is_open(token: &str) -> bool {
    token.starts_with(['"', '`']) && (token.len() == 1 || !token.ends_with(&token[..1]))
}

/// Whether the text after the last token begins a comment that is not closed.
fn is_comment(rest: &str) -> bool {
    let line = rest.rsplit('\n').next().unwrap_or_default();
    line.contains("//") || (rest.contains("/*") && !rest.trim_end().ends_with("*/"))
}

/// The tokens of a file up to a position.
struct ContextReader<'a, 't> {
    text: &'a str,
    tokens: &'t [SyntaxToken],
    constants: BTreeMap<String, Type>,
    settings: BTreeMap<String, Type>,
    variables: BTreeMap<&'a str, Type>,
    /// The number of open braces.
    depth: usize,
}

impl<'a, 't> ContextReader<'a, 't> {
    /// Reads the variables in scope.
    fn new(text: &'a str, tokens: &'t [SyntaxToken], rules: &Rules) -> Self {
        let mut reader = Self {
            text,
            tokens,
            constants: constants(rules),
            settings: settings(rules),
            variables: BTreeMap::new(),
            depth: 0,
        };
        for at in 0..tokens.len() {
            reader.step(at);
        }
        reader
    }

    /// The token with this index; empty beyond the last one.
    fn get(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    /// The index of the first of these tokens at or after an index.
    fn find(&self, from: usize, ends: &[&str]) -> usize {
        (from..self.tokens.len()).find(|&at| ends.contains(&self.get(at))).unwrap_or(from)
    }

    /// Processes a token that opens or closes braces, or that declares parameters or variables.
    fn step(&mut self, at: usize) {
        match self.get(at) {
            "{" | "${" => self.depth += 1,
            "}" => self.depth = self.depth.saturating_sub(1),
            "fn" => {
                self.variables.clear();
                let types = Hook::named(self.get(at + 1)).map_or(&[][..], Hook::parameter_types);
                let names = at + 3..self.find(at, &[")"]).max(at + 3);
                let types = types.iter().copied().chain(std::iter::repeat(Type::Any));
                for (name, ty) in names.step_by(2).zip(types) {
                    self.variables.insert(self.get(name), ty);
                }
            }
            "let" if self.get(at + 2) == "=" => {
                let end = self.find(at, &[";"]);
                let ty = self.value(at + 3, end);
                self.variables.insert(self.get(at + 1), ty);
            }
            "for" if self.get(at + 2) == "in" => {
                let end = self.find(at, &["{"]);
                let member = match self.value(at + 3, end) {
                    // Loops over pieces yield their places.
                    Type::Pieces => Type::Place,
                    all => all.member(),
                };
                self.variables.insert(self.get(at + 1), member);
            }
            _ => {}
        }
    }

    /// The kind of text after this number of tokens.
    fn spot(&self, count: usize) -> CursorContext {
        let last = count.checked_sub(1).map_or("", |last| self.get(last));
        match last {
            "." if count > 1 && self.get(count - 2) == "settings" => CursorContext::Setting,
            "." => CursorContext::Member(self.chain(count - 1).0),
            "const" => CursorContext::Fact,
            "fn" => CursorContext::Head,
            _ if self.depth > 0 => {
                self.argument(count).map_or(CursorContext::Statement, CursorContext::Argument)
            }
            "" | ";" | "}" => CursorContext::Part,
            _ => CursorContext::Free,
        }
    }

    /// The types of the argument that begins after this number of tokens; `None` if no argument
    /// begins there.
    fn argument(&self, count: usize) -> Option<Vec<Type>> {
        let last = count.checked_sub(1)?;
        if !["(", ","].contains(&self.get(last)) {
            return None;
        }
        let (mut closed, mut number) = (0, 0);
        let open = (0..count).rev().find(|&at| {
            match self.get(at) {
                ")" | "]" | "}" => closed += 1,
                "(" | "[" | "{" | "${" if closed == 0 => return true,
                "(" | "[" | "{" | "${" => closed -= 1,
                "," if closed == 0 => number += 1,
                _ => {}
            }
            false
        })?;
        if self.get(open) != "(" || open < 2 || self.get(open - 2) != "." {
            return None;
        }
        let of = self.chain(open - 2).0;
        let called = functions().filter(|it| it.name == self.get(open - 1) && it.fits(of));
        let types: Vec<Type> =
            called.filter_map(|it| it.parameter_types.get(number).copied()).collect();
        (!types.is_empty()).then_some(types)
    }

    /// The fact or argument that a string beginning with this token belongs to.
    fn value_of(&self, at: usize) -> CursorContext {
        let from = (0..at).rev().find(|&before| ["const", ";", "}"].contains(&self.get(before)));
        match from {
            Some(from) if self.get(from) == "const" => {
                CursorContext::Value(self.get(from + 1).into())
            }
            _ => self.argument(at).map_or(CursorContext::Free, CursorContext::Quoted),
        }
    }

    /// The type of the expression between two indices.
    fn value(&self, from: usize, end: usize) -> Type {
        if end <= from {
            return Type::Any;
        }
        let (ty, start) = self.chain(end);
        // Combining two selections keeps their type; the types of other operations are unknown.
        let combined = start > from && ["&", "|"].contains(&self.get(start - 1));
        if start == from || combined { ty } else { Type::Any }
    }

    /// The type of the chain of calls that ends at an index, and the index at which the chain
    /// begins.
    fn chain(&self, end: usize) -> (Type, usize) {
        let mut chain: Vec<(&str, bool)> = Vec::new();
        let mut at = end;
        loop {
            let Some(last) = at.checked_sub(1) else { return (Type::Any, at) };
            let is_call = self.get(last) == ")";
            let name = if is_call { self.opening(last).checked_sub(1) } else { Some(last) };
            let Some(name) = name else { return (Type::Any, at) };
            match self.tokens[name].kind {
                SyntaxKind::Identifier => chain.push((self.get(name), is_call)),
                SyntaxKind::Number if chain.is_empty() => return (Type::Number, name),
                SyntaxKind::Text if chain.is_empty() => return (Type::Text, name),
                _ => return (Type::Any, name),
            }
            at = name;
            if at < 2 || self.get(at - 1) != "." {
                break;
            }
            at -= 1;
        }
        (self.fold(chain), at)
    }

    /// The type of a chain of calls, given the last call first.
    fn fold(&self, mut chain: Vec<(&str, bool)>) -> Type {
        let Some((root, false)) = chain.pop() else { return Type::Any };
        if root == "settings" {
            let name = chain.last().map_or("", |(name, _)| name);
            return self.settings.get(name).copied().unwrap_or(Type::Any);
        }
        let known = self.variables.get(root).or_else(|| self.constants.get(root));
        chain.iter().rev().fold(known.copied().unwrap_or(Type::Any), |of, (name, is_call)| {
            let fits = functions().filter(|it| {
                it.name == *name && it.parameters.is_some() == *is_call && it.fits(of)
            });
            let mut types = fits.map(|it| it.result_type_of(of));
            let first = types.next().unwrap_or(Type::Any);
            if types.all(|other| other == first) { first } else { Type::Any }
        })
    }

    /// The index of the opening parenthesis that matches the closing one at `close`.
    fn opening(&self, close: usize) -> usize {
        let mut depth = 0_usize;
        for at in (0..=close).rev() {
            match self.get(at) {
                ")" => depth += 1,
                "(" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        0
    }
}
