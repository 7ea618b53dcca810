//! The rulings of a project, and the lines and tests that name them.
//!
//! A ruling is listed in `RULINGS.md` on a line that begins with `- **C-16**`. Without such a file
//! next to the packs, the comments in rule files, packs and scenarios define the rulings. Does not
//! load rules.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;
use std::str::CharIndices;

use serde::Serialize;

use super::is_a;
use crate::diagnostic::{Diagnostic, Source};

/// The files that name rulings.
#[derive(Clone, Default, Debug)]
pub struct Project {
    /// Rule files and `pack.toml` files.
    pub rules: Vec<Source>,
    /// Scenarios.
    pub scenarios: Vec<Source>,
    /// Lists of rulings.
    pub lists: Vec<Source>,
    /// The list of the shipped rules' rulings, which other rules may also name.
    pub shipped: Source,
    /// Transcripts and Rust files.
    pub tests: Vec<Source>,
}

/// A ruling, with the lines and tests that name it.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
pub struct Ruling {
    /// The identifier, such as `C-16`.
    pub id: String,
    /// The text of the ruling in the list.
    pub text: String,
    /// The lines of rule files, packs and scenarios that name it.
    pub rules: Vec<String>,
    /// The tests that name it.
    pub tests: Vec<String>,
}

/// All rulings, in the order of their identifiers.
pub fn rulings(project: &Project) -> Vec<Ruling> {
    let mut rulings = BTreeMap::new();
    for entry in project.lists.iter().flat_map(listed) {
        ruling(&mut rulings, &entry.id).text = entry.text;
    }
    for file in project.rules.iter().chain(&project.scenarios) {
        for (id, place) in commented(file) {
            if project.lists.is_empty() || rulings.contains_key(&order(&id)) {
                ruling(&mut rulings, &id).rules.push(place);
            }
        }
    }
    for (id, place) in project.tests.iter().flat_map(covered) {
        if let Some(ruling) = rulings.get_mut(&order(&id)) {
            ruling.tests.push(place);
        }
    }
    rulings.into_values().collect()
}

/// The rulings in the lists, including those of the shipped rules.
pub(super) fn known(project: &Project) -> BTreeSet<String> {
    let lists = project.lists.iter().chain([&project.shipped]);
    lists.flat_map(listed).map(|entry| entry.id).collect()
}

/// Identifiers of rulings that no list contains, and the places that name them.
pub fn unlisted(project: &Project) -> Vec<(String, String)> {
    let known = known(project);
    let headers = project.rules.iter().filter(|file| is_a("rhai", file));
    let named = headers.flat_map(commented).chain(project.tests.iter().flat_map(covered));
    named.filter(|(id, _)| !known.contains(id)).collect()
}

fn ruling<'a>(rulings: &'a mut BTreeMap<RulingKey, Ruling>, id: &str) -> &'a mut Ruling {
    let new = || Ruling { id: id.into(), ..Ruling::default() };
    rulings.entry(order(id)).or_insert_with(new)
}

/// Reports entries that repeat the identifier of an earlier entry.
pub fn repeated(project: &Project) -> Vec<Diagnostic> {
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = Vec::new();
    for list in &project.lists {
        for RulingEntry { id, line, .. } in listed(list) {
            if let Some(place) = first.get(&id) {
                let message = format!("the ruling `{id}` is already defined at {place}");
                let hint = "give each ruling its own identifier";
                wrong.push(list.error_on(line, message).hint(hint));
            } else {
                first.insert(id, format!("{}:{line}", list.file));
            }
        }
    }
    wrong
}

/// An entry of a list.
struct RulingEntry {
    id: String,
    text: String,
    line: usize,
}

/// Parses the entries of a list.
fn listed(list: &Source) -> Vec<RulingEntry> {
    let mut found: Vec<RulingEntry> = Vec::new();
    for (number, line) in (1..).zip(list.text.lines()) {
        let entry = line.strip_prefix("- **").and_then(|line| line.split_once("**"));
        if let Some((id, text)) = entry.filter(|(id, _)| ids(id) == [*id]) {
            found.push(RulingEntry { id: id.into(), text: text.trim().into(), line: number });
        } else if let (Some(more), Some(entry)) = (line.strip_prefix("  "), found.last_mut()) {
            entry.text.push(' ');
            entry.text.push_str(more.trim());
        }
    }
    found
}

/// The rulings in the comments of a rule file, a pack or a scenario.
fn commented(file: &Source) -> Vec<(String, String)> {
    let mark = if is_a("rhai", file) { "//" } else { "#" };
    named(file, |line| Some(line.split_once(mark)?.1))
}

/// The rulings that a test names, in a transcript or before a test in Rust, with their positions.
pub(super) fn covered(file: &Source) -> Vec<(String, String)> {
    if is_a("rs", file) {
        return named(file, |line| line.trim_start().strip_prefix("// covers:"));
    }
    let found = named(file, |line| line.strip_prefix("# covers:"));
    found.into_iter().map(|(id, _)| (id, file.file.clone())).collect()
}

/// The rulings in the selected part of each line of a file, with their positions.
fn named(file: &Source, part: impl Fn(&str) -> Option<&str>) -> Vec<(String, String)> {
    let lines = (1..).zip(file.text.lines());
    let parts = lines.filter_map(|(number, line)| Some((number, part(line)?)));
    parts
        .flat_map(|(number, part)| {
            let place = format!("{}:{number}", file.file);
            ids(part).into_iter().map(move |id| (id, place.clone()))
        })
        .collect()
}

/// The sort key of identifiers: letters, number, letters.
pub(super) type RulingKey = (String, u32, String);

pub(super) fn order(id: &str) -> RulingKey {
    let (letters, rest) = id.split_once('-').unwrap_or((id, ""));
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (letters.into(), rest[..end].parse().unwrap_or(0), rest[end..].into())
}

/// The identifiers in a string, with ranges such as `F-1..F-4` expanded.
pub(crate) fn ids(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut letters = text.char_indices().peekable();
    let mut is_range = false;
    while let Some(&(start, letter)) = letters.peek() {
        let word = run(text, &mut letters, start, |c| c.is_ascii_alphanumeric() || c == '-');
        if word.is_empty() {
            letters.next();
            is_range &= letter == '.';
        } else if is_id(word) {
            let (prefix, last, _) = order(word);
            let first = found.last().filter(|_| is_range).map(|id| order(id));
            if let Some((of, first, _)) = first.filter(|(of, ..)| *of == prefix) {
                found.extend((first + 1..last).map(|number| format!("{of}-{number}")));
            }
            found.push(word.into());
            is_range = text[start + word.len()..].starts_with("..");
        } else {
            is_range = false;
        }
    }
    found
}

/// Takes the leading characters that satisfy a condition.
fn run<'a>(
    text: &'a str,
    letters: &mut Peekable<CharIndices<'_>>,
    start: usize,
    is_it: impl Fn(char) -> bool,
) -> &'a str {
    let mut end = start;
    while let Some((at, letter)) = letters.next_if(|&(_, letter)| is_it(letter)) {
        end = at + letter.len_utf8();
    }
    &text[start..end]
}

/// Whether a word consists of capital letters, a hyphen, a number and perhaps a lower-case letter.
pub(super) fn is_id(word: &str) -> bool {
    let Some((letters, rest)) = word.split_once('-') else { return false };
    let digits = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let are_capitals = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase());
    is_number && are_capitals && digits.len() <= 4 && rest.len() <= digits.len() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_found_and_ranges_filled() {
        assert_eq!(ids(" Rulings: X-3, N-13a and C-16."), ["X-3", "N-13a", "C-16"]);
        assert_eq!(ids("F-1..F-4, F-9"), ["F-1", "F-2", "F-3", "F-4", "F-9"]);
        assert_eq!(ids("UTF-8x2, c-3, A-, -4 W-12345 D-7.. see D-9"), ["D-7", "D-9"]);
    }

    #[test]
    fn a_list_says_which_rulings_there_are() {
        let project = Project {
            rules: vec![Source::new("r/a.rhai", "//! A\n//! Says.\n//! Rulings: C-2, C-3.\n")],
            scenarios: vec![Source::new("s.toml", "# C-10\nname = \"C-2\"\n")],
            lists: vec![Source::new(
                "RULINGS.md",
                "# Rulings\n- **C-10** Ten.\n- **C-2** Two\n  and more.\n",
            )],
            tests: vec![
                Source::new("a.game", "# A game.\n# covers: C-2, C-4\n"),
                Source::new("t.rs", "    // covers: C-2\n"),
            ],
            shipped: Source::new("rules/RULINGS.md", "- **C-4** Four.\n"),
        };
        let all = rulings(&project);
        let shown: Vec<String> = all
            .iter()
            .map(|r| format!("{} {} {:?} {:?}", r.id, r.text, r.rules, r.tests))
            .collect();
        let expected = [
            r#"C-2 Two and more. ["r/a.rhai:3"] ["a.game", "t.rs:1"]"#,
            r#"C-10 Ten. ["s.toml:1"] []"#,
        ];
        assert_eq!(shown, expected);
        assert_eq!(unlisted(&project), [("C-3".to_owned(), "r/a.rhai:3".to_owned())]);
    }
}
