//! The commands of the program.

use clap::{Parser, Subcommand};

use super::balance::BalanceArgs;
use super::bench::BenchArgs;
use super::board::BoardArgs;
use super::check::CheckArgs;
use super::compare::CompareArgs;
use super::completions::CompletionsArgs;
use super::coverage::CoverageArgs;
use super::diff::DiffArgs;
use super::engine::EngineArgs;
use super::fork::ForkArgs;
use super::impact::ImpactArgs;
use super::lsp::LspArgs;
use super::man::ManArgs;
use super::merge::MergeArgs;
use super::mutate::MutateArgs;
use super::new::NewArgs;
use super::replay::ReplayArgs;
use super::rules::RulesArgs;
use super::run::RunArgs;
use super::schema::SchemaArgs;
#[cfg(feature = "terminal")]
use super::screen::{PlayArgs, ResumeArgs};
#[cfg(feature = "serve")]
use super::serve::ServeArgs;
use super::sim::SimArgs;
use super::sweep::SweepArgs;
use super::test::TestArgs;
use super::train::TrainArgs;
use super::watch::WatchArgs;
use super::why::{WhyArgs, WhyNotArgs};

/// A scriptable rules engine for games like Settlers of New Catan.
#[derive(Parser, Debug)]
#[command(name = "newcatan", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  newcatan run catan --seed 7")]
pub(super) struct Args {
    /// The command to run.
    #[command(subcommand)]
    pub(super) verb: Verb,
}

/// The command to run.
#[derive(Subcommand, Debug)]
pub(super) enum Verb {
    /// Play a whole game.
    #[command(after_help = "\
Examples:
  newcatan run catan --players human,greedy,greedy --seed 7
  newcatan run catan --record game.game --quiet

A player leaves the game by `quit`, Ctrl-C or the end of the input: exit code 3.")]
    Run(RunArgs),
    /// Play a game on one screen of the terminal; it is saved as it goes.
    #[cfg(feature = "terminal")]
    #[command(after_help = "\
Examples:
  newcatan play newcatan
  newcatan play catan --players human,human,greedy --seed 7

`newcatan resume` continues the game, as does `newcatan serve` in a browser.")]
    Play(PlayArgs),
    /// Continue a game that was begun by `play` or in a browser.
    #[cfg(feature = "terminal")]
    #[command(after_help = "\
Examples:
  newcatan resume
  newcatan resume 1b2c3d4e5f --games my_games")]
    Resume(ResumeArgs),
    /// Replay transcripts and check every change.
    #[command(after_help = "\
Examples:
  newcatan replay game.game
  newcatan replay game.game --from 120
  newcatan replay --bless tests/games/catan/standing/seven/*.game")]
    Replay(ReplayArgs),
    /// Branch a game at a line of its transcript.
    #[command(after_help = "\
Examples:
  newcatan fork game.game:120 --record branch.game --players greedy,human,greedy
  newcatan fork game.game:120 --record beginning.game

A player leaves the game by `quit`, Ctrl-C or the end of the input: exit code 3.")]
    Fork(ForkArgs),
    /// Replay all transcripts under folders.
    #[command(after_help = "\
Examples:
  newcatan test tests/games/catan
  newcatan test --filter covers:A-40 --slow 5")]
    Test(TestArgs),
    /// Report mistakes in rules, packs, scenarios and the beginnings of games.
    #[command(after_help = "\
Examples:
  newcatan check my_rule.rhai
  newcatan check rules scenarios tests/games
  newcatan check --explain unknown-function")]
    Check(CheckArgs),
    /// Show the first difference between two transcripts, and its cause.
    #[command(after_help = "\
Examples:
  newcatan diff old.game new.game
  newcatan diff game.game
  newcatan diff game.game --before rules --after my_rules")]
    Diff(DiffArgs),
    /// Show the causes of an action or a change in a transcript.
    #[command(after_help = "Example:\n  newcatan why game.game:45")]
    Why(WhyArgs),
    /// Show every reason against an action at a line of a transcript.
    #[command(after_help = "\
Example:
  newcatan why-not game.game:45 \"red builds road at C4-ne\"")]
    WhyNot(WhyNotArgs),
    /// For each recorded game that edited rules change, show the first difference.
    #[command(after_help = "Example:\n  newcatan impact --rules my_rules tests/corpus")]
    Impact(ImpactArgs),
    /// Report the rulings that tests name, and the lines of rule files that games run.
    #[command(after_help = "\
Examples:
  newcatan coverage
  newcatan coverage --with my_rule.rhai my_games
  newcatan coverage --with mypack mytests --html coverage.html")]
    Coverage(CoverageArgs),
    /// Plant faults in rule files, and report the faults that no game catches.
    #[command(after_help = "\
Examples:
  newcatan mutate --budget 60s
  newcatan mutate rules/catan/cards
  newcatan mutate my_rule.rhai --tests my_games
  newcatan mutate --with mypack --tests mytests")]
    Mutate(MutateArgs),
    /// Draw the board of a scenario, or the position at the end of a transcript.
    #[command(after_help = "\
Examples:
  newcatan board catan --seed 7 --names
  newcatan board game.game --until 40
  newcatan board game.game --svg picture.svg")]
    Board(BoardArgs),
    /// List every rule in force, with its rank, its origin and what it overrides.
    #[command(after_help = "Example:\n  newcatan rules catan")]
    Rules(RulesArgs),
    /// Create a first version of a rule, a pack or a scenario, and a game that tests it.
    #[command(after_help = "\
Examples:
  newcatan new benefit lookout
  newcatan new card windfall --in my_pack
  newcatan new scenario far_shore --from catan")]
    New(NewArgs),
    /// Replay the games in folders whenever a file that the games depend on is saved.
    #[command(after_help = "Example:\n  newcatan watch my_rules")]
    Watch(WatchArgs),
    /// Run a language server that shows mistakes, completions and explanations in editors.
    #[command(after_help = "`docs/editors.md` explains how to set up editors.")]
    Lsp(LspArgs),
    /// Open tables where people and programs play in a browser.
    #[cfg(feature = "serve")]
    #[command(after_help = "\
Example:
  newcatan serve --games my_games

The page opens in the browser. It needs no password, only the link that the program prints.
With `--lan`, people at other machines play with links that the page shows.")]
    Serve(ServeArgs),
    /// Play games for another program: one JSON message per line, over stdin and stdout.
    #[command(after_help = "\
Example:
  echo '{\"id\": 1, \"method\": \"hello\"}' | newcatan engine

`docs/protocol.md` describes the messages.")]
    Engine(EngineArgs),
    /// Print the schemas and definitions that editors use.
    #[command(after_help = "Example:\n  newcatan schema pack > pack.schema.json")]
    Schema(SchemaArgs),
    /// Play many games and report who wins, how long games last and which rules are used.
    #[command(after_help = "\
Examples:
  newcatan sim catan --games 2000
  newcatan sim catan --with my_rule.rhai --out games.csv
  newcatan sim newcatan --players greedy,random,greedy --shard 2/4
  newcatan sim catan --games 100000 --shards my_run

Ctrl-C ends it early, with the games that are finished: exit code 130. With `--shards`, the same
command continues the run.")]
    Sim(SimArgs),
    /// Find the weights of players that look ahead, by letting them play against themselves.
    #[command(after_help = "\
Examples:
  newcatan train catan --games 200 --rounds 2 --out weights.toml
  newcatan train catan --shard 2/4 --shards my_round
  newcatan merge my_round --weights weights.toml")]
    Train(TrainArgs),
    /// Play the same games with two rule sets or kinds of players, and report what differs.
    #[command(after_help = "\
Examples:
  newcatan compare catan --with my_rule.rhai
  newcatan compare catan --set goal=8 --until 1%
  newcatan compare catan --seats greedy,random --at-least 85% --log matches.jsonl

Ctrl-C ends it early, with the games that are finished: exit code 130.")]
    Compare(Box<CompareArgs>),
    /// Play the same games with many settings, rules or players, and report each.
    #[command(after_help = "\
Examples:
  newcatan sweep catan --set goal=8,10,12
  newcatan sweep catan --with one_rule.rhai --with another.rhai
  newcatan sweep catan --set goal=8,10 --players greedy,greedy,greedy --players greedy,random,greedy

All combinations are played. Ctrl-C ends it early, with the seeds that all of them have played:
exit code 130.")]
    Sweep(Box<SweepArgs>),
    /// Report what wins more often than expected, and what is never used.
    #[command(after_help = "\
Examples:
  newcatan balance catan
  newcatan balance newcatan --games 5000 --html balance.html

These are associations, not effects; `newcatan compare` finds effects.
Ctrl-C ends it early, with the games that are finished: exit code 130.")]
    Balance(BalanceArgs),
    /// Put the parts of a long run together, as if it had been played at once.
    #[command(after_help = "\
Examples:
  newcatan merge my_run
  newcatan merge my_run --out games.csv
  newcatan merge my_comparison --html comparison.html

If parts are missing or damaged, it lists them with the commands that play them: exit code 1.")]
    Merge(MergeArgs),
    /// Measure how fast random games are played, on one core or several.
    #[command(after_help = "\
Examples:
  newcatan bench
  newcatan bench my_scenario.toml catan --seconds 3
  newcatan bench catan --threads 2
  newcatan bench catan --beside ./my_engine --beside ./my_other_engine
  newcatan bench --rules newcatan --with my_rule.rhai")]
    Bench(BenchArgs),
    /// Print the completion script for a shell.
    #[command(after_help = "\
Examples:
  newcatan completions bash > ~/.local/share/bash-completion/completions/newcatan
  newcatan completions fish > ~/.config/fish/completions/newcatan.fish")]
    Completions(CompletionsArgs),
    /// Print the manual page of the program, or write the pages of all commands to a folder.
    #[command(after_help = "\
Examples:
  newcatan man | man -l -
  newcatan man --out man1")]
    Man(ManArgs),
}
