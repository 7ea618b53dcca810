//! Positions of facts in packs, scenarios and rule files, used for explanations.

use std::borrow::Cow;
use std::path::Path;

use super::{Origin, RuleId, Rules, Setting, SettingValue};

impl Rules {
    /// The positions where packs and the scenario declare a key of a table, such as `price` of
    /// `pieces.road`; the last one applies.
    pub fn declared(&self, table: &str, key: &str) -> Vec<Origin> {
        let table = table.replace(' ', "_");
        let mut stated = Vec::new();
        for (file, text) in &self.sources {
            if Path::new(file).extension().is_some_and(|ending| ending == "toml") {
                stated.extend(key_line(text, &table, key).map(|line| origin(file, line)));
                let conditional = self.conditional_tables(text, &table);
                let lines = conditional.filter_map(|(table, _)| key_line(text, table, key));
                stated.extend(lines.map(|line| origin(file, line)));
            }
        }
        stated
    }

    /// The positions of the settings because of which packs declare a key of a table.
    pub fn conditions_of(&self, table: &str, key: &str) -> Vec<Origin> {
        let table = table.replace(' ', "_");
        let tables = self.sources.iter().flat_map(|(_, text)| {
            let conditional = self.conditional_tables(text, &table);
            conditional.filter(|(table, _)| key_line(text, table, key).is_some())
        });
        tables.filter_map(|(_, setting)| self.setting_at(setting)).collect()
    }

    /// The headings that declare a table on a condition that is met, each with its setting.
    fn conditional_tables<'a>(
        &self,
        text: &'a str,
        table: &str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        let headings = text.lines().filter_map(heading);
        headings.filter_map(move |name| {
            let (setting, inner) = name.strip_prefix("when.")?.split_once('.')?;
            let is_true = |(key, kept): (&String, &Setting)| {
                setting_name(key) == setting && kept.value == SettingValue::Truth(true)
            };
            (inner == table && self.settings.iter().any(is_true)).then_some((name, setting))
        })
    }

    /// The position where a rule declares a fact.
    pub fn fact_origin(&self, rule: RuleId, fact: &str) -> Option<Origin> {
        let (file, text) = &self.sources[self.rule(rule).source];
        let is_it = |line: &str| {
            let rest = line.trim_start().strip_prefix("const ").map(str::trim_start);
            rest.and_then(|rest| rest.strip_prefix(fact)).is_some_and(is_assigned)
        };
        Some(origin(file, text.lines().position(is_it)?))
    }

    /// The line at a position without surrounding spaces; empty if it is unknown.
    pub fn line_at(&self, origin: &Origin) -> Cow<'_, str> {
        let Some((_, text)) = self.sources.iter().find(|(file, _)| *file == origin.file) else {
            // Transcripts and the command line are not among the sources.
            let set = self.settings.iter().find(|(_, setting)| setting.origin == *origin);
            let line = |(key, Setting { value, .. }): (&String, &Setting)| {
                format!("set {} = {value}", setting_name(key))
            };
            return set.map_or_else(String::new, line).into();
        };
        let number = origin.line.checked_sub(1);
        number.and_then(|number| text.lines().nth(number)).unwrap_or_default().trim().into()
    }

    /// The position where a setting is set, given its name without the pack.
    pub fn setting_at(&self, name: &str) -> Option<Origin> {
        let (_, setting) = self.settings.iter().find(|(key, _)| setting_name(key) == name)?;
        Some(setting.origin.clone())
    }

    /// The positions of the settings that a rule file reads.
    pub fn settings_of(&self, file: &str) -> impl Iterator<Item = Origin> {
        let is_script = Path::new(file).extension().is_some_and(|ending| ending == "rhai");
        let source = self.sources.iter().find(|(known, _)| is_script && known == file);
        let text = source.map_or("", |(_, text)| text.as_str());
        let is_read = move |key: &str| {
            let name = setting_name(key);
            let (read, fact) = (format!("settings.{name}"), format!("const IF_SET = \"{name}\""));
            let is_whole = |(at, _): (usize, _)| !text[at + read.len()..].starts_with(is_name);
            text.contains(&fact) || text.match_indices(&read).any(is_whole)
        };
        let settings = self.settings.iter().filter(move |(key, _)| is_read(key));
        settings.map(|(_, setting)| setting.origin.clone())
    }

    /// Replaces the paths of pack files in a string with the pack's name and the path within the
    /// pack.
    pub fn without_folders(&self, text: &str) -> String {
        let is_apart = |c: char| c.is_whitespace() || "[]()`".contains(c);
        let words = text.split_inclusive(is_apart).map(|word| self.without_folder(word));
        words.collect()
    }

    /// Replaces the path of a pack file at the beginning of a word, and keeps the rest of the word.
    fn without_folder(&self, word: &str) -> String {
        let path_end = [".rhai", ".toml"].iter().find_map(|end| Some(word.find(end)? + end.len()));
        let Some((path, rest)) = path_end.and_then(|end| word.split_at_checked(end)) else {
            return word.to_owned();
        };
        let named = |(file, _): &(String, String)| {
            let (pack, inner) = self.packs.iter().find_map(|pack| {
                let inner = file.strip_prefix(&pack.folder())?.strip_prefix('/')?;
                Some((&pack.id, inner))
            })?;
            let name = format!("{pack}/{inner}");
            let is_it = path == file || Path::new(path).ends_with(&name);
            is_it.then_some(name)
        };
        let name = self.sources.iter().find_map(named);
        name.map_or_else(|| word.to_owned(), |name| name + rest)
    }
}

/// The name of a setting without its pack, as used in scripts.
pub fn setting_name(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Whether a character can be part of a name.
fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The position of a line with this index, from 0.
fn origin(file: &str, line: usize) -> Origin {
    Origin { file: file.to_owned(), line: line + 1 }
}

/// The name of the table, or of the array of tables, that begins with this line.
fn heading(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('[')?.trim_start_matches('[');
    Some(name.split(']').next()?.trim())
}

/// The line of a key below the heading of its table, or of the heading itself if the key is empty.
fn key_line(text: &str, table: &str, key: &str) -> Option<usize> {
    let mut is_within = table.is_empty();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if let Some(name) = heading(line) {
            is_within = name == table;
            if is_within && key.is_empty() {
                return Some(number);
            }
        } else if is_within && !key.is_empty() && line.strip_prefix(key).is_some_and(is_assigned) {
            return Some(number);
        }
    }
    None
}

/// Whether the text begins with an assignment.
fn is_assigned(rest: &str) -> bool {
    rest.trim_start().starts_with('=')
}
