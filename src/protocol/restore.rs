//! Saves games as data for `state`, and restores them.
//!
//! A saved game consists of its parameters and the lines that were played. Restoring plays these
//! lines again, so only reachable states can be restored; the saved table and digest must match the
//! result.

use serde_json::{Map, Value};

use super::FORMAT;
use super::message::Saved;
use super::observation::Observation;
use super::rpc::{ErrorReason, RpcError, RpcErrorCode};
use super::session::Session;
use crate::diagnostic::shortened_to;
use crate::transcript::digest;

/// The maximum number of differences in an error.
const NAMED: usize = 20;

impl Session {
    /// Converts the game to data.
    pub(super) fn save(&self) -> Result<Saved, RpcError> {
        Ok(Saved {
            format: FORMAT,
            engine: env!("CARGO_PKG_VERSION").into(),
            setup: super::message::New { game: None, ..self.setup.clone() },
            transcript: self.transcript.clone(),
            lines: self.texts(),
            digest: digest(&self.game),
            table: table(self)?,
        })
    }

    /// Plays the lines of a saved game, and checks that they reproduce its table.
    pub(super) fn restore(&mut self, saved: &Saved) -> Result<(), RpcError> {
        let has_seed = saved.setup.seed.is_some() || saved.transcript.is_some();
        if !has_seed {
            return Err(RpcError::new(
                RpcErrorCode::NotRestored,
                "the `setup` of the state has no `seed`",
            ));
        }
        for (index, line) in saved.lines.iter().enumerate() {
            self.play(line).map_err(|fault| {
                let text = format!("line {} of the state, `{line}`, cannot be played", index + 1);
                let message = format!("{text}: {}", fault.message);
                RpcError {
                    reasons: fault.reasons,
                    ..RpcError::new(RpcErrorCode::NotRestored, message)
                }
            })?;
        }
        let mut found = Vec::new();
        compare(
            "table",
            &Value::Object(table(self)?),
            &Value::Object(saved.table.clone()),
            &mut found,
        );
        if found.is_empty() && digest(&self.game) != saved.digest {
            found.push("the digest differs".to_owned());
        }
        if found.is_empty() {
            return Ok(());
        }
        let message = "the lines of the state do not reproduce its table";
        let mut fault = RpcError::new(RpcErrorCode::NotRestored, message);
        let ground = |text: &String| ErrorReason { text: text.clone(), ..ErrorReason::default() };
        fault.reasons = found.iter().take(NAMED).map(ground).collect();
        Err(fault)
    }
}

/// The whole table as data.
fn table(session: &Session) -> Result<Map<String, Value>, RpcError> {
    let open = Observation::of(&session.game.player_view(None), true)?;
    match serde_json::to_value(&open) {
        Ok(Value::Object(table)) => Ok(table),
        _ => Err(RpcError::new(RpcErrorCode::Internal, "the table cannot be serialized")),
    }
}

/// Collects the paths at which two values differ.
fn compare(path: &str, played: &Value, saved: &Value, found: &mut Vec<String>) {
    match (played, saved) {
        (Value::Object(played), Value::Object(saved)) => {
            for (key, value) in played {
                let path = format!("{path}/{key}");
                compare(&path, value, saved.get(key).unwrap_or(&Value::Null), found);
            }
            let more = saved.keys().filter(|key| !played.contains_key(*key));
            found.extend(more.map(|key| format!("`{path}/{key}` is unknown")));
        }
        (Value::Array(played), Value::Array(saved)) if played.len() == saved.len() => {
            for (index, (played, saved)) in played.iter().zip(saved).enumerate() {
                compare(&format!("{path}/{index}"), played, saved, found);
            }
        }
        (played, saved) if played == saved => {}
        _ => {
            let [saved, played] = [saved, played].map(|it| shortened_to(BRIEF, &it.to_string()));
            found.push(format!("`{path}` is {saved}, but the lines result in {played}"));
        }
    }
}

/// The maximum length of a value in an error.
const BRIEF: usize = 81;

/// A transcript without the `end` line of a recording.
pub(super) fn without_end(text: &str) -> String {
    let rows = text.lines().filter(|row| row.trim() != "end of recording");
    let mut kept: String = rows.flat_map(|row| [row, "\n"]).collect();
    kept.truncate(kept.trim_end().len());
    kept.push('\n');
    kept
}
