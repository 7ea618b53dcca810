//! The rulings that tests name, and the functions and lines of rule files that games run.
//!
//! A line counts if a statement begins on it, and is covered if all such statements have run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

use super::is_a;
use super::rulings::{Project, Ruling, rulings, unlisted};
use super::suite::SuiteRun;
use crate::count::{agreeing, counted};
use crate::diagnostic::Source;
use crate::script::rule_outline::RuleOutline;

/// The coverage of a project by its tests.
#[derive(Clone, Serialize, Debug)]
pub struct Coverage {
    /// All rulings.
    pub rulings: Vec<Ruling>,
    /// Identifiers of rulings that no list contains, and the places that name them.
    pub unlisted: Vec<(String, String)>,
    /// The rule files.
    pub files: Vec<FileCoverage>,
}

/// The coverage of a rule file.
#[derive(Clone, Serialize, Debug)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Its text.
    #[serde(skip)]
    pub text: String,
    /// The hooks, verbs and helpers of the file.
    pub functions: Vec<FunctionCoverage>,
    /// The lines on which statements begin, and whether all of these have run.
    pub lines: BTreeMap<usize, bool>,
}

/// The coverage of a function.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct FunctionCoverage {
    /// Its name.
    pub name: String,
    /// The line on which the function begins.
    pub line: usize,
    /// Whether the function has run.
    pub has_run: bool,
}

impl Coverage {
    /// The coverage of a project by the games that were played.
    pub fn new(project: &Project, games: &[SuiteRun]) -> Self {
        let rule_files = project.rules.iter().filter(|file| is_a("rhai", file));
        let file = |source: &Source| {
            let runs = games.iter().filter_map(|game| game.ran.get(&source.file));
            FileCoverage::new(source, &runs.flatten().copied().collect())
        };
        let unlisted = if project.lists.is_empty() { Vec::new() } else { unlisted(project) };
        Self { rulings: rulings(project), unlisted, files: rule_files.map(file).collect() }
    }

    /// Whether everything is covered.
    pub fn is_complete(&self) -> bool {
        self.unlisted.is_empty()
            && self.untested().next().is_none()
            && self.files.iter().all(FileCoverage::is_complete)
    }

    /// The rulings that no test names.
    pub fn untested(&self) -> impl Iterator<Item = &Ruling> {
        self.rulings.iter().filter(|ruling| ruling.tests.is_empty())
    }

    /// A summary in one line.
    pub fn summary(&self) -> String {
        let tested = self.rulings.len() - self.untested().count();
        let functions = || self.files.iter().flat_map(|file| &file.functions);
        let lines = || self.files.iter().flat_map(|file| file.lines.values());
        format!(
            "{tested} of {} {} named by tests; {} of {} and {} of {} ran",
            counted(self.rulings.len(), "ruling"),
            agreeing(tested, "is", "are"),
            functions().filter(|function| function.has_run).count(),
            counted(functions().count(), "function"),
            lines().filter(|&&has_run| has_run).count(),
            counted(lines().count(), "line"),
        )
    }
}

impl FileCoverage {
    /// The coverage of a file, given the byte offsets of the statements that ran.
    fn new(source: &Source, ran: &BTreeSet<usize>) -> Self {
        let text = source.text.to_string();
        let outline = RuleOutline::of_replayed(&text);
        let mut lines = BTreeMap::new();
        for statement in &outline.statements {
            let has_run = ran.contains(&statement.start);
            *lines.entry(source.line_of(statement.start)).or_insert(true) &= has_run;
        }
        let function = |item: &crate::script::rule_outline::Item| FunctionCoverage {
            name: item.name.clone(),
            line: source.line_of(item.span.start),
            has_run: ran.range(item.inner.start..=item.inner.end).next().is_some(),
        };
        let functions = outline.functions.iter().map(function).collect();
        Self { file: source.file.clone(), functions, lines, text }
    }

    /// Whether the whole file is covered.
    pub fn is_complete(&self) -> bool {
        self.functions.iter().all(|function| function.has_run) && self.unrun().next().is_none()
    }

    /// The lines that have not run, with their text.
    pub fn unrun(&self) -> impl Iterator<Item = (usize, &str)> {
        let unrun = self.lines.iter().filter(|&(_, &has_run)| !has_run);
        unrun.map(|(&line, _)| (line, self.text.lines().nth(line - 1).unwrap_or_default().trim()))
    }
}

/// Prints all rulings with the places that name them, then everything that is not covered.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ruling in &self.rulings {
            writeln!(f, "{}", format!("{} {}", ruling.id, ruling.text).trim_end())?;
            if ruling.rules.is_empty() {
                writeln!(
                    f,
                    "  (no rule file: the kernel implements it, or packs and scenarios declare it)"
                )?;
            }
            for place in ruling.rules.iter().chain(&ruling.tests) {
                writeln!(f, "  {place}")?;
            }
        }
        let untested = self.untested().map(|ruling| format!("{} {}", ruling.id, ruling.text));
        write_gaps(f, "rulings that no test names", untested)?;
        let unlisted = self.unlisted.iter().map(|(id, place)| format!("{id} {place}"));
        write_gaps(f, "rulings that are not in any `RULINGS.md`", unlisted)?;
        let functions = self.files.iter().flat_map(|file| {
            let unrun = file.functions.iter().filter(|function| !function.has_run);
            unrun.map(|function| format!("{}:{}  {}", file.file, function.line, function.name))
        });
        write_gaps(f, "functions that never ran", functions)?;
        let lines = self.files.iter().flat_map(|file| {
            file.unrun().map(|(line, text)| format!("{}:{line}  {text}", file.file))
        });
        write_gaps(f, "lines that never ran", lines)?;
        writeln!(f, "\n{}", self.summary())
    }
}

/// Prints missing items under a heading, if there are any.
fn write_gaps(
    f: &mut fmt::Formatter<'_>,
    heading: &str,
    gaps: impl Iterator<Item = String>,
) -> fmt::Result {
    for (number, gap) in gaps.enumerate() {
        if number == 0 {
            writeln!(f, "\n{heading}")?;
        }
        writeln!(f, "  {}", gap.trim_end())?;
    }
    Ok(())
}
