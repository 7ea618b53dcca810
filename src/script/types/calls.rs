//! Checks calls to functions of the rule language: the receiver and the arguments.

use rhai::{Expr, FnCallExpr, FnPtr, Position};

use super::fit::is_accepted;
use super::{CallSite, Named, Signature, TypeChecker};
use crate::diagnostic::{Code, Diagnostic, suggestion};
use crate::rules::{MarkerGround, MarkerKind, Rules, Type};
use crate::script::constants::{EACH, constant_name};
use crate::script::renamed::{WordPlace, renamed};
use crate::script::vocabulary::{Function, functions, overloads};
use crate::script::{error, names};
use crate::set::Id;
use crate::table::Marker;

/// Rhai's own functions that can be called on any value.
const ANYTHING: [&str; 3] = ["to_string", "to_debug", "type_of"];

/// The arguments of a call in function syntax, without the first one, which is the receiver. `in`
/// is such a call.
pub(super) fn function_like<'a>(
    call: &'a FnCallExpr,
    types: &[Type],
) -> Option<Vec<(Type, &'a Expr)>> {
    let parameters = call.args.len().checked_sub(1)?;
    overloads::of(&call.name, Some(parameters))?;
    Some(types.iter().copied().zip(&call.args).skip(1).collect())
}

/// The type of a parameter for a receiver. `Same` expects the type of the receiver; `Member` also
/// accepts the type of its members.
fn parameter_for(parameter: Type, of: Type, found: Type) -> Type {
    match parameter {
        Type::Same if of.is_selection() => of,
        Type::Member if of.is_selection() && !is_accepted(of, found) => of.member(),
        Type::Same | Type::Member => Type::Any,
        parameter => parameter,
    }
}

/// The type of a marker's place, or of all markers' places if the marker is unknown.
fn stands(rules: &Rules, receiver_marker: Option<Marker>) -> Type {
    let kinds = rules.markers.iter().enumerate();
    let is_meant =
        |(at, _): &(usize, _)| receiver_marker.is_none_or(|marker| marker.index() == *at);
    let on: Vec<bool> =
        kinds.filter(is_meant).map(|(_, kind)| kind.on == MarkerGround::Tokens).collect();
    match (on.contains(&true), on.contains(&false)) {
        (true, false) => Type::Place,
        (false, true) => Type::Hex,
        _ => Type::Spot,
    }
}

/// The result type of a function that returns one of several hexes or places.
fn among(function: &Function, args: &[(Type, &Expr)]) -> Type {
    let mut taken = function.parameter_types.iter().zip(args);
    let found = taken.find(|(parameter, _)| **parameter == Type::Spots).map(|(_, (ty, _))| *ty);
    match found {
        Some(Type::Hexes | Type::Hex) => Type::Hex,
        Some(Type::Places | Type::Place | Type::Pieces | Type::Piece) => Type::Place,
        _ => Type::Spot,
    }
}

impl TypeChecker<'_> {
    /// The marker that a constant denotes.
    pub(super) fn marker(&self, named: &Expr) -> Option<Marker> {
        let Expr::Variable(variable, ..) = named else { return None };
        let is_it = |kind: &MarkerKind| constant_name(&kind.name) == variable.1.as_str();
        let found = self.context.rules.markers.iter().position(is_it);
        found.filter(|_| self.variable(&variable.1).is_none()).map(Marker::new)
    }

    /// A chain of calls on a value.
    pub(super) fn chain(&mut self, of: Type, link: &Expr) -> Type {
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
            _ => Type::Any,
        }
    }

    /// The type of an indexed member, and of the calls on it.
    pub(super) fn indexed(&mut self, rest: &Expr) -> Type {
        match rest {
            Expr::Dot(parts, ..) => {
                self.expression(&parts.lhs);
                self.chain(Type::Any, &parts.rhs)
            }
            Expr::Index(parts, ..) => {
                self.expression(&parts.lhs);
                self.indexed(&parts.rhs)
            }
            number => {
                self.expression(number);
                Type::Any
            }
        }
    }

    /// The type of a call on a value.
    pub(super) fn function_call(
        &mut self,
        of: Type,
        name: &str,
        args: Option<&[(Type, &Expr)]>,
        position: Position,
    ) -> Type {
        let receiver_marker = self.receiver_marker.take();
        let context = overloads::of(name, args.map(<[_]>::len))
            .map_or(&[][..], |overloads| &overloads.functions);
        let fitting: Vec<&'static Function> =
            context.iter().copied().filter(|function| function.fits(of)).collect();
        if fitting.is_empty() && !self.is_full() && !self.is_native(of, name, args.is_some()) {
            self.not_callable(of, name, context, args.is_some(), position);
        }
        if !context.is_empty() && context.iter().all(|function| function.acts()) {
            self.note((name.to_owned(), args.map_or(0, <[_]>::len)), false, position);
        }
        if let [function] = fitting[..] {
            let (file, line) = (self.source.file.clone(), error::line(position).unwrap_or(0));
            self.found.calls.push(CallSite { file, line, function });
        }
        if let ([function], Some(args)) = (&fitting[..], args) {
            for (&parameter, &(ty, argument)) in function.parameter_types.iter().zip(args) {
                if let (Type::Function, Expr::DynamicConstant(value, _)) = (parameter, argument)
                    && let Some(tally) = value.read_lock::<FnPtr>()
                {
                    self.called((tally.fn_name().to_owned(), 1), vec![Type::Player]);
                }
                self.argument(function, parameter_for(parameter, of, ty), ty, argument);
            }
        }
        if let ([first, others @ ..], Some(args)) = (&fitting[..], args)
            && !others.is_empty()
        {
            // Whatever the receiver is, the argument is a name of this type.
            for (number, (&parameter, &(_, text))) in
                first.parameter_types.iter().zip(args).enumerate()
            {
                if others.iter().all(|other| other.parameter_types[number] == parameter) {
                    self.check_text(parameter, text);
                }
            }
        }
        let result_type_of = |function: &&'static Function| match function.result_type_of(of) {
            Type::Spot if of == Type::Marker => stands(self.context.rules, receiver_marker),
            Type::Spot => among(function, args.unwrap_or_default()),
            ty => ty,
        };
        let mut types = fitting.iter().map(result_type_of);
        let first = types.next().unwrap_or(Type::Any);
        if types.all(|other| other == first) { first } else { Type::Any }
    }

    /// Whether Rhai has, or may have, this function for a value of this type.
    fn is_native(&self, of: Type, name: &str, with_parentheses: bool) -> bool {
        let native = if with_parentheses { name.to_owned() } else { format!("get${name}") };
        matches!(of, Type::Any | Type::Unit) || self.context.natives.contains(&(of.plain(), native))
    }

    /// Reports that no function with this name can be called on such a value.
    fn not_callable(
        &mut self,
        of: Type,
        name: &str,
        context: &[&'static Function],
        with_parentheses: bool,
        position: Position,
    ) {
        let callable =
            || functions().filter(|function| function.fits(of)).map(|function| function.name);
        if !context.is_empty() {
            let wrong = Diagnostic::new(format!("`{name}` does not apply to {}", of.text()));
            let wrong = wrong.code(Code::WrongReceiver);
            let others: Vec<&str> = context.iter().map(|function| function.of).collect();
            let count = context[0].parameters.map(<[_]>::len);
            let old = count.and_then(|count| renamed(name, WordPlace::Function(count)));
            let old = old.filter(|word| word.functions(word.new).any(|it| it.fits(of)));
            if let Some(word) = old {
                return self.report(position, wrong.hint(word.hint()));
            }
            let wrong = wrong.hint(format!("it applies to: {}", others.join(", ")));
            self.report(position, wrong.hints(suggestion(name, callable())));
        } else if with_parentheses && !ANYTHING.contains(&name) {
            let wrong = Diagnostic::new(format!("`{name}(…)` does not apply to {}", of.text()));
            let wrong = wrong.code(Code::WrongReceiver);
            let is_plain = callable().any(|function| function == name);
            let wrong = if is_plain { wrong.hint(format!("write `{name}`")) } else { wrong };
            self.report(position, wrong);
        }
    }

    /// Merges the types of arguments; differing types become `Any`.
    pub(super) fn called(&mut self, function: Signature, types: Vec<Type>) {
        let Some(context) = self.calls.get_mut(&function) else {
            self.calls.insert(function, types);
            return;
        };
        for (context, ty) in context.iter_mut().zip(types) {
            *context = if *context == ty { ty } else { Type::Any };
        }
    }

    /// Checks a string that is equal to `EACH`, or not: it has to be a member of the rule's family.
    pub(super) fn check_member(&mut self, each: &Expr, text: &Expr) {
        let (Expr::Variable(each, ..), Expr::StringConstant(text, position)) = (each, text) else {
            return;
        };
        let Some(rule) = self.context.rule.filter(|_| each.1 == EACH) else { return };
        let rules = self.context.rules;
        let source = rules.rule(rule).source;
        let family = rules.rules.iter().filter(|it| it.source == source);
        let members: Vec<&str> = family.filter_map(|it| it.each.as_deref()).collect();
        if !members.is_empty() && !members.contains(&text.as_str()) {
            let wrong = Diagnostic::new(format!("`EACH` is never `{text}`"));
            let wrong = wrong.code(Code::NeverEqual);
            let listed = format!("it is one of: {}", members.join(", "));
            let hint = suggestion(text, members).unwrap_or(listed);
            self.report(*position, wrong.hint(hint));
        }
    }

    /// Checks a string that is compared with a name, such as that of a state. An empty string stands
    /// for no name.
    pub(super) fn check_compared(&mut self, args: &[Expr], types: &[Type]) {
        let is_empty =
            |text: &Expr| matches!(text, Expr::StringConstant(text, _) if text.is_empty());
        for (ty, text) in types.iter().zip(args.iter().rev()) {
            if ty.plain() != *ty && !is_empty(text) {
                self.check_text(*ty, text);
            }
        }
    }

    /// Checks an argument for a parameter of this type.
    fn argument(&mut self, function: &Function, parameter: Type, found: Type, argument: &Expr) {
        let position = argument.position();
        let name = match argument {
            Expr::StringConstant(name, _) => Some(name.to_string()),
            _ => None,
        };
        let named = Named { rule: self.context.rule, ty: parameter, name, acts: function.acts() };
        self.found.named.push(named);
        let name = function.name;
        if !is_accepted(parameter, found) {
            let (expected, found) = (parameter.text(), found.text());
            let wrong = format!("`{name}` expects {expected}, found {found}");
            return self.report(position, Diagnostic::new(wrong).code(Code::TypeMismatch));
        }
        self.check_text(parameter, argument);
    }

    /// Checks that a string is a name of this type. The variable of a loop over strings may have some
    /// of them elsewhere, so if one of them is a name, only misspelt names are reported.
    fn check_text(&mut self, ty: Type, text: &Expr) {
        let (rules, rule) = (self.context.rules, self.context.rule);
        match text {
            Expr::StringConstant(text, position) => self.check_name(ty, text, *position),
            Expr::Variable(variable, ..) => {
                let Some(names) = names::names(ty, rules, rule) else { return };
                let Some(variable) = self.variable(&variable.1) else { return };
                let mut members = variable.members.clone();
                let is_some_known = members.iter().any(|(text, _)| names.contains(&text.as_str()));
                let is_near = |text: &str| suggestion(text, names.iter().copied()).is_some();
                members.retain(|(text, _)| !is_some_known || is_near(text));
                for (text, position) in members {
                    self.check_name(ty, &text, position);
                }
            }
            _ => {}
        }
    }

    fn check_name(&mut self, ty: Type, text: &str, position: Position) {
        if self.is_full() {
            return;
        }
        let wrong = names::wrong(text, ty, self.context.rules, self.context.rule);
        let Some((wrong, letters)) = wrong else { return };
        let line = error::line(position).unwrap_or(1);
        let column = position.position().unwrap_or(1);
        let wrong = wrong.at(self.source.error_at(line, column + letters, ""));
        if !self.found.wrong.contains(&wrong) {
            self.found.wrong.push(wrong);
        }
    }
}
