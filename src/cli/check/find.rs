//! Finds the files to check under paths: packs, rules, scenarios and games.

use std::io;
use std::path::{Path, PathBuf};

use crate::check::{PackPath, Targets, Written};
use crate::cli::options::SourceArgs;
use crate::cli::setup;
use crate::content::{
    is_rule_file, is_weight_file, looks_like_scenario, pack_files, read_weights,
    scenario_of_weights,
};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::files::{self, DirectoryWalk};
use crate::limits::{FILE, FINDINGS, PACKS};

/// Folders that are not searched.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// The files to check under some paths.
#[derive(Default)]
pub(in crate::cli) struct CheckFiles {
    /// The files to check.
    pub(in crate::cli) targets: Targets,
    /// Diagnostics about files that cannot be read, and lines that cannot be parsed.
    pub(in crate::cli) wrong: Diagnostics,
    /// The number of packs.
    packs: usize,
    /// The number of files of weights that lie beside no scenario.
    weights: usize,
    walk: DirectoryWalk,
}

/// Finds everything to check under paths.
pub(super) fn find(paths: &[PathBuf], sources: &SourceArgs) -> Result<CheckFiles, Diagnostics> {
    let mut found = CheckFiles::default();
    for path in paths {
        if !path.exists() {
            let message = format!("there is no file or folder `{}`", path.display());
            return Err(Diagnostic::new(message).code(Code::UnreadableFile).into());
        }
        found.seek(path, sources, true);
    }
    if found.packs > PACKS {
        let message = format!("there are {} packs, expected at most {PACKS}", found.packs);
        let many = Diagnostic::new(message).code(Code::TooMany);
        return Err(many.hint("check one folder at a time").into());
    }
    if found.is_empty() {
        let shown: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        let message = format!("there is nothing to check in {}", shown.join(", "));
        let hint =
            "expected packs, rule files (`.rhai`), scenarios (`.toml`) or transcripts (`.game`)";
        return Err(Diagnostic::new(message).hint(hint).into());
    }
    for path in paths {
        found.seek_others(path, sources);
    }
    Ok(found)
}

impl CheckFiles {
    fn is_empty(&self) -> bool {
        let Targets { scenarios, packs, games, .. } = &self.targets;
        let is_idle = scenarios.is_empty() && packs.is_empty() && games.is_empty();
        is_idle && self.weights == 0 && self.wrong.0.is_empty()
    }

    /// Adds everything to check under a path; `named` is `true` if the path is an argument of the
    /// command.
    fn seek(&mut self, path: &Path, sources: &SourceArgs, named: bool) {
        if !self.walk.is_new(path) {
            return;
        }
        if path.is_dir() {
            if path.join("pack.toml").is_file() {
                return self.pack(path);
            }
            match entries(&mut self.walk, path) {
                Ok(entries) => {
                    for entry in entries {
                        self.seek(&entry, sources, false);
                    }
                }
                Err(error) => {
                    let message = format!("`{}` cannot be read: {error}", path.display());
                    self.wrong.push(Diagnostic::new(message).code(Code::UnreadableFile));
                }
            }
        } else if is_rule_file(path) || path.ends_with("pack.toml") {
            let pack = path.ancestors().skip(1).find(|folder| folder.join("pack.toml").is_file());
            self.pack(pack.filter(|_| named).unwrap_or(path));
        } else if let Some(scenario) = scenario_of_weights(path) {
            // The scenario is checked together with the weights beside it.
            if named {
                self.targets.scenarios.push(scenario.display().to_string());
            }
        } else if has_ending(path, "toml") {
            self.toml(path, named);
        } else if has_ending(path, "game") {
            let game = read(path, sources).map_err(|mut wrong| {
                wrong.or_code(Code::TranscriptSyntax);
                wrong.0.into_iter().for_each(|one| self.wrong.push(one));
            });
            self.targets.games.extend(game);
        }
    }

    /// Adds a scenario, or checks a file of weights. Any other file is a scenario only if it is named.
    fn toml(&mut self, path: &Path, named: bool) {
        let text = files::text(path, FILE).unwrap_or_default();
        if is_weight_file(&text) {
            self.weights += 1;
            let read = read_weights(&Source::new(path.display().to_string(), text));
            self.wrong.keep_all(read);
        } else if named || looks_like_scenario(path, &text) {
            self.targets.scenarios.push(path.display().to_string());
        }
    }

    fn pack(&mut self, path: &Path) {
        self.packs += 1;
        if self.packs > PACKS {
            return;
        }
        match pack_files(path) {
            Ok(files) => {
                let files = files.into_iter().map(|file| file.file).collect();
                self.targets.packs.push(PackPath { path: path.to_owned(), files });
            }
            Err(mut wrong) => {
                wrong.or_code(Code::UnreadableFile);
                wrong.0.into_iter().for_each(|one| self.wrong.push(one));
            }
        }
    }

    /// Adds games that may test the rules at a path: those beside it and those in the folder
    /// `tests` beside it.
    fn seek_others(&mut self, path: &Path, sources: &SourceArgs) {
        let beside = path.parent().unwrap_or(Path::new(""));
        let beside = if beside.as_os_str().is_empty() { Path::new(".") } else { beside };
        let (mut folders, mut walk) = (vec![beside.join("tests")], DirectoryWalk::default());
        let mut files = entries(&mut walk, beside).unwrap_or_default();
        while let Some(folder) = folders.pop() {
            if walk.is_new(&folder) {
                for entry in entries(&mut walk, &folder).unwrap_or_default() {
                    if entry.is_dir() { folders.push(entry) } else { files.push(entry) }
                }
            }
        }
        for file in files.iter().filter(|file| has_ending(file, "game")) {
            if self.walk.is_new(file) {
                self.targets.others.extend(read(file, sources));
            }
        }
    }

    /// The numbers of checked files and of findings, in words.
    pub(in crate::cli) fn summary(&self, found: &Diagnostics) -> String {
        let Targets { scenarios, packs, games, .. } = &self.targets;
        let rules = packs.iter().flat_map(|pack| &pack.files);
        let rules = rules.filter(|file| is_rule_file(Path::new(file))).count();
        let warnings = found.0.iter().filter(|one| one.is_warning).count();
        let errors = found.0.len() - warnings;
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let listed = |count: usize, what: &str| match count {
            ..=FINDINGS => counted(count, what),
            _ => format!("more than {FINDINGS} {what}s"),
        };
        format!(
            "{}, {}, {}: {}, {}",
            counted(scenarios.len(), "scenario"),
            counted(rules, "rule file"),
            counted(games.len(), "game"),
            listed(errors, "error"),
            listed(warnings, "warning")
        )
    }
}

/// The visible entries of a folder, in order.
fn entries(walk: &mut DirectoryWalk, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let plain = |path: PathBuf| path.strip_prefix(".").map(PathBuf::from).unwrap_or(path);
    let mut entries: Vec<PathBuf> = walk.entries(folder)?.into_iter().map(plain).collect();
    entries.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        !name.starts_with('.') && !SKIPPED.contains(&name.as_str())
    });
    Ok(entries)
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

fn read(path: &Path, sources: &SourceArgs) -> Result<Written, Diagnostics> {
    let transcript = setup::read(path, sources)?;
    let request = setup::request_for(&transcript, sources);
    Ok(Written { transcript, request })
}
