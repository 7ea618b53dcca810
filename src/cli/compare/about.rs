//! What decides the games of a comparison or match, and the command lines that repeat them.

use serde::{Deserialize, Serialize};

use super::arguments::CompareArgs;
use crate::cli::described::{COMPARE, PlayingRun, RulesRun, add, add_changes, add_playing};
use crate::cli::options::PlayingArgs;
use crate::cli::shards::command_line;
use crate::draw::BoardOutline;
use crate::shards::Run;
use crate::sim::Usable;

/// What decides the pairs of a comparison, besides the engine and their number, and what its result
/// tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct PairAbout {
    /// The sides: the scenario and its changes.
    pub(super) sides: [String; 2],
    /// The kinds of players in the first game of each pair.
    pub(super) players: Vec<String>,
    /// The games of each side in a pair: one for each rotation of the players.
    pub(super) rotations: usize,
    pub(super) names: Vec<String>,
    /// The first seed of each side.
    pub(super) seeds: [u64; 2],
    /// The size of a difference that matters.
    pub(super) detect: f64,
    /// The board of each side, for maps of buildings.
    pub(super) boards: [BoardOutline; 2],
    /// The things that players can use on each side.
    pub(super) things: [Vec<Usable>; 2],
    pub(super) rules: [RulesRun; 2],
    pub(super) playing: PlayingRun,
}

/// What decides the games of a match, besides the engine and their number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MatchAbout {
    /// The number of players in each game.
    pub(super) players: usize,
    /// Their names, clockwise.
    pub(super) names: Vec<String>,
    /// The first seed.
    pub(super) seed: u64,
    /// The words for the kinds of players.
    pub(super) kinds: [String; 2],
    #[serde(flatten)]
    pub(super) rules: RulesRun,
    #[serde(flatten)]
    pub(super) playing: PlayingRun,
}

/// How the games of a run are played.
pub(super) fn playing_run(playing: PlayingArgs) -> PlayingRun {
    PlayingRun::of(playing.on_rule_error, playing.limit, playing.execution)
}

/// The run of these pairs.
pub(super) fn pairs_run(about: &PairAbout, pairs: u64) -> Run {
    Run::new(COMPARE, pairs, about)
}

/// The command line that plays all pairs, without the options that do not change them.
pub(super) fn repeat_pairs(args: &CompareArgs, about: &PairAbout, pairs: u64) -> String {
    let mut words = begun(args);
    let rules = &args.rules;
    if let Some(scenario) = &rules.against {
        add(&mut words, "--against", &scenario.to_string_lossy());
    }
    for path in &rules.both_rules {
        add(&mut words, "--both-rules", &path.display());
    }
    for path in &rules.both_with {
        add(&mut words, "--both-with", &path.display());
    }
    for rule in &rules.both_without {
        add(&mut words, "--both-without", &rule);
    }
    for (key, value) in &rules.both_set {
        add(&mut words, "--both-set", &format!("{key}={value}"));
    }
    add(&mut words, "--players", &about.players.join(","));
    words.extend(rules.different_seeds.then(|| "--different-seeds".into()));
    // Rounded, since the percentage of a share has few digits.
    let detect = (1e8 * rules.detect).round() / 1e6;
    add(&mut words, "--detect", &format!("{detect}%"));
    ended(words, args, pairs)
}

/// The command line that plays the whole match.
pub(super) fn repeat_match(args: &CompareArgs, about: &MatchAbout, games: u64) -> String {
    let mut words = begun(args);
    add(&mut words, "--seats", &about.kinds.join(","));
    add(&mut words, "--size", &about.players);
    ended(words, args, games)
}

fn begun(args: &CompareArgs) -> Vec<String> {
    let scenario = args.game.scenario.to_string_lossy().into_owned();
    let mut words = vec!["newcatan".into(), "compare".into(), scenario];
    add_changes(&mut words, &args.game.changes);
    words
}

fn ended(mut words: Vec<String>, args: &CompareArgs, games: u64) -> String {
    let PlayingArgs { seed, on_rule_error, limit, execution, .. } = args.playing;
    add(&mut words, "--games", &games);
    add(&mut words, "--seed", &seed);
    add_playing(&mut words, on_rule_error, limit, execution);
    command_line(&words)
}
