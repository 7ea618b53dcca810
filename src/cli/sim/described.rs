//! What decides the games of a run, for the headers of shards, and the command that repeats it.

use serde::{Deserialize, Serialize};

use super::{SimArgs, SimSetup};
use crate::cli::described::{PlayingRun, RulesRun, add, add_changes, add_playing};
use crate::cli::shards::command_line;
use crate::shards::Run;
use crate::sim::Layout;

/// The command in headers.
pub(in crate::cli) const COMMAND: &str = "sim";

/// What decides the games of a run, besides the engine and their number.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct SimRun {
    /// The seed of the first game.
    pub(super) seed: u64,
    #[serde(flatten)]
    pub(super) layout: Layout,
    #[serde(flatten)]
    pub(super) rules: RulesRun,
    #[serde(flatten)]
    playing: PlayingRun,
}

/// The run that the arguments describe.
pub(super) fn run(args: &SimArgs, setup: &SimSetup<'_>) -> Run {
    let about = SimRun {
        seed: args.seed,
        layout: setup.layout.clone(),
        rules: RulesRun::of(&setup.rules),
        playing: PlayingRun::of(args.on_rule_error, args.limit, args.execution),
    };
    Run::new(COMMAND, args.games, &about)
}

/// The command line that plays the whole run, without the options that do not change its games.
pub(super) fn repeat(args: &SimArgs, layout: &Layout) -> String {
    let mut words = vec!["newcatan".into(), COMMAND.into()];
    words.push(args.game.scenario.to_string_lossy().into_owned());
    add_changes(&mut words, &args.game.changes);
    let seats: Vec<&str> = layout.players.iter().map(|player| player.seat.as_str()).collect();
    add(&mut words, "--players", &seats.join(","));
    add(&mut words, "--games", &args.games);
    add(&mut words, "--seed", &args.seed);
    add_playing(&mut words, args.on_rule_error, args.limit, args.execution);
    command_line(&words)
}
