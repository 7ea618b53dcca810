//! `play` and `resume`: games of people on one screen, which are saved as they go.

mod app;
mod backend;
mod draw;
mod edit;
mod games;
mod panels;
mod text;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyModifiers,
};
use crossterm::{cursor, execute, terminal};
use ratatui_core::backend::Backend;
use ratatui_core::terminal::Terminal;

use super::options::{BotArgs, GameArgs, SeatKind};
use super::problem::Problem;
use super::program::{Errors, program_name, programs, suspend};
use super::setup;
use super::streams::Streams;
use crate::chance;
use crate::count::counted;
use crate::diagnostic::Diagnostic;
use crate::protocol::{Chance, New, Players, RpcError, Scenario};
use crate::rules::{Rules, SettingValue};
use crate::saved::{self, Beginning, SavedGame, Store};
use crate::seat::Strategy;
use app::App;
use backend::Grid;

/// How long the screen waits for a key before it looks whether the program is interrupted.
const WAIT: Duration = Duration::from_millis(250);
/// The maximum number of events that are handled before the screen is drawn again.
const AT_ONCE: usize = 2_000;

/// Whether somebody has sent an interrupt, or has closed the terminal.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The arguments of `play`.
#[derive(clap::Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The players; by default, a person and as many greedy players as possible.
    ///
    /// `human` is asked at the terminal, `greedy` goes for the nearest points, `random` takes any
    /// legal action, and a path such as `./my_bot` names a program, as for `run`.
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    players: Vec<SeatKind>,
    /// The seed of the game's random results; by default, one is drawn.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// The arguments of `resume`.
#[derive(clap::Args, Debug)]
pub(super) struct ResumeArgs {
    /// The game; by default, the last one that is not over.
    game: Option<String>,
    /// List the saved games, and continue none.
    #[arg(long, conflicts_with = "game")]
    list: bool,
    /// A program that plays in the game, as it is called there; may be repeated.
    #[arg(long = "program", value_name = "PATH")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    screen: ScreenArgs,
}

/// What both commands need.
#[derive(clap::Args, Debug)]
struct ScreenArgs {
    /// The folder in which games are saved.
    #[arg(long, value_name = "DIR", default_value = "games")]
    games: PathBuf,
    /// The pause before each action of a program, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 300)]
    pause: u64,
    #[command(flatten)]
    bots: BotArgs,
}

/// Begins a game.
pub(super) fn play(args: &PlayArgs, streams: &mut Streams) -> Result<(), Problem> {
    let rules = setup::load_game(&args.game)?.rules;
    check_terminal()?;
    let mut kinds = args.players.clone();
    if kinds.is_empty() {
        kinds = vec![SeatKind::Strategy(Strategy::Greedy); *rules.seats.end()];
        kinds[0] = SeatKind::Human;
    }
    let seats: Vec<_> = kinds.iter().map(seat).collect();
    let mut paths: Vec<PathBuf> = kinds.iter().filter_map(SeatKind::program).cloned().collect();
    paths.sort();
    paths.dedup();
    let request = crate::content::add_rule_folders(args.game.request())?;
    let seed = args.seed.unwrap_or_else(chance::draw_seed);
    let setup = new_game(&args.game, &rules, seats.len(), seed);
    let store = open(&args.screen, &paths)?;
    let beginning = Beginning::with_rules(setup, request);
    let (id, _) = beginning.begin(&store, Some(seats)).map_err(problem)?;
    show(&store, &id, &args.screen, streams)
}

/// Continues a game.
pub(super) fn resume(args: &ResumeArgs, streams: &mut Streams) -> Result<(), Problem> {
    let folder = &args.screen.games;
    let none = || {
        let message = format!("no game to continue is saved in `{}`", folder.display());
        Diagnostic::new(message).hint("`newcatan play catan` begins one")
    };
    if !folder.is_dir() {
        return Err(none().into());
    }
    let store = open(&args.screen, &args.programs)?;
    if args.list {
        return Ok(games::list(&store, streams)?);
    }
    let ids = store.ids().map_err(|error| unusable(folder, &error))?;
    let id = match &args.game {
        Some(name) if ids.contains(name) => name.clone(),
        Some(name) => {
            let message = format!("no game `{name}` is saved in `{}`", folder.display());
            return Err(Diagnostic::new(message).did_you_mean(name, &ids).into());
        }
        None => {
            let goes_on = |id: &&String| store.saved(id).is_ok_and(|saved| saved.ended.is_none());
            let last = ids.iter().filter(goes_on).max_by_key(|id| store.time(id));
            last.ok_or_else(none)?.clone()
        }
    };
    check_terminal()?;
    show(&store, &id, &args.screen, streams)
}

/// The kind of a seat as it is saved.
fn seat(kind: &SeatKind) -> saved::SeatKind {
    match kind {
        SeatKind::Human => saved::SeatKind::Person,
        SeatKind::Strategy(strategy) => saved::SeatKind::Strategy(*strategy),
        SeatKind::Program(path) => saved::SeatKind::Program(program_name(path)),
    }
}

/// The parameters of the game, with the names of the files that are copied into its folder.
fn new_game(args: &GameArgs, rules: &Rules, seats: usize, seed: u64) -> New {
    let path = Path::new(&args.scenario);
    let name = path.file_name().unwrap_or(&args.scenario).to_string_lossy().into_owned();
    let value = |text: &str| match (text.parse(), text.parse()) {
        (Ok(truth), _) => SettingValue::Truth(truth),
        (_, Ok(number)) => SettingValue::Number(number),
        _ => SettingValue::Word(text.into()),
    };
    let set = args.changes.set.iter().map(|(key, text)| (key.clone(), value(text)));
    New {
        game: None,
        scenario: Scenario::Name(name),
        packs: Some(rules.packs.iter().map(|pack| pack.id.clone()).collect()),
        with: Vec::new(),
        without: args.changes.without.clone(),
        set: set.collect(),
        players: Some(Players::Number(seats)),
        seed: Some(seed),
        chance: Chance::default(),
        operations: None,
    }
}

/// Opens the folder of games, in which these programs can play.
fn open(args: &ScreenArgs, paths: &[PathBuf]) -> Result<Store, Diagnostic> {
    // What a program writes to stderr would damage the screen.
    let programs = programs(paths, args.bots, Errors::Dropped)?;
    let store = Store::new(args.games.clone()).map_err(|error| unusable(&args.games, &error))?;
    Ok(store.with_programs(programs))
}

fn unusable(folder: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(format!("`{}` cannot be used: {error}", folder.display()))
        .hint("choose the folder of games with `--games`")
}

/// The diagnostics of a failed request.
fn problem(fault: RpcError) -> Problem {
    let mut wrong = Diagnostic::new(fault.message);
    for reason in fault.reasons {
        wrong = wrong.hints(reason.hints);
    }
    wrong.into()
}

fn check_terminal() -> Result<(), Diagnostic> {
    let is_dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    let wrong = match io::stdin().is_terminal() && io::stdout().is_terminal() {
        true if is_dumb => "`play` needs a terminal with a screen, but `TERM` is `dumb`",
        true => return Ok(()),
        false => "`play` needs a terminal",
    };
    let hint = "`newcatan run catan --players human,greedy,greedy` reads lines from anywhere";
    Err(Diagnostic::new(wrong).hint(hint))
}

/// Shows a game until somebody leaves it, and tells how it is continued.
fn show(store: &Store, id: &str, args: &ScreenArgs, streams: &mut Streams) -> Result<(), Problem> {
    let game = SavedGame::open(store, id).map_err(problem)?;
    if let Some(absence) = game.absence() {
        let hint = "give its path with `--program`, or let a bot play for it in `newcatan serve`";
        return Err(Diagnostic::new(absence).hint(hint).into());
    }
    let place = format!("`{}`", args.games.join(id).display());
    let mut app = App::new(game, place.clone());
    let colors = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    // Without a handler, an interrupt from outside ends the program at once.
    let _ = ctrlc::set_handler(|| IS_INTERRUPTED.store(true, Ordering::Relaxed));
    let shown = {
        let _raw = RawTerminal::new()?;
        let mut screen = Terminal::new(Grid::new(io::stdout().lock(), colors))?;
        let mut next = |wait| Ok(if event::poll(wait)? { Some(read()?) } else { None });
        run(&mut app, &mut screen, &mut next, Duration::from_millis(args.pause))
    };
    let lines = app.game.log(None).len();
    let folder = match args.games.to_str() {
        Some("games") => String::new(),
        _ => format!(" --games {}", args.games.display()),
    };
    writeln!(streams.out, "the game is saved in {place} ({})", counted(lines, "line"))?;
    if !app.game.game().is_over() {
        writeln!(streams.out, "`newcatan resume {id}{folder}` continues it")?;
        shown?;
        return Err(Problem::Left);
    }
    Ok(shown?)
}

/// Reads an event. Ctrl-Z gives the terminal back until the program goes on, and then everything is
/// drawn again.
fn read() -> io::Result<Event> {
    let event = event::read()?;
    let with_control = |letter| KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    if event != Event::Key(with_control('z')) {
        return Ok(event);
    }
    restore();
    suspend();
    occupy()?;
    Ok(Event::Key(with_control('l')))
}

/// Draws the game whenever something has changed, and handles events, until somebody leaves.
fn run<B: Backend>(
    app: &mut App,
    screen: &mut Terminal<B>,
    next: &mut dyn FnMut(Duration) -> io::Result<Option<Event>>,
    pause: Duration,
) -> io::Result<()> {
    // Nobody knows what the terminal showed before.
    (app.redraw.is_changed, app.redraw.is_damaged) = (true, true);
    while !app.is_left && !IS_INTERRUPTED.load(Ordering::Relaxed) {
        if std::mem::take(&mut app.redraw.is_damaged) {
            screen.clear().map_err(unshown)?;
        }
        if std::mem::take(&mut app.redraw.is_changed) {
            screen.draw(|frame| draw::screen(app, frame)).map_err(unshown)?;
        }
        let awaits_bot = app.next.is_none() && app.game.awaits_bot();
        let Some(event) = next(if awaits_bot { pause } else { WAIT })? else {
            if awaits_bot {
                app.play_bot();
            }
            continue;
        };
        app.handle(&event);
        for _ in 0..AT_ONCE {
            let Some(event) = next(Duration::ZERO)? else { break };
            app.handle(&event);
        }
    }
    Ok(())
}

fn unshown(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(error.to_string())
}

/// The terminal while the game has it. It is restored at the end, and if the program panics.
struct RawTerminal;

impl RawTerminal {
    fn new() -> io::Result<Self> {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            usual(info);
        }));
        occupy()?;
        Ok(Self)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Takes the terminal.
fn occupy() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), terminal::EnterAlternateScreen, EnableBracketedPaste)
}

/// Gives the terminal back. What cannot be restored is lost anyway.
fn restore() {
    let _ =
        execute!(io::stdout(), DisableBracketedPaste, terminal::LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}
