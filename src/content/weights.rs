//! The files with the weights of players that look ahead.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};

use super::features::Feature;
use super::habits::Habits;
use super::scenario::Scenario;
use super::toml_file::{self, NamedEntries, Spanned};
use crate::chance::fnv1a;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Source};
use crate::rules::{PHASES, Rules, ScenarioWeights};

/// The built-in files of weights.
#[derive(RustEmbed)]
#[folder = "weights/"]
struct BuiltInWeights;

/// How the name of the file of weights beside a scenario's file ends.
const BESIDE: &str = ".weights.toml";

/// A file of weights.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct WeightFile {
    /// The command that made the file.
    pub command: String,
    /// The number of rounds that were played.
    pub rounds: u64,
    /// The packs of the scenario with which the weights were found.
    pub packs: Vec<String>,
    /// The hash of all rules with which the weights were found; `None` in files of other versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// What the players value, by its name; greedy players' numbers for what is not named.
    pub habits: BTreeMap<String, u32>,
    /// The weights of each feature in the placement, at the beginning and at the end of the game.
    pub weights: BTreeMap<String, [f64; PHASES]>,
}

/// The keys of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightKeys {
    command: String,
    rounds: u64,
    packs: Vec<String>,
    rules: Option<String>,
    #[serde(default)]
    habits: NamedEntries<Spanned<toml::Value>>,
    weights: NamedEntries<Spanned<Vec<Spanned<f64>>>>,
}

/// Reads a file of weights.
///
/// # Errors
/// When it is no such file, names an unknown feature, or has not three finite numbers for a feature.
pub fn read_weights(source: &Source) -> Result<WeightFile, Diagnostics> {
    let keys: WeightKeys = toml_file::read(source)?;
    let mut wrong = Diagnostics::default();
    let mut weights = BTreeMap::new();
    for (name, numbers) in &keys.weights.0 {
        weights.extend(wrong.keep(row(source, name, numbers)));
    }
    let mut habits = BTreeMap::new();
    for (name, number) in &keys.habits.0 {
        habits.extend(wrong.keep(habit(source, name, number)));
    }
    let WeightKeys { command, rounds, packs, rules, .. } = keys;
    wrong.unless_any(WeightFile { command, rounds, packs, rules, habits, weights })
}

/// The weights of a feature.
fn row(
    source: &Source,
    name: &Spanned<String>,
    numbers: &Spanned<Vec<Spanned<f64>>>,
) -> Result<(String, [f64; PHASES]), Diagnostic> {
    let feature = name.get_ref();
    let known = || Feature::ALL.iter().map(|(_, name)| *name);
    if !known().any(|known| known == feature) {
        let wrong = source.error(name.span(), format!("unknown feature `{feature}`"));
        let wrong = wrong.code(Code::UnknownKey).did_you_mean(feature, known());
        return Err(wrong.hint("`newcatan train` writes a file with the features of this version"));
    }
    if let Some(other) = numbers.get_ref().iter().find(|number| !number.get_ref().is_finite()) {
        let message = format!("expected a finite number, found `{}`", other.get_ref());
        let wrong = source.error(other.span(), message).code(Code::OutOfRange);
        return Err(wrong.hint("a feature that does not matter has the weight 0"));
    }
    let found: Vec<f64> = numbers.get_ref().iter().map(|number| *number.get_ref()).collect();
    let weights = found.try_into().map_err(|found: Vec<f64>| {
        let message = format!("expected {PHASES} weights of `{feature}`, found {}", found.len());
        let wrong = source.error(numbers.span(), message).code(Code::BadValue);
        wrong.hint("a feature has weights for the placement, the beginning and the end of the game")
    })?;
    Ok((feature.clone(), weights))
}

/// A number by which players weigh things.
fn habit(
    source: &Source,
    name: &Spanned<String>,
    number: &Spanned<toml::Value>,
) -> Result<(String, u32), Diagnostic> {
    let habit = name.get_ref();
    if !Habits::NAMES.contains(&habit.as_str()) {
        let wrong = source.error(name.span(), format!("unknown habit `{habit}`"));
        let known = Habits::NAMES.iter().copied();
        return Err(wrong.code(Code::UnknownKey).did_you_mean(habit, known));
    }
    let (least, most) = (Habits::least_of(habit), Habits::MOST);
    let found = number.get_ref();
    let whole = found.as_integer().map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    match whole {
        Some(number) if (least..=most).contains(&number) => Ok((habit.clone(), number)),
        _ => {
            let message = format!("expected a whole number from {least} to {most}, found {found}");
            let code = if whole.is_some() { Code::OutOfRange } else { Code::BadValue };
            let wrong = source.error(number.span(), message).code(code);
            Err(wrong.hint("a habit that is not named is that of `greedy`"))
        }
    }
}

/// The file of weights beside the file of a scenario.
pub(super) fn beside(scenario: &Path) -> PathBuf {
    scenario.with_extension(&BESIDE[1..])
}

/// The file of the scenario beside which a file of weights lies; `None` for any other file.
pub fn scenario_of_weights(file: &Path) -> Option<PathBuf> {
    let name = file.file_name()?.to_str()?.strip_suffix(BESIDE)?;
    Some(file.with_file_name(format!("{name}.toml")))
}

/// Whether a TOML file with this text is a file of weights.
pub fn is_weight_file(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == "[weights]")
}

/// The weights beside a scenario's file.
pub(super) fn of_scenario(scenario: &Scenario, wrong: &mut Diagnostics) -> Option<ScenarioWeights> {
    let source = scenario.weights.as_ref()?;
    let file = wrong.keep_all(read_weights(source))?;
    let WeightFile { weights, habits, .. } = file;
    Some(ScenarioWeights { of: weights, habits, hash: fnv1a(source.text.as_bytes()) })
}

/// The text of a file of weights.
///
/// # Panics
/// Never: the file is plain data.
pub fn print_weights(file: &WeightFile) -> String {
    toml::to_string(file).expect("the file is plain data")
}

/// The built-in weights for a game: those for the scenario itself, or else those for the most
/// similar packs.
pub fn built_in_weights(rules: &Rules) -> Option<WeightFile> {
    let mut best: Option<((bool, usize, usize), WeightFile)> = None;
    for path in BuiltInWeights::iter() {
        let Some(name) = path.strip_suffix(".toml") else { continue };
        let text = BuiltInWeights::get(&path)?.data;
        let source =
            Source::new(format!("weights/{path}"), String::from_utf8_lossy(&text).as_ref());
        let Ok(file) = read_weights(&source) else { continue };
        let common = rules.packs.iter().filter(|pack| file.packs.contains(&pack.id)).count();
        let other = rules.packs.len() + file.packs.len() - 2 * common;
        let rank = (rules.scenario == name, common, usize::MAX - other);
        if best.as_ref().is_none_or(|(most, _)| rank > *most) {
            best = Some((rank, file));
        }
    }
    best.map(|(_, file)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_built_in_files_can_be_read() {
        let mut count = 0;
        for path in BuiltInWeights::iter().filter(|path| path.ends_with(".toml")) {
            let text = BuiltInWeights::get(&path).unwrap().data;
            let text = String::from_utf8_lossy(&text).into_owned();
            let file = read_weights(&Source::new(path.as_ref(), text.as_str())).unwrap();
            assert_eq!(file.weights.len(), Feature::ALL.len(), "{path}");
            count += 1;
        }
        assert!(count > 3, "{count} files");
    }
}
