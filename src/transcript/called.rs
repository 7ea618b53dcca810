//! The functions that a rule file calls, found in its text.

use std::ops::{Range, RangeInclusive};
use std::path::Path;

use crate::diagnostic::Source;
use crate::rules::{Origin, Rules};
use crate::script::rule_outline::{Item, RuleOutline};

/// These lines, and those of the functions that their rules call, directly or indirectly.
pub(super) fn lines_used<'a>(
    rules: &Rules,
    lines: impl Iterator<Item = &'a Origin>,
) -> Vec<Origin> {
    let mut used: Vec<Origin> = lines.cloned().collect();
    for line in used.clone() {
        let Some(outlined) = OutlinedFile::of(rules, &line.file) else { continue };
        let within = outlined.function_at(line.line).map(|function| &function.inner);
        for called in outlined.called_within(rules, within.unwrap_or(&outlined.whole())) {
            if !used.contains(&called) {
                used.push(called);
            }
        }
    }
    used
}

/// A rule file with its outline.
pub(super) struct OutlinedFile {
    source: Source,
    outline: RuleOutline,
}

impl OutlinedFile {
    /// A rule file of the game with this name, if there is one.
    pub(super) fn of(rules: &Rules, name: &str) -> Option<Self> {
        let is_script = Path::new(name).extension().is_some_and(|ending| ending == "rhai");
        let number = rules.sources.iter().position(|(file, _)| is_script && file == name)?;
        Some(Self::numbered(rules, number))
    }

    /// The source file of a game with this index.
    pub(super) fn numbered(rules: &Rules, number: usize) -> Self {
        let (file, text) = &rules.sources[number];
        Self { source: Source::new(file, text.as_str()), outline: RuleOutline::of(text) }
    }

    /// The span of the whole text.
    pub(super) fn whole(&self) -> Range<usize> {
        0..self.source.text.len()
    }

    /// The function around a line, counted from 1.
    pub(super) fn function_at(&self, line: usize) -> Option<&Item> {
        self.outline.functions.iter().find(|function| self.lines(function).contains(&line))
    }

    /// The lines of a function.
    pub(super) fn lines(&self, function: &Item) -> RangeInclusive<usize> {
        let last = function.span.end.saturating_sub(1);
        self.source.line_of(function.span.start)..=self.source.line_of(last)
    }

    /// The lines of the functions called, directly or indirectly, within a part of the text: those
    /// of this file and the verbs of all packs.
    pub(super) fn called_within(&self, rules: &Rules, within: &Range<usize>) -> Vec<Origin> {
        let verbs = rules.verbs.iter().map(|verbs| Self::numbered(rules, verbs.source));
        let verbs: Vec<Self> =
            verbs.filter(|verbs| verbs.source.file != self.source.file).collect();
        let mut names: Vec<&str> = self.outline.calls(&self.source.text, within).collect();
        let mut found: Vec<Origin> = Vec::new();
        while let Some(name) = names.pop() {
            for file in std::iter::once(self).chain(&verbs) {
                for function in file.outline.functions.iter().filter(|it| it.name == name) {
                    let line = file.source.line_of(function.span.start);
                    let origin = Origin { file: file.source.file.clone(), line };
                    if !found.contains(&origin) {
                        names.extend(file.outline.calls(&file.source.text, &function.inner));
                        found.push(origin);
                    }
                }
            }
        }
        found
    }
}
