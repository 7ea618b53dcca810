//! The cost of each rule in play: its calls and their time, compared with the kernel's time.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::figures::{float, ratio};
use super::measure::{Span, Work};
use super::meter::{CallCost, Meter};
use super::table::grouped;
use crate::cli::columns::write_figures;
use crate::cli::problem::Problem;
use crate::cli::streams::Out;
use crate::clock::now;
use crate::rules::{Hook, RuleId, Rules};

/// The costs of a scenario's rules.
#[derive(Serialize)]
pub(super) struct Costs {
    scenario: String,
    games: u64,
    decisions: u64,
    /// The total time of all games in seconds, without the overhead of the clock.
    seconds: f64,
    /// The kernel's share of the total time.
    kernel: f64,
    /// The time in nanoseconds to read the clock; each call of a hook reads the clock twice.
    clock: f64,
    /// The hooks that were called, most expensive first.
    hooks: Vec<HookCost>,
}

/// The cost of a rule's hook.
#[derive(Serialize)]
struct HookCost {
    rule: String,
    hook: &'static str,
    calls_per_game: f64,
    nanoseconds_per_call: f64,
    /// The hook's share of the total time.
    share: f64,
}

/// Plays a round and measures each call of a hook.
pub(super) fn measured(work: &Work, seed: u64, span: Span) -> Result<Costs, Problem> {
    let meter = Meter::around(&work.loaded);
    let mut metered = Work::new(meter.loaded(&work.loaded), seed);
    // Calls are measured in real time, so the total is as well.
    let begun = now();
    let round = metered.round(span)?;
    let looks = meter.clock.as_secs_f64() * 2.0 * float(meter.calls());
    let seconds = (begun.elapsed().as_secs_f64() - looks).max(f64::MIN_POSITIVE);
    let rules = &work.loaded.rules;
    let mut costs = meter.costs();
    costs.sort_by_key(|(_, _, cost)| std::cmp::Reverse(cost.time));
    let of_rules: Duration = costs.iter().map(|(_, _, cost)| cost.time).sum();
    let hook = |cost: &(RuleId, Hook, CallCost)| HookCost::new(rules, cost, round.games, seconds);
    Ok(Costs {
        scenario: rules.scenario.clone(),
        games: round.games,
        decisions: round.decisions,
        seconds,
        kernel: (1.0 - of_rules.as_secs_f64() / seconds).max(0.0),
        clock: nanoseconds(meter.clock),
        hooks: costs.iter().map(hook).collect(),
    })
}

impl HookCost {
    fn new(rules: &Rules, cost: &(RuleId, Hook, CallCost), games: u64, seconds: f64) -> Self {
        let &(rule, hook, CallCost { calls, time }) = cost;
        Self {
            rule: rules.rule(rule).id.clone(),
            hook: hook.name(),
            calls_per_game: ratio(calls, games),
            nanoseconds_per_call: nanoseconds(time) / float(calls),
            share: time.as_secs_f64() / seconds,
        }
    }
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

/// Prints the costs, most expensive hooks first.
pub(super) fn write(tables: &[Costs], as_json: bool, out: &mut Out) -> Result<(), Problem> {
    if as_json {
        return Ok(out.json(tables)?);
    }
    Ok(tables.iter().try_for_each(|costs| costs.write(out))?)
}

impl Costs {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { scenario, games, seconds, clock, .. } = self;
        writeln!(out, "{scenario}: {games} random games, {seconds:.2} s on one core")?;
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let row = |cost: &HookCost| {
            let calls = format!("{:.1}", cost.calls_per_game);
            let each = grouped(cost.nanoseconds_per_call);
            vec![format!("{} {}", cost.rule, cost.hook), calls, each, percent(cost.share)]
        };
        let total = |name: &str, share: f64| {
            vec![name.to_owned(), String::new(), String::new(), percent(share)]
        };
        let titles = ["the cost of scripts", "calls/game", "ns/call", "share"];
        let totals = [total("all rules", 1.0 - self.kernel), total("the kernel", self.kernel)];
        writeln!(out)?;
        write_figures(out, &titles, self.hooks.iter().map(row).chain(totals))?;
        writeln!(out, "\ntwo clock readings per call, {clock:.0} ns each, have been subtracted\n")
    }
}
