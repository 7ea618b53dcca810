//! Calls of functions: of the vocabulary, of a rule, and shared ones.

use super::{Caller, EvalExit, Machine, RunResult};
use crate::board::{PiecePlaces, Place, Places};
use crate::script::best::{self, BestPlayers};
use crate::script::lower::ResultMode;
use crate::script::lower::program::{Arguments, Best, Call, CallSite, Register, Source, Test};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::set::Set;

impl<W: Caller> Machine<'_, W> {
    /// Calls a function of the vocabulary.
    #[inline]
    pub(super) fn call(&mut self, call: &Call) -> RunResult {
        self.note(call.of);
        let Value::Thing(of) = self.values.get(call.of) else {
            return Err(EvalExit::Unsupported);
        };
        let args = match &call.args {
            Arguments::Constants(values) => &values[..],
            Arguments::Registers(first, count) => {
                let first = self.values.base + usize::from(*first);
                &self.values.registers[first..first + usize::from(*count)]
            }
        };
        let CallSite { overloads, sees, cause } = call.site;
        let result = match overloads.function(of) {
            Some(function) => {
                if self.mode != ResultMode::Whole {
                    let reads = function.facets(self.game.view(), self.running, of, args);
                    self.reads.facets = self.reads.facets.and(reads.among(sees));
                }
                self.game.call(function, self.running, cause, (of, args))
            }
            None => overloads.without_function(self.game.view(), of, args),
        };
        self.values.set(call.to, result?);
        Ok(())
    }

    /// Runs a function, whose arguments are in its first registers. Its result replaces the first
    /// one.
    #[inline(never)]
    pub(super) fn function(&mut self, function: usize, first: Register) -> RunResult {
        let functions = self.functions;
        let around = self.values.base;
        self.values.base += usize::from(first);
        let result = self.code(&functions[function]);
        if let Ok(source) = result {
            let value = match source {
                Source::Register(register) | Source::Argument(register) => {
                    std::mem::replace(self.values.register_mut(register), Value::Unit)
                }
                constant @ Source::Constant(_) => self.values.get(constant).clone(),
            };
            self.values.set(0, value);
        }
        self.values.base = around;
        result.map(drop)
    }

    /// The players for whom a function has the highest or the lowest number.
    #[inline(never)]
    pub(super) fn best(&mut self, best: &Best) -> RunResult {
        let over = self.look_at(best.over).thing();
        let players = over.and_then(best::players).ok_or(EvalExit::Unsupported)?;
        let mut found = BestPlayers::new(best.wants_most);
        for player in players.iter() {
            self.reads.operations += u64::from(best.operations);
            self.values.set(best.first, Thing::Player(player).into());
            self.function(best.function, best.first)?;
            let number = self.values.register(best.first).number();
            found.add(player, number.ok_or(EvalExit::Unsupported)?);
        }
        self.values.set(best.to, found.thing().into());
        Ok(())
    }

    /// The place of this run's verdict, if it is in this argument.
    #[inline]
    pub(super) fn tested(&self, argument: Register) -> Option<Place> {
        match self.mode {
            ResultMode::Verdict(Some((number, place))) if number == usize::from(argument) => {
                Some(place)
            }
            _ => None,
        }
    }

    /// All things of the kind of a place.
    fn all_like(&self, place: Place) -> Thing {
        let board = &self.game.view().rules().board;
        match place {
            Place::Hex(_) => Thing::Hexes(board.hexes()),
            _ => Thing::Places(PiecePlaces {
                intersections: board.intersections(),
                borders: board.borders(),
            }),
        }
    }

    /// Puts all things of the kind of the tested place into a register.
    #[inline(never)]
    pub(super) fn whole(&mut self, argument: Register, to: Register) -> RunResult {
        let place = self.tested(argument).ok_or(EvalExit::Unsupported)?;
        self.values.set(to, self.all_like(place).into());
        Ok(())
    }

    /// Tests whether the place of a verdict is in a selection. If it is a member, the answer is the
    /// same for all members. Otherwise, it is the same for all places of its kind that are not
    /// members.
    #[inline(never)]
    pub(super) fn test_membership(&mut self, test: &Test) -> RunResult {
        let place = self.tested(test.argument).ok_or(EvalExit::Unsupported)?;
        let those = self.look_at(test.those).thing().ok_or(EvalExit::Unsupported)?;
        let places = |hexes, piece_places| Places { hexes, piece_places };
        let (those, whole) = match (those, self.all_like(place)) {
            (Thing::Hexes(those), Thing::Hexes(whole)) => {
                (places(those, PiecePlaces::default()), places(whole, PiecePlaces::default()))
            }
            (Thing::Places(those), Thing::Places(whole)) => {
                (places(Set::EMPTY, those), places(Set::EMPTY, whole))
            }
            _ => {
                let args = Arguments::Constants([Thing::Place(place).into()].into());
                self.note(Source::Argument(test.argument));
                return self.call(&Call { site: test.site, of: test.those, args, to: test.to });
            }
        };
        let is_one = !those.among(Places::of(place)).is_empty();
        let alike = if is_one { whole.among(those) } else { whole.without(those) };
        self.reads.places = self.reads.places.among(alike);
        self.values.set(test.to, Value::Truth(is_one));
        Ok(())
    }
}
