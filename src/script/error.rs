//! Errors of scripts, in the words of the rules.

use std::any::Any;

use rhai::{EvalAltResult, Position};

use super::limits::{DEPTH, LIST, OPERATIONS, TEXT};
use super::thing::Thing;
use crate::diagnostic::{Diagnostic, Source};
use crate::game::{Cause, Game, View};
use crate::rules::{Call, Failure, Origin, RuleId, Rules};
use crate::transcript::print_action;

/// The number of lines reserved for each file. Rhai's positions contain no file names, so line
/// numbers identify the file: the rule's own file comes first, then the files with the verbs of
/// packs.
pub(super) const LINES: usize = 4_096;
/// The maximum number of files with verbs.
pub(super) const VERB_FILES: usize = 15;

/// The line of a Rhai position in the actual file.
pub(super) fn line(position: Position) -> Option<usize> {
    position.line().map(|line| line % LINES)
}

/// Converts a Rhai position to the actual file and line.
pub(super) fn cause_at(rules: &Rules, rule: RuleId, position: Position) -> Option<Cause> {
    let line = position.line()?;
    let source = match (line / LINES).checked_sub(1) {
        Some(number) => rules.verbs[number].source,
        None => rules.rule(rule).source,
    };
    Some(Cause { rule, source, line: line % LINES, column: position.position().unwrap_or(0) })
}

/// The failure of a call, with its position and call stack: from the game if the game ended the
/// script, or else from Rhai's error.
pub(super) fn failure(error: Option<&EvalAltResult>, view: View<'_>, call: &Call) -> Failure {
    let rules = &**view.rules();
    let (names, places, inner) = unwind(error, rules.rule(call.rule).named(call.hook));
    let mut places: Vec<Option<Cause>> =
        places.into_iter().map(|position| cause_at(rules, call.rule, position)).collect();
    // The last call of a verb is more specific than the beginning of the hook.
    let site = view.cause().filter(|cause| cause.line > 0);
    if let Some(last) = places.last_mut().filter(|last| last.is_none()) {
        *last = site;
    }
    let start = rules.rule(call.rule).origin(Some(call.hook));
    let mut failure = match (view.failure(), inner) {
        (Some(failure), _) => failure,
        (None, inner) => {
            let place = places.last().copied().flatten();
            let origin = place.map_or_else(|| start.clone(), |place| place.origin(rules));
            let mut failure = Failure::new(inner.map_or_else(String::new, message), origin);
            failure.column = place.map_or(0, |place| place.column);
            failure.hint = inner.and_then(hint);
            failure
        }
    };
    // The failure of another rule keeps its position; these are its callers.
    for (name, place) in names.iter().zip(places).rev() {
        match place {
            Some(place) => {
                failure.push_call(name, &format_args!("{}:{}", place.origin(rules), place.column));
            }
            None => failure.push_call(name, &start),
        }
    }
    failure.call.get_or_insert((call.rule, call.hook));
    failure
}

/// The functions on the call stack of an error, outermost first, their positions, and the innermost
/// error.
fn unwind(
    error: Option<&EvalAltResult>,
    hook: String,
) -> (Vec<String>, Vec<Position>, Option<&EvalAltResult>) {
    let (mut names, mut places) = (vec![hook], Vec::new());
    let mut error = error;
    while let Some(EvalAltResult::ErrorInFunctionCall(name, _, inner, position)) = error {
        let is_nameless = name.starts_with("anon$");
        names.push(if is_nameless { "an anonymous function".into() } else { format!("`{name}`") });
        places.push(*position);
        error = Some(inner);
    }
    places.push(error.map_or(Position::NONE, EvalAltResult::position));
    (names, places, error)
}

fn message(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            format!("the rule takes too long: more than {OPERATIONS} operations")
        }
        EvalAltResult::ErrorStackOverflow(_) => "function calls are nested too deeply".into(),
        EvalAltResult::ErrorFunctionNotFound(text, _) if text.ends_with("cannot be sorted") => {
            "`sort` expects numbers or strings, or a function that compares two elements".into()
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => {
            format!("there is no `{}`", plain(signature))
        }
        EvalAltResult::ErrorDotExpr(text, _) if text.contains("setter") => {
            let name = text.split('\'').nth(1).unwrap_or_default();
            format!("`{name}` cannot be set: only verbs change the game")
        }
        EvalAltResult::ErrorDataTooLarge(what, _) if what.contains("string") => {
            format!("a string has more than {TEXT} bytes")
        }
        EvalAltResult::ErrorDataTooLarge(..) => {
            format!("a list has more than {LIST} elements")
        }
        EvalAltResult::ErrorMismatchDataType(expected, found, _) => {
            format!("expected a {}, found a {}", plain(expected), plain(found))
        }
        EvalAltResult::ErrorIndexingType(..) => "only a list can be indexed, as in `all[0]`".into(),
        EvalAltResult::ErrorRuntime(message, _) => message.to_string(),
        other => {
            let mut text = other.to_string();
            if let Some(end) = text.rfind(" (line ") {
                text.truncate(end);
            }
            lower_first(&without_types(&text))
        }
    }
}

/// Replaces the names of Rhai's types with terms of the rules.
fn plain(signature: &str) -> String {
    signature
        .replace(std::any::type_name::<Thing>(), "thing")
        .replace("&str | ImmutableString | String", "text")
        .replace("string", "text")
        .replace(std::any::type_name::<std::ops::RangeInclusive<i64>>(), "range")
        .replace(std::any::type_name::<std::ops::Range<i64>>(), "range")
        .replace("i64", "number")
        .replace("integer", "number")
        .replace("bool", "boolean")
        .replace("()", "nothing")
}

/// Removes the names of Rust types from one of Rhai's messages.
fn without_types(text: &str) -> String {
    let things = text.replace(std::any::type_name::<Thing>(), "things");
    let plain = |word| if str::contains(word, "::") { "this type" } else { word };
    things.split(' ').map(plain).collect::<Vec<_>>().join(" ")
}

/// Converts the first letter of a message to lower case.
pub(super) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn hint(error: &EvalAltResult) -> Option<String> {
    let hint = match error {
        EvalAltResult::ErrorTooManyOperations(_) | EvalAltResult::ErrorTerminated(..) => {
            "look for a loop that never ends"
        }
        EvalAltResult::ErrorStackOverflow(_) => "look for a function that calls itself",
        EvalAltResult::ErrorDataTooLarge(..) => {
            "look for a loop that keeps adding to a string or a list"
        }
        _ => return None,
    };
    Some(hint.into())
}

/// The error for pure hooks that call each other endlessly.
pub(super) fn circle() -> EvalAltResult {
    let message =
        format!("the rules call each other in a cycle: more than {DEPTH} calls are nested");
    EvalAltResult::ErrorRuntime(message.into(), Position::NONE)
}

/// The failure of a pure hook with an invalid result.
pub(super) fn misanswered(view: View<'_>, call: &Call, message: String) -> Failure {
    let origin = view.rules().rule(call.rule).origin(Some(call.hook));
    let mut failure = Failure::new(message, origin.clone());
    failure.push_call(&view.rules().rule(call.rule).named(call.hook), &origin);
    failure.call = Some((call.rule, call.hook));
    failure
}

/// The message for a panic, which should never happen.
pub(super) fn bug(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    format!("this is a bug in the program, not in the rule: {text}")
}

/// The diagnostic for a failure: the line of the rule, a hint, and the call stack.
pub fn explain(rules: &Rules, failure: &Failure) -> Diagnostic {
    let Origin { file, line } = &failure.origin;
    let text = rules.sources.iter().find(|(name, _)| name == file).map_or("", |(_, text)| text);
    let source = Source::new(file.as_str(), text);
    let mut shown = match (line, failure.column) {
        (0, _) => source.whole(&failure.message),
        (&line, 0) => source.error_on(line, &failure.message),
        (&line, column) => source.error_at(line, column, &failure.message),
    };
    shown.hints.extend(failure.hint.clone());
    shown.notes.extend(failure.trace.iter().cloned());
    shown
}

/// The diagnostic for a failure in a game that was restored, with the action that was undone.
pub fn explain_in(game: &Game, failure: &Failure) -> Diagnostic {
    let mut shown = explain(game.rules(), failure);
    shown.notes.push(match &failure.undone {
        Some((player, action)) => {
            let action = print_action(game, *player, action);
            format!("`{action}` was undone: the game is as it was before")
        }
        None => "the game was not changed".into(),
    });
    shown
}
