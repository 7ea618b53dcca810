//! The copy of the shipped packs and scenarios that is compiled into the program.

use std::collections::BTreeMap;
use std::path::Path;

use rust_embed::RustEmbed;

use crate::diagnostic::Source;

/// The list of rulings beside the built-in packs.
const RULINGS: &str = "RULINGS.md";

/// The built-in packs, and pages about them.
#[derive(RustEmbed)]
#[folder = "rules/"]
struct BuiltInRules;

/// The built-in scenarios.
#[derive(RustEmbed)]
#[folder = "scenarios/"]
struct BuiltInScenarios;

/// Returns the built-in scenario with this file's name.
pub(super) fn built_in_scenario(file: &Path) -> Option<Source> {
    let name = file.file_name()?.to_str()?;
    let in_scenarios = file.parent().is_some_and(|folder| folder.ends_with("scenarios"));
    let text = BuiltInScenarios::get(name).filter(|_| in_scenarios)?;
    Some(Source::new(format!("scenarios/{name}"), String::from_utf8_lossy(&text.data).as_ref()))
}

/// Returns the files of all built-in packs, with the paths that messages show.
pub fn built_in_pack_files() -> Vec<Source> {
    let files = BuiltInRules::iter().filter(|path| !path.ends_with(".md"));
    files.map(|path| built_in_rules(&path)).collect()
}

/// The names of all built-in scenarios, the scenarios with the fewest packs first.
pub fn built_in_scenarios() -> Vec<String> {
    let mut names: Vec<(usize, String)> = BuiltInScenarios::iter()
        .filter_map(|file| {
            let text = BuiltInScenarios::get(&file)?.data;
            let keys: toml::Table = String::from_utf8_lossy(&text).parse().ok()?;
            let packs = keys.get("packs")?.as_array()?.len();
            Some((packs, file.strip_suffix(".toml")?.to_owned()))
        })
        .collect();
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

/// Returns the built-in list of rulings.
pub fn built_in_rulings() -> Source {
    built_in_rules(RULINGS)
}

/// Returns a built-in file of `rules`.
fn built_in_rules(path: &str) -> Source {
    let file = BuiltInRules::get(path).expect("the file is built in");
    Source::new(format!("rules/{path}"), String::from_utf8_lossy(&file.data).as_ref())
}

/// Returns the files of the built-in pack with this name, by their paths within the pack.
pub(super) fn built_in_files(id: &str) -> Option<BTreeMap<String, String>> {
    let prefix = format!("{id}/");
    let file = |path: &str| {
        Some((path.strip_prefix(&prefix)?.to_owned(), built_in_rules(path).text.to_string()))
    };
    let files: BTreeMap<String, String> =
        BuiltInRules::iter().filter_map(|path| file(&path)).collect();
    files.contains_key("pack.toml").then_some(files)
}

/// The names of the built-in packs.
pub(super) fn built_in_packs() -> impl Iterator<Item = String> {
    BuiltInRules::iter().filter_map(|path| path.strip_suffix("/pack.toml").map(str::to_owned))
}
