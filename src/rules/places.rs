//! Where facts are written: lines of packs, scenarios and rule files, for those who ask why.

use std::path::Path;

use super::{Origin, RuleId, Rules};

impl Rules {
    /// Where packs and the scenario state a key of a table, such as `price` of `pieces.road`; the
    /// last one counts.
    pub fn declared(&self, table: &str, key: &str) -> Vec<Origin> {
        let table = table.replace(' ', "_");
        let stated = self.sources.iter().filter_map(|(file, text)| {
            let is_toml = Path::new(file).extension().is_some_and(|ending| ending == "toml");
            is_toml.then_some(origin(file, key_line(text, &table, key)?))
        });
        stated.collect()
    }

    /// Where a rule states a fact.
    pub fn stated(&self, rule: RuleId, fact: &str) -> Option<Origin> {
        let (file, text) = &self.sources[self.rule(rule).source];
        let is_it = |line: &str| {
            let rest = line.trim_start().strip_prefix("const ").map(str::trim_start);
            rest.and_then(|rest| rest.strip_prefix(fact)).is_some_and(is_assigned)
        };
        Some(origin(file, text.lines().position(is_it)?))
    }

    /// The line that stands at a place, without the space around it; empty where it is not known.
    pub fn line_at(&self, origin: &Origin) -> &str {
        let source = self.sources.iter().find(|(file, _)| *file == origin.file);
        let number = origin.line.checked_sub(1);
        let line = source.zip(number).and_then(|((_, text), number)| text.lines().nth(number));
        line.unwrap_or_default().trim()
    }
}

/// The number of a line, from 0, as a place.
fn origin(file: &str, line: usize) -> Origin {
    Origin { file: file.to_owned(), line: line + 1 }
}

/// The line of a key below the heading of its table; of the heading where it is there without it
/// and the key is empty.
fn key_line(text: &str, table: &str, key: &str) -> Option<usize> {
    let mut is_within = table.is_empty();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if let Some(heading) = line.strip_prefix('[') {
            is_within = heading.split(']').next().is_some_and(|name| name.trim() == table);
            if is_within && key.is_empty() {
                return Some(number);
            }
        } else if is_within && !key.is_empty() && line.strip_prefix(key).is_some_and(is_assigned) {
            return Some(number);
        }
    }
    None
}

/// Whether a name ends here and its value follows.
fn is_assigned(rest: &str) -> bool {
    rest.trim_start().starts_with('=')
}
