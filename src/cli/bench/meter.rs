//! A script host that wraps another one and measures its calls. It depends neither on the script
//! language nor on a particular game.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Place;
use crate::cli::setup::LoadedGame;
use crate::clock::now;
use crate::game::{Ask, CachedOperations, Effect, Reads, Script, Verdict, View};
use crate::rules::{Call, Hook, HookResult, Result, RuleId};
use crate::set::Id;

/// Measures the calls of a script host.
pub(super) struct Meter {
    host: Rc<dyn Script>,
    /// The costs by rule and hook.
    costs: RefCell<Vec<CallCost>>,
    calls: Cell<u64>,
    /// The time of the calls that are nested in the current one.
    within: Cell<Duration>,
    /// The time to read the clock.
    pub(super) clock: Duration,
}

/// The cost of a rule's hook.
#[derive(Clone, Copy, Default)]
pub(super) struct CallCost {
    /// The number of calls.
    pub(super) calls: u64,
    /// The total time of these calls, without nested calls and without the overhead of the clock.
    pub(super) time: Duration,
}

impl Meter {
    /// Wraps the script host of a game.
    pub(super) fn around(loaded: &LoadedGame) -> Rc<Self> {
        let hooks = loaded.rules.rules.len() * Hook::ALL.len();
        Rc::new(Self {
            host: Rc::clone(&loaded.script),
            costs: RefCell::new(vec![CallCost::default(); hooks]),
            calls: Cell::new(0),
            within: Cell::new(Duration::ZERO),
            clock: look(),
        })
    }

    /// The game with this meter as its script host.
    pub(super) fn loaded(self: &Rc<Self>, loaded: &LoadedGame) -> LoadedGame {
        let script: Rc<dyn Script> = Rc::<Self>::clone(self);
        LoadedGame { rules: Arc::clone(&loaded.rules), script, execution: loaded.execution }
    }

    /// The total number of calls.
    pub(super) fn calls(&self) -> u64 {
        self.calls.get()
    }

    /// The cost of each hook that was called.
    pub(super) fn costs(&self) -> Vec<(RuleId, Hook, CallCost)> {
        let costs = self.costs.borrow();
        let named = costs.chunks(Hook::ALL.len()).enumerate().flat_map(|(rule, costs)| {
            let hooks = Hook::ALL.iter().zip(costs);
            hooks.map(move |(&hook, &cost)| (RuleId::new(rule), hook, cost))
        });
        named.filter(|(_, _, cost)| cost.calls > 0).collect()
    }

    /// Measures a call, and counts it if it was executed.
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

/// The index of a call's cost.
fn place(call: &Call) -> usize {
    call.rule.index() * Hook::ALL.len() + call.hook as usize
}

impl Script for Meter {
    fn effect(&self, effect: &mut Effect, call: &Call) -> u64 {
        self.measured(call, || self.host.effect(effect, call), |_| true)
    }
}

impl Ask for Meter {
    fn answer(&self, view: View<'_>, call: &Call) -> Result<HookResult> {
        self.measured(call, || self.host.answer(view, call), |_| true)
    }

    fn verdict(
        &self,
        view: View<'_>,
        call: &Call,
        place: Option<Place>,
        cached: CachedOperations<'_>,
        reads: &mut Option<Reads>,
    ) -> Result<Option<Verdict>> {
        let verdict = || self.host.verdict(view, call, place, cached, reads);
        self.measured(call, verdict, |verdict| *verdict != Ok(None))
    }
}

/// The minimum time between two consecutive readings of the clock.
fn look() -> Duration {
    let looks = (0..1000).map(|_| now().elapsed());
    looks.min().unwrap_or_default()
}
