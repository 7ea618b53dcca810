//! Functions shared by tests: loading rules and playing games.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part of it")]

pub mod files;
pub mod pages;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::rc::Rc;
use std::sync::Arc;

use newcatan::content::{self, Request};
use newcatan::diagnostic::Diagnostics;
use newcatan::game;
use newcatan::game::{Game, Script};
use newcatan::rules::Rules;
use newcatan::script::{self, ExecutionMode};
use newcatan::table::Player;
use newcatan::transcript::{self, Body, Line, Options, ReplayReport, ReplayedLine, Transcript};

/// The players of most tests, in the order of their seats.
pub const RED: Player = Player(0);
/// The second player.
pub const BLUE: Player = Player(1);
/// The third player.
pub const WHITE: Player = Player(2);

/// The first seed of random games: `SEED` in the environment, which changes with each commit in
/// `.ci/run`, or 1.
pub fn first_seed() -> u64 {
    std::env::var("SEED").map_or(1, |seed| seed.parse().expect("`SEED` is a number"))
}

/// The folder of the shipped rules, so that tests use the files and not the built-in copy.
pub fn shipped() -> Request {
    rules_in(Path::new("rules"))
}

/// A request for rules in a folder, without a scenario yet.
pub fn rules_in(folder: &Path) -> Request {
    let mut request = Request::scenario("");
    request.rules_dirs.push(folder.to_owned());
    request
}

/// Loads a scenario and its script host.
pub fn load(request: &Request) -> Result<(Arc<Rules>, Rc<dyn Script>), Diagnostics> {
    let rules = content::load(request)?;
    let host = script::host_of(&rules, mode())?;
    Ok((rules, host))
}

thread_local! {
    /// The shipped rules that a thread has loaded, by request.
    static LOADED: RefCell<BTreeMap<String, Loaded>> = RefCell::default();
}

/// Rules with their script host.
pub type Loaded = (Arc<Rules>, Rc<dyn Script>);

/// Loads a scenario; the shipped rules are loaded only once for each thread.
pub fn load_once(request: &Request) -> Result<Loaded, Diagnostics> {
    let is_shipped = request.rules_dirs == [Path::new("rules")] && request.with.is_empty();
    if !is_shipped || !request.scenario.starts_with("scenarios/") {
        return load(request);
    }
    let key = format!("{request:?}");
    if let Some(loaded) = LOADED.with_borrow(|all| all.get(&key).cloned()) {
        return Ok(loaded);
    }
    let loaded = load(request)?;
    LOADED.with_borrow_mut(|all| all.insert(key, loaded.clone()));
    Ok(loaded)
}

/// The execution mode of the tests: bytecode, or the interpreter if `INTERPRET` is set in the
/// environment.
pub fn mode() -> ExecutionMode<'static> {
    if std::env::var_os("INTERPRET").is_some() {
        ExecutionMode::Interpreted
    } else {
        ExecutionMode::Lowered
    }
}

/// Whether the tests run without caching, because `UNCACHED` is set in the environment.
pub fn is_uncached() -> bool {
    std::env::var_os("UNCACHED").is_some()
}

/// Plays a transcript with the rules of the request. Checks at every decision that nothing is lost
/// or duplicated, and at the end that the game can be saved and restored.
pub fn play(text: &str, file: &str, request: &Request) -> Result<ReplayReport, Diagnostics> {
    play_from(text, file, request, Path::new("scenarios"))
}

/// Plays a transcript with the scenarios of a folder.
pub fn play_from(
    text: &str,
    file: &str,
    request: &Request,
    scenarios: &Path,
) -> Result<ReplayReport, Diagnostics> {
    play_watched(text, file, request, scenarios, &mut |_| ())
}

/// Plays a transcript and calls an observer at each moment.
pub fn play_watched(
    text: &str,
    file: &str,
    request: &Request,
    scenarios: &Path,
    watch: &mut dyn FnMut(&ReplayedLine<'_>),
) -> Result<ReplayReport, Diagnostics> {
    let transcript = transcript::parse(text, file)?;
    let request = request_of(&transcript, request, scenarios);
    let (rules, host) = load_once(&request)?;
    // A refused action leaves the game unchanged, so it is not checked again.
    let lines = &transcript.lines;
    let is_refused =
        |at: usize| matches!(lines.get(at + 1), Some(Line { body: Body::Refused(_), .. }));
    let mut check = |moment: &ReplayedLine<'_>| {
        watch(moment);
        if !moment.at.is_some_and(is_refused) {
            assert_eq!(moment.game.faults().unwrap(), [""; 0]);
        }
    };
    let uncached = is_uncached();
    let options = Options { uncached, observe: Some(&mut check), ..Options::default() };
    let report = transcript::replay(&transcript, &rules, Rc::clone(&host), options)?;
    check_saved(&report.game, &rules, &host);
    Ok(report)
}

/// A request for a transcript, with the rules of another request and the scenarios of a folder.
pub fn request_of(transcript: &Transcript, request: &Request, scenarios: &Path) -> Request {
    let named = Path::new(transcript.scenario());
    let in_folder = scenarios.join(named).with_extension("toml");
    let scenario = if named.is_file() { named } else { &*in_folder };
    let set = transcript.settings();
    Request { scenario: scenario.display().to_string(), set, ..request.clone() }
}

/// The rulings that comments of a game or test claim to cover.
pub fn rulings_named(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| {
            let line = line.trim_start();
            line.strip_prefix("# covers:").or_else(|| line.strip_prefix("// covers:"))
        })
        .flat_map(|rulings| rulings.split(',').map(str::trim))
}

/// Checks that the game can be saved and restored.
fn check_saved(game: &Game, rules: &Arc<Rules>, host: &Rc<dyn Script>) {
    let saved = serde_json::to_string(&game.state()).unwrap();
    let state: game::State = serde_json::from_str(&saved).unwrap();
    assert_eq!(state, game.state());
    let resumed = Game::resume(Arc::clone(rules), Rc::clone(host), game.names(), state).unwrap();
    assert_eq!(resumed.table(), game.table());
    assert_eq!(resumed.question(), game.question());
    for player in game.to_act().iter() {
        assert_eq!(resumed.legal_actions(player), game.legal_actions(player));
    }
}

/// Runs the program in a folder.
pub fn run_in(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_newcatan"));
    command.current_dir(folder).args(args).env("NO_COLOR", "1").output().expect("the program")
}

/// The fenced blocks of a language on a page, in order.
pub fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// The stdout of the program.
pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code and the stderr of the program.
pub fn said(output: &Output) -> String {
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    format!("exit {}\n{}", output.status.code().unwrap(), err.trim_end())
}
