//! Asking pure hooks: what they answer, remembered where it can be.

use super::recall::{Grounds, Said, Verdict};
use super::work::{HookCall, Work};
use crate::board::{Place, Places};
use crate::rules::{Arg, Args, Call, Failure, Hook, Listener, RuleId, Running, Value};
use crate::table::Player;

impl Work {
    /// Asks every listener of a pure hook, with the arguments that belong to it, and tells what
    /// each answers.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn ask_all(
        &self,
        hook: Hook,
        me: Player,
        args: &[Arg],
        mut tell: impl FnMut(RuleId, Value),
    ) -> Result<(), Failure> {
        self.listening(hook, me, args, |Running { rule, copy }| {
            tell(rule, self.consult(&Call { rule, hook, me, args: Args::of(args), copy })?);
            Ok(())
        })
    }

    /// Calls with each listener of a pure hook that works for the player and is about these
    /// arguments, each copy of a card by itself.
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

    /// Passes a value along the rules that hear a hook about it, from the original ones to the
    /// house rules; tells which rule made what of it.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn pass_along(
        &self,
        hook: Hook,
        me: Player,
        args: &[Arg],
        mut value: i64,
        mut tell: impl FnMut(RuleId, i64, i64),
    ) -> Result<i64, Failure> {
        self.listening(hook, me, args, |Running { rule, copy }| {
            let args = Args::of(args).and(Arg::Number(value));
            if let Verdict::Number(next) = self.verdict(&Call { rule, hook, me, args, copy })? {
                tell(rule, value, next);
                value = next;
            }
            Ok(())
        })?;
        Ok(value)
    }

    /// Asks a pure hook; where failing hooks are left out, one that fails has no opinion.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn consult(&self, call: &Call) -> Result<Value, Failure> {
        let value = match self.script.pure(self, call) {
            Err(_) if self.skips.get() => Value::Nothing,
            answered => answered?,
        };
        if let Some(hook_log) = &self.hook_log {
            hook_log.borrow_mut().push(HookCall { call: *call, value: value.clone() });
        }
        Ok(value)
    }

    /// What a pure hook answers, without its words.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn verdict(&self, call: &Call) -> Result<Verdict, Failure> {
        let (mut known, mut operations) = (None, 0);
        if self.hook_log.is_none() {
            let mut tell =
                |said: &Said| (known, operations) = (Some(said.verdict), said.operations);
            self.recall.tell(call, false, &mut tell);
        }
        match known.filter(|_| self.script.count(&|| operations)) {
            Some(known) => Ok(known),
            None => self.consider(call, None),
        }
    }

    /// Those of the places to which a pure hook gives this answer; a place is its last argument.
    ///
    /// # Errors
    /// When the rule fails.
    pub(super) fn said_of(
        &self,
        places: Places,
        call: &Call,
        wanted: Verdict,
    ) -> Result<Places, Failure> {
        let (mut of, mut left) = (Places::default(), places);
        loop {
            if self.hook_log.is_none() {
                let (mut known, mut rest) = (Places::default(), left);
                self.recall.tell(call, true, |said| {
                    let these = left.among(said.places);
                    rest = rest.without(these);
                    if said.verdict == wanted {
                        known = known.and(these);
                    }
                });
                let operations = || {
                    let mut sum = 0;
                    self.recall.tell(call, true, |said| {
                        sum += said.operations * left.among(said.places).len() as u64;
                    });
                    sum
                };
                if self.script.count(&operations) {
                    (of, left) = (of.and(known), rest);
                }
            }
            let Some(place) = left.first() else { return Ok(of) };
            let one = Places::of(place);
            left = left.without(one);
            if self.consider(call, Some(place))? == wanted {
                of = of.and(one);
            }
        }
    }

    /// Those of the places against which rules have reasons: `hook` is asked about `what`, and
    /// the place is its last argument.
    ///
    /// # Errors
    /// When a rule fails.
    pub(super) fn opposed(
        &self,
        hook: Hook,
        me: Player,
        what: Arg,
        places: Places,
    ) -> Result<Places, Failure> {
        let mut opposed = Places::default();
        if self.rules.listeners(hook).is_empty() {
            return Ok(opposed);
        }
        let args = Args::of(&[what]);
        self.listening(hook, me, &args, |Running { rule, copy }| {
            let call = Call { rule, hook, me, args, copy };
            opposed = opposed.and(self.said_of(places, &call, Verdict::No)?);
            Ok(())
        })?;
        Ok(opposed)
    }

    /// Asks a pure hook, and remembers the answer where nobody wants to know of each.
    pub(super) fn consider(&self, call: &Call, place: Option<Place>) -> Result<Verdict, Failure> {
        let args = place.map_or(call.args, |place| call.args.and(Arg::Place(place)));
        let whole = Call { args, ..*call };
        let mut grounds = Grounds::none();
        if self.hook_log.is_none()
            && let Some(verdict) = self.script.try_pure(self, &whole, place, &mut grounds)
        {
            self.recall.keep(call, place, verdict, &grounds);
            return Ok(verdict);
        }
        Ok(Verdict::from(&self.consult(&whole)?))
    }
}
