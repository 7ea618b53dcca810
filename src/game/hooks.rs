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

impl From<Verdict> for Value {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Nothing => Self::Nothing,
            Verdict::Yes => Self::Truth(true),
            Verdict::No => Self::Truth(false),
            Verdict::Number(number) => Self::Number(number),
        }
    }
}

/// The part of an answer that the game wants.
#[derive(Clone, Copy)]
pub enum Wanted<'a> {
    /// The answer with the words of a reason.
    Words,
    /// The answer without words, and what it depends on.
    Verdict {
        /// The last argument, if the answer is wanted for other places too.
        place: Option<Place>,
        /// The operations of the answers that the game has cached, if it has cached any.
        cached: Option<&'a dyn Fn() -> u64>,
    },
}

/// The answer of a pure hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The answer.
    pub value: Value,
    /// What it depends on; nothing if that is unknown.
    pub reads: Option<Reads>,
}

/// A host of scripts: what a game needs of it.
pub trait Script {
    /// Runs a hook to its end or to an open question, and returns its operations. If the effect
    /// has a journal, it goes on from its question. A failure is stored in the effect.
    fn effect(&self, effect: &mut Effect, call: &Call) -> u64;

    /// Calls a pure hook. Returns nothing if cached answers are valid: then their operations were
    /// added to those of the running calls, and the calls are still below their limit.
    fn ask(
        &self,
        view: View<'_>,
        call: &Call,
        wanted: Wanted<'_>,
    ) -> Result<Option<Asked>, Failure>;
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

/// The answer of a pure hook with its words.
pub(super) fn worded_answer_of(view: View<'_>, call: &Call) -> Result<Value, Failure> {
    let asked = ask(view, call, Wanted::Words)?;
    Ok(asked.map_or(Value::Nothing, |asked| asked.value))
}

/// The answer of a pure hook without its words. The place is the last argument.
pub(super) fn verdict_of(
    view: View<'_>,
    call: &Call,
    place: Option<Place>,
) -> Result<Verdict, Failure> {
    let asked = evaluate(view, call, place, None)?;
    Ok(asked.map_or(Verdict::Nothing, |(verdict, _)| verdict))
}

/// Calls a pure hook for its answer without words, and returns what the answer depends on;
/// nothing if that is unknown. The place is the last argument. Returns no answer if cached
/// answers of so many operations are valid.
pub(super) fn evaluate(
    view: View<'_>,
    call: &Call,
    place: Option<Place>,
    cached: Option<&dyn Fn() -> u64>,
) -> Result<Option<(Verdict, Option<Reads>)>, Failure> {
    let args = place.map_or(call.args, |place| call.args.and(Arg::Place(place)));
    let asked = ask(view, &Call { args, ..*call }, Wanted::Verdict { place, cached })?;
    Ok(asked.map(|Asked { value, reads }| (Verdict::from(&value), reads)))
}

/// Calls a pure hook. If failing hooks are left out, a hook that fails has no opinion.
fn ask(view: View<'_>, call: &Call, wanted: Wanted<'_>) -> Result<Option<Asked>, Failure> {
    let hook_log = view.0.hooks.log.as_ref();
    let wanted = if hook_log.is_some() { Wanted::Words } else { wanted };
    let asked = match view.script().ask(view, call, wanted) {
        Err(_) if view.0.hooks.skips.get() => Some(Asked { value: Value::Nothing, reads: None }),
        asked => asked?,
    };
    if let (Some(hook_log), Some(Asked { value, .. })) = (hook_log, &asked) {
        hook_log.borrow_mut().push(HookCall { call: *call, value: value.clone() });
    }
    Ok(asked)
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
