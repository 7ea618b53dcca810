//! Calls of functions: of the vocabulary, of a rule, and shared ones.

use super::{Caller, EvalExit, Machine, RunResult};
use crate::board::{PiecePlaces, Place, Places};
use crate::game::View;
use crate::rules::Running;
use crate::script::best::{self, BestPlayers};
use crate::script::lower::ResultMode;
use crate::script::lower::bytecode::{Best, Call, CallSite, MembershipCall, Register, Source};
use crate::script::thing::Thing;
use crate::script::value::Value;
use crate::script::vocabulary::CallResult;
use crate::set::Set;
use crate::table::Facets;

/// Calls a function of the vocabulary. Adds the facets that it reads if `reads` is given.
#[inline]
fn invoke<W: Caller>(
    game: &mut W,
    running: Running,
    reads: Option<&mut Facets>,
    CallSite { overloads, sees, cause }: CallSite,
    (of, args): (&Thing, &[Value]),
) -> CallResult {
    let Some(function) = overloads.function(of) else {
        return overloads.without_function(game.view(), running, of, args);
    };
    if let Some(reads) = reads {
        *reads = reads.and(function.facets(game.view(), running, of, args).among(sees));
    }
    game.call(function, running, cause, (of, args))
}

impl<W: Caller> Machine<'_, W> {
    /// Calls a function of the vocabulary.
    #[inline]
    pub(super) fn call(&mut self, call: &Call) -> RunResult {
        self.note(call.of);
        let Value::Thing(of) = self.values.get(call.of) else {
            return Err(EvalExit::Unsupported);
        };
        let args = self.values.arguments(&call.args);
        let reads = (self.mode != ResultMode::Whole).then_some(&mut self.reads.facets);
        let result = invoke(&mut self.game, self.running, reads, call.site, (of, args));
        self.values.set(call.to, result?);
        Ok(())
    }

    /// Runs a function, whose arguments are in its first registers, from its beginning or from the
    /// instructions that it and those called by it have `reached`. Its result replaces the first
    /// argument.
    #[inline(never)]
    pub(super) fn call_function(
        &mut self,
        function: usize,
        first: Register,
        reached: &[usize],
    ) -> RunResult {
        let code = &self.functions[function];
        let around = self.values.base;
        self.values.base += usize::from(first);
        let result =
            if reached.is_empty() { self.code(code, 0) } else { self.resume(code, reached) };
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
            self.call_function(best.function, best.first, &[])?;
            let number = self.values.register(best.first).number();
            found.add(player, number.ok_or(EvalExit::Unsupported)?);
        }
        self.values.set(best.to, found.thing().into());
        Ok(())
    }

    /// The place of this run's verdict, if it is in this argument.
    #[inline]
    fn tested(&self, argument: Register) -> Option<Place> {
        match self.mode {
            ResultMode::Verdict(Some((number, place))) if number == usize::from(argument) => {
                Some(place)
            }
            _ => None,
        }
    }

    /// Calls a function that tests whether an argument of the hook is in a selection.
    #[inline(never)]
    pub(super) fn contains(
        &mut self,
        MembershipCall { argument, call }: &MembershipCall,
    ) -> RunResult {
        if let Some(place) = self.tested(*argument)
            && let Some(those) = self.look_at(call.of).thing()
            && let Some(truth) = self.is_member(place, those)
        {
            self.values.set(call.to, Value::Truth(truth));
            return Ok(());
        }
        self.note(Source::Argument(*argument));
        self.call(call)
    }

    /// Calls a function that tests an argument of the hook. If that is the place of a verdict, all
    /// things of its kind are filtered instead.
    #[inline(never)]
    pub(super) fn filter(
        &mut self,
        MembershipCall { argument, call }: &MembershipCall,
    ) -> RunResult {
        let Some(place) = self.tested(*argument) else { return self.call(call) };
        let whole = all_like(self.game.view(), place);
        let args = self.values.arguments(&call.args);
        let reads = Some(&mut self.reads.facets);
        let those = invoke(&mut self.game, self.running, reads, call.site, (&whole, args))?;
        let truth = those.into_thing().and_then(|those| self.is_member(place, those));
        self.values.set(call.to, Value::Truth(truth.ok_or(EvalExit::Unsupported)?));
        Ok(())
    }

    /// Whether the place of a verdict is in a selection of things of its kind; `None` for other
    /// selections. If it is a member, the answer is the same for all members. Otherwise, it is the
    /// same for all things of its kind that are not members.
    fn is_member(&mut self, place: Place, those: Thing) -> Option<bool> {
        let places = |hexes, piece_places| Places { hexes, piece_places };
        let (those, whole) = match (those, all_like(self.game.view(), place)) {
            (Thing::Hexes(those), Thing::Hexes(whole)) => {
                (places(those, PiecePlaces::default()), places(whole, PiecePlaces::default()))
            }
            (Thing::Places(those), Thing::Places(whole)) => {
                (places(Set::EMPTY, those), places(Set::EMPTY, whole))
            }
            _ => return None,
        };
        let is_member = !those.among(Places::of(place)).is_empty();
        let alike = if is_member { whole.among(those) } else { whole.without(those) };
        self.reads.places = self.reads.places.among(alike);
        Some(is_member)
    }
}

/// All things of the kind of a place.
fn all_like(view: View<'_>, place: Place) -> Thing {
    let board = &view.rules().board;
    match place {
        Place::Hex(_) => Thing::Hexes(board.hexes()),
        _ => Thing::Places(PiecePlaces {
            intersections: board.intersections(),
            borders: board.borders(),
        }),
    }
}
