//! Calls of pure hooks, whose answers decide what is legal and how much something is.

use super::effect::Effect;
use super::ownership;
use super::view::View;
use crate::board::{Place, Places};
use crate::rules::{Arg, Args, Call, Failure, Hook, Listener, RuleId, Running, Value};
use crate::table::{Parts, Player};

/// What a pure hook has read for its answer: the dependencies of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reads {
    /// The parts of the table.
    pub parts: Parts,
    /// The player and the arguments that were read, as bits in their order; the player is bit 0.
    pub arguments: u32,
    /// The places that would get the same answer as the last argument, if that is a place and was
    /// only tested for membership in sets of places.
    pub places: Places,
    /// The operations of the hook.
    pub operations: u64,
}

impl Reads {
    /// The dependencies of a constant answer.
    pub fn none() -> Self {
        Self { parts: Parts::NONE, arguments: 0, places: Places::all(), operations: 0 }
    }
}

/// An answer of a pure hook without its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No opinion.
    Nothing,
    /// Yes.
    Yes,
    /// No, or a reason against it.
    No,
    /// A number.
    Number(i64),
}

impl From<&Value> for Verdict {
    fn from(value: &Value) -> Self {
        match value {
            Value::Nothing => Self::Nothing,
            Value::Truth(true) => Self::Yes,
            Value::Truth(false) | Value::Text(_) => Self::No,
            Value::Number(number) => Self::Number(*number),
        }
    }
}

/// The result of a hook that was to run without the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// Nothing was tried.
    Nothing,
    /// It has run to its end or to an open question.
    Done,
    /// The engine has to run it, from its beginning.
    InDoubt,
}

/// A host of scripts: what a game needs of it.
pub trait Script {
    /// Runs a hook without the engine, if that is possible. A hook that was suspended goes on from
    /// its question, if its journal is stored.
    fn try_effect(&self, effect: &mut Effect, call: &Call) -> Tried;

    /// Runs a hook with the engine. The game comes back as the script left it, also after a failure.
    /// If a question is open, the result does not count.
    fn effect(&self, effect: Box<Effect>, call: &Call) -> (Box<Effect>, Result<(), Failure>);

    /// Calls a pure hook without the engine, if that is possible. Returns its answer without words,
    /// and adds to `reads` what the answer depends on. `place` is the last argument, if the answer is
    /// wanted for other places too.
    fn try_pure(
        &self,
        view: View<'_>,
        call: &Call,
        place: Option<Place>,
        reads: &mut Reads,
    ) -> Option<Verdict>;

    /// Counts the operations of cached answers for the running calls, if there are any. Returns
    /// whether the calls are still below their limit.
    fn count(&self, operations: &dyn Fn() -> u64) -> bool;

    /// Calls a pure hook.
    fn pure(&self, view: View<'_>, call: &Call) -> Result<Value, Failure>;
}

/// A call of a pure hook, with its answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HookCall {
    /// The call.
    pub call: Call,
    /// The answer.
    pub value: Value,
}

/// Calls a pure hook of every listener, and reports each answer.
pub(super) fn ask_all(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut report: impl FnMut(RuleId, Value),
) -> Result<(), Failure> {
    listening(view, hook, me, args, |Running { rule, copy }| {
        report(rule, worded_answer_of(view, &Call { rule, hook, me, args: Args::of(args), copy })?);
        Ok(())
    })
}

/// Visits the listeners of a pure hook that work for the player and concern these arguments,
/// once for each copy of a card.
#[inline]
fn listening(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut each: impl FnMut(Running) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let concerns = |listener: &Listener| match args.first() {
        Some(Arg::Kind(kind)) => listener.kinds.is_none_or(|kinds| kinds.contains(*kind)),
        _ => true,
    };
    for listener in view.rules().listeners(hook).iter().filter(|it| concerns(it)) {
        for copy in 0..ownership::copies_held(view, me, listener.held) {
            each(Running { rule: listener.rule, copy })?;
        }
    }
    Ok(())
}

/// Passes a value through the listeners of a hook, from the original rules to the house rules;
/// reports the value before and after each rule.
pub(super) fn pass_along(
    view: View<'_>,
    hook: Hook,
    me: Player,
    args: &[Arg],
    mut value: i64,
    mut report: impl FnMut(RuleId, i64, i64),
) -> Result<i64, Failure> {
    listening(view, hook, me, args, |Running { rule, copy }| {
        let args = Args::of(args).and(Arg::Number(value));
        if let Verdict::Number(next) =
            view.memo().answer(view, &Call { rule, hook, me, args, copy })?
        {
            report(rule, value, next);
            value = next;
        }
        Ok(())
    })?;
    Ok(value)
}

/// The answer of a pure hook with its words. If failing hooks are left out, a hook that fails
/// has no opinion.
pub(super) fn worded_answer_of(view: View<'_>, call: &Call) -> Result<Value, Failure> {
    let value = match view.script().pure(view, call) {
        Err(_) if view.0.hooks.skips.get() => Value::Nothing,
        answered => answered?,
    };
    if let Some(hook_log) = &view.0.hooks.log {
        hook_log.borrow_mut().push(HookCall { call: *call, value: value.clone() });
    }
    Ok(value)
}

/// Calls a pure hook for its answer without words, and reports what the answer depends on;
/// nothing if that is unknown. The place is the last argument.
pub(super) fn evaluate(
    view: View<'_>,
    call: &Call,
    place: Option<Place>,
) -> Result<(Verdict, Option<Reads>), Failure> {
    let args = place.map_or(call.args, |place| call.args.and(Arg::Place(place)));
    let whole = Call { args, ..*call };
    let mut reads = Reads::none();
    if view.0.hooks.log.is_none()
        && let Some(verdict) = view.script().try_pure(view, &whole, place, &mut reads)
    {
        return Ok((verdict, Some(reads)));
    }
    Ok((Verdict::from(&worded_answer_of(view, &whole)?), None))
}

/// The places that rules veto: `hook` is called about `what`, with the place as its last
/// argument.
pub(super) fn vetoed(
    view: View<'_>,
    hook: Hook,
    me: Player,
    what: Arg,
    places: Places,
) -> Result<Places, Failure> {
    let mut vetoed = Places::default();
    if view.rules().listeners(hook).is_empty() {
        return Ok(vetoed);
    }
    let args = Args::of(&[what]);
    listening(view, hook, me, &args, |Running { rule, copy }| {
        let call = Call { rule, hook, me, args, copy };
        vetoed = vetoed.and(view.memo().places_where(view, places, &call, Verdict::No)?);
        Ok(())
    })?;
    Ok(vetoed)
}
