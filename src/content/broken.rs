//! Names with a wrong declaration. References to them are not reported as a second mistake.

use std::collections::BTreeSet;

use super::catalog::written;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The words for things that rules declare under their own names.
const OF_RULES: [&str; 4] = ["rule", "card", "ability", "benefit"];

/// Broken declarations, by category and by name as files write it.
#[derive(Default, Debug)]
pub(super) struct Broken(BTreeSet<(&'static str, String)>);

impl Broken {
    /// Records a declaration.
    pub(super) fn note(&mut self, what: &'static str, name: &str) {
        self.0.insert((what, written(name)));
    }

    /// Records the rules of a file, by its path.
    pub(super) fn note_rule(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rhai");
        for what in OF_RULES {
            self.note(what, name);
        }
    }

    /// Drops diagnostics that report a broken declaration as unknown.
    pub(super) fn silence(&self, wrong: &mut Diagnostics) {
        wrong.0.retain(|one| one.code != Some(Code::UnknownName) || !self.is_about(one));
    }

    /// Whether a diagnostic reports one of these names as unknown. A rule may be named with its
    /// pack, and members of a family have the name of their file after their own.
    fn is_about(&self, one: &Diagnostic) -> bool {
        let mut parts = one.message.split('`');
        let (Some(no), Some(name)) = (parts.next(), parts.next()) else { return false };
        let (what, name) = (no.trim_start_matches("no ").trim_end(), written(name));
        let name = name.rsplit('/').next().unwrap_or_default();
        let is_it = |broken: &str| {
            let member = name.strip_suffix(broken);
            member.is_some_and(|member| member.is_empty() || member.ends_with('_'))
        };
        self.0.iter().any(|(kind, broken)| *kind == what && is_it(broken))
    }
}
