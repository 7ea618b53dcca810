//! Overloads: the functions with one name, selected by the type of the receiver.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::function::{Function, OnNone, Run};
use super::functions;
use super::invocation::{CallResult, Invocation};
use crate::game::{Effect, View};
use crate::rules::{Running, Type};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::table::{Facets, Players, Table};

/// The functions with one name and number of parameters.
pub(in crate::script) struct Overloads {
    pub(in crate::script) name: &'static str,
    /// The number of parameters; `None` for a property.
    pub(in crate::script) parameters: Option<usize>,
    pub(in crate::script) functions: Vec<&'static Function>,
    /// Whether one of the functions acts or asks.
    pub(in crate::script) acts: bool,
    by_type: [Option<&'static Function>; Type::ALL.len()],
    on_none: OnNone,
}

/// The overloads of all names, sorted by name.
static OVERLOADS: LazyLock<Vec<Overloads>> = LazyLock::new(|| {
    let mut by_name = BTreeMap::new();
    for function in functions() {
        let parameters = function.parameters.map(<[_]>::len);
        let overloads = by_name.entry((function.name, parameters));
        overloads.or_insert_with(|| Overloads::new(function, parameters)).add(function);
    }
    by_name.into_values().collect()
});

/// The overloads of all names.
pub(in crate::script) fn all() -> impl Iterator<Item = &'static Overloads> {
    OVERLOADS.iter()
}

/// The overloads of a name with this number of arguments, or of a property.
pub(in crate::script) fn of(name: &str, arguments: Option<usize>) -> Option<&'static Overloads> {
    let wanted = (name, arguments);
    let at =
        OVERLOADS.binary_search_by(|overloads| (overloads.name, overloads.parameters).cmp(&wanted));
    at.ok().map(|at| &OVERLOADS[at])
}

impl Overloads {
    fn new(first: &Function, parameters: Option<usize>) -> Self {
        Self {
            name: first.name,
            parameters,
            functions: Vec::new(),
            acts: false,
            by_type: [None; Type::ALL.len()],
            on_none: first.on_none,
        }
    }

    /// The types that the functions have for this argument.
    pub(in crate::script) fn types_of(&self, number: usize) -> impl Iterator<Item = Type> {
        let functions = self.functions.iter();
        functions.filter_map(move |function| function.parameter_types.get(number).copied())
    }

    /// Whether one of the functions tests a place, and another one filters a selection by the same
    /// test.
    pub(in crate::script) fn filters(&self) -> bool {
        let result_type = |ty: Type| self.by_type[ty as usize].map(|function| function.result_type);
        [Type::Hex, Type::Place].map(result_type) == [Some(Type::Truth); 2]
            && [Type::Hexes, Type::Places].map(result_type) == [Some(Type::Same); 2]
    }

    /// The function for a receiver; `None` if there is none, as for `NONE`.
    #[inline]
    pub(in crate::script) fn function(&self, of: &Thing) -> Option<&'static Function> {
        self.by_type[of.type_of() as usize]
    }

    /// Adds a function, which is selected if none of the earlier ones matches.
    fn add(&mut self, function: &'static Function) {
        self.functions.push(function);
        self.acts |= function.acts();
        for ty in function.receiver_types() {
            self.by_type[ty as usize].get_or_insert(function);
        }
    }

    /// Calls the function in a context without side effects, where verbs fail.
    pub(in crate::script) fn read(
        &self,
        view: View<'_>,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> CallResult {
        match self.function(of) {
            Some(function) => function.read(view, running, of, args),
            None => self.without_function(view, running, of, args),
        }
    }

    /// Calls the function in an effect.
    pub(in crate::script) fn call(
        &self,
        effect: &mut Effect,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> CallResult {
        match self.function(of) {
            Some(function) => function.call(effect, running, of, args),
            None => self.without_function(effect.view(), running, of, args),
        }
    }

    /// The result for a receiver without a function.
    #[inline(never)]
    pub(in crate::script) fn without_function(
        &self,
        view: View<'_>,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> CallResult {
        if matches!(of, Thing::Nothing) {
            return Ok(self.on_none(args));
        }
        Invocation { game: view, running, name: self.name, of, args }.misplaced()
    }

    /// The result of the function on `NONE`.
    fn on_none(&self, args: &[Value]) -> Value {
        match self.on_none {
            OnNone::Unit => Value::Unit,
            OnNone::Truth(truth) => Value::Truth(truth),
            OnNone::Zero => Value::Number(0),
            OnNone::Nothing => Value::NOTHING,
            OnNone::Argument => args[0].clone(),
        }
    }
}

#[inline(never)]
fn shares(reads: Facets, table: &Table, of: &Thing) -> Facets {
    let players = match *of {
        Thing::Player(player) => Some(Players::of(player)),
        Thing::Players(players) => Some(players.iter().collect()),
        Thing::Pieces(places) => table.owners(places),
        // The cards are at hand.
        Thing::Cards(_) => Some(Players::NONE),
        _ => None,
    };
    players.map_or(reads, |players| reads.shares_of(players))
}

impl Function {
    /// The facets of the table that the function may read for this receiver. If the receiver is a
    /// player or pieces, shared facets are replaced with the shares of that player, or of the
    /// owners of those pieces.
    #[inline]
    pub(in crate::script) fn facets(
        &self,
        view: View<'_>,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> Facets {
        let fewer = self.reads_fewer.and_then(|fewer| {
            fewer(&Invocation { game: view, running, name: self.name, of, args })
        });
        let reads = fewer.unwrap_or(self.reads);
        if reads.has_shares() { shares(reads, view.table(), of) } else { reads }
    }

    /// Calls the function in a context without side effects, where verbs fail.
    #[inline]
    pub(in crate::script) fn read(
        &self,
        view: View<'_>,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> CallResult {
        match self.run {
            Run::Reads(read) => {
                let call = Invocation { game: view, running, name: self.name, of, args };
                self.checked(of, read(&call))
            }
            Run::Acts(_) => {
                let hint = "a pure hook may only read the game";
                Err(view.fail("only effects may change the game or ask a player", Some(hint)))
            }
        }
    }

    /// Calls the function in an effect.
    #[inline]
    pub(in crate::script) fn call(
        &self,
        effect: &mut Effect,
        running: Running,
        of: &Thing,
        args: &[Value],
    ) -> CallResult {
        match self.run {
            Run::Reads(_) => self.read(effect.view(), running, of, args),
            Run::Acts(act) => {
                let name = self.name;
                let answer = act(&mut Invocation { game: &mut *effect, running, name, of, args });
                self.checked(of, answer)
            }
        }
    }

    /// Checks that the answer has the declared type.
    fn checked(&self, of: &Thing, answer: CallResult) -> CallResult {
        debug_assert!(
            answer.as_ref().map_or(true, |given| self.may_give(of, given)),
            "`{}` gives {answer:?}",
            self.name
        );
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_one_name_answer_the_same_of_none() {
        for overloads in all() {
            for function in &overloads.functions {
                assert_eq!(function.on_none, overloads.on_none, "`{}`", overloads.name);
            }
        }
    }
}
