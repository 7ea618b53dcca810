//! What decides the games of a run, for the headers of shards, and the command that repeats it.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::{SimArgs, SimSetup};
use crate::cli::options::{ChangeArgs, ExecutionArgs, OnRuleError};
use crate::cli::shards::command_line;
use crate::game;
use crate::rules::PackInfo;
use crate::shards::Run;
use crate::sim::Layout;

/// The command in headers.
pub(in crate::cli) const COMMAND: &str = "sim";

/// What decides the games of a run, besides the engine and their number.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct SimRun {
    pub(super) scenario: String,
    /// The seed of the first game.
    pub(super) seed: u64,
    #[serde(flatten)]
    pub(super) layout: Layout,
    /// The hash of the scenario's file, as in transcripts.
    scenario_hash: String,
    /// The hash of the weights beside the scenario's file, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights_hash: Option<String>,
    /// Name, version and hash, as in transcripts, and rank, in the order of precedence.
    packs: Vec<String>,
    /// The rules in play, in the order in which they are called.
    rules: Vec<String>,
    settings: BTreeMap<String, String>,
    on_rule_error: String,
    operations: u64,
    /// How rules are executed. The games are the same in each mode, but a shard is only reused in the
    /// mode in which it was played, so that the modes can be compared.
    execution: String,
}

impl SimRun {
    fn of(args: &SimArgs, setup: &SimSetup<'_>) -> Self {
        let rules = &*setup.rules;
        let pack = |pack: &PackInfo| {
            let rank = format!("{:?}", pack.rank).to_lowercase();
            format!("{} {} {:016x} {rank}", pack.id, pack.version, pack.hash)
        };
        let settings = rules.settings.iter();
        Self {
            scenario: rules.scenario.clone(),
            seed: args.seed,
            layout: setup.layout.clone(),
            scenario_hash: format!("{:016x}", rules.hash),
            weights_hash: rules.weights.as_ref().map(|own| format!("{:016x}", own.hash)),
            packs: rules.packs.iter().map(pack).collect(),
            rules: rules.rules.iter().map(|rule| rule.id.clone()).collect(),
            settings: settings.map(|(name, it)| (name.clone(), it.value.to_string())).collect(),
            on_rule_error: word(args.on_rule_error),
            operations: args.limit.operations,
            execution: match args.execution {
                ExecutionArgs { interpret: false, uncached: false } => "usual",
                ExecutionArgs { interpret: true, uncached: false } => "interpreted",
                ExecutionArgs { interpret: false, uncached: true } => "uncached",
                ExecutionArgs { interpret: true, uncached: true } => "interpreted, uncached",
            }
            .into(),
        }
    }
}

fn word(choice: OnRuleError) -> String {
    let value = choice.to_possible_value().expect("no choice is hidden");
    value.get_name().to_owned()
}

/// The run that the arguments describe.
pub(super) fn run(args: &SimArgs, setup: &SimSetup<'_>) -> Run {
    Run::new(COMMAND, args.games, &SimRun::of(args, setup))
}

/// The command line that plays the whole run, without the options that do not change its games.
pub(super) fn repeat(args: &SimArgs, layout: &Layout) -> String {
    let mut words = vec!["newcatan".into(), COMMAND.into()];
    words.push(args.game.scenario.to_string_lossy().into_owned());
    changes(&args.game.changes, &mut words);
    let mut add = |option: &str, value: String| words.extend([option.into(), value]);
    let seats: Vec<&str> = layout.players.iter().map(|player| player.seat.as_str()).collect();
    add("--players", seats.join(","));
    add("--games", args.games.to_string());
    add("--seed", args.seed.to_string());
    if args.on_rule_error != OnRuleError::Stop {
        add("--on-rule-error", word(args.on_rule_error));
    }
    if args.limit.operations != game::GAME_OPERATIONS {
        add("--operations", args.limit.operations.to_string());
    }
    words.extend(args.execution.interpret.then(|| "--interpret".into()));
    words.extend(args.execution.uncached.then(|| "--uncached".into()));
    command_line(&words)
}

/// Adds the options for the packs, rules and settings.
fn changes(changes: &ChangeArgs, words: &mut Vec<String>) {
    let ChangeArgs { packs, sources, without, set } = changes;
    let mut add = |option: &str, value: String| words.extend([option.into(), value]);
    if !packs.is_empty() {
        add("--packs", packs.join(","));
    }
    for path in &sources.rules {
        add("--rules", path.display().to_string());
    }
    for path in &sources.with {
        add("--with", path.display().to_string());
    }
    for rule in without {
        add("--without", rule.clone());
    }
    for (key, value) in set {
        add("--set", format!("{key}={value}"));
    }
}
