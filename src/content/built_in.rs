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

/// A built-in scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltInScenario {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its description.
    pub text: String,
}

/// All built-in scenarios, those with the fewest packs first.
pub fn list_built_in_scenarios() -> Vec<BuiltInScenario> {
    let mut scenarios: Vec<(usize, BuiltInScenario)> = BuiltInScenarios::iter()
        .filter_map(|file| {
            let text = BuiltInScenarios::get(&file)?.data;
            let keys: toml::Table = String::from_utf8_lossy(&text).parse().ok()?;
            let text_of = |key| keys.get(key).and_then(toml::Value::as_str).map(str::to_owned);
            let scenario = BuiltInScenario {
                name: file.strip_suffix(".toml")?.to_owned(),
                title: text_of("title")?,
                text: text_of("text").unwrap_or_default(),
            };
            Some((keys.get("packs")?.as_array()?.len(), scenario))
        })
        .collect();
    scenarios.sort_by(|one, other| (one.0, &one.1.name).cmp(&(other.0, &other.1.name)));
    scenarios.into_iter().map(|(_, scenario)| scenario).collect()
}

/// The names of all built-in scenarios, those with the fewest packs first.
pub fn built_in_scenarios() -> Vec<String> {
    list_built_in_scenarios().into_iter().map(|scenario| scenario.name).collect()
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
pub fn built_in_packs() -> impl Iterator<Item = String> {
    BuiltInRules::iter().filter_map(|path| path.strip_suffix("/pack.toml").map(str::to_owned))
}
