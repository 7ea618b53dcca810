//! The verbs that work with transcripts.

mod beside;
mod blamed;
mod book;
mod bound;
mod changed;
mod checked;
mod compared;
mod drawn;
mod edits;
mod forked;
mod hidden;
mod house;
mod killed;
mod limits;
mod listed;
mod packaged;
mod page;
mod plain;
mod questions;
mod reference;
mod refused;
mod replayed;
mod scaffold;
mod served;
mod tested;
mod watched;
mod whole;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support;

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

/// Runs the program in a folder. Returns the results, then the exit code and the messages.
fn run(folder: &Path, args: &[&str]) -> String {
    let output = support::run_in(folder, args);
    format!("{}{}", support::out(&output), support::said(&output))
}

/// Runs the program, and removes the times from its output.
fn run_untimed(folder: &Path, args: &[&str]) -> String {
    let text = run(folder, args);
    let untimed = |line: &str| match line.rsplit_once(" failed in ") {
        Some((before, _)) => format!("{before} failed in _"),
        None => line.to_owned(),
    };
    text.lines().map(untimed).collect::<Vec<_>>().join("\n")
}
