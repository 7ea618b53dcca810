//! What is declared, but wrongly: that something else speaks of it is no mistake of its own.

use std::collections::BTreeSet;

use super::catalog::written;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// What rules bring to a game under their own names.
const OF_RULES: [&str; 4] = ["rule", "card", "ability", "benefit"];

/// Broken declarations: what is declared, and its name as files write it.
#[derive(Default, Debug)]
pub(super) struct Broken(BTreeSet<(&'static str, String)>);

impl Broken {
    /// Remembers a declaration.
    pub(super) fn note(&mut self, what: &'static str, name: &str) {
        self.0.insert((what, written(name)));
    }

    /// Remembers the rules of a file, by its path.
    pub(super) fn note_rule(&mut self, path: &str) {
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".rhai");
        for what in OF_RULES {
            self.note(what, name);
        }
    }

    /// Drops what says that a broken declaration is not there.
    pub(super) fn silence(&self, wrong: &mut Diagnostics) {
        wrong.0.retain(|one| one.code != Some(Code::UnknownName) || !self.is_about(one));
    }

    /// Whether a message says that there is no such thing as a broken one. A rule may be named with
    /// its pack; rules of a family have the name of their file behind that of their member.
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
