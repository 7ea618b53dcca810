//! The constants of the rule language: names of things in play, and settings.

use super::thing::Thing;
use rhai::{Dynamic, Map};

use crate::resource::{Resource, Resources};
use crate::rules::{CONSTANTS, Rules, SettingValue, setting_name};
use crate::set::Id;
use crate::table::{Kind, Marker};

/// The name of the constant for a thing with this name.
pub(super) fn constant_name(name: &str) -> String {
    name.to_uppercase().replace(' ', "_")
}

/// The constants that the packs in play provide to every rule.
pub(super) fn constants(rules: &Rules) -> Vec<(String, Dynamic)> {
    let mut constants: Vec<(String, Dynamic)> = Vec::new();
    let mut constant = |name: &str, value: Thing| {
        constants.push((constant_name(name), Dynamic::from(value)));
    };
    for (index, resource) in rules.resources.iter().enumerate() {
        constant(&resource.name, Thing::Resource(Resource::new(index)));
    }
    for (index, kind) in rules.kinds.iter().enumerate() {
        constant(&kind.name, Thing::Kind(Kind::new(index)));
    }
    for (index, marker) in rules.markers.iter().enumerate() {
        constant(&marker.name, Thing::Marker(Marker::new(index)));
    }
    let kinds = |bag: Resources| bag.kinds().fold(0, |bits, kind| bits | 1 << kind.0);
    for class in &rules.classes.classes {
        constant(&class.name, Thing::Resources(kinds(class.kinds)));
    }
    let markers = (0..rules.markers.len()).map(Marker::new).collect();
    let all = (0..rules.resources.len()).fold(0, |bits, kind| bits | 1 << kind);
    let without_class = all & !kinds(rules.classes.classed);
    let given = [Thing::Nothing, Thing::Resources(without_class), Thing::Markers(markers)];
    for (name, value) in CONSTANTS.into_iter().zip(given) {
        constant(name, value);
    }
    constants.push(("game".into(), Dynamic::from(Thing::Game)));
    constants.push(("supply".into(), Dynamic::from(Thing::Supply)));
    let mut settings = Map::new();
    for (key, setting) in &rules.settings {
        settings.insert(setting_name(key).into(), plain(&setting.value));
    }
    constants.push(("settings".into(), settings.into()));
    constants
}

/// A setting or fact as a value for scripts.
pub(super) fn plain(value: &SettingValue) -> Dynamic {
    match value {
        SettingValue::Truth(truth) => (*truth).into(),
        SettingValue::Number(number) => (*number).into(),
        SettingValue::Word(word) => word.clone().into(),
    }
}

/// The name of the constant for the member of a family for which a rule was made.
pub(super) const EACH: &str = "EACH";
