//! Other programs whose rounds alternate with those of the scenarios.

use std::path::{Path, PathBuf, absolute};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::Deserialize;

use super::figures::BenchLine;
use super::measure::Round;
use crate::cli::problem::Problem;
use crate::diagnostic::Diagnostic;
use crate::files;

/// What a program must print, for messages.
const EXPECTED: &str = "the program gets a number of seconds, and must print a line such as \
                        `{\"engine\": \"name 1.0\", \"decisions\": 900, \"games\": 1, \"seconds\": 0.5}`";

/// Another program, and its results so far.
pub(super) struct Beside<'a> {
    /// The path as it was typed.
    path: &'a Path,
    file: PathBuf,
    engine: String,
    rounds: Vec<Round>,
}

/// The line that a program prints for a round.
#[derive(Deserialize)]
struct ProgramRound {
    /// The name and version of the program.
    engine: String,
    #[serde(flatten)]
    round: Round,
}

impl<'a> Beside<'a> {
    /// The program with this path.
    ///
    /// # Errors
    /// When there is no executable file with this path.
    pub(super) fn new(path: &'a PathBuf) -> Result<Self, Diagnostic> {
        let shown = path.display();
        let wrong = |message, hint| Diagnostic::new(message).hint(hint);
        let example = || "give the path of an executable file, such as `./my_engine`".to_owned();
        if path.is_dir() {
            return Err(wrong(format!("`{shown}` is a folder, not a program"), example()));
        }
        let file = absolute(path).ok().filter(|file| file.is_file());
        let file =
            file.ok_or_else(|| wrong(format!("there is no program `{shown}`"), example()))?;
        if !files::is_executable(&file) {
            let hint = format!("`chmod +x {shown}` makes it executable");
            return Err(wrong(format!("`{shown}` is not executable"), hint));
        }
        Ok(Self { path, file, engine: String::new(), rounds: Vec::new() })
    }

    /// Runs the program for a short time, which warms it up and shows whether it can be measured.
    pub(super) fn warm_up(&mut self, time: Duration) -> Result<(), Problem> {
        self.engine = self.run(time)?.engine;
        Ok(())
    }

    /// Runs the program for a round.
    pub(super) fn round(&mut self, time: Duration) -> Result<(), Problem> {
        let round = self.run(time)?.round;
        self.rounds.push(round);
        Ok(())
    }

    fn run(&self, time: Duration) -> Result<ProgramRound, Problem> {
        let mut command = Command::new(&self.file);
        command.arg(time.as_secs_f64().to_string()).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| self.wrong(&error.to_string()))?;
        if !output.status.success() {
            return Err(self.wrong(&output.status.to_string()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = serde_json::from_str(text.lines().last().unwrap_or_default());
        let answer: ProgramRound = answer.map_err(|error| self.wrong(&error.to_string()))?;
        if answer.round.decisions == 0 || answer.round.games == 0 || answer.round.seconds <= 0.0 {
            return Err(self.wrong("it reported 0 games, decisions or seconds"));
        }
        Ok(answer)
    }

    fn wrong(&self, why: &str) -> Problem {
        let path = self.path.display();
        Diagnostic::new(format!("`{path}` cannot be measured: {why}")).hint(EXPECTED).into()
    }

    /// The program's line in the table.
    pub(super) fn line(self) -> BenchLine {
        BenchLine {
            name: self.engine,
            players: None,
            rounds: self.rounds,
            threaded: None,
            counted: None,
        }
    }
}
