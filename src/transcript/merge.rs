//! Merges written changes with those that happened.

use std::fmt;
use std::ops::Range;

use super::places::canonical;
use super::resolve::Resolver;
use super::tree::{Body, Line};
use crate::limits::COMPARED;
use crate::rules::Rules;

/// A change that happened, in words.
pub(super) struct ActualChange {
    pub(super) text: String,
    /// Whether the action already states the change.
    pub(super) is_repeated: bool,
    /// Whether the change may be missing in a complete transcript.
    pub(super) is_optional: bool,
    /// The source position in the rule that made it.
    pub(super) origin: Option<String>,
}

impl ActualChange {
    /// A change in these words, which no script made.
    pub(super) fn of(text: String) -> Self {
        Self { text, is_repeated: false, is_optional: false, origin: None }
    }
}

/// A step of the merge, in the order of both lists.
#[derive(Clone, Copy)]
pub(super) enum MergeStep<'a> {
    /// The line with this index states a change that happened.
    Both(usize, &'a ActualChange),
    /// The line with this index states a change that did not happen, or not here.
    Written(usize, &'a str),
    /// A change that happened is not written.
    Missing(&'a ActualChange),
    /// The line with this index is not a change.
    Other(usize),
}

/// Merges the lines of a group, except for the first, with the changes that happened.
pub(super) fn merge<'a>(
    resolver: &Resolver<'_>,
    lines: &'a [Line],
    group: Range<usize>,
    happened: &'a [ActualChange],
) -> Vec<MergeStep<'a>> {
    let mut steps = Vec::new();
    let mut rest = happened;
    for (row, line) in lines.iter().enumerate().take(group.end).skip(group.start + 1) {
        let Body::Change(text) = &line.body else {
            steps.push(MergeStep::Other(row));
            continue;
        };
        let written = as_printed(resolver.rules, text);
        let find = |text: &str| rest.iter().position(|change| change.text == text);
        let found = find(&written).or_else(|| find(&resolver.with_places_of_tokens(&written)));
        let Some(skipped) = found else {
            steps.push(MergeStep::Written(row, text));
            continue;
        };
        steps.extend(rest[..skipped].iter().map(MergeStep::Missing));
        steps.push(MergeStep::Both(row, &rest[skipped]));
        rest = &rest[skipped + 1..];
    }
    steps.extend(rest.iter().map(MergeStep::Missing));
    // An optional change may be what a wrong line should say.
    let is_wrong = steps.iter().any(|step| matches!(step, MergeStep::Written(..)));
    let may_be_missing =
        |change: &ActualChange| change.is_repeated || change.is_optional && !is_wrong;
    steps.retain(|step| !matches!(step, MergeStep::Missing(change) if may_be_missing(change)));
    steps
}

/// Whether all written changes match, and only the last changes are missing.
pub(super) fn is_unfinished(steps: &[MergeStep<'_>]) -> bool {
    let is_written =
        |step: &&MergeStep<'_>| matches!(step, MergeStep::Both(..) | MergeStep::Other(_));
    steps.iter().skip_while(is_written).all(|step| matches!(step, MergeStep::Missing(_)))
}

/// Normalizes a written change: canonical names of places, and the cards of each list in the order
/// of the resources.
pub(super) fn as_printed(rules: &Rules, text: &str) -> String {
    in_order(rules, &canonical(&rules.board, text))
}

/// Sorts the cards of each list in a change by resource.
fn in_order(rules: &Rules, text: &str) -> String {
    let mut ordered = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (mut cards, after) = cards(rules, rest);
        cards.sort_by_key(|&(resource, _)| resource);
        let cards: Vec<&str> = cards.into_iter().map(|(_, amount)| amount).collect();
        ordered.push_str(&cards.join(", "));
        let next = after.find(' ').map_or(after.len(), |blank| blank + 1);
        ordered.push_str(&after[..next]);
        rest = &after[next..];
    }
    ordered
}

/// Splits the cards at the beginning of a string, each with the index of its resource, from the
/// rest.
fn cards<'t>(rules: &Rules, text: &'t str) -> (Vec<(usize, &'t str)>, &'t str) {
    let (mut cards, mut after, mut next) = (Vec::new(), text, Some(text));
    while let Some((resource, length)) = next.and_then(|next| amount(rules, next)) {
        let begun = next.unwrap_or_default();
        cards.push((resource, &begun[..length]));
        after = &begun[length..];
        next = after.strip_prefix(", ");
    }
    (cards, after)
}

/// Parses an amount of a resource at the beginning of a string. Returns the index of the resource,
/// and the length of the amount.
fn amount(rules: &Rules, text: &str) -> Option<(usize, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let named = text[digits..].strip_prefix(' ').filter(|_| digits > 0)?;
    let is_named = |name: &str| {
        let rest = named.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
    };
    let lengths = rules.resources.iter().map(|resource| resource.name.as_str());
    let found = lengths.enumerate().filter(|(_, name)| is_named(name));
    let (resource, name) = found.max_by_key(|(_, name)| name.len())?;
    Some((resource, digits + 1 + name.len()))
}

impl fmt::Display for ActualChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.origin {
            Some(origin) => write!(f, "{} [{origin}]", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// The steps as a diff: `-` for changes that are only written, `+` for those that are missing.
pub(super) fn diff(steps: &[MergeStep<'_>]) -> String {
    let mut lines = steps.iter().filter_map(|step| match step {
        MergeStep::Both(_, change) => Some(format!("  {}", change.text)),
        MergeStep::Written(_, text) => Some(format!("- {text}")),
        MergeStep::Missing(change) => Some(format!("+ {change}")),
        MergeStep::Other(_) => None,
    });
    let mut shown = vec!["written (-), happened (+)".to_owned()];
    shown.extend(lines.by_ref().take(COMPARED));
    match lines.count() {
        0 => {}
        more => shown.push(format!("... and {more} more")),
    }
    shown.join("\n")
}
