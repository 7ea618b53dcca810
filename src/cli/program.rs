//! An external program as a player: it receives questions as messages over its standard streams,
//! and its time and memory are limited.
//!
//! If a program does not answer, sends invalid answers or exits, its decisions are made at random,
//! or the game ends if so requested.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
#[cfg(any(feature = "serve", feature = "terminal"))]
use std::path::{PathBuf, absolute};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};

use super::options::{BotArgs, OnBotError};
use crate::action::Action;
use crate::clock::now;
use crate::diagnostic::{Diagnostic, in_line, shortened_to};
use crate::game::{PlayerView, Refusal};
use crate::protocol::{Begin, Choose, Chosen, End, Legal, Observation, VERSION, rulebook};
#[cfg(any(feature = "serve", feature = "terminal"))]
use crate::seat::Programs;
use crate::seat::{Decision, Random, Seat, Stop};
use crate::transcript::parse_action;

/// The maximum size of an answer in bytes.
const ANSWER: u64 = 1024 * 1024;
/// The maximum number of answers that are read in advance.
const MAX_PENDING_ANSWERS: usize = 16;
/// How often in a row a program may fail before it is replaced, and how often its choice of one
/// action may be refused.
const MAX_FAILURES: u32 = 3;
/// How long a program may take to exit after the game.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(500);

/// An external program that plays.
pub(super) struct Program {
    shown: String,
    child: Child,
    /// Lines to the program. Another thread writes them, since the program might not read them.
    asked: Option<Sender<String>>,
    /// Lines from the program, read by another thread.
    answers: Receiver<String>,
    args: BotArgs,
    /// The player that decides after a failure.
    fallback: Random,
    /// The remaining actions of the program's last answer, such as further discards.
    rest: VecDeque<Action>,
    /// The number of messages sent.
    sent: u64,
    /// How often in a row the program has failed.
    failures: u32,
    /// The reason why the program's choice was refused, and how often in a row.
    refused: Option<String>,
    refusals: u32,
    complaints: Vec<String>,
}

/// Where the program's output on stderr goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Errors {
    /// To stderr.
    Shown,
    /// Nowhere, since a screen of the terminal is in use.
    Dropped,
}

/// A program's failure to choose an action.
struct BotFailure {
    why: String,
    /// Whether the program cannot continue.
    is_final: bool,
}

impl From<String> for BotFailure {
    fn from(why: String) -> Self {
        Self { why, is_final: false }
    }
}

/// The programs with these paths. Each one is called as its file is.
///
/// # Errors
/// When a file does not exist, or two have the same name.
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(super) fn programs(
    paths: &[PathBuf],
    args: BotArgs,
    errors: Errors,
) -> Result<Programs, Diagnostic> {
    let mut programs = Programs::default();
    for path in paths {
        let found = absolute(path).ok().filter(|path| path.is_file());
        let found = found.ok_or_else(|| {
            Diagnostic::new(format!("there is no program `{}`", path.display()))
                .hint("give the path of an executable file, such as `./my_bot`")
        })?;
        let name = program_name(path);
        let start = move |fallback| match Program::start(&found, fallback, args, errors) {
            Ok(program) => Ok(Box::new(program) as Box<dyn Seat>),
            Err(wrong) => Err(wrong.message),
        };
        if !programs.add(name.clone(), start) {
            return Err(Diagnostic::new(format!("two programs have the name `{name}`"))
                .hint("rename one of the files"));
        }
    }
    Ok(programs)
}

/// The name of a program, which is that of its file.
#[cfg(any(feature = "serve", feature = "terminal"))]
pub(super) fn program_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    in_line(&name.to_string_lossy())
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// When the program cannot be started.
    pub(super) fn start(
        path: &Path,
        fallback: Random,
        args: BotArgs,
        errors: Errors,
    ) -> Result<Self, Diagnostic> {
        let shown = in_line(&path.to_string_lossy());
        let mut command = Command::new(path);
        // Its own child processes are killed together with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        if errors == Errors::Dropped {
            command.stderr(Stdio::null());
        }
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|error| {
            let wrong = Diagnostic::new(format!("`{shown}` cannot be started: {error}"));
            wrong.hint("a player is `greedy`, `random`, `human`, or an executable program")
        })?;
        limit_memory(&child, args.bot_memory);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (asked, questions) = channel();
        let (answer, answers) = sync_channel(MAX_PENDING_ANSWERS);
        thread::spawn(move || input.map(|input| write(input, &questions)));
        thread::spawn(move || output.map(|output| read(output, &answer)));
        Ok(Self {
            shown,
            child,
            asked: Some(asked),
            answers,
            args,
            fallback,
            rest: VecDeque::new(),
            sent: 0,
            failures: 0,
            refused: None,
            refusals: 0,
            complaints: Vec::new(),
        })
    }

    /// Asks the program for its choice.
    fn ask(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, BotFailure> {
        let me = view.viewer().expect("a program has a seat");
        let game = view.game();
        let failed = |failure: crate::rules::Failure| failure.into_details().message;
        let observation = Observation::of(view, false).map_err(failed)?;
        let actions: Vec<Legal> = legal.iter().map(|action| Legal::of(game, me, action)).collect();
        if self.sent == 0 {
            let rules = rulebook(view.rules());
            self.request(
                "begin",
                &Begin {
                    protocol: VERSION,
                    player: view.name(me),
                    players: game.names(),
                    title: &view.rules().title,
                    milliseconds: self.args.bot_time,
                    rules: &rules,
                },
            );
        }
        let refused = self.refused.take();
        let refused = refused.as_deref();
        self.request("choose", &Choose { observation: &observation, actions: &actions, refused });
        match self.answer()? {
            Chosen::Number(number) if number < legal.len() => Ok(Decision::Listed(number)),
            Chosen::Number(number) => {
                Err(format!("chose action {number} from a list of {}, counted from 0", legal.len())
                    .into())
            }
            Chosen::Line(line) => {
                let words = line.strip_prefix(view.name(me)).unwrap_or(&line);
                let actions = parse_action(game, me, words.trim());
                let wrong =
                    |wrong: Diagnostic| format!("said `{}`: {}", in_line(&line), wrong.message);
                let mut actions = VecDeque::from(actions.map_err(wrong)?);
                let first = actions.pop_front().ok_or_else(|| "said nothing".to_owned())?;
                self.rest = actions;
                Ok(first.into())
            }
        }
    }

    fn request(&mut self, method: &str, params: &impl Serialize) {
        self.sent += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.sent, "method": method, "params": params }),
        );
    }

    fn send(&mut self, message: &Value) {
        // If the program has ended, its missing answer shows that.
        let _ = self.asked.as_ref().map(|asked| asked.send(message.to_string()));
    }

    /// Reads the answer to the last request.
    fn answer(&mut self) -> Result<Chosen, BotFailure> {
        let limit = Duration::from_millis(self.args.bot_time);
        let begun = now();
        loop {
            let left = limit.saturating_sub(begun.elapsed());
            let line = self.answers.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    BotFailure::from(format!("gave no answer within {} ms", self.args.bot_time))
                }
                RecvTimeoutError::Disconnected => {
                    BotFailure { why: "has ended".into(), is_final: true }
                }
            })?;
            let nonsense = || format!("gave an invalid answer: {}", brief(&line));
            let mut message: Value = serde_json::from_str(&line).map_err(|_| nonsense())?;
            let id = message.get("id").and_then(Value::as_u64).ok_or_else(nonsense)?;
            if id < self.sent {
                // A late answer, or the one to `begin`.
                continue;
            }
            if id > self.sent {
                return Err(format!("answered request {id}, which was not sent").into());
            }
            if let Some(error) = message.get("error") {
                return Err(format!("answered with an error: {}", brief(&error.to_string())).into());
            }
            let result = message.get_mut("result").map(Value::take).ok_or_else(nonsense)?;
            return Ok(serde_json::from_value(result).map_err(|_| nonsense())?);
        }
    }

    /// Lets the fallback decide for a program that has failed, or stops the game.
    fn failed(
        &mut self,
        view: &PlayerView<'_>,
        legal: &[Action],
        lapse: BotFailure,
    ) -> Result<Decision, Stop> {
        let BotFailure { why, is_final } = lapse;
        let name = view.viewer().map_or("", |player| view.name(player));
        let what = format!("{name}'s program {} {why}", self.shown);
        if self.args.on_bot_error == OnBotError::Stop {
            return Err(Stop::Bot(format!("{what}: the game stops")));
        }
        self.failures += 1;
        self.refused = Some(why.clone());
        if is_final || self.failures == MAX_FAILURES {
            self.dismiss();
            self.complaints.push(format!("{what}: from now on its actions are random"));
        } else {
            self.complaints.push(format!("{what}: a random action is taken instead"));
        }
        self.fallback.choose(view, legal)
    }

    /// Stops asking the program.
    fn dismiss(&mut self) {
        self.asked = None;
        kill(&mut self.child);
    }
}

impl Seat for Program {
    fn choose(&mut self, view: &PlayerView<'_>, legal: &[Action]) -> Result<Decision, Stop> {
        if let Some(action) = self.rest.pop_front() {
            return Ok(action.into());
        }
        if self.asked.is_none() {
            return self.fallback.choose(view, legal);
        }
        if self.refused.is_none() {
            // The last choice was accepted.
            self.refusals = 0;
        }
        if self.refusals == MAX_FAILURES {
            self.refusals = 0;
            let refused = self.refused.take().unwrap_or_default();
            return self.failed(view, legal, format!("chose a refused action: {refused}").into());
        }
        match self.ask(view, legal) {
            Ok(wish) => {
                self.failures = 0;
                Ok(wish)
            }
            Err(lapse) => self.failed(view, legal, lapse),
        }
    }

    fn refused(&mut self, _: &PlayerView<'_>, _: &Decision, refused: &Refusal) {
        self.rest.clear();
        self.refused = Some(in_line(&refused.to_string()));
        self.refusals += 1;
    }

    fn complaints(&mut self) -> Vec<String> {
        std::mem::take(&mut self.complaints)
    }

    fn end(&mut self, view: &PlayerView<'_>) {
        if let Ok(observation) = Observation::of(view, false) {
            let params = End { observation: &observation };
            self.send(&json!({ "jsonrpc": "2.0", "method": "end", "params": params }));
        }
        self.asked = None;
        let begun = now();
        while begun.elapsed() < SHUTDOWN_TIMEOUT
            && self.child.try_wait().is_ok_and(|status| status.is_none())
        {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        kill(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Writes lines until the channel or the pipe is closed.
fn write(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the program closes its output or the channel is closed.
fn read(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(ANSWER).read_until(b'\n', &mut line) {
            Ok(1..) if lines.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

/// The maximum number of characters that messages quote from an answer.
const BRIEF: usize = 61;

fn brief(text: &str) -> String {
    shortened_to(BRIEF, &in_line(text.trim()))
}

/// Kills a program and its child processes, unless it has already exited.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = process(child) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Suspends this program and those that play in its games, until the shell lets them go on.
#[cfg(feature = "terminal")]
pub(super) fn suspend() {
    // If it fails, the program simply goes on.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

/// The process id of a program.
#[cfg(unix)]
fn process(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Limits the memory of a program.
#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, mebibytes: u64) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let bytes = Some(mebibytes.saturating_mul(1024 * 1024));
    // If the limit cannot be set, the program runs without it.
    let _ = prlimit(process(child), Resource::As, Rlimit { current: bytes, maximum: bytes });
}

/// Memory is limited only on Linux.
#[cfg(not(target_os = "linux"))]
fn limit_memory(_: &Child, _: u64) {}
