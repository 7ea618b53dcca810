//! The verbs of the command line, and what several of them take; what one alone takes stands with
//! it.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Parser, Subcommand, ValueEnum};

use super::bench::BenchArgs;
use super::board::BoardArgs;
use super::check::CheckArgs;
use super::completions::CompletionsArgs;
use super::coverage::CoverageArgs;
use super::diff::DiffArgs;
use super::engine::EngineArgs;
use super::fork::ForkArgs;
use super::impact::ImpactArgs;
use super::lsp::LspArgs;
use super::man::ManArgs;
use super::mutate::MutateArgs;
use super::new::NewArgs;
use super::replay::ReplayArgs;
use super::rules::RulesArgs;
use super::run::RunArgs;
use super::schema::SchemaArgs;
use super::sim::SimArgs;
use super::test::TestArgs;
use super::watch::WatchArgs;
use super::why::{WhyArgs, WhyNotArgs};
use crate::content::Request;
use crate::seat::Strategy;
use crate::{files, game, limits};

/// A scriptable rules engine for games like Settlers of New Catan.
#[derive(Parser, Debug)]
#[command(name = "newcatan", version, about, max_term_width = 100)]
#[command(after_help = "Example:\n  newcatan run catan --seed 7")]
pub(super) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(super) verb: Verb,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub(super) enum Verb {
    /// Play a whole game.
    #[command(after_help = "\
Examples:
  newcatan run catan --players human,greedy,greedy --seed 7
  newcatan run catan --record game.game --quiet

A player leaves the game by `quit`, Ctrl-C or the end of the input: exit code 3.")]
    Run(RunArgs),
    /// Play transcripts again and check every change.
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
    /// Say what is wrong with rules, packs, scenarios and the beginnings of games.
    #[command(after_help = "\
Examples:
  newcatan check my_rule.rhai
  newcatan check rules scenarios tests/games
  newcatan check --explain unknown-word")]
    Check(CheckArgs),
    /// Show the first difference of two transcripts, and what made it.
    #[command(after_help = "\
Examples:
  newcatan diff old.game new.game
  newcatan diff game.game
  newcatan diff game.game --before rules --after my_rules")]
    Diff(DiffArgs),
    /// Show what stands behind an action or a change of a transcript.
    #[command(after_help = "Example:\n  newcatan why game.game:45")]
    Why(WhyArgs),
    /// Show everything that stands against an action at a line of a transcript.
    #[command(after_help = "\
Example:
  newcatan why-not game.game:45 \"red builds road at C4-ne\"")]
    WhyNot(WhyNotArgs),
    /// Show which recorded games an edited rule set changes, where first, and by which line.
    #[command(after_help = "Example:\n  newcatan impact --rules my_rules tests/corpus")]
    Impact(ImpactArgs),
    /// Say which rulings tests name, and what games run of the rule files.
    #[command(after_help = "\
Examples:
  newcatan coverage
  newcatan coverage --with my_rule.rhai my_games
  newcatan coverage --with mypack mytests --html coverage.html")]
    Coverage(CoverageArgs),
    /// Plant faults in rule files and say which of them no game sees.
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
    /// Write a rule, a pack or a scenario to begin with, and a game that proves it.
    #[command(after_help = "\
Examples:
  newcatan new benefit lookout
  newcatan new card windfall --in my_pack
  newcatan new scenario far_shore --from catan")]
    New(NewArgs),
    /// Play the games below folders again whenever a file is saved that they depend on.
    #[command(after_help = "Example:\n  newcatan watch my_rules")]
    Watch(WatchArgs),
    /// Serve an editor: mistakes, completion and explanations while a rule is written.
    #[command(after_help = "`docs/editors.md` tells how editors are set up.")]
    Lsp(LspArgs),
    /// Play games for another program: one JSON message a line, over stdin and stdout.
    #[command(after_help = "\
Example:
  echo '{\"id\": 1, \"method\": \"hello\"}' | newcatan engine

`docs/protocol.md` tells of the messages.")]
    Engine(EngineArgs),
    /// Print what editors read about the files that people write.
    #[command(after_help = "Example:\n  newcatan schema pack > pack.schema.json")]
    Schema(SchemaArgs),
    /// Play many games and tell who wins, how long it takes and what is used.
    #[command(after_help = "\
Examples:
  newcatan sim catan --games 2000
  newcatan sim catan --with my_rule.rhai --out games.csv
  newcatan sim newcatan --players greedy,random,greedy --shard 2/4

Ctrl-C ends it with the games that are played by then, and exit code 130.")]
    Sim(SimArgs),
    /// Measure how fast random games are played, on one core.
    #[command(after_help = "\
Examples:
  newcatan bench
  newcatan bench my_scenario.toml catan --seconds 3
  newcatan bench --rules newcatan --with my_rule.rhai")]
    Bench(BenchArgs),
    /// Print the completions of a shell.
    #[command(after_help = "\
Examples:
  newcatan completions bash > ~/.local/share/bash-completion/completions/newcatan
  newcatan completions fish > ~/.config/fish/completions/newcatan.fish")]
    Completions(CompletionsArgs),
    /// Print the manual page of the program, or write the pages of all verbs to a folder.
    #[command(after_help = "\
Examples:
  newcatan man | man -l -
  newcatan man --out man1")]
    Man(ManArgs),
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SeatKind {
    /// A player that the program brings along.
    Strategy(Strategy),
    /// A person who is asked at the terminal.
    Human,
    /// A program that is asked by messages.
    Program(PathBuf),
}

impl SeatKind {
    /// The word on the command line.
    pub(super) fn word(&self) -> Cow<'_, str> {
        match self {
            Self::Strategy(strategy) => strategy.word().into(),
            Self::Human => "human".into(),
            Self::Program(path) => path.display().to_string().into(),
        }
    }
}

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Strategy::ALL.iter().find(|(strategy, _)| strategy.word() == text);
        if let Some(&(strategy, _)) = known {
            return Ok(Self::Strategy(strategy));
        }
        match text {
            "human" => Ok(Self::Human),
            path if path.contains(['/', std::path::MAIN_SEPARATOR]) => {
                Ok(Self::Program(path.into()))
            }
            _ => Err(
                "expected `greedy`, `random`, `human`, or the path of a program such as `./my_bot`"
                    .into(),
            ),
        }
    }
}

/// How programs are treated that sit at the table.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct BotArgs {
    /// How many milliseconds a program has for each decision.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 2_000)]
    pub(super) bot_time: u64,
    /// How many MiB of memory a program may use; on Linux only.
    #[arg(long, value_name = "MIB", default_value_t = 4_096)]
    pub(super) bot_memory: u64,
    /// What to do when a program gives no answer in time, or none that can be played.
    #[arg(long, value_enum, default_value = "random")]
    pub(super) on_bot_error: OnBotError,
}

/// What to do when a program gives no answer that can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnBotError {
    /// Take a random legal action for it, and say so.
    Random,
    /// End the game there.
    Stop,
}

/// What to do when a rule fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnRuleError {
    /// Stop; the game stands as before the action.
    Stop,
    /// Go on without the hook that failed, and say so.
    Skip,
}

impl From<OnRuleError> for game::OnRuleError {
    fn from(choice: OnRuleError) -> Self {
        match choice {
            OnRuleError::Stop => Self::Stop,
            OnRuleError::Skip => Self::Skip,
        }
    }
}

/// Which game.
#[derive(clap::Args, Debug)]
pub(super) struct GameArgs {
    /// The scenario: a file, or the name of one in `scenarios`.
    pub(super) scenario: OsString,
    #[command(flatten)]
    pub(super) changes: ChangeArgs,
}

/// What is in play other than the scenario says.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct ChangeArgs {
    /// The packs in play, in place of the scenario's.
    #[arg(long, value_name = "PACK", value_delimiter = ',')]
    pub(super) packs: Vec<String>,
    #[command(flatten)]
    pub(super) sources: SourceArgs,
    /// Leave a rule out, such as `pack/rule`.
    #[arg(long, value_name = "RULE")]
    pub(super) without: Vec<String>,
    /// Give a setting another value.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub(super) set: Vec<(String, String)>,
}

/// Where packs are found beside the usual places.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct SourceArgs {
    /// Look for packs in this folder before all others; `run`, `rules`, `board` and `sim` add
    /// them to what is in play where the game names none of them.
    #[arg(long, value_name = "DIR")]
    pub(super) rules: Vec<PathBuf>,
    /// Add the packs and rule files of this folder, or a single rule file, to what is in play; for
    /// a transcript it takes the place of all its own `with` lines.
    #[arg(long, value_name = "PATH")]
    pub(super) with: Vec<PathBuf>,
}

/// How games are played, which changes their speed alone.
#[derive(clap::Args, Clone, Copy, Default, Debug)]
pub(super) struct ExecutionArgs {
    /// Run all rules by the interpreter: the same game, but slower; where it is not the same, the
    /// native trees of the rules are to blame.
    #[arg(long)]
    pub(super) interpret: bool,
    /// Cache nothing: the same game, but slower; where it is not the same, the cache is to blame.
    #[arg(long)]
    pub(super) uncached: bool,
}

/// How much rules may do.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct LimitArgs {
    /// The most operations of rules in the whole game, as the interpreter counts them; a question
    /// counts as 1000.
    #[arg(long, value_name = "NUMBER", default_value_t = game::GAME_OPERATIONS,
        value_parser = clap::value_parser!(u64).range(..=game::MOST_OPERATIONS))]
    pub(super) operations: u64,
}

impl GameArgs {
    /// The request to the loader.
    pub(super) fn request(&self) -> Request {
        let changes = &self.changes;
        let scenario = self.scenario.to_string_lossy().into_owned();
        // No text names a file whose name is none: its content stands for it.
        let is_text = self.scenario.to_str().is_some();
        let unnamed = || files::text(Path::new(&self.scenario), limits::FILE);
        let text = if is_text { None } else { unnamed() };
        Request {
            texts: text.into_iter().map(|text| (scenario.clone(), text)).collect(),
            scenario,
            rules_dirs: changes.sources.rules.clone(),
            with: changes.sources.with.clone(),
            without: changes.without.clone(),
            packs: (!changes.packs.is_empty()).then(|| changes.packs.clone()),
            set: changes.set.clone(),
            ..Request::default()
        }
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| {
        format!("expected a setting and its value, such as `goal=12`, found `{text}`")
    })?;
    Ok((key.trim().into(), value.trim().into()))
}
