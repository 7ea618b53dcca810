//! The files with the weights of players that look ahead.

use std::collections::BTreeMap;

use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};

use super::toml_file;
use crate::diagnostic::{Diagnostic, Source};
use crate::rules::Rules;

/// The built-in files of weights.
#[derive(RustEmbed)]
#[folder = "weights/"]
struct BuiltInWeights;

/// A file of weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightFile {
    /// The command that made the file.
    pub command: String,
    /// The number of rounds that were played.
    pub rounds: u64,
    /// The packs of the scenario with which the weights were found.
    pub packs: Vec<String>,
    /// The weights of each feature in the placement, at the beginning and at the end of the game.
    pub weights: BTreeMap<String, [f64; 3]>,
}

/// Reads a file of weights.
///
/// # Errors
/// When it is no such file.
pub fn read_weights(source: &Source) -> Result<WeightFile, Diagnostic> {
    toml_file::read(source)
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
