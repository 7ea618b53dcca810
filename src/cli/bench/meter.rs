//! A script host that measures the calls of another one. Knows no script language and no game.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::cli::setup::Loaded;
use crate::game::{Ask, Asked, Effect, Script, View, Wanted};
use crate::rules::{Call, Failure, Hook, RuleId};
use crate::set::Id;

/// Measures the calls of a script host.
pub(super) struct Meter {
    host: Rc<dyn Script>,
    /// By rule and hook.
    costs: RefCell<Vec<Cost>>,
    calls: Cell<u64>,
    /// What calls took within the one that runs.
    within: Cell<Duration>,
    /// What a look at the clock takes.
    pub(super) clock: Duration,
}

/// What a hook of a rule has cost.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    /// How often it was called.
    pub(super) calls: u64,
    /// How long it ran, without the calls within it and without the clock.
    pub(super) time: Duration,
}

impl Meter {
    /// Measures the calls of what runs the scripts of a game.
    pub(super) fn around(loaded: &Loaded) -> Rc<Self> {
        let hooks = loaded.rules.rules.len() * Hook::ALL.len();
        Rc::new(Self {
            host: Rc::clone(&loaded.script),
            costs: RefCell::new(vec![Cost::default(); hooks]),
            calls: Cell::new(0),
            within: Cell::new(Duration::ZERO),
            clock: look(),
        })
    }

    /// The same game with its calls measured.
    pub(super) fn loaded(self: &Rc<Self>, loaded: &Loaded) -> Loaded {
        let script: Rc<dyn Script> = Rc::<Self>::clone(self);
        Loaded { rules: Arc::clone(&loaded.rules), script, execution: loaded.execution }
    }

    /// How many calls there were.
    pub(super) fn calls(&self) -> u64 {
        self.calls.get()
    }

    /// What each hook that was called has cost.
    pub(super) fn costs(&self) -> Vec<(RuleId, Hook, Cost)> {
        let costs = self.costs.borrow();
        let named = costs.chunks(Hook::ALL.len()).enumerate().flat_map(|(rule, costs)| {
            let hooks = Hook::ALL.iter().zip(costs);
            hooks.map(move |(&hook, &cost)| (RuleId::new(rule), hook, cost))
        });
        named.filter(|(_, _, cost)| cost.calls > 0).collect()
    }

    /// Measures a call, and counts it where it was carried out.
    fn measured<T>(
        &self,
        call: &Call,
        run: impl FnOnce() -> T,
        is_done: impl FnOnce(&T) -> bool,
    ) -> T {
        let around = self.within.replace(Duration::ZERO);
        let begun = now();
        let answer = run();
        let time = begun.elapsed();
        let own = time.saturating_sub(self.within.get() + self.clock);
        self.within.set(around + time + self.clock);
        let done = u64::from(is_done(&answer));
        self.calls.set(self.calls.get() + done);
        let cost = &mut self.costs.borrow_mut()[place(call)];
        cost.calls += done;
        cost.time += own;
        answer
    }
}

/// Where the cost of a call is kept.
fn place(call: &Call) -> usize {
    call.rule.index() * Hook::ALL.len() + call.hook as usize
}

impl Script for Meter {
    fn effect(&self, effect: &mut Effect, call: &Call) -> u64 {
        self.measured(call, || self.host.effect(effect, call), |_| true)
    }
}

impl Ask for Meter {
    fn ask(
        &self,
        view: View<'_>,
        call: &Call,
        wanted: Wanted<'_>,
    ) -> Result<Option<Asked>, Failure> {
        self.measured(call, || self.host.ask(view, call, wanted), |asked| *asked != Ok(None))
    }
}

/// The least time between two looks at the clock, one right after the other.
fn look() -> Duration {
    let looks = (0..1000).map(|_| now().elapsed());
    looks.min().unwrap_or_default()
}

/// The time.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time, no game sees it")]
pub(super) fn now() -> Instant {
    Instant::now()
}
