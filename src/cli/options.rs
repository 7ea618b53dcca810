//! Options that several commands share.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use crate::content::Request;
use crate::seat::Strategy;
use crate::{files, game, limits};

/// The player at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SeatKind {
    /// A built-in player.
    Strategy(Strategy),
    /// A person who is asked at the terminal.
    Human,
    /// A program that receives questions as messages.
    Program(PathBuf),
}

impl SeatKind {
    /// The path of the program.
    #[cfg(feature = "terminal")]
    pub(super) fn program(&self) -> Option<&PathBuf> {
        match self {
            Self::Program(path) => Some(path),
            _ => None,
        }
    }

    /// The word for this kind of player on the command line.
    pub(super) fn word(&self) -> Cow<'_, str> {
        match self {
            Self::Strategy(strategy) => strategy.word(),
            Self::Human => "human".into(),
            Self::Program(path) => path.display().to_string().into(),
        }
    }
}

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(strategy) => return Ok(Self::Strategy(strategy)),
            Err(wrong) if text.contains(':') && !text.contains('/') => return Err(wrong),
            Err(_) => {}
        }
        match text {
            "human" => Ok(Self::Human),
            path if path.contains(['/', std::path::MAIN_SEPARATOR]) => {
                Ok(Self::Program(path.into()))
            }
            _ => Err(
                "expected `greedy`, `search`, `random`, `human`, or the path to a program, such as \
                 `./my_bot`"
                    .into(),
            ),
        }
    }
}

/// The options for programs that play.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct BotArgs {
    /// The time limit for each decision of a program, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 2_000)]
    pub(super) bot_time: u64,
    /// The memory limit of a program in MiB; only on Linux.
    #[arg(long, value_name = "MIB", default_value_t = 4_096)]
    pub(super) bot_memory: u64,
    /// What to do when a program gives no valid answer in time.
    #[arg(long, value_enum, default_value = "random")]
    pub(super) on_bot_error: OnBotError,
}

/// What to do when a program gives no valid answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnBotError {
    /// Take a random legal action for it, and report this.
    Random,
    /// End the game.
    Stop,
}

/// What to do when a rule fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum OnRuleError {
    /// Stop; the game remains as it was before the action.
    Stop,
    /// Continue without the hook that failed, and report this.
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

/// The game to load.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct GameArgs {
    /// The scenario: a file, or the name of one in `scenarios`.
    pub(super) scenario: OsString,
    #[command(flatten)]
    pub(super) changes: ChangeArgs,
}

/// The changes to the packs, rules and settings of the scenario.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct ChangeArgs {
    /// The packs in play, instead of the scenario's.
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

/// The places to look for packs, in addition to the default ones.
#[derive(clap::Args, Clone, Default, Debug)]
pub(super) struct SourceArgs {
    /// Look for packs in this folder before all others; `run`, `rules`, `board`, `sim` and `compare`
    /// also add these packs to the game if it names none of them.
    #[arg(long, value_name = "DIR")]
    pub(super) rules: Vec<PathBuf>,
    /// Add rules to the game: a folder with packs and rule files, a rule file, or a pack by its name.
    /// A transcript is replayed with these rules instead of those of its `with` lines.
    #[arg(long, value_name = "PATH")]
    pub(super) with: Vec<PathBuf>,
}

/// The ways to run games, which affect only the speed.
#[derive(clap::Args, Clone, Copy, Default, Debug)]
pub(super) struct ExecutionArgs {
    /// Run all rules with the interpreter, which is slower. The game must be the same; if it
    /// differs, the cause is in the bytecode of the rules.
    #[arg(long)]
    pub(super) interpret: bool,
    /// Turn the cache off, which is slower. The game must be the same; if it differs, the cause is
    /// in the cache.
    #[arg(long)]
    pub(super) uncached: bool,
}

/// The limits of rules.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct LimitArgs {
    /// The maximum number of operations of rules in the whole game, as the interpreter counts them;
    /// a question counts as 1000.
    #[arg(long, value_name = "NUMBER", default_value_t = game::GAME_OPERATIONS,
        value_parser = clap::value_parser!(u64).range(..=game::MAX_GAME_OPERATIONS))]
    pub(super) operations: u64,
}

/// How games are played.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(super) struct PlayingArgs {
    #[command(flatten)]
    pub(super) execution: ExecutionArgs,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// The number of games played at once; by default, the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
    /// What to do when a rule fails.
    #[arg(long, value_enum, default_value = "stop")]
    pub(super) on_rule_error: OnRuleError,
    #[command(flatten)]
    pub(super) limit: LimitArgs,
}

impl GameArgs {
    /// The request to the loader.
    pub(super) fn request(&self) -> Request {
        let changes = &self.changes;
        let scenario = self.scenario.to_string_lossy().into_owned();
        // A request names files by text, so a file without a Unicode name is read here.
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

/// Parses a setting and its value.
pub(super) fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| {
        format!("expected a setting and its value, such as `goal=12`, found `{text}`")
    })?;
    Ok((key.trim().into(), value.trim().into()))
}
