//! What goes wrong in a script, in the words of the rules.

use rhai::{EvalAltResult, Position};

use super::OPERATIONS;
use crate::game::Work;
use crate::rules::{Call, Failure, Origin};

/// The failure behind an error of the engine: what the game says of it, if it was the game that
/// ended the script, else what the engine says; with the place and the way there.
pub(super) fn failure(error: &EvalAltResult, work: &Work, call: &Call) -> Failure {
    let rule = work.rules.rule(call.rule);
    let (inner, trace) = unwind(error, &rule.file);
    let position = position_of(inner);
    let mut failure = work.failure().cloned().unwrap_or_else(|| Failure {
        message: message(inner),
        origin: rule.origin(Some(call.hook)),
        column: 0,
        trace: Vec::new(),
        hint: hint(inner),
        refused: false,
    });
    if let Some(line) = position.line() {
        failure.origin = Origin { file: rule.file.clone(), line };
        failure.column = position.position().unwrap_or(0);
    }
    failure.trace = trace;
    failure.trace.push((call.hook.name().into(), rule.origin(Some(call.hook))));
    failure
}

/// The innermost error and the functions on the way to it, innermost first.
fn unwind<'a>(error: &'a EvalAltResult, file: &str) -> (&'a EvalAltResult, Vec<(String, Origin)>) {
    let mut trace = Vec::new();
    let mut error = error;
    while let EvalAltResult::ErrorInFunctionCall(name, _, inner, position) = error {
        trace.insert(
            0,
            (name.clone(), Origin { file: file.into(), line: position.line().unwrap_or(0) }),
        );
        error = inner;
    }
    (error, trace)
}

fn position_of(error: &EvalAltResult) -> Position {
    error.position()
}

fn message(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            format!("the rule does not end: more than {OPERATIONS} operations")
        }
        EvalAltResult::ErrorStackOverflow(_) => "functions call each other too deeply".into(),
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            let signature = signature
                .replace("&str | ImmutableString | String", "text")
                .replace("i64", "number");
            format!("there is no `{signature}`")
        }
        other => {
            let mut text = other.to_string();
            if let Some(end) = text.rfind(" (line ") {
                text.truncate(end);
            }
            let mut letters = text.chars();
            letters
                .next()
                .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
        }
    }
}

fn hint(error: &EvalAltResult) -> Option<String> {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            Some("look for a loop without an end".into())
        }
        EvalAltResult::ErrorStackOverflow(_) => {
            Some("look for a function that calls itself".into())
        }
        _ => None,
    }
}
