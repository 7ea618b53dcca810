//! Where facts are written: lines of packs, scenarios and rule files, for those who ask why.

use std::path::Path;

use super::{Origin, RuleId, Rules};

impl Rules {
    /// Where packs and the scenario state a key of a table, such as `price` of `pieces.road`; the
    /// last one counts.
    pub fn declared(&self, table: &str, key: &str) -> Vec<Origin> {
        let stated = self.sources.iter().filter_map(|(file, text)| {
            let is_toml = Path::new(file).extension().is_some_and(|ending| ending == "toml");
            is_toml.then_some(origin(file, key_line(text, table, key)?))
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

    /// Where the verbs of packs are defined that a rule says, and those that these say.
    pub fn verbs_of(&self, rule: RuleId) -> Vec<Origin> {
        let text = |source: usize| self.sources[source].1.as_str();
        let mut texts = vec![text(self.rule(rule).source)];
        let mut found: Vec<Origin> = Vec::new();
        while let Some(said) = texts.pop() {
            for verbs in &self.verbs {
                let file = &self.sources[verbs.source].0;
                for (line, name) in functions(text(verbs.source)) {
                    let origin = origin(file, line);
                    if says(said, name) && !found.contains(&origin) {
                        texts.push(body(text(verbs.source), line));
                        found.push(origin);
                    }
                }
            }
        }
        found
    }

    /// The line that stands at a place, without the space around it; empty where it is not known.
    pub fn line_at(&self, origin: &Origin) -> &str {
        let source = self.sources.iter().find(|(file, _)| *file == origin.file);
        let number = origin.line.checked_sub(1);
        let line = source.zip(number).and_then(|((_, text), number)| text.lines().nth(number));
        line.unwrap_or_default().trim()
    }
}

/// The functions of a file: the line of each, from 0, and its name.
fn functions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter_map(|(number, line)| {
        let head = line.strip_prefix("private ").unwrap_or(line).strip_prefix("fn ")?;
        Some((number, head.split('(').next()?.trim()))
    })
}

/// The text of a function, from its line to the brace that ends it at the margin.
fn body(text: &str, line: usize) -> &str {
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    let head = rest.find('\n').map_or(rest.len(), |end| end + 1);
    &rest[head..rest.find("\n}").unwrap_or(rest.len()).max(head)]
}

/// Whether a text calls a function.
fn says(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_word) && text[at + name.len()..].trim_start().starts_with('(')
    })
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
