//! Calls of pure hooks, answered from the cache where that is possible.

use super::answer_cache::{CachedAnswer, Reads, Verdict};
use super::work::{HookCall, Work};
use crate::board::{Place, Places};
use crate::rules::{Arg, Args, Call, Failure, Hook, Listener, RuleId, Running, Value};
use crate::table::Player;

impl Work {
    /// Calls a pure hook of every listener, and reports each answer.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn ask_all(
        &self,
        hook: Hook,
        me: Player,
        args: &[Arg],
        mut report: impl FnMut(RuleId, Value),
    ) -> Result<(), Failure> {
        self.listening(hook, me, args, |Running { rule, copy }| {
            report(
                rule,
                self.worded_answer_of(&Call { rule, hook, me, args: Args::of(args), copy })?,
            );
            Ok(())
        })
    }

    /// Visits the listeners of a pure hook that work for the player and concern these arguments,
    /// once for each copy of a card.
    #[inline]
    fn listening(
        &self,
        hook: Hook,
        me: Player,
        args: &[Arg],
        mut each: impl FnMut(Running) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let concerns = |listener: &Listener| match args.first() {
            Some(Arg::Kind(kind)) => listener.kinds.is_none_or(|kinds| kinds.contains(*kind)),
            _ => true,
        };
        for listener in self.rules.listeners(hook).iter().filter(|it| concerns(it)) {
            for copy in 0..self.copies_held(me, listener.held) {
                each(Running { rule: listener.rule, copy })?;
            }
        }
        Ok(())
    }

    /// Passes a value through the listeners of a hook, from the original rules to the house rules;
    /// reports the value before and after each rule.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn pass_along(
        &self,
        hook: Hook,
        me: Player,
        args: &[Arg],
        mut value: i64,
        mut report: impl FnMut(RuleId, i64, i64),
    ) -> Result<i64, Failure> {
        self.listening(hook, me, args, |Running { rule, copy }| {
            let args = Args::of(args).and(Arg::Number(value));
            if let Verdict::Number(next) = self.answer_of(&Call { rule, hook, me, args, copy })? {
                report(rule, value, next);
                value = next;
            }
            Ok(())
        })?;
        Ok(value)
    }

    /// The answer of a pure hook with its words. If failing hooks are left out, a hook that fails
    /// has no opinion.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn worded_answer_of(&self, call: &Call) -> Result<Value, Failure> {
        let value = match self.script.pure(self, call) {
            Err(_) if self.skips.get() => Value::Nothing,
            answered => answered?,
        };
        if let Some(hook_log) = &self.hook_log {
            hook_log.borrow_mut().push(HookCall { call: *call, value: value.clone() });
        }
        Ok(value)
    }

    /// The answer of a pure hook, without its words.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn answer_of(&self, call: &Call) -> Result<Verdict, Failure> {
        let (mut cached, mut operations) = (None, 0);
        if self.hook_log.is_none() {
            self.answers.visit(call, false, |answer: &CachedAnswer| {
                (cached, operations) = (Some(answer.verdict), answer.operations);
            });
        }
        match cached.filter(|_| self.script.count(&|| operations)) {
            Some(cached) => Ok(cached),
            None => self.fresh_answer_of(call, None),
        }
    }

    /// The places for which a pure hook gives this answer; the place is its last argument.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn places_where(
        &self,
        places: Places,
        call: &Call,
        wanted: Verdict,
    ) -> Result<Places, Failure> {
        let (mut found, mut left) = (Places::default(), places);
        loop {
            if self.hook_log.is_none() {
                let (mut cached, mut rest) = (Places::default(), left);
                self.answers.visit(call, true, |answer| {
                    let these = left.among(answer.places);
                    rest = rest.without(these);
                    if answer.verdict == wanted {
                        cached = cached.and(these);
                    }
                });
                let operations = || {
                    let mut sum = 0;
                    self.answers.visit(call, true, |answer| {
                        sum += answer.operations * left.among(answer.places).len() as u64;
                    });
                    sum
                };
                if self.script.count(&operations) {
                    (found, left) = (found.and(cached), rest);
                }
            }
            let Some(place) = left.first() else { return Ok(found) };
            let one = Places::of(place);
            left = left.without(one);
            if self.fresh_answer_of(call, Some(place))? == wanted {
                found = found.and(one);
            }
        }
    }

    /// The places that rules veto: `hook` is called about `what`, with the place as its last
    /// argument.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn vetoed(
        &self,
        hook: Hook,
        me: Player,
        what: Arg,
        places: Places,
    ) -> Result<Places, Failure> {
        let mut vetoed = Places::default();
        if self.rules.listeners(hook).is_empty() {
            return Ok(vetoed);
        }
        let args = Args::of(&[what]);
        self.listening(hook, me, &args, |Running { rule, copy }| {
            let call = Call { rule, hook, me, args, copy };
            vetoed = vetoed.and(self.places_where(places, &call, Verdict::No)?);
            Ok(())
        })?;
        Ok(vetoed)
    }

    /// Calls a pure hook, and caches the answer unless calls are logged.
    pub(super) fn fresh_answer_of(
        &self,
        call: &Call,
        place: Option<Place>,
    ) -> Result<Verdict, Failure> {
        let args = place.map_or(call.args, |place| call.args.and(Arg::Place(place)));
        let whole = Call { args, ..*call };
        let mut reads = Reads::none();
        if self.hook_log.is_none()
            && let Some(verdict) = self.script.try_pure(self, &whole, place, &mut reads)
        {
            self.answers.insert(call, place, verdict, &reads);
            return Ok(verdict);
        }
        Ok(Verdict::from(&self.worded_answer_of(&whole)?))
    }
}
