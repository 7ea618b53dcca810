//! Calls of functions of the rule language: whether they fit the value, and which arguments they
//! get.

use rhai::{Expr, FnCallExpr, Position};

use super::fit::is_taken;
use super::{CallSite, Named, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{MarkerKind, Rules, Sort};
use crate::script::check::suggested;
use crate::script::compile::constant_name;
use crate::script::names;
use crate::script::vocabulary::{Function, functions, overloads};
use crate::set::Id;
use crate::table::Marker;

/// The functions of the engine that can be called on anything.
const ANYTHING: [&str; 3] = ["to_string", "to_debug", "type_of"];

/// The arguments of a call that has its receiver in the parentheses; `in` is such a call.
pub(super) fn function_like<'a>(
    call: &'a FnCallExpr,
    sorts: &[Sort],
) -> Option<Vec<(Sort, &'a Expr)>> {
    let parameters = call.args.len().checked_sub(1)?;
    overloads::of(&call.name, Some(parameters))?;
    Some(sorts.iter().copied().zip(&call.args).skip(1).collect())
}

/// The sort of a parameter when the function is called on such a value: the same, one of its
/// members, or either of them.
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

/// The sort of the answer of a function that gives one of some hexes or places.
fn among(function: &Function, args: &[(Sort, &Expr)]) -> Sort {
    let mut taken = function.takes.iter().zip(args);
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

    /// A chain of calls on a value.
    pub(super) fn chain(&mut self, of: Sort, link: &Expr) -> Sort {
        match link {
            Expr::Property(name, position) => self.function_call(of, &name.2, None, *position),
            Expr::MethodCall(call, position) => {
                let args: Vec<_> =
                    call.args.iter().map(|arg| (self.expression(arg), arg)).collect();
                self.function_call(of, &call.name, Some(&args), *position)
            }
            Expr::Dot(parts, ..) => {
                let first = self.chain(of, &parts.lhs);
                self.chain(first, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.chain(of, &parts.lhs);
                self.indexed(&parts.rhs)
            }
            _ => Sort::Any,
        }
    }

    /// What stands in brackets, and the calls on that member.
    pub(super) fn indexed(&mut self, rest: &Expr) -> Sort {
        match rest {
            Expr::Dot(parts, ..) => {
                self.expression(&parts.lhs);
                self.chain(Sort::Any, &parts.rhs)
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

    /// A call on a value, with its arguments where it has any.
    pub(super) fn function_call(
        &mut self,
        of: Sort,
        name: &str,
        args: Option<&[(Sort, &Expr)]>,
        position: Position,
    ) -> Sort {
        let whose = self.whose.take();
        let known = overloads::of(name, args.map(<[_]>::len))
            .map_or(&[][..], |overloads| &overloads.functions);
        let fitting: Vec<&'static Function> =
            known.iter().copied().filter(|function| function.fits(of)).collect();
        if fitting.is_empty() && !self.is_full() && !self.is_native(of, name, args.is_some()) {
            self.not_callable(of, name, known, args.is_some(), position);
        }
        if !known.is_empty() && known.iter().all(|function| function.acts()) {
            self.note((name.to_owned(), args.map_or(0, <[_]>::len)), false, position);
        }
        if let [function] = fitting[..] {
            let (file, line) = (self.source.file.clone(), position.line().unwrap_or(0));
            self.found.calls.push(CallSite { file, line, function });
        }
        if let ([function], Some(args)) = (&fitting[..], args) {
            for (&takes, &(sort, argument)) in function.takes.iter().zip(args) {
                self.argument(function, taken_of(takes, of, sort), sort, argument);
            }
        }
        let gives_of = |function: &&'static Function| match function.gives_of(of) {
            Sort::Spot if of == Sort::Marker => stands(self.known.rules, whose),
            Sort::Spot => among(function, args.unwrap_or_default()),
            gives => gives,
        };
        let mut gives = fitting.iter().map(gives_of);
        let first = gives.next().unwrap_or(Sort::Any);
        if gives.all(|other| other == first) { first } else { Sort::Any }
    }

    /// Whether the engine itself has this function for a value, or may have it.
    fn is_native(&self, of: Sort, name: &str, with_parentheses: bool) -> bool {
        let native = if with_parentheses { name.to_owned() } else { format!("get${name}") };
        matches!(of, Sort::Any | Sort::Unit) || self.known.natives.contains(&(of, native))
    }

    /// Reports that no function of a name can be called on such a value.
    fn not_callable(
        &mut self,
        of: Sort,
        name: &str,
        known: &[&'static Function],
        with_parentheses: bool,
        position: Position,
    ) {
        let callable =
            || functions().filter(|function| function.fits(of)).map(|function| function.name);
        if !known.is_empty() {
            let wrong = Diagnostic::new(format!("`{name}` is not said of {}", of.text()));
            let wrong = wrong.code(Code::NotSaidOf);
            let others: Vec<&str> = known.iter().map(|function| function.of).collect();
            let wrong = wrong.hint(format!("it is said of: {}", others.join(", ")));
            self.report(position, suggested(wrong, name, callable()));
        } else if with_parentheses && !ANYTHING.contains(&name) {
            let wrong = Diagnostic::new(format!("`{name}(…)` is not said of {}", of.text()));
            let wrong = wrong.code(Code::NotSaidOf);
            let is_plain = callable().any(|function| function == name);
            let wrong = if is_plain { wrong.hint(format!("write `{name}`")) } else { wrong };
            self.report(position, wrong);
        }
    }

    /// An argument for a parameter of this sort.
    fn argument(&mut self, function: &Function, takes: Sort, found: Sort, argument: &Expr) {
        let position = argument.position();
        let name = match argument {
            Expr::StringConstant(name, _) => Some(name.to_string()),
            _ => None,
        };
        let named = Named { rule: self.known.rule, sort: takes, name, acts: function.acts() };
        self.found.named.push(named);
        let name = function.name;
        if !is_taken(takes, found) {
            let (expected, found) = (takes.text(), found.text());
            let wrong = format!("`{name}` expects {expected}, found {found}");
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
