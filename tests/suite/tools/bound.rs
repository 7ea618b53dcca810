//! The book as a whole: it builds without warnings, its table of contents is complete, and its
//! links are valid.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use mdbook_driver::MDBook;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::support::files::files;
use crate::support::run_in;

/// Collects warnings.
#[derive(Clone, Default)]
struct Warnings(Arc<Mutex<Vec<String>>>);

impl Visit for Warnings {
    fn record_debug(&mut self, _: &Field, value: &dyn std::fmt::Debug) {
        self.0.lock().unwrap().push(format!("{value:?}"));
    }
}

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut self.clone());
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
#[ignore = "takes a second"]
fn the_book_builds_without_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let warnings = Warnings::default();
    tracing::subscriber::with_default(warnings.clone(), || {
        let mut book = MDBook::load("docs").unwrap();
        book.config.build.build_dir = folder.path().join("book");
        book.build().unwrap();
    });
    let warned = warnings.0.lock().unwrap().clone();
    assert!(warned.is_empty(), "{warned:#?}");
    let page = fs::read_to_string(folder.path().join("book/tutorial.html")).unwrap();
    assert!(page.contains("</html>"));
}

/// The pages of the book.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs");
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages
}

/// What a page links to.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose
        .flat_map(|part| part.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .collect()
}

#[test]
fn the_table_of_contents_has_every_page() {
    let text = fs::read_to_string("docs/SUMMARY.md").unwrap();
    let listed = links(&text);
    for page in pages().iter().filter(|page| !page.ends_with("SUMMARY.md")) {
        let name = page.strip_prefix("docs").unwrap().display().to_string().replace('\\', "/");
        let count = listed.iter().filter(|link| **link == name).count();
        assert_eq!(count, 1, "{name}");
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn no_link_of_the_book_leads_nowhere() {
    let texts: BTreeMap<PathBuf, String> =
        pages().into_iter().map(|page| (page.clone(), fs::read_to_string(page).unwrap())).collect();
    for (page, text) in &texts {
        for link in links(text).into_iter().filter(|link| !link.contains("://")) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => normal(&page.parent().unwrap().join(file)),
            };
            assert!(target.starts_with("docs"), "{}: {link} leaves the book", page.display());
            assert!(target.is_file(), "{}: {link}", page.display());
            let is_there = |text: &String| {
                text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == part)
            };
            let known = part.is_empty() || texts.get(&target).is_some_and(is_there);
            assert!(known, "{}: {link} names no heading", page.display());
        }
    }
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[test]
fn commands_within_sentences_have_their_verbs_and_flags() {
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut seen = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let prose: String = text.split("```").step_by(2).collect();
        let codes = prose.split('`').skip(1).step_by(2);
        // Transcripts begin with a line `newcatan transcript 1`.
        let is_command = |code: &&str| !code.starts_with("newcatan transcript");
        for code in codes.filter(is_command).filter_map(|code| code.strip_prefix("newcatan ")) {
            let verb = code.split(' ').next().unwrap();
            let help = helps.entry(verb.to_owned()).or_insert_with(|| {
                let output = run_in(Path::new("."), &[verb, "--help"]);
                assert!(output.status.success(), "{}: no verb `{verb}`", page.display());
                String::from_utf8_lossy(&output.stdout).into_owned()
            });
            for flag in code.split(' ').filter(|word| word.starts_with("--")) {
                let flag = flag.split('=').next().unwrap();
                assert!(help.contains(flag), "{}: `{verb}` has no `{flag}`", page.display());
            }
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} commands");
}
