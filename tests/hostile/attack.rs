//! The program run as a child with a pack, and what that took.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use wait4::Wait4;

/// The most memory that a game may take, in bytes.
const MEMORY: u64 = 256 * 1024 * 1024;
/// The most time that a processor may work for a game which ends at the first attack.
const TIME: Duration = Duration::from_secs(1);
/// How often a game may be tried where the machine has other work.
const TRIES: usize = 3;

/// What came of a game.
pub(crate) struct Outcome {
    /// The exit code; none where a signal ended the program.
    pub(crate) code: Option<i32>,
    /// What was told.
    pub(crate) told: String,
    /// How long a processor worked.
    time: Duration,
    /// The most memory at one time, in bytes.
    memory: u64,
}

impl Outcome {
    /// The first line of what was told.
    pub(crate) fn message(&self) -> &str {
        self.told.lines().next().unwrap_or("nothing is told")
    }
}

/// Plays a game with these arguments in a folder, measured.
fn measured(folder: &Path, args: &[&str]) -> Outcome {
    let told = TempDir::new().expect("a temporary folder");
    let path = told.path().join("told");
    let child = Command::new(env!("CARGO_BIN_EXE_newcatan"))
        .current_dir(folder)
        .args(args)
        .env("NO_COLOR", "1")
        .stdout(Stdio::null())
        .stderr(File::create(&path).expect("a new file"))
        .spawn()
        .expect("the program");
    let used = child.wait4().expect("the program ends");
    Outcome {
        code: used.status.code(),
        told: std::fs::read_to_string(path).expect("what was told"),
        time: used.rusage.utime + used.rusage.stime,
        memory: used.rusage.maxrss,
    }
}

/// Runs the program in a folder, and checks that it is neither broken nor greedy.
pub(crate) fn run(folder: &Path, name: &str, args: &[&str]) -> Outcome {
    let mut tries = (0..TRIES).map(|_| measured(folder, args));
    let first = tries.next().expect("a try");
    let quick = |outcome: &Outcome| outcome.time < TIME;
    let outcome = if quick(&first) { first } else { tries.find(quick).unwrap_or(first) };
    let Outcome { code, told, time, memory } = &outcome;
    assert!(quick(&outcome), "{name} takes {time:?}\n{told}");
    assert!(*memory < MEMORY, "{name} takes {memory} bytes\n{told}");
    assert!(matches!(code, Some(0 | 1)), "{name} ends with {code:?}\n{told}");
    assert!(!told.contains("panicked") && !told.contains("bug of the program"), "{name}: {told}");
    assert!(told.len() < 64 * 1024, "{name} floods the terminal with {} bytes", told.len());
    outcome
}

/// The arguments for a game with a pack, by players that do anything.
pub(crate) fn game<'a>(scenario: &'a str, pack: &'a str) -> Vec<&'a str> {
    let players = "random,random,random";
    vec!["run", scenario, "--with", pack, "--players", players, "--quiet", "--seed", "1"]
}
