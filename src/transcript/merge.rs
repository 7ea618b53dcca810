//! Written changes beside those that happened: what both say, what is only written, what is not.

use std::fmt;

use super::tree::{Body, Line};

/// A change that happened, in words.
pub(super) struct Happened {
    pub(super) text: String,
    /// Whether its action says the same.
    pub(super) is_repeated: bool,
    /// The place in a rule that made it.
    pub(super) origin: Option<String>,
}

/// One step through the lines below an action and what happened, in the order of both.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    /// The line of this number says what happened.
    Both(usize, &'a Happened),
    /// The line of this number says what did not happen, or not here.
    Written(usize, &'a str),
    /// What happened is not written.
    Missed(&'a Happened),
    /// The line of this number is no change.
    Other(usize),
}

/// Goes through the lines after `at` and before `end`, and through what happened.
pub(super) fn merge<'a>(
    lines: &'a [Line],
    at: usize,
    end: usize,
    happened: &'a [Happened],
) -> Vec<Step<'a>> {
    let mut steps = Vec::new();
    let mut rest = happened;
    for (row, line) in lines.iter().enumerate().take(end).skip(at + 1) {
        let Body::Change(text) = &line.body else {
            steps.push(Step::Other(row));
            continue;
        };
        let Some(skipped) = rest.iter().position(|change| change.text == *text) else {
            steps.push(Step::Written(row, text));
            continue;
        };
        steps.extend(rest[..skipped].iter().map(Step::Missed));
        steps.push(Step::Both(row, &rest[skipped]));
        rest = &rest[skipped + 1..];
    }
    steps.extend(rest.iter().map(Step::Missed));
    steps.retain(|step| !matches!(step, Step::Missed(change) if change.is_repeated));
    steps
}

impl fmt::Display for Happened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Some(origin) => write!(f, "{} [{origin}]", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The steps as a diff: what is only written after `-`, what is not after `+`.
pub(super) fn diff(steps: &[Step<'_>]) -> String {
    let lines = steps.iter().filter_map(|step| match step {
        Step::Both(_, change) => Some(format!("  {}", change.text)),
        Step::Written(_, text) => Some(format!("- {text}")),
        Step::Missed(change) => Some(format!("+ {change}")),
        Step::Other(_) => None,
    });
    let title = "written (-), happened (+)".to_owned();
    std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
}
