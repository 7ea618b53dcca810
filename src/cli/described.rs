//! What decides the games of a run, for the headers of shards, and the words of the command line that
//! repeats it.

use std::collections::BTreeMap;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::options::{ChangeArgs, ExecutionArgs, GameArgs, LimitArgs, OnRuleError};
use super::shards::command_line;
use crate::chance::fnv1a;
use crate::game;
use crate::rules::{PackInfo, Rules};
use crate::seat::Strategy;

/// The command in headers for pairs of games. A row is a pair.
pub(super) const COMPARE: &str = "compare";
/// The command in headers for matches. A row is all games of a seed.
pub(super) const MATCH: &str = "match";

/// The command in headers for the games of `balance`. A row is all games of a seed.
pub(super) const BALANCE: &str = "balance";
/// The command in headers for a grid. A row is all games of a seed, in all cells.
pub(super) const SWEEP: &str = "sweep";
/// The command in headers for a round of `train`. A row is the positions of a game.
pub(super) const TRAIN: &str = "train";

/// The rules of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct RulesRun {
    pub(super) scenario: String,
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
}

/// How the games of a run are played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct PlayingRun {
    on_rule_error: String,
    operations: u64,
    /// How rules are executed. The games are the same in each mode, but a shard is only reused in the
    /// mode in which it was played, so that the modes can be compared.
    execution: String,
}

impl RulesRun {
    pub(super) fn of(rules: &Rules) -> Self {
        let pack = |pack: &PackInfo| {
            let rank = format!("{:?}", pack.rank).to_lowercase();
            format!("{} {} {:016x} {rank}", pack.id, pack.version, pack.hash)
        };
        let settings = rules.settings.iter();
        Self {
            scenario: rules.scenario.clone(),
            scenario_hash: format!("{:016x}", rules.hash),
            weights_hash: rules.weights.as_ref().map(|own| format!("{:016x}", own.hash)),
            packs: rules.packs.iter().map(pack).collect(),
            rules: rules.rules.iter().map(|rule| rule.id.clone()).collect(),
            settings: settings.map(|(name, it)| (name.clone(), it.value.to_string())).collect(),
        }
    }

    /// The hash of what decides the rules, whatever the names of their files.
    pub(super) fn hash(&self) -> String {
        let text = serde_json::to_string(self).expect("texts serialize to JSON");
        format!("{:016x}", fnv1a(text.as_bytes()))
    }

    /// The same rules, for games in which nobody uses the weights beside the scenario's file.
    pub(super) fn without_weights(self) -> Self {
        Self { weights_hash: None, ..self }
    }
}

impl PlayingRun {
    pub(super) fn of(
        on_rule_error: OnRuleError,
        limit: LimitArgs,
        execution: ExecutionArgs,
    ) -> Self {
        let execution = match execution {
            ExecutionArgs { interpret: false, uncached: false } => "usual",
            ExecutionArgs { interpret: true, uncached: false } => "interpreted",
            ExecutionArgs { interpret: false, uncached: true } => "uncached",
            ExecutionArgs { interpret: true, uncached: true } => "interpreted, uncached",
        };
        Self {
            on_rule_error: word(on_rule_error),
            operations: limit.operations,
            execution: execution.into(),
        }
    }
}

fn word(choice: OnRuleError) -> String {
    let value = choice.to_possible_value().expect("no choice is hidden");
    value.get_name().to_owned()
}

/// Adds an option and its value to the words of a command.
pub(super) fn add(words: &mut Vec<String>, option: &str, value: &(impl ToString + ?Sized)) {
    words.extend([option.into(), value.to_string()]);
}

/// Adds the options that tell how games are played.
pub(super) fn add_playing(
    words: &mut Vec<String>,
    on_rule_error: OnRuleError,
    limit: LimitArgs,
    execution: ExecutionArgs,
) {
    if on_rule_error != OnRuleError::Stop {
        add(words, "--on-rule-error", &word(on_rule_error));
    }
    if limit.operations != game::GAME_OPERATIONS {
        add(words, "--operations", &limit.operations);
    }
    words.extend(execution.interpret.then(|| "--interpret".into()));
    words.extend(execution.uncached.then(|| "--uncached".into()));
}

/// The command line that repeats one game.
pub(super) fn repeat_game(
    game: &GameArgs,
    (kinds, seed): (&[Strategy], u64),
    (on_rule_error, limit, execution): (OnRuleError, LimitArgs, ExecutionArgs),
) -> String {
    let scenario = game.scenario.to_string_lossy().into_owned();
    let mut words = vec!["newcatan".into(), "run".into(), scenario];
    add_changes(&mut words, &game.changes);
    let kinds: Vec<_> = kinds.iter().map(|kind| kind.word()).collect();
    add(&mut words, "--players", &kinds.join(","));
    add(&mut words, "--seed", &seed);
    add_playing(&mut words, on_rule_error, limit, execution);
    command_line(&words)
}

/// Adds the options for the packs, rules and settings.
pub(super) fn add_changes(words: &mut Vec<String>, changes: &ChangeArgs) {
    let ChangeArgs { packs, sources, without, set } = changes;
    if !packs.is_empty() {
        add(words, "--packs", &packs.join(","));
    }
    for path in &sources.rules {
        add(words, "--rules", &path.display());
    }
    for path in &sources.with {
        add(words, "--with", &path.display());
    }
    for rule in without {
        add(words, "--without", &rule);
    }
    for (key, value) in set {
        add(words, "--set", &format!("{key}={value}"));
    }
}
