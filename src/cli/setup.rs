//! Loads games and sets up the table, for several commands.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::human::Human;
use super::options::{BotArgs, ExecutionArgs, GameArgs, SeatKind, SourceArgs};
use super::problem::Problem;
use super::program::{Errors, Program};
use super::terminal::Terminal;
use crate::chance::Stream;
use crate::content::{self, Request};
use crate::count::{counted, counted_range};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::files::{self, ReadError};
use crate::game::{Game, Refusal, Script};
use crate::limits;
use crate::rules::Rules;
use crate::script::{self, ExecutionMode};
use crate::seat::{Random, Seat, Stop, Strategy};
use crate::transcript::{self, Transcript};

/// The byte order mark.
const MARK: &str = "\u{feff}";

/// The rules of a game and their script host.
pub(super) struct LoadedGame {
    pub(super) rules: Arc<Rules>,
    pub(super) script: Rc<dyn Script>,
    pub(super) execution: ExecutionArgs,
}

/// Loads a game.
pub(super) fn load(request: &Request) -> Result<LoadedGame, Diagnostics> {
    check_folders(&request.rules_dirs)?;
    LoadedGame::new(content::load(request)?, ExecutionArgs::default())
}

/// Checks that the folders of packs exist.
fn check_folders(folders: &[PathBuf]) -> Result<(), Diagnostic> {
    let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) else { return Ok(()) };
    let hint = if folder.is_file() {
        "`--rules` names a folder of packs; `--with` adds a rule file"
    } else {
        "`--rules` names a folder of packs"
    };
    Err(Diagnostic::new(format!("`{}` is not a folder", folder.display())).hint(hint))
}

/// Checks that no setting and no added rule is given twice.
fn check_once(request: &Request) -> Result<(), Diagnostic> {
    let mut keys = request.set.iter().map(|(key, _)| key).enumerate();
    if let Some((_, key)) = keys.find(|(at, key)| request.set[..*at].iter().any(|it| it.0 == **key))
    {
        return Err(given_twice(key).hint("leave one of them out"));
    }
    let mut paths = request.with.iter().enumerate();
    if let Some((_, path)) = paths.find(|(at, path)| request.with[..*at].contains(path)) {
        let message = format!("`--with {}` is given twice", path.display());
        return Err(Diagnostic::new(message).hint("leave one of them out"));
    }
    Ok(())
}

/// The diagnostic for a setting that is given twice.
pub(super) fn given_twice(key: &str) -> Diagnostic {
    Diagnostic::new(format!("the values of `{key}` are given twice"))
}

/// Loads the game that the arguments name, and adds rules from the folders that `--rules` names.
pub(super) fn load_game(args: &GameArgs) -> Result<LoadedGame, Diagnostics> {
    if is_transcript(args) {
        let file = args.scenario.display();
        let hint = format!("`newcatan replay {file}` plays it again");
        let message = format!("`{file}` is a transcript, not a scenario");
        return Err(Diagnostic::new(message).hint(hint).into());
    }
    let request = args.request();
    check_once(&request)?;
    check_folders(&request.rules_dirs)?;
    load(&content::add_rule_folders(request)?)
}

impl LoadedGame {
    /// Makes a new script host for rules.
    pub(super) fn new(rules: Arc<Rules>, execution: ExecutionArgs) -> Result<Self, Diagnostics> {
        let mode =
            if execution.interpret { ExecutionMode::Interpreted } else { ExecutionMode::Lowered };
        let script = script::host_of(&rules, mode)?;
        Ok(Self { rules, script, execution })
    }

    /// Sets how rules are executed.
    pub(super) fn with_execution(self, execution: ExecutionArgs) -> Result<Self, Diagnostics> {
        if execution.interpret == self.execution.interpret {
            return Ok(Self { execution, ..self });
        }
        Self::new(self.rules, execution)
    }

    /// Begins a game with this number of players.
    pub(super) fn begin(&self, players: usize, seed: u64) -> Result<Game, Problem> {
        let names = self.names(players)?;
        let game = Game::new(Arc::clone(&self.rules), Rc::clone(&self.script), &names, seed);
        let game = game.map_err(|refused| match refused {
            Refusal::Failed(failure) => script::explain(&self.rules, &failure).into(),
            Refusal::Illegal(_) => Problem::from(refused),
        })?;
        Ok(if self.execution.uncached { game.without_cache() } else { game })
    }

    /// The names for this number of players.
    fn names(&self, players: usize) -> Result<Vec<String>, Diagnostic> {
        let seats = &self.rules.seats;
        self.rules.names_of(players).ok_or_else(|| {
            let seats = counted_range(*seats.start(), *seats.end(), "player");
            let message = format!("`{}` is for {seats}, not {players}", self.rules.scenario);
            Diagnostic::new(message).hint("choose the players with `--players greedy,random,…`")
        })
    }
}

/// The error of a game that stopped, with the line of the rule that failed and the undone changes.
pub(super) fn stopped(game: &Game, stop: Stop) -> Problem {
    match stop {
        Stop::Failed(failure) => script::explain_in(game, &failure).into(),
        stop => stop.into(),
    }
}

/// The players at the seats: the given ones, or by default as many greedy players as possible.
pub(super) fn seating(
    rules: &Rules,
    given: &[SeatKind],
    seed: u64,
    shuffled: bool,
) -> Vec<SeatKind> {
    const SEATING: Stream = Stream::named("seating");
    let mut kinds = given.to_vec();
    if kinds.is_empty() {
        kinds = vec![SeatKind::Strategy(Strategy::Greedy); *rules.seats.end()];
    }
    if shuffled {
        SEATING.shuffle(seed, &mut kinds);
    }
    kinds
}

/// Makes the players. The game is shown to people on stderr if stdout is only for results.
pub(super) fn seats(
    kinds: &[SeatKind],
    seed: u64,
    on_stderr: bool,
    terminal: &Rc<Terminal>,
    bots: BotArgs,
) -> Result<Vec<Box<dyn Seat>>, Diagnostic> {
    let seat = |(index, kind): (usize, &SeatKind)| -> Result<Box<dyn Seat>, Diagnostic> {
        Ok(match kind {
            SeatKind::Strategy(strategy) => strategy.create_seat(seed, index),
            SeatKind::Human => Box::new(Human::new(on_stderr, terminal)),
            SeatKind::Program(path) => {
                Box::new(Program::start(path, Random::new(seed, index), bots, Errors::Shown)?)
            }
        })
    };
    kinds.iter().enumerate().map(seat).collect()
}

/// Reads a transcript.
pub(super) fn read(path: &Path, sources: &SourceArgs) -> Result<Transcript, Diagnostics> {
    let rules = |game: &Transcript| content::load(&request_for(game, sources)).ok();
    transcript::parse_for(&text(path)?, &path.display().to_string(), rules)
}

/// Reads a text file and removes its byte order mark. Pipes are refused, except for the program's
/// own input.
pub(super) fn text(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display().to_string();
    let read = if files::is_own(path) { files::read_input } else { files::read };
    let bytes = read(path, limits::TRANSCRIPT).map_err(|error| {
        let error = match files::entries(path) {
            // For a folder that cannot be listed, the inner error is more useful.
            Err(unlisted) if matches!(error, ReadError::Folder) => ReadError::Failed(unlisted),
            _ => error,
        };
        let missing = || format!("there is no file `{shown}`");
        let message = if error.is_missing() { missing() } else { format!("`{shown}` {error}") };
        Diagnostic::new(message).code(Code::UnreadableFile)
    })?;
    let mut text = Source::decoded(&shown, bytes)?;
    if text.starts_with(MARK) {
        text.drain(..MARK.len());
    }
    Ok(text)
}

/// The byte order mark of a file; empty if it has none.
pub(super) fn mark(path: &Path) -> io::Result<&'static str> {
    let begun = files::read_first(path, MARK.len())?;
    Ok(if begun == MARK.as_bytes() { MARK } else { "" })
}

/// Checks that a transcript has a line with this number, counted from 1.
pub(super) fn check_line(transcript: &Transcript, line: usize) -> Result<(), Diagnostic> {
    let lines = transcript.source.text.lines().count();
    if (1..=lines).contains(&line) {
        return Ok(());
    }
    let wrong = transcript.source.whole(format!("there is no line {line}"));
    Err(wrong.hint(format!("the transcript has {}", counted(lines, "line"))))
}

/// Loads the game of a transcript.
pub(super) fn load_for(
    transcript: &Transcript,
    sources: &SourceArgs,
) -> Result<LoadedGame, Diagnostics> {
    let loaded = load(&request_for(transcript, sources));
    // The error about a pack that no scenario names has no file.
    let is_recording = !transcript.header.packs.is_empty();
    let added = |file: &str| {
        let mut with = transcript.header.with.iter().map(|path| path.text.as_str());
        let found = with.find(|path| Path::new(file).ends_with(path));
        found.filter(|_| sources.with.is_empty() && !Path::new(file).exists())
    };
    let hinted = |wrong: &Diagnostic| {
        if let Some(path) = added(&wrong.file) {
            return Some(format!(
                "the transcript contains `with {path}`: give the path of this file or folder with `--with`"
            ));
        }
        let is_hidden = is_recording && wrong.file.is_empty();
        is_hidden.then(|| "give the folder of your own pack with `--with`".into())
    };
    let added: Vec<String> = sources.with.iter().map(|path| path.display().to_string()).collect();
    loaded.map_err(|wrong| {
        let wrong = transcript.placed(wrong.hinted(hinted));
        if added.is_empty() { wrong } else { transcript.missed(wrong, &added) }
    })
}

/// The request for the game of a transcript. Rules added by arguments replace those that the
/// transcript adds.
pub(super) fn request_for(transcript: &Transcript, sources: &SourceArgs) -> Request {
    let mut request = transcript.request();
    request.rules_dirs.clone_from(&sources.rules);
    if !sources.with.is_empty() {
        request.with.clone_from(&sources.with);
    }
    request
}

/// Whether the argument names a transcript. The extension decides, or else the text.
pub(super) fn is_transcript(args: &GameArgs) -> bool {
    let path = Path::new(&args.scenario);
    let is_text = || match path.extension() {
        Some(ending) if ending == "toml" => false,
        Some(ending) if ending == "game" => true,
        _ => {
            let text = files::text(path, limits::FILE).unwrap_or_default();
            !content::looks_like_scenario(path, &text)
        }
    };
    path.is_file() && is_text() && !args.scenario.to_str().is_some_and(content::names_scenario)
}
