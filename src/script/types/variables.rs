//! The variables of functions: with which type each begins, and what it gets later.

use std::collections::BTreeMap;

use rhai::{BinaryExpr, Expr, OpAssignment};

use super::fold::Plain;
use super::{Signature, TypeChecker};
use crate::rules::Type;

/// What variables get after they were declared: the type of all that each gets in a function.
pub(super) type Gotten = BTreeMap<(Signature, String), Type>;

/// A variable of which the value begins so.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Its value, where it is always the same.
    value: Option<Plain>,
}

impl TypeChecker<'_> {
    /// A variable that begins with such a value; one that gets another of another type somewhere in
    /// its function may hold anything.
    pub(super) fn held(&self, name: String, ty: Type, value: Option<Plain>) -> Variable {
        if !self.assigned.contains(&name) {
            return Variable { name, ty, value };
        }
        let key = (self.function.clone(), name.clone());
        let keeps = |gotten: &Gotten| gotten.get(&key).is_none_or(|other| *other == ty);
        let ty = if self.gotten.is_some_and(keeps) { ty } else { Type::Any };
        Variable { name, ty, value: None }
    }

    /// Puts a value into a variable or a part of something.
    pub(super) fn assigned(&mut self, operator: &OpAssignment, set: &BinaryExpr) {
        let before = self.found.wrong.len();
        let one = self.expression(&set.lhs);
        let other = self.expression(&set.rhs);
        let ty = match operator.get_op_assignment_info() {
            Some((.., operator)) => self.operated(operator, one, other, set.rhs.position()),
            None => other,
        };
        // What is wrong already gives no type.
        if let Expr::Variable(variable, ..) = &set.lhs
            && self.found.wrong.len() == before
        {
            let key = (self.function.clone(), variable.1.to_string());
            let known = self.gets.entry(key).or_insert(ty);
            *known = if *known == ty { ty } else { Type::Any };
        }
    }

    /// The value of a name that always has the same one: a variable, or a fact of the rule.
    pub(super) fn value(&self, name: &str) -> Option<Plain> {
        if let Some(variable) = self.variable(name) {
            return variable.value.clone();
        }
        let constants = &self.known.rules.rule(self.known.rule?).constants;
        let fact = constants.iter().find(|(known, _)| known == name);
        fact.map(|(_, value)| Plain::from(value))
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.scope.iter().rev().find(|known| known.name == name)
    }

    /// The type of what a name stands for.
    pub(super) fn named(&self, name: &str) -> Type {
        let variable = self.variable(name);
        let fact = || self.known.facts.get(name).copied();
        let constant = || self.known.constants.get(name).copied();
        variable.map(|known| known.ty).or_else(fact).or_else(constant).unwrap_or(Type::Any)
    }
}
