//! Selects the game in which a file is checked: its pack, and a scenario that uses the pack.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::built_in::{built_in_scenario, built_in_scenarios};
use super::folder::{is_pack, is_rule_file, shown};
use super::weights::{is_weight_file, scenario_of_weights};
use super::{Request, STANDARD};
use crate::{files, limits};

/// The keys of a file that name packs.
#[derive(Deserialize, Default)]
struct PackKeys {
    #[serde(default)]
    id: String,
    #[serde(default)]
    requires: Vec<String>,
    #[serde(default)]
    packs: Vec<String>,
}

impl PackKeys {
    /// Reads the keys of a file; empty if it cannot be read.
    fn at(file: &Path) -> Self {
        Self::of(&files::text(file, limits::FILE).unwrap_or_default())
    }

    /// Reads the keys of a TOML file; empty if it is not valid TOML.
    fn of(text: &str) -> Self {
        toml::from_str(text).unwrap_or_default()
    }
}

/// The request for the game of a rule file, a `pack.toml` or a scenario with this text; `None` for
/// other files.
pub fn request_of(file: &Path, text: &str) -> Option<Request> {
    if file.ends_with("pack.toml") || is_rule_file(file) {
        let pack = file.ancestors().skip(1).find(|folder| is_pack(folder));
        return Some(match pack {
            Some(folder) => request_of_pack(folder),
            None => Request { with: vec![file.to_owned()], ..Request::scenario(STANDARD) },
        });
    }
    let is_toml = file.extension().is_some_and(|ending| ending == "toml");
    (is_toml && looks_like_scenario(file, text)).then(|| Request::scenario(shown(file)))
}

/// Whether a file with this text has the keys of a scenario. Files of weights have one of them, too.
pub fn looks_like_scenario(file: &Path, text: &str) -> bool {
    let is_key = |line: &str, key: &str| {
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let begins = |line: &str| {
        line.starts_with("[board") || is_key(line, "packs") || is_key(line, "board_of")
    };
    let is_weights = scenario_of_weights(file).is_some() || is_weight_file(text);
    !is_weights && text.lines().any(begins)
}

/// The packs that the pack in a folder needs.
pub fn required(folder: &Path) -> Vec<String> {
    PackKeys::at(&folder.join("pack.toml")).requires
}

/// The request for a game with a pack. A scenario that names the pack is preferred; otherwise, the
/// scenario must name all packs that the pack requires. Among several scenarios, the one with the
/// fewest packs is chosen.
fn request_of_pack(folder: &Path) -> Request {
    let PackKeys { id, requires, .. } = PackKeys::at(&folder.join("pack.toml"));
    let home = folder.parent().unwrap_or(Path::new(""));
    let near = home.parent().unwrap_or(Path::new("")).join("scenarios");
    let mut scenarios: Vec<(String, Vec<String>)> = Vec::new();
    for file in [home, &near, Path::new("scenarios")].into_iter().flat_map(toml_files) {
        scenarios.push((shown(&file), PackKeys::at(&file).packs));
    }
    for name in built_in_scenarios() {
        let file = Path::new("scenarios").join(&name).with_extension("toml");
        let packs = built_in_scenario(&file).map(|source| PackKeys::of(&source.text).packs);
        scenarios.push((name, packs.unwrap_or_default()));
    }
    let names_it = |packs: &[String]| packs.contains(&id);
    let will_do =
        |packs: &[String]| !packs.is_empty() && requires.iter().all(|r| packs.contains(r));
    let fit = scenarios.iter().filter(|(_, packs)| names_it(packs) || will_do(packs));
    let best = fit.min_by_key(|(_, packs)| (!names_it(packs), packs.len()));
    let scenario = best.map_or(STANDARD, |(name, _)| name);
    // Packs in `rules` are found there; any other pack is added by its path.
    let is_shelved = home == Path::new("rules");
    let with = if is_shelved { Vec::new() } else { vec![folder.to_owned()] };
    Request { with, ..Request::scenario(scenario) }
}

/// The files of a folder that may be scenarios, in order.
fn toml_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = files::entries(folder).unwrap_or_default();
    let is_toml = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    files.retain(|path| is_toml(path) && scenario_of_weights(path).is_none());
    files.truncate(limits::PACKS);
    files
}
