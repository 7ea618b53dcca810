//! A folder for invalid scenarios and packs, and a short form of their diagnostics.

use std::fs;
use std::path::PathBuf;

use newcatan::content::{Request, load};
use newcatan::diagnostic::{Diagnostic, Diagnostics};
use tempfile::TempDir;

/// A temporary folder with a scenario, to which packs can be added.
pub(crate) struct Fixture(TempDir);

impl Fixture {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// The path of a file with this name.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates its folders.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, text).expect("a written file");
    }

    /// Writes the original scenario with an additional pack.
    pub(crate) fn write_scenario_with(&self, pack: &str) {
        let packs = format!("packs = [\"catan\", \"{pack}\"]");
        self.write("scene.toml", &shipped("catan").replace("packs = [\"catan\"]", &packs));
    }

    /// The request for the scenario of this folder.
    pub(crate) fn request(&self) -> Request {
        Request::scenario(self.path("scene.toml").display().to_string())
    }

    /// The diagnostics of a request.
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

    /// The diagnostics of this folder's scenario, in short form.
    pub(crate) fn brief(&self) -> String {
        brief(&self.wrong(&self.request()))
    }
}

/// The text of a shipped scenario.
pub(crate) fn shipped(scenario: &str) -> String {
    fs::read_to_string(format!("scenarios/{scenario}.toml")).expect("a shipped scenario")
}

/// One line for each diagnostic: position, marked text, message and hints.
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

/// The diagnostics of a shipped scenario after each of these replacements.
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
