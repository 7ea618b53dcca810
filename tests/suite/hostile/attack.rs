//! Runs the program as a child process with a pack, and measures its resources.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use wait4::Wait4;

/// The maximum memory of a game in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;
/// The maximum processor time of a game that ends at the first attack: one second, and more for
/// builds without optimizations.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });
/// How often a game may be retried if the machine is busy.
const TRIES: usize = 3;

/// The result of a game.
pub(crate) struct Outcome {
    /// The exit code; `None` if a signal ended the program.
    pub(crate) code: Option<i32>,
    /// The messages.
    pub(crate) told: String,
    /// The result on stdout.
    out: String,
    /// The processor time.
    time: Duration,
    /// The peak memory in bytes.
    memory: u64,
}

impl Outcome {
    /// The first line of the messages, or else of the result.
    pub(crate) fn message(&self) -> &str {
        self.told.lines().chain(self.out.lines()).next().unwrap_or("nothing is told")
    }
}

/// A running program in a folder, and the files to which it writes.
struct Run {
    child: Child,
    written: TempDir,
}

impl Run {
    /// Starts the program with these arguments.
    fn start(folder: &Path, args: &[&str], input: Stdio, out: Option<Stdio>) -> Self {
        let written = TempDir::new().expect("a temporary folder");
        let file = |name| File::create(written.path().join(name)).expect("a new file");
        let (out, told) = (out.unwrap_or_else(|| file("out").into()), file("told"));
        let child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
            .current_dir(folder)
            .args(args)
            .env("NO_COLOR", "1")
            .stdin(input)
            .stdout(out)
            .stderr(told)
            .spawn()
            .expect("the program");
        Self { child, written }
    }

    /// Waits for its end, and returns the result.
    fn end(self) -> Outcome {
        let read = |name| fs::read_to_string(self.written.path().join(name)).unwrap_or_default();
        let used = self.child.wait4().expect("the program ends");
        Outcome {
            code: used.status.code(),
            told: read("told"),
            out: read("out"),
            time: used.rusage.utime + used.rusage.stime,
            memory: used.rusage.maxrss,
        }
    }
}

/// Runs the program in a folder, and checks that it neither crashes nor exceeds its limits.
pub(crate) fn run(folder: &Path, name: &str, args: &[&str]) -> Outcome {
    judged(name, || Run::start(folder, args, Stdio::null(), None).end())
}

/// The result after a few tries, checked for crashes and limits.
fn judged(name: &str, measured: impl Fn() -> Outcome) -> Outcome {
    let mut tries = (0..TRIES).map(|_| measured());
    let first = tries.next().expect("a try");
    let quick = |outcome: &Outcome| outcome.time < TIME;
    let outcome = if quick(&first) { first } else { tries.find(quick).unwrap_or(first) };
    let Outcome { code, told, time, memory, .. } = &outcome;
    assert!(quick(&outcome), "{name} takes {time:?}\n{told}");
    assert!(*memory < MEMORY, "{name} takes {memory} bytes\n{told}");
    assert!(matches!(code, Some(0 | 1)), "{name} ends with {code:?}\n{told}");
    assert!(!told.contains("panicked") && !told.contains("bug of the program"), "{name}: {told}");
    assert!(told.len() < 64 * 1024, "{name} floods the terminal with {} bytes", told.len());
    outcome
}

/// Runs the language server for an editor that opens this document, and exits after its diagnostics
/// have arrived. Returns these.
pub(crate) fn serve(folder: &Path, file: &str, text: &str) -> String {
    let root = format!("file://{}", folder.canonicalize().expect("a folder").display());
    let uri = format!("{root}/{file}");
    let document = json!({ "uri": uri, "languageId": "newcatan", "version": 1, "text": text });
    let opened = json!({ "textDocument": document });
    let about = json!({ "rootUri": root, "capabilities": {} });
    judged("lsp", || {
        let mut run = Run::start(folder, &["lsp"], Stdio::piped(), Some(Stdio::piped()));
        let mut to = run.child.stdin.take().expect("its input");
        let mut from = BufReader::new(run.child.stdout.take().expect("its output"));
        send(&mut to, &json!({ "id": 1, "method": "initialize", "params": about }));
        send(&mut to, &json!({ "method": "textDocument/didOpen", "params": opened }));
        let mut heard = String::new();
        while !heard.contains("publishDiagnostics") {
            heard = receive(&mut from);
        }
        send(&mut to, &json!({ "id": 2, "method": "shutdown", "params": null }));
        send(&mut to, &json!({ "method": "exit" }));
        Outcome { out: heard, ..run.end() }
    })
    .out
}

/// Sends a message of the protocol.
fn send(to: &mut impl Write, message: &Value) {
    let mut message = message.clone();
    message["jsonrpc"] = "2.0".into();
    let text = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the program listens");
    to.flush().expect("the program listens");
}

/// The next message of the protocol.
fn receive(from: &mut impl BufRead) -> String {
    let (mut length, mut line) = (0, String::new());
    while line.trim() != "" || length == 0 {
        line.clear();
        assert!(from.read_line(&mut line).expect("a line") > 0, "the program has ended");
        if let Some(count) = line.strip_prefix("Content-Length: ") {
            length = count.trim().parse().expect("a number");
        }
    }
    let mut bytes = vec![0; length];
    from.read_exact(&mut bytes).expect("a message");
    String::from_utf8(bytes).expect("a text")
}

/// The arguments for a game with a pack and random players.
pub(crate) fn game<'a>(scenario: &'a str, pack: &'a str) -> Vec<&'a str> {
    let players = "random,random,random";
    vec!["run", scenario, "--with", pack, "--players", players, "--quiet", "--seed", "1"]
}
