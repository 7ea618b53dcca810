//! Calls of functions of a rule, and of shared ones.

use smallvec::SmallVec;

use super::{Caller, EvalExit, Machine, RunResult};
use crate::script::best::{self, BestPlayers};
use crate::script::lower::{Best, Node};
use crate::script::thing::Thing;
use crate::script::value::Value;

impl<W: Caller> Machine<'_, W> {
    #[inline(never)]
    pub(super) fn call(&mut self, number: usize, args: &[Node]) -> RunResult {
        // Most functions have one parameter. Values are large, so a single one is moved only once.
        if let [only] = args {
            let value = self.node(only)?;
            self.variables.push(value);
        } else {
            let values = self.arguments(args)?;
            self.variables.extend(values);
        }
        self.run_function(number, args.len())
    }

    /// The players for whom a function has the highest or the lowest number.
    #[inline(never)]
    pub(super) fn best(&mut self, best: &Best) -> RunResult {
        let players = best::players(self.thing(&best.over)?).ok_or(EvalExit::Unsupported)?;
        let mut found = BestPlayers::new(best.wants_most);
        for player in players.iter() {
            self.reads.operations += u64::from(best.operations);
            self.variables.push(Thing::Player(player).into());
            let number = self.run_function(best.function, 1)?;
            found.add(player, number.number().ok_or(EvalExit::Unsupported)?);
        }
        Ok(found.thing().into())
    }

    /// Runs the function with this index. Its arguments are the last variables.
    #[inline]
    fn run_function(&mut self, number: usize, args: usize) -> RunResult {
        let (around, arguments) = (self.base, self.reads.arguments);
        self.base = self.variables.len() - args;
        let functions = self.functions;
        let outcome = self.function(&functions[number]);
        self.variables.truncate(self.base);
        self.base = around;
        self.reads.arguments = arguments;
        outcome
    }

    /// The arguments of a function, evaluated in order, except that a variable in the first
    /// position is evaluated last.
    #[inline(never)]
    fn arguments(&mut self, args: &[Node]) -> RunResult<SmallVec<[Value; 3]>> {
        let mut values: SmallVec<[Value; 3]> = SmallVec::new();
        let late = args.first().filter(|first| matches!(first, Node::Local(_)));
        for node in &args[usize::from(late.is_some())..] {
            values.push(self.node(node)?);
        }
        if let Some(first) = late {
            let first = self.node(first)?;
            values.insert(0, first);
        }
        Ok(values)
    }
}
