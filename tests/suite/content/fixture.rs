//! A folder for scenarios and packs that are wrong, and a short form of what is said of them.

use std::fs;
use std::path::PathBuf;

use newcatan::content::{Request, load};
use newcatan::diagnostic::{Diagnostic, Diagnostics};
use tempfile::TempDir;

/// A temporary folder with a scenario beside which packs can be put.
pub(crate) struct Fixture(TempDir);

impl Fixture {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// Where a file of this name lies.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and the folders above it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a written file");
    }

    /// Writes the original scenario with a pack more.
    pub(crate) fn write_scenario_with(&self, pack: &str) {
        let packs = format!("packs = [\"catan\", \"{pack}\"]");
        self.write("scene.toml", &shipped("catan").replace("packs = [\"catan\"]", &packs));
    }

    /// The request for the scenario of this folder.
    pub(crate) fn request(&self) -> Request {
        Request::scenario(self.path("scene.toml").display().to_string())
    }

    /// What is wrong with a request, in full.
    pub(crate) fn wrong(&self, request: &Request) -> Diagnostics {
        let mut wrong = load(request).map(|_| ()).expect_err("a mistake that is found");
        let folder = format!("{}/", self.0.path().display());
        for one in &mut wrong.0 {
            one.file = one.file.replace(&folder, "");
            one.message = one.message.replace(&folder, "");
            for hint in &mut one.hints {
                *hint = hint.replace(&folder, "");
            }
        }
        wrong
    }

    /// What is wrong with the scenario of this folder, in short.
    pub(crate) fn brief(&self) -> String {
        brief(&self.wrong(&self.request()))
    }
}

/// The text of a scenario that is shipped.
pub(crate) fn shipped(scenario: &str) -> String {
    fs::read_to_string(format!("scenarios/{scenario}.toml")).expect("a shipped scenario")
}

/// A line for each diagnostic: place, marked text, message and hints.
pub(crate) fn brief(wrong: &Diagnostics) -> String {
    wrong.0.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn line(one: &Diagnostic) -> String {
    let text = one.source.as_deref().unwrap_or_default();
    let source = text.lines().nth(one.line.wrapping_sub(1)).unwrap_or_default();
    let marked: String =
        source.chars().skip(one.column.saturating_sub(1)).take(one.length).collect();
    let said = format!("{}:{} {marked} >> {}", one.file, one.line, one.message);
    one.hints.iter().fold(said, |said, hint| format!("{said} ({hint})"))
}

/// What is said of a shipped scenario when each of these texts is replaced by another.
pub(crate) fn spoiled(scenario: &str, changes: &[(&str, &str)]) -> String {
    let fixture = Fixture::new();
    let text = shipped(scenario);
    let mut said = Vec::new();
    for (from, to) in changes {
        assert!(text.contains(from), "`{from}` is not in {scenario}");
        fixture.write("scene.toml", &text.replacen(from, to, 1));
        said.push(fixture.brief());
    }
    said.join("\n").replace("scene.toml:", "")
}
