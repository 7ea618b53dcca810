//! The first line of a shard's file: what decides its rows, and which rows they are.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::shard::Shard;
use crate::chance::fnv1a;

/// The version of the format of the files.
const FORMAT: u32 = 1;

/// How the first line of a file begins.
const BEGIN: &[u8] = b"{\"newcatan_shard\":";

/// The engine: its version and a hash of its sources. Another engine can give other results.
pub fn engine() -> String {
    format!("{} {}", env!("CARGO_PKG_VERSION"), env!("NEWCATAN_SOURCES"))
}

/// A run: everything that decides its rows. Two runs are the same if they are equal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// The command, in one word.
    pub command: String,
    /// The engine.
    pub engine: String,
    /// The number of rows of the whole run.
    pub rows: u64,
    /// What else decides the rows: a map for readers, without anything that differs between
    /// machines.
    pub about: Value,
}

/// A difference between two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The place, such as `about.settings.pack.goal`.
    pub key: String,
    /// What both runs have there, as JSON; `None` if there is nothing.
    pub values: [Option<String>; 2],
}

impl Run {
    /// The run of a command of this engine.
    ///
    /// # Panics
    /// When `about` cannot be converted to JSON.
    pub fn new(command: &str, rows: u64, about: &impl Serialize) -> Self {
        let about = serde_json::to_value(about).expect("the description of a run is valid JSON");
        Self { command: command.into(), engine: engine(), rows, about }
    }

    /// A hash of everything that decides the rows.
    pub fn hash(&self) -> u64 {
        // The keys of a value are sorted.
        fnv1a(json(self).to_string().as_bytes())
    }

    /// The name of the file for rows with these numbers: it is another one for another run.
    pub fn file_name(&self, numbers: &Range<u64>) -> String {
        let digits = self.rows.to_string().len();
        let (hash, first) = (self.hash(), numbers.start);
        let count = numbers.end - numbers.start;
        format!("{}-{hash:016x}-{first:0digits$}-{count}.jsonl", self.command)
    }

    /// The differences from another run.
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        compare("", Some(&json(self)), Some(&json(other)), &mut found);
        found
    }
}

fn json(run: &Run) -> Value {
    serde_json::to_value(run).expect("a run is valid JSON")
}

/// Collects the places where two values differ. Of lists of words, it keeps the words that only one
/// list has; other lists of the same length are compared item by item, counted from 1.
fn compare(key: &str, one: Option<&Value>, other: Option<&Value>, found: &mut Vec<Difference>) {
    if one == other {
        return;
    }
    if let (Some(Value::Object(one)), Some(Value::Object(other))) = (one, other) {
        let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
        keys.sort();
        keys.dedup();
        for name in keys {
            let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
            compare(&key, one.get(name), other.get(name), found);
        }
        return;
    }
    if let (Some(Value::Array(one)), Some(Value::Array(other))) = (one, other) {
        let has_words = one.iter().chain(other).all(Value::is_string);
        let missing = |of: &[Value], other: &[Value]| -> Vec<Value> {
            of.iter().filter(|it| !other.contains(it)).cloned().collect()
        };
        let only = [missing(one, other), missing(other, one)];
        if has_words && only.iter().any(|words| !words.is_empty()) {
            let text = |words: &Vec<Value>| Value::from(words.clone()).to_string();
            let values = only.each_ref().map(|it| (!it.is_empty()).then(|| text(it)));
            found.push(Difference { key: key.into(), values });
            return;
        }
        if !has_words && one.len() == other.len() {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                compare(&format!("{key}[{}]", number + 1), Some(one), Some(other), found);
            }
            return;
        }
    }
    let values = [one, other].map(|value| value.map(Value::to_string));
    found.push(Difference { key: key.into(), values });
}

/// The first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    #[serde(rename = "newcatan_shard")]
    pub format: u32,
    /// Which part of the run it is.
    pub shard: Shard,
    /// The number of the first row, counted from 0.
    pub first: u64,
    /// The number of rows.
    pub count: u64,
    /// The run.
    pub run: Run,
    /// The command line that plays the whole run, quoted for a shell.
    pub repeat: String,
}

impl Header {
    /// The header of a shard.
    pub fn new(run: Run, shard: Shard, repeat: String) -> Self {
        let numbers = shard.numbers(run.rows);
        let (first, count) = (numbers.start, numbers.end - numbers.start);
        Self { format: FORMAT, shard, first, count, run, repeat }
    }

    /// The numbers of its rows.
    pub fn numbers(&self) -> Range<u64> {
        self.first..self.first + self.count
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        self.run.file_name(&self.numbers())
    }

    /// Parses the first line of a file.
    ///
    /// # Errors
    /// When it is no header, or one that this program does not know; the reason continues a
    /// sentence such as `the file is not a shard`.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let header = serde_json::from_slice::<Value>(line);
        if header.as_ref().is_err_and(serde_json::Error::is_eof) && line.starts_with(BEGIN) {
            return Err("breaks off in its first line".into());
        }
        let header = header.unwrap_or_default();
        match header.get("newcatan_shard").and_then(Value::as_u64) {
            Some(format) if format == u64::from(FORMAT) => {}
            Some(format) => return Err(format!("has version {format} of the format of shards")),
            None => return Err("is not a shard".into()),
        }
        let header: Self = serde_json::from_value(header)
            .map_err(|error| format!("has an invalid first line: {error}"))?;
        let shard = header.shard;
        let is_valid = shard.part > 0 && shard.part <= shard.of;
        if !is_valid || shard.numbers(header.run.rows) != (header.first..header.end()) {
            return Err(format!("has an invalid first line: {shard} are other rows"));
        }
        Ok(header)
    }

    fn end(&self) -> u64 {
        self.first.saturating_add(self.count)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(about: &Value) -> Run {
        Run::new("play", 100, about)
    }

    #[test]
    fn a_name_tells_the_run_and_the_rows() {
        let one = run(&json!({"players": ["a", "b"], "seed": 1}));
        let name = one.file_name(&(25..50));
        assert!(name.starts_with("play-") && name.ends_with("-025-25.jsonl"), "{name}");
        let same = run(&json!({"seed": 1, "players": ["a", "b"]}));
        assert_eq!(same.file_name(&(25..50)), name);
        assert_ne!(one.file_name(&(25..51)), name);
        let others = [
            run(&json!({"players": ["b", "a"], "seed": 1})),
            run(&json!({"players": ["a", "b"], "seed": 2})),
            Run { rows: 101, ..one.clone() },
            Run { engine: "other".into(), ..one.clone() },
            Run { command: "train".into(), ..one },
        ];
        for other in others {
            assert_ne!(other.file_name(&(25..50)), name, "{other:?}");
        }
    }

    #[test]
    fn differences_have_a_place() {
        let one = run(&json!({"seed": 1, "settings": {"goal": 10, "same": true}}));
        let other = run(&json!({"settings": {"goal": 12, "same": true, "more": "x"}}));
        let found: Vec<String> = one
            .differences(&other)
            .iter()
            .map(|it| format!("{} {:?}", it.key, it.values.each_ref().map(Option::as_deref)))
            .collect();
        assert_eq!(
            found,
            [
                r#"about.seed [Some("1"), None]"#,
                r#"about.settings.goal [Some("10"), Some("12")]"#,
                r#"about.settings.more [None, Some("\"x\"")]"#,
            ]
        );
        assert_eq!(one.differences(&one), []);
        // Of many rules and cells, only those that differ.
        let cell = |goal: u64, rules: &[&str]| json!({"goal": goal, "rules": rules});
        let one = run(&json!({"cells": [cell(8, &["a", "b"]), cell(9, &["a", "b"])]}));
        let other = run(&json!({"cells": [cell(8, &["a", "b"]), cell(10, &["a", "c", "d"])]}));
        let found = one.differences(&other);
        let found = found.iter().map(|it| (&*it.key, it.values.each_ref().map(Option::as_deref)));
        let expected = [
            ("about.cells[2].goal", [Some("9"), Some("10")]),
            ("about.cells[2].rules", [Some("[\"b\"]"), Some("[\"c\",\"d\"]")]),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_header_is_read_as_it_is_written() {
        let header = Header::new(run(&json!({})), Shard { part: 2, of: 3 }, "play".into());
        let text = serde_json::to_string(&header).unwrap();
        assert_eq!(Header::parse(text.as_bytes()), Ok(header));
        assert_eq!(Header::parse(b"{\"game\":1}").unwrap_err(), "is not a shard");
        assert_eq!(Header::parse(b"{\"game\":").unwrap_err(), "is not a shard");
        let cut = &text.as_bytes()[..text.len() / 2];
        assert_eq!(Header::parse(cut).unwrap_err(), "breaks off in its first line");
        let newer = text.replace("\"newcatan_shard\":1", "\"newcatan_shard\":2");
        assert!(Header::parse(newer.as_bytes()).unwrap_err().contains("version 2"));
        let moved = text.replace("\"first\":33", "\"first\":34");
        assert!(Header::parse(moved.as_bytes()).unwrap_err().contains("other rows"));
    }
}
