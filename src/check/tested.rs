//! Rules that no game tests: none names a ruling of theirs, nor adds their files to what is in play.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{Outcome, Wanted};
use crate::audit::rulings::ids;
use crate::content::Request;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::Rule;

/// What the line of a game that names its rulings begins with.
const COVERS: &str = "# covers:";

/// Warnings about the rules of these files that no game tests.
pub(super) fn check(
    files: &BTreeSet<String>,
    loaded: &[(Request, Outcome)],
    wanted: &Wanted,
) -> Vec<Diagnostic> {
    let games = || wanted.games.iter().chain(&wanted.others);
    let texts: Vec<&str> = games().map(|game| &*game.transcript.source.text).collect();
    let covered: BTreeSet<String> = texts.iter().flat_map(|text| covers(text)).collect();
    let named: Vec<PathBuf> = games().flat_map(|game| game.request.with.clone()).collect();
    let mut known = BTreeSet::new();
    let mut untested = Vec::new();
    for rules in loaded.iter().filter_map(|(_, loaded)| Some(&loaded.as_ref().ok()?.rules)) {
        for rule in rules.rules.iter().filter(|rule| files.contains(&rule.file)) {
            if !known.insert(&rule.file)
                || is_added(&rule.file, &named)
                || is_covered(rule, &covered)
            {
                continue;
            }
            let source = Source::new(&rule.file, rules.sources[rule.source].1.as_str());
            untested.push(strange(rule, &source));
        }
    }
    untested
}

/// The rulings that a game says it covers.
fn covers(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix(COVERS)).flat_map(ids).collect()
}

/// Whether a game adds the file itself to what is in play.
fn is_added(file: &str, named: &[PathBuf]) -> bool {
    named.iter().any(|path| path.ends_with(file))
}

/// Whether a game names a ruling of the rule.
fn is_covered(rule: &Rule, covered: &BTreeSet<String>) -> bool {
    ids(&rule.rulings).iter().any(|ruling| covered.contains(ruling))
}

fn strange(rule: &Rule, source: &Source) -> Diagnostic {
    let message = format!("no game tests `{}`", rule.title);
    let ruling = ids(&rule.rulings).into_iter().next().unwrap_or_default();
    let hint = format!("write a game with a line `{COVERS} {ruling}`; `newcatan new` writes one");
    source.error_on(1, message).code(Code::Untested).warning().hint(hint)
}
