//! The analysis of a file: its mistakes, names, settings and calls.

use std::collections::BTreeSet;

use super::FunctionCall;
use crate::diagnostic::Diagnostic;
use crate::rules::{RuleId, Type};
use crate::script::vocabulary::Function;

/// The analysis of a file.
#[derive(Default)]
pub(in crate::script) struct Analysis {
    /// The errors.
    pub(in crate::script) wrong: Vec<Diagnostic>,
    /// The warnings.
    pub(in crate::script) strange: Vec<Diagnostic>,
    /// The names that it passes to functions.
    pub(in crate::script) named: Vec<Named>,
    /// The settings that it reads.
    pub(in crate::script) settings: BTreeSet<String>,
    /// The calls of functions of the rule language.
    pub(in crate::script) calls: Vec<CallSite>,
    /// The calls that its functions make to functions of files, and to verbs that act or ask.
    pub(in crate::script) function_calls: Vec<FunctionCall>,
}

/// A call of a function of the rule language in a file.
#[derive(Clone)]
pub struct CallSite {
    /// The path of the file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The function.
    pub function: &'static Function,
}

/// A name in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The rule that uses it; `None` for verbs of a pack.
    pub rule: Option<RuleId>,
    /// The type of the named thing.
    pub ty: Type,
    /// The name; `None` if it is only known at run time.
    pub name: Option<String>,
    /// Whether it is passed to a function that acts or asks.
    pub acts: bool,
}
