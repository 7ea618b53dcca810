//! Words that are said of something: whether they are said of such a value, and what they are given.

use rhai::{Expr, FnCallExpr, Position};

use super::fit::is_taken;
use super::{Named, Reader, Use};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{MarkerKind, Rules, Sort};
use crate::script::check::suggested;
use crate::script::compile::constant_name;
use crate::script::names;
use crate::script::vocabulary::{Word, meanings, words};
use crate::set::Id;
use crate::table::Marker;

/// What the engine says of anything.
const ANYTHING: [&str; 3] = ["to_string", "to_debug", "type_of"];

/// The arguments of a word that is written like a function, with the thing first; `in` is one.
pub(super) fn as_word<'a>(call: &'a FnCallExpr, sorts: &[Sort]) -> Option<Vec<(Sort, &'a Expr)>> {
    let said = call.args.len().checked_sub(1)?;
    meanings::of(&call.name, Some(said))?;
    Some(sorts.iter().copied().zip(&call.args).skip(1).collect())
}

/// What a word takes that is said of such a value: the same, one of its members, or any of both.
fn taken_of(takes: Sort, of: Sort, found: Sort) -> Sort {
    match takes {
        Sort::Same if of.is_selection() => of,
        Sort::Member if of.is_selection() && !is_taken(of, found) => of.member(),
        Sort::Same | Sort::Member => Sort::Any,
        takes => takes,
    }
}

/// On what a marker stands, or all markers of a game where it is not known which one it is.
fn stands(rules: &Rules, whose: Option<Marker>) -> Sort {
    let kinds = rules.markers.iter().enumerate();
    let is_meant = |(at, _): &(usize, _)| whose.is_none_or(|marker| marker.index() == *at);
    let on: Vec<bool> = kinds.filter(is_meant).map(|(_, kind)| kind.on_tokens).collect();
    match (on.contains(&true), on.contains(&false)) {
        (true, false) => Sort::Place,
        (false, true) => Sort::Hex,
        _ => Sort::Spot,
    }
}

/// What a word gives that gives one of some hexes or places.
fn among(word: &Word, args: &[(Sort, &Expr)]) -> Sort {
    let mut taken = word.takes.iter().zip(args);
    let found = taken.find(|(takes, _)| **takes == Sort::Spots).map(|(_, (sort, _))| *sort);
    match found {
        Some(Sort::Hexes | Sort::Hex) => Sort::Hex,
        Some(Sort::Places | Sort::Place | Sort::Pieces | Sort::Piece) => Sort::Place,
        _ => Sort::Spot,
    }
}

impl Reader<'_> {
    /// The marker that a constant names.
    pub(super) fn marker(&self, named: &Expr) -> Option<Marker> {
        let Expr::Variable(variable, ..) = named else { return None };
        let is_it = |kind: &MarkerKind| constant_name(&kind.name) == variable.1.as_str();
        let found = self.known.rules.markers.iter().position(is_it);
        found.filter(|_| self.variable(&variable.1).is_none()).map(Marker::new)
    }

    /// What is said of something, word after word.
    pub(super) fn said(&mut self, of: Sort, word: &Expr) -> Sort {
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
    pub(super) fn indexed(&mut self, rest: &Expr) -> Sort {
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
    pub(super) fn word(
        &mut self,
        of: Sort,
        name: &str,
        args: Option<&[(Sort, &Expr)]>,
        position: Position,
    ) -> Sort {
        let whose = self.whose.take();
        let known = meanings::of(name, args.map(<[_]>::len)).map_or(&[][..], |meant| &meant.words);
        let said: Vec<&'static Word> = known.iter().copied().filter(|word| word.fits(of)).collect();
        if said.is_empty() && !self.is_full() && !self.is_native(of, name, args.is_some()) {
            self.not_said(of, name, known, args.is_some(), position);
        }
        if !known.is_empty() && known.iter().all(|word| word.acts()) {
            self.note((name.to_owned(), args.map_or(0, <[_]>::len)), false, position);
        }
        if let [word] = said[..] {
            let (file, line) = (self.source.file.clone(), position.line().unwrap_or(0));
            self.found.said.push(Use { file, line, word });
        }
        if let ([word], Some(args)) = (&said[..], args) {
            for (&takes, &(sort, argument)) in word.takes.iter().zip(args) {
                self.argument(word, taken_of(takes, of, sort), sort, argument);
            }
        }
        let gives_of = |word: &&'static Word| match word.gives_of(of) {
            Sort::Spot if of == Sort::Marker => stands(self.known.rules, whose),
            Sort::Spot => among(word, args.unwrap_or_default()),
            gives => gives,
        };
        let mut gives = said.iter().map(gives_of);
        let first = gives.next().unwrap_or(Sort::Any);
        if gives.all(|other| other == first) { first } else { Sort::Any }
    }

    /// Whether the engine itself says this of a value, or may do so.
    fn is_native(&self, of: Sort, name: &str, with_parentheses: bool) -> bool {
        let native = if with_parentheses { name.to_owned() } else { format!("get${name}") };
        matches!(of, Sort::Any | Sort::Unit) || self.known.natives.contains(&(of, native))
    }

    /// Reports that none of the words of a name is said of such a value.
    fn not_said(
        &mut self,
        of: Sort,
        name: &str,
        known: &[&'static Word],
        with_parentheses: bool,
        position: Position,
    ) {
        let fitting = || words().filter(|word| word.fits(of)).map(|word| word.name);
        if !known.is_empty() {
            let wrong = Diagnostic::new(format!("`{name}` is not said of {}", of.text()));
            let wrong = wrong.code(Code::NotSaidOf);
            let others: Vec<&str> = known.iter().map(|word| word.of).collect();
            let wrong = wrong.hint(format!("it is said of: {}", others.join(", ")));
            self.report(position, suggested(wrong, name, fitting()));
        } else if with_parentheses && !ANYTHING.contains(&name) {
            let wrong = Diagnostic::new(format!("`{name}(…)` is not said of {}", of.text()));
            let wrong = wrong.code(Code::NotSaidOf);
            let is_plain = fitting().any(|word| word == name);
            let wrong = if is_plain { wrong.hint(format!("write `{name}`")) } else { wrong };
            self.report(position, wrong);
        }
    }

    /// An argument of a word that takes this sort.
    fn argument(&mut self, word: &Word, takes: Sort, found: Sort, argument: &Expr) {
        let position = argument.position();
        let name = match argument {
            Expr::StringConstant(name, _) => Some(name.to_string()),
            _ => None,
        };
        let named = Named { rule: self.known.rule, sort: takes, name, acts: word.acts() };
        self.found.named.push(named);
        let word = word.name;
        if !is_taken(takes, found) {
            let (expected, found) = (takes.text(), found.text());
            let wrong = format!("`{word}` expects {expected}, found {found}");
            return self.report(position, Diagnostic::new(wrong).code(Code::WrongSort));
        }
        let Expr::StringConstant(text, _) = argument else { return };
        if self.is_full() {
            return;
        }
        let wrong = names::wrong(text, takes, self.known.rules, self.known.rule);
        let Some((wrong, letters)) = wrong else { return };
        let (line, column) = (position.line().unwrap_or(1), position.position().unwrap_or(1));
        self.found.wrong.push(wrong.at(self.source.error_at(line, column + letters, "")));
    }
}
