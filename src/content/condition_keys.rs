//! The keys of the conditions for drawn boards, in scenarios and in `pack.toml`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::toml_file::{NamedEntries, Spanned};
use crate::rules::SettingValue;

/// Conditions for drawn terrain, number markers and ports.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct ConditionKeys {
    /// Groups of numbers: no two numbers of a group are on adjacent hexes. The default is `[[6,
    /// 8]]` if number markers are shuffled.
    #[schemars(inner(inner(range(min = 2, max = 12))))]
    pub(super) apart: Option<Vec<Vec<Spanned<u8>>>>,
    /// Whether no two equal numbers are on adjacent hexes.
    #[serde(default)]
    pub(super) equal_apart: bool,
    /// Numbers that are never on some terrain or in some area, such as `[{ numbers = [6, 8], on =
    /// ["gold"] }]`.
    #[serde(default)]
    pub(super) never: Vec<NeverKeys>,
    /// The area in which all hexes of a terrain are, such as `{ lake = "heart" }`.
    #[serde(default)]
    pub(super) terrain_in: NamedEntries<Spanned<String>>,
    /// Terrain whose hexes are never next to each other, such as `["gold"]`.
    #[serde(default)]
    pub(super) terrain_apart: Vec<Spanned<String>>,
    /// The maximum number of land hexes of one terrain that hang together: a number, or the name
    /// of a setting with it. 0 means any number.
    pub(super) together: Option<Spanned<SettingValue>>,
    /// The maximum number of equal ports that follow each other in the order of their places: a
    /// number, or the name of a setting with it. 0 means any number.
    pub(super) ports_together: Option<Spanned<SettingValue>>,
}

/// Numbers that are never on some terrain or in some area.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct NeverKeys {
    /// The numbers.
    #[schemars(inner(range(min = 2, max = 12)))]
    pub(super) numbers: Vec<Spanned<u8>>,
    /// The terrains and areas.
    pub(super) on: Vec<Spanned<String>>,
}
