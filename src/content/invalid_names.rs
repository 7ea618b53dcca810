//! Names whose declarations are invalid. References to them are not reported as further mistakes.

use std::collections::BTreeSet;

use super::catalog::to_identifier;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// The categories of names that come from the name of a rule file.
const OF_RULES: [&str; 4] = ["rule", "card", "ability", "benefit"];

/// Invalid declarations, by category and by name as written in files.
#[derive(Default, Debug)]
pub(super) struct InvalidNames(BTreeSet<(&'static str, String)>);

impl InvalidNames {
    /// Records a declaration.
    pub(super) fn insert(&mut self, what: &'static str, name: &str) {
        self.0.insert((what, to_identifier(name)));
    }

    /// Records the rules of an invalid file, given its path.
    pub(super) fn insert_rule(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rhai");
        for what in OF_RULES {
            self.insert(what, name);
        }
    }

    /// Drops diagnostics that report an invalid declaration as unknown.
    pub(super) fn suppress_followups(&self, wrong: &mut Diagnostics) {
        wrong.0.retain(|one| one.code != Some(Code::UnknownName) || !self.is_about(one));
    }

    /// Whether a diagnostic reports one of these names as unknown. A diagnostic can name a rule
    /// with its pack. The name of a member of a family ends with the name of its file.
    fn is_about(&self, one: &Diagnostic) -> bool {
        let mut parts = one.message.split('`');
        let (Some(no), Some(name)) = (parts.next(), parts.next()) else { return false };
        let (what, name) = (no.trim_start_matches("no ").trim_end(), to_identifier(name));
        let name = name.rsplit('/').next().unwrap_or_default();
        let is_it = |invalid: &str| {
            let member = name.strip_suffix(invalid);
            member.is_some_and(|member| member.is_empty() || member.ends_with('_'))
        };
        self.0.iter().any(|(kind, invalid)| *kind == what && is_it(invalid))
    }
}
