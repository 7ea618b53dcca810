//! The variables of functions: their initial types, and assignments.

use std::collections::BTreeMap;

use rhai::{BinaryExpr, Expr, Ident, ImmutableString, OpAssignment, Position};

use super::fold::Plain;
use super::{Signature, TypeChecker};
use crate::rules::Type;
use crate::script::value::Value;

/// The types of the values assigned to variables after their declaration, by function and name.
pub(super) type Gotten = BTreeMap<(Signature, String), Type>;

/// A variable with its initial type.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Its value, if it is constant.
    value: Option<Plain>,
    /// The strings of the list over which it runs, if it belongs to a loop.
    pub(super) members: Vec<(ImmutableString, Position)>,
}

impl TypeChecker<'_> {
    /// Declares a variable. If its function assigns it a value of another type, its type is `Any`.
    pub(super) fn held(&self, name: String, ty: Type, value: Option<Plain>) -> Variable {
        if !self.assigned.contains(&name) {
            return Variable { name, ty, value, members: Vec::new() };
        }
        let key = (self.function.clone(), name.clone());
        let keeps = |gotten: &Gotten| gotten.get(&key).is_none_or(|other| *other == ty);
        let ty = if self.gotten.is_some_and(keeps) { ty } else { Type::Any };
        Variable { name, ty, value: None, members: Vec::new() }
    }

    /// Declares the variable of a loop over the members of a value.
    pub(super) fn held_in_loop(&self, variable: &Ident, ty: Type, over: &Expr) -> Variable {
        let mut held = self.held(variable.name.to_string(), ty, None);
        if !self.assigned.contains(&held.name) {
            held.members = strings(over);
        }
        held
    }

    /// Checks an assignment to a variable or a part of a value.
    pub(super) fn assigned(&mut self, operator: &OpAssignment, set: &BinaryExpr) {
        let before = self.found.wrong.len();
        let one = self.expression(&set.lhs);
        let other = self.expression(&set.rhs);
        let ty = match operator.get_op_assignment_info() {
            Some((.., operator)) => self.operated(operator, one, other, set.rhs.position()),
            None => other,
        };
        // After an error, the type is unreliable.
        if let Expr::Variable(variable, ..) = &set.lhs
            && self.found.wrong.len() == before
        {
            let key = (self.function.clone(), variable.1.to_string());
            let context = self.gets.entry(key).or_insert(ty);
            *context = if *context == ty { ty } else { Type::Any };
        }
    }

    /// The value of a constant name: a variable, or a fact of the rule.
    pub(super) fn value(&self, name: &str) -> Option<Plain> {
        if let Some(variable) = self.variable(name) {
            return variable.value.clone();
        }
        let constants = &self.context.rules.rule(self.context.rule?).constants;
        let fact = constants.iter().find(|(context, _)| context == name);
        fact.map(|(_, value)| Plain::from(value))
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.scope.iter().rev().find(|context| context.name == name)
    }

    /// The type of a name.
    pub(super) fn named(&self, name: &str) -> Type {
        let variable = self.variable(name);
        let fact = || self.context.facts.get(name).copied();
        let constant = || self.context.constants.get(name).copied();
        variable.map(|context| context.ty).or_else(fact).or_else(constant).unwrap_or(Type::Any)
    }
}

/// The strings of a list, with their positions. Rhai keeps only the position of a constant list.
fn strings(list: &Expr) -> Vec<(ImmutableString, Position)> {
    let text = |member: &Expr| match member {
        Expr::StringConstant(text, position) => Some((text.clone(), *position)),
        _ => None,
    };
    match list {
        Expr::Array(members, _) => members.iter().filter_map(text).collect(),
        Expr::DynamicConstant(value, position) => {
            let Value::List(members) = Value::from((**value).clone()) else { return Vec::new() };
            members.iter().filter_map(Value::text).map(|text| (text.into(), *position)).collect()
        }
        _ => Vec::new(),
    }
}
