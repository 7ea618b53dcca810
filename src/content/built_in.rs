//! The copy of the shipped packs and scenarios that the program carries along.

use std::collections::BTreeMap;
use std::path::Path;

use rust_embed::RustEmbed;

use crate::diagnostic::Source;

/// The list of rulings beside the packs that are built in.
const RULINGS: &str = "RULINGS.md";

/// The packs that are built in, and pages about them.
#[derive(RustEmbed)]
#[folder = "rules/"]
struct BuiltInRules;

/// The scenarios that are built in.
#[derive(RustEmbed)]
#[folder = "scenarios/"]
struct BuiltInScenarios;

/// The scenario of the built-in copy that has this file's name.
pub(super) fn built_in_scenario(file: &Path) -> Option<Source> {
    let name = file.file_name()?.to_str()?;
    let in_scenarios = file.parent().is_some_and(|folder| folder.ends_with("scenarios"));
    let text = BuiltInScenarios::get(name).filter(|_| in_scenarios)?;
    Some(Source::new(format!("scenarios/{name}"), String::from_utf8_lossy(&text.data).as_ref()))
}

/// The files of all packs that are built in, as they are shown.
pub fn built_in_pack_files() -> Vec<Source> {
    let files = BuiltInRules::iter().filter(|path| !path.ends_with(".md"));
    files.map(|path| built_in_rules(&path)).collect()
}

/// The names of all scenarios that are built in, those with the fewest packs first.
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

/// The list of rulings that is built in.
pub fn built_in_rulings() -> Source {
    built_in_rules(RULINGS)
}

/// A file of the built-in rules that is there.
fn built_in_rules(path: &str) -> Source {
    let file = BuiltInRules::get(path).expect("a listed file is there");
    Source::new(format!("rules/{path}"), String::from_utf8_lossy(&file.data).as_ref())
}

/// The files of the pack of this name in the built-in copy, by their path within it.
pub(super) fn built_in_files(id: &str) -> Option<BTreeMap<String, String>> {
    let prefix = format!("{id}/");
    let file = |path: &str| {
        Some((path.strip_prefix(&prefix)?.to_owned(), built_in_rules(path).text.to_string()))
    };
    let files: BTreeMap<String, String> =
        BuiltInRules::iter().filter_map(|path| file(&path)).collect();
    files.contains_key("pack.toml").then_some(files)
}

/// The names of the packs that are built in.
pub(super) fn built_in_packs() -> impl Iterator<Item = String> {
    BuiltInRules::iter().filter_map(|path| path.strip_suffix("/pack.toml").map(str::to_owned))
}
