//! Finds the lines that implement rulings, as marked by comments.
//!
//! A comment marks rulings if it begins with them: `// A-25`, `// A-1..A-5, N-23` or `# C-19:
//! words`. At the end of a line it applies to that line, and on a line of its own to the lines
//! below it, up to the next blank one. If the header of a rule file names a single ruling, all
//! lines of the file implement that ruling.

use std::collections::{BTreeMap, BTreeSet};

use super::is_a;
use super::rulings::{Project, ids, is_id, known};
use crate::diagnostic::{Diagnostic, Source};

/// The lines of a file that implement each ruling.
pub fn carried(source: &Source) -> BTreeMap<String, BTreeSet<usize>> {
    let mut carried: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let lines: Vec<&str> = source.text.lines().collect();
    if let [id] = &*header(source).1 {
        carried.insert(id.clone(), (1..=lines.len()).collect());
    }
    for mark in marks(source) {
        let block = lines[mark.line..].iter().take_while(|line| !line.trim().is_empty());
        let last = if mark.is_alone { mark.line + block.count() } else { mark.line };
        for id in mark.ids {
            carried.entry(id).or_default().extend(mark.line..=last);
        }
    }
    carried
}

/// Reports rulings that lines implement but that are missing from all lists or from the file's
/// header. Also reports comments that begin with a ruling but cannot be parsed, and headers with
/// rulings that no line of any file implements.
///
/// Without a list of rulings, nothing is reported.
pub fn wrong(project: &Project) -> Vec<Diagnostic> {
    if project.lists.is_empty() {
        return Vec::new();
    }
    let known = known(project);
    let sources = || project.rules.iter().chain(&project.scenarios);
    let carried: BTreeSet<String> = sources().flat_map(|file| carried(file).into_keys()).collect();
    let mut wrong = Vec::new();
    for source in sources() {
        let (line, named) = header(source);
        for mark in marks(source) {
            for id in &mark.ids {
                let (message, hint) = if !known.contains(id) {
                    (
                        format!("the ruling `{id}` is not in any `RULINGS.md`"),
                        "add it to `RULINGS.md`",
                    )
                } else if !named.is_empty() && !named.contains(id) {
                    let message = format!("the header of this file does not name `{id}`");
                    (
                        message,
                        "add it to the `Rulings:` line of the header, or remove it from this line",
                    )
                } else {
                    continue;
                };
                wrong.push(source.error_on(mark.line, message).hint(hint));
            }
        }
        for line in unreadable(source) {
            let message = "the comment begins with a ruling, but is not a list of rulings";
            let hint = "write `// C-16, C-19`, or add text after a colon: `// C-16: text`";
            wrong.push(source.error_on(line, message).hint(hint));
        }
        for id in named.iter().filter(|id| !carried.contains(*id)) {
            let message = format!("no line implements `{id}`");
            let hint = format!(
                "end the line that implements it with `// {id}`, or remove it from the header"
            );
            wrong.push(source.error_on(line, message).hint(hint));
        }
    }
    wrong
}

/// Removes the comments with rulings at the ends of lines.
pub(super) fn without_marks(text: &str) -> String {
    let bare = |line| {
        let (before, ids) = ["//", "#"].iter().find_map(|sign| mark(line, sign))?;
        (!ids.is_empty()).then_some(before)
    };
    text.lines().map(|line| bare(line).unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// A comment that begins with rulings.
struct Mark {
    line: usize,
    ids: Vec<String>,
    /// Whether the comment is on a line of its own.
    is_alone: bool,
}

fn marks(source: &Source) -> Vec<Mark> {
    let sign = if is_a("rhai", source) { "//" } else { "#" };
    let lines = (1..).zip(source.text.lines());
    let marks = lines.filter_map(|(line, text)| {
        let (before, ids) = mark(text, sign)?;
        Some(Mark { line, ids, is_alone: before.trim().is_empty() })
    });
    marks.collect()
}

/// The lines with a comment that begins with a ruling but cannot be parsed.
fn unreadable(source: &Source) -> Vec<usize> {
    let sign = if is_a("rhai", source) { "// " } else { "# " };
    let begins = |line: &&str| {
        line.match_indices(sign).any(|(at, _)| {
            let first = line[at + sign.len()..].split([' ', ',', ';', ':', '.']).next();
            first.is_some_and(is_id)
        })
    };
    let lines = (1..).zip(source.text.lines());
    let wrong = lines.filter(|(_, line)| begins(line) && mark(line, sign.trim()).is_none());
    wrong.map(|(line, _)| line).collect()
}

/// The rulings that a comment in a line names, and the text before the comment.
fn mark<'a>(line: &'a str, sign: &str) -> Option<(&'a str, Vec<String>)> {
    line.match_indices(sign).find_map(|(at, _)| {
        let comment = line[at + sign.len()..].strip_prefix(' ')?;
        let list = comment.split(": ").next()?.trim_end();
        let is_range = |part: &str| part.split("..").all(is_id);
        list.split(", ").all(is_range).then(|| (&line[..at], ids(list)))
    })
}

/// The rulings in the header of a rule file, and the line on which they begin.
fn header(source: &Source) -> (usize, Vec<String>) {
    let header = source.text.lines().map_while(|line| line.strip_prefix("//!"));
    let header: Vec<&str> = header.map(str::trim).collect();
    match header.iter().position(|line| line.starts_with("Rulings:")) {
        Some(at) => (at + 1, ids(&header[at..].join(" "))),
        None => (1, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(file: &str, text: &str) -> Vec<String> {
        let all = carried(&Source::new(file, text));
        all.into_iter().map(|(id, lines)| format!("{id} {lines:?}")).collect()
    }

    #[test]
    fn comments_that_begin_with_rulings_carry_them() {
        let rule = "//! A\n//! Says.\n//! Rulings: A-1..A-3, N-4.\n\nconst EACH = [];   // A-1..A-3\n\
                    const NONE = 4; // as N-4 says\nfn act(me) {\n    me.go(\"// no\"); // N-4, A-1\n}\n";
        let expected = ["A-1 {5, 8}", "A-2 {5}", "A-3 {5}", "N-4 {8}"];
        assert_eq!(shown("a.rhai", rule), expected);
        assert_eq!(shown("b.rhai", "//! B\n//! Says.\n//! Rulings: A-1.\n"), ["A-1 {1, 2, 3}"]);
    }

    #[test]
    fn a_comment_of_its_own_is_about_what_stands_below_it() {
        let pack = "# C-3: what a box has\n[pieces.road]\nper_player = 15 # C-19: fifteen\n\n[x] # in UTF-8\n";
        assert_eq!(shown("pack.toml", pack), ["C-19 {3}", "C-3 {1, 2, 3}"]);
        assert_eq!(without_marks(pack).lines().nth(2), Some("per_player = 15 "));
    }

    #[test]
    fn header_and_lines_name_the_same_rulings() {
        let rule = "//! A\n//! Says.\n//! Rulings: C-1, C-2.\n\nconst A = 1;   // C-1, C-3, C-4\n\
                    const B = 1; // C-1; C-2\n";
        let project = Project {
            rules: vec![Source::new("a.rhai", rule)],
            lists: vec![Source::new("R.md", "- **C-1** One.\n- **C-2** Two.\n- **C-3** Three.\n")],
            ..Project::default()
        };
        let shown: Vec<String> = wrong(&project).iter().map(|one| one.render(false)).collect();
        let begins = |text: &str| shown.iter().any(|shown| shown.starts_with(text));
        assert_eq!(shown.len(), 4, "{shown:?}");
        assert!(begins(
            "error: the comment begins with a ruling, but is not a list of rulings\n --> a.rhai:6"
        ));
        assert!(begins("error: the header of this file does not name `C-3`\n --> a.rhai:5"));
        assert!(begins("error: the ruling `C-4` is not in any `RULINGS.md`\n --> a.rhai:5"));
        assert!(begins("error: no line implements `C-2`\n --> a.rhai:3"));
        assert!(wrong(&Project { lists: Vec::new(), ..project }).is_empty());
    }
}
