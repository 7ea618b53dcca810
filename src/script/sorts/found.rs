//! What is found in a file beside mistakes: names, settings and words that it says.

use std::collections::BTreeSet;

use super::Deed;
use crate::diagnostic::Diagnostic;
use crate::rules::{RuleId, Sort};
use crate::script::vocabulary::Word;

/// What is found in a file.
#[derive(Default)]
pub(in crate::script) struct Found {
    /// What is wrong.
    pub(in crate::script) wrong: Vec<Diagnostic>,
    /// What is strange.
    pub(in crate::script) strange: Vec<Diagnostic>,
    /// The names that it says, where words take names.
    pub(in crate::script) named: Vec<Named>,
    /// The settings that it reads.
    pub(in crate::script) settings: BTreeSet<String>,
    /// The words that it says.
    pub(in crate::script) said: Vec<Use>,
    /// The calls in its functions, and the words by which they act or ask.
    pub(in crate::script) deeds: Vec<Deed>,
}

/// A word that a file says.
#[derive(Clone)]
pub struct Use {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The word.
    pub word: &'static Word,
}

/// A name in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The rule that says it; none for verbs of a pack.
    pub rule: Option<RuleId>,
    /// Of what it is the name.
    pub sort: Sort,
    /// The name; none where it is not known before the rule runs.
    pub name: Option<String>,
    /// Whether it is said to change something.
    pub acts: bool,
}
