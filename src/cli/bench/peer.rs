//! Another program that is measured alternately with the games.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::measure::Round;
use super::table::BenchLine;
use crate::cli::problem::Problem;
use crate::diagnostic::Diagnostic;

/// Another program, and its results so far.
pub(super) struct Peer<'a> {
    program: &'a OsString,
    args: &'a [OsString],
    answers: Vec<PeerResult>,
}

/// The line that the program prints for a round.
#[derive(Deserialize)]
struct PeerResult {
    /// The name and version of the program.
    engine: String,
    #[serde(flatten)]
    round: Round,
}

impl<'a> Peer<'a> {
    /// The program that a command names; `None` if the command is empty.
    pub(super) fn new(command: &'a [OsString]) -> Option<Self> {
        let (program, args) = command.split_first()?;
        Some(Self { program, args, answers: Vec::new() })
    }

    /// Runs the program for a round.
    pub(super) fn round(&mut self) -> Result<(), Problem> {
        let mut command = Command::new(self.program);
        command.args(self.args).stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| self.wrong(&error.to_string()))?;
        if !output.status.success() {
            return Err(self.wrong(&output.status.to_string()));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let answer = serde_json::from_str(text.lines().last().unwrap_or_default());
        let answer: PeerResult = answer.map_err(|error| self.wrong(&error.to_string()))?;
        if answer.round.decisions == 0 || answer.round.games == 0 || answer.round.seconds <= 0.0 {
            return Err(self.wrong("it reported 0 games, decisions or seconds"));
        }
        self.answers.push(answer);
        Ok(())
    }

    fn wrong(&self, why: &str) -> Problem {
        let program = self.program.to_string_lossy();
        let hint = "the program must print a line such as \
                    `{\"engine\": \"name 1.0\", \"decisions\": 900, \"games\": 1, \"seconds\": 0.5}`";
        Diagnostic::new(format!("`{program}` cannot be measured: {why}")).hint(hint).into()
    }

    /// The program's line in the table.
    pub(super) fn line(self) -> Option<BenchLine> {
        let name = self.answers.first()?.engine.clone();
        let rounds = self.answers.into_iter().map(|answer| answer.round).collect();
        Some(BenchLine { name, players: None, rounds, counted: None })
    }
}
