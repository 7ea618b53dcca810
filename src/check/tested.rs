//! Reports rules without tests. A rule has a test if a game names one of its rulings, or adds its
//! file.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::Targets;
use crate::audit::rulings::ids;
use crate::diagnostic::{Code, Diagnostic, Source};
use crate::rules::Rules;

/// The prefix of the line on which a game names its rulings.
const COVERS: &str = "# covers:";

/// The rules in the loaded games, one for each rule file.
#[derive(Default)]
pub(super) struct Tested {
    known: BTreeSet<String>,
    rules: Vec<RuleSummary>,
}

/// The description of a rule in a warning.
struct RuleSummary {
    title: String,
    rulings: Vec<String>,
    source: Source,
}

impl Tested {
    /// Adds the rules of a game.
    pub(super) fn add(&mut self, rules: &Rules) {
        for rule in &rules.rules {
            if self.known.insert(rule.file.clone()) {
                self.rules.push(RuleSummary {
                    title: rule.title.clone(),
                    rulings: ids(&rule.rulings),
                    source: Source::new(&rule.file, rules.sources[rule.source].1.as_str()),
                });
            }
        }
    }

    /// Warnings about the rules of these files that no game tests.
    pub(super) fn found(&self, files: &BTreeSet<String>, targets: &Targets) -> Vec<Diagnostic> {
        let games = || targets.games.iter().chain(&targets.others);
        let texts: Vec<&str> = games().map(|game| &*game.transcript.source.text).collect();
        let covered: BTreeSet<String> = texts.iter().flat_map(|text| covers(text)).collect();
        let named: Vec<PathBuf> = games().flat_map(|game| game.request.with.clone()).collect();
        let is_tested = |rule: &&RuleSummary| {
            is_added(&rule.source.file, &named)
                || rule.rulings.iter().any(|id| covered.contains(id))
        };
        let rules = self.rules.iter().filter(|rule| files.contains(&rule.source.file));
        rules.filter(|rule| !is_tested(rule)).map(strange).collect()
    }
}

/// The rulings that a game covers.
fn covers(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix(COVERS)).flat_map(ids).collect()
}

/// Whether a game adds the file itself.
fn is_added(file: &str, named: &[PathBuf]) -> bool {
    named.iter().any(|path| path.ends_with(file))
}

fn strange(rule: &RuleSummary) -> Diagnostic {
    let message = format!("no game tests `{}`", rule.title);
    let ruling = rule.rulings.first().map_or("", String::as_str);
    let hint = format!(
        "write a game with the line `{COVERS} {ruling}`; `newcatan new` writes one for a new rule"
    );
    rule.source.error_on(1, message).code(Code::Untested).warning().hint(hint)
}
