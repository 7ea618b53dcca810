//! The files of a project for the commands that audit its rules: packs, scenarios, rulings, tests.

use std::io::IsTerminal;
use std::path::{Component, Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::options::SourceArgs;
use super::setup;
use super::test::collect;
use crate::audit::rulings::Project;
use crate::audit::suite::Suite;
use crate::content::{built_in_rulings, pack_files};
use crate::diagnostic::{Diagnostic, Diagnostics, Source};

/// The default folder of packs.
const RULES: &str = "rules";

/// The packs and rule files to audit: those that the options name, and the packs of the named
/// files. If there are none, the folder `rules`.
fn audited(sources: &SourceArgs, files: &[String]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut audited: Vec<PathBuf> = sources.rules.iter().chain(&sources.with).cloned().collect();
    for home in files.iter().filter_map(|file| home(&plain(Path::new(file)))) {
        if !audited.iter().any(|known| home.starts_with(plain(known))) {
            audited.push(home);
        }
    }
    if audited.is_empty() && !Path::new(RULES).is_dir() {
        let message = format!("there is no folder `{RULES}` here, and no other rules were given");
        let hint = "name your pack or rule file: `--with my_rule.rhai`";
        return Err(Diagnostic::new(message).hint(hint));
    }
    Ok(if audited.is_empty() { vec![RULES.into()] } else { audited })
}

/// Adds the folders with the packs of these files to the folders that are searched first.
pub(super) fn with_homes(sources: &SourceArgs, files: &[String]) -> SourceArgs {
    let mut sources = sources.clone();
    for home in files.iter().filter_map(|file| home(&plain(Path::new(file)))) {
        let is_pack = home.join("pack.toml").is_file();
        let search_folder = if is_pack { home.parent().map(Path::to_owned) } else { Some(home) };
        sources.rules.extend(search_folder.filter(|search_folder| !search_folder.is_file()));
    }
    sources
}

/// The pack that contains a path. Without a pack, the path itself if it is a rule file or a folder
/// of packs. `None` in the default folder.
fn home(file: &Path) -> Option<PathBuf> {
    if file.starts_with(RULES) || !file.exists() {
        return None;
    }
    let pack = file.ancestors().find(|folder| folder.join("pack.toml").is_file());
    let is_rule = file.extension().is_some_and(|ending| ending == "rhai");
    let is_shelf = || file.is_dir() && pack_files(file).is_ok();
    pack.or_else(|| (is_rule || is_shelf()).then_some(file)).map(Path::to_owned)
}

/// A path relative to the current folder.
pub(super) fn plain(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let inner = path.strip_prefix(&here).unwrap_or(path);
    inner.components().filter(|part| *part != Component::CurDir).collect()
}

/// Reads the packs (including those of the files), the scenarios, the lists of rulings, and the
/// Rust tests under the paths.
pub(super) fn read(
    sources: &SourceArgs,
    files: &[String],
    tests: &[PathBuf],
) -> Result<Project, Diagnostics> {
    let mut project = Project::default();
    for folder in audited(sources, files)? {
        project.rules.extend(pack_files(&folder)?);
        let list = folder.join("RULINGS.md");
        if list.is_file() {
            project.lists.push(text(&list)?);
        }
    }
    let shipped = Path::new("rules/RULINGS.md");
    project.shipped = if shipped.is_file() { text(shipped)? } else { built_in_rulings() };
    let scenarios = Path::new("scenarios");
    if scenarios.is_dir() {
        project.scenarios = texts(scenarios, "toml")?;
    }
    // Scenarios may be in any folder.
    for file in files.iter().map(|file| plain(Path::new(file))) {
        let is_map = file.is_file() && file.extension().is_some_and(|ending| ending == "toml");
        if is_map && !file.ends_with("pack.toml") && !file.starts_with(scenarios) {
            project.scenarios.push(text(&file)?);
        }
    }
    for path in tests {
        project.tests.extend(texts(path, "rs")?);
    }
    Ok(project)
}

/// Reads the games under the paths.
pub(super) fn suite(sources: &SourceArgs, paths: &[PathBuf]) -> Result<Suite, Diagnostics> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, "game", &mut files)?;
    }
    if files.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| format!("`{}`", path.display())).collect();
        let message = format!("no transcripts under {}", paths.join(", "));
        return Err(Diagnostic::new(message)
            .hint("the file names of transcripts end in `.game`")
            .into());
    }
    let mut suite = Suite::default();
    for file in &files {
        let transcript = setup::read(file, sources)?;
        let mut request = setup::request_for(&transcript, sources);
        // Games with the same settings share their rules, regardless of where these are set.
        request.set_at.clear();
        suite.add(transcript, request);
    }
    Ok(suite)
}

/// The files under a path whose names have this ending.
fn texts(path: &Path, ending: &str) -> Result<Vec<Source>, Diagnostic> {
    let mut files = Vec::new();
    collect(path, ending, &mut files)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.iter().map(|file| text(file)).collect()
}

/// Reads a file.
pub(super) fn text(path: &Path) -> Result<Source, Diagnostic> {
    Ok(Source::new(path.display().to_string(), setup::text(path)?))
}

/// A progress bar, if stderr is a terminal.
pub(super) fn bar(what: &'static str, length: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr());
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}");
    bar.with_style(style.expect("the template is valid")).with_message(what)
}
